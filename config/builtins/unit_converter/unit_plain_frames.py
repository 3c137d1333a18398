"""Plain frames around amounts: "is a 5/8 inch board thicker than a 15 mm one", "the log says 90000 seconds, how many hours"."""

import re
from typing import Any

from config.builtins.unit_converter.unit_names import FLAGS, NAME

FRAME_AMOUNT = rf"(?:\d[\d.,/ ]* ?(?:{NAME}|\"|″)(?![a-z0-9]))"
THING_OF_AMOUNT = r"(?:[- ][^\W\d_]{2,20}){0,2}?"
PLAIN_CONTEST = re.compile(
    rf"\W*(?:(?:so|hey|hi|hello|please|and|um|hmm|quick question)\W+)*(?:is|are|was|would|will)(?: an?| the| my| our| this| that)? {FRAME_AMOUNT}{THING_OF_AMOUNT}"
    rf" (?:be )?(?:any |really |actually |even |a bit )?(?P<word>[a-z]{{4,9}}er) than (?:an? |the |my |our |this |that )?{FRAME_AMOUNT}{THING_OF_AMOUNT}\W*",
    FLAGS,
)
WORDS_OF_DIMENSION = {
    "length": r"thicker|thinner|longer|shorter|taller|wider|narrower|higher|deeper|broader|lower|bigger|larger|smaller|farther|further",
    "mass": r"heavier|lighter|bigger|larger|smaller",
    "volume": r"bigger|larger|smaller",
    "area": r"bigger|larger|smaller",
    "speed": r"faster|slower|quicker",
    "temperature": r"hotter|warmer|colder|cooler",
}
TIME_SHOWN = re.compile(
    r"\b(?:says?|said|shows?|reads?|reports?|displays?|logged|lists?|gives|states|counts|has|zeigt|sagt|meldet|affiche|indique|muestra|dice|marca)(?: an?| the| eine?)?(?: (?:uptime|runtime|total|time|duration|laufzeit|temps|tiempo))?(?: (?:of|is|von|de))? (?=\d)",
    re.IGNORECASE,
)
SHOWN_IN_UNIT = re.compile(
    r"\b(?:how many|wie ?viele?|combien d(?:e |')|cuant[oa]s) (?:full |whole )?(?:milliseconds|seconds|minutes|hours|days|weeks|sekunden|minuten|stunden|tage|wochen|secondes|heures|jours|semaines|segundos|minutos|horas|dias|semanas)\b"
    r"(?: (?:is|are|was|would|does|sind|ist|font|est|es|son)(?: (?:that|this|it|they|das|cela|ca|be|make|eso))*)?\W*\Z",
    re.IGNORECASE,
)
OTHER_NUMBER_TOLD = re.compile(r"\d")


def is_plain_contest(text: str, dimension: str) -> bool:
    """Return whether a message asks only which of two things of told sizes is the larger one."""
    match = PLAIN_CONTEST.fullmatch(text)
    words = WORDS_OF_DIMENSION.get(dimension)
    return match is not None and words is not None and re.fullmatch(words, match["word"], re.IGNORECASE) is not None


def is_shown_time(text: str, dimension: str) -> bool:
    """Return whether a message tells one time that something shows, and asks for it in another unit."""
    shown, asked = TIME_SHOWN.search(text), SHOWN_IN_UNIT.search(text)
    if dimension != "time" or shown is None or asked is None or shown.end() > asked.start():
        return False
    rest = re.sub(r"\A\d[\d.,]*", "", text[shown.end() : asked.start()])
    return OTHER_NUMBER_TOLD.search(rest) is None and OTHER_NUMBER_TOLD.search(text[: shown.start()]) is None


def in_plain_frame(made: dict[str, Any], text: str) -> dict[str, Any]:
    """Return an answer as certain where its message holds nothing but such a frame; ``text`` is folded."""
    if made["status"] != "SUCCESS" or made.get("general"):
        return made
    dimension = made["output"]["dimension"]
    if is_plain_contest(text, dimension):
        return {**made, "used": [[0, len(text)]]}
    return {**made, "definite": True} if is_shown_time(text, dimension) else made
