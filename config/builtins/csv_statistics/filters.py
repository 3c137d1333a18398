"""The conditions of a question: which rows count. Values of the table, comparisons, "passed", "not", "or", "drop the rows where"."""

import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from itertools import pairwise
from math import fsum
from typing import NamedTuple

from config.builtins.csv_statistics.columns import (
    ANY_CASE,
    Column,
    FoundText,
    compile_caseless,
    is_identifier,
    is_year,
    measured_places,
    words_in,
)
from config.builtins.csv_statistics.columns_named import MONTHS, NUMBERS_OF_NAMES, TIME_NAME, Mention, kind_of
from config.builtins.csv_statistics.degrees import DIMENSIONS, ENTRIES, DegreeWord, measured_name
from config.builtins.wording import BEHIND_FIGURE, GROUPS, SCALED, AnswerFault, Mapped, decimal_of, fold

COMPARATIVES = {word: one.word for one in ENTRIES for word in one.plain if word.endswith("er")} | {
    f"more {word}": one.word for one in ENTRIES for word in one.compared
}
COMPARATIVE_WORDS = "|".join(sorted(COMPARATIVES, key=len, reverse=True))
COMPARISONS = (
    (">=", r"(?:at least|>=|≥|minimum of|a minimum of|no less than|not less than|no fewer than)"),
    (
        "<=",
        r"(?:at most|<=|≤|(?<!add )(?<!adds )(?<!sum )up to|no more than|not more than|maximum of|a maximum of|not over|not above)",
    ),
    (">", r"(?:more than|over|above|greater than|exceed(?:s|ed|ing)?|beyond|after|past|>)"),
    ("<", r"(?:less than|under|below|fewer than|before|short of|<)"),
    ("=", r"(?:equal(?:s)? to|equals|exactly|of exactly|==|=)"),
)
OPPOSITE_SIGNS = {
    "days": "other days",
    "other days": "days",
    "weekday": "other weekday",
    "other weekday": "weekday",
    ">": "<=",
    "<=": ">",
    "<": ">=",
    ">=": "<",
    "=": "≠",
    "≠": "=",
    "empty": "full",
    "full": "empty",
}
FIGURE = rf"[$€£]? ?(?P<n>-?(?:{GROUPS}){BEHIND_FIGURE}?)(?![-\w.]*\d)"
UNIT_BEHIND = (
    (r" ?(?:years?|yrs?)(?: old| of age)?\b|(?= years old)", "age"),
    (r" ?(?:€|\$|£|euros?|dollars?|bucks|pounds?|eur|usd|gbp)", "price"),
    (r" ?(?:degrees|°|celsius|fahrenheit)", "warmth"),
    (r" ?(?:kg|kilos?|grams?|lbs?)\b", "weight"),
    (r" ?cm\b", "height"),
)
ABOVE_AVERAGE = compile_caseless(
    r"\b(?:(?P<over>above|over|more than|higher than|greater than|better than|older than|taller than|longer than|beat|beats|au[- ]dessus(?= de)|p[oe]r encima(?= de))|"
    r"(?:below|under|less than|lower than|smaller than|worse than|younger than|shorter than|en[- ]dessous(?= de)|p[oe]r debajo(?= de))) (?:de )?(?:(?:the|its|their|dem|den|der|la|el) )?(?:overall )?(?:average|mean|avg)\b"
)
TAKES_OUT = r"drop(?:ping)?|remov(?:e|ing)|delet(?:e|ing)|discard(?:ing)?|hide|hiding|filter(?:ing)? out|get(?:ting)? rid of|throw(?:ing)? (?:out|away)|tak(?:e|ing) out|kick out|strip(?: out)?|cut out|leav(?:e|ing) out|skip(?:ping)?|omit(?:ting)?|exclud(?:e|es|ing)|ignor(?:e|es|ing)|disregard(?:ing)?"
NOT = r"not count(?:ing|ed)?|without counting|but not counting|nicht mitgezahlt|not|never|except(?: for)?|without|other than|apart from|aside from|besides|outside(?: of)?|minus|no|cannot|\w+n't|(?:is|are|was|were|do|does|did|has|have|had|ca|could|would|wo|should)nt|(?:all|everyone|everything|everybody|anyone|anything|every \w+) but|but not"
GAP_WORD = r"(?!(?:and|but|or|only|keep|show|list|then|is|are|was|were)\b)[\w'/-]+"
EXCLUDED = compile_caseless(
    rf"\b(?P<word>{TAKES_OUT}|{NOT})(?<!\bwant)(?P<gap>(?:[ ,'\"(]+(?:{GAP_WORD}|where [\w ]{{1,20}} (?:is|are|was)|(?:that|which|who) (?:is|are|was|were))){{0,7}})[ '\"(]*\Z"
)
TAKES_OUT_WORD = compile_caseless(rf"(?:{TAKES_OUT})\Z")
JOINED = compile_caseless(
    r"[\s,'\"]*(?:(?:or|nor|and|and/or|,|/|&)[\s'\"]*)*(?:(?:the|from|in|of|for|is|are)[\s'\"]+)*\Z"
)


class Filter(NamedTuple):
    """Rows that count: a column, = ≠ > >= < <= and any of some values; ``either`` joins filters."""

    column: int
    sign: str
    values: tuple[str, ...]
    any_of: "tuple[Filter, ...]" = ()


class Condition(NamedTuple):
    """A condition that a question states, and where in the rewritten question."""

    filter: Filter
    start: int
    end: int
    excluded_by: str = ""


class Reading(NamedTuple):
    """What a question's conditions are found in."""

    columns: list[Column]
    numeric: list[int]
    mentions: list[Mention]
    language: str


def excluded_before(text: str, start: int) -> FoundText | None:
    """Return the word that takes out what begins at a place: "not", "without", "drop the rows where"."""
    clause = re.split(r"[;.?!\n\0](?=\s|$)", text[max(0, start - 90) : start])[-1]
    return EXCLUDED.search(clause)


def turned(condition: Condition, text: str) -> Condition:
    """Return a condition with the opposite sign where a word before it takes its rows out."""
    found = excluded_before(text, condition.start)
    sign = OPPOSITE_SIGNS.get(condition.filter.sign)
    if found is None or sign is None:
        return condition
    start = condition.start - (len(found.group()))
    return Condition(condition.filter._replace(sign=sign), start, condition.end, found["word"].lower())


