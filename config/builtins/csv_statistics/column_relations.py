"""Columns of one row beside each other: the rows where one is below another, and the sum or mean over the columns of each row."""

import operator
import re
from collections.abc import Callable, Iterator
from math import fsum
from typing import Any

from config.builtins.csv_statistics.columns import (
    ANY_CASE,
    Column,
    FoundText,
    compile_caseless,
    is_identifier,
    is_year,
    measured_places,
    rounded,
)
from config.builtins.csv_statistics.columns_named import TIME_NAME, Mention, mentioned
from config.builtins.csv_statistics.day_cells import iso_day, order_of_days
from config.builtins.csv_statistics.query import Query, label_column
from config.builtins.csv_statistics.reading import Table
from config.builtins.csv_statistics.row_comparisons import Repeated
from config.builtins.csv_statistics.running import MOST_SHOWN, cell_number, selected
from config.builtins.csv_statistics.sentences import NAMES, grid, shown, where_text
from config.builtins.wording import AnswerFault, cell, fill_in, flattened, fold

BELOW_IT = r"below|beneath|under|(?:less|lower|smaller|fewer|earlier) than|unter(?:halb)?|(?:kleiner|weniger|niedriger|geringer|fruher) als|sous|en dessous d[eu]s?|(?:plus petite?s?|inferieure?s?|moins) (?:que|au?|de)|(?:menor(?:es)?|inferior(?:es)?|menos) (?:que|al?|del?)|por debajo del?|<(?!=)"
ABOVE_IT = r"above|over|exceed(?:s|ed|ing)?|(?:more|higher|greater|larger|bigger|later) than|uber(?:steigt)?|oberhalb|(?:grosser|mehr|hoher|spater) als|au[ -]dessus d[eu]s?|depasse(?:nt)?|(?:plus grande?s?|superieure?s?|plus) (?:que|au?|de)|(?:mayor(?:es)?|superior(?:es)?|mas) (?:que|al?|del?)|por encima del?|>(?!=)"
DAYS_BEFORE, DAYS_AFTER = r"before|vor|avant|antes de", r"after|nach|apres|despues de"
AT_MOST = r"at or (?:below|under)|(?:equal to|the same as|at) or (?:below|less than|under)|(?:below|less than) or (?:equal to|at)|no (?:more|higher) than|at most|<=|≤|hochstens|au plus|como maximo"
AT_LEAST = r"at or (?:above|over)|(?:equal to|at) or (?:above|more than|over)|(?:above|more than) or (?:equal to|at)|no (?:less|fewer|lower) than|at least|>=|≥|mindestens|au moins|al menos"
SAME_AS = r"(?:is )?equal to|equals|the same as|gleich|egale? a|igual(?:es)? al?|=="
RELATION = compile_caseless(rf"(?<![\w<>=])(?:(?P<most>{AT_MOST})|(?P<least>{AT_LEAST})|(?P<below>{BELOW_IT})|(?P<above>{ABOVE_IT})|(?P<same>{SAME_AS})|(?P<before>{DAYS_BEFORE})|(?P<after>{DAYS_AFTER}))(?![\w=])")  # fmt: skip
SIGN_OF_RELATION = {"most": "≤", "least": "≥", "below": "<", "above": ">", "same": "=", "before": "<", "after": ">"}
RELATES: dict[str, Callable[[Any, Any], bool]] = {"≤": operator.le, "≥": operator.ge, "<": operator.lt, ">": operator.gt, "=": operator.eq}  # fmt: skip
LINKS = compile_caseless(
    r"[\s'\"]*(?:(?:is|are|was|were|has|have|been|fallen?|fell|went|gone|comes?|came|now|already|still|ist|sind|liegt|liegen|lag|bereits|schon|est|sont|etait|es|son|esta|estan|fue|que|a|at|the|their|its|our|his|her|der|die|das|dem|den|seine?[mnr]?|ihre?[mnr]?|le|la|les|l'|son|sa|el|los|las|su|sus|value|of|in)[\s'\"]*){0,4}"
)
RELATION_USED = r"\b(?:which|who|what|where|whose|rows?|ones?|of|these|those|have|has|do|does|i|we|need|need to|must|should|to|re-?order(?:ed)?|restock\w*|buy|order|list|show|only|the|all|is|are|how many|count|welche\w*|wo|bei|denen|nachbestell\w*|nachkaufen|muss|mussen|ich|wir|quel\w*|ou|lesquel\w*|recommand\w*|commander|dois|devons|cual\w*|que|donde|reponer|pedir|hay|tengo|debo|cuyo|cuya)\b"
WHICH_ROWS = compile_caseless(r"\b(?:which|who|what|list|show|rows?|where|only|nur|alle|seulement|solo|welche\w*|wo|wer|quel\w*|lesquel\w*|qui|cual\w*|que|quien\w*|donde)\b")  # fmt: skip
RELATION_TEXTS = {
    "en": "**{n}** of {all} rows have {first} {sign} {second}{where}.",
    "de": "Auf **{n}** von {all} Zeilen trifft {first} {sign} {second} zu{where}.",
    "fr": "**{n}** lignes sur {all} ont {first} {sign} {second}{where}.",
    "es": "**{n}** de {all} filas tienen {first} {sign} {second}{where}.",
}
FIGURE_ASKED = compile_caseless(r"\b(?:sums?|totals?|average|mean|avg|median|percent\w*|share|durchschnitt\w*|summe|anteil|prozent|moyenne|somme|part|promedio|media|suma|porcentaje|ratio|correlat\w*|plot|chart|graph)\b")  # fmt: skip
TIME_COLUMN = compile_caseless(r"year|month|week|quarter|\bday|time|hour|jahr|monat|woche|quartal|\btag|zeit|annee|mois|semaine|trimestre|jour|\bano|\bmes\b|semana|\bdia")  # fmt: skip


