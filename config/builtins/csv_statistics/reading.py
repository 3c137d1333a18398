"""Finds the table in a message."""

import csv
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain, islice
from typing import NamedTuple

from config.builtins.csv_statistics.columns import COMMA, Column, compile_caseless, filled, is_date, number
from config.builtins.csv_statistics.spaced_rows import word_rows
from config.builtins.wording import blanked, flattened, fold

HEAD = 200  # lines that tell the delimiter and the header
RULE = re.compile(r"[\s|:+-]+")
RULE_STARTS = "|:+- \t\r\n\v\f\u00a0\u3000"
MOST_SPOKEN = 4  # lines before and after a table that may be sentences with a comma
DELIMITERS = ",;\t|"
FENCE = re.compile(r"```[^`\n]*\n(.*?)(?:```|\Z)", re.DOTALL)
LIST = re.compile(
    r"(?<![\w.,])[-−]?\d+(?:\.\d+)?(?:(?:\s*[,;]\s*|\s+)(?:(?:and|und|et|y|e|&)\s+)?[-−]?\d+(?:\.\d+)?){1,}(?![\w])"
)

ASKED = compile_caseless(
    r"\?\s*$|^\W*(?:what|which|who|how|where|when|please|show|list|sort|count|welche|was|wer|wie|bitte|quel|quelle|"
    r"combien|qui|qué|que|cuál|cuánt[oa]s?)\b"
)

JSON_DOCUMENT = re.compile(  # behind words or at the start of a line; in a cell it stands behind a delimiter
    r"(?:^[ \t]*|[\w:.?!] )(?:\[\s*)?\{\s*(?:\"[^\"\n]{1,80}\"|'[^'\n]{1,80}')\s*:", re.MULTILINE
)


class Table(NamedTuple):
    """A table: its columns, rows and how to read them again; ``question`` has blanks at its ``place``."""

    question: str
    columns: list[Column]
    rows: int
    delimiter: str
    has_header: bool
    again: Callable[[], Iterator[list[str]]]
    place: tuple[int, int] = (0, 0)

    @property
    def folded(self) -> str:
        """Return the question without accents, its places those of the message."""
        return fold(flattened(self.question).text)


def found(text: str) -> Table | None:
    """Return the table in a text: in a code block, in its lines, or a bare list of numbers."""
    fence = FENCE.search(text)
    if fence:
        table = parsed(lambda: iter([fence.group(1)]), blanked(text, *fence.span()))
        if table is not None:
            return table._replace(place=fence.span())
    if JSON_DOCUMENT.search(text):
        return None
    best = priced_lines(text) or block(text) or spaced_block(text) or block_of_words(text)
    if best is not None:
        return best
    lists = sorted(LIST.finditer(text), key=lambda match: len(match.group()), reverse=True)
    if lists and not re.fullmatch(r"\d{4}-\d\d.*", lists[0].group()):
        values = re.findall(r"[-−]?\d+(?:\.\d+)?", lists[0].group())
        return listed(blanked(text, *lists[0].span()), values)._replace(place=lists[0].span())
    return None


MOST_BLANK = 200  # characters that are left of the place of a table


def squeezed(table: Table) -> tuple[Table, int]:
    """Return a table whose question has few blanks in its place, and how many were cut."""
    start, end = table.place
    cut = max(end - start - MOST_BLANK, 0)
    if not table.question[start:end].isspace():
        return table, 0
    return table._replace(question=table.question[: end - cut] + table.question[end:], place=(start, end - cut)), cut


def widened(spans: list[list[int]], place: tuple[int, int], cut: int) -> list[list[int]]:
    """Return spans of a question as those of its message, ``cut`` longer at a place."""
    return [[at + cut if at >= place[1] else at for at in span] for span in spans] if cut else spans


def found_whole(parts: Callable[[], Iterator[str]]) -> Table | None:
    """Return the table that a file is, else one in it; each call gives the file in parts."""
    return parsed(parts, "") or found("".join(parts()))


