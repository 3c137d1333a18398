"""Figures with a second step: of a sample or a population, a sum times a rate, the mean of columns of each row, losses."""

import re
from itertools import islice
from statistics import fmean, pstdev, stdev

from config.builtins.csv_statistics.columns import compile_caseless, measured_places, rounded, shortened
from config.builtins.csv_statistics.columns_named import PEOPLE, mentioned
from config.builtins.csv_statistics.query import Query, label_column
from config.builtins.csv_statistics.reading import Table
from config.builtins.csv_statistics.row_comparisons import MOST_COUNTED_ROWS, Repeated
from config.builtins.csv_statistics.running import cell_number
from config.builtins.csv_statistics.sentences import grid, shown
from config.builtins.csv_statistics.unread import leaves_nothing
from config.builtins.wording import GROUPS, cell, decimal_of, fill_in, fold

DEVIATION = compile_caseless(r"\b(?:standard deviation|std\.? ?dev\w*|stdev|sd|standardabweichung|ecart[- ]type|desviacion (?:estandar|tipica))\b")  # fmt: skip
SAMPLE = r"(?:sample|stichproben?\w*|echantillon|muestra(?:l)?|muestral|n ?- ?1)"
POPULATION = r"(?:population|grundgesamtheit|gesamtheit|poblacion(?:al)?)"
NO = r"(?:not|no|nicht|pas|rather than|instead of|statt|en vez de|au lieu de)(?: (?:the|of|de|der|die|das|la|l'|las?|los?|for))*"
KIND = compile_caseless(
    rf"\b(?P<no>{NO} ?)?(?:(?:of|for|from|the|de|der|einer|la|d'un|d'une|l'|una?) ?)*(?P<kind>{SAMPLE}|{POPULATION})\b(?: (?:one|version|ones))?"
)
DEVIATION_TEXTS = {
    "en": ("Standard deviation of {column}: **{sample}** for a sample (n - 1)", "**{population}** for a population (n)", "mean {mean}, n = {n}"),
    "de": ("Standardabweichung von {column}: **{sample}** für eine Stichprobe (n - 1)", "**{population}** für die Grundgesamtheit (n)", "Mittelwert {mean}, n = {n}"),
    "fr": ("Écart-type de {column} : **{sample}** pour un échantillon (n - 1)", "**{population}** pour une population (n)", "moyenne {mean}, n = {n}"),
    "es": ("Desviación estándar de {column}: **{sample}** para una muestra (n - 1)", "**{population}** para una población (n)", "media {mean}, n = {n}"),
}  # fmt: skip
NUMBER = rf"(?P<n>{GROUPS})"
ALL_SUMMED = compile_caseless(r"\b(?:total|sum|all(?: the)?|altogether|add(?:ed)?(?: up)?|gesamt\w*|summe|insgesamt|alle|somme|toute?s? les|suma|todas las|en total|en tout|au total)\b")  # fmt: skip
UNIT = r"(?: ?(?:an?|per|each|every|/|pro|je|die|par|l'|de l'|la|por|cada) ?(?:hour|hr|h|day|unit|piece|km|mile|item|kg|night|stunde|tag|stuck|heure|jour|piece|hora|dia|unidad)s?\b)"
MONEY_SIGN = r"(?: ?(?:[€$£]|eur(?:os?)?|usd|dollars?|gbp|pounds?|chf|bucks))?"
RATE = compile_caseless(
    rf"(?:\b(?:times|multiplied by|mal|multipliziert mit|fois|multiplie par|por|multiplicado por) ?[€$£]? ?{NUMBER}{MONEY_SIGN}{UNIT}?|(?:\b(?:at|zu|a|je)|@) ?[€$£]? ?{NUMBER.replace('<n>', '<m>')}{MONEY_SIGN}{UNIT})(?![\w%])"
)
RATE_TEXTS = {
    "en": "The sum of {column} is {sum}; times {rate} that is **{value}**.",
    "de": "Summe von {column}: {sum}; mal {rate} sind das **{value}**.",
    "fr": "Somme de {column} : {sum} ; fois {rate}, cela fait **{value}**.",
    "es": "Suma de {column}: {sum}; por {rate} son **{value}**.",
}
EACH_ROW = compile_caseless(r"\b(?:(?:for|of) )?(?:each|every|per|pro|je(?:de[nmrs]?)?|fur jede[ns]?|(?:pour |par )?chaque|par|(?:por |para )?cada|por)(?: (?P<noun>[^\W\d_]+))")  # fmt: skip
MEAN = compile_caseless(r"\b(?:mean|averages?|avg|durchschnitt\w*|mittelwert|schnitt|moyenne|media|promedio)\b")
BEST_ASKED = compile_caseless(
    r"(?:,? ?\b(?:and|und|et|y) )?\b(?:who|which(?: \w+)?|wer|welche\w*(?: \w+)?|qui|quel(?:le)?s? \w+|quien|que \w+|cual)(?:'?s| is| has| had| got| ist| hat| est| a| es| tiene)?(?: (?:the|der|die|das|den|dem|am|le|la|el))? (?:best|highest|top|better|beste\w*|hochste\w*|meilleure?|mejor)(?: (?:one|average|mean|overall|schnitt|moyenne|media))?\b"
)
MEAN_TEXTS = {
    "en": (
        "Mean of {columns} for each {label}:",
        "Best: **{name}** ({value}).",
        "Highest: **{name}** ({value}); lowest: **{last}** ({low}), the best where 1 is the best mark.",
    ),
    "de": (
        "Mittelwert von {columns} je {label}:",
        "Am besten: **{name}** ({value}).",
        "Am höchsten: **{name}** ({value}); am niedrigsten: **{last}** ({low}), am besten, wo 1 die beste Note ist.",
    ),
    "fr": (
        "Moyenne de {columns} par {label} :",
        "Le meilleur : **{name}** ({value}).",
        "Le plus haut : **{name}** ({value}) ; le plus bas : **{last}** ({low}), le meilleur là où 1 est la meilleure note.",
    ),
    "es": (
        "Media de {columns} por {label}:",
        "El mejor: **{name}** ({value}).",
        "El más alto: **{name}** ({value}); el más bajo: **{last}** ({low}), el mejor donde 1 es la mejor nota.",
    ),
}
WORST_MARK = 6
LOSS = compile_caseless(r"\b(?:(?:make|made|have|had|run|ran|took)(?: an?)? loss(?:es)?|loss(?:es)?|verluste?(?: gemacht)?|perdu de l'argent|pertes?|deficit|perdidas?)\b")  # fmt: skip
HOW_BIG = compile_caseless(r"\b(?:how (?:big|large|much|high|bad)|wie (?:gross|hoch|viel)|de combien|combien|cuanto|de cuanto|was|were|it|they)\b")  # fmt: skip
TAKINGS_NAME = compile_caseless(r"revenue|income|sales|turnover|takings|earn\w*|umsatz|einnahmen?|erlos\w*|recettes?|ventes|chiffre|ingresos?|ventas")  # fmt: skip
COSTS_NAME = compile_caseless(r"costs?|expens\w*|spend\w*|spent|kosten|ausgaben?|aufwand|couts?|depenses?|charges|costes?|gastos?")  # fmt: skip
LOSS_TEXTS = {
    "en": ("{a} minus {b} is below 0 in **{n}** of {all} rows: {found}.", "{a} minus {b} is below 0 in **no** row."),
    "de": ("{a} minus {b} ist in **{n}** von {all} Zeilen unter 0: {found}.", "{a} minus {b} ist in **keiner** Zeile unter 0."),
    "fr": ("{a} moins {b} est sous 0 dans **{n}** lignes sur {all} : {found}.", "{a} moins {b} n'est sous 0 dans **aucune** ligne."),
    "es": ("{a} menos {b} queda bajo 0 en **{n}** de {all} filas: {found}.", "{a} menos {b} no queda bajo 0 en **ninguna** fila."),
}  # fmt: skip


