"""Columns of times: how long each run or task took, and the hours between a start and an end."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from config.builtins.csv_statistics.columns import ANY_CASE, MISSING, Column, FoundText, compile_caseless
from config.builtins.csv_statistics.columns_named import mentioned
from config.builtins.csv_statistics.query import Query, label_column
from config.builtins.csv_statistics.reading import Table
from config.builtins.csv_statistics.row_comparisons import Repeated
from config.builtins.csv_statistics.running import rows_passing
from config.builtins.csv_statistics.sentences import grid, shown, where_text
from config.builtins.csv_statistics.table_wishes import MOST_WISHED
from config.builtins.csv_statistics.unread import leaves_nothing
from config.builtins.wording import cell, fill_in, flattened, fold

CLOCKED = re.compile(r"(\d{1,4}):([0-5]\d)(?::([0-5]\d))?(?:[.,](\d{1,3}))?")
START_NAME = compile_caseless(
    r"^(?:(?:start|begin\w*|from|in|arriv\w*|clock[ -]?in|check[ -]?in|von|beginn|anfang|kommen|debut|arrivee|de|inicio|entrada|desde)(?:[ -]?(?:time|zeit))?)$"
)
END_NAME = compile_caseless(
    r"^(?:(?:end|finish\w*|stop|to|out|until|till|left|leav\w*|clock[ -]?out|check[ -]?out|bis|ende|schluss|gehen|fin|depart|a|salida|hasta)(?:[ -]?(?:time|zeit))?)$"
)
BREAK_NAME = compile_caseless(r"\b(?:breaks?|lunch|pause|descanso|pausa)\b")
CLOCK_NAME = compile_caseless(r"\b(?:start|begin\w*|end|from|until|arriv\w*|depart\w*|opens?|closes?|uhrzeit|abfahrt|ankunft|beginn|ende|depart|arrivee|salida|llegada|inicio|fin|clock|kick-?off)\b")  # fmt: skip
BEST_TIME = r"(?:fastest|quickest|shortest|best(?: time)?|winner|won|first|schnellste[rnms]?|kurzeste[rnms]?|beste[rnms]?|gewonnen|sieger\w*|plus rapide|plus court\w*|gagne\w*|gagnant\w*|mas rapid[oa]|mas cort[oa]|gano|ganador\w*)"
WORST_TIME = r"(?:slowest|longest|worst(?: time)?|last|langsamste[rnms]?|langste[rnms]?|letzte[rn]?|plus lente?|plus longue?|dernier|mas lent[oa]|mas larg[oa]|ultim[oa])"
BEST_OR_WORST = rf"(?:{BEST_TIME}|{WORST_TIME})"
ASKED_TIMES: tuple[tuple[str, str], ...] = (
    ("gap", rf"(?:gap|difference|differenz|abstand|unterschied|ecart|diferencia|how (?:many (?:seconds|minutes)|much time|much)|(?:is |are )?(?:there )?) ?(?:between|zwischen|entre) (?:the |den |der |le |la |el )?(?:my |mein\w* |mon |ma |mi )?{BEST_OR_WORST} (?:and|und|et|y) (?:the |den |der |le |la |el )?(?:my |mein\w* |mon |ma |mi )?{BEST_OR_WORST}(?: (?:place|runner|one|\w+))?"),
    ("sum", r"(?:total|sum|altogether|in all|together|overall|combined|insgesamt|gesamt\w*|zusammen|summe|au total|en tout|ensemble|somme|en total|suma|juntos)"),
    ("mean", r"(?:average|mean|avg|durchschnitt\w*|mittelwert|schnitt|im mittel|moyen(?:ne)?|promedio|media)"),
    ("best", BEST_TIME),
    ("worst", WORST_TIME),
)  # fmt: skip
IDLE_TIMED = compile_caseless(
    r"\b(?:times?|durations?|how (?:long|much time|many hours|fast)|hours?|minutes?|who|which|was|were|is|it|did|take[ns]?|took|worked?|runners?|finish\w*|per|each|every|by|for|zeit\w*|dauer|stunden|wie lange|wie viele|wer|war|pro|je|jede[rnms]?|temps|duree|heures?|combien|qui|par|chaque|tiempos?|duracion|horas?|cuant[oa]s?|quien|por|cada|fue|est|de|du|das|die|der|am|le|la|el)\b"
)
BETWEEN_TWO = compile_caseless(
    r"\b(?:how (?:far|much|many (?:seconds|minutes)|long)|what(?:'s| is) the (?:gap|difference)|by how much|gap|difference|wie viel|um wie viel|abstand|unterschied|combien|ecart|difference|cuant[oa]|diferencia)\b"
)
TWO_IDLE = compile_caseless(
    r"\b(?:faster|slower|quicker|behind|ahead|between|than|of|longer|shorter|earlier|later|schneller|langsamer|hinter|vor|zwischen|als|plus (?:vite|rapide|lent)|derriere|devant|entre|que|mas (?:rapido|lento)|detras|delante|and|und|et|y|war|ist|est)\b"
)
LIMIT = compile_caseless(
    r"\b(?:(?P<below>under|below|less than|faster than|quicker than|sub|within|unter|weniger als|schneller als|moins de|sous|menos de|por debajo de)|(?P<above>over|above|more than|longer than|slower than|uber|mehr als|langer als|langsamer als|plus de|mas de)) (?P<clock>\d{1,4}:[0-5]\d(?::[0-5]\d)?|(?P<n>\d{1,3}(?:[.,]\d)?) ?(?P<unit>h|hours?|hrs?|std|stunden?|heures?|horas?|min\w*|s|sec\w*|sek\w*))(?![\w:])"
)
TIMED_TEXTS = {
    "en": {"sum": "{name} in all{where}: **{value}**.", "mean": "Average {name}{where}: **{value}**.", "edge": "**{label}**: {value}.", "gap": "Between {first} ({a}) and {last} ({b}): **{value}**.", "group": "{name} by {group}{where}:", "rows": "**{n}** of {all}{where}:", "hours": "Hours from {start} to {end}{off}{where}:", "all": "Together **{value}** ({decimal} hours).", "off": ", without {name}", "h": "hours"},
    "de": {"sum": "{name} insgesamt{where}: **{value}**.", "mean": "{name} im Mittel{where}: **{value}**.", "edge": "**{label}**: {value}.", "gap": "Zwischen {first} ({a}) und {last} ({b}): **{value}**.", "group": "{name} nach {group}{where}:", "rows": "**{n}** von {all}{where}:", "hours": "Stunden von {start} bis {end}{off}{where}:", "all": "Zusammen **{value}** ({decimal} Stunden).", "off": ", ohne {name}", "h": "Stunden"},
    "fr": {"sum": "{name} en tout{where} : **{value}**.", "mean": "{name} en moyenne{where} : **{value}**.", "edge": "**{label}** : {value}.", "gap": "Entre {first} ({a}) et {last} ({b}) : **{value}**.", "group": "{name} par {group}{where} :", "rows": "**{n}** sur {all}{where} :", "hours": "Heures de {start} à {end}{off}{where} :", "all": "En tout **{value}** ({decimal} heures).", "off": ", sans {name}", "h": "heures"},
    "es": {"sum": "{name} en total{where}: **{value}**.", "mean": "{name} de media{where}: **{value}**.", "edge": "**{label}**: {value}.", "gap": "Entre {first} ({a}) y {last} ({b}): **{value}**.", "group": "{name} por {group}{where}:", "rows": "**{n}** de {all}{where}:", "hours": "Horas de {start} a {end}{off}{where}:", "all": "En total **{value}** ({decimal} horas).", "off": ", sin {name}", "h": "horas"},
}  # fmt: skip


class Timed(NamedTuple):
    """The rows of a table with their times, in units of a time's last part."""

    rows: list[list[str]]
    values: list[float]
    place: int
    parts: int
    decimals: int

    def told(self, value: float) -> str:
        """Return a time as the column writes them."""
        text = f"{value:.{self.decimals}f}" if self.decimals else str(int(value + 0.5))
        whole, point, rest = text.partition(".")
        units = [int(whole)]
        while len(units) < self.parts:
            units[:1] = divmod(units[0], 60)
        return ":".join([str(units[0]), *(f"{unit:02d}" for unit in units[1:])]) + point + rest