def conditions_of(
    made: Mapped, reading: Reading, spans: list[list[int]], *first: Callable[[str, Reading], Iterator[Condition]]
) -> tuple[tuple[Filter, ...], list[Condition], Mapped]:
    """Return the conditions in order, all as joined, and the question without them; ``first`` are earlier rules. Raises AnswerFault."""
    found: list[Condition] = []
    text = made.text
    for more in (
        *first,
        averages,
        ranges,
        decades,
        comparisons,
        equals,
        years_said,
        zeros,
        stock_words,
        truths,
        kindred_truths,
        shortened_truths,
        done_days,
    ):
        for one in more(made.text, reading):
            if not any(other.start < one.end and one.start < other.end for other in found):
                found.append(one)
                made = blanked_part(made, one)
    found = sorted((turned(one, text) for one in found), key=lambda one: one.start)
    spans += [made.span(one.start, one.end) for one in found]
    return tuple(one.filter for one in found), found, made


def blanked_part(made: Mapped, one: Condition) -> Mapped:
    """Return a question with marks in the place of a condition, so that nothing else is read from it."""
    return Mapped(made.text[: one.start] + "\0" * (one.end - one.start) + made.text[one.end :], made.places)


def joined(found: list[Condition], text: str) -> tuple[Filter, ...]:
    """Return conditions as a question joins them. Raises AnswerFault for "and" and "or" at once."""
    found = sorted(found, key=lambda one: one.start)
    between = [text[one.end : after.start] for one, after in pairwise(found)]
    ors = [re.search(r"\b(?:or|nor|either)\b", part, ANY_CASE) is not None for part in between]
    excluded = [one for one in found if one.excluded_by]
    takes_out = any(TAKES_OUT_WORD.match(one.excluded_by) for one in excluded)
    if len(found) > 1 and takes_out and len(excluded) == 1 and found[0] is excluded[0]:
        if re.search(r"\b(?:keep|show|list|then|what|how|which|average|total|sum)\b", between[0], ANY_CASE):
            return tuple(one.filter for one in found)  # "drop the empty ones and show those over 5"
        if not all(ors):
            raise AnswerFault("conditions")  # "drop the rows with a and b"
        return tuple(
            one.filter._replace(sign=OPPOSITE_SIGNS[one.filter.sign]) if one is not found[0] else one.filter
            for one in found
        )
    if not any(ors) or (len(excluded) == len(found)):
        return tuple(one.filter for one in found)
    if not all(ors):
        raise AnswerFault("conditions")
    return (Filter(-2, "either", (), tuple(one.filter for one in found)),)


INCLUDING = compile_caseless(  # "the total including shipping" is of all rows
    r"\b(?:including|inclusive of|incl\.?|with all of|einschliesslich|inklusive|inkl\.?|y compris|inclus|incluyendo|incluid[oa]s?)(?: (?:the|der|die|das|le|la|les|el|los|las))? \Z"
)


def value_conditions(made: Mapped, columns: list[Column]) -> tuple[list[Condition], Mapped]:
    """Return the conditions on texts of the table that a question names, and the question without these texts."""
    names = {fold(column.name).casefold() for column in columns}
    words = set(re.findall(r"[\w.-]+", made.text.casefold()))
    words |= {word.rstrip(".") for word in words}  # at the end of a sentence
    words |= {part for word in words for part in (word.rstrip("s"), word.partition("-")[0])}
    text, found = made.text, list[Condition]()
    for place, column in enumerate(columns):
        if column.values() is not None:
            continue
        for value in sorted(values_begun(column, words), key=len, reverse=True):
            folded = fold(value).casefold()
            if folded in names or (len(value) > 1 and folded in COMMON_VALUES and folded not in GIVEN_ANSWERS):
                continue
            for match in [*value_places(made.text, value, column.name), *coded_places(made.text, value, column)]:
                if INCLUDING.search(made.text[: match.start()]):
                    continue
                found.append(Condition(Filter(place, "=", (value,)), *match.span()))
                made = blanked_part(made, found[-1])
    for condition in shortened_values(made, columns):
        found.append(condition)
        made = blanked_part(made, condition)
    return with_joined_values(sorted(found, key=lambda one: one.start), text), made


NAMED_SHORTLY = re.compile(
    r"(?<![\w\0-])(?P<word>[A-Z][\w.&-]{2,}?)(?P<owner>'?s)?(?![\w&-])|\b(?:for|of|from|with|to|by|at|von|fur|bei|mit|de|du|pour|chez|para|con|del) (?P<small>[a-z][\w&-]{2,})(?=\W*(?:\Z|\n|[?!;,]|and\b|und\b|et\b|y\b))"
)
MOST_BEGUN = 200  # values of a column; in a longer list of names the first word alone tells too little


def shortened_values(made: Mapped, columns: list[Column]) -> Iterator[Condition]:
    """Yield the conditions on a text that begins with a said name: Baker for Baker Ltd."""
    names = {word for column in columns for word in re.findall(r"[^\W_]+", fold(column.name).casefold())}
    begun: dict[str, set[tuple[int, str]]] = {}
    for place, column in enumerate(columns):
        texts = column.texts or ()
        if column.values() is not None or len(texts) > MOST_BEGUN:
            continue
        for value in texts:
            first, _, rest = fold(value).casefold().partition(" ")
            if rest and first.strip(",."):
                begun.setdefault(first.strip(",."), set()).add((place, value))
    for match in NAMED_SHORTLY.finditer(made.text):
        said = (match["word"] or match["small"]).casefold()
        said = said if said in begun else said.rstrip("s")
        known = begun.get(said, set())
        if (
            len(known) != 1
            or said in COMMON_VALUES
            or {said, said.rstrip("s"), f"{said}s"} & names
            or kind_of(said) >= 0
        ):
            continue
        place, value = next(iter(known))
        start, end = match.span() if match["word"] else match.span("small")
        yield Condition(Filter(place, "=", (value,)), start, end)


FIRST_WORD = re.compile(r"[\w.-]+")
TURNED_NAME = re.compile(r"[\w.-]+, [\w.-]+")


