"""A column that a question computes from others: "qty*price", "wins / (wins + losses)", "price minus cost", "price * 1.19"."""

import operator
import re
from collections.abc import Callable, Iterator, Sequence
from math import fsum
from typing import NamedTuple

from config.builtins.csv_statistics.columns import ANY_CASE, Column, compile_caseless, filled, numeric_places
from config.builtins.csv_statistics.columns_named import Mention, mentioned
from config.builtins.csv_statistics.filters import Filter
from config.builtins.csv_statistics.reading import Table
from config.builtins.csv_statistics.running import cell_number, selected
from config.builtins.wording import AnswerFault, decimal_of, flattened, fold

OPERATORS: tuple[tuple[str, str, Callable[[float, float], float]], ...] = (
    ("*", r"\*|×|·|x(?=[\s(])|times\b|multiplied (?:by|with)\b|mal\b|fois\b|por\b|multiplicado por\b", operator.mul),
    ("/", r"/|÷|divided by\b|geteilt durch\b|divise par\b|dividido por\b|entre\b", operator.truediv),
    ("-", r"-|−|minus\b|less\b|moins\b|menos\b", operator.sub),
    ("+", r"\+|plus\b|mas\b", operator.add),
)
COMPUTES = {sign: compute for sign, _, compute in OPERATORS}
OPERATOR = compile_caseless("|".join(f"(?P<o{place}>{words})" for place, (_, words, _) in enumerate(OPERATORS)))
CONSTANT = re.compile(r"(?P<figure>\d+(?:[.,]\d+)?)(?P<share> ?%)?(?![\w.,]*\d)")
DEEPEST_FORMULA = 20
WHOLE_TABLE = compile_caseless(
    r"\b(?:together|overall|(?:over|across|for|of) (?:all|the whole|every)|combined|altogether|in total|all (?:\w+ )?together|sums?\b[^.?]*\bfirst|total\w*|insgesamt|gesamt\w*|zusammen|ensemble|au total|globale?|en total|en conjunto|de todos)\b"
)
AS_PERCENT = compile_caseless(
    r"%|\bpercent\w*|\bprozent\w*|\bpourcent\w*|\bpour ?cent\b|\bporcentaje|\brate\b|\bshare\b|\bquote\b"
)
IMPLIED = compile_caseless(
    r"\b(?:(?:stock|inventory|basket|order|lot|collection|lager|goods)\b[^?.]{0,20}\bworth|what(?: is|'s| are) (?:it|this|that|they|everything|all (?:of )?(?:this|that|it))(?: all)? worth|was ist (?:das|alles)(?: alles)? wert|worth of (?:the |our |my )?(?:stock|inventory|goods)|revenue|turnover|sales value|stock value|inventory value|value of (?:the |our |my )?(?:stock|inventory|goods)|total value|takings|proceeds|earnings|(?<!in )money|income|einnahmen|(?:ein|verkaufs)?geld(?:er)?|argent|dinero|recaudacion|umsatz|erlos|warenwert|lagerwert|"
    r"chiffre d'affaires|recettes?|valeur du stock|ingresos|facturacion|valor del (?:stock|inventario))\b"
)
IMPLIED_BY_VERB = compile_caseless(
    r"\b(?:how much|what|combien|cuanto|wie ?viel|was)\b[^.?!\n]{0,40}?\b(?P<name>(?:take|took|taken|bring|brought) in|earn(?:ed)?|make|made|eingenommen|verdient|encaisse|gagne|recaudado|recaudamos|ganado|ganamos)\b"
)
PRICE_NAME = compile_caseless(r"^(?:(?:unit|item|sale|sales)[ _-]?)?(?:price|cost|preis|einzelpreis|stuckpreis|prix|prix unitaire|precio|precio unitario)s?\b")  # fmt: skip
COUNT_NAME = compile_caseless(r"^(?:qty|quantity|quantities|units?(?: sold)?|pieces|pcs|count|stock|sold|amount|menge|anzahl|stuck|stuckzahl|bestand|verkauft|quantite|unites|nombre|cantidad|unidades|existencias)s?$")  # fmt: skip


