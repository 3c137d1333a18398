"""Statements whose one column of amounts has a minus for what went out: what was spent, what came in, what is left."""

import re
from collections.abc import Iterator
from math import fsum
from typing import NamedTuple

from config.builtins.csv_statistics.columns import Column, compile_caseless, filled
from config.builtins.csv_statistics.reading import Table
from config.builtins.csv_statistics.running import cell_number
from config.builtins.csv_statistics.sentences import shown
from config.builtins.wording import blanked, cell, fill_in, fold

SIGNED_NAME = compile_caseless(
    r"\b(?:amounts?|values?|sum|transactions?|payments?|money|cash|total|betr(?:ag|age)|wert|summe|umsatz|geld|montants?|valeur|somme|importes?|valor|cantidad|monto|eur|euros?|usd|gbp|chf|dollars?|pounds?)\b|[€$£]"
)
OUT_NOUNS = r"(?:payments? out|outgoings?|outflows?|expenses?|expenditures?|spendings?|debits?|withdrawals?|money out|ausgaben?|ausgange?|abbuchung(?:en)?|abgange?|belastung(?:en)?|depenses|sorties?|gastos?|salidas?|cargos?)"
OUT_VERBS = r"(?:spend|spent|(?:went|goes|going|gone|go) out|(?:paid|pay) out|paid|ausgegeben|ausgebe|ausgeben|abgebucht|bezahlt|depense(?:r|s|e)?|paye|gastado|gaste|gastamos|gastar|pague|pagado|pagamos|costs? (?:me|us)|gekostet|m'a coute|me costo|nos costo)"
IN_NOUNS = r"(?:income|incomings?|earnings|deposits?|credits?|inflows?|money in|payments? in|einnahmen?|eingange?|einkunfte|gutschrift(?:en)?|revenus?|recettes?|rentrees?|entrees?|ingresos?|abonos?|entradas?)"
IN_VERBS = r"(?:earn|earned|(?:came|comes?|coming) in|received|receive|got in|verdient|eingenommen|reingekommen|recus?|gagne|gane|ganado|cobre|cobrado|recibi|recibido|entro|ingrese|ingresado)"
FLOW_WORDS = compile_caseless(
    rf"(?<![\w-])(?:(?P<out>{OUT_NOUNS})|(?P<spent>{OUT_VERBS})|(?P<in>{IN_NOUNS})|(?P<got>{IN_VERBS}))(?![\w-])"
)
FLOW_TEXTS = {
    "en": {"out": "What went out are the rows with a minus in {name} ({n}), without the minus.", "in": "What came in are the rows without a minus in {name} ({n}).", "both": "What went out are the rows with a minus in {name} ({n}), what came in are the others ({m}).", "balance": "In {name}, **{income}** came in (rows: {m}) and **{spent}** went out (rows: {n}). Together that is **{left}**."},
    "de": {"out": "Ausgegangen sind die Zeilen mit einem Minus in {name} ({n}), ohne das Minus gerechnet.", "in": "Eingegangen sind die Zeilen ohne Minus in {name} ({n}).", "both": "Ausgegangen sind die Zeilen mit einem Minus in {name} ({n}), eingegangen die anderen ({m}).", "balance": "In {name} gingen **{income}** ein (Zeilen: {m}) und **{spent}** aus (Zeilen: {n}). Zusammen sind das **{left}**."},
    "fr": {"out": "Les sorties sont les lignes avec un moins dans {name} ({n}), comptées sans le moins.", "in": "Les entrées sont les lignes sans moins dans {name} ({n}).", "both": "Les sorties sont les lignes avec un moins dans {name} ({n}), les entrées sont les autres ({m}).", "balance": "Dans {name}, **{income}** sont entrés (lignes : {m}) et **{spent}** sont sortis (lignes : {n}). Ensemble : **{left}**."},
    "es": {"out": "Las salidas son las filas con un menos en {name} ({n}), contadas sin el menos.", "in": "Las entradas son las filas sin menos en {name} ({n}).", "both": "Las salidas son las filas con un menos en {name} ({n}), las entradas son las otras ({m}).", "balance": "En {name} entraron **{income}** (filas: {m}) y salieron **{spent}** (filas: {n}). En total son **{left}**."},
}  # fmt: skip
NAMES_ROWS = compile_caseless(  # "how many expenses", "list all payments out": the rows themselves
    r"\b(?:how many|number of|count|list|show|which|give me|wie ?viele|anzahl|liste|zeig\w*|welche|combien de|nombre de|montre\w*|quel(?:le)?s|cuant[oa]s|numero de|muestra\w*|que)(?: (?:me|of|the|all|my|mir|alle|die|mein\w*|les|toutes|tous|mes|los|las|tod[oa]s|mis|are|were|sind)){0,4} \Z"
)
BALANCE = compile_caseless(
    rf"\b(?:(?:total )?{IN_NOUNS} (?:minus|less|weniger|moins|menos) (?:the |my |total |die |les |los )*{OUT_NOUNS}|balance|net(?: (?:total|amount|result|figure))?|what(?:'s| is) left|left over|bottom line|saldo|was bleibt(?: ubrig)?|unterm strich|solde|ce qu'il reste|lo que queda)\b"
)
BALANCE_IDLE = compile_caseless(
    r"\b(?:what(?:'s| is)?|whats|the|my|of|on|this|these|statement|account|month|all|in|at|end|how much|is|have|do|i|now|then|and|here|was|ist|der|das|mein\w*|konto\w*|von|am|ende|quel|est|le|mon|du|de|compte|releve|cual|el|mi|la|cuenta|cuanto|extracto)\b|[^\w\s]"
)