def values_begun(column: Column, words: set[str]) -> "list[str]":
    """Return the texts of a column whose first word a question has, [] for some of all."""
    found: list[str] = []
    for value in column.texts or ():
        folded = value.lower() if value.isascii() else fold(value).casefold()
        first = FIRST_WORD.match(folded)
        if first is None:
            continue
        is_begun = len(value) == 1 or first.group().rstrip("s") in words
        if is_begun or (TURNED_NAME.fullmatch(folded) and turned_name(folded).split()[0] in words):
            found.append(value)
    return found


def with_joined_values(found: list[Condition], text: str) -> list[Condition]:
    """Return conditions on values with those of one column that are joined ("not Rome or Paris") as one."""
    kept: list[Condition] = []
    for one in (turned(condition, text) for condition in found):
        before = kept[-1] if kept else None
        last_end = before.end if before else 0
        same = before is not None and before.filter.column == one.filter.column
        if before and same and (JOINED.match(text[last_end : one.start]) or before.filter.sign == one.filter.sign):
            values = before.filter.values + tuple(
                value for value in one.filter.values if value not in before.filter.values
            )
            kept[-1] = before._replace(filter=before.filter._replace(values=values), end=one.end)
        else:
            kept.append(one)
    return kept


def value_places(text: str, value: str, column: str) -> list[FoundText]:
    """Return where a question names a value; one of a single letter only behind a word that leads to a value."""
    folded = re.escape(fold(value))
    if fold(value).casefold() in GIVEN_ANSWERS:
        pattern = rf"(?<=\w ){ANSWERED}[\"']?(?:{folded})[\"']?(?!\w)"
    elif len(value) == 1:
        lead = (
            rf"(?:of|for|from|is|in|not|only|and|with|von|fur|mit|de|para|pour|del|{re.escape(fold(column).lower())}) "
        )
        follows = (
            r"(?! (?!(?:and|or|in|is|was|with|than|y|und|oder|et|ou)\b)[^\W\d_])" if value == "a" else ""
        )  # an article
        pattern = rf"(?<![\w\0]){lead}[\"']?(?:{folded})[\"']?(?!\w){follows}"
    else:
        if len(value) > 3 and value[-2:].isalpha() and value[-1] == "s" and value[-2:] != "ss":
            folded += rf"|{re.escape(fold(value[:-1]))}(?= [^\W\d_]{{3,}})"  # "a nut allergy" for nuts
            folded = f"(?:{folded})"
        if re.fullmatch(r"[^\s,]+, [^\s,]+", value):  # "Smith, John" is named as John Smith as well
            folded = f"(?:{folded}|{re.escape(turned_name(fold(value)))})"
        pattern = rf"(?<![\w-])[\"'„“«]?{folded}(?:'{'?' if len(value) > 2 else ''}s)?[\"'“”»]?(?!\w|-(?![a-z]{{4}}))"
    flags = ANY_CASE if len(value) > 1 else 0
    return list(re.finditer(pattern, text, flags))[:3]


def turned_name(value: str) -> str:
    """Return "last, first" as "first last"."""
    last, _, first = value.partition(", ")
    return f"{first} {last}"


CODED_WORDS = (
    ("f w m h", r"(?:wom[ae]n|females?|girls?|ladies|frauen|madchen|weiblich\w*|femmes?|filles?|mujer(?:es)?|chicas?)", "f w"),
    ("f w m h", r"(?:m[ae]n|males?|boys?|guys|manner\w*|jungen?s?|mannlich\w*|hommes?|garcons?|hombres?|chicos?)", "m h"),
    ("y n j", r"(?:yes|ja)", "y j"),
)  # fmt: skip


MOST_CODES = 6  # F, f, M, m, X and one more


def coded_places(text: str, value: str, column: Column) -> list[FoundText]:
    """Return where a question says what a column's letter stands for: "the women" for F."""
    if len(value) != 1 or len(column.texts or ()) > MOST_CODES:
        return []
    codes = {one.lower() for one in column.texts or ()}
    for known, words, letters in CODED_WORDS:
        # "m" is a man beside f, w or h, and a woman (mujer) never beside them
        if codes <= {*known.split(), "x", "d"} and value.lower() in letters.split() and len(codes) > 1:
            return list(re.finditer(rf"(?<!\w){words}(?!\w)", text, ANY_CASE))[:3]
    return []


COMMON_VALUES_LISTED = """
the of in is are and or a an for no yes not total all top max min sum count mean average per which what
who how true false ja nein oui non si
"""
COMMON_VALUES = frozenset(COMMON_VALUES_LISTED.split())
GIVEN_ANSWERS = words_in("yes no ja nein oui non si")  # values where somebody gives them
ANSWERED = r"(?:said|says?|saying|answer(?:ed|s|ing)?|vot(?:ed?|es|ing)|chose|picked|repl(?:ied|y)|responded|ticked|(?:haben |hat )?(?:mit )?(?:gesagt|geantwortet|sag(?:en|ten?)|antwort\w+|stimm\w+ mit)|(?:ont |a )?(?:dit|repondu|vote)|dij(?:o|eron)|respond\w+|vot(?:o|aron)) (?:with )?(?:an? )?"


def averages(text: str, reading: Reading) -> Iterator[Condition]:
    """Yield the condition "above the average" of a column."""
    for match in ABOVE_AVERAGE.finditer(text):
        column, only = column_for(match, text, reading), measured_places(reading.columns)
        column = only[0] if column < 0 and len(only) == 1 else column
        values = reading.columns[column].values() if column >= 0 else None
        if values:
            sign = ">" if match["over"] else "<"
            yield Condition(Filter(column, sign, (f"{fsum(values) / len(values):.12g}",)), *match.span())


def ranges(text: str, reading: Reading) -> Iterator[Condition]:
    """Yield the conditions of "between 5 and 9", both ends with it."""
    for match in re.finditer(
        rf"\b(?:between|from) {FIGURE} (?:and|to|-) {FIGURE.replace('<n>', '<m>')}", text, ANY_CASE
    ):
        column = column_for(match, text, reading)
        scale = SCALED.fullmatch(match["m"])
        shared = scale[2] if scale and not SCALED.fullmatch(match["n"]) else ""  # "between 50 and 60k"
        low, high = (str(decimal_of(figure, reading.language)) for figure in (f"{match['n']}{shared}", match["m"]))
        if column >= 0:
            yield Condition(Filter(column, "between", (low, high)), *match.span())


