"""What lies between two columns of each row: an old and a new reading, what is due and what was paid."""

import re
from typing import NamedTuple

from config.builtins.csv_statistics.column_relations import EARNED_NAME, SPENT_NAME, only_named
from config.builtins.csv_statistics.columns import ANY_CASE, FoundText, compile_caseless, numeric_places
from config.builtins.csv_statistics.columns_named import MONTHS, NUMBERS_OF_NAMES, TIME_NAME, mentioned
from config.builtins.csv_statistics.query import Query, label_column
from config.builtins.csv_statistics.reading import Table
from config.builtins.csv_statistics.row_comparisons import Repeated
from config.builtins.csv_statistics.running import cell_number, rows_passing
from config.builtins.csv_statistics.sentences import grid, shown
from config.builtins.csv_statistics.table_wishes import MOST_WISHED
from config.builtins.csv_statistics.unread import TITLE_IN_FRONT, leaves_nothing
from config.builtins.wording import cell, fill_in, flattened, fold

OLD_NAME = compile_caseless(r"^(?:old|previous|prev|last|start(?:ing)?|begin(?:ning)?|opening|before|initial|alt\w*|vorher\w*|anfang\w*|anterieur|ancien\w*|debut|avant|anterior|inicial|antes)\b|\b(?:before|previous|start|initial|vorher|avant|antes|debut)$")  # fmt: skip
NEW_NAME = compile_caseless(r"^(?:new|this|current|present|now|dies\w*|heuer|cette|este|esta|end(?:ing)?|closing|final|latest|after|neu\w*|aktuell\w*|ende|end\w*|nouveau|nouvel\w*|actuel\w*|fin|apres|nuev[oa]|actual|final|despues)\b|\b(?:after|now|end|final|nachher|aktuell|apres|despues|fin)$")  # fmt: skip
DUE_NAME = compile_caseless(r"\b(?:due|owed|fees?|rent|miete|loyer|alquiler|charge|invoiced|billed|bill|price|amount|soll|fallig|beitrag|rechnung|du|facture|cotisation|cuota|debido|facturado)\b")  # fmt: skip
PAID_NAME = compile_caseless(r"\b(?:paid|received|payments?|bezahlt|gezahlt|eingegangen|ist|paye|regle|recu|pagado|recibido|abonado)\b")  # fmt: skip
USED = compile_caseless(
    r"\b(?:(?:who|which (?:one|\w+)|what) (?:has |have )?(?:used|consumed|uses|needed|grew|gained|rose|changed)(?: up)? (?:the )?(?P<edge>most|least)|(?:highest|largest|biggest) (?:use|usage|consumption|change|increase)|how much (?:did|does|has|have) (?:each|every)(?: \w+)? (?:use[d]?|consume[d]?|need(?:ed)?)|(?:usage|consumption|use|difference) (?:of|per|for|by) (?:each|every)?(?: ?\w+)?|"
    r"(?:wer|welche[rs]? \w+) hat (?:am )?(?P<edge2>meisten|wenigsten) (?:verbraucht|gebraucht)|verbrauch (?:je|pro|von jede\w) \w+|qui a (?:le )?(?P<edge3>plus|moins) consomme|consommation (?:par|de chaque) \w+|quien (?:gasto|consumio|uso) (?P<edge4>mas|menos)|consumo (?:por|de cada) \w+)\b"
)
OWING = compile_caseless(
    r"\b(?:who (?:still )?(?:owes?|has(?:n't|nt| not) (?:fully )?paid|did(?:n't| not) pay(?: in full| fully)?|still has to pay|needs to pay)(?: (?:us|me|money|what|how much|in full|everything|fully|yet))*|(?:(?:what|how much)(?: is| are|'s|s)|whats) (?:still |left )?(?:outstanding|open|owed|owing|missing|due|to pay)|(?:wie ?viel|was) (?:ist|steht|fehlt) (?:insgesamt )?(?:noch )?(?:offen|aus|zu zahlen)|combien (?:reste-t-il|il reste|manque-t-il)(?: encore)?(?: a payer)?|cuanto (?:falta|queda)(?: (?:por|de) (?:pagar|cobrar))?|outstanding (?:amounts?|balances?|payments?)|wer (?:schuldet|muss) (?:uns |mir )?(?:noch )?(?:was|wie viel|geld|etwas|zahlen)?|wer hat (?:noch )?nicht (?:alles |voll(?:standig)? )?(?:bezahlt|gezahlt)|was ist noch offen|qui (?:doit|n'a pas) (?:encore )?(?:quoi|combien|paye|de l'argent)?|quien (?:debe|no ha pagado)(?: (?:todavia|aun|cuanto|que))*)\b"
)
PAID_NOTHING = compile_caseless(
    r"\b(?:who (?:has ?'?(?:n't|nt| not)|have ?(?:n't|nt| not)|did ?(?:n't|nt| not)) (?:yet |even )?(?:paid|pay) (?:a (?:single )?(?:penny|cent|thing|dime)|anything|at all)(?: (?:yet|at all|so far))?|who (?:has |have )?paid nothing(?: (?:yet|at all|so far))?|wer hat (?:noch |bisher )?(?:gar |uberhaupt )?nichts (?:bezahlt|gezahlt)|qui n'a (?:encore |toujours )?rien paye|quien(?:es)? no (?:ha|han) pagado (?:todavia |aun )?nada)\b"
)
OWING_IDLE = compile_caseless(
    r"\b(?:and|und|et|y|how much|is|it|money|geld|do|does|they|owe[s]?|between them|together|altogether|in (?:all|total)|each|still|us|me|wie viel|zusammen|insgesamt|noch|combien|en tout|cuanto|en total|todavia|this (?:year|month|time)|in the end)\b"
)
DIFFERENCE_WORDS = {
    "en": {"used": "{new} - {old} of each row:", "most": "**{label}**: {value}.", "owed": "{due} - {paid}, where something is open:", "all": "Together **{total}**.", "none": "**Nobody**: everything is paid.", "by": "difference", "open": "open"},
    "de": {"used": "{new} - {old} je Zeile:", "most": "**{label}**: {value}.", "owed": "{due} - {paid}, wo etwas offen ist:", "all": "Zusammen **{total}**.", "none": "**Niemand**: Alles ist bezahlt.", "by": "Differenz", "open": "offen"},
    "fr": {"used": "{new} - {old} par ligne :", "most": "**{label}** : {value}.", "owed": "{due} - {paid}, là où il reste quelque chose :", "all": "En tout **{total}**.", "none": "**Personne** : tout est payé.", "by": "différence", "open": "reste"},
    "es": {"used": "{new} - {old} por fila:", "most": "**{label}**: {value}.", "owed": "{due} - {paid}, donde queda algo:", "all": "En total **{total}**.", "none": "**Nadie**: todo está pagado.", "by": "diferencia", "open": "pendiente"},
}  # fmt: skip