def related_columns(table: Table, query: Query) -> Repeated | None:
    """Return the rows in which one column is below, above or as large as another."""
    text = flattened(table.question).text
    found = relation_in(text, table.columns) or spent_more(text, table.columns)
    if found is None or query.group >= 0:
        return None
    first, sign, second, span = found
    if FIGURE_ASKED.search(text[: span[0]] + text[span[1] :]):
        raise AnswerFault("computed")
    keys = [key_of_cell(table.columns[place]) for place in (first, second)]
    others = tuple(one for one in query.filters if one.sign == "=" and one.column not in (first, second))
    rows, total = list[list[str]](), 0
    for row in selected(table.again(), others, table.columns):
        total += 1
        one, other = (
            key(row[place]) if place < len(row) else None for key, place in zip(keys, (first, second), strict=True)
        )
        if one is not None and other is not None and RELATES[sign](one, other):
            rows.append(row)
    heads = [column.name for column in table.columns]
    shorts = SHORT_BY.search(fold(text)) if kind_of_cells(table.columns[first]) == "number" else None
    sentence = fill_in(
        RELATION_TEXTS[query.language], n=len(rows), all=total, sign=sign, first=cell(heads[first]), second=cell(heads[second]),
        where=where_text(others, table.columns, query.language),
    )  # fmt: skip
    spans = [list(span), *([list(one) for one in query.spans] if others else [])]
    spans += [list(match.span()) for match in re.finditer(RELATION_USED, text, ANY_CASE)]
    if shorts:
        spans.append(list(shorts.span()))
        low, high = (second, first) if sign in (">", "≥") else (first, second)
        key = {first: keys[0], second: keys[1]}
        heads = [*heads, f"{heads[high]} - {heads[low]}"]
        rows = [[*row, plain_difference(key[high](row[high]), key[low](row[low]))] for row in rows]
    return Repeated(f"{sentence}\n\n{grid(heads, list(rows), query.language, MOST_SHOWN)}" if rows else sentence, spans)


SHORT_BY = compile_caseless(
    r"\b(?:by )?(?:how (?:many|much|far)(?: of (?:each|them))?|(?:um )?wie ?viele?|de combien|combien|(?:por )?cuant[oa]s?)\b(?: \w+){0,6}? ?(?:order|buy|need|short|missing|lack\w*|below|under|over|off|restock|reorder|nachbestell\w*|bestell\w*|fehlen|kaufen|commander|manque\w*|acheter|pedir|faltan?|comprar|of each|je|chacun)\b|\bby how (?:much|many)\b|\bum wie ?viele?\b"
)


def plain_difference(large: float, small: float) -> str:
    """Return a difference of two figures as digits."""
    return f"{round(large - small, 9):.12g}"


MOST_OF_ALL = compile_caseless(r"\b(?:le|la|les|el|los|las|lo) \Z")


