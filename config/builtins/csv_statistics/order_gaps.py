"""How far the first of an order is ahead of the second, and how many days lie between the first and the last date of a column."""

import re
from datetime import date

from config.builtins.csv_statistics.columns import compile_caseless, shortened
from config.builtins.csv_statistics.columns_named import mentioned
from config.builtins.csv_statistics.day_cells import day_columns, iso_day, order_of_days
from config.builtins.csv_statistics.degrees import DIMENSIONS
from config.builtins.csv_statistics.query import Query, label_column
from config.builtins.csv_statistics.reading import Table
from config.builtins.csv_statistics.row_comparisons import Repeated
from config.builtins.csv_statistics.row_sequences import named_numbers, sums_of_labels
from config.builtins.csv_statistics.running import rows_passing
from config.builtins.csv_statistics.sentences import grid, shown, where_text
from config.builtins.csv_statistics.unread import TITLE_IN_FRONT, leaves_nothing
from config.builtins.wording import cell, fill_in, fold

WINNER = r"(?:winners?|leaders?|champion|first(?: place)?|1st(?: place)?|number one|top (?:one|seller|scorer|\w+er)|best(?: one| \w+er)?|sieger\w*|gewinner\w*|erste[rnm]?|erstplatzierte\w*|platz (?:1|eins)|vainqueur|gagnante?|premiere?|gagnant|ganador\w*|primer[oa]?)"
RUNNER_UP = r"(?:runners?[- ]?up|second(?: place| one| best)?|2nd(?: place)?|number two|next(?: one| best)?|zweite[rnm]?|zweitplatzierte\w*|platz (?:2|zwei)|nachste[rnm]?|deuxieme|second|dauphin|suivante?|segund[oa])"
GAP_ASKED = r"(?:by how (?:much|many(?: \w+)?)|how (?:much|far|many \w+)|(?:what(?: is|'s|s) )?(?:the )?(?:gap|margin|difference|lead|distance)|(?:mit )?(?:um )?wie ?viel(?:e[nmr]?)?|wie (?:gross|hoch|knapp|weit)|(?:de[rnm] )?(?:vorsprung|abstand|unterschied)|de combien|combien|(?:l')?(?:ecart|avance)|(?:por )?cuant[oa]s?|(?:la )?(?:ventaja|diferencia))"
LEAD = compile_caseless(
    rf"\b{GAP_ASKED}\b[^.?!\n]{{0,40}}?\b{WINNER}\b[^.?!\n]{{0,40}}?\b{RUNNER_UP}\b|\b{GAP_ASKED}\b[^.?!\n]{{0,40}}?\b{RUNNER_UP}\b[^.?!\n]{{0,30}}?\b{WINNER}\b|\b{WINNER}\b[^.?!\n]{{0,30}}?\b(?:beat|won|ahead|lead|led|gewann|gewonnen|vor|battu|devance|gano|supero)\b[^.?!\n]{{0,30}}?\b{RUNNER_UP}\b[^.?!\n]{{0,12}}?\b(?:by how (?:much|many)|how much)\b|"
    rf"\b(?:most|meisten|le plus|mas|best|highest)\b[^.?!\n]{{0,30}}?\b(?:by how (?:much|many)|how (?:much|many) more|um wie ?viel\w*|de combien|por cuant[oa]s?|cuant[oa]s? mas)\b[^.?!\n]{{0,30}}?\b{RUNNER_UP}\b|"
    rf"\b(?:who|which \w+|wer|qui|quien) (?:won|wins|is (?:first|ahead|in the lead|leading)|came first|hat gewonnen|gewann|ist (?:erste[rs]?|vorn)|a gagne|gano|va primero)[^.?!\n]{{0,15}}? (?:and|und|et|y)? ?(?:by how (?:much|many(?: \w+)?)|with what (?:margin|lead)|um wie ?viel\w*(?: \w+)?|mit wie ?viel\w*(?: \w+)?(?: vorsprung)?|de combien(?: de \w+)?|avec combien d'avance|por cuant[oa]s?(?: \w+)?)|"
    rf"\b(?:who|which \w+|wer|welche[rsn]? \w+|qui|quel(?:le)? \w+|quien|que \w+) (?:\w+ ){{1,3}}?(?:the |am |die |den |le |la |el )?(?:more|most|meisten|mehr|plus|mas)\b[^.?!\n]{{0,30}}?(?:,| (?:and|und|et|y))+ (?:by how (?:much|many(?: \w+)?)|(?:um )?wie ?viel\w*(?: mehr)?|de combien(?: de plus)?|por cuant[oa]s?)\b(?:(?: more| mehr| de plus| mas)? (?:than|als|que) (?:the |der |die |das |le |la |el )?{RUNNER_UP}\b)?|"
    rf"\b(?:(?:the )?winning margin|(?:the )?margin of victory|(?:der )?vorsprung de[rs] (?:sieger|gewinner|erste)\w*|l'avance du (?:premier|vainqueur|gagnant)|la ventaja del (?:primero|ganador))\b"
)
BEHIND_LEADER = compile_caseless(
    rf"\bhow (?:many|much|far)(?: \w+)? (?:is (?:he|she|it|that) )?(?:behind|short of|off|away from) (?:the )?(?:{WINNER}|lead|top)\b"
)
LEAD_IDLE = compile_caseless(
    r"\b(?:but|aber|mais|pero|in total|total|altogether|overall|insgesamt|zusammen|au total|en tout|en total|second(?: most| best| highest)?|hat|am|meisten|mehr|als|der|die|le|plus|que|mas|has|had|have|did|most|is (?:he|she|it)|what|was|is|the|who|won|wer|hat|gewonnen|ist|war|quel(?:le)?|qui|est|etait|gagne|cual|quien|fue|es|la|el|gano|and|und|et|y)\b"
)
NO_SHARE_OF_LEAD = compile_caseless(r"%|\bper ?cent|\bprozent|\bpour ?cent|\bpor ?ciento|\btimes\b")
LEAD_TEXTS = {
    "en": {"lead": "{column}{where}: **{first}** ({a}) is ahead of {second} ({b}) by **{gap}**.", "tie": "{column}{where}: {first} and {second} are level with {a}.", "ends": "{column}{where}: {first} {a}, {second} {b}; the difference is **{gap}**.", "days": "{column}{where} goes from **{a}** to **{b}**: **{n} days** apart."},
    "de": {"lead": "{column}{where}: **{first}** ({a}) liegt **{gap}** vor {second} ({b}).", "tie": "{column}{where}: {first} und {second} sind mit {a} gleichauf.", "ends": "{column}{where}: {first} {a}, {second} {b}; der Unterschied ist **{gap}**.", "days": "{column}{where} reicht von **{a}** bis **{b}**: **{n} Tage** dazwischen."},
    "fr": {"lead": "{column}{where} : **{first}** ({a}) devance {second} ({b}) de **{gap}**.", "tie": "{column}{where} : {first} et {second} sont à égalité avec {a}.", "ends": "{column}{where} : {first} {a}, {second} {b} ; la différence est **{gap}**.", "days": "{column}{where} va du **{a}** au **{b}** : **{n} jours** d'écart."},
    "es": {"lead": "{column}{where}: **{first}** ({a}) va **{gap}** por delante de {second} ({b}).", "tie": "{column}{where}: {first} y {second} empatan con {a}.", "ends": "{column}{where}: {first} {a}, {second} {b}; la diferencia es **{gap}**.", "days": "{column}{where} va del **{a}** al **{b}**: **{n} días** de diferencia."},
}  # fmt: skip