class Formula(NamedTuple):
    """A computation: a column, a constant, or an operator with its two sides; and its place in the question."""

    sign: str = ""
    column: int = -1
    constant: float = 0.0
    sides: "tuple[Formula, ...]" = ()

    def columns(self) -> set[int]:
        """Return the columns of the computation."""
        return {self.column} if self.column >= 0 else set().union(*(side.columns() for side in self.sides))

    def value(self, figures: dict[int, float]) -> float | None:
        """Return the result for figures of the columns."""
        if not self.sign:
            return self.constant if self.column < 0 else figures[self.column]
        first, second = (side.value(figures) for side in self.sides)
        if first is None or second is None or (self.sign == "/" and not second):
            return None
        return COMPUTES[self.sign](first, second)


class FormulaReader:
    """Reads a formula of columns and figures from a place of a question."""

    def __init__(self, text: str, places: dict[int, Mention], start: int) -> None:
        """Take the question, its numeric columns by their places, and where to begin."""
        self.text, self.places, self.at, self.end = text, places, start, start

    def skipped(self) -> int:
        """Return the next place that is no space."""
        while self.text[self.at : self.at + 1] == " ":
            self.at += 1
        return self.at

    def operator_at(self, signs: str) -> str:
        """Return and pass an operator of these signs."""
        match = OPERATOR.match(self.text, self.skipped())
        sign = OPERATORS[int(str(match.lastgroup)[1:])][0] if match else ""
        if match is None or sign not in signs:
            return ""
        self.at = match.end()
        return sign

    def chain(self, signs: str, depth: int) -> Formula | None:
        """Return operands joined by operators of one rank, from the left."""
        left = self.operand(depth) if signs == "*/" else self.chain("*/", depth)
        while left is not None:
            before = self.at
            sign = self.operator_at(signs)
            right = (self.operand(depth) if signs == "*/" else self.chain("*/", depth)) if sign else None
            if right is None:
                self.at = before
                return left
            left = Formula(sign, sides=(left, right))
        return None

    def operand(self, depth: int) -> Formula | None:
        """Return a column, a figure or what is in brackets."""
        place = self.skipped()
        if depth < DEEPEST_FORMULA and self.text[place : place + 1] == "(":
            self.at = place + 1
            inner = self.chain("+-", depth + 1)
            if inner is None or self.text[self.skipped() : self.at + 1] != ")":
                return None
            self.at = self.end = self.at + 1
            return inner
        if place in self.places:
            self.at = self.end = self.places[place].end
            return Formula(column=self.places[place].column)
        match = CONSTANT.match(self.text, place)
        if match is None:
            return None
        self.at = self.end = match.end()
        return Formula(constant=float(decimal_of(match["figure"], "en")) / (100 if match["share"] else 1))


def formula_in(table: Table) -> tuple[Formula, str] | None:
    """Return the computation that a question names, with its text. Raises AnswerFault for an open end."""
    text = flattened(table.question).text
    numeric = {
        one.start: one for one in mentioned(text, table.columns) if table.columns[one.column].values() is not None
    }
    for start in sorted({*numeric, *(match.start() for match in re.finditer(r"\(|(?<![\w.,])\d", text) if numeric)}):
        reader = FormulaReader(text, numeric, start)
        found = reader.chain("+-", 0)
        if found is None or not found.sign or not found.columns():
            continue
        end = reader.end
        if re.match(r"\s*(?:[*/÷×]|(?:times|divided by|multiplied by|minus|plus)\b)\s*[\d(]", text[end:]):
            raise AnswerFault("computed")
        name = text[start:end]
        return found, name[1:-1].strip() if re.fullmatch(r"\([^()]*\)", name) else name
    return None


