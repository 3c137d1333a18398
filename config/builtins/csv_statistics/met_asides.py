"""Reads what a question says that its answer meets anyhow: decimal commas, the number of all rows, a bound that is not counted."""

import re

from config.builtins.csv_statistics.cell_checks import FIGURE_NAMED, is_gap
from config.builtins.csv_statistics.columns import FoundText, compile_caseless, measured_places
from config.builtins.csv_statistics.reading import Table
from config.builtins.csv_statistics.row_comparisons import MOST_COUNTED_ROWS
from config.builtins.wording import SMALL_NUMBERS, fold

DECIMALS_TOLD = compile_caseless(
    r"(?<![^.?!\n(])[^.?!\n()]*\b(?:decimal\w* (?:commas?|points?|separators?)|commas? (?:is|are|as|for)(?: the| a)? decimals?|decimals? (?:is|are|with|use)(?: a)? commas?|(?:dezimal|nachkomma)\w*|kommas? (?:ist|sind|als)(?: das| ein)? dezimal\w*|virgules? (?:sont |est )?(?:les? )?decimales?|comas? (?:son |es )?(?:los |el )?decimal(?:es)?)\b[^.?!\n()]*(?:\([^)\n\d]*\))?(?=[.!\n)]|\Z)"
)
DECIMAL_COMMA = re.compile(r"\d,\d")
ROWS_NUMBERED = compile_caseless(
    r"\b(?:all |the |these |those |alle |die |diese |les |ces |los |las |estos |estas |over |uber |sur |en )+(?P<n>\d{1,4}|[a-z-]{3,12}) (?P<noun>[^\W\d_]{3,})"
)
NOT_ITSELF = compile_caseless(
    r"[,(]? ?\b(?:and |but |und |aber |et |mais |y |pero )?(?:(?P<n>\d+(?:[.,]\d+)?|zero|null|cero)(?: (?:itself|selbst|exactly|genau|degrees?|lui-meme|justo|mismo|exactamente))* (?:(?:does ?n[o']?t|do ?n[o']?t|is ?n[o']?t|not|must not) (?:count(?:ed)?|included)|(?:zahlt )?nicht(?: mit(?:gezahlt|zahlen)?| zahlen)?|ne compte pas|non compris|exclu|no cuenta|no incluid[oa])"
    r"|(?:not(?: counting| including)?|without|excluding|nicht|ohne|pas|sans(?: compter)?|no|sin(?: contar)?) (?P<m>\d+(?:[.,]\d+)?|zero|null|cero) (?:itself|exactly|selbst|genau|lui-meme|exactamente|mism[oa]))\)?"
)
GAP_TOLD = compile_caseless(  # "Wednesday's is missing"
    r"[,;(]? ?\b(?:and |but |und |aber |et |mais |y |pero )?(?:(?P<en>[^\W\d_]{3,})(?:'?s)?(?: (?:value|number|figure|hours|one|entry|result))? (?:is|was) (?:missing|empty|blank|not (?:there|in)(?: yet)?)|(?:der |die |das )?(?P<de>[^\W\d_]{3,}) (?:fehlt|ist leer)|il manque (?:le |la |l')?(?P<fr>[^\W\d_]{3,})|(?:falta|esta vacio) (?:el |la )?(?P<es>[^\W\d_]{3,}))\)?(?= *(?:[,.;!\n)]|\Z|and\b|und\b|so\b))"
)
GAPS_LEFT = compile_caseless(  # "ignore the n/a": no figure counts an empty cell
    r"[,;(]? ?\b(?:(?:please|pls|just|and|but|bitte|und|et|y) )*(?:ignor\w*|skip(?:ping)?|leav(?:e|ing) out|exclud\w*|without|not counting|disregard\w*|drop(?:ping)?|lass\w*|ohne|uberspring\w*|sans(?: compter)?|saute[rz]?|exclu\w*|sin(?: contar)?|omit\w*) (?:(?:the|any|all|those|those with|rows? with|die|alle|den|les|tous les|toutes les|los|las|todos los) )*"
    r"(?:n/?a(?:'?s|n)?|nulls?|nones?|empty|blanks?|missing|gaps?|dashes|leere[nrs]?|fehlende[nrs]?|lucken|vides?|manquant\w*|vaci[oa]s?)(?: (?:ones?|values?|cells?|entries|rows?|fields?|werte?|zellen|felder|valeurs|cellules|cases|valores|celdas))?(?: (?:weg|aus))?\)?(?![\w/])"
)
STRICTLY = r"(?:over|above|under|below|more than|less than|fewer than|greater than|higher than|lower than|uber|unter|mehr als|weniger als|plus de|moins de|mas de|menos de|(?:au-)?dessus de|(?:au-|en )?dessous de|por encima de|bajo)"
ZERO_WORDS = frozenset(("zero", "null", "cero"))


