"""What is still open where an empty cell means that: "an empty paid_on means they owe me", "who has not paid"."""

from math import fsum

from config.builtins.csv_statistics.columns import Column, FoundText, compile_caseless, measured_places
from config.builtins.csv_statistics.columns_named import mentioned
from config.builtins.csv_statistics.filters import Filter
from config.builtins.csv_statistics.pair_differences import TOLD_SENTENCE
from config.builtins.csv_statistics.query import MONEY_NAME, Query, label_column
from config.builtins.csv_statistics.reading import Table
from config.builtins.csv_statistics.row_comparisons import Repeated
from config.builtins.csv_statistics.running import cell_number, selected
from config.builtins.csv_statistics.sentences import grid, shown
from config.builtins.csv_statistics.table_wishes import MOST_WISHED
from config.builtins.csv_statistics.unread import leaves_nothing
from config.builtins.wording import cell, fill_in, fold

NO_CELL = r"(?:empty|blank|missing|nothing|no (?:date|value|entry|cell)|leere?[rsn]?|fehlende?[rsn]?|kein (?:datum|eintrag)|vides?|rien|pas de date|vaci[oa]s?|sin fecha|nada)"
MEANING = r"(?:means?|stands for|is for|heisst|hei\xdft|bedeutet|steht fur|veut dire|signifie|significa|quiere decir|=)"
EMPTY_MEANS = compile_caseless(  # "an empty paid_on means they still owe me", "if paid is blank they haven't paid"
    rf"(?:\b(?:an? |the |ein |eine |une? |el |la |le )?{NO_CELL}\b[^.?!;:\n]{{0,30}}? {MEANING}|\b(?:if|where|when|wenn|wo|si|quand|cuando)\b[^.?!;:\n]{{0,25}}? (?:is |ist |est |esta )?{NO_CELL}\b)[^.?!;:\n]*[.;:!]?"
)
STILL_OWED = compile_caseless(
    r"\b(?:(?:still |not yet |yet )?(?:outstanding|unpaid|unsettled|overdue|owed|owing|owes?|due)|(?:has|have|had|did|do|does|is|are|was|were) ?(?:n['’]?t|not)(?: yet)? (?:been )?(?:pa(?:id|y)|settled?|returned?|handed in|returned)(?: (?:me|us|yet|so far))*|(?:still|yet) (?:open|to (?:pay|be paid|come|settle)|missing|have to pay|has to pay)|(?:noch |immer noch )?(?:offen\w*|ausstehend\w*|unbezahlt\w*|nicht (?:ge|be)zahlt)|schulde[nt]|noch (?:zahlen|bezahlen)|(?:reste(?:nt|-t-il)?|il reste) (?:encore )?(?:a payer|du)|impayee?s?|(?:n'a|n'ont) pas (?:encore )?paye|doivent|doit encore|pendientes?(?: de pago)?|(?:no (?:ha|han) pagado)|deben?|(?:falta|queda)n? por (?:pagar|cobrar))\b"
)
OWED_IDLE = compile_caseless(
    r"\b(?:missing|fehl(?:t|en)|manquent?|faltan?|how (?:much|many)|who(?:m|se)?|which|what(?:'s| is)?|from (?:whom|who)|by whom|is|are|it|do|does|they|them|me|us|still|altogether|together|in (?:all|total)|total|sum|the|of|and|ones?|people|names?|list|show|amounts?|money|invoices?|bills?|wie ?viel|wer|wem|von|welche[rnsm]?|insgesamt|zusammen|ist|sind|und|noch|mir|uns|summe|rechnung(?:en)?|combien|qui|quelles?|quels?|et|en tout|au total|de|somme|factures?|cuanto|quien(?:es)?|cuales|y|en total|suma|facturas?|todavia|aun)\b"
)
PAID_COLUMN = compile_caseless(
    r"\b(?:paid|payment|settled|bezahlt|gezahlt|beglichen|paye|regle|pagado|abonado|cobrado)\b"
)
COUNT_ALONE = compile_caseless(r"\b(?:average|mean|median|percent\w*|share|durchschnitt\w*|anteil|moyenne|media|promedio)\b")  # fmt: skip
OPEN_TEXTS = {
    "en": "**{n}** of {all} rows have no {column}: **{names}**.{total}",
    "de": "Bei **{n}** von {all} Zeilen ist {column} leer: **{names}**.{total}",
    "fr": "**{n}** lignes sur {all} n'ont pas de {column} : **{names}**.{total}",
    "es": "**{n}** de {all} filas no tienen {column}: **{names}**.{total}",
}
OPEN_TOTALS = {
    "en": " Together **{total}** ({measure}).",
    "de": " Zusammen **{total}** ({measure}).",
    "fr": " En tout **{total}** ({measure}).",
    "es": " En total **{total}** ({measure}).",
}