def block(text: str) -> Table | None:
    """Return the longest run of lines that one delimiter cuts into as many fields, two at least."""
    lines = text.splitlines()
    found_runs = [run for delimiter in DELIMITERS for run in runs(lines, delimiter)]
    best = max(found_runs, key=lambda run: (run[1] - run[0], -run[0]), default=None)
    numbers = {place for place, line in enumerate(lines) if number(line) is not None}
    if best is None and len(numbers) >= 3:
        start, end = place_of(text, min(numbers), max(numbers) + 1)
        around = "\n".join(" " * len(line) if place in numbers else line for place, line in enumerate(text.split("\n")))
        same = len(text.split("\n")) == len(lines)
        question = around if same else blanked(text, start, end)
        cells = [lines[place] for place in sorted(numbers)]
        above = lines[min(numbers) - 1].strip() if min(numbers) > 1 else ""
        is_named = len(cells) == max(numbers) - min(numbers) + 1 and HEAD_OF_ONE.fullmatch(above) is not None
        if not is_named or not same:
            return listed(question, cells)._replace(place=(start, end))
        start = place_of(text, min(numbers) - 1, max(numbers) + 1)[0]
        return listed(blanked(text, start, end), cells, above)._replace(place=(start, end))
    if best is None:
        return answers_below(text, lines)
    start, end = place_of(text, *best)
    rows = "\n".join(lines[slice(*best)])
    table = parsed(lambda: iter([rows]), blanked(text, start, end))
    return table._replace(place=(start, end)) if table else None


HEAD_OF_ONE = re.compile(r"[^\W\d_][\w-]{1,29}")  # a line of one word above numbers, below the question
PRICED_LINE = compile_caseless(  # "- coffee $4.50", "Wurst 5,79 €"
    r"[ \t]*(?:[-*•–]|\d{1,2}[.)])?[ \t]*(?P<label>[^\W\d_][^\d\n$€£,;|\t]{0,40}?)(?:[ \t]*[:=][ \t]*|[ \t]+|[ \t]*(?=[$€£]))(?P<before>[$€£])?[ \t]?(?P<n>-?\d{1,3}(?:[ .,]\d{3})*[.,]\d\d|-?\d{1,7})[ \t]?(?P<after>[$€£]|eur|euros?|usd|chf)?[ \t]*"
)
LEAST_PRICED = 3  # lines


def priced_lines(text: str) -> Table | None:
    """Return three or more lines of a thing and its price, as on a receipt, as a table."""
    lines = text.splitlines()
    matches = [PRICED_LINE.fullmatch(line[:120]) for line in lines]
    priced = [
        found if found and (found["before"] or found["after"] or found["n"][-3:-2] in (".", ",")) else None
        for found in matches
    ]
    if any(priced):  # "Max 22" between prices with cents
        priced = [found or (one if one and whole_price(one["label"]) else None) for found, one in zip(priced, matches, strict=True)]  # fmt: skip
    first = next((place for place, one in enumerate(priced) if one), 0)
    last = next((place for place in range(first, len(lines)) if not priced[place]), len(lines))
    rows = [one for one in priced[first:last] if one]
    if len(rows) < LEAST_PRICED or any(priced[last:]):
        return None
    place = place_of(text, first, last)
    sheet = "\n".join(
        [
            "item\tamount",
            *(f"{one['label'].strip()}\t{one['n']} {one['after'] or one['before'] or ''}".rstrip() for one in rows),
        ]
    )
    table = parsed(lambda: iter([sheet]), blanked(text, *place))
    return table._replace(place=place) if table else None


def whole_price(label: str) -> bool:
    """Return whether the words before a number without cents name a thing, as a receipt does: one word or two."""
    return re.fullmatch(r"[^\W\d_]\S{1,29}(?: \S{1,29})?", label.strip()) is not None


GAPS_BETWEEN = re.compile(r"(?<=\S)[ \t]{2,20}(?=\S)")
LEAST_SPACED = 3  # lines, with the header


def spaced_block(text: str) -> Table | None:
    """Return the longest run of lines whose columns are aligned by two or more spaces."""
    lines = text.splitlines()
    cuts = [len(GAPS_BETWEEN.findall(line)) for line in lines]
    best, start = (0, 0), 0
    while start < len(lines):
        end = start
        while end < len(lines) and cuts[start] and cuts[end] == cuts[start]:
            end += 1
        best = max(best, (start, end), key=lambda run: run[1] - run[0])
        start = max(end, start + 1)
    if best[1] - best[0] < LEAST_SPACED:
        return None
    rows = [GAPS_BETWEEN.split(line.strip()) for line in lines[slice(*best)]]
    if not any(number(one) is not None for row in rows[1:] for one in row):
        return None
    place = place_of(text, *best)
    sheet = "\n".join("\t".join(row) for row in rows)
    table = parsed(lambda: iter([sheet]), blanked(text, *place))
    return table._replace(place=place) if table else None


