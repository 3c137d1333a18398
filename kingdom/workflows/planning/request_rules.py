"""Read a request in plain words as steps that use each other's results. Pure rules, linear in time."""

import re
from typing import NamedTuple

MAX_STEPS = 8
_THEN = re.compile(
    r"(?<!\s)(?:\s*[,;.]\s*|\s+)"
    r"(?:and\s+then|then|after that|afterwards|und\s+dann|dann|danach|anschließend|et\s+puis|puis|"
    r"ensuite|y\s+luego|luego|después)\s*,?\s+",
    re.IGNORECASE,
)
_TABLE = re.compile(
    r"(?<!\s)(?:\s*,)?\s*\b(?:and|und|et|y)\s+(?:put|show|list|make|give|setze?|stelle?|zeige?|mets?|pon)\b[^.;:\n]{0,60}"
    r"\b(?:table|tabelle|tableau|tabla)\b(?:\s+(?:dar|auf))?\.?",
    re.IGNORECASE,
)
_EACH = re.compile(
    r"\b(?:each|every one|all)\s+of\s+(?:these|them|the following)\b|\beach\s+one\b|"
    r"\bjede[ns]?\s+(?:davon|von diesen)\b|"
    r"\bchacun(?:e)?\s+de\s+(?:ces|ceux-ci|celles-ci)\b|\bcada\s+un[oa]\s+de\s+est[oa]s\b",
    re.IGNORECASE,
)
_DATA = re.compile(r":\s+|(?<!\s)\s*\n")
_LINE_MARK = re.compile(r"^\s*(?:[-*•]|\d{1,3}[.)])\s+")


class RequestStep(NamedTuple):
    """One step: what is wanted, and of the first one the data; ``items`` when it is wanted of each of them."""

    text: str
    data: str = ""
    items: tuple[str, ...] = ()

    @property
    def message(self) -> str:
        """The step as one message."""
        return f"{self.text}: {self.data}" if self.data else self.text


def request_steps(request: str) -> tuple[RequestStep, ...]:
    """Return the steps of a request in order.

    The data is what stands after the first colon or line end, whether the steps stand before it or on both sides.
    """
    words, data = _without_data(request.strip())
    texts = [text.strip(" ,;.") for text in _THEN.split(_TABLE.sub("", words))]
    texts = [text for text in texts if text]
    if not texts:
        return ()
    each = _EACH.search(texts[0]) is not None
    items = _items(data) if each else ()
    wanted = " ".join(_EACH.sub(" ", texts[0]).split()) if items else texts[0]
    steps = [RequestStep(wanted, "" if items else data, items), *(RequestStep(text) for text in texts[1:])]
    return tuple(steps)


def _without_data(request: str) -> tuple[str, str]:
    """Return the words of a request and its data. Steps may stand after the data of the first one, behind a "then"."""
    found = _DATA.search(request)
    if found is None:
        return request, ""
    words, rest = request[: found.start()], request[found.end() :]
    if _THEN.search(words):
        return words, rest.strip()
    then = _THEN.search(rest)
    table = _TABLE.search(rest)
    ends = [match.start() for match in (then, table) if match is not None]
    if not ends:
        return words, rest.strip()
    return words + rest[min(ends) :], rest[: min(ends)].strip()


def _items(data: str) -> tuple[str, ...]:
    """Return the items of a list: its lines, else what stands between semicolons, else between commas."""
    for mark in ("\n", ";", ","):
        parts = [_LINE_MARK.sub("", part).strip(" .") for part in data.split(mark)]
        parts = [part for part in parts if part]
        if len(parts) > 1:
            return tuple(parts)
    return ()
