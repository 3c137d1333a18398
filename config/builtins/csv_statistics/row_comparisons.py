"""Compares rows: which are there more than once, and how two that a question names differ."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from config.builtins.csv_statistics.columns import (
    IDENTIFIER_NAME,
    Column,
    FoundText,
    compile_caseless,
    is_identifier,
    measured_places,
    numeric_places,
    rounded,
    shortened,
)
from config.builtins.csv_statistics.columns_named import mentioned
from config.builtins.csv_statistics.filters import COMPARATIVE_WORDS, COMPARATIVES, Reading, compared_column
from config.builtins.csv_statistics.query import Query
from config.builtins.csv_statistics.reading import Table
from config.builtins.csv_statistics.running import cell_number, selected
from config.builtins.csv_statistics.sentences import grid, shown
from config.builtins.wording import AnswerFault, cell, fill_in, flattened, fold

REPEATS = compile_caseless(
    r"\b(?:duplicate[sd]?|duplication|dupes?|repeated (?:rows?|lines?|entries|values?)|identical (?:rows?|lines?)|more than once|twice|doppelte?\w*|dubletten|duplikate?|mehrfach\w*|"
    r"doublons?|en double|repetid[oa]s?|duplicad[oa]s?)\b"
)
LEFT_OVER = compile_caseless(
    r"\b(?:how many|rows?|lines?|entries|left|remain\w*|without (?:them|it|that(?: one)?|duplicates?|dupes)|are there|any|would|be|wie ?viele|zeilen|bleiben|ohne|gibt es|combien|lignes|restent?|sans|y a-t-il|cuantas|filas|quedan|sin|hay|"
    r"remove|drop|delete|entfern\w*|supprime\w*|elimina\w*|quita\w*)\b"
)
MOST_COUNTED_ROWS = 200_000
MOST_REPEATED = 10
REPEATED_TEXTS = {
    "en": {"which": "There more than once: {listed}.", "rows": "**{repeats}** of {total} rows repeat an earlier one; without them **{left}** rows are left.", "none": "No row is there twice: all **{total}** rows are different.",
           "values": "**{count}** values of {column} are there more than once: {listed}. Without the repeats **{left}** of {total} rows are left.", "unique": "No value of {column} is there twice ({total} rows)."},
    "de": {"which": "Mehrfach vorhanden: {listed}.", "rows": "**{repeats}** von {total} Zeilen wiederholen eine frühere; ohne sie bleiben **{left}** Zeilen.", "none": "Keine Zeile kommt doppelt vor: alle **{total}** Zeilen sind verschieden.",
           "values": "**{count}** Werte von {column} kommen mehrfach vor: {listed}. Ohne die Wiederholungen bleiben **{left}** von {total} Zeilen.", "unique": "Kein Wert von {column} kommt doppelt vor ({total} Zeilen)."},
    "fr": {"which": "Présentes plusieurs fois : {listed}.", "rows": "**{repeats}** lignes sur {total} en répètent une autre ; sans elles il en reste **{left}**.", "none": "Aucune ligne en double : les **{total}** lignes sont différentes.",
           "values": "**{count}** valeurs de {column} apparaissent plusieurs fois : {listed}. Sans les répétitions il reste **{left}** lignes sur {total}.", "unique": "Aucune valeur de {column} n'est en double ({total} lignes)."},
    "es": {"which": "Están varias veces: {listed}.", "rows": "**{repeats}** de {total} filas repiten otra anterior; sin ellas quedan **{left}** filas.", "none": "Ninguna fila está repetida: las **{total}** filas son distintas.",
           "values": "**{count}** valores de {column} aparecen más de una vez: {listed}. Sin las repeticiones quedan **{left}** de {total} filas.", "unique": "Ningún valor de {column} está repetido ({total} filas)."},
}  # fmt: skip


class Repeated(NamedTuple):
    """An answer about repeated rows: the sentence, and the parts of the question it is made from."""

    sentence: str
    spans: list[list[int]]


def repeated_rows(table: Table, language: str, only: Sequence[int] = ()) -> Repeated | None:
    """Return the repeated rows or values of columns, ``only`` instead of the question's."""
    text = flattened(table.question).text
    if REPEATS.search(text) is None or table.rows > MOST_COUNTED_ROWS:
        return None
    named = mentioned(text, table.columns)
    spans = [list(match.span()) for pattern in (REPEATS, LEFT_OVER) for match in pattern.finditer(text)]
    spans += [[one.start, one.end] for one in named]
    said, places = REPEATED_TEXTS[language], sorted({one.column for one in named})
    texts = [place for place, one in enumerate(table.columns) if one.values() is None]
    is_lone = not places and len(texts) == 1 < len(table.columns)
    who = ANYBODY_TWICE.search(text)
    if only or (is_lone and who is not None):
        places, spans = list(only) or texts, [*spans, list(who.span())] if who else spans
    places = repeated_alone(table, places)
    counts = counts_of(table, places)
    words = {"repeats": table.rows - len(counts), "left": len(counts), "total": table.rows}
    twice = [(", ".join(key), count) for key, count in counts.most_common() if count > 1]
    listed = ", ".join(f"{cell(shortened(key, 60))} ({count})" for key, count in twice[:MOST_REPEATED])
    listed += f", … +{len(twice) - MOST_REPEATED}" if len(twice) > MOST_REPEATED else ""
    if not places:
        sentence = fill_in(said["rows" if words["repeats"] else "none"], **words)
        own = [place for place, one in enumerate(table.columns) if not is_identifier(one)]
        is_numbered = 0 < len(own) < len(table.columns) and max(counts_of(table, own).values(), default=0) > 1
        others = texts if is_lone else own if is_numbered else []
        if not twice and others and (other := repeated_rows(table, language, others)) is not None:
            sentence += f" {other.sentence}"
        return Repeated(f"{sentence} {fill_in(said['which'], listed=listed)}" if twice else sentence, spans)
    column = ", ".join(cell(table.columns[place].name) for place in places)
    sentence = fill_in(said["values" if twice else "unique"], **words, count=len(twice), column=column, listed=listed)
    return Repeated(
        sentence + rows_of_repeats(table, places, {key for key, count in counts.items() if count > 1}, language), spans
    )


