"""Recognize messages that need no specialist: small talk and questions about Kingdom, alone or beside a story. Pure."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kingdom.cognition.message_reading.asking_words import is_asked_or_ordered
from kingdom.cognition.message_reading.further_wishes import begins_with_wish
from kingdom.cognition.message_reading.message_language import fold_text, language_scores, message_language
from kingdom.orchestrator.small_talk.phrases import Topic
from kingdom.orchestrator.small_talk.whole_messages import SmallTalk, first_topic, has_task_signs, whole_small_talk

MAX_STORY_CHARS = 400  # with the question that it stands beside
MAX_CLAUSES = 12
ABOUT_KINGDOM: Sequence[Topic] = (
    "capabilities", "growth", "privacy", "model", "internet", "languages", "cost", "memory", "accuracy", "example",
)  # fmt: skip
# What a user tells behind such a question is why it is asked, not a task: "are you ChatGPT? My nephew says so".
_WITH_REASON_BEHIND: Sequence[Topic] = ("privacy", "model", "internet", "languages", "cost", "memory", "accuracy")
_CLAUSE_END = re.compile(r"(?:[.!?…:;,]+|\s[-–—])\s+|\n+")
_ORDER = re.compile(
    r"(?:please |pls |plz |bitte )?(?:translate|summari[sz]e|shorten|rewrite|correct|improve|fix|turn|make|help|read|"
    r"open|look|übersetz|fasse|kürze|korrigiere|verbessere|mach|lies|tradui|résume|corrige|améliore|fais|lis|traduc|"
    r"resum|corrig|mejora|haz|lee)",
    re.IGNORECASE,
)
# A story that needs something asks for that, whatever it ends with: "I need a gift. Can you help me with that?"
_NEED = re.compile(
    r"(?<!\w)(?:i|we)(?:['’]?(?:m|re| am| are))? (?:just |also |really |currently |now )?"
    r"(?:need|want|look|try|wish|hope|plan|search|would|could|have to|must|wonder|interest|think)"
    r"|(?<!\w)(?:i|we)['’]d (?:like|love)"
    r"|(?<!\w)(?:brauch|möchte|will |wollen|suche|würde|muss|besoin|voudrai|veux|cherche|dois|aimerai|necesit|quier"
    r"|quisier|busco|debo|gustaría)",
    re.IGNORECASE,
)
# What stands behind a story is about Kingdom only if it speaks to it: "My card is lost. What can I do?" does not.
_TO_KINGDOM = re.compile(
    r"(?<!\w)(?:you|u|your|here|hier|ici|aquí|aqui|tus|tes|chatgpt|kingdom|du|dich|dir|dahinter|tu|toi|vous|eres|sabes"
    r"|haces|estás|geht['’]?s|ça va"
    r"|qué tal)(?!\w)",
    re.IGNORECASE,
)
# A story of how Kingdom came to its user: "my grandson put this on my computer".
_THIS = r"(?:this|it|that|you)(?= (?:up|on|for|to|in|here|today|yesterday|and|so|because|last)(?!\w)|[^\w ]|\Z)"
_OF_KINGDOM = re.compile(
    rf"(?<!\w)(?:(?:put|installed|set(?: ?up)?|gave|showed|got|downloaded) (?:me |us )?{_THIS}"
    r"|new (?:to this|here)|(?:first|1st) time here|(?:installiert|eingerichtet|drauf ?gemacht|drauf ?gespielt)"
    r"|neu hier|zum ersten mal hier|(?:m'|nous )?(?:a|ont) (?:installe|montre|mis) (?:ca|cela|ceci)|nouve(?:au|lle) ici"
    r"|(?:me |nos )?(?:ha )?(?:instalo|puso|enseno|instalado|puesto) (?:esto|eso)|nuev[oa] aqui)(?!\w)"
)
# Who tries a thing such as Kingdom for the first time, in text without accents.
_FIRST_TIME = re.compile(
    r"(?<!\w)(?:(?:first|1st) time (?:that |(?:i|i'?m|i'?ve|we) (?:ever )?(?:am |have )?)?"
    r"(?:try|tried|trying|us(?:e|ed|ing)|do|did|doing|with)? ?"
    r"(?:something|anything|a thing|one of these|any of these)(?: things?| programs?)?"
    r"(?: like (?:this|that|it)| of this kind)?"
    r"|so ?(?:et)?was (?:hier )?zum ersten mal|zum ersten mal so ?(?:et)?was|das erste mal,? dass ich so ?(?:et)?was"
    r"|premiere fois que j['’ ]?(?:essaie|utilise)"
    r"(?: (?:ca|cela|ceci|quelque chose comme ca|un truc (?:comme ca|pareil)))?"
    r"|primera vez que (?:pruebo|uso|hago)(?: (?:algo asi|esto|algo como esto))?)(?= ?[,.;!?)]| (?:machen|mache)|\Z)"
)
# What is said behind a greeting to say something: weather, the day, a name, a trial. In text without accents.
_CHATTER = re.compile(
    r"(?<!\w)(?:cold|warm|hot|windy|rain\w*|sunny|snow\w*|weather|slow|busy|tired|sleepy|coffee|monday|friday|weekend"
    r"|long day|(?:try|test)ing|(?:a|my first) (?:test|try)|nice to meet|my name is|kalt\w*|heiss|regn\w*|sonn\w*"
    r"|wetter|mude|kaffee|montag|freitag|wochenende|langer tag|teste|probier\w*|mein name ist|ich heisse|froid|chaud"
    r"|pluie|pleut|soleil|fatigue\w*|cafe|lundi|vendredi|je teste|j'essaie|je m'appelle|frio|calor|lluvia|llueve"
    r"|cansad\w*|lunes|viernes|probando|pruebo|me llamo)(?!\w)"
)
_TAG = re.compile(
    r"\W*(?:and )?(?:(?:how|what) about )?(?:you|yourself)\W*|\W*(?:isn'?t it|und (?:dir|selbst)|et toi|y tu)\W*"
)
_WISHES = re.compile(
    r"(?<!\w)(?:please|pls|near|next|remind|order|book|call|send|write|list|bitte|nachst\w*|erinner\w*|bestell\w*|buch\w*"
    r"|schreib\w*|prochain\w*|rappelle\w*|commande\w*|reserve\w*|ecris|por favor|proxim\w*|recuerd\w*|reserva\w*"
    r"|escrib\w*|svp|s'il)(?!\w)"
)
MAX_CHATTER_WORDS = 8  # of a clause
_AGE = re.compile(
    r"(?<!\w)(?:i'?m|i am|ich bin|j'ai|tengo)(?: (?:already|schon|deja|ya))? \d{1,3}"
    r"(?: (?:years? old|years?|jahre? alt|jahre?|ans|anos))?(?!\w| ?[%$€.,]\d)"
)
_ASKS_FOR_HELP = re.compile(
    r"\W*(?:please|pls|plz|help|(?:can|could|would) you|kannst|könntest|peux|pouvez|pourr|puedes|podrías)",
    re.IGNORECASE,
)


def small_talk_of(text: str) -> SmallTalk | None:
    """Return the small talk that a message consists of; None as soon as one of its words asks for anything else.

    It may be several: "thanks, and does this cost anything?". A question about Kingdom, or how it is, may stand behind
    a story, and one about what Kingdom is made of in front of one: "I work in a clinic. Is this private?".
    """
    return whole_small_talk(text) or _talk_of_clauses(text)


def asks_about_kingdom(text: str) -> bool:
    """Return whether a whole text asks about Kingdom itself: "hi! what can you do?"."""
    talk = small_talk_of(text)
    return talk is not None and talk.topic in ABOUT_KINGDOM


@dataclass(frozen=True)
class _Talk:
    """Small talk at a place of a message."""

    talk: SmallTalk
    start: int
    end: int


def _talk_of_clauses(text: str) -> SmallTalk | None:
    """Return the small talk among the clauses of a message; None where another clause asks or orders anything."""
    ends = [0, *(end.end() for end in _CLAUSE_END.finditer(text))]
    ends += [len(text)] if ends[-1] < len(text) else []
    if len(text) > MAX_STORY_CHARS or not 2 < len(ends) <= MAX_CLAUSES + 1:
        return None
    talks, stories = _talks_and_stories(text, ends)
    return _talk_beside_stories(text, talks, stories) if stories else _first_talk(talks)


def _talk_beside_stories(text: str, talks: Sequence[_Talk], stories: Sequence[tuple[int, int]]) -> SmallTalk | None:
    """Return the small talk of a message that tells something beside it."""
    newcomer = _newcomer_talk(text, talks, stories) or _chatting_talk(text, talks, stories)
    return newcomer or _first_talk([one for one in talks if _fits_beside(one, text, stories)])


def _first_talk(talks: Sequence[_Talk]) -> SmallTalk | None:
    return first_topic([one.talk for one in talks]) if talks else None


def _talks_and_stories(text: str, ends: Sequence[int]) -> tuple[list[_Talk], list[tuple[int, int]]]:
    """Return the small talk of a message, the longest run of clauses first, and the places of the other clauses."""
    talks: list[_Talk] = []
    stories: list[tuple[int, int]] = []
    at = 0
    while at < len(ends) - 1:
        runs = ((to, whole_small_talk(text[ends[at] : ends[to]])) for to in range(len(ends) - 1, at, -1))
        to, talk = next(((to, talk) for to, talk in runs if talk is not None), (at + 1, None))
        if talk is not None:
            talks.append(_Talk(talk, ends[at], ends[to]))
        else:
            stories.append((ends[at], ends[to]))
        at = to
    return talks, stories


def _newcomer_talk(text: str, talks: Sequence[_Talk], stories: Sequence[tuple[int, int]]) -> SmallTalk | None:
    """Return that a greeting with how Kingdom came to its user asks what can be done here; None for other messages."""
    if len(talks) != 1 or talks[0].talk.topic != "greeting" or talks[0].start:
        return None
    parts = [text[start:end] for start, end in stories]
    told = fold_text(" ".join(parts))
    is_new = any(pattern.search(told) for pattern in (_OF_KINGDOM, _FIRST_TIME))
    return SmallTalk("capabilities", talks[0].talk.language) if is_new and all(map(_only_tells, parts)) else None


def _chatting_talk(text: str, talks: Sequence[_Talk], stories: Sequence[tuple[int, int]]) -> SmallTalk | None:
    """Return the greeting that a message begins with, where all behind it only keeps the talk going."""
    if not talks or talks[0].talk.topic != "greeting" or talks[0].start:
        return None
    told = [fold_text(text[start:end]).replace("’", "'") for start, end in stories]
    if not all(_TAG.fullmatch(one) or _is_chatter(one) for one in told):
        return None
    return SmallTalk("greeting", message_language(text) if language_scores(text) else talks[0].talk.language)


def _is_chatter(clause: str) -> bool:
    is_short = len(clause.split()) <= MAX_CHATTER_WORDS and not any(map(str.isdigit, clause))
    return is_short and _only_tells(clause) and not _WISHES.search(clause) and _CHATTER.search(clause) is not None


def _fits_beside(one: _Talk, text: str, stories: Sequence[tuple[int, int]]) -> bool:
    """Return whether small talk is what a message asks, and the clauses beside it only tell."""
    told = " ".join(text[start:end] for start, end in stories)
    if not _is_to_kingdom(one.talk, text[one.start : one.end], told):
        return False
    if any(start >= one.end for start, _end in stories) and one.talk.topic not in _WITH_REASON_BEHIND:
        return False
    is_announced = one.talk.topic == "greeting" and text[: one.start].rstrip().endswith(":")
    return not is_announced and all(_only_tells(text[start:end]) for start, end in stories)


def _is_to_kingdom(talk: SmallTalk, question: str, told: str) -> bool:
    if talk.topic == "greeting" and not question.rstrip().endswith("?"):
        return False
    speaks = _TO_KINGDOM.search(question) is not None and _ASKS_FOR_HELP.match(question) is None
    told = fold_text(told)
    speaks = speaks or any(pattern.search(told) for pattern in (_OF_KINGDOM, _FIRST_TIME))
    return talk.topic in ("privacy", "memory") or (speaks and talk.topic in (*ABOUT_KINGDOM, "greeting"))


def _only_tells(story: str) -> bool:
    """Return whether a clause asks, orders, needs and names nothing. What follows a colon may be data: "say: hello"."""
    needs = _NEED.search(story) is not None and _FIRST_TIME.search(fold_text(story).strip()) is None
    if "?" in story or needs or has_task_signs(_AGE.sub(" ", fold_text(story))):
        return False
    return not any(_is_request(clause.strip()) for clause in _CLAUSE_END.split(story))


def _is_request(clause: str) -> bool:
    return is_asked_or_ordered(clause) or begins_with_wish(clause) or _ORDER.match(clause) is not None
