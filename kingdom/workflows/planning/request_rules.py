"""Read a request in plain words as steps that use each other's results. Pure rules, linear in time."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from kingdom.cognition.message_reading.message_content import NAMING_KINDS, find_content
from kingdom.workflows.planning.step_phrases import (
    AS_TABLE,
    BACK_REFERENCE,
    COLUMN,
    COLUMN_NAMED,
    EACH,
    EACH_NOUN,
    EACH_ROW,
    FIRST,
    IN_IT,
    INTRODUCTION_WORDS,
    ITS,
    NO_REFERENCE,
    NUMBER,
    OF_ROWS,
    SENTENCES,
    SEPARATELY,
    TABLE,
    TAKE,
    TAKEN,
    THEN,
    THESE,
    TRAILING_THEN,
    VERB_LAST,
    VERB_THEN,
    WHOLE,
)

MAX_STEPS = 8
_CLAUSE_END = re.compile(r"(?<!\s)(?:\s*+[,:.]\s++(?:(?:and|und|et|y)\s++)?|\s++(?:and|und|et|y)\s++)", re.IGNORECASE)
_OPEN_END = re.compile(
    r"\s+(?:of|in|from|for|von|aus|de|dans|en)$", re.IGNORECASE
)  # "count the words of (each of these)"
_DATA = re.compile(r":\s+|(?<!\s)\s*\n")
_LINE_MARK = re.compile(r"^\s*(?:[-*•]|\d{1,3}[.)])\s+")


# Names of tables as they are written into a request; a path with spaces has to be known.
_FILE_NAME = re.compile(r"(?<![\w./-])[\w./-]{1,200}\.(?:csv|tsv|tab|xlsx|jsonl?|ndjson)(?![\w/-])", re.IGNORECASE)
_MARKS = "\ue000\ue001"  # private use: a request holds none of its own
_HIDDEN = re.compile(rf"{_MARKS[0]}(\d{{1,6}}){_MARKS[1]}")
_HIDDEN_MARKS = re.compile(f"[{_MARKS}]")
_QUOTES = "\"'”“»` "
_LEAD_LENGTH = 120  # characters before a file's name that may belong to its mention
_FILE_LEAD = re.compile(
    rf"(?:^|(?<=\s))(?P<each>{EACH_ROW})?(?:(?:of|in|from|inside|aus|von|dans|de|du|en|del|desde)\s)?"
    r"(?:(?:the|der|dem|die|le|la|el)\s)?(?:(?:file|table|datei|tabelle|fichier|tableau|archivo|tabla)\s)?"
    r"[\"'“„«`]?$",
    re.IGNORECASE,
)
_AND = re.compile(r"[\"'”“»`]?\s?,?\s(?:and|und|et|y)\s", re.IGNORECASE)
_INTRODUCTION = re.compile(r"([^:\n]{1,160})(?::\s+|\n\s*)(?=\S)")
_WORD = re.compile(r"[\w'’]+")
_LETTERS_ONLY = re.compile(r"[^\d@/\\{}\[\]]+")


class RequestStep(NamedTuple):
    """One step: what is wanted, and of the first one the data; ``items`` when it is wanted of each of them.

    ``file`` is the file that the step is about, as the request writes it; ``is_mapped``: it is wanted of each row, and
    ``is_whole_row``: the request says so. ``item_place`` is where an item stands in ``text``, -1 for behind it.
    """

    text: str
    data: str = ""
    items: tuple[str, ...] = ()
    file: str = ""
    is_mapped: bool = False
    is_whole_row: bool = False
    item_place: int = -1

    @property
    def message(self) -> str:
        """The step as one message."""
        return f"{self.text}: {self.data}" if self.data else self.text

    @property
    def is_complete(self) -> bool:
        """Whether a later step names what it works on, and says nothing of a result before it."""
        names = any(item.kind in NAMING_KINDS for item in find_content(self.text))
        return (names or bool(self.data)) and not self.file and not self.refers_back

    @property
    def refers_back(self) -> bool:
        """Whether the step speaks of a result before it."""
        return BACK_REFERENCE.search(NO_REFERENCE.sub(" ", self.text)) is not None

    def item_message(self, item: str) -> str:
        """Return the step for one of its items."""
        if self.item_place >= 0:
            return f"{self.text[: self.item_place]} {item}{self.text[self.item_place :]}".strip()
        return f"{self.text}: {item}" if _LETTERS_ONLY.fullmatch(item) else f"{self.text} {item}"


def request_steps(request: str, file_names: Sequence[str] = ()) -> tuple[RequestStep, ...]:
    """Return the steps of a request in order.

    The data is what stands after the first colon or line end, whether the steps stand before it or on both sides. A
    step about a file (one of ``file_names``, or what looks like the name of a table) has no other data. The words of a
    known path are no words of the request.
    """
    hidden = _HiddenPaths(request.strip(), file_names)
    return tuple(hidden.shown(step) for step in _steps(hidden.text, file_names))


def without_introduction(request: str) -> str:
    """Return a request without words that only announce it: "two things, please: …"."""
    found = _INTRODUCTION.match(request)
    if found is None or any(word not in INTRODUCTION_WORDS for word in _WORD.findall(found[1].lower())):
        return request
    return request[found.end() :]


def _steps(request: str, file_names: Sequence[str]) -> tuple[RequestStep, ...]:
    words, data = _without_data(_marked_steps(_taken_file(without_introduction(request), file_names)))
    texts = [text.strip(" ,;.") for text in THEN.split(TABLE.sub("", words))]
    texts = [part for text in texts for part in _split_behind_file(text, file_names) if part]
    texts = _of_same_file([VERB_LAST.sub(r"\1", text) for text in texts], file_names)
    if not texts:
        return ()
    steps = [_file_step(text, file_names) for text in texts]
    return _with_file(steps, data) if any(step.file for step in steps) else _with_data(texts, data)


def _of_same_file(texts: Sequence[str], file_names: Sequence[str]) -> list[str]:
    """Return steps with the file of an earlier one behind those that name a column and no file."""
    named, file = list[str](), ""
    for text in texts:
        place = _file_place(text, file_names)
        file = text[slice(*place)] if place else file
        named.append(f"{text} in {file}" if file and not place and COLUMN_NAMED.search(text) else text)
    return named


def _marked_steps(request: str) -> str:
    """Return a request with "then" between its steps, where numbers or the order of words divide them."""
    numbers = list(NUMBER.finditer(request))
    written = [found["step"] or found["digit"] for found in numbers]
    if len(numbers) > 1 and numbers[0].start() == 0 and written == list("123456789")[: len(numbers)]:
        ends = [*(found.start() for found in numbers[1:]), len(request)]
        parts = [request[found.end() : end].strip(" ,;.\n") for found, end in zip(numbers, ends, strict=True)]
        request = ", then ".join(parts)
    data = _DATA.search(request)
    words, rest = (request[: data.start()], request[data.start() :]) if data else (request, "")
    words = VERB_THEN.sub(r", then \1\2 ", FIRST.sub("", words))
    return TRAILING_THEN.sub(r", then \1", words) + rest


def _taken_file(words: str, file_names: Sequence[str]) -> str:
    """Return "take a.csv, check the mails and …" with the file in its first step: "check the mails in a.csv and …"."""
    place = _file_place(words, file_names)
    if place is None or not TAKE.fullmatch(words[: place[0]]):
        return words
    particle = TAKEN.match(words, place[1])
    end = particle.end() if particle else place[1]
    joint = THEN.match(words, end) or _CLAUSE_END.match(words, end)
    if joint is None:
        return words
    within = "for each row of" if OF_ROWS.search(words[: place[0]]) else "in"
    return _with_file_behind(words[joint.end() :], f"{within} {words[slice(*place)]}")


def _with_file_behind(rest: str, mention: str) -> str:
    """Return what is wanted of a file, with its mention at the end of the first step."""
    ends = [found for found in (_CLAUSE_END.search(rest), THEN.search(rest)) if found is not None]
    if not ends:
        return f"{IN_IT.sub('', rest)} {mention}"
    end = min(found.start() for found in ends)
    behind = next(found for found in reversed(ends) if found.start() == end)
    return f"{IN_IT.sub('', rest[:end])} {mention}, then {rest[behind.end() :]}"


class _HiddenPaths:
    """A request with a mark in the place of each known path: a path may hold "then", a colon or a comma."""

    def __init__(self, request: str, file_names: Sequence[str]) -> None:
        self._paths = list[str]()
        folded = request.casefold()
        known = sorted((name for name in file_names if "." in name and name.casefold() in folded), key=len)
        self.text = _HIDDEN_MARKS.sub("", request)
        if known:
            names = "|".join(map(re.escape, reversed(known)))
            self.text = re.sub(rf"(?<![\w./-])(?:{names})(?![\w/-])", self._hide, self.text, flags=re.IGNORECASE)

    def _hide(self, found: re.Match[str]) -> str:
        self._paths.append(found[0])
        return f"{_MARKS[0]}{len(self._paths) - 1}{_MARKS[1]}"

    def shown(self, step: RequestStep) -> RequestStep:
        """Return a step with the paths as the request writes them."""
        items = tuple(map(self._shown, step.items))
        text, data, file = map(self._shown, (step.text, step.data, step.file))
        return step._replace(text=text, data=data, items=items, file=file)

    def _shown(self, text: str) -> str:
        return _HIDDEN.sub(lambda mark: self._paths[int(mark[1])], text) if self._paths else text


def _with_file(steps: list[RequestStep], data: str) -> tuple[RequestStep, ...]:
    """Return steps about a file; "for each row of it:" has what is wanted behind the colon."""
    first = steps[0]
    return (first._replace(text=data, is_mapped=True) if data and not first.text else first, *steps[1:])


def _with_data(texts: list[str], data: str) -> tuple[RequestStep, ...]:
    first = AS_TABLE.sub("", texts[0])
    items = list_items(data, sentences=SENTENCES.search(first) is not None) if _is_of_each(first) else ()
    others = tuple(RequestStep(text) for text in texts[1:])
    return (_mapped_step(first, items), *others) if items else (RequestStep(texts[0], data), *others)


def _is_of_each(text: str) -> bool:
    """Return whether a step is wanted of each item; "add up all of these" is wanted of all together."""
    found = EACH.search(text)
    if found is None:
        return SEPARATELY.search(text) is not None or EACH_NOUN.search(text) is not None
    return not (found[0].lower().startswith(("all", "both")) and WHOLE.search(text))


def _mapped_step(text: str, items: tuple[str, ...]) -> RequestStep:
    """Return a step for each of some items: each stands where the words spoke of all of them."""
    text = " ".join(SEPARATELY.sub("", text).split())
    found = EACH.search(text) or EACH_NOUN.search(text) or THESE.search(text)
    if found is None:
        return RequestStep(_OPEN_END.sub("", text), items=items)
    before, after = text[: found.start()].strip(), text[found.end() :].strip(" ,:.?!")
    if not before or not after:
        wanted = ITS.sub(r"the \1 of", before or after)
        return RequestStep(wanted if wanted != (before or after) else _OPEN_END.sub("", wanted), items=items)
    return RequestStep(f"{before} {after}", items=items, item_place=len(before))


def _split_behind_file(text: str, file_names: Sequence[str]) -> list[str]:
    """Return a text as two where an "and" stands right behind the name of a file."""
    place = _file_place(text, file_names)
    joint = _AND.match(text, place[1]) if place else None
    return [text] if joint is None else [text[: joint.start()], text[joint.end() :].strip(" ,;.")]


def _file_step(text: str, file_names: Sequence[str]) -> RequestStep:
    """Return a step; the mention of its file is taken out of its text."""
    text = " ".join(text.split())
    place = _file_place(text, file_names)
    if place is None:
        return RequestStep(text)
    start, end = place
    before = max(0, start - _LEAD_LENGTH)
    lead = _FILE_LEAD.search(text[before:start])
    kept = text[: before + lead.start()] if lead else text[:start]
    wanted = " ".join(f"{kept} {text[end:].lstrip(_QUOTES)}".split()).strip(" ,;.")
    each_row = bool(lead and lead["each"])
    each = each_row or EACH.search(wanted) is not None
    wanted = " ".join(AS_TABLE.sub("", SEPARATELY.sub("", EACH.sub(" ", wanted))).split())
    mapped = each or WHOLE.search(wanted) is None
    wanted = " ".join(COLUMN.sub(" ", wanted).split()) if mapped else wanted
    return RequestStep(wanted, file=text[start:end], is_mapped=mapped, is_whole_row=each_row)


def _file_place(text: str, file_names: Sequence[str]) -> tuple[int, int] | None:
    """Return where the first name of a file stands in a text."""
    hidden = _HIDDEN.search(text)
    if hidden is not None:
        return hidden.span()
    folded = text.casefold()
    if len(folded) == len(text):
        for name in sorted(file_names, key=len, reverse=True):
            found = re.search(rf"(?<![\w./-]){re.escape(name.casefold())}(?![\w/-])", folded)
            if found is not None:
                return found.span()
    found = _FILE_NAME.search(text)
    return None if found is None else found.span()


def _without_data(request: str) -> tuple[str, str]:
    """Return the words of a request and its data. Steps may stand after the data of the first one, behind a "then"."""
    found = _DATA.search(request)
    if found is None:
        return request, ""
    words, rest = request[: found.start()], request[found.end() :]
    if THEN.search(words):
        return words, rest.strip()
    then = THEN.search(rest)
    table = TABLE.search(rest)
    ends = [match.start() for match in (then, table) if match is not None]
    if not ends:
        return words, rest.strip()
    return words + rest[min(ends) :], rest[: min(ends)].strip()


def list_items(data: str, *, sentences: bool = False) -> tuple[str, ...]:
    """Return the items of a list: its lines, else what stands between semicolons, else between commas.

    Of several ``sentences`` each is an item, whatever stands in it.
    """
    marks = (r"\n", *([r"(?<=[.!?])\s"] if sentences else []), ";", ",")
    for mark in marks:
        parts = [_LINE_MARK.sub("", part).strip(" .") for part in re.split(mark, data)]
        parts = [part for part in parts if part]
        if len(parts) > 1:
            return tuple(parts)
    return ()