class Flow(NamedTuple):
    """A table with the amounts that went out, came in, or both; its note and places."""

    table: Table
    note: str
    spans: list[list[int]]


class Balance(NamedTuple):
    """What came in, went out and is left, in a sentence, and the places of the words that ask for it."""

    sentence: str
    spans: list[list[int]]


def signed_flow(table: Table, language: str) -> Flow | None:
    """Return the amounts that a question about a statement means, None without a direction."""
    text = table.folded
    words = list(FLOW_WORDS.finditer(text))
    place = amount_column(table) if words else None
    if place is None or signed_balance(table, language) is not None:
        return None
    going_out = [match for match in words if match["out"] or match["spent"]]
    coming_in = [match for match in words if match["in"] or match["got"]]
    if not (going_out and coming_in) and any(is_of_table(match.group(), table) for match in words):
        return None
    spent, income = sides_of(table, place)
    name = "both" if going_out and coming_in else "out" if going_out else "in"
    if not spent or (name != "out" and not income):
        return None
    said = {"n": len(income if name == "in" else spent), "m": len(income), "name": cell(table.columns[place].name)}
    note = fill_in(FLOW_TEXTS[language][name], **said)
    spans = [list(match.span()) for match in words]
    if name == "both":
        names = (going_out[0].group(), coming_in[0].group())
        return Flow(both_sides(table, place, names), note, spans)
    nouns = [match for match in words if match["out"] or match["in"]]
    rows_named = [match for match in nouns if NAMES_ROWS.search(text[: match.start()])]
    question = table.question
    for match in rows_named:
        question = blanked(question, *match.span())
    title = nouns[0].group() if nouns and not rows_named else ""
    side = one_side(table._replace(question=question), place, title, is_out=name == "out")
    return Flow(side, note, spans)


def signed_balance(table: Table, language: str) -> Balance | None:
    """Return what came in, what went out and what is left, where a question about a statement asks for no more."""
    text = table.folded
    asked = BALANCE.search(text)
    if asked is None or (place := amount_column(table)) is None or is_of_table(asked.group(), table):
        return None
    if re.search(r"\w", BALANCE_IDLE.sub(" ", text[: asked.start()] + " " + text[asked.end() :])):
        return None
    spent, income = sides_of(table, place)
    figures = {"spent": -fsum(spent), "income": fsum(income), "left": fsum([*spent, *income])}
    told = {name: shown(round(value, 10), language) for name, value in figures.items()}
    sizes = {"n": len(spent), "m": len(income), "name": cell(table.columns[place].name)}
    spans = [list(match.span()) for match in (asked, *BALANCE_IDLE.finditer(text))]
    return Balance(fill_in(FLOW_TEXTS[language]["balance"], **told, **sizes), spans)


def amount_column(table: Table) -> int | None:
    """Return the one column of amounts of money of which some have a minus."""
    places = [
        place
        for place, column in enumerate(table.columns)
        if SIGNED_NAME.search(fold(column.name)) and any(value < 0 for value in column.values() or ())
    ]
    return places[0] if len(places) == 1 else None


def is_of_table(word: str, table: Table) -> bool:
    """Return whether a word is the name of a column of a table, or the text of one of its cells."""
    forms = {word.casefold(), word.casefold().rstrip("s")}
    names = {fold(column.name).casefold().strip() for column in table.columns}
    cells = {fold(one).casefold().strip() for column in table.columns for one in column.texts or ()}
    return any(form in (one, one.rstrip("s")) for form in forms for one in names | cells)


def sides_of(table: Table, place: int) -> tuple[list[float], list[float]]:
    """Return the amounts of a column with a minus, and those above zero."""
    values = table.columns[place].values() or ()
    return [value for value in values if value < 0], [value for value in values if value > 0]


def one_side(table: Table, place: int, name: str, *, is_out: bool) -> Table:
    """Return the rows whose amount goes out, or comes in, without its sign, and a name for it."""
    column, again = table.columns[place], table.again

    def rows() -> Iterator[list[str]]:
        for row in again():
            value = cell_number(row[place].strip(), column) if place < len(row) else None
            if value is not None and (value < 0 if is_out else value > 0):
                yield [*row[:place], unsigned(row[place]), *row[place + 1 :]]

    made = [Column(name or one.name if at == place else one.name, 0) for at, one in enumerate(table.columns)]
    count = filled(rows(), made)
    return table._replace(columns=made, rows=count, again=rows)


def both_sides(table: Table, place: int, names: tuple[str, str]) -> Table:
    """Return a table with a column for what went out and one for what came in, in place of its one of amounts."""
    column, again = table.columns[place], table.again

    def rows() -> Iterator[list[str]]:
        for row in again():
            amount = row[place] if place < len(row) else ""
            value = cell_number(amount.strip(), column)
            spent, income = (unsigned(amount), "") if value is not None and value < 0 else ("", amount)
            yield [*row[:place], spent, *row[place + 1 :], *[""] * (len(table.columns) - len(row)), income]

    titles = [names[0] if at == place else one.name for at, one in enumerate(table.columns)]
    made = [Column(title, 0) for title in (*titles, names[1])]
    filled(rows(), made)
    return table._replace(columns=made, again=rows)


def unsigned(amount: str) -> str:
    """Return an amount as it is written, without its minus."""
    return re.sub(r"[-−–()]", "", amount).strip()