CHANGED = compile_caseless(
    r"\b(?:how much (?:did|has|have) (?:each|every) (?:\w+ )?(?:change[d]?|grow(?:n)?|grew|rise|rose|risen|increase[d]?|fall(?:en)?|drop(?:ped)?|improve[d]?)|(?:percent(?:age)?|relative) (?:change|growth|increase|difference)s?(?: (?:for|of|per|by) (?:each|every)(?: \w+)?| by row| per \w+)?|change in (?:percent|%)|growth (?:in percent|rate)?s?(?: (?:for|of|per|by) (?:each|every)? ?\w+)?|(?:prozentuale|relative) (?:anderung|veranderung|entwicklung)(?: (?:je|pro|fur) (?:jede[nrs]? )?\w+)?|um wie ?viel prozent hat sich (?:jede[rs]? )?\w+ (?:verandert|geandert)|(?:variation|evolution) en (?:pourcentage|%)(?: (?:par|de chaque) \w+)?|(?:variacion|cambio) (?:porcentual|en porcentaje)(?: (?:por|de cada) \w+)?)\b"
)
COMPARED = compile_caseless(
    r"\b(?:compare|compared|comparing|vergleiche?|comparez?|compara)\b[^.?!\n]*?\b(?:with|to|and|mit|und|a|avec|et|con|y)\b"
)
CHANGED_IDLE = compile_caseless(
    r"\b(?:in|as|by|percent|percentage|prozent|pourcent\w*|porcentaje|from|to|between|and|with|per|for|each|every|von|bis|zu|zwischen|und|de|a|entre|et|desde|hasta|y|how much|the)\b|%"
)
AS_SHARE = compile_caseless(r"%|\bper ?cent\w*|\bpercentage|\bprozent\w*|\bpour ?cent\w*|\bporcent\w*|\brelative")
CHANGED_TEXTS = {
    "en": ("Change from {old} to {new}, in percent:", "Change from {old} to {new}:", "change", "%"),
    "de": ("Veränderung von {old} zu {new}, in Prozent:", "Veränderung von {old} zu {new}:", "Veränderung", "%"),
    "fr": ("Variation de {old} à {new}, en pourcentage :", "Variation de {old} à {new} :", "variation", "%"),
    "es": ("Variación de {old} a {new}, en porcentaje:", "Variación de {old} a {new}:", "variación", "%"),
}