def timed_answer(table: Table, query: Query) -> Repeated | None:
    """Return the answer about the one column of times, or the hours between two."""
    text = table.folded
    ends = start_and_end(table)
    if ends is not None:
        return hours_between(table, query, text, ends)
    timed = times_of(table, query)
    named = {one.column for one in mentioned(text, table.columns)}
    numbers = {place for place in named if table.columns[place].values() is not None}
    if timed is None or (numbers and timed.place not in named):  # "average ms by host", beside a column of times
        return None
    for answer in (times_apart, times_within, times_asked):
        if (found := answer(table, query, text, timed)) is not None:
            spans = [*found.spans, *spans_read(query, text, table.columns[timed.place])]
            return Repeated(found.sentence, spans) if leaves_nothing(table, spans) else None
    return None


def spans_read(query: Query, text: str, column: Column) -> list[list[int]]:
    """Return the places of words that say nothing new about times, and of the rows."""
    own = re.finditer(rf"(?<!\w){re.escape(fold(column.name))}(?!\w)", text, ANY_CASE)
    places = [list(match.span()) for match in (*IDLE_TIMED.finditer(text), *own)]
    return [*places, *([list(span) for span in query.spans] if query.filters or query.group >= 0 else [])]


def clock_values(column: Column) -> bool:
    """Return whether every text of a column is a time with colons."""
    texts = column.texts
    return (
        column.values() is None
        and texts is not None
        and len(texts) > 0
        and all(CLOCKED.fullmatch(one) for one in texts)
    )