def relation_in(text: str, columns: list[Column]) -> tuple[int, str, int, tuple[int, int]] | None:
    """Return two columns of one kind with the sign between them, and the places that say so."""
    named = mentioned(text, columns)
    for match in RELATION.finditer(text):
        if MOST_OF_ALL.search(text[: match.start()]):
            continue  # "quelle ville a le plus de pluie"
        sign = SIGN_OF_RELATION[str(match.lastgroup)]
        second = next(
            (one for one in named if one.start >= match.end() and LINKS.fullmatch(text[match.end() : one.start])), None
        )
        first = next(
            (
                one
                for one in reversed(named)
                if one.end <= match.start() and LINKS.fullmatch(text[one.end : match.start()])
            ),
            None,
        )
        if second is None or not is_comparable(columns[second.column], match):
            continue
        if first and kind_of_cells(columns[first.column]) == "":
            first = None  # "which products are below the threshold": the noun is what the rows are
        place = first.column if first else other_column(second, columns) if WHICH_ROWS.search(text) else -1
        if (
            place < 0
            or place == second.column
            or kind_of_cells(columns[place]) != kind_of_cells(columns[second.column])
        ):
            continue
        return place, sign, second.column, (first.start if first else match.start(), second.end)
    return None


def is_comparable(column: Column, match: FoundText) -> bool:
    """Return whether a column can be compared with: "over the year" compares nothing."""
    kind = kind_of_cells(column)
    if kind != "number":
        return kind == "day"
    is_of_days = match.lastgroup in ("before", "after")
    return not (is_of_days or is_year(column) or TIME_COLUMN.search(fold(column.name)))


def other_column(second: Mention, columns: list[Column]) -> int:
    """Return the only other column of numbers beside one."""
    numeric = measured_places(columns)
    others = [place for place in numeric if place != second.column]
    if len(others) > 1 and second.column in numeric:
        bound = fold(columns[second.column].name).lower().replace("_", " ")
        counted = next((counted for bounds, counted in BOUNDED if bounds.search(bound)), None)
        others = [place for place in others if counted and counted.search(fold(columns[place].name).lower())]
    return others[0] if len(others) == 1 and second.column in numeric else -1


STOCK_NAME = re.compile(
    r"stock|qty|quantity|on hand|inventory|bestand|menge|anzahl|units|count|quantite|cantidad|existencias"
)
BOUNDED = (  # columns that others are held against, and those others
    (
        re.compile(r"\b(?:min|minimum|max|maximum|re ?order|threshold|safety|mindest\w*|meldebestand|seuil|minimo|maximo|capacity)\b"),
        STOCK_NAME,
    ),
    (
        re.compile(r"\b(?:target|goal|plan\w*|budget\w*|quota|forecast|ziel|soll|objectif|prevu|objetivo|presupuesto|allowance)\b"),
        re.compile(r"actual|spent|spend|sales|sold|revenue|\breal\b|\bist\b|result|achieved|done|depense|gasto|ventas|umsatz"),
    ),
)  # fmt: skip
SPENT_MORE = compile_caseless(
    r"\b(?:(?:i|we|they) )?(?P<verb>spen[dt]|paid|earned?|ma[dk]e|took in) (?P<way>more|less) than (?:(?:i|we|they|was|were|had been) )?(?P<other>earned?|made?|make|took in|got|came in|spen[dt]|paid)\b"
)
SPENT_MORE_ABROAD = compile_caseless(  # the same with the verbs of three other languages
    r"\b(?P<verb>gast\w+|pag\w+|ingres\w+|gan\w+|cobr\w+|(?:he|hemos) (?:gastado|ganado|ingresado)) (?P<way>mas|menos) (?:de lo )?que (?:lo que )?(?:(?:he|hemos) )?(?P<other>gast\w+|pag\w+|ingres\w+|gan\w+|cobr\w+)"
    r"|\b(?P<way2>mehr|weniger) (?P<verb2>ausgegeben|ausgab\w*|bezahlt|verdient|eingenommen|verdiente\w*)(?: habe[n]?| hatte[n]?)? als (?:ich |wir |sie )?(?P<other2>ausgegeben|bezahlt|verdient|eingenommen)\b"
    r"|\b(?P<verb3>depense|paye|gagne|encaisse)s? (?P<way3>plus|moins) que (?:(?:ce que |n')?(?:j'ai |nous avons |on a |je n'ai |nous n'avons )?)(?P<other3>depense|paye|gagne|encaisse|rentre)s?\b|\b(?P<way4>plus|moins) (?P<verb4>depense|paye|gagne|encaisse)s? que (?P<other4>depense|paye|gagne|encaisse)s?\b"
)
IN_THE_RED = compile_caseless(
    r"\b(?:in the red|overspent|a deficit|made a loss|lost money|im minus|rote zahlen|dans le rouge|a perte|en numeros rojos|con perdidas)\b"
)
SPENDS = compile_caseless(r"spen|paid|gast|pag|ausg|bezahlt|depens|paye")
SPENT_NAME = re.compile(r"expen[sd]|spen[dt]|outgoings?|\bout\b|costs?\b|ausgaben|kosten|depenses?|gastos?")
EARNED_NAME = re.compile(r"income|earn|salary|wage|revenue|\bin\b|einnahmen|einkommen|lohn|gehalt|revenus?|ingresos?")


