"""Who owes whom, where all share evenly what some have paid."""

import re

from config.builtins.csv_statistics.columns import compile_caseless
from config.builtins.csv_statistics.query import Query, label_column
from config.builtins.csv_statistics.reading import Table
from config.builtins.csv_statistics.row_comparisons import Repeated
from config.builtins.csv_statistics.row_sequences import named_numbers, numbered_rows, sums_of_labels
from config.builtins.csv_statistics.running import LARGE_GROUP_FIRST, SMALL_GROUP_FIRST
from config.builtins.csv_statistics.sentences import grid, shown
from config.builtins.csv_statistics.unread import TITLE_IN_FRONT, leaves_nothing
from config.builtins.wording import cell, fill_in, flattened, fold, localized

MOST_SHARERS = 50
OWES = compile_caseless(
    r"\b(?:who (?:owes|has to pay|must pay|should pay|needs to pay|pays) (?:(?:how much|what) (?:to )?)?(?:whom|who)|who owes (?:how much|what)|settle(?:ment)?(?: (?:it|this))?(?: up)?|(?:how (?:do|can|should) we )(?:even|settle|square) (?:it|this|things|up)(?: (?:out|up))?|"
    r"wer schuldet (?:wem|wie viel|was)(?: (?:wie viel|was))?|wer (?:muss|zahlt) wem (?:wie viel |was )?(?:zahlen|geben)?|ausgleich(?:szahlung\w*)?|qui doit (?:combien |quoi )?a qui(?: et combien)?|qui doit (?:payer )?(?:combien|quoi)|quien (?:le )?debe (?:cuanto )?a quien|quien debe (?:pagar )?(?:cuanto|que))\b"
)
EVENLY = compile_caseless(
    r"\b(?:(?:every(?:one|body)|all(?: of us)?|we(?: all)?|they(?: all)?) (?:shares?|splits?|pays?)(?: (?:it|everything|the costs?))? (?:equally|evenly|the same|fairly)|(?:split|shared?|divided?)(?: (?:it|everything|the costs?|this|up|among (?:us|them|all)))* (?:equally|evenly|fairly)|equal(?:ly)? shares?|(?:equally|evenly|fairly)(?: (?:split|shared|divided))?|"
    r"(?:alle|jeder)(?: (?:zahlen|zahlt|teilen))?(?: \w+)? (?:gleich viel|gleich|gerecht)|gleichmassig|zu gleichen teilen|(?:tous|tout le monde|on)? ?(?:partage(?:nt|r)?|divise(?:nt|r)?) (?:equitablement|a parts egales)|a parts egales|equitablement|a partes iguales|por igual|equitativamente)\b"
)
PAYING = r"(?:laid out|lay out|laid down|put down|put up|chipped in|chip in|shelled out|forked out|coughed up|advanced?|fronted|covered|ausgelegt|vorgestreckt|beigesteuert|vorgeschossen|avance|debourse|verse|mis|adelanto|adelantado|aporto|aportado|raised?|collect(?:ed)?|earn(?:ed)?|gesammelt|verdient|recolte|gagne|recaudo|pay|paid|spen[dt]|give|gave|put in|contribute[d]?|donate[d]?|owe|gezahlt|bezahlt|ausgegeben|gegeben|beigetragen|paye|depense|donne|pagado?|pago|gasto|gastado|puso|dio)"
EACH_PAID = compile_caseless(
    rf"\b(?:who {PAYING} (?:how much|what)(?: (?:in total|altogether|in all|overall|so far))?|how much (?:did|has|have|does) (?:each|every)(?: ?one|body| person| of (?:them|us)| member| guest)? {PAYING}(?: (?:in total|altogether|so far))?|"
    rf"wer hat (?:wie ?viel|was) (?:(?:ins?gesamt|zusammen|alles in allem) |(?:fur|in) (?:die|das|den|der|unser\w*) [^\W\d_]+ ){{0,2}}{PAYING}(?: insgesamt)?|wie viel hat (?:jede[rs]?)(?: person| einzelne)? (?:(?:insgesamt|zusammen) |(?:fur|in) (?:die|das|den|der|unser\w*) [^\W\d_]+ ){{0,2}}{PAYING}|qui a {PAYING} combien(?: (?:en tout|au total))?|combien (?:a|chacun a|chaque personne a) (?:chacun )?{PAYING}(?: (?:chacun|chaque personne))?|(?:quien ha|quien) {PAYING} cuanto(?: en total)?|cuanto (?:ha )?{PAYING} cada (?:uno|persona))\b"
)
PAID_FOR = compile_caseless(  # behind the question: what it was for as a whole, and "all in all"
    r"\A,?(?: (?:for|towards?|to|on|into|fur|in|pour|dans|para|en) (?:(?:the|our|my|this|die|das|den|der|unsere\w*|le|la|les|l'|notre|el|los|las|nuestr[oa]) ?)(?P<what>[^\W\d_]+(?: (?!all\b|in\b|so\b|over|alto|alles\b|bis\b|en\b|au\b|ins)[^\W\d_]+)?))?,?(?: (?:all in all|in total|in all|altogether|overall|all together|so far|alles in allem|insgesamt|zusammen|bisher|en tout|au total|en total|en conjunto|hasta ahora))?(?=\W*(?:\Z|[?.!\n]))"
)
PAYER_COLUMN = compile_caseless(
    r"(?:who|names?|person|people|members?|payer|paid by|payee|buyer|friend|flatmate|roommate|housemate|wer|von|mitglied|zahler|bezahlt von|qui|nom|personne|membre|paye par|quien|nombre|persona|miembro|pagado por)"
)
WAYS_OF_SETTLING = {
    "en": {"all": "Together **{total}**.", "head": "Together {total}; of {n} each one's share is **{share}**.", "pays": "{debtor} pays {lender} **{amount}**.", "even": "Nobody owes anything.", "heads": "paid;owes (-) or gets (+)"},
    "de": {"all": "Zusammen **{total}**.", "head": "Zusammen {total}; bei {n} Personen trägt jede **{share}**.", "pays": "{debtor} zahlt {lender} **{amount}**.", "even": "Niemand schuldet etwas.", "heads": "bezahlt;schuldet (-) oder bekommt (+)"},
    "fr": {"all": "En tout **{total}**.", "head": "En tout {total} ; à {n}, la part de chacun est de **{share}**.", "pays": "{debtor} paie **{amount}** à {lender}.", "even": "Personne ne doit rien.", "heads": "payé;doit (-) ou reçoit (+)"},
    "es": {"all": "En total **{total}**.", "head": "En total {total}; entre {n}, a cada uno le toca **{share}**.", "pays": "{debtor} paga **{amount}** a {lender}.", "even": "Nadie debe nada.", "heads": "pagado;debe (-) o recibe (+)"},
}  # fmt: skip