def counts_of(table: Table, places: list[int]) -> Counter[tuple[str, ...]]:
    """Return how often each row is there, or each combination of some of its cells."""
    return Counter(
        tuple(row) if not places else tuple(row[place] for place in places if place < len(row)) for row in table.again()
    )


def repeated_alone(table: Table, places: list[int]) -> list[int]:
    """Return the columns with repeats: all named together, else the first by itself."""
    if len(places) < 2 or max(counts_of(table, places).values(), default=0) > 1:
        return places
    alone = [place for place in places if table.columns[place].unique() < table.columns[place].count]
    alone.sort(key=lambda place: not IDENTIFIER_NAME.search(table.columns[place].name.strip()))
    return alone[:1] or places


def rows_of_repeats(table: Table, places: list[int], keys: set[tuple[str, ...]], language: str) -> str:
    """Return the rows with the repeated values, which tell whose they are."""
    if not keys or len(places) == len(table.columns):
        return ""
    rows = [row for row in table.again() if tuple(row[place] for place in places if place < len(row)) in keys]
    rows.sort(key=lambda row: [row[place] for place in places if place < len(row)])
    return f"\n\n{grid([column.name for column in table.columns], [list(row) for row in rows], language, 20)}"


ANYBODY_TWICE = compile_caseless(
    r"\b(?:any(?:body|one)|who|names?|jemand|wer|namen?|quelqu'un|qui|noms?|alguien|quien\w*|nombres?)\b"
)


DIFFERS = compile_caseless(
    rf"\b(?:difference|gap|distance|how (?:much|many|far) (?:\w+ )?(?:more|less|fewer|apart|behind|ahead|{COMPARATIVE_WORDS})|how much (?:is|are|was|were|does|has|ist|sind|hat|est|es) [^.?!\n]{{0,40}}\b(?:{COMPARATIVE_WORDS}) than)\b"
)
IS_IT = compile_caseless(
    r"(?:\A|[.!\n])\W*(?:is|are|does|do|did|was|were|has|have|had|ist|hat|war|est[- ]ce que|est|es|tiene|a)\b"
)
THAN = compile_caseless(rf"\b(?P<word>{COMPARATIVE_WORDS}|more|less|fewer)\b(?: \w+){{0,2}}? than\b")
PAIR_WORDS = r"\b(?:difference|gap|distance|between|and|how much|how many|more|less|fewer|apart|behind|ahead|than|is|are|does|do|did|has|have|unterschied|zwischen|als|viel|entre|que|de)\b"
PAIR_TEXTS = {
    "en": {
        "difference": "{column}: {first} {a}, {second} {b}; the difference is **{difference}**.",
        "yes": "**Yes.**",
        "no": "**No.**",
    },
    "de": {
        "difference": "{column}: {first} {a}, {second} {b}; der Unterschied ist **{difference}**.",
        "yes": "**Ja.**",
        "no": "**Nein.**",
    },
    "fr": {
        "difference": "{column} : {first} {a}, {second} {b} ; la différence est **{difference}**.",
        "yes": "**Oui.**",
        "no": "**Non.**",
    },
    "es": {
        "difference": "{column}: {first} {a}, {second} {b}; la diferencia es **{difference}**.",
        "yes": "**Sí.**",
        "no": "**No.**",
    },
}


