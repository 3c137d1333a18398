"""Read a request in plain words as steps that use each other's results. Pure rules, linear in time."""

import re
from collections.abc import Sequence
from typing import NamedTuple

MAX_STEPS = 8
_THEN = re.compile(
    r"(?<!\s)(?:\s*[,;.]\s*|\s+)"
    r"(?:and\s+then|then|after that|afterwards|und\s+dann|dann|danach|anschließend|et\s+puis|puis|"
    r"ensuite|y\s+luego|luego|después)\s*,?\s+",
    re.IGNORECASE,
)
# "und fasse dann die Anzahlen zusammen": the verb stands before the word that divides the steps.
_VERB_THEN = re.compile(
    r"(?<!\s)(?:\s*,)?\s+(?:and|und|et|y)\s+(\w{3,20})\s+(?:then|dann|danach|anschließend|ensuite|puis|luego|después)\s+",
    re.IGNORECASE,
)
_FIRST = re.compile(r"^(?:first(?:ly)?|zuerst|als\s+erstes|d['’]abord|primero)\b[\s,:]+", re.IGNORECASE)
_NUMBER = re.compile(r"(?:^|(?<=\s))(\d)[.)]\s+")
_TAKE = re.compile(
    r"(?:take|open|read|load|use|nimm|öffne|lies|lade|prends|ouvre|lis|toma|abre|lee)\s+"
    r"(?:(?:the|die|le|el)\s+)?(?:(?:file|datei|fichier|archivo)\s+)?[\"'“„«`]?",
    re.IGNORECASE,
)
_CLAUSE_END = re.compile(r"\s*,\s*(?:(?:and|und|et|y)\s+)?|\s+(?:and|und|et|y)\s+", re.IGNORECASE)
_TABLE = re.compile(
    r"(?<!\s)(?:\s*,)?\s*\b(?:and|und|et|y)\s+(?:put|show|list|make|give|setze?|stelle?|zeige?|mets?|pon)\b[^.;:\n]{0,60}"
    r"\b(?:table|tabelle|tableau|tabla)\b(?:\s+(?:dar|auf))?\.?",
    re.IGNORECASE,
)
_EACH = re.compile(
    r"\b(?:for\s+)?(?:each|every one|all)\s+of\s+(?:these|them|the following)\b|\beach\s+one\b|"
    r"\bjede[ns]?\s+(?:davon|von diesen)\b|"
    r"\bchacun(?:e)?\s+de\s+(?:ces|ceux-ci|celles-ci)\b|\bcada\s+un[oa]\s+de\s+est[oa]s\b",
    re.IGNORECASE,
)
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
_EACH_ROW = (
    r"(?:(?:for|für|pour|para)\s)?(?:each|every|all(?:\sthe)?|jede[rns]?|alle[rn]?|chaque|toutes\sles|tous\sles|cada|"
    r"todas\slas|todos\slos)\s(?:rows?|lines?|entry|entries|records?|items?|zeilen?|einträge?n?|ligne|lignes|entrées?|"
    r"filas?|líneas?|registros?)\s"
)
_FILE_LEAD = re.compile(
    rf"(?:^|(?<=\s))(?P<each>{_EACH_ROW})?(?:(?:of|in|from|inside|aus|von|dans|de|du|en|del|desde)\s)?"
    r"(?:(?:the|der|dem|die|le|la|el)\s)?(?:(?:file|table|datei|tabelle|fichier|tableau|archivo|tabla)\s)?"
    r"[\"'“„«`]?$",
    re.IGNORECASE,
)
_AND = re.compile(r"[\"'”“»`]?\s?,?\s(?:and|und|et|y)\s", re.IGNORECASE)
_WHOLE = re.compile(
    r"\b(?:sum|total|average|mean|median|chart|count|how many|statisti|summari|summe|durchschnitt|mittelwert|anzahl|"
    r"zähl|diagramm|fasse|somme|moyenne|compte|combien|graphique|résum|suma|promedio|media|cuenta|cuánt|gráfico|resum)",
    re.IGNORECASE,
)