def met_asides(table: Table, language: str) -> list[tuple[int, int]]:
    """Return the places of asides that an answer about a table meets anyhow."""
    text = fold(table.question)
    found = []
    if any(DECIMAL_COMMA.search(one) for column in table.columns for one in list(column.texts or ())[:50]) or any(
        DECIMAL_COMMA.search(one) for row in first_rows(table) for one in row
    ):
        found += [decimals_clause(match) for match in DECIMALS_TOLD.finditer(text) if "?" not in match.group()]
    for match in ROWS_NUMBERED.finditer(text):
        number = SMALL_NUMBERS[language].get(match["n"].lower(), match["n"])
        if str(number) == str(table.rows) and names_rows(match["noun"], table):
            found.append(match.span("n"))
    for match in NOT_ITSELF.finditer(text):
        said = (match["n"] or match["m"]).lower()
        number = rf"(?:{'|'.join(ZERO_WORDS)}|0)" if said in ZERO_WORDS or said == "0" else re.escape(said)
        rest = text[: match.start()] + " " + text[match.end() :]
        if re.search(rf"\b{STRICTLY} {number}(?![\d.,]*\d)", rest, re.IGNORECASE):
            found.append(match.span())
    if any(table.rows > column.count for column in table.columns):
        found += [match.span() for match in GAPS_LEFT.finditer(text)]
    return [*found, *gaps_told(table, text)]


CLAUSE_OF_REMARK = re.compile(r"[^,;:]+(?:[,;:]\W*)?")
DECIMALS_SAID = compile_caseless(r"\b(?:decimal|dezimal|nachkomma|decimales?)\w*")


def decimals_clause(match: FoundText) -> tuple[int, int]:
    """Return the place of a remark on decimals, without the clauses beside it that ask for a figure."""
    start, end = match.span()
    clauses = list(CLAUSE_OF_REMARK.finditer(match.group()))
    about = [place for place, clause in enumerate(clauses) if DECIMALS_SAID.search(clause.group())]
    if not about:
        return start, end
    first = next((place + 1 for place in range(about[0] - 1, -1, -1) if FIGURE_NAMED.search(clauses[place].group())), 0)
    beyond = range(about[-1] + 1, len(clauses))
    last = next((place for place in beyond if FIGURE_NAMED.search(clauses[place].group())), len(clauses))
    return start + clauses[first].start(), start + clauses[last - 1].end() if last < len(clauses) else end


def gaps_told(table: Table, text: str) -> list[tuple[int, int]]:
    """Return where a question tells that a row has no number, which the table shows."""
    matches = list(GAP_TOLD.finditer(text))
    numeric = measured_places(table.columns)
    found = []
    for match in matches if table.rows <= MOST_COUNTED_ROWS else ():
        who = next(one for one in match.groupdict().values() if one).lower()
        who = who[:-1] if who.endswith("s") and match["en"] else who
        for row in table.again():
            names = [fold(one).lower() for place, one in enumerate(row) if place not in numeric and len(one) > 1]
            is_named = any(name == who or (len(name) == SHORT_DAY and who.startswith(name)) for name in names)
            if is_named and any(is_gap(row, place, table.columns[place]) for place in numeric):
                found.append(match.span())
                break
    return found


SHORT_DAY = 3  # letters of "Wed"


def first_rows(table: Table) -> list[list[str]]:
    """Return the first rows of a table."""
    return [row for _, row in zip(range(20), table.again(), strict=False)]


def names_rows(noun: str, table: Table) -> bool:
    """Return whether a noun is what the rows are: the name of the first column, or a word for rows."""
    first = fold(table.columns[0].name).lower()
    word = noun.lower()
    singulars = {word, word.removesuffix("s"), word.removesuffix("es"), word.removesuffix("e"), word.removesuffix("en")}
    return first in singulars or re.fullmatch(r"rows?|lines?|entries|items?|zeilen|eintrage|lignes|filas", word) is not None  # fmt: skip