def order_gap(table: Table, query: Query) -> Repeated | None:
    """Return how far the first is ahead of the second, or the ends of days are apart."""
    text = table.folded
    return lead_of_first(table, query, text) or days_of_ends(table, query, text) or ends_apart(table, query, text)


def lead_of_first(table: Table, query: Query, text: str) -> Repeated | None:
    """Return by how much the first is ahead of the second, of the only number or the one that is named."""
    behind = BEHIND_LEADER.search(text) if re.search(rf"\b{RUNNER_UP}\b", text, re.IGNORECASE) else None
    asked = LEAD.search(text) or behind
    place, named = named_numbers(table, text) if asked else (-1, [])
    is_group = query.subject >= 0 and table.columns[query.subject].values() is None  # "which shop sold more"
    label = query.subject if is_group else label_column(table.columns, {place})
    if asked is None or place < 0 or label < 0 or query.group not in (-1, label) or NO_SHARE_OF_LEAD.search(text):
        return None
    sums = sums_of_labels(table, query, label, place)[0]
    spans = [list(asked.span()), *named, *(list(one.span()) for one in LEAD_IDLE.finditer(text))]
    spans += [list(span) for span in query.spans if query.filters]
    if len(sums) < 2 or not leaves_nothing(table, spans):
        return None
    is_falling = re.search(DIMENSIONS["quality"].inverse, fold(table.columns[place].name).lower()) is None
    (first, a), (second, b), *rest = sorted(sums.items(), key=lambda one: one[1], reverse=is_falling)
    words = {
        "column": cell(table.columns[place].name), "where": where_text(query.filters, table.columns, query.language),
        "first": cell(shortened(first, 60)), "second": cell(shortened(second, 60)), "gap": shown(round(abs(a - b), 9), query.language),
        "a": shown(round(a, 9), query.language), "b": shown(round(b, 9), query.language),
    }  # fmt: skip
    head = fill_in(LEAD_TEXTS[query.language]["tie" if a == b else "lead"], **words)
    listed: list[tuple[str, float]] = [(first, a), (second, b), *rest]
    heads = [table.columns[label].name, table.columns[place].name]
    return Repeated(
        f"{head}\n\n{grid(heads, [[name, round(value, 9)] for name, value in listed], query.language, 20)}", spans
    )