def settled(table: Table, query: Query) -> Repeated | None:
    """Return each one's share of what was paid, and who pays whom."""
    text = table.folded
    owes, evenly = OWES.search(text), EVENLY.search(text)
    place, named = named_numbers(table, text) if owes else (-1, [])
    label = named_people(table, place)
    if owes is None or place < 0 or label < 0 or query.filters:
        return None
    rows, values = numbered_rows(table, query, place)
    spans = [list(owes.span()), *([list(evenly.span())] if evenly else []), *named]
    if any(value < 0 for value in values) or not leaves_nothing(table, spans):
        return None
    paid: dict[str, int] = {}
    for row, value in zip(rows, values, strict=True):
        paid[row[label].strip()] = paid.get(row[label].strip(), 0) + round(100 * value)
    if not 2 <= len(paid) <= MOST_SHARERS:
        return None
    return Repeated(told_debts(paid, table.columns[label].name, query.language), spans)


def people_column(table: Table, place: int) -> int:
    """Return the column that names the rows, or the only one of texts."""
    texts = [at for at, column in enumerate(table.columns) if column.values() is None and at != place]
    return texts[0] if len(texts) == 1 else label_column(table.columns, {place})


def named_people(table: Table, place: int) -> int:
    """Return the one column of texts whose name says that it names people, or the one that names the rows."""
    folded = [flattened(fold(column.name)).text.replace("_", " ").strip() for column in table.columns]
    people = [at for at, name in enumerate(folded) if at != place and PAYER_COLUMN.fullmatch(name)]
    people = [at for at in people if table.columns[at].values() is None]
    return people[0] if len(people) == 1 else people_column(table, place)