def only_named(pattern: "re.Pattern[str]", columns: list[Column]) -> int:
    """Return the only column of numbers with such a name."""
    found = [
        place
        for place, one in enumerate(columns)
        if one.values() is not None and pattern.search(fold(one.name).lower().replace("_", " "))
    ]
    return found[0] if len(found) == 1 else -1


def spent_more(text: str, columns: list[Column]) -> tuple[int, str, int, tuple[int, int]] | None:
    """Return the columns of what was spent and earned with the sign of "spent more than I earned" between them."""
    if (lost := IN_THE_RED.search(text)) is not None:
        spent, earned = only_named(SPENT_NAME, columns), only_named(EARNED_NAME, columns)
        return (spent, ">", earned, lost.span()) if spent >= 0 and earned >= 0 and spent != earned else None
    match = SPENT_MORE.search(text) or SPENT_MORE_ABROAD.search(fold(text))
    if match is None:
        return None
    said = {name.rstrip("234"): word.lower() for name, word in match.groupdict().items() if word}
    first, second = (
        only_named(SPENT_NAME if SPENDS.search(said[name]) else EARNED_NAME, columns) for name in ("verb", "other")
    )
    if first < 0 or second < 0 or first == second:
        return None
    return first, ">" if said["way"] in ("more", "mas", "mehr", "plus") else "<", second, match.span()


def kind_of_cells(column: Column) -> str:
    """Return "number" or "day" for a column of them."""
    if column.values() is not None:
        return "number"
    return "day" if column.count and order_of_days(column) is not None else ""


def key_of_cell(column: Column) -> Callable[[str], Any]:
    """Return what makes a cell comparable: its number, or its day in ISO."""
    if column.values() is not None:
        return lambda text: cell_number(text, column)
    months_first = bool(order_of_days(column))
    return lambda text: iso_day(text.strip(), months_first=months_first) or None


TIME_WORDS = r"days?|weekdays?|months?|weeks?|years?|quarters?|columns?|subjects?|tag\w*|monat\w*|wochentag\w*|spalten?|fach|jours?|mois|colonnes?|matieres?|dias?|mes(?:es)?|columnas?|asignaturas?"
OF_EACH = compile_caseless(
    rf"\b(?:(?:each|every|per|pro|je|chaque|par|cada|por)(?: of)? (?!{TIME_WORDS})[^\W\d_]+|each of (?:us|them)|everyone|everybody|each one|jede[rsnm]? (?:von|einzelne\w*)|jede[rsnm]? (?!{TIME_WORDS})[a-z]+|chacun\w*|cada (?:uno|una)|row totals?|hours each|(?:across|over) (?:all |the )?(?:\d )?(?:columns|days|months|quarters|week|year)|who|wer|qui|quien)\b"
)
ADDED_UP = compile_caseless(
    r"\b(?:how (?:many|much)|hours|stunden|heures|horas|totals?|sums?|add(?:ed)? up|altogether|in all|overall|most|least|fewest|wie ?viele?|insgesamt|gesamt\w*|summe|zusammen|meisten|wenigsten|combien|au total|somme|le plus|le moins|cuant[oa]s?|en total|suma|mas|menos)\b"
)
MEAN_OF_ROW = compile_caseless(r"\b(?:average|mean|avg|durchschnitt\w*|mittel\w*|moyenne|promedio|media)\b")
ROW_USED = r"\b(?:hours?|stunden|heures|horas|work(?:s|ed)?|arbeite[tn]?|gearbeitet|travaill\w*|trabaj\w*|week|woche|semaine|semana|that|this|those|in|the|of|us|do|does|did|for|is|are|das|diese[rn]?|jede[rsnm]?|each|every|total|roster|from|copied|year|jahr|annee|ano|month|over|all|sell|sold|make|made|get|got|have|has|hat|a|ont|tiene)\b"
TOTAL_OF_ROW = compile_caseless(r"\b(?:total|sum|combined|gesamtsumme|summe|somme|suma)\b")
LESS_OF = compile_caseless(r"\b(?:least|fewest|wenigsten|le moins|menos)\b")
MORE_OF = compile_caseless(r"\b(?:most|meisten|le plus|mas)\b(?! \d)")
ROW_TEXTS = {"en": "{name} of {columns} for each {label}{where}:", "de": "{name} von {columns} je {label}{where}:", "fr": "{name} de {columns} par {label}{where} :", "es": "{name} de {columns} por {label}{where}:"}  # fmt: skip