def later_pair(table: Table, text: str) -> "Pair | None":
    """Return an earlier and a later column of numbers, else as they are compared or stand."""
    numeric = numeric_places(table.columns)
    label = label_column(table.columns, set())
    named = [one.column for one in mentioned(text, table.columns) if one.column in numeric]
    places = list(dict.fromkeys(named)) if len(set(named)) == 2 else numeric
    if len(places) != 2 and len(series := numbered_series(table)) == len(numeric):
        said = [place for number, place in series.items() if number in numbers_said(text)]
        places = said if len(said) == 2 else [series[min(series)], series[max(series)]] if not said else places
    if len(places) != 2 or label < 0:
        return None
    first, second = sorted(places)
    names = [
        flattened(fold(table.columns[place].name)).text.lower().replace("_", " ").strip() for place in (first, second)
    ]
    before, after = (order_of_name(name) for name in names)
    if before is not None and after is not None and before != after:
        return Pair(second, first, label) if before > after else Pair(first, second, label)
    if COMPARED.search(text) and len(set(named)) == 2:  # "compare november with october" begins with the later one
        return Pair(named[1], named[0], label)
    return Pair(first, second, label)


NUMBER_AT_END = re.compile(r"(?P<stem>.*?)[ _]*(?P<n>\d{1,3})", re.DOTALL)  # "height_w4", "test 2"
STEP_SAID = compile_caseless(
    r"\b(?:weeks?|days?|months?|years?|rounds?|tests?|exams?|quarters?|measurements?|visits?|wochen?|tage?|monate?|jahre?|runden?|messung|semaines?|jours?|mois|annees?|tours?|semanas?|dias?|mes(?:es)?|anos?|w|d|t|q|m|y)[ _]?(?P<n>\d{1,3})\b(?: (?:and|to|und|bis|et|a|y|-) (?P<m>\d{1,3})\b)?"
)


def numbers_said(text: str) -> set[int]:
    """Return the numbers of the steps that a question names: 1 and 4 for "between week 1 and week 4"."""
    return {int(number) for one in STEP_SAID.finditer(text) for number in one.groups() if number}


def numbered_series(table: Table) -> dict[int, int]:
    """Return the columns of numbers that differ in a number at the end of their name, by that; {} for others."""
    named = {place: fold(table.columns[place].name).lower() for place in numeric_places(table.columns)}
    found = {place: NUMBER_AT_END.fullmatch(name) for place, name in named.items()}
    matches = {place: match for place, match in found.items() if match is not None}
    stems = {match["stem"].strip(" _") for match in matches.values()}
    made = {int(match["n"]): place for place, match in sorted(matches.items())}
    return dict(sorted(made.items())) if len(stems) == 1 and "" not in stems and len(made) == len(matches) > 1 else {}