def block_of_words(text: str) -> Table | None:
    """Return a header and rows whose cells are parted by one space as a table."""
    lines = text.splitlines()
    best = word_rows(lines)
    if best is None:
        return None
    place = place_of(text, *best)
    sheet = "\n".join("\t".join(line.split()) for line in lines[slice(*best)])
    table = parsed(lambda: iter([sheet]), blanked(text, *place))
    return table._replace(place=place) if table else None


ASKS_SHARE = compile_caseless(
    r"\b(?:percent\w*|share|proportion|fraction|how many|number of|count|most (?:common|frequent|often|popular)|frequen\w*|tally|prozent\w*|anteil|wie ?viele|anzahl|haufig\w*|häufig\w*|pourcentage|part|combien|porcentaje|cu[aá]nt[oa]s)\b|%"
)
LEAST_ANSWERS = 4  # lines; fewer are more likely a text


def answers_below(text: str, lines: list[str]) -> Table | None:
    """Return lines of one word, at least one repeated, below a question about shares."""
    first = next((place for place in range(len(lines)) if all(ONE_ANSWER.fullmatch(line) for line in lines[place:])), 0)
    cells = [line.strip() for line in lines[first:]]
    counts = Counter(cells)
    if first == 0 or len(cells) < LEAST_ANSWERS or len(counts) == len(cells) or not ASKS_SHARE.search(lines[first - 1]):
        return None
    has_header = (
        counts[cells[0]] == 1
        and len(counts) > 2
        and cells[0].lower() not in text[: place_of(text, 0, first)[1]].lower()
    )
    columns = [Column(cells[0] if has_header else "values", 0)]
    below = cells[1:] if has_header else cells
    place = place_of(text, first, len(lines))
    count = filled(([value] for value in below), columns)
    return Table(blanked(text, *place), columns, count, " ", has_header, lambda: ([value] for value in below), place)


ONE_ANSWER = re.compile(r"\s*[^\W\d_][\w'’-]{0,29}\s*")


def place_of(text: str, first: int, last: int) -> tuple[int, int]:
    """Return where lines stand in a text, the last one not included."""
    lengths = [len(line) for line in text.splitlines(keepends=True)]
    start = sum(lengths[:first])
    end = start + sum(lengths[first:last])
    return start, end


def runs(lines: list[str], delimiter: str) -> list[tuple[int, int]]:
    """Return the runs of lines (start, end) with a delimiter; an empty line may part two."""
    made: list[tuple[int, int]] = []
    start = 0
    while start < len(lines):
        end = start
        while end < len(lines) and (
            delimiter in lines[end]
            or (end > start and not lines[end] and delimiter in "".join(lines[end + 1 : end + 2]))
        ):
            end += 1
        low, high = start, end
        for _ in range(MOST_SPOKEN):
            if (
                high - low > 3
                and not lines[high - 2].strip()
                and is_remark(lines[high - 1], lines[low : high - 2], delimiter)
            ):
                high -= 2
            if high - low > 2 and spoken(lines[high - 1], lines[low:high], delimiter):
                high -= 1
            if high - low > 2 and spoken(lines[low], lines[low:high], delimiter):
                low += 1
        if high - low >= 2 and even(lines[low:high], delimiter):
            made.append((low, high))
        start = max(end, start) + 1
    return made


QUESTION_IN_FRONT = re.compile(  # "how tall are they on average? plant,height,sunny"
    r"\A(?P<asked>[^\n]{8,200}?[?:!.]) (?P<header>[^\n?!:]{3,200})\n(?P<row>[^\n]+)"
)


def with_question_apart(text: str) -> str:
    """Return a text with a line break behind a question that stands in front of the header of a table in its line."""
    match = QUESTION_IN_FRONT.match(text)
    if match is None or len(match["asked"].split()) < MIN_ASKED_WORDS:
        return text
    counts = [(match["header"].count(sign), match["row"].count(sign)) for sign in ",;\t|"]
    is_header = any(first == second > 0 for first, second in counts) and not re.search(
        r"[^\w]\d", f" {match['header']}"
    )
    at = match.start("header") - 1
    return f"{text[:at]}\n{text[at + 1 :]}" if is_header else text


MIN_ASKED_WORDS = 3