def times_of(table: Table, query: Query) -> Timed | None:
    """Return the one column of lengths of time with its rows that pass."""
    places = [place for place, column in enumerate(table.columns) if clock_values(column)]
    if len(places) != 1 or CLOCK_NAME.search(fold(table.columns[places[0]].name)):
        return None
    place = places[0]
    rows = [
        row
        for row in rows_passing(query._replace(sort=-1), table.columns, table.again)[0]
        if len(row) > place and row[place].strip().lower() not in MISSING
    ]
    matches = [match for row in rows if (match := CLOCKED.fullmatch(row[place].strip())) is not None]
    sizes = {3 if match[3] else 2 for match in matches}
    if len(sizes) != 1 or len(matches) != len(rows):
        return None
    decimals = max(len(match[4] or "") for match in matches)
    return Timed(rows, [seconds_of(match) for match in matches], place, sizes.pop(), decimals)


def seconds_of(match: FoundText) -> float:
    """Return a time in units of its last part."""
    whole = int(match[1]) * 60 + int(match[2])
    whole = whole * 60 + int(match[3]) if match[3] else whole
    return whole + (float(f"0.{match[4]}") if match[4] else 0.0)


def times_asked(table: Table, query: Query, text: str, timed: Timed) -> Repeated | None:
    """Return a sum, a mean, the best or the worst, or the gap between these."""
    if IN_ORDER_OF_TIME.search(text):
        return ordered_times(table, query, text, timed)
    if (few := FEW_TIMES.search(text)) is not None:
        return few_times(table, query, timed, few)
    asked = [(name, match) for name, words in ASKED_TIMES if (match := re.search(rf"\b{words}\b", text, ANY_CASE))]
    if not asked or (len(asked) > 1 and asked[0][0] != "gap"):
        return None
    (name, match), said = asked[0], TIMED_TEXTS[query.language]
    column, spans = table.columns[timed.place], [list(asked[0][1].span())]
    where = where_text(query.filters, table.columns, query.language)
    if query.group >= 0 and name in ("sum", "mean"):
        return Repeated(grouped_times(table, query, timed, name, where), spans)
    if name in ("sum", "mean"):
        total = sum(timed.values)
        value = timed.told(total if name == "sum" else total / len(timed.values))
        return Repeated(fill_in(said[name], name=cell(column.name), where=where, value=value), spans)
    label = label_of_rows(table, timed.place)
    if label < 0 or query.group not in (-1, label):
        return None
    first, last = (
        min(range(len(timed.values)), key=timed.values.__getitem__),
        max(range(len(timed.values)), key=timed.values.__getitem__),
    )
    if name == "gap":
        return Repeated(gap_told(timed, (first, last), label, said), spans)
    best = timed.values[first if name == "best" else last]
    labels = ", ".join(cell(row[label]) for row, value in zip(timed.rows, timed.values, strict=True) if value == best)
    return Repeated(fill_in(said["edge"], label=labels, value=timed.told(best)), [list(match.span()), *spans])