class RequestStep(NamedTuple):
    """One step: what is wanted, and of the first one the data; ``items`` when it is wanted of each of them.

    ``file`` is the file that the step is about, as the request writes it; ``is_mapped``: it is wanted of each row, and
    ``is_whole_row``: the request says so.
    """

    text: str
    data: str = ""
    items: tuple[str, ...] = ()
    file: str = ""
    is_mapped: bool = False
    is_whole_row: bool = False

    @property
    def message(self) -> str:
        """The step as one message."""
        return f"{self.text}: {self.data}" if self.data else self.text


def request_steps(request: str, file_names: Sequence[str] = ()) -> tuple[RequestStep, ...]:
    """Return the steps of a request in order.

    The data is what stands after the first colon or line end, whether the steps stand before it or on both sides. A
    step about a file (one of ``file_names``, or what looks like the name of a table) has no other data. The words of a
    known path are no words of the request.
    """
    hidden = _HiddenPaths(request.strip(), file_names)
    return tuple(hidden.shown(step) for step in _steps(hidden.text, file_names))


def _steps(request: str, file_names: Sequence[str]) -> tuple[RequestStep, ...]:
    words, data = _without_data(_marked_steps(request))
    words = _taken_file(words, file_names)
    texts = [text.strip(" ,;.") for text in _THEN.split(_TABLE.sub("", words))]
    texts = [part for text in texts for part in _split_behind_file(text, file_names) if part]
    if not texts:
        return ()
    steps = [_file_step(text, file_names) for text in texts]
    return _with_file(steps, data) if any(step.file for step in steps) else _with_data(texts, data)


def _marked_steps(request: str) -> str:
    """Return a request with "then" between its steps, where numbers or the order of words divide them."""
    numbers = list(_NUMBER.finditer(request))
    if (
        len(numbers) > 1
        and numbers[0].start() == 0
        and [found[1] for found in numbers] == list("123456789")[: len(numbers)]
    ):
        ends = [*(found.start() for found in numbers[1:]), len(request)]
        parts = [request[found.end() : end].strip(" ,;.\n") for found, end in zip(numbers, ends, strict=True)]
        request = ", then ".join(parts)
    data = _DATA.search(request)
    words, rest = (request[: data.start()], request[data.start() :]) if data else (request, "")
    return _VERB_THEN.sub(r", then \1 ", _FIRST.sub("", words)) + rest


def _taken_file(words: str, file_names: Sequence[str]) -> str:
    """Return "take a.csv, check the mails and …" with the file in its first step: "check the mails in a.csv and …"."""
    place = _file_place(words, file_names)
    if place is None or not _TAKE.fullmatch(words[: place[0]]):
        return words
    joint = _CLAUSE_END.match(words, place[1]) or _THEN.match(words, place[1])
    if joint is None:
        return words
    rest, file = words[joint.end() :], words[slice(*place)]
    ends = [found for found in (_CLAUSE_END.search(rest), _THEN.search(rest)) if found is not None]
    if not ends:
        return f"{rest} in {file}"
    end = min(ends, key=lambda found: found.start())
    return f"{rest[: end.start()]} in {file}, then {rest[end.end() :]}"


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
    each = _EACH.search(texts[0]) is not None
    items = _items(data) if each else ()
    wanted = _OPEN_END.sub("", " ".join(_EACH.sub(" ", texts[0]).split())) if items else texts[0]
    steps = [RequestStep(wanted, "" if items else data, items), *(RequestStep(text) for text in texts[1:])]
    return tuple(steps)


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
    each = each_row or _EACH.search(wanted) is not None
    wanted = " ".join(_EACH.sub(" ", wanted).split())
    mapped = each or _WHOLE.search(wanted) is None
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