def compared_pair(table: Table, query: Query) -> Repeated | None:
    """Return the difference of two rows, or whether one is "older than" the other."""
    text = flattened(table.question).text
    differs, than = DIFFERS.search(query.said), THAN.search(query.said)
    is_question = IS_IT.search(query.said) is not None and than is not None
    if not (differs or is_question) or len(query.filters) != 1 or query.group >= 0:
        return None
    pair = query.filters[0]
    column, is_inverse, is_least = pair_measure(table.columns, query, than or differs)
    if pair.sign != "=" or len(pair.values) != 2 or "mean" in query.operations:
        return None
    if column < 0:
        raise AnswerFault("which")
    values = [pair_value(table, query, pair.column, value, column) for value in pair.values]
    first, second = values
    if first is None or second is None:
        return None
    said, names = PAIR_TEXTS[query.language], pair.values
    words = {"column": cell(table.columns[column].name), "first": cell(names[0]), "second": cell(names[1])}
    figures = {
        "a": shown(first, query.language),
        "b": shown(second, query.language),
        "difference": shown(rounded(abs(first - second)), query.language),
    }
    sentence = fill_in(said["difference"], **words, **figures)
    if is_question and not differs:
        yes = first < second if is_least is not is_inverse else first > second
        sentence = f"{said['yes' if yes else 'no']} {sentence}"
    spans = [list(span) for span in query.spans] + [
        list(match.span()) for match in re.finditer(rf"{PAIR_WORDS}|\b(?:{COMPARATIVE_WORDS})\b", text, re.IGNORECASE)
    ]
    return Repeated(sentence, spans)


def pair_measure(columns: list[Column], query: Query, match: FoundText | None) -> tuple[int, bool, bool]:
    """Return what two rows are compared by (-1: not known), whether reversed, whether less."""
    numeric = numeric_places(columns)
    found = re.search(rf"\b(?:{COMPARATIVE_WORDS})\b", match.group(), re.IGNORECASE) if match else None
    is_least = match is not None and re.search(r"\b(?:less|fewer)\b", match.group()) is not None
    if found is not None and match is not None:
        word = COMPARATIVES[found.group().lower()]
        reading = Reading(columns, numeric, mentioned(query.said, columns), query.language)
        column, is_inverse = compared_column(word, match, query.said, reading)
        return column, is_inverse, word.pole == "min"
    if query.measures:
        return query.measures[0], False, is_least
    return (numeric[0] if len(numeric) == 1 else -1), False, is_least


def pair_value(table: Table, query: Query, subject: int, value: str, measure: int) -> float | None:
    """Return the figure of the only row with a value."""
    one = query.filters[0]._replace(values=(value,), column=subject)
    rows = list(selected(table.again(), (one,), table.columns))
    return cell_number(rows[0][measure], table.columns[measure]) if len(rows) == 1 else None