IN_ORDER_OF_TIME = compile_caseless(
    r"\b(?:in order|(?:put|sort|rank|order|list)\b[^.?!]{0,40}?\b(?:fastest|quickest|slowest|shortest|longest)(?: (?:time|one|runner))? (?:first|last|to|at the top)|ranking|rangliste|classement|clasificacion|(?:sortier\w*|ordne|trie[rz]?|classe[rz]?|ordena\w*)\b[^.?!]{0,40}?\b(?:schnellste\w*|langsamste\w*|rapide|lent|rapid[oa]|lent[oa]))\b"
)
SLOWEST_FIRST = compile_caseless(r"\b(?:slowest|longest|langsamste\w*|langste\w*|plus lent\w*|mas lent[oa]) (?:first|zuerst|d'abord|primero|to|bis|at the top)\b")  # fmt: skip
ORDER_IDLE = compile_caseless(r"\b(?:put|sort|rank|order|list|these|them|those|it|in|by|fastest|quickest|slowest|shortest|longest|first|last|to|at|top|time|please|plz|pls|zuerst|primero)\b")  # fmt: skip


FEW_COUNTS = {"two": 2, "zwei": 2, "deux": 2, "dos": 2, "three": 3, "drei": 3, "trois": 3, "tres": 3, "four": 4, "vier": 4, "quatre": 4, "cuatro": 4, "five": 5, "funf": 5, "cinq": 5, "cinco": 5}  # fmt: skip
FEW_TIMES = compile_caseless(  # "the three fastest", "top 3 times"
    rf"\b(?:(?:top )?(?P<n>\d{{1,2}}|{'|'.join(FEW_COUNTS)}) (?:(?P<best>fastest|quickest|shortest|best|schnellsten|kurzesten|besten|plus rapides|plus courts|mas rapid[oa]s|mas cort[oa]s)|(?P<worst>slowest|longest|langsamsten|langsten|plus lente?s|plus longs|mas lent[oa]s|mas larg[oa]s))|top (?P<top>\d{{1,2}}|{'|'.join(FEW_COUNTS)}))\b"
)
FEW_IDLE = re.compile(
    r"(?:^|(?<=[.!,:\n]))[^?\n]{0,60}\b\d{1,2} ?k(?:m)?\b[^?,.\n]{0,40}[,.:]"
)  # "10k results from Sunday,"


def few_times(table: Table, query: Query, timed: Timed, few: FoundText) -> Repeated:
    """Return the named number of best or worst times in order, with ties."""
    count = few["n"] or few["top"]
    wanted = FEW_COUNTS.get(count.lower(), 0) or int(count)
    places = sorted(range(len(timed.rows)), key=timed.values.__getitem__, reverse=few["worst"] is not None)
    last = timed.values[places[min(wanted, len(places)) - 1]] if places and wanted else 0.0
    kept = [place for at, place in enumerate(places) if at < wanted or timed.values[place] == last]
    heads = [column.name for column in table.columns]
    rows = [timed.rows[place][: len(heads)] for place in kept]
    spans = [list(match.span()) for match in (few, *FEW_IDLE.finditer(table.folded))]
    return Repeated(grid(heads, rows, query.language, MOST_WISHED), spans)


def ordered_times(table: Table, query: Query, text: str, timed: Timed) -> Repeated:
    """Return the rows by their times, the shortest first unless the question says otherwise."""
    is_falling = SLOWEST_FIRST.search(text) is not None
    places = sorted(range(len(timed.rows)), key=timed.values.__getitem__, reverse=is_falling)
    heads = [column.name for column in table.columns]
    rows = [timed.rows[place][: len(heads)] for place in places]
    spans = [list(match.span()) for match in (*IN_ORDER_OF_TIME.finditer(text), *ORDER_IDLE.finditer(text))]
    return Repeated(grid(heads, rows, query.language, MOST_WISHED), spans)