def order_of_name(name: str) -> int | None:
    """Return the place in time of a column's name: its year, its month, or the number at its end."""
    if re.search(r"\b(?:19|20)\d\d\b", name):
        return int(next(iter(re.findall(r"\b(?:19|20)\d\d\b", name))))
    match = TIME_NAME.fullmatch(name)
    found = min(NUMBERS_OF_NAMES[match.group().rstrip(".")]) if match else MONTHS
    numbered = NUMBER_AT_END.fullmatch(name)
    if match is None and numbered is not None and numbered["stem"].strip():
        return int(numbered["n"])
    return found if found < MONTHS else None


def changed_told(table: Table, query: Query, pair: "Pair", *, is_percent: bool) -> str:
    """Return the rows with the change from the earlier to the later column, in percent or as it is."""
    in_percent, plain, name, sign = CHANGED_TEXTS[query.language]
    columns = table.columns
    body = []
    for row, value in differences_of(table, query, pair):
        old = cell_number(row[pair.small], columns[pair.small])
        share = shown(round(100 * value / old, 4), query.language) if old else "-"
        told = f"{'+' if value > 0 else ''}{share} {sign}" if is_percent else value
        body.append([row[pair.label], row[pair.small], row[pair.large], told])
    heads = [columns[place].name for place in (pair.label, pair.small, pair.large)]
    head = fill_in(in_percent if is_percent else plain, old=cell(heads[1]), new=cell(heads[2]))
    return f"{head}\n\n{grid([*heads, name], body, query.language, MOST_WISHED)}"


SAVING = compile_caseless(
    r"\b(?:how much (?:money )?(?:have|did|do|could|was|is) (?:i|we)? ?(?:saved?|put aside|left(?: over)?|keep|kept)|how much (?:money )?(?:is|was) (?:saved|left(?: over)?)|(?:what|how much) (?:are|were|is|was) (?:my|our|the) (?:total )?(?:savings|surplus|net income|profit)|(?:total )?savings|wie ?viel (?:habe|hab|haben) (?:ich|wir) (?:denn |insgesamt |zusammen |bisher )*(?:gespart|ubrig)|(?:meine|unsere) ersparnisse?|combien (?:ai-je|avons-nous|a-t-on|j'ai|on a|nous avons) (?:economise|epargne|mis de cote)|cuanto (?:dinero )?(?:(?:he|hemos) ahorrado|ahorre|ahorramos|ahorraste|se ahorro))\b"
)
SAVING_IDLE = compile_caseless(
    r"\b(?:each|every|per|by|for each|(?:over|in|for|during) (?:the|this|these|all|those) (?:half[- ]year|half|year|quarter|period|time|months?|\d+ months|six months)|month|week|year|in total|altogether|overall|total|so far|here'?s|here is|this is|my|our|budget|jeden|pro|je|monat|insgesamt|bisher|im|halbjahr|chaque|par|mois|au total|en tout|cada|mes|en total|hier|ist|mein|voici|mon|este|es|mi|presupuesto|i|we|ich|wir)\b"
)


_DONE = r"(?:drive|drove|driven|travel(?:led)?|go|gone|cover(?:ed)?|clock(?:ed)?|ride|rode|ridden|run|walk(?:ed)?|use[d]?|consume[d]?|burn(?:ed|t)?|fahren|gefahren|zuruckgelegt|gelaufen|verbraucht|gebraucht|conduit|roule|parcouru|fait|consomme|utilise|conducido|recorrido|hecho|consumido|gastado|usado|recorri|hice|gaste|consumi(?:mos)?|recorrimos)"
COVERED = compile_caseless(  # "how many km did I drive in total", between two readings a row
    rf"\b(?:(?:how (?:many|much|far)|what)(?: [a-z]+){{0,2}}? (?:did|have|has|do|was|were) (?:i|we|she|he|they|it|you|the \w+) (?:been )?{_DONE}(?: (?:up|for work|by car|with it))?"
    rf"|wie ?(?:viele?|weit)(?: [a-z]+)? (?:bin|sind|ist|habe?n?|hat|wurden?) (?:ich|wir|er|sie|man|es)? ?(?:insgesamt |zusammen )?{_DONE}|combien (?:de |d')?(?:[a-z]+ )?(?:ai-je|avons-nous|a-t-on|on a|j'ai|nous avons) {_DONE}|cuant[oa]s? (?:[a-z]+ )?(?:he |hemos |ha )?{_DONE}"
    r"|(?:the |my |our )?(?:total (?:distance|mileage|consumption|usage|km|kilomet(?:re|er)s|miles)|(?:distance|mileage|consumption|usage) (?:in total|altogether|overall))|gesamt(?:strecke|verbrauch|kilometer))\b"
)
COVERED_IDLE = compile_caseless(
    r"\b(?:in (?:total|all)|altogether|overall|all together|together|insgesamt|zusammen|en tout|au total|en total|so far|bisher|(?:this|last) (?:month|year|week|quarter))\b"
)