def series_of(columns: list[Column]) -> list[int]:
    """Return the columns of numbers that are days, months, or numbered alike ("q1", "q2")."""
    numeric = [
        place
        for place, one in enumerate(columns)
        if one.values() is not None and not (is_identifier(one) or is_year(one))
    ]
    names = [fold(columns[place].name).lower().strip().rstrip(".") for place in numeric]
    times = [TIME_NAME.fullmatch(name) is not None or name[:3] in SHORT_DAYS for name in names]
    stems = {re.sub(r"[ _-]?\d+\Z", "", name) for name in names}
    is_numbered = len(stems) == 1 and len(set(names)) == len(names) and all(re.search(r"\d\Z", name) for name in names)
    return numeric if len(numeric) > 1 and (all(times) or is_numbered) else []


ALL_SUBJECTS = compile_caseless(
    r"\b(?:over|across|in|for|of|from|sur|dans|toutes?|uber|in|bei|von|en|de|des|der|del|sobre) (?:(?:all|both|each of|the|his|her|their|les?|tou(?:te)?s|allen?|den|beiden?|las?|los|todas?|todos)(?: of)? ){0,3}(?:(?P<n>\d{1,2}|two|three|four|five|six|zwei|drei|vier|funf|deux|trois|quatre|cinq|dos|tres|cuatro|cinco) )?(?P<noun>marks?|grades?|scores?|noten|notas|calificaciones|subjects?|columns?|tests?|exams?|quizzes|rounds?|games?|events?|papers?|fach(?:er)?\w*|spalten|prufungen|runden|matieres?|epreuves?|notes|tours|asignaturas?|materias?|pruebas?|rondas?)\b"
)
SPOKEN_COUNTS = {
    word: count
    for words in ("two three four five six", "zwei drei vier funf", "deux trois quatre cinq", "dos tres cuatro cinco")
    for count, word in enumerate(words.split(), 2)
}
BEST_OF = re.compile(
    r"\b(?:best|highest|top|winn\w+|won|beste[rnsm]?|hochste[rnsm]?|meilleure?s?|plus haute?|mejor(?:es)?|mas alt[oa])\b"
)
WORST_OF = re.compile(
    r"\b(?:worst|lowest|schlechteste[rnsm]?|niedrigste[rnsm]?|pires?|moins bonne?s?|plus basse|peor(?:es)?|mas baj[oa])\b"
)


def subjects_of(text: str, columns: list[Column]) -> list[int]:
    """Return all columns of numbers for "over all 3 subjects", [] for another number of them."""
    match = ALL_SUBJECTS.search(text)
    numeric = [
        place
        for place, one in enumerate(columns)
        if one.values() is not None and not (is_identifier(one) or is_year(one))
    ]
    if match is None or len(numeric) < 2:
        return []
    told = match["n"]
    count = len(numeric) if told is None else int(told) if told.isdigit() else SPOKEN_COUNTS[told.lower()]
    return numeric if count == len(numeric) else []


SHORT_DAYS_LISTED = (
    "mon tue wed thu fri sat sun mo. die mit don fre sam son lun mar mer jeu "
    "ven dim mie jue vie sab dom mo di mi do fr sa so"
)
SHORT_DAYS = frozenset(SHORT_DAYS_LISTED.split())