def implied_formula(table: Table) -> tuple[Formula, str] | None:
    """Return price times quantity for a question about revenue, with one column for each."""
    text = flattened(table.question).text
    match = IMPLIED.search(text) or IMPLIED_BY_VERB.search(fold(text))
    names = [flattened(column.name).text for column in table.columns]
    if match is None or any(IMPLIED.search(name) for name in names):
        return None
    kinds = [
        [
            place
            for place, name in enumerate(names)
            if pattern.search(name) and table.columns[place].values() is not None
        ]
        for pattern in (COUNT_NAME, PRICE_NAME)
    ]
    pair = per_unit_pair(table.columns)
    if pair is not None:
        kinds = [[pair[0]], [pair[1]]]
    if [len(kind) for kind in kinds] != [1, 1] or kinds[0] == kinds[1]:
        return None
    name = match.groupdict().get("name") or match.group()
    return Formula("*", sides=tuple(Formula(column=kind[0]) for kind in kinds)), name


PER_UNIT_NAME = compile_caseless(r"(?:price|cost|rate|preis|prix|precio) ?(?:per|pro|par|por|/|je) ?(?P<unit>\w+)")


def per_unit_pair(columns: list[Column]) -> tuple[int, int] | None:
    """Return the columns of an amount and of the price of its unit: "kg", "price_per_kg"."""
    names = [flattened(fold(column.name)).text.lower().replace("_", " ").strip() for column in columns]
    pairs = [
        (count, price)
        for price, name in enumerate(names)
        if (match := PER_UNIT_NAME.fullmatch(name)) and columns[price].values() is not None
        for count, other in enumerate(names)
        if other in (match["unit"], f"{match['unit']}s") and columns[count].values() is not None
    ]
    return pairs[0] if len(pairs) == 1 else None


def with_computed(table: Table) -> tuple[Table, str]:
    """Return a table with the column that a question computes, and its implied formula. Raises AnswerFault."""
    if (found := formula_in(table)) is not None:
        return extended(table, found[1], found[0]), ""
    if (implied := implied_formula(table)) is not None:
        first, second = (table.columns[side.column].name for side in implied[0].sides)
        return extended(table, implied[1], implied[0]), f"{implied[1]} = {first} × {second}"
    return table, ""


def ratio_of_sums(table: Table) -> tuple[str, float, bool, str] | None:
    """Return a quotient of all rows together: its text, value, whether percent, the sums."""
    found = formula_in(table)
    if found is None or found[0].sign != "/" or not WHOLE_TABLE.search(flattened(table.question).text):
        return None
    columns = sorted(found[0].columns())
    sums = {place: fsum(table.columns[place].values() or ()) for place in columns}
    value = found[0].value(sums)
    listed = ", ".join(f"{table.columns[place].name} {sums[place]:,.10g}" for place in columns)
    rest = table.question.replace(found[1], " ")
    return None if value is None else (found[1], value, AS_PERCENT.search(flattened(rest).text) is not None, listed)


def extended(table: Table, name: str, formula: Formula) -> Table:
    """Return a table with a column that is computed from its own; a row without all figures has none."""
    columns, again, needed = table.columns, table.again, sorted(formula.columns())

    def computed(row: list[str]) -> str:
        cells = {place: cell_number(row[place], columns[place]) if place < len(row) else None for place in needed}
        figures = {place: figure for place, figure in cells.items() if figure is not None}
        value = formula.value(figures) if len(figures) == len(cells) else None
        return "" if value is None else f"{value:.12g}"

    def rows() -> Iterator[list[str]]:
        width = len(columns)
        for row in again():
            yield [*row, *[""] * (width - len(row)), computed(row)]

    made = [Column(name, 0)]
    filled(([row[-1]] for row in rows()), made)
    return table._replace(columns=[*columns, *made], again=rows)