DECADE = compile_caseless(
    r"\b(?:in |during )?(?:the |den |les |los )?(?:annees |anos )?(?P<n>(?:(?:19|20)\d0|[1-9]0)(?=s\b|'s\b|er)|(?<=annees )[1-9]0|(?<=anos )[1-9]0)(?:'?s|ern?(?: jahren?)?)?\b"
)


def decades(text: str, reading: Reading) -> Iterator[Condition]:
    """Yield the condition "in the 80s" of the only column of years."""
    years = [place for place in reading.numeric if is_year(reading.columns[place])]
    for match in DECADE.finditer(text) if len(years) == 1 else ():
        first = (
            int(match["n"])
            if len(match["n"]) > 2
            else 1900 + int(match["n"]) + (100 if match["n"] in ("10", "20") else 0)
        )
        yield Condition(Filter(years[0], "between", (str(first), str(first + 9))), *match.span())


def comparisons(text: str, reading: Reading) -> Iterator[Condition]:
    """Yield the conditions "over 30", "cheaper than 5", "at least 3", "18 or older"."""
    for match in re.finditer(rf"\b(?P<word>{COMPARATIVE_WORDS}) than {FIGURE}", text, ANY_CASE):
        word = COMPARATIVES[match["word"].lower()]
        column, is_inverse = compared_column(word, match, text, reading)
        yield from compared(match, column, ">" if (word.pole == "max") is not is_inverse else "<", reading)
    for sign, pattern in COMPARISONS:
        for match in re.finditer(
            rf"(?<![\w\0]){pattern} {FIGURE}|(?<![\w\0]){pattern}{FIGURE.replace('<n>', '<m>')}", text, ANY_CASE
        ):
            yield from compared_each(match, text, sign, reading)
    for match in AND_MORE.finditer(text):
        sign = ">=" if match["way"].lower() in ("more", "over", "above", "older", "higher", "up") else "<="
        yield from compared_each(match, text, sign, reading)


IN_COLUMN = re.compile(
    r"(?: ?(?:points?|marks?|%|percent|goals?))?[ )]*(?: (?:in|for|on|at|of|auf|im|en|dans))(?: (?:both|either|all(?: of)?|any(?: of)?|each of))?(?: (?:the|der|die|las?|los|les?))? "
)
AND_COLUMN = re.compile(r",?(?: ?(?:and|or|&|/|und|oder|et|ou|y|o|as well as))?(?: (?:in|for|on|at|the|in the))? ?")
IS_COMPARED = re.compile(
    r"(?: (?:scores?|marks?|grades?|values?|results?))?(?: (?:is|are|was|were|both|all|each|have|has|scores?))* "
)
ANY_COLUMN = re.compile(
    r"(?: ?(?:points?|marks?|%|percent))?[ )]*(?: (?:in|for|on|at))? (?P<which>any|at least one|one|some|all|every|each|none)(?: of)?(?: (?:the|their|his|her))?(?: \d{1,2}| other| single)? (?:subjects?|columns?|tests?|exams?|quizz?e?s?|months?|weeks?|days?|years?|quarters?|games?|rounds?|events?|categor(?:y|ies)|fields?|papers?|classes|class)\b"
)


def compared_each(match: FoundText, text: str, sign: str, reading: Reading) -> Iterator[Condition]:
    """Yield a comparison's condition for each column that it names: "less than 65 in english or science"."""
    if (found := ANY_COLUMN.match(text, match.end())) and len(reading.numeric) > 1:
        yield from compared_everywhere(match, found, sign, reading)
        return
    places = columns_of_one(match, text, reading)
    if len(places) < 2:
        is_behind = bool(places) and places[0].start >= match.end()
        yield from compared(match, places[0].column if is_behind else column_for(match, text, reading), sign, reading)
        return
    for one in places:
        beside = one is places[0] if one.start > match.end() else one is places[-1]
        for made in compared(match, one.column, sign, reading):
            whole = made._replace(start=min(made.start, one.start), end=max(made.end, one.end))
            yield whole if beside else made._replace(start=one.start, end=one.end)


def columns_of_one(match: FoundText, text: str, reading: Reading) -> list[Mention]:
    """Return the numeric columns that are listed right behind a comparison, or right before it."""
    numeric = [one for one in reading.mentions if one.column in reading.numeric]
    behind: list[Mention] = []
    for one in numeric:
        if one.start >= match.end():
            start, between = (behind[-1].end, AND_COLUMN) if behind else (match.end(), IN_COLUMN)
            if one.start == start or not between.fullmatch(text, start, one.start):
                break
            behind.append(one)
    before: list[Mention] = []
    for one in reversed(numeric):
        if one.end <= match.start():
            end, between = (before[0].start, AND_COLUMN) if before else (match.start(), IS_COMPARED)
            if one.end == end or not between.fullmatch(text, one.end, end):
                break
            before.insert(0, one)
    if before and COLUMNS_SHOWN.search(text[: before[0].start]):
        before = []  # "show qty and price over 5" is about the price
    return behind or before


COLUMNS_SHOWN = compile_caseless(
    r"\b(?:show|list|display|print|give|output|return|keep|select|average|mean|total|sum|zeig\w*|montre\w*|muestra\w*)\b[^.?;!]*\Z"
)


def compared_everywhere(match: FoundText, found: FoundText, sign: str, reading: Reading) -> Iterator[Condition]:
    """Yield the conditions of a comparison for any or all of the columns of numbers: "below 60 in any subject"."""
    made = [one.filter for place in reading.numeric for one in compared(match, place, sign, reading)]
    if found["which"] in ("any", "at least one", "one", "some"):
        yield Condition(Filter(-2, "either", (), tuple(made)), match.start(), found.end())
        return
    if found["which"] == "none":
        made = [one._replace(sign=OPPOSITE_SIGNS[one.sign]) for one in made]
    for place, one in enumerate(made):  # each in a place of its own: they all hold
        start = found.start() + place
        last = found.end() if place == len(made) - 1 else start + 1
        yield Condition(one, match.start() if place == 0 else start, last)


AND_MORE = compile_caseless(
    rf"(?<![\w.,]){FIGURE} (?:or|and) (?P<way>more|over|above|older|higher|up|less|under|below|fewer|younger|lower)\b"
)