def figure_ask(table: Table, query: Query) -> Repeated | None:
    """Return the answer to one of the questions with a second step."""
    if table.rows > MOST_COUNTED_ROWS:
        return None
    return (
        deviation(table, query) or sum_times_rate(table, query) or means_of_rows(table, query) or losses(table, query)
    )


def lone_measure(table: Table, spans: list[list[int]]) -> tuple[int, list[float]]:
    """Return the named or only column of measured numbers with its values; -1 for several."""
    numeric = measured_places(table.columns)
    mentions = mentioned(table.folded, table.columns)
    spans += [[one.start, one.end] for one in mentions]
    places = list(dict.fromkeys(one.column for one in mentions if one.column in numeric)) or numeric
    if len(places) != 1:
        return -1, []
    cells = (row[places[0]] if places[0] < len(row) else "" for row in table.again())
    values = [cell_number(one, table.columns[places[0]]) for one in cells]
    return places[0], [value for value in values if value is not None]


def deviation(table: Table, query: Query) -> Repeated | None:
    """Return the standard deviation of a sample, of a population, or of both, as a question names them."""
    text = table.folded
    mentions = mentioned(text, table.columns)
    kinds = [one for one in KIND.finditer(text) if not any(m.start < one.end() and one.start() < m.end for m in mentions)]  # fmt: skip
    if DEVIATION.search(text) is None or not kinds or set(query.operations) - {"stdev", "mean"}:
        return None
    spans = [list(one.span()) for one in (*kinds, *DEVIATION.finditer(text))]
    spans += [list(one.span()) for one in re.finditer(r"\b(?:don'?t know|not sure|weiss nicht|je ne sais pas|no se|which|ob|ou|whether|if it is|estudiante|soy|i am|i'm)\b", text, re.IGNORECASE)]  # fmt: skip
    place, values = lone_measure(table, spans)
    if place < 0 or len(values) < 2 or not leaves_nothing(table, spans):
        return None
    wanted = {bool(re.fullmatch(SAMPLE, one["kind"], re.IGNORECASE)) for one in kinds if not one["no"]}
    denied = {bool(re.fullmatch(SAMPLE, one["kind"], re.IGNORECASE)) for one in kinds if one["no"]}
    wanted = (wanted or {True, False}) - denied
    said, language = DEVIATION_TEXTS[query.language], query.language
    parts = [said[0] if True in wanted else said[0].partition(":")[0].rstrip() + ":"]
    parts += [said[1]] if False in wanted else []
    head = ("; " if True in wanted else " ").join(parts)
    figures = {"sample": stdev(values), "population": pstdev(values), "mean": fmean(values)}
    words = {name: shown(rounded(value), language) for name, value in figures.items()}
    mean = said[2].replace("{mean}", "**{mean}**") if "mean" in query.operations else said[2]
    told = f"{head} ({mean})."
    return Repeated(fill_in(told, column=cell(table.columns[place].name), n=len(values), **words), spans)


