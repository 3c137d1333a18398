"""Two questions joined by "and" of which each stands alone, and questions that are certain whatever story is told beside them."""

import re
from collections.abc import Callable
from typing import Any

from config.builtins.date_calculator.phrases import rewritten
from config.builtins.date_calculator.reading import COUNT, DATE, Asked, duration_matches, present, read
from config.builtins.date_calculator.zones import CLOCK
from config.builtins.wording import CannotError, blanked, clean, context_spans, fold, merged, spoken_language

LONGEST_PAIR = 240  # characters
QUESTION_START = (
    r"(?:how (?:many|long|old)|what(?:'?s)?|which|when(?:'s)?|is (?=\d|it\b|today)|(?:in )?wie ?(?:viele?|lange|alt)|(?:an )?welche[rnms]?|was ist|wann|ist (?=\d|heute)|"
    r"(?:dans )?combien|(?:en |a )?quel(?:le)?|quand|est-ce que|(?:en )?cuant[oa]s?|(?:en )?que (?:dia|semana|fecha)|cual|cuando)\b"
)
JOINT = re.compile(rf"(?:,? (?:and|und|et|y)(?: also| auch| aussi| tambien)?|[;?]) (?={QUESTION_START})", re.IGNORECASE)
STARTS_QUESTION = re.compile(rf"\b{QUESTION_START}", re.IGNORECASE)
IDLE_WORDS = re.compile(  # they point at nothing
    r"\b(?:is it|in it|this (?:year|month|week)|das (?:neue )?jahr|das datum|(?:sind|ist|gibt) es|ca fait|is the date)\b",
    re.IGNORECASE,
)
POINTS_BACK = re.compile(
    r"\b(?:then|that|this|these|those|there|it|its|them|after|before|later|earlier|both|dann|das|dem|davon|dort|es|dessen|danach|davor|beide[ns]?|alors|ca|cela|celui|celle|la-bas|apres|avant|"
    r"entonces|eso|ese|esa|esto|alli|despues|antes)\b",
    re.IGNORECASE,
)
OF_PRESENT = re.compile(
    r"\b(?:today|this year|days? (?:are |is )?left in (?:the|this) year|left in (?:the|this) year|(?:week|day|date|month|time) is it|week are we in|heute|dieses jahr|haben wir|jahr noch|"
    r"aujourd'hui|sommes-nous|cette annee|(?:dans|de) l'annee|hoy|este ano|estamos|del ano|leap year|schaltjahr|bissextile|bisiesto)\b",
    re.IGNORECASE,
)
WRITTEN_YEAR = re.compile(r"\b(?:19|20)\d\d\b")


def two_answers(
    payload: dict[str, Any], answer_of: Callable[[dict[str, Any]], dict[str, Any]]
) -> dict[str, Any] | None:
    """Return the answers to two questions that each stand alone; None for other messages, or where one has no answer."""
    text = clean(payload.get("text", ""), " ")
    parts = question_parts(text) if len(text) <= LONGEST_PAIR and not text.strip().count("\n") else []
    parts = with_told_words(parts) if parts else []
    if not parts:
        return None
    language = spoken_language(text, payload)
    if any(spoken_language(part, {}) != language for part in parts) or not stand_alone(parts, payload, language):
        return None
    answers = [answer_of({**payload, "text": part, "history": []}) for part in parts]
    pairs = zip(answers, parts, strict=True)
    if any(
        one["status"] != "SUCCESS" or (one.get("general") and not ASKS_WHEN.search(fold(part))) for one, part in pairs
    ):
        return None
    first, second = answers
    if first["answer"] == second["answer"]:
        return None
    return {
        **first,
        "answer": f"{first['answer']}\n\n{second['answer']}",
        "output": {**first["output"], "further": second["output"]},
        "confidence": min(first["confidence"], second["confidence"]),
        "definite": True,
        "used": merged([*first["used"], *second["used"], *context_spans(text)], len(text)),
    }


