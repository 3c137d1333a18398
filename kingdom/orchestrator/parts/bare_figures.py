"""Requests that are a figure and what to do with it: "and 68 kg in lbs". Pure, linear in time; four languages."""

import re

from kingdom.contracts.handler_result import Span
from kingdom.orchestrator.parts import segmentation_phrases as phrases
from kingdom.orchestrator.parts.request_starts import JOINT, asks

_AFTER_QUESTION = re.compile(rf"\?\s++{JOINT}{{1,2}}\Z", re.IGNORECASE)
_AFTER_ALSO = re.compile(rf"(?<!\w)(?:{phrases.ALSO}|{phrases.BESIDES})\s+\Z", re.IGNORECASE)
_AFTER_AND = re.compile(r"\s(?:and|plus|und|et|y)\s+\Z", re.IGNORECASE)
_BARE = re.compile(
    r"[$€£(√]?\d[\d.,]*\s?(?:[%*×+/^÷-]|[^\W\d])[^.!?\n]{0,60}(?:[.!]\s?(?:thx|ty|thanks|please|danke|merci|gracias))?[.!]*",
    re.IGNORECASE,
)
_MEASURE = r"\d[\d.,]{0,12}\s?[^\W\d]{1,15}\s(?:in|into|to|nach|en|a)\s[^\W\d]"  # "68 kg in l"
AND_MEASURE = (  # "20% of 350, also 5 kg in lb", "… and also 12 ft to m"
    r"(?<!\s)[,;]?\s++(?:and\s+|und\s+|et\s+|y\s+)?(?:also|außerdem|aussi|également|también)\s+"
    rf"(?={_MEASURE})"
)
AND_FIGURE = (  # "is a@b.org ok and 68 kg in lbs": at the end, and behind no other figure
    r"(?<!\s)[,;]?\s++(?:and|plus|und|et|y)\s+"
    rf"(?={_MEASURE}{{1,20}}[.!?]*\s*\Z)"
)
AND_BELOW_DATA = rf"(?<=\d)[^\S\n]*+\n\s*+(?:and|plus|und|et|y)\s+(?={_MEASURE})"  # a measure in a line below a table
_ENDS_WITH_FIGURE = re.compile(r"(?:\d[\d.,]{0,12}\s?[^\W\d]{1,15}|(?<![\d.,])\d{1,3})\s*\Z")


def is_bare(message: str, span: Span) -> bool:
    """Return whether a piece is a figure with what to do with it behind a question: "…? And 154 lbs in kg please"."""
    before = (_AFTER_QUESTION, _AFTER_ALSO, _AFTER_AND)
    return (
        any(word.search(message, 0, span.start) for word in before)
        and _BARE.fullmatch(message[slice(*span)]) is not None
    )


def may_follow(before: str) -> bool:
    """Return whether a figure behind "and" is a request of its own: a question ends here, with no figure that goes on.

    "5 ft and 3 in in cm" is one length.
    """
    return _ENDS_WITH_FIGURE.search(before) is None and asks(before)