def saved_pair(table: Table) -> "Pair | None":
    """Return the columns of what was spent and of what came in, where there is one of each."""
    spent, earned = only_named(SPENT_NAME, table.columns), only_named(EARNED_NAME, table.columns)
    label = label_column(table.columns, set())
    return Pair(spent, earned, label) if spent >= 0 and earned >= 0 and spent != earned and label >= 0 else None


def saved_told(table: Table, query: Query, pair: "Pair") -> str:
    """Return the differences of two columns in all, and of each row: what is left of the income, what was driven."""
    said, columns = DIFFERENCE_WORDS[query.language], table.columns
    rows = differences_of(table, query, pair)
    heads = [columns[place].name for place in (pair.label, pair.large, pair.small)]
    body = [[row[pair.label], row[pair.large], row[pair.small], value] for row, value in rows]
    total = shown(round(sum(value for _, value in rows), 9), query.language)
    head = fill_in(said["used"], new=cell(heads[1]), old=cell(heads[2]))
    listed = grid([*heads, said["by"]], body, query.language, MOST_WISHED)
    return f"{fill_in(said['all'], total=total)}\n\n{head}\n\n{listed}"


LARGEST_BETWEEN = compile_caseless(
    r"\b(?:(?:which|what|who|on which|in which|welche[rsnm]?|an welchem|quel(?:le)?|que) ?(?:\w+ )?(?:has|had|have|is|was|with|hat|hatte|a|avait|tiene|tuvo)?(?: the| die| den| la| el)? ?)?(?:(?P<most>biggest|largest|greatest|highest|grosste[nr]?|plus grande?|mayor)|(?P<least>smallest|lowest|least|kleinste[nr]?|plus petite?|menor)) (?:difference|gap|range|spread|swing|unterschied|differenz|abstand|difference|ecart|diferencia) (?:between|zwischen|entre)\b"
)


HIGH_END = r"(?:warmest|hottest|highest|max\w*|high|top|day(?:time)?|hochste\w*|warmste\w*|plus (?:chaude?|haute?)|mas (?:alta|calurosa))"
LOW_END = r"(?:coldest|coolest|lowest|min\w*|low|bottom|night(?:time)?|niedrigste\w*|kalteste\w*|tiefste\w*|plus (?:froide?|basse)|mas (?:baja|fria))"
BOTH_ENDS = compile_caseless(
    rf"(?<= )(?:the |der |dem |den |la |le |el )?(?:{HIGH_END} (?:and|und|et|y) (?:the |der |dem |den |la |le |el )?{LOW_END}|{LOW_END} (?:and|und|et|y) (?:the |der |dem |den |la |le |el )?{HIGH_END})(?: (?:temperatures?|values?|points?|temperatur\w*|werte?|valeurs?|valores|temperaturas?))?"
)


def pair_of_ends(table: Table, text: str) -> "Pair | None":
    """Return the lower and the higher of two numeric columns where a question says "between warmest and coldest"."""
    numeric, label = numeric_places(table.columns), label_column(table.columns, set())
    names = {place: fold(table.columns[place].name).replace("_", " ") for place in numeric}
    high, low = ([p for p in numeric if re.search(rf"\b{end}\b", names[p], ANY_CASE)] for end in (HIGH_END, LOW_END))
    is_told = BOTH_ENDS.search(text) is not None and len(high) == len(low) == 1 and high != low and label >= 0
    return Pair(low[0], high[0], label) if is_told else None