def spoken(line: str, lines: list[str], delimiter: str) -> bool:
    """Say whether a line at the edge of a table is a sentence about it."""
    if len(re.findall(r"[^\W\d_]{2,}", line)) < 4:
        return False
    if line is lines[0] and (NO_HEADER.search(line) or is_sentence(line, lines[1:], delimiter)):
        return True
    if line is lines[0] and (QUESTION_LINE.match(line) or ORDER_LINE.match(line)):
        return True
    usual = Counter(delimiters(other, delimiter) for other in lines[:200]).most_common(1)[0][0]
    edge = before_header(lines, delimiter) if line is lines[0] else after_figures(line, lines, delimiter)
    return delimiters(line, delimiter) != usual or edge


def is_remark(line: str, above: list[str], delimiter: str) -> bool:
    """Say whether a line below a table is about it: words without a figure, longer than a cell."""
    parts = [part.strip() for part in line.split(delimiter)]
    rows = [[part.strip() for part in one.split(delimiter)] for one in above[1:50] if one.strip()]
    longest = max((len(part.split()) for row in rows for part in row), default=0)
    with_figures = sum(any(number(part) is not None for part in row) for row in rows)
    has_figure = any(number(part) is not None for part in parts)
    return (
        2 * with_figures >= len(rows) and not has_figure and max(len(part.split()) for part in parts) > max(2, longest)
    )


NO_HEADER = compile_caseless(
    r"\b(?:no|without|kein\w*|ohne|sans|pas d'|sin|no hay) (?:an? |column |eine )?(?:header|headings?|kopfzeile|spaltennamen|uberschrift\w*|überschrift\w*|en-?t[eê]te|cabecera|encabezado)"
)


QUESTION_LINE = compile_caseless(  # of a survey the header begins with what is no question, or asks more than once
    r"\W*(?:what|which|who|how|when|where|is|are|do|does|did|was|wie|was|wer|welche\w*|quel\w*|combien|qui|cu[aá]l\w*|cu[aá]nt\w*|qu[eé])\b[^?\n]*\?\W*\Z"
)


ORDER_LINE = compile_caseless(  # "sort alphabetically, upper or lower case shouldn't matter"
    r"\W*(?:(?:please|pls|bitte|can you|could you) )?(?:sort|order|rank|alphabeti[sz]e|put (?:these|them|this)|arrange|remove|delete|sortiere?|ordne|trie[rz]?|classe[rz]?|ordena) [^\n\d]*\Z"
)


def is_sentence(line: str, below: list[str], delimiter: str) -> bool:
    """Say whether a first line has longer phrases than a header: three words, two below."""
    parts = [part.split() for part in line.split(delimiter)]
    longest = max((len(part.split()) for row in below[:20] for part in row.split(delimiter)), default=9)
    return min(map(len, parts)) > 2 and sum(map(len, parts)) > 7 and longest < 3


def after_figures(line: str, lines: list[str], delimiter: str) -> bool:
    """Say whether a line below a table is a question with a comma."""
    above = [one for one in lines[1:-1][:21] if one.strip()]
    cells, *rows = ([cell.strip() for cell in one.split(delimiter)] for one in (line, *above[:20]))
    has_figure = [any(number(cell) is not None or is_date(cell) for cell in row) for row in (cells, *rows)]
    longest = [max(len(cell.split()) for cell in row) for row in (cells, *rows)]
    if not rows or has_figure[0] or longest[0] <= max(2, *longest[1:]):
        return False
    return all(has_figure[1:]) or ASKED.search(line) is not None


def before_header(lines: list[str], delimiter: str) -> bool:
    """Say whether the first line stands before a header: a second without figures, shorter."""
    first, second, *below = ([cell.strip() for cell in line.split(delimiter)] for line in lines[:20])
    has_figure = [any(number(cell) is not None or is_date(cell) for cell in row) for row in (first, second, *below)]
    longest = [max(len(cell.split()) for cell in row) for row in (first, second)]
    return has_figure[:2] == [False, False] and any(has_figure[2:]) and longest[0] > max(2, longest[1])


def delimiters(line: str, delimiter: str) -> int:
    """Return how many delimiters a line has outside quotes."""
    return re.sub(r'"[^"]*"', "", line).count(delimiter)


def even(lines: list[str], delimiter: str) -> bool:
    """Say whether most lines have the same number of delimiters outside quotes."""
    counts = Counter(delimiters(line, delimiter) for line in lines[:200])
    return counts.most_common(1)[0][1] >= 0.7 * min(len(lines), 200) and counts.most_common(1)[0][0] > 0