ASKS_WHEN = re.compile(
    r"\A\W*(?:when|wann|quand|cuando|(?:what|which) date)\b[^?.!]*\Z|\A\W*(?:when|wann|quand|cuando|(?:what|which) date)\b[^?]*\?\W*\Z",
    re.IGNORECASE,
)
SECOND_END = re.compile(  # "how many days until Christmas and until Easter"
    r"\b(?:how many|how long|wie ?viele|wie lange|combien de|cuant[oa]s)\b[^.?!;]{0,40}?\b(?P<first>until|till|bis(?: zu[mr]?)?|jusqu'(?:a|au|aux)|hasta)\b[^.?!;]{2,40}?(?P<joint>,? (?:and|und|et|y)(?: also)? )(?P<second>until|till|bis(?: zu[mr]?)?|jusqu'(?:a|au|aux)|hasta)\b",
    re.IGNORECASE,
)


def question_parts(text: str) -> list[str]:
    """Return the two questions of a message, each in its place; a second end has the question of the first. [] for other messages."""
    flat = fold(text)
    joints, ends = list(JOINT.finditer(flat)), list(SECOND_END.finditer(flat))
    if len(joints) + len(ends) != 1:
        return []
    if joints:
        return [text[: joints[0].start()], blanked(text, 0, joints[0].end())]
    return [text[: ends[0].start("joint")], blanked(text, ends[0].start("first"), ends[0].end("joint"))]


THEN_WORDS = re.compile(
    r"\b(?:in )?(?:then|that year|the same year|dann|in dem jahr|dem jahr|alors|cette annee-la|entonces|ese ano)\b",
    re.IGNORECASE,
)
WHICH_ONE = re.compile(r"\b(?:which|what) one\b", re.IGNORECASE)
ASKED_NOUN = re.compile(
    r"\b(?:which|what) (?:(?:calendar|iso) )?(?:week number|week|weekday|day of the week|month|year|quarter)\b",
    re.IGNORECASE,
)
OWN_DAY = re.compile(
    r"\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|okt|dez|mai|fev|avr|juin|juil|aout|ene|abr|ago|dic)[a-z]*\b\.?",
    re.IGNORECASE,
)


DAY_AT_END = re.compile(
    rf"(?:\b\d{{1,2}}(?:st|nd|rd|th|\.|er)? ?(?:of |de )?{OWN_DAY.pattern}|{OWN_DAY.pattern} \d{{1,2}}(?:st|nd|rd|th)?)\Z",
    re.IGNORECASE,
)


def with_told_words(parts: list[str]) -> list[str]:
    """Return two questions of which the second has the year that "then" means, and the noun that "which one" means, of the first."""
    first, second = parts
    flat = fold(second)
    years = set(WRITTEN_YEAR.findall(first))
    if len(years) == 1 and OWN_DAY.search(flat) and not WRITTEN_YEAR.search(flat):
        then = THEN_WORDS.search(flat)
        second = (blanked(second, *then.span()) if then else second).rstrip(" ?.!")
        second += f" {years.pop()}" if DAY_AT_END.search(fold(second)) else f" in {years.pop()}"
    one, noun = WHICH_ONE.search(flat), ASKED_NOUN.search(fold(first))
    if one and noun and one.end() >= len(noun.group()):
        second = second[: one.end() - len(noun.group())] + noun.group() + second[one.end() :]
    return [first, second]


REST_OF_TIME = re.compile(  # "how many days are left?": until a day of the question before
    r"\b(?:left|remain\w*|to go|noch|ubrig|reste\w*|restent|quedan?|faltan?)\b", re.IGNORECASE
)
OWN_END = re.compile(
    r"\b(?:year|month|week|until|till|to (?!go\b)|jahr|monat|woche|bis|annee|mois|semaine|jusqu\w*|ano|mes|semana|hasta|para)\b",
    re.IGNORECASE,
)