def sum_times_rate(table: Table, query: Query) -> Repeated | None:
    """Return the sum of a column times a rate that the question tells: "total hours at 45 an hour"."""
    text = table.folded
    rates = list(RATE.finditer(text))
    if len(rates) != 1 or ALL_SUMMED.search(text) is None or query.filters or query.group >= 0:
        return None
    spans = [list(rates[0].span()), *(list(one.span()) for one in ALL_SUMMED.finditer(text))]
    place, values = lone_measure(table, spans)
    if place < 0 or not values or not leaves_nothing(table, spans):
        return None
    rate = float(decimal_of(rates[0]["n"] or rates[0]["m"], query.language))
    whole = sum(values)
    words = {"sum": rounded(whole), "rate": rounded(rate), "value": rounded(whole * rate)}
    told = {name: shown(value, query.language) for name, value in words.items()}
    return Repeated(fill_in(RATE_TEXTS[query.language], column=cell(table.columns[place].name), **told), spans)


def means_of_rows(table: Table, query: Query) -> Repeated | None:
    """Return the mean of the named columns of each row, and who has the best: "average of math and english per pupil"."""
    text = table.folded
    each, figure, best = EACH_ROW.search(text), MEAN.search(text), BEST_ASKED.search(text)
    numeric, label = measured_places(table.columns), label_column(table.columns, set())
    mentions = mentioned(text, table.columns)
    named = list(dict.fromkeys(one.column for one in mentions if one.column in numeric))
    is_of_all = each is None and best is not None and not named  # "which pupil has the best average"
    named = list(numeric) if is_of_all else named
    if (each is None and not is_of_all) or figure is None or len(named) < 2 or label < 0 or query.filters:
        return None
    is_of_rows = (
        each is None or PEOPLE.fullmatch(each["noun"]) is not None or any(one.column == label for one in mentions)
    )
    spans = [list(one.span()) for one in (each, figure, best) if one] + [[one.start, one.end] for one in mentions]
    if not is_of_rows or table.columns[label].unique() < table.rows or not leaves_nothing(table, spans):
        return None
    rows: list[tuple[str, float]] = []
    for row in islice(table.again(), MOST_COUNTED_ROWS):
        values = [cell_number(row[place], table.columns[place]) for place in named if place < len(row)]
        kept = [value for value in values if value is not None]
        if kept:
            rows.append((row[label], rounded(fmean(kept))))
    if not rows:
        return None
    said, columns = MEAN_TEXTS[query.language], ", ".join(cell(table.columns[place].name) for place in named)
    head = fill_in(said[0], columns=columns, label=cell(table.columns[label].name))
    if best is not None:
        rows.sort(key=lambda row: row[1], reverse=True)
        names, last = (
            ", ".join(cell(shortened(str(row[0]), 60)) for row in rows if row[1] == rows[at][1]) for at in (0, -1)
        )
        ends = [shown(rows[at][1], query.language) for at in (0, -1)]
        is_mark = rows[0][1] <= WORST_MARK  # where 1 is the best mark, the lowest mean is the best
        head = f"{fill_in(said[2 if is_mark else 1], name=names, value=ends[0], last=last, low=ends[1])} {head}"
    heads = [table.columns[label].name, figure.group()]
    return Repeated(f"{head}\n\n{grid(heads, [list(row) for row in rows], query.language, 20)}", spans)