BEST_TOTAL = compile_caseless(  # "who has the best total": of all columns of numbers of a row
    r"\b(?:best|highest|top|worst|lowest|beste[rnsm]?|hochste[rnsm]?|schlechteste[rnsm]?|niedrigste[rnsm]?|meilleure?|plus haute?|pire|mejor|mas alt[oa]|peor) (?:(?:overall|combined|score|gesamt) )?(?:total|sum|gesamtsumme|gesamtpunktzahl|summe|somme|suma)\b(?! (?:of|von|de)\b)"
)
FIGURE_NAME = compile_caseless(r"total|\bsum\b|summe|gesamt|somme|suma\b")


def series_asked(text: str, columns: list[Column]) -> tuple[list[int], list[int], set[int]]:
    """Return the columns that "all subjects" or their names mean, else none; those or a series; and which are named."""
    subjects, named = subjects_of(text, columns), {one.column for one in mentioned(text, columns)}
    series = subjects or series_of(columns)
    pair = sorted(named & {place for place, one in enumerate(columns) if one.values() is not None})
    ends = BEST_OF.search(text) or WORST_OF.search(text)
    if (
        not subjects
        and not named
        and BEST_TOTAL.search(text)
        and not any(FIGURE_NAME.search(one.name) for one in columns)
    ):
        numeric = [place for place, one in enumerate(columns) if one.values() is not None]
        subjects = series = [
            place for place in numeric if not (is_identifier(columns[place]) or is_year(columns[place]))
        ]
    if not subjects and len(pair) > 1 and ends and (MEAN_OF_ROW.search(text) or TOTAL_OF_ROW.search(text)):
        return pair, pair, set(pair)  # "the best total of maths and french"
    return ([], series, named & set(series)) if named & set(series) else (subjects, series, set())


def sums_of_rows(table: Table, query: Query) -> Repeated | None:
    """Return the sum or mean of a series of columns for each row, or for the row with the most."""
    text = flattened(table.question).text
    subjects, series, named = series_asked(text, table.columns)
    label = label_column(table.columns, set())
    only = tuple(one for one in query.filters if one.column == label and one.sign == "=")
    means = MEAN_OF_ROW.search(text)
    ends = (BEST_OF.search(text), WORST_OF.search(text)) if subjects else (None, None)
    is_asked = (OF_EACH.search(text) or only or any(ends)) and (means or ADDED_UP.search(text))
    if (
        not series
        or (named and not subjects)
        or label < 0
        or not is_asked
        or len(only) < len(query.filters)
        or table.columns[label].unique() < table.rows
    ):
        return None
    rows = list(
        sums_in(selected(table.again(), only, table.columns), table.columns, series, label, is_mean=means is not None)
    )
    if MORE_OF.search(text) or LESS_OF.search(text) or any(ends):
        rows.sort(key=lambda row: row[1], reverse=LESS_OF.search(text) is None and ends[1] is None)
    name = NAMES[query.language]["mean" if means else "sum"]
    names = [table.columns[place].name for place in series]
    shown_columns = f"{cell(names[0])} … {cell(names[-1])}" if len(names) > 3 else ", ".join(map(cell, names))
    limit = sums_limited(text, query, rows) or sums_won(text, query, rows)
    head = limit.sentence if limit else ""
    head += fill_in(
        ROW_TEXTS[query.language], name=name[:1].upper() + name[1:], columns=shown_columns, label=cell(table.columns[label].name), where=where_text(only, table.columns, query.language)
    )  # fmt: skip
    spans = [[one.start, one.end] for one in mentioned(text, table.columns) if named]
    spans += [list(one) for one in query.spans] + (limit.spans if limit else [])
    patterns = (OF_EACH.pattern, ADDED_UP.pattern, MEAN_OF_ROW.pattern, ROW_USED, *(one.pattern for one in (ALL_SUBJECTS, BEST_OF, WORST_OF) if subjects))  # fmt: skip
    spans += [list(match.span()) for pattern in patterns for match in re.finditer(pattern, text, ANY_CASE)]
    return Repeated(f"{head}\n\n{grid([table.columns[label].name, name], rows, query.language, MOST_SHOWN)}", spans)


SUM_LIMIT = compile_caseless(
    r"\b(?:(?P<most>at most|no more than|up to|hochstens|au plus|como maximo)|(?P<least>at least|no less than|mindestens|au moins|al menos)|(?P<above>above|over|more than|greater than|higher than|exceed(?:s|ed|ing)?|uber|mehr als|plus de|au[- ]dessus de|mas de|por encima de)|(?P<below>below|under|less than|fewer than|lower than|unter|weniger als|moins de|en dessous de|menos de|por debajo de)) (?P<n>\d+(?:[.,]\d+)?)(?![\d:])"
)
LIMIT_IDLE = compile_caseless(
    r"\b(?:any(?:one|body)|some(?:one|body)|who(?:ever)?|those|the ones|names?|jemand|wer|alle|quelqu'un|qui|alguien|quien(?:es)?|los que)\b"
)