def label_of_rows(table: Table, place: int) -> int:
    """Return the column that names the rows beside one of times, or the first other one."""
    label = label_column(table.columns, {place})
    return label if label >= 0 else next((other for other in range(len(table.columns)) if other != place), -1)


def gap_told(timed: Timed, pair: tuple[int, int], label: int, said: dict[str, str]) -> str:
    """Return the sentence about the time between two rows."""
    first, last = pair
    return fill_in(
        said["gap"], first=cell(timed.rows[first][label]), a=timed.told(timed.values[first]), last=cell(timed.rows[last][label]),
        b=timed.told(timed.values[last]), value=timed.told(abs(timed.values[last] - timed.values[first])),
    )  # fmt: skip


def grouped_times(table: Table, query: Query, timed: Timed, name: str, where: str) -> str:
    """Return the sums or means of a column of times by a group."""
    groups: dict[str, list[float]] = {}
    for row, value in zip(timed.rows, timed.values, strict=True):
        groups.setdefault(row[query.group].strip(), []).append(value)
    rows = [[key, timed.told(sum(values) / (1 if name == "sum" else len(values)))] for key, values in groups.items()]
    heads = [table.columns[query.group].name, table.columns[timed.place].name]
    head = fill_in(TIMED_TEXTS[query.language]["group"], name=cell(heads[1]), group=cell(heads[0]), where=where)
    return f"{head}\n\n{grid(heads, rows, query.language, MOST_WISHED)}"


def times_apart(table: Table, query: Query, text: str, timed: Timed) -> Repeated | None:
    """Return the time between two rows that a question names: "how far behind Cid was Bob"."""
    label = label_of_rows(table, timed.place)
    asked = BETWEEN_TWO.search(text)
    if label < 0 or asked is None:
        return None
    timed_all = times_of(table, query._replace(filters=()))
    if timed_all is None:
        return None
    named = [
        (place, match)
        for place, row in enumerate(timed_all.rows)
        if (match := re.search(rf"(?<!\w){re.escape(fold(row[label].strip()))}(?:'s)?(?!\w)", text, ANY_CASE))
    ]
    if len(named) != 2:
        return None
    pair = sorted((place for place, _ in named), key=timed_all.values.__getitem__)
    spans = [list(match.span()) for match in (asked, *(match for _, match in named), *TWO_IDLE.finditer(text))]
    return Repeated(gap_told(timed_all, (pair[0], pair[1]), label, TIMED_TEXTS[query.language]), spans)


def times_within(table: Table, query: Query, text: str, timed: Timed) -> Repeated | None:
    """Return the rows under or over a time: "who was under 25 minutes", where the unit fits the column."""
    match = LIMIT.search(text)
    limit = limit_of(match, timed) if match else None
    if match is None or limit is None or query.group >= 0:
        return None
    kept = [
        row
        for row, value in zip(timed.rows, timed.values, strict=True)
        if (value < limit if match["below"] else value > limit)
    ]
    head = fill_in(
        TIMED_TEXTS[query.language]["rows"],
        n=f"{len(kept):,}",
        all=f"{len(timed.rows):,}",
        where=where_text(query.filters, table.columns, query.language),
    )
    heads = [column.name for column in table.columns]
    body = f"\n\n{grid(heads, [row[: len(heads)] for row in kept], query.language, MOST_WISHED)}" if kept else ""
    return Repeated(f"{head if kept else head.rstrip(' :') + '.'}{body}", [list(match.span())])


def limit_of(match: FoundText, timed: Timed) -> float | None:
    """Return a limit in units of the last part of the times."""
    clock = CLOCKED.fullmatch(match["clock"])
    if clock is not None:
        return seconds_of(clock) if (3 if clock[3] else 2) == timed.parts else None
    number, unit = float(match["n"].replace(",", ".")), match["unit"].lower()
    size = {"h": 3600, "m": 60, "s": 1}["h" if unit[:2] in ("h", "ho", "hr", "he", "st") else unit[0]]
    if timed.parts == 3:
        return number * size
    largest = max(timed.values)
    readings = [number * size / scale for scale in (1, 60)]  # the last part is seconds, or minutes
    fitting = [one for one in readings if largest / 3 < one < largest * 3]
    return fitting[0] if len(fitting) == 1 else None