def is_cell(table: Table, words: str) -> bool:
    """Return whether words of a question are a text of the table, alone or as one of them."""
    cells = {fold(one).lower() for column in table.columns for one in column.texts or ()}
    return any(one in cells for one in (words.lower(), *words.lower().split()))


TITLE = re.compile(r"\A\W*[^.?!\n\d—–:]{1,40}?(?: - | ?[—–] ?|: )")  # "donations jar list - who gave how much"


def paid_by_each(table: Table, query: Query) -> Repeated | None:
    """Return what each one paid, with the sum of all."""
    text = table.folded
    asked = EACH_PAID.search(text)
    place, named = named_numbers(table, text) if asked else (-1, [])
    label = named_people(table, place)
    spans = [*([list(asked.span())] if asked else []), *named]
    rest = PAID_FOR.match(text[asked.end() :]) if asked else None
    if asked and rest and not is_cell(table, rest["what"] or ""):
        spans.append([asked.end(), asked.end() + rest.end()])
    orders = [*LARGE_GROUP_FIRST.finditer(text), *SMALL_GROUP_FIRST.finditer(text)]
    spans += [list(one.span()) for one in (*orders, *TITLE.finditer(text), *TITLE_IN_FRONT.finditer(text))]
    if asked is None or place < 0 or label < 0 or query.filters or not leaves_nothing(table, spans):
        return None
    paid, values = sums_of_labels(table, query, label, place)
    if orders:
        is_rising = SMALL_GROUP_FIRST.search(text) is not None
        paid = dict(sorted(paid.items(), key=lambda one: one[1], reverse=not is_rising))
    said, heads = WAYS_OF_SETTLING[query.language], [table.columns[label].name, table.columns[place].name]
    listed = grid(heads, [[name, round(value, 9)] for name, value in paid.items()], query.language, MOST_SHARERS)
    total = shown(round(sum(values), 9), query.language)
    return Repeated(f"{listed}\n\n{fill_in(said['all'], total=total)}", spans)


def told_debts(paid: dict[str, int], name: str, language: str) -> str:
    """Return the answer for what each one paid, in hundredths; odd hundredths fall to the first."""
    said, total = WAYS_OF_SETTLING[language], sum(paid.values())
    share, odd = divmod(total, len(paid))
    balances = {one: amount - share - (1 if place < odd else 0) for place, (one, amount) in enumerate(paid.items())}
    head = fill_in(
        said["head"],
        total=in_hundredths(total, language),
        n=f"{len(paid)}",
        share=in_hundredths(int(total / len(paid) + 0.5), language),
    )
    lines = [
        fill_in(said["pays"], debtor=cell(debtor), lender=cell(lender), amount=in_hundredths(amount, language))
        for debtor, lender, amount in transfers(balances)
    ]
    rows = [
        [one, in_hundredths(paid[one], language), f"{'+' if rest > 0 else ''}{in_hundredths(rest, language)}"]
        for one, rest in balances.items()
    ]
    return "\n\n".join(
        [
            head,
            "\n".join(f"- {line}" for line in lines or [said["even"]]),
            grid([name, *said["heads"].split(";")], rows, language, MOST_SHARERS),
        ]
    )


def transfers(balances: dict[str, int]) -> list[tuple[str, str, int]]:
    """Return who pays whom how much: the one who owes most the one who gets most, until all are even."""
    open_ones, made = dict(balances), list[tuple[str, str, int]]()
    for _ in balances:
        debtor, lender = min(open_ones, key=open_ones.__getitem__), max(open_ones, key=open_ones.__getitem__)
        amount = min(-open_ones[debtor], open_ones[lender])
        if amount <= 0:
            break
        made.append((debtor, lender, amount))
        open_ones[debtor] += amount
        open_ones[lender] -= amount
    return made


def in_hundredths(amount: int, language: str) -> str:
    """Return an amount of hundredths with two places, or none where it is whole."""
    text = f"{amount / 100:,.2f}"
    return localized(text.removesuffix(".00"), language)