def parsed(parts: Callable[[], Iterator[str]], question: str) -> Table | None:
    """Return CSV, given in ``parts``, as a table; None without two rows of two fields."""
    lines = table_lines(parts())
    head = list(islice(lines, HEAD))
    delimiter = delimiter_of(head) if len(head) > 1 else ""
    if not delimiter:
        return None
    rows = csv.reader(chain(head, lines), delimiter=delimiter, skipinitialspace=True)
    try:
        table = headed(question, unframed(rows) if delimiter == "|" else rows, delimiter)
    except csv.Error:
        return None
    return table._replace(again=partial(body, parts, delimiter, table.has_header)) if table else None


def body(parts: Callable[[], Iterator[str]], delimiter: str, has_header: bool) -> Iterator[list[str]]:
    """Yield the rows of a table once more, without its header, and without spaces around the cells."""
    rows = csv.reader(table_lines(parts()), delimiter=delimiter, skipinitialspace=True)
    for at, row in enumerate(unframed(rows) if delimiter == "|" else rows):
        if at or not has_header:
            yield [cell.strip() for cell in row]


def table_lines(parts: Iterable[str]) -> Iterator[str]:
    """Yield the lines of a text in parts, without empty ones and rules of Markdown."""
    rest = ""
    for part in chain(parts, ["\n"]):
        text = rest + part
        cut = text.rfind("\n") + 1
        rest = text[cut:]
        for line in text[:cut].splitlines(keepends=True):
            if line[0] not in RULE_STARTS or not RULE.fullmatch(line):
                yield line


def delimiter_of(lines: list[str]) -> str:
    """Return the delimiter that cuts the first lines of a table into as many fields each."""
    fitting = [delimiter for delimiter in DELIMITERS if even(lines, delimiter)]
    if not fitting:
        return ""
    if ";" in fitting and all(
        COMMA.fullmatch(part.strip()) or "," not in part for line in lines[1:20] for part in line.split(";")
    ):
        return ";"  # "1,5;2,5": the comma is a decimal comma
    return max(
        fitting,
        key=lambda one: (
            min(lines[0].count(one), 1),
            sum(line.count(one) for line in lines[:50]),
            -DELIMITERS.index(one),
        ),
    )


def unframed(rows: Iterable[list[str]]) -> Iterator[list[str]]:
    """Yield the rows of a Markdown table without the empty fields outside its frame."""
    for row in rows:
        yield row[1:-1] if len(row) > 2 and not row[0].strip() and not row[-1].strip() else row


def headed(question: str, rows: Iterable[list[str]], delimiter: str) -> Table | None:
    """Return rows as a table; the first is its header when it is unlike those below."""
    rest = iter(rows)
    first, *below = head = [[cell.strip() for cell in row] for row in islice(rest, HEAD)]
    if not below or max(map(len, head)) < 2:
        return None
    named = all(cell and number(cell) is None and not is_date(cell) for cell in first) or has_years_above(first, below)
    unlike = any(number(cell) is not None or is_date(cell) for row in below for cell in row)
    has_header = named and len(set(first)) == len(first) and (unlike or len(below) > 1)
    columns = [Column(name, 0) for name in first] if has_header else []
    count = filled(chain(below if has_header else head, rest), columns)
    return Table(question, columns, count, delimiter, has_header, lambda: iter(()))


YEAR_ABOVE = re.compile(r"(?:19|20)\d\d")


def has_years_above(first: list[str], below: list[list[str]]) -> bool:
    """Return whether a first row names columns of years, with words and no year below."""
    years = [place for place, cell in enumerate(first) if YEAR_ABOVE.fullmatch(cell)]
    words = [cell for cell in first if cell and number(cell) is None and not is_date(cell)]
    if not years or not words or len(years) + len(words) < len(first):
        return False
    cells = [row[place] for row in below for place in years if place < len(row)]
    return any(cells) and not any(YEAR_ABOVE.fullmatch(cell) for cell in cells)


def listed(question: str, cells: list[str], name: str = "values") -> Table:
    """Return bare values as a table of one column."""
    columns = [Column(name, 0)]
    return Table(
        question, columns, filled(([cell] for cell in cells), columns), " ", False, lambda: ([cell] for cell in cells)
    )