def compared(match: FoundText, column: int, sign: str, reading: Reading) -> Iterator[Condition]:
    """Yield the condition of a column and the figure of a match; none without a column."""
    if column >= 0:
        figure = match["n"] or match.groupdict().get("m") or "0"
        behind = match.string[match.end() :]
        unit, money = column_in_unit(behind, reading), MONEY_BEHIND.match(behind)
        end = match.end() + (unit.length if unit is not None and unit.column == column else 0)
        if money and MONEY_COLUMN.search(fold(reading.columns[column].name).lower()):
            end = match.end() + money.end()
        yield Condition(Filter(column, sign, (str(figure_of(figure, column, reading)),)), match.start(), end)


def figure_of(told: str, column: int, reading: Reading) -> Decimal:
    """Return a figure; "4 million" is 4 where the column counts in millions."""
    scaled, figure = SCALED.fullmatch(told), decimal_of(told, reading.language)
    values = reading.columns[column].values() if scaled else None
    if scaled is None or not values:
        return figure
    bare, most = decimal_of(scaled[1], reading.language), Decimal(max(abs(value) for value in values))
    return bare if bare <= most < figure / 10 else figure


IS_FIGURE = compile_caseless(
    rf"(?: (?:is|are|was|were|equals?|=|==|ist|sind|est|es|son|of|value))?(?: (?P<not>not|n't))?(?: exactly| equal to)? {FIGURE}(?! ?%)"
)


def equals(text: str, reading: Reading) -> Iterator[Condition]:
    """Yield the conditions of columns that are followed by their figure: "where stock is 0"."""
    for one in reading.mentions:
        yield from before_column(text, one, reading)
        match = IS_FIGURE.match(text, one.end)
        if match and one.column in reading.numeric:
            value = str(decimal_of(match["n"], reading.language))
            if year_column(match["n"], reading) not in (-1, one.column):
                continue  # "sales 2024" of a table with years
            yield Condition(Filter(one.column, "≠" if match["not"] else "=", (value,)), one.start, match.end())


HAS_FIGURE = compile_caseless(rf"\b(?:with|has|have|having|got|mit|hat|avec|con|tiene) (?:exactly |only )?{FIGURE} \Z")
HAS_NONE = compile_caseless(r"\b(?:no|without any|zero|0|kein\w*|aucune?|ningun[oa]?) \Z")


LACKS = compile_caseless(  # "no phone number", "haven't got an address", "n'ont pas de téléphone", where the table has an empty cell
    r"\b(?:no|without|lack(?:s|ing)?|missing|kein\w*|aucune?|ningun[oa]?|(?:do|does|did)(?:n'?t| not) have|(?:has|have)(?:n'?t| not)(?: got)?(?= (?:an?|any)\b)|not (?:tienen?|hay|de|d'))"
    r"(?: (?:an?|any|the|their|his|her|its|de|eine?n?|une?|una?|el|la|le))?(?: | ?d')\Z"
)
NOUN_BEHIND = compile_caseless(
    r" (?:numbers?|nummern?|address(?:es)?|adresse|date|numero|on (?:file|record)|yet|given|entered)\b"
)


def before_column(text: str, one: Mention, reading: Reading) -> Iterator[Condition]:
    """Yield the condition of a figure in front of its column: "with 5 seats", "no penalty"."""
    lacks, is_number = LACKS.search(text[: one.start]), one.column in reading.numeric
    column = reading.columns[one.column]
    if lacks is not None and (column.missing or not (is_number or is_truth_column(column))):
        noun = NOUN_BEHIND.match(text, one.end)
        yield Condition(Filter(one.column, "empty", ()), lacks.start(), noun.end() if noun else one.end)
        return
    if not is_number:
        return
    has, none = HAS_FIGURE.search(text[: one.start]), HAS_NONE.search(text[: one.start])
    if has is not None:
        figure = str(decimal_of(has["n"], reading.language))
        yield Condition(Filter(one.column, "=", (figure,)), has.start("n"), one.end)
    elif none is not None:
        yield Condition(Filter(one.column, "=", ("0",)), none.start(), one.end)


ZEROS = compile_caseless(
    r"\b(?:zeros|zeroes|nullen|nullwerte|ceros|zero values?|0s|0(?= (?:values?|rows?|ones?|entries)\b)|0(?=\W*$))(?: (?:values?|rows?|ones?|entries))?"
)
DRY = compile_caseless(
    r"\b(?:(?:completely|totally|entirely) )?dry (?:ones?|days?|months?|weeks?|years?|places?|cities)\b"
)


def zeros(text: str, reading: Reading) -> Iterator[Condition]:
    """Yield the conditions of rows with zero that are taken out: "excluding zeros", "without the dry months"."""
    for pattern, names in ((ZEROS, "."), (DRY, DIMENSIONS["wetness"].columns)):
        for match in pattern.finditer(text):
            places = [place for place in reading.numeric if re.search(names, fold(reading.columns[place].name).lower())]
            places = [place for place in places if not is_identifier(reading.columns[place])] or places
            named = [one.column for one in reading.mentions if one.column in places]
            column = named[0] if named else places[0] if len(places) == 1 else -1
            if column >= 0 and excluded_before(text, match.start()):
                yield Condition(Filter(column, "=", ("0",)), *match.span())


def stock_words(text: str, reading: Reading) -> Iterator[Condition]:
    """Yield the conditions "out of stock" and "in stock"."""
    for one in reading.mentions:
        words = re.search(
            r"\b(?P<out>out of|no|without(?: any)?|zero|0) (?:the )?\Z|\b(?:is|are|still|currently|have|has|items?|products?|ones|things|what's|that's|what is) in (?:the )?\Z|\bin \Z",
            text[: one.start],
        )
        name = fold(reading.columns[one.column].name).lower()
        if words and re.search(
            r"[\d\0](?: (?:items?|units?|pieces?|pcs|left|copies|of them))? in (?:the )?\Z", text[: one.start]
        ):
            continue  # "fewer than 10 in stock"
        if one.column in reading.numeric and words and re.search(r"stock|lager|bestand|inventory|existencias", name):
            sign = "=" if words["out"] else ">"
            yield Condition(Filter(one.column, sign, ("0",)), words.start() if words["out"] else one.start - 3, one.end)


YEAR_SAID = compile_caseless(
    r"(?<![\w.,/-])(?P<n>(?:19|20)\d\d)(?![\w.,/%€$£-]*\d|\w| ?(?:€|eur|\$|%|kg|km|rows|steps))"
)
BOUND_BEFORE = compile_caseless(
    r"(?:\b(?:since|after|before|until|till|over|under|above|below|between|from|than|least|most|to|and|seit|nach|vor|bis|uber|unter|zwischen|von|ab|depuis|apres|avant|entre|de|a|desde|despues de|antes de|hasta)|[<>=-]) ?\Z"
)


