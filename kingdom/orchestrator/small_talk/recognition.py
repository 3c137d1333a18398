"""Recognize messages that need no specialist: small talk and questions about Kingdom, alone or behind a story. Pure."""

import re
from collections.abc import Sequence

from kingdom.cognition.message_reading.asking_words import is_asked_or_ordered
from kingdom.cognition.message_reading.further_wishes import begins_with_wish
from kingdom.cognition.message_reading.message_language import fold_text
from kingdom.orchestrator.small_talk.phrases import Topic
from kingdom.orchestrator.small_talk.whole_messages import SmallTalk, has_task_signs, whole_small_talk

MAX_STORY_CHARS = 400  # with the question that it leads to
ABOUT_KINGDOM: Sequence[Topic] = ("capabilities", "growth", "privacy", "model", "internet", "example")
_CLAUSE_END = re.compile(r"(?:[.!?…:;,]+|\s[-–—])\s+|\n+")
_ORDER = re.compile(
    r"(?:please |bitte )?(?:translate|summari[sz]e|shorten|rewrite|correct|improve|fix|turn|make|help|read|open|look|"
    r"übersetz|fasse|kürze|korrigiere|verbessere|mach|lies|tradui|résume|corrige|améliore|fais|lis|traduc|resum|"
    r"corrig|mejora|haz|lee)",
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
    r"(?<!\w)(?:you|u|your|chatgpt|kingdom|du|dich|dir|dahinter|tu|toi|vous|eres|sabes|haces|estás|geht['’]?s|ça va"
    r"|qué tal)(?!\w)",
    re.IGNORECASE,
)
_ASKS_FOR_HELP = re.compile(
    r"\W*(?:please|help|(?:can|could|would) you|kannst|könntest|peux|pouvez|pourr|puedes|podrías)", re.IGNORECASE
)


def small_talk_of(text: str) -> SmallTalk | None:
    """Return the small talk that a message consists of; None as soon as one of its words asks for anything else.

    A question about Kingdom, or how it is, may stand at the end of a story: "I work in a clinic. Is this private?".
    """
    return whole_small_talk(text) or _talk_behind_story(text)


def asks_about_kingdom(text: str) -> bool:
    """Return whether a whole text asks about Kingdom itself: "hi! what can you do?"."""
    talk = small_talk_of(text)
    return talk is not None and talk.topic in ABOUT_KINGDOM


def _talk_behind_story(text: str) -> SmallTalk | None:
    """Return the question to Kingdom that a message ends with; None where what is before it asks or orders anything."""
    if len(text) > MAX_STORY_CHARS:
        return None
    for end in _CLAUSE_END.finditer(text):
        story, question = text[: end.end()], text[end.end() :]
        talk = whole_small_talk(question)
        if talk is not None and _is_to_kingdom(talk, question):
            return talk if _only_tells(story, talk) else None
    return None


def _is_to_kingdom(talk: SmallTalk, question: str) -> bool:
    if talk.topic == "greeting" and not question.rstrip().endswith("?"):
        return False
    speaks = _TO_KINGDOM.search(question) is not None and _ASKS_FOR_HELP.match(question) is None
    return talk.topic == "privacy" or (speaks and talk.topic in (*ABOUT_KINGDOM, "greeting"))


def _only_tells(story: str, talk: SmallTalk) -> bool:
    """Return whether a story asks, orders, needs and names nothing. What follows a colon may be data: "say: hello"."""
    is_announced = talk.topic == "greeting" and story.rstrip().endswith(":")
    if is_announced or "?" in story or _NEED.search(story) or has_task_signs(fold_text(story)):
        return False
    clauses = [clause.strip() for clause in _CLAUSE_END.split(story)]
    return not any(map(_is_request, clauses))


def _is_request(clause: str) -> bool:
    return is_asked_or_ordered(clause) or begins_with_wish(clause) or _ORDER.match(clause) is not None