def start_and_end(table: Table) -> tuple[int, int] | None:
    """Return the one column with starts and the one with ends."""
    names = [fold(flattened(column.name).text).replace("_", " ").strip() for column in table.columns]
    clocks = [place for place, column in enumerate(table.columns) if clock_values(column)]
    starts = [place for place in clocks if START_NAME.search(names[place])]
    finishes = [place for place in clocks if END_NAME.search(names[place])]
    return (starts[0], finishes[0]) if len(starts) == len(finishes) == 1 and starts != finishes else None


WORKED = compile_caseless(
    r"\b(?:(?:how (?:many hours|long|much)|(?:total |working |worked )*(?:hours|time)(?: worked)?|duration|stunden|arbeitszeit|wie lange|wie viele stunden|dauer|heures|duree|combien|horas|duracion|cuant[oa]s)(?: (?:per|each|a|by|pro|je|par|por|cada|chaque) (?:day|row|shift|tag|jour|dia|turno|schicht|person))?)\b"
)
WORKED_IDLE = compile_caseless(
    r"\b(?:work(?:ed|ing)?|did|do|i|we|she|he|they|total|altogether|together|overall|in all|this week|insgesamt|gesamt\w*|zusammen|gearbeitet|habe?n?|ich|wir|travaille\w*|ai|en tout|au total|trabaj\w*|en total|he|hemos|per|each|every|pro|par|por|day|tag|jour|dia|shift|row|without|minus|excluding|ohne|sans|sin|the|breaks?|pausen?|lunch)\b"
)


def hours_between(table: Table, query: Query, text: str, ends: tuple[int, int]) -> Repeated | None:
    """Return the hours of each row from start to end, without breaks, and their sum."""
    asked = [list(match.span()) for match in (*WORKED.finditer(text), *WORKED_IDLE.finditer(text))]
    spans = [*asked, *([list(span) for span in query.spans] if query.filters else [])]
    if not WORKED.search(text) or not leaves_nothing(table, spans):
        return None
    off = [place for place, column in enumerate(table.columns) if BREAK_NAME.search(fold(column.name))]
    rows = rows_passing(query._replace(sort=-1), table.columns, table.again)[0]
    minutes = [worked_minutes(row, ends, off) for row in rows]
    if not rows or len(off) > 1 or any(one is None for one in minutes):
        return None
    said = TIMED_TEXTS[query.language]
    known = [one for one in minutes if one is not None]
    listed = [[*row[: len(table.columns)], told_minutes(one)] for row, one in zip(rows, known, strict=True)]
    head = fill_in(
        said["hours"], start=cell(table.columns[ends[0]].name), end=cell(table.columns[ends[1]].name),
        off=fill_in(said["off"], name=cell(table.columns[off[0]].name)) if off else "", where=where_text(query.filters, table.columns, query.language),
    )  # fmt: skip
    total = fill_in(
        said["all"], value=told_minutes(sum(known)), decimal=shown(round(sum(known) / 60, 2), query.language)
    )
    return Repeated(
        f"{head}\n\n{grid([*(column.name for column in table.columns), said['h']], listed, query.language, MOST_WISHED)}\n\n{total}",
        spans,
    )


def worked_minutes(row: Sequence[str], ends: tuple[int, int], off: Sequence[int]) -> int | None:
    """Return the minutes from start to end of a row less its break; None for none."""
    clocks = [CLOCKED.fullmatch(row[place].strip()) if place < len(row) else None for place in ends]
    if any(clock is None or clock[3] or int(clock[1]) > 24 for clock in clocks):
        return None
    first, last = (int(clock[1]) * 60 + int(clock[2]) for clock in clocks if clock)
    taken = row[off[0]].strip() if off and off[0] < len(row) else ""
    clock = CLOCKED.fullmatch(taken)
    if clock is None and not re.fullmatch(r"\d{0,3}(?: ?min\w*)?|-", taken):
        return None
    rest = int(clock[1]) * 60 + int(clock[2]) if clock else int(re.sub(r"\D", "", taken) or 0)
    minutes = (last - first) % (24 * 60) - rest
    return minutes if minutes >= 0 else None


def told_minutes(minutes: int) -> str:
    """Return minutes as hours and minutes: 8:30."""
    return f"{minutes // 60}:{minutes % 60:02d}"