def year_column(told: str, reading: Reading) -> int:
    """Return the only column of years that holds a year, where no other column of numbers holds it; -1 for others."""
    if YEAR_SAID.fullmatch(told) is None:
        return -1
    holding = [place for place in reading.numeric if float(told) in (reading.columns[place].values() or ())]
    return holding[0] if len(holding) == 1 and is_year(reading.columns[holding[0]]) else -1


def years_said(text: str, reading: Reading) -> Iterator[Condition]:
    """Yield the conditions of years that a question names without a bound: "how much in 2026", "sales 2024 only"."""
    for match in YEAR_SAID.finditer(text):
        column = year_column(match["n"], reading)
        if column >= 0 and BOUND_BEFORE.search(text[: match.start()]) is None:
            yield Condition(Filter(column, "=", (match["n"],)), *match.span())


TRUE_WORDS = words_in("yes true y 1 ja oui si sí x wahr vrai verdadero")
FALSE_WORDS = frozenset(("no", "false", "n", "0", "nein", "non", "", "-", "falsch", "faux", "falso"))


def is_truth_column(column: Column) -> bool:
    """Say whether a column of texts only says yes and no."""
    texts = {text.casefold() for text in column.texts or ()}
    return (
        column.values() is None
        and 0 < len(texts) <= 2
        and texts <= TRUE_WORDS | FALSE_WORDS
        and bool(texts & (TRUE_WORDS | {"no", "false"}))
    )


def truths(text: str, reading: Reading) -> Iterator[Condition]:
    """Yield the conditions on columns of yes and no: "passed", "not paid", "unpaid", "member is yes"."""
    for place, column in enumerate(reading.columns):
        if not is_truth_column(column):
            continue
        name = re.escape(fold(column.name).lower().replace("_", " "))
        stem = (
            re.escape(re.sub(r"(?:(?<=[^aeiou])(?P<d>[a-z])(?P=d)ed|ed|d)$", lambda m: m["d"] or "", name))
            if name.endswith("d")
            else name
        )
        said = rf"\b(?P<un>un|in|im|dis|non[- ]?|not[- ])?(?:is |has )?(?:{name}|{stem})(?:s|es|ed|ing)?\b(?:(?: (?:is|are|was|=|:))? ?(?P<value>yes|no|true|false|ja|nein|oui|non|si)\b)?"
        for match in re.finditer(said, text, ANY_CASE):
            before = text[: match.start()]
            if re.search(
                r"\b(?:per|which|different|distinct|unique|common|column|each|every)(?: the)? \Z", before, ANY_CASE
            ):
                continue
            true = sorted(text_ for text_ in column.texts or () if text_.casefold() in TRUE_WORDS)
            false = sorted(text_ for text_ in column.texts or () if text_.casefold() in FALSE_WORDS)
            negative = (match["value"] or "").lower() in ("no", "false", "nein", "non")
            negative = negative is not bool(match["un"])
            if true:
                yield Condition(Filter(place, "≠" if negative else "=", tuple(true)), *match.span())
            elif false:
                yield Condition(Filter(place, "=" if negative else "≠", tuple(false)), *match.span())


TRUTH_KIN = tuple(  # the name of a column of yes and no, other words for its yes, and words for its no
    tuple(compile_caseless(rf"\b(?:{words})\b") for words in kin)
    for kin in (
        (r"sun|sunny|sonnig|ensoleille|soleado", r"sun|sunshine|sonne|soleil|sol", r"shade|shady|schatten|schattig\w*|ombre|sombra"),
        (r"rain|rainy|rained|wet|regen|pluie|lluvia", r"rain|rainy|rained|wet|regen\w*|pluvieux|lluvios[oa]s?", r"dry|trocken\w*|secs?|sec[oa]s?"),
        (r"open|offen|ouvert|abierto", r"opened", r"closed|shut|geschlossen\w*|fermee?s?|cerrad[oa]s?"),
        (r"done|finished|completed?|erledigt|fertig|fini|hecho", r"finished|completed?|ready", r"open|pending|unfinished|incomplete|outstanding|still to do|offen\w*"),
        (r"present|attended|came|anwesend", r"present|attended|came|there|anwesend", r"absent|missing|away|abwesend|fehlte[n]?"),
        (r"indoors?", r"inside|indoors", r"outside|outdoors?"),
        (r"paid|bezahlt|paye|pagado", r"settled", r"open|outstanding|unpaid|owing|owed|due|offen|ausstehend|impayee?s?|pendientes?"),
        (r"married|verheiratet", r"married", r"single|unmarried|ledig"),
    )
)  # fmt: skip


LEADS_TO_TRUTH = compile_caseless(r"\b(?:how many|who|which(?: ones)?|those who|the ones who) (?:of them )?(?:are|is|were|was)(?: an?)? \Z")  # fmt: skip


def kindred_truths(text: str, reading: Reading) -> Iterator[Condition]:
    """Yield the conditions that other words for a column of yes and no make: "in the sun", "the shady ones" of sunny."""
    for place, column in enumerate(reading.columns):
        name = fold(column.name).lower().replace("_", " ")
        if not is_truth_column(column):
            continue
        texts = sorted(column.texts or ())
        true, false = (tuple(one for one in texts if one.casefold() in words) for words in (TRUE_WORDS, FALSE_WORDS))
        for names, yes, no in TRUTH_KIN:
            if names.search(name) is None or not (true or false):
                continue
            found = [(match, pattern is yes) for pattern in (yes, no) for match in pattern.finditer(text)]
            for match, is_true in found:
                wanted, other = (true, false) if is_true else (false, true)
                if match.group().lower() not in name.split():
                    yield Condition(Filter(place, "=" if wanted else "≠", wanted or other), *match.span())


def shortened_truths(text: str, reading: Reading) -> Iterator[Condition]:
    """Yield the conditions of a longer word for a column of yes and no: "how many are vegetarians" of the column "veg"."""
    for one in reading.mentions:
        column = reading.columns[one.column]
        true = tuple(text_ for text_ in sorted(column.texts or ()) if text_.casefold() in TRUE_WORDS)
        is_longer = text[one.start : one.end].lower() != fold(column.name).lower().replace("_", " ")
        if is_truth_column(column) and true and is_longer and LEADS_TO_TRUTH.search(text[: one.start]):
            yield Condition(Filter(one.column, "=", true), one.start, one.end)