def open_items(table: Table, query: Query) -> Repeated | None:
    """Return the rows whose cell is empty where that means not paid, with what they come to."""
    text, columns = table.folded, table.columns
    owed, told = list(STILL_OWED.finditer(text)), list(EMPTY_MEANS.finditer(text))
    gap = column_with_gaps(table, told)
    if not owed or gap < 0 or COUNT_ALONE.search(text):
        return None
    if all(any(one.start() <= word.start() < one.end() for one in told) for word in owed):
        return None  # the remark alone says it, not the question
    others = tuple(one for one in query.filters if one.sign == "=" and one.column != gap)
    spans = [list(match.span()) for match in (*owed, *told, *OWED_IDLE.finditer(text))]
    spans += [[one.start, one.end] for one in mentioned(text, columns)]
    spans += [list(span) for span in query.spans] if others else []
    spans += [  # another sentence without a figure tells what the table is
        list(one.span())
        for one in TOLD_SENTENCE.finditer(text)
        if not any(one.start() <= match.start() < one.end() for match in owed)
    ]
    if not leaves_nothing(table, spans):
        return None
    rows = list(selected(table.again(), (Filter(gap, "empty", ()), *others), columns))
    label = label_column(columns, {gap})
    measure = owed_column(columns)
    if not rows or (label < 0 and measure < 0):
        return None
    names = ", ".join(cell(row[max(label, 0)]) for row in rows[:MOST_WISHED])
    total = ""
    if measure >= 0:
        value = fsum(cell_number(row[measure], columns[measure]) or 0.0 for row in rows)
        words = {"total": shown(round(value, 9), query.language), "measure": cell(columns[measure].name)}
        total = fill_in(OPEN_TOTALS[query.language], **words)
    head = fill_in(
        OPEN_TEXTS[query.language], n=f"{len(rows)}", all=f"{table.rows}", column=cell(columns[gap].name), names=names, total=total
    )  # fmt: skip
    body = grid([column.name for column in columns[:8]], [row[:8] for row in rows], query.language, MOST_WISHED)
    return Repeated(f"{head}\n\n{body}", spans)


def column_with_gaps(table: Table, told: list[FoundText]) -> int:
    """Return the column whose empty cells tell what is open: the one of a remark, or one called "paid"; -1 for none."""
    gaps = [place for place, column in enumerate(table.columns) if column.missing]
    said = {one.column for match in told for one in mentioned(match.group(), table.columns)} & set(gaps)
    if told and len(said) == 1:
        return min(said)
    called = [place for place in gaps if PAID_COLUMN.search(fold(table.columns[place].name).replace("_", " "))]
    if len(called) == 1 and table.columns[called[0]].values() is None:
        return called[0]
    return gaps[0] if told and len(gaps) == 1 else -1


def owed_column(columns: list[Column]) -> int:
    """Return the only column of numbers, or the only one of money, -1 for none."""
    places = measured_places(columns)
    money = [place for place in places if MONEY_NAME.search(fold(columns[place].name))]
    return places[0] if len(places) == 1 else money[0] if len(money) == 1 else -1