def losses(table: Table, query: Query) -> Repeated | None:
    """Return the rows whose takings are below their costs, with the differences."""
    text = table.folded
    names = [fold(column.name) for column in table.columns]
    numeric = measured_places(table.columns)
    takings = [place for place in numeric if TAKINGS_NAME.search(names[place])]
    costs = [place for place in numeric if COSTS_NAME.search(names[place])]
    label = max(0, label_column(table.columns, set()))
    spans = [list(one.span()) for pattern in (LOSS, HOW_BIG) for one in pattern.finditer(text)]
    spans += [[one.start, one.end] for one in mentioned(text, table.columns)]
    is_asked = (
        LOSS.search(text) is not None
        and len(takings) == len(costs) == 1
        and label not in (*takings, *costs)
        and not query.filters
    )
    if not is_asked or not leaves_nothing(table, spans):
        return None
    places = (takings[0], costs[0])
    found = []
    for row in table.again():
        came, went = (cell_number(row[place], table.columns[place]) if place < len(row) else None for place in places)
        if came is not None and went is not None and came < went:
            found.append(f"**{cell(shortened(row[label], 60))}** ({shown(rounded(came - went), query.language)})")
    said = LOSS_TEXTS[query.language][0 if found else 1]
    words = {"a": cell(table.columns[takings[0]].name), "b": cell(table.columns[costs[0]].name)}
    return Repeated(fill_in(said, n=len(found), all=table.rows, found=", ".join(found[:40]), **words), spans)