DONE_COUNTED = compile_caseless(  # "on how many days did I run": a day with nothing is none
    r"\b(?:(?:on|in) )?how (?:many (?:of (?:the|these|those) )?(?:days|weeks|months|nights|evenings|mornings|afternoons|times)|often) (?:did|have|has) (?:i|we|he|she|they|you|it) (?:actually |really |even )?(?P<en>not |n't )?(?!have\b|had\b|get\b|see\b)[^\W\d_]{2,}"
    r"|\ban wie vielen (?:tagen|abenden|nachten|wochen) (?:bin|habe?|hat|haben|ist|sind|war) (?:ich|wir|er|sie|es)\b(?: (?:uberhaupt|wirklich))?(?P<de> (?:nicht|nichts))?"
    r"|\bcombien de (?:jours|fois|soirs|nuits) (?:ai-je|avons-nous|a-t-(?:il|elle|on)|est-ce que j'ai|j'ai|on a)(?P<fr> pas)?"
    r"|\b(?:en )?cuant[oa]s (?:dias|veces|noches) (?P<es>no )?(?:he|hemos|ha|corri|entrene|camine|trabaje|nade|medite|estudie)\b"
)


def done_days(text: str, reading: Reading) -> Iterator[Condition]:
    """Yield the condition of rows in which something was done: those whose only measure is not zero."""
    places = [place for place in reading.numeric if not is_identifier(reading.columns[place])]
    match = DONE_COUNTED.search(text) if len(places) == 1 else None
    if match is None or 0 not in (reading.columns[places[0]].values() or ()):
        return
    behind = text[match.end() :].split("?")[0]
    if re.search(
        r"\d|\b(?:more|less|over|under|at least|at most|mehr|weniger|plus|moins|mas|menos)\b", behind, ANY_CASE
    ):
        return
    is_denied = any(match.groupdict().values())
    start = match.end() - len(match.group().split()[-1])  # what is counted is read by others
    yield Condition(Filter(places[0], "=" if is_denied else "≠", ("0",)), start, match.end())


CLAUSE_ENDS = compile_caseless(r"\b(?:and|or|but|mais|aber|pero|sondern|where|who|that|with|nor)\b|[,;.?!\n]")
VERBS_OF = (
    (r"\b(?:costs?|costing|priced?|cheap\w*|expensive)\b", "price"),
    (r"\b(?:old|aged?|young)\b", "age"),
    (r"\b(?:earn\w*|paid|pays?|salar\w*|mak(?:e|es|ing))\b", "pay"),
    (r"\b(?:weigh\w*|heavy)\b", "weight"),
    (r"\b(?:tall|high)\b", "height"),
    (r"\b(?:long|lasts?|takes?|took)\b", "length"),
    (r"\b(?:scor\w+)\b", "quality"),
    (r"\b(?:warm|cold|hot)\b", "warmth"),
)


def column_for(match: FoundText, text: str, reading: Reading) -> int:
    """Return the numeric column that a comparison is about."""
    before, behind = text[: match.start()], text[match.end() :]
    start = max([one.end() for one in CLAUSE_ENDS.finditer(before)], default=0)
    clause, numeric = before[start:], reading.numeric
    in_clause = [
        one.column
        for one in reading.mentions
        if one.column in numeric and start <= one.start and one.end <= match.start()
    ]
    years = [place for place in numeric if is_year(reading.columns[place])]
    is_time = re.match(r"(?:after|before)\b", match.group(), ANY_CASE) is not None
    if (
        len(years) == 1
        and (is_time or not in_clause)
        and re.search(r"(?<![\d.,])(?:1[0-9]|20|21)\d\d(?![\d.,])", match.group())
    ):
        return years[0]
    if in_clause:
        return in_clause[-1]
    for pattern, dimension in VERBS_OF:
        if re.search(pattern, clause, ANY_CASE) and (place := only_column(dimension, reading)) >= 0:
            return place
    if (place := column_of_unit(behind, reading)) >= 0:
        return place
    near = CLAUSE_ENDS.search(behind)
    reach = match.end() + min(near.start() if near else len(behind), 24)
    after = [one.column for one in reading.mentions if one.column in numeric and match.end() <= one.start < reach]
    earlier = [one.column for one in reading.mentions if one.column in numeric and one.end <= match.start()]
    if after or earlier:
        return after[0] if after else earlier[-1]
    return numeric[0] if len(numeric) == 1 else price_beside_stock(match, text, reading)


MONEY_BEHIND = compile_caseless(r" ?(?:€|\$|£|(?:euros?|dollars?|bucks|pounds?|eur|usd|gbp)\b)")
MONEY_COLUMN = re.compile(
    r"umsatz|revenue|sales|turnover|amount|betrag|summe|total|ventas|ventes|importe|montant|salar|gehalt|lohn|wage|balance|income|spen[dt]|profit|gewinn|price|cost|preis|prix|preci|fee|rent\b|miete|loyer|budget|donat|spende|ingreso|gasto|depense|eur|usd|gbp"
)


def column_of_unit(behind: str, reading: Reading) -> int:
    """Return the numeric column that the unit behind a figure means: "over 80 kg", "less than 1000 ml"; -1 for none."""
    for pattern, dimension in UNIT_BEHIND:
        if re.match(pattern, behind, ANY_CASE) and (place := only_column(dimension, reading)) >= 0:
            return place
    in_unit = column_in_unit(behind, reading)
    return -1 if in_unit is None else in_unit.column


class InUnit(NamedTuple):
    """The only column of numbers whose name ends with the unit behind a figure, and how long that unit is."""

    column: int
    length: int


def column_in_unit(behind: str, reading: Reading) -> InUnit | None:
    """Return the column that a figure's unit means: "less than 1000 ml" of ``fluid_ml``; None for none or several."""
    unit = re.match(r" ?([a-z]{1,4}\b|%|€|\$|£)", behind, ANY_CASE)
    if unit is None:
        return None
    places = [
        place
        for place in reading.numeric
        if (parts := re.findall(r"[a-z]+|%|€|\$|£", fold(reading.columns[place].name).lower()))
        and len(parts) > 1
        and parts[-1] == unit[1].lower()
    ]
    return InUnit(places[0], unit.end()) if len(places) == 1 else None