HIGH_END_WORD = r"(?:best|highest|busiest|strongest|largest|biggest|fullest|dearest|(?:most|least) [a-z]{4,}|beste\w*|hochste\w*|starkste\w*|grosste\w*|teuerste\w*|meilleure?|plus (?:haute?|forte?|grande?|chere?|elevee?)|mejor|mas (?:alt[oa]|fuerte|grande|car[oa]))"
LOW_END_WORD = r"(?:worst|lowest|quietest|weakest|smallest|cheapest|slowest|poorest|emptiest|(?:most|least) [a-z]{4,}|schlechteste\w*|schwachste\w*|niedrigste\w*|kleinste\w*|billigste\w*|gunstigste\w*|ruhigste\w*|pire|plus (?:basse?|faible|petite?|mauvaise?)|moins (?:chere?|bonne?)|peor|mas (?:baj[oa]|debil|pequen[oa]|barat[oa]|floj[oa]))"
MORE_THERE = r"(?:more|fewer|less|higher|lower|better|worse|[a-z]{3,}er|mehr|weniger|plus|moins|mas|menos|mejor|peor)"
ENDS_APART = compile_caseless(  # "how many visitors more in the best month than in the worst"
    rf"\b(?:by )?how (?:many|much)\b(?=[^.?!\n]*\b{MORE_THERE}\b)[^.?!\n]*?\b(?:{HIGH_END_WORD}\b[^.?!\n]{{0,40}}?\bthan\b[^.?!\n]{{0,30}}?\b{LOW_END_WORD}|{LOW_END_WORD}\b[^.?!\n]{{0,40}}?\bthan\b[^.?!\n]{{0,30}}?\b{HIGH_END_WORD})\b"
    rf"|\b(?:um )?wie ?viele?\b(?=[^.?!\n]*\b{MORE_THERE}\b)[^.?!\n]*?\b(?:{HIGH_END_WORD}\b[^.?!\n]{{0,40}}?\bals\b[^.?!\n]{{0,30}}?\b{LOW_END_WORD}|{LOW_END_WORD}\b[^.?!\n]{{0,40}}?\bals\b[^.?!\n]{{0,30}}?\b{HIGH_END_WORD})\b"
    rf"|\b(?:(?:de )?combien|(?:por |en )?cuant[oa]s?)\b(?=[^.?!\n]*\b{MORE_THERE}\b)[^.?!\n]*?\b(?:{HIGH_END_WORD}\b[^.?!\n]{{0,40}}?\bque\b[^.?!\n]{{0,30}}?\b{LOW_END_WORD}|{LOW_END_WORD}\b[^.?!\n]{{0,40}}?\bque\b[^.?!\n]{{0,30}}?\b{HIGH_END_WORD})\b"
)


def ends_apart(table: Table, query: Query, text: str) -> Repeated | None:
    """Return how far the highest and the lowest of a table lie apart: "how many more in the best month than in the worst"."""
    asked = ENDS_APART.search(text)
    place, named = named_numbers(table, text) if asked else (-1, [])
    is_group = query.subject >= 0 and table.columns[query.subject].values() is None
    label = query.subject if is_group else label_column(table.columns, {place})
    if asked is None or place < 0 or label < 0 or NO_SHARE_OF_LEAD.search(text):
        return None
    sums = sums_of_labels(table, query, label, place)[0]
    spans = [list(asked.span()), *named, *(list(span) for span in query.spans if query.filters)]
    spans += [list(one.span()) for one in TITLE_IN_FRONT.finditer(text)]
    if len(sums) < 2 or not leaves_nothing(table, spans):
        return None
    listed = sorted(sums.items(), key=lambda one: one[1], reverse=True)
    (first, a), (second, b) = listed[0], listed[-1]
    head = fill_in(
        LEAD_TEXTS[query.language]["ends"], column=cell(table.columns[place].name),
        where=where_text(query.filters, table.columns, query.language), first=cell(shortened(first, 60)),
        second=cell(shortened(second, 60)), a=shown(round(a, 9), query.language), b=shown(round(b, 9), query.language),
        gap=shown(round(a - b, 9), query.language),
    )  # fmt: skip
    heads = [table.columns[label].name, table.columns[place].name]
    return Repeated(
        f"{head}\n\n{grid(heads, [[one, round(value, 9)] for one, value in listed], query.language, 20)}", spans
    )