FROM_PRESENT = re.compile(  # "how many weeks from today is it?": to the day of the question before
    r"\b(?:how (?:many|long|much|far)|wie ?viele?|wie lange|combien|cuant[oa]s?)\b[^?]*?(?:\bfrom (?:today|now)|\baway\b|\b(?:ab|von|seit) (?:heute|jetzt)|\ba (?:partir|compter) d[e'] ?(?:aujourd'hui|maintenant)|\b(?:desde|a partir de) (?:hoy|ahora))",
    re.IGNORECASE,
)


def is_rest(part: str, asked: Asked) -> bool:
    """Return whether a question asks how much is left, or how far it is from today, and names no end of its own."""
    if any(one.day != asked.today for one in asked.dates) or OWN_END.search(part):
        return False
    return REST_OF_TIME.search(part) is not None or FROM_PRESENT.search(part) is not None


def stand_alone(parts: list[str], payload: dict[str, Any], language: str) -> bool:
    """Return whether each of two parts asks about a day or time of its own, or about the present, and the second points at no other."""
    folded = [fold(part) for part in parts]
    if not STARTS_QUESTION.search(folded[0]) or POINTS_BACK.search(IDLE_WORDS.sub(" ", folded[1])):
        return False
    try:
        read_parts = [read(rewritten(part, language).text, present(payload.get("now"))) for part in parts]
    except (CannotError, OverflowError, ValueError):
        return False
    if is_rest(folded[1], read_parts[1]):
        return False
    years = [WRITTEN_YEAR.search(part) is not None for part in folded]
    if any(years[1 - place] and any(day.open_year for day in one.dates) for place, one in enumerate(read_parts)):
        return False  # the year of one may be that of the other
    return all(
        one.dates or OF_PRESENT.search(part) or CLOCK.search(part) for one, part in zip(read_parts, folded, strict=True)
    )


END_WANTED = re.compile(  # "delivered last thursday, 14 days to return them, until when can i send them back"
    r"\b(?:until|till|by) (?:when|(?:what|which) (?:day|date))\b|\blast day\b|\bwhen at the latest\b|\blatest by when\b",
    re.IGNORECASE,
)
DAY_WANTED = re.compile(
    r"\b(?:what|which) (?:date|day|weekday)\b(?! (?:is (?:best|good|free))|s\b)|\bwhen (?:is|was|will) (?:that|it)\b",
    re.IGNORECASE,
)
AHEAD_OF_DAY = re.compile(
    rf"(?:\bin )?\b(?:\d{{1,4}}|{COUNT}) (?:business |working )?(?:days?|weeks?|months?|years?) (?:from|after|before|past|ago\b)|\bin (?:\d{{1,4}}|{COUNT}) (?:days?|weeks?|months?|years?)\b",
    re.IGNORECASE,
)
WAIT_WANTED = re.compile(
    r"\bhow (?:long|much time|many minutes|many hours)\b(?! (?:is|are|was|does|do|did|will|would) (?:the|a|an|they|she|he|my)\b)",
    re.IGNORECASE,
)
NOW_AND_CLOCK = re.compile(
    r"\b(?:now|it'?s|it is|currently|jetzt|ahora|maintenant|son las|il est|es ist)(?: it'?s| it is| is| ist)?(?: at)? (?=\d{1,2}(?:[:.h]\d\d| ?(?:[ap]\.?m|uhr|h)\b))",
    re.IGNORECASE,
)
MONTHLY_DAY = re.compile(
    r"\bevery (?:first|\d{1,2}(?:st|nd|rd|th))(?: (?:day )?of (?:the|each|every) month)?\b(?! (?:[a-z]+day|week)\b)|\bon the (?:first|\d{1,2}(?:st|nd|rd|th)) of (?:each|every|the) month\b",
    re.IGNORECASE,
)
NEXT_WANTED = re.compile(
    r"\b(?:days|weeks|how long) (?:until|till|to|before) (?:the )?(?:next|then|that|it)\b|\bwhen(?:'s| is)? (?:the )?next\b",
    re.IGNORECASE,
)
QUESTIONS_ASKED = re.compile(r"\b(?:what|which|when|where|who|why|how)\b", re.IGNORECASE)