def price_beside_stock(match: FoundText, text: str, reading: Reading) -> int:
    """Return the only price for "under 80 but not out of stock", where the other numbers are of the stock; -1 else."""
    names = {place: fold(reading.columns[place].name).lower() for place in reading.numeric}
    prices = [place for place, name in names.items() if re.search(r"pric|preis|prix|preci|cost", name)]
    others = [name for place, name in names.items() if place not in prices]
    stock = STOCK_SAID.search(text, match.end())
    is_joined = stock is not None and JOINS_STOCK.search(text[match.end() : stock.start()]) is not None
    is_meant = is_joined and len(prices) == 1 and all(re.search(r"stock|lager|existenc", name) for name in others)
    return prices[0] if is_meant else -1


STOCK_SAID = compile_caseless(r"\b(?:out of|in|auf|en)(?: rupture de)? (?:stock|lager)\b")
JOINS_STOCK = compile_caseless(r"\b(?:and|but|that|which|und|aber|die|et|mais|qui|y|pero|que)\b")


def only_column(dimension: str, reading: Reading) -> int:
    """Return the only numeric column of a dimension."""
    places = [
        place
        for place in reading.numeric
        if re.search(DIMENSIONS[dimension].columns, fold(reading.columns[place].name).lower().replace("_", " "))
    ]
    return places[0] if len(places) == 1 else -1


def compared_column(word: DegreeWord, match: FoundText, text: str, reading: Reading) -> tuple[int, bool]:
    """Return the column of "older than", and whether its order is the other way round."""
    dimension = DIMENSIONS[word.dimension]
    names = {place: measured_name(reading.columns[place]) for place in reading.numeric}
    own = [place for place, name in names.items() if re.search(dimension.columns, name)] or [
        place for place, name in names.items() if re.search(dimension.otherwise, name)
    ]
    inverse = [place for place, name in names.items() if place not in own and re.search(dimension.inverse, name)]
    mentioned_places = [one.column for one in reading.mentions]
    for places in ([place for place in own if place in mentioned_places], own, [] if own else inverse):
        if len(places) == 1:
            return places[0], places[0] in inverse and word.dimension != "any"
    return column_for(match, text, reading), False


MONTH_YEAR = compile_caseless(r",? ?(?:de |of )?((?:19|20)\d\d)\b(?![-/.]\d)")
BOUND = compile_caseless(  # of a span of time, which a month alone is not
    r"\b(?:since|from|until|till|before|after|through|bis|seit|ab|vor|nach|von|depuis|avant|apres|jusqu'en|desde|hasta|antes de|despues de|less than|at least|per) \Z"
)


def month_filters(made: Mapped, columns: list[Column], spans: list[list[int]]) -> list[Filter]:
    """Return the filter of named months for the only column of dates: 01 of any year, 2026-01 of one."""
    dates = [place for place, column in enumerate(columns) if column.dates and column.count and "-" in column.low[4:5]]
    months = set()
    found = list[tuple[int, int]]()
    for match in TIME_NAME.finditer(made.text):
        number = min(NUMBERS_OF_NAMES[match.group().rstrip(".").lower()])
        before = made.text[: match.start()]
        is_verb = match.group() == "may" and not re.search(r"\b(?:in|of|for|during|and|or) \Z", before, ANY_CASE)
        if number >= MONTHS or is_verb:
            continue
        if BOUND.search(before) or excluded_before(made.text, match.start()):
            return []
        year = MONTH_YEAR.match(made.text, match.end())
        months.add(f"{year[1]}-{number + 1:02}" if year else f"{number + 1:02}")
        found.append((match.start(), year.end() if year else match.end()))
    if len(dates) != 1 or not found:
        return []
    spans += [made.span(*span) for span in found]
    return [Filter(dates[0], "month", tuple(sorted(months)))]


ROWS_ASKED = compile_caseless(
    r"\b(?:which|list|show|display|only|find|what|how many|drop|remove|delete|without|exclude) (?:me )?(?:the |all |all the )?(?:rows?|lines?|entr\w+|records?|ones|lignes|filas)\b|\bin (?:which|what) (?:rows?|lines?)\b|\b(?:rows?|lines?|entr\w+|records?) (?:with|that|where|which|and|con)\b"
    r"|\bwho\b|\b(?:which|what) (?!columns?\b|fields?\b)[a-z]+(?: [a-z]+)? (?:is|are|has|have|do|does|did)\b"
)
EMPTY = compile_caseless(
    r"\b(?:missing|empty|blank|incomplete|gaps?|nulls?)(?: (?:values?|cells?|fields?|data|entries))?\b"
)


WHERE_EMPTY = compile_caseless(  # "total fee where paid_on is empty"
    r"\b(?:where|when|if|whose|with|for which) (?:the |an? )?[^.?!,;\n]{1,40}?(?: (?:is|are|was|were))? (?:still |left |not )*(?:missing|empty|blank|null)\b(?! (?:values?|cells?|fields?|data|entries))"
)


def empty_filters(made: Mapped, mentions: list[Mention], spans: list[list[int]], columns: list[Column]) -> list[Filter]:
    """Return the filter for rows in which a cell, or one of a column, is empty, or none is."""
    where = WHERE_EMPTY.search(made.text)
    rows, empty = where or ROWS_ASKED.search(made.text), EMPTY.search(made.text)
    if rows is None or empty is None:
        return []
    negation = excluded_before(made.text, empty.start())
    sign = "full" if negation else "empty"
    spans += [
        made.span(*rows.span()),
        made.span(empty.start() - (len(negation.group()) if negation else 0), empty.end()),
    ]
    gaps = [place for place, column in enumerate(columns) if column.missing]
    named = [one.column for one in mentions]
    inside = [one.column for one in mentions if where and where.start() <= one.start < where.end()]
    named = inside or named
    if named and gaps and not set(gaps) & set(named):
        named = gaps if len(gaps) == 1 else []  # "which flats are empty": those without a tenant
    elif len(named) > 1 and named[0] not in gaps:
        named = named[1:]  # "which students have no test": the subject has no gap
    return [Filter(place, sign, ()) for place in named] or [Filter(-1, sign, ())]