def named_pair(table: Table, text: str) -> "Pair | None":
    """Return the two numeric columns that a question names, the first of them taken from the second."""
    if (ends := pair_of_ends(table, text)) is not None:
        return ends
    named = [one.column for one in mentioned(text, table.columns) if table.columns[one.column].values() is not None]
    label = label_column(table.columns, set())
    return Pair(named[0], named[1], label) if len(named) == 2 and named[0] != named[1] and label >= 0 else None


class Pair(NamedTuple):
    """Two numeric columns of which one is taken from the other, and the column that names the rows."""

    small: int
    large: int
    label: int


def pair_difference(table: Table, query: Query) -> Repeated | None:
    """Return what each row used between two readings, or who owes what."""
    text = table.folded
    if COVERED.search(text) is not None and (pair := pair_of(table, OLD_NAME, NEW_NAME)) is not None:
        return covered(table, query, pair)
    if query.filters:
        return None
    if (match := LARGEST_BETWEEN.search(text)) is not None and (pair := named_pair(table, text)) is not None:
        edge = "least" if match["least"] else "most"
        matches = [match, *BOTH_ENDS.finditer(text)]
        return told_if_read(table, query, text, matches, used_told(table, query, pair, edge, ""))
    if (match := USED.search(text)) is not None and (pair := pair_of(table, OLD_NAME, NEW_NAME)) is not None:
        edge = next(filter(None, match.groupdict().values()), "").lower()
        return told_if_read(table, query, text, [match], used_told(table, query, pair, edge, match.group()))
    if (match := CHANGED.search(text)) is not None and (pair := later_pair(table, text)) is not None:
        matches = [*CHANGED.finditer(text), *CHANGED_IDLE.finditer(text), *COMPARED.finditer(text)]
        is_percent = AS_SHARE.search(text) is not None
        return told_if_read(table, query, text, matches, changed_told(table, query, pair, is_percent=is_percent))
    if SAVING.search(text) is not None and (pair := saved_pair(table)) is not None:
        matches = [*SAVING.finditer(text), *SAVING_IDLE.finditer(text)]
        return told_if_read(table, query, text, matches, saved_told(table, query, pair))
    if (match := OWING.search(text) or PAID_NOTHING.search(text)) is not None and (
        pair := pair_of(table, PAID_NAME, DUE_NAME)
    ) is not None:
        nothing_paid = list(PAID_NOTHING.finditer(text))
        matches = [*OWING.finditer(text), *nothing_paid, *OWING_IDLE.finditer(text)]
        told = (unpaid_told(table, query, pair) if nothing_paid else "") + owed_told(table, query, pair)
        return told_if_read(table, query, text, matches, told)
    return None


def covered(table: Table, query: Query, pair: Pair) -> Repeated:
    """Return what lies between two readings of all rows that are meant; what else is said stays unread."""
    text = table.folded
    spans = [list(one.span()) for pattern in (COVERED, COVERED_IDLE, TITLE_IN_FRONT) for one in pattern.finditer(text)]
    spans += [[one.start, one.end] for one in mentioned(text, table.columns)]
    spans += [list(span) for span in query.spans if query.filters]
    return Repeated(saved_told(table, query, pair), spans)


TOLD_SENTENCE = re.compile(r"[^.!?\n\d]+[.!](?=\s|\Z)")


def told_if_read(table: Table, query: Query, text: str, matches: list[FoundText], told: str) -> Repeated | None:
    """Return an answer where its words are all that its question says, but for the names of columns."""
    spans = [
        *(list(match.span()) for match in matches),
        *([one.start, one.end] for one in mentioned(text, table.columns)),
    ]
    spans += [  # another sentence without a figure tells what the table is
        list(one.span())
        for one in TOLD_SENTENCE.finditer(text)
        if not any(match.start() < one.end() and one.start() < match.end() for match in matches[:1])
    ]
    return Repeated(told, spans) if leaves_nothing(table, spans) else None