WHOLE_MATTER = re.compile(  # an anniversary of a day, an age between birth and death
    r"\b\d{1,3}(?:st|nd|rd|th)? (?:wedding |work )?(?:anniversary|birthday)\b|\bborn\b.*\bdied\b.*\bhow old\b|\bhow old\b.*\bborn\b.*\bdied\b",
    re.IGNORECASE | re.DOTALL,
)


ONE_QUESTION = {  # by the kind of an answer: the words that ask for it and for nothing else
    "weekday": r"\b(?:what|which) (?:week)?day (?:of the week )?(?:is|was|will|does|did|were|falls?|fell)\b|\bweekday (?:was|is)\b|\bwhich day (?:is|was|of the week)\b",
    "difference": r"\bhow (?:many (?:more )?(?:days|weeks|months|years|nights)|long)\b|\bwhich many days\b",
    "age": r"\bhow old\b",
    "date": r"\b(?:when|what date|which date|until when|by when|deadline|end date|what day)\b",
    "clock": r"\b(?:when|what time|at what time)\b",
    "duration": r"\bhow (?:long|many (?:hours|minutes))\b",
}
MOST_DAYS = {"date": 1, "weekday": 1, "difference": 2, "age": 2, "clock": 1, "duration": 2}
FIGURES_LEFT = re.compile(r"\d")
OTHER_ASKED = re.compile(  # what makes another question of it
    r"\b(?:without|except|excluding|excl|not counting|besides|apart|only|each|every|per|average|percent|if|half|times|twice|best|ideal\w*|should|recommend\w*|usual\w*|normal\w*|typical\w*|"
    r"ohne|ausser|nur|jede\w*|pro|wenn|soll\w*|sans|sauf|chaque|par|si|sin|salvo|cada|julian\w*|hijri|islamic|jewish|lunar|chinese|working|business|weekends?|school (?:days?|holidays?)|holidays?|(?:next|this|last) (?:year|month|week)|nachste[snm]? jahr|prochaine?|proxim[oa]|sunrise|sunset|moon|tide|weather)\b",
    re.IGNORECASE,
)


def without_told_years(asked: Asked) -> str:
    """Return a message without "this year" right behind a day, which is the year of that day."""
    text = asked.text
    for one in reversed(asked.dates):
        text = text[: one.end] + re.sub(r"\A,? (?:of )?this year\b", "", text[one.end :], flags=re.IGNORECASE)
    return text


def is_plain_question(asked: Asked, kind: str) -> bool:
    """Return whether a message asks one question in the words of its kind, and all its figures are those of its days and times."""
    pattern = ONE_QUESTION.get(kind)
    is_asked = pattern is not None and re.search(pattern, asked.text, re.IGNORECASE) is not None
    if not is_asked or OTHER_ASKED.search(without_told_years(asked)):
        return False
    clocks = len(CLOCK.findall(asked.rest))
    needed = {"clock": (1, True), "duration": (2, False), "date": (0, True)}.get(kind, (0, False))
    if clocks != needed[0] or bool(asked.durations) is not needed[1] or len(asked.dates) > MOST_DAYS[kind]:
        return False
    if not asked.dates and kind not in ("clock", "duration"):
        return False
    rest = CLOCK.sub(" ", asked.rest)
    for match in duration_matches(asked.rest):
        rest = rest.replace(match.group(), " ")
    return FIGURES_LEFT.search(rest) is None


