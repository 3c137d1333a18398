"""Recognize a message that holds what to work on: an address, a file, or figures with a question about them. Pure."""

import re

from kingdom.cognition.message_reading.message_content import find_content
from kingdom.orchestrator.message_rules.growth_requests import growth_request_of

MIN_FIGURES = 3  # "500 ml over 4 hours, 20 drops per ml. drops per minute?"
_FIGURE = re.compile(r"(?<![\w.,])\d+(?:[.,]\d+)*")
_MAIL = re.compile(r"[\w.+-]+@[\w-]+")  # also one with a slip: "ann@web,de"
_DOCUMENT = re.compile(r"\[\s*\{|\{\s*[\"'\[{]|\[\s*[\"']")  # JSON, and what is meant as JSON
_TEXT_BEHIND_LEAD = re.compile(r":\s+(?:[^\W\d_]\S*\s+){4}[^\W\d_]")  # at least five words behind a colon


def holds_work(text: str) -> bool:
    """Return whether a message holds a reference, or the figures that its closing question is about."""
    if holds_reference(text):
        return True
    wish = growth_request_of(text)
    is_asked = text.rstrip().endswith("?") and not (wish is not None and wish.explicit)
    return is_asked and len(_FIGURE.findall(text)) >= MIN_FIGURES


def holds_reference(text: str) -> bool:
    """Return whether a message names an e-mail or web address or a file itself."""
    return _MAIL.search(text) is not None or any(item.kind == "reference" for item in find_content(text))


def document_start(text: str) -> int | None:
    """Return the place where a message's JSON begins, or its text of at least five words behind a colon."""
    found = _DOCUMENT.search(text) or _TEXT_BEHIND_LEAD.search(text)
    return None if found is None else found.start()