def sign_of_limit(match: FoundText) -> str:
    """Return the sign of "over" or "at most" in front of a figure."""
    signs = {"most": "≤", "least": "≥", "above": ">", "below": "<"}
    return next(sign for name, sign in signs.items() if match[name])


def sums_limited(text: str, query: Query, rows: list[list[Any]]) -> Repeated | None:
    """Return the rows whose sum is over or under a figure, and the places that say so."""
    match = SUM_LIMIT.search(text)
    if match is None:
        return None
    sign = sign_of_limit(match)
    limit = float(match["n"].replace(",", "."))
    names = [
        f"{cell(row[0])} ({shown(row[1], query.language)})"
        for row in rows
        if row[1] is not None and RELATES[sign](row[1], limit)
    ]
    spans = [list(match.span()), *(list(one.span()) for one in LIMIT_IDLE.finditer(text))]
    return Repeated(f"{sign} {match['n']}: **{', '.join(names) or '-'}**.\n\n", spans)


SUMS_WON = compile_caseless(
    r"\b(?:(?:tell|show|say|give) (?:me|us) )?(?:who|which (?:one|team|player|side|group)|wer|welche[rs]? (?:team|spieler\w*|mannschaft)|qui|quelle equipe|quien|que equipo) (?:(?:has |have |hat |a |ha )?(?P<won>won|wins?|gewonnen|gewinnt|gewann|gagne|gano|ganado|gana)(?: (?:hat|then|overall|it|the (?:game|match|night|round)))?"
    r"|(?:is|was|came|comes|finished|ist|liegt|wurde|est|arrive|va|quedo) (?:then )?(?:(?:the )?(?:first|winner|ahead|in the lead|on top)|vorne?|erste[rs]?|(?:le |la )?premiere?|(?:el |la )?primer[oa]?)(?: ist| liegt)?"
    r"|(?:lost|came last|is last|has lost|hat verloren|verloren hat|wurde letzter|ist letzter|a perdu|perdio)(?P<lost>))\b"
)
WON_TEXTS = {
    "en": ("The highest sum: **{names}** ({value}).\n\n", "The lowest sum: **{names}** ({value}).\n\n"),
    "de": ("Die höchste Summe: **{names}** ({value}).\n\n", "Die niedrigste Summe: **{names}** ({value}).\n\n"),
    "fr": (
        "La somme la plus haute : **{names}** ({value}).\n\n",
        "La somme la plus basse : **{names}** ({value}).\n\n",
    ),
    "es": ("La suma más alta: **{names}** ({value}).\n\n", "La suma más baja: **{names}** ({value}).\n\n"),
}
FEWEST_WIN = compile_caseless(
    r"\b(?:golf|strokes?|schlage|coups|golpes|penalt\w*|strafpunkte|seconds|minutes|laps?|times?|zeiten|temps|tiempos)\b"
)


def sums_won(text: str, query: Query, rows: list[list[Any]]) -> Repeated | None:
    """Return who has the highest sum, or the lowest, and the places that ask who won or lost; None where the fewest win."""
    match = SUMS_WON.search(text)
    if match is None or not rows or FEWEST_WIN.search(text):
        return None
    is_lost = match["lost"] is not None
    edge = (min if is_lost else max)(row[1] for row in rows)
    names = ", ".join(cell(row[0]) for row in rows if row[1] == edge)
    head = fill_in(WON_TEXTS[query.language][is_lost], names=names, value=shown(edge, query.language))
    return Repeated(head, [list(match.span())])


def sums_in(
    rows: Iterator[list[str]], columns: list[Column], series: list[int], label: int, *, is_mean: bool
) -> Iterator[list[Any]]:
    """Yield the name of each row with the sum or the mean of its figures; empty cells are skipped."""
    for row in rows:
        found = [cell_number(row[place], columns[place]) for place in series if place < len(row)]
        figures = [one for one in found if one is not None]
        if figures:
            yield [row[label], rounded(fsum(figures) / (len(figures) if is_mean else 1))]