FIRST_DAY_WORD = compile_caseless(
    r"\b(?:earliest|first|oldest|start|beginning|fruheste\w*|erste\w*|alteste\w*|anfang|premiere?s?|plus (?:ancienne?|tot)|primer[oa]?s?|mas antigu[oa])\b"
)
LAST_DAY_WORD = compile_caseless(
    r"\b(?:latest|last|newest|most recent|end|spateste\w*|letzte\w*|neueste\w*|jungste\w*|ende|derniere?s?|plus (?:recente?|tard)|ultim[oa]s?|mas reciente)\b"
)
DAYS_APART = compile_caseless(
    r"\b(?:(?:how many |number of |the )?days (?:are |is |lie |there are |do )?(?:there )?(?:in )?(?:between|apart|from)(?: (?:them|those|these|the two|both))?|(?:how (?:long|far|many days)) (?:is |are |was |lies? )?(?:it |there |they )?(?:between|apart|from)(?: (?:them|those|the two))?|time ?span|span of days|"
    r"(?:wie ?viele )?tage (?:liegen |sind |lagen )?(?:es )?(?:dazwischen|zwischen|auseinander)|zeitspanne|(?:combien de )?jours (?:entre|d'ecart|separent)(?: (?:les deux|elles|eux|ils))?|(?:cuantos )?dias (?:hay |pasan |de diferencia )?(?:entre)?(?: (?:ellas|ellos|las dos|los dos|ambas|medio))?)\b"
)
DAYS_IDLE = compile_caseless(
    r"\b(?:what|which|when|is|are|was|were|the|date|dates|and|of|give|me|find|between|from|to|until|till|them|how many|days?|was|ist|sind|welche\w*|datum|wann|und|die|der|das|zwischen|tage|quel(?:le)?s?|est|sont|les?|la|et|entre|jours|cual(?:es)?|es|son|el|las?|y|dias)\b"
)


def days_of_ends(table: Table, query: Query, text: str) -> Repeated | None:
    """Return the first and the last day of a column, and the days between, where all of it is asked."""
    asked = DAYS_APART.search(text)
    ends = [pattern.search(text) for pattern in (FIRST_DAY_WORD, LAST_DAY_WORD)]
    places = day_columns(table.columns) if asked and all(ends) else []
    mentions = mentioned(text, table.columns)
    named = [one.column for one in mentions if one.column in places] or places
    if asked is None or len(set(named)) != 1 or query.group >= 0:
        return None
    place = named[0]
    patterns = (DAYS_APART, FIRST_DAY_WORD, LAST_DAY_WORD, DAYS_IDLE)
    spans = [list(one.span()) for pattern in patterns for one in pattern.finditer(text)]
    spans += [*([one.start, one.end] for one in mentions), *(list(span) for span in query.spans if query.filters)]
    if not leaves_nothing(table, spans):
        return None
    months_first = bool(order_of_days(table.columns[place]))
    rows = rows_passing(query._replace(sort=-1), table.columns, table.again)[0]
    dated = [(day, row) for row in rows if (day := iso_day(row[place].strip(), months_first=months_first))]
    if len(dated) < 2:
        return None
    first, last = min(dated, key=lambda one: one[0]), max(dated, key=lambda one: one[0])
    days = (date.fromisoformat(last[0]) - date.fromisoformat(first[0])).days
    where = where_text(query.filters, table.columns, query.language)
    head = fill_in(
        LEAD_TEXTS[query.language]["days"], column=cell(table.columns[place].name), where=where,
        a=cell(first[1][place]), b=cell(last[1][place]), n=shown(days, query.language),
    )  # fmt: skip
    heads = [column.name for column in table.columns]
    return Repeated(f"{head}\n\n{grid(heads, [list(first[1]), list(last[1])], query.language, 2)}", spans)