GROWS = compile_caseless(
    r"\b(?:gr[eo]w\w*|increase[ds]?|r[io]sen?|change[ds]?|develop(?:ed)?|declined?|decreased?|dropped|drop|fell|fall(?:en)?|(?:went|go(?:es|ne|ing)?) (?:up|down)|climb(?:ed)?|shr[aiu]nk|steigt|sinkt|gewachsen|gestiegen|gesunken|wachstum|croissance|augmente\w*|baisse\w*|crec\w+|aument\w+|baj[oa]\w*)\b"
)
PERCENT_WORDS = r"%|\b(?:by|per ?cent\w*|what|how|much|prozent\w*|pourcentage|porcentaje|did|has|have|from|to|between|and|first|last|the|start|end|overall|um|von|bis|de|du|des|desde|hasta|wie|viel|combien|cuanto)\b"
WITHOUT_BETWEEN = r"(?:,? ?(?:i )?(?:do ?n'?t (?:need|want|care about|show)|not|without|skip|ignore|never mind|leave out|nicht|ohne|brauche nicht|pas|sans|no|sin)(?: (?:the|any|die|les|las|los|about|that|those))*(?: [^\W\d_]+)? (?:in ?between|between(?: them)?|dazwischen|entre deux|intermediaires|(?:de |del )?(?:en medio|medio|intermedi[oa]s)))(?=\W*(?:[.,;!?\n]|\Z))"
ENDS_NAMED = re.compile(
    r"\b(?:first|start|beginning|erste\w*|anfang|premier\w*|debut|primer\w*|inicio)\b.*\b(?:last|end|latest|letzte\w*|ende|dernier\w*|fin|ultim[oa]|final)\b",
    re.IGNORECASE | re.DOTALL,
)
GROWTH_TEXTS = {
    "en": "The change of {column} from {first} to {last} is **{percent} %**, **{step}** ({before} → {after}).",
    "de": "Die Veränderung von {column} von {first} bis {last} beträgt **{percent} %**, **{step}** ({before} → {after}).",
    "fr": "La variation de {column} de {first} à {last} est de **{percent} %**, **{step}** ({before} → {after}).",
    "es": "La variación de {column} de {first} a {last} es **{percent} %**, **{step}** ({before} → {after}).",
}


def growth(table: Table, query: Query) -> Repeated | None:
    """Return by what part a column changed between two rows that are named, or first and last."""
    text = flattened(table.question).text
    is_change = re.search(
        r"%|per ?cent|prozent|pour ?cent|por ?ciento|\bhow (?:much )?(?:did|has|have)\b", text, re.IGNORECASE
    )
    if not GROWS.search(text) or not is_change:
        return None
    numeric = measured_places(table.columns)
    named = [one.column for one in mentioned(text, table.columns) if one.column in numeric]
    measures = list(dict.fromkeys(named)) or numeric
    rows = list(islice(table.again(), MOST_COUNTED_ROWS))
    pair = named_rows(text, rows, table.columns[0].name) if not ENDS_NAMED.search(text) else (rows[0], rows[-1])
    if len(measures) != 1 or pair is None or len(rows) != table.rows or query.group >= 0:
        return None
    before, after = (cell_number(row[measures[0]], table.columns[measures[0]]) for row in pair)
    if before is None or after is None or before <= 0:
        return None
    label = next((place for place in range(len(table.columns)) if place != measures[0]), measures[0])
    first, last = (cell(shortened(row[label].strip(), 60)) for row in pair)
    figures = {
        name: shown(rounded(value), query.language)
        for name, value in (("before", before), ("after", after), ("step", after - before))
    }
    percent = shown(rounded(100 * (after - before) / before), query.language)
    column = cell(table.columns[measures[0]].name)
    sentence = fill_in(GROWTH_TEXTS[query.language], column=column, first=first, last=last, percent=percent, **figures)
    spans = [list(span) for span in query.spans]
    spans += [
        list(match.span())
        for pattern in (GROWS.pattern, PERCENT_WORDS, WITHOUT_BETWEEN)
        for match in re.finditer(pattern, text, re.IGNORECASE)
    ]
    return Repeated(sentence, spans)


def named_rows(text: str, rows: list[list[str]], name: str) -> "tuple[list[str], list[str]] | None":
    """Return the two rows whose first cell "from Jan to May" names; a number behind the name of its column: "week 1"."""
    starts = (rf"(?<!\w){re.escape(fold(name).strip().casefold())}s? ", r"(?<!\w)")
    labels = [fold("".join(row[:1])).strip().casefold() for row in rows]
    placed = sorted(
        (match.start(), place)
        for place, label in enumerate(labels)
        if label
        and labels.count(label) == 1
        and (match := re.search(rf"{starts[len(label) > 1]}{re.escape(label)}(?!\w)", text, re.IGNORECASE))
    )
    return (rows[placed[0][1]], rows[placed[1][1]]) if len(placed) == 2 else None