def pair_of(table: Table, small: "re.Pattern[str]", large: "re.Pattern[str]") -> Pair | None:
    """Return the two columns of these names, where each is the only one, and no other is numeric."""
    numeric = numeric_places(table.columns)
    names = {place: flattened(fold(table.columns[place].name)).text.replace("_", " ").strip() for place in numeric}
    firsts = [place for place in numeric if small.search(names[place])]
    seconds = [place for place in numeric if large.search(names[place]) and place not in firsts]
    label = label_column(table.columns, set())
    if len(firsts) != 1 or len(seconds) != 1 or label < 0 or len(numeric) > 3:
        return None
    return Pair(firsts[0], seconds[0], label)


def differences_of(table: Table, query: Query, pair: Pair) -> list[tuple[list[str], float]]:
    """Return the rows with both figures, each with their difference."""
    made = []
    for row in rows_passing(query._replace(sort=-1), table.columns, table.again)[0]:
        small, large = (
            cell_number(row[place], table.columns[place]) if place < len(row) else None
            for place in (pair.small, pair.large)
        )
        if small is not None and large is not None:
            made.append((row, round(large - small, 9)))
    return made


def used_told(table: Table, query: Query, pair: Pair, edge: str, asked: str) -> str:
    """Return who used most or least, with the differences of all rows below."""
    rows, said, columns = differences_of(table, query, pair), DIFFERENCE_WORDS[query.language], table.columns
    is_least = edge in ("least", "wenigsten", "moins", "menos")
    heads = [columns[place].name for place in (pair.label, pair.small, pair.large)]
    body = [[row[pair.label], row[pair.small], row[pair.large], value] for row, value in rows]
    listed = grid([*heads, said["by"]], body, query.language, MOST_WISHED)
    head = fill_in(said["used"], new=cell(heads[2]), old=cell(heads[1]))
    best = ""
    if rows and (edge or re.search(r"highest|largest|biggest", asked, ANY_CASE)):
        value = (min if is_least else max)(one for _, one in rows)
        labels = ", ".join(cell(row[pair.label]) for row, one in rows if one == value)
        best = fill_in(said["most"], label=labels, value=shown(value, query.language)) + "\n\n"
    return f"{best}{head}\n\n{listed}"


def unpaid_told(table: Table, query: Query, pair: Pair) -> str:
    """Return the sentence that names the rows where something is due and nothing paid."""
    rows = rows_passing(query._replace(sort=-1), table.columns, table.again)[0]
    small, large = (table.columns[place] for place in (pair.small, pair.large))
    names = [
        cell(row[pair.label])
        for row in rows
        if not cell_number(row[pair.small], small) and (cell_number(row[pair.large], large) or 0) > 0
    ]
    said = NOTHING_PAID[query.language]
    return f"{said[0]}: **{', '.join(names) or said[1]}**.\n\n"


NOTHING_PAID = {"en": ("Paid nothing", "nobody"), "de": ("Nichts bezahlt", "niemand"), "fr": ("Rien payé", "personne"), "es": ("Sin pagar nada", "nadie")}  # fmt: skip


def owed_told(table: Table, query: Query, pair: Pair) -> str:
    """Return the rows in which less is paid than due, with what is open, and the sum."""
    said, columns = DIFFERENCE_WORDS[query.language], table.columns
    rows = [(row, value) for row, value in differences_of(table, query, pair) if value > 0]
    if not rows:
        return said["none"]
    heads = [columns[place].name for place in (pair.label, pair.large, pair.small)]
    body = [[row[pair.label], row[pair.large], row[pair.small], value] for row, value in rows]
    total = shown(round(sum(value for _, value in rows), 9), query.language)
    head = fill_in(said["owed"], due=cell(heads[1]), paid=cell(heads[2]))
    return f"{head}\n\n{grid([*heads, said['open']], body, query.language, MOST_WISHED)}\n\n{fill_in(said['all'], total=total)}"