TIME_TAKEN = re.compile(
    r"\b(?:takes?|took|needs?|lasts?|requires?|matures?|ripens?|ready|done|braucht|brauchen|benotigt|dauert|prend|faut|necesitan?|tardan?)(?: (?:in|after|about|around|roughly|some|for|approx|ungefahr|etwa|ca|environ|unos|unas|nach|apres))*[ .]*(?=\d)",
    re.IGNORECASE,
)
WHEN_THEN = re.compile(
    r"\bwhen (?:can|could|may|will|do|does|is|are|should|kann|konnen|darf|ist|sind|peut|puis|est|pued\w+|esta\w*)\b(?![^?.!]*\b(?:start|begin|order|sow|plant|leave|book)\b)",
    re.IGNORECASE,
)


def is_growing(asked: Asked) -> bool:
    """Return whether a message tells a start, how long something takes from it, and asks when that is over."""
    taken = TIME_TAKEN.search(asked.text)
    begins = bool(asked.dates) and taken is not None and asked.dates[0].end <= taken.start()
    return begins and WHEN_THEN.search(asked.text) is not None


def is_certain(asked: Asked, kind: str) -> bool:
    """Return whether the one question of a message is certain to be that which was answered, so that the rest tells a story."""
    text = asked.text
    if len(QUESTIONS_ASKED.findall(text)) > 1:
        return False
    if len(asked.dates) <= 2 and not asked.durations and WHOLE_MATTER.search(text):
        return kind in ("age", "date")
    if kind == "date" and len(asked.durations) == 1 and len(asked.dates) < 2:
        if asked.dates and END_WANTED.search(text) is not None and OTHER_ASKED.search(text) is None:
            return True
        if DAY_WANTED.search(text) is not None and AHEAD_OF_DAY.search(text) is not None:
            return True
        return is_growing(asked) and is_plain_question(asked, kind)
    if kind == "duration" and not asked.dates and not asked.durations and len(CLOCK.findall(asked.rest)) == 2:
        return NOW_AND_CLOCK.search(text) is not None and WAIT_WANTED.search(text) is not None
    if is_plain_question(asked, kind):
        return True
    return not asked.durations and MONTHLY_DAY.search(text) is not None and NEXT_WANTED.search(text) is not None


ARRIVED_WORDS = re.compile(
    r"\b(?:losgefahren|losgegangen|abgefahren|abfahrt|abflug|gestartet|parti\w*|sali\w*|salida|angekommen|ankunft|gelandet|lleg\w*)\b",
    re.IGNORECASE,
)
LEFT_AT = re.compile(
    r"\b(?:left|leave|leaving|depart\w*|set off|took off|started|losgefahren|losgegangen|abgefahren|abfahrt|abflug|gestartet|weg|parti\w*|depart|sali\w*|salida)(?: (?:home|work|the house|the office|there))?(?: (?:at|um|a|a las))?[: ]*\Z",
    re.IGNORECASE,
)
ARRIVED_AT = re.compile(
    r"[ ,;.]*(?:and |und |et |y |then )?(?:i |we |ich |wir )?(?:arriv\w*|landed|landing|got (?:there|in|home|here)|reached \w+|back(?: home)?|home|there|angekommen|ankunft|gelandet|da|zuruck|lleg\w*|regres\w*)(?: (?:there|home|at home|zu hause))?(?: (?:at|um|a|a las))?[: ]*",
    re.IGNORECASE,
)
OTHER_QUESTION = re.compile(
    r"\b(?:what|which|when|where|who|why|how (?!long)|was|welche\w*|wann|wo|wer|quel\w*|quand|ou|que|cual|cuando|donde|late|speed|average|delay)\b",
    re.IGNORECASE,
)


def is_way(asked: Asked, clocks: list["re.Match[str]"]) -> bool:
    """Return whether two times are those of a departure and an arrival, and nothing else is asked."""
    if OTHER_QUESTION.search(asked.rest) or DATE.search(asked.rest) or re.search(r"\d", CLOCK.sub(" ", asked.rest)):
        return False
    between = asked.rest[clocks[0].end() : clocks[1].start()]
    return bool(LEFT_AT.search(asked.rest[: clocks[0].start()]) and ARRIVED_AT.fullmatch(between))