WEIGHTED = compile_caseless(r"\bweight(?:ed|ing)\b|\bgewicht\w*|\bponder\w*")
WEIGHTED_BY = compile_caseless(
    r"(?:weight(?:ed|ing)|gewicht\w*|ponder\w*)[^,;.?]{0,60}?\b(?:by|with|using|on|to|mit|nach|par|por|con|segun|selon)\b"
)
WEIGHTED_AHEAD = compile_caseless(
    r"(?:-| (?!weighted (?:by|with|using|on|to)\b))weighted\b"
)  # "the revenue-weighted margin"
WEIGHT_NAME = compile_caseless(
    r"credits?|ects|weight|gewicht|coef\w*|qty|quantity|units|hours|shares|peso|creditos?|menge|anzahl|stock|count"
)
MEAN_WORDS = r"\b(?:mean|average|avg|grade|gpa|durchschnitt\w*|schnitt|mittel\w*|moyenne|media|promedio)\b"
CONTRAST = r"\bnot (?:the |a )?(?:plain|simple|normal|usual|unweighted|straight|ordinary)(?: (?:one|average|mean))?\b|\bnicht (?:den |der )?(?:einfachen?|normalen?)(?: (?:durchschnitt|schnitt))?|\bpas la (?:simple|moyenne simple)\b|\bno la (?:simple|media simple)\b"
WEIGHTED_TEXTS = {
    "en": "The mean of {value} weighted by {weight}{where} is **{mean}**.",
    "de": "Mittelwert von {value}, gewichtet nach {weight}{where}: **{mean}**.",
    "fr": "Moyenne de {value} pondérée par {weight}{where} : **{mean}**.",
    "es": "Media de {value} ponderada por {weight}{where}: **{mean}**.",
}


class Weighted(NamedTuple):
    """A weighted mean: its columns and value, and the places of the question that it is read from."""

    value: int
    weight: int
    mean: float
    spans: list[list[int]]


def weighted_mean(table: Table, filters: Sequence[Filter] = ()) -> Weighted | None:
    """Return the weighted mean of the rows that pass. Raises AnswerFault for unknown columns."""
    text = flattened(table.question).text
    match = WEIGHTED.search(text)
    if match is None or not (re.search(MEAN_WORDS, text, ANY_CASE) or WEIGHTED_AHEAD.search(text)):
        return None
    named = [
        one
        for one in mentioned(text, table.columns)
        if table.columns[one.column].values() is not None and not (one.start < match.end() and match.start() < one.end)
    ]
    numeric = numeric_places(table.columns)
    by = WEIGHTED_BY.search(text)
    ahead = [one.column for one in named if WEIGHTED_AHEAD.match(text, one.end)]
    weights = (
        ahead[:1]
        or [one.column for one in named if by and one.start >= by.end()][:1]
        or [place for place in numeric if WEIGHT_NAME.search(flattened(table.columns[place].name).text)]
    )
    if len(weights) != 1:
        raise AnswerFault("which")
    others = [one.column for one in named if one.column != weights[0]] or [
        place for place in numeric if place != weights[0]
    ]
    if len(set(others)) != 1:
        raise AnswerFault("which")
    total, parts = 0.0, 0.0
    for row in selected(table.again(), filters, table.columns):
        cells = [
            cell_number(row[place], table.columns[place]) if place < len(row) else None
            for place in (others[0], weights[0])
        ]
        if cells[0] is not None and cells[1] is not None:
            total, parts = total + cells[1], parts + cells[0] * cells[1]
    if not total:
        raise AnswerFault("which")
    spans = [[one.start, one.end] for one in named] + [
        list(found.span())
        for pattern in (WEIGHTED, WEIGHTED_BY, compile_caseless(MEAN_WORDS), compile_caseless(CONTRAST))
        for found in pattern.finditer(text)
    ]
    return Weighted(others[0], weights[0], parts / total, spans)
