"""The place of one row among all by a column: "what rank does Ann have by hours?"."""

import re
from itertools import islice

from config.builtins.csv_statistics.columns import FoundText, compile_caseless, measured_places, shortened
from config.builtins.csv_statistics.columns_named import mentioned
from config.builtins.csv_statistics.query import Query
from config.builtins.csv_statistics.reading import Table
from config.builtins.csv_statistics.row_comparisons import Repeated
from config.builtins.csv_statistics.row_measures import MOST_VALUES, label_of
from config.builtins.csv_statistics.running import cell_number
from config.builtins.csv_statistics.sentences import shown
from config.builtins.csv_statistics.unread import leaves_nothing
from config.builtins.wording import cell, fill_in, fold

RANK_ASKED = compile_caseless(
    r"\b(?:what|which|on (?:what|which)|in (?:what|which)|at (?:what|which))(?:'s| is)? (?:the )?(?:rank|place|position)\b|\b(?:rank|place|position) of\b|'s (?:rank|place|position)\b"
    r"|\bwhere (?:does|is|do|did)\b(?=[^.?!\n]{1,60}\b(?:rank|stand|placed?|come|ranked)\b)|\bhow does\b(?=[^.?!\n]{1,60}\brank\b)"
    r"|\b(?:auf|an) welche[mr] (?:platz|stelle|rang|position)\b|\bwelche[nr]? (?:platz|rang|stelle|position)\b|\b(?:rang|platz) von\b"
    r"|\b(?:a )?quel(?:le)? (?:rang|place|position)\b|\b(?:en |a )?que (?:puesto|lugar|posicion)\b"
)
RANK_NAME = compile_caseless(r"rank|place|position|platz|stelle|rang|puesto|lugar|posicion")
RANK_IDLE = compile_caseless(
    r"\b(?:what|which|where|how|does|do|did|is|are|has|have|had|holds?|gets?|takes?|in|on|at|by|of|for|the|with|if (?:we|i|you) (?:sort|rank|order)(?: (?:them|it|by))*|when (?:sorted|ranked|ordered)|sorted|ranked|ordered|rank|place|position|stands?|come|comes|overall"
    r"|auf|an|welche[mnr]?|platz|stelle|rang|position|liegt|hat|steht|ist|nach|bei|von|der|die|das|den|dem|quel(?:le)?|rang|place|est|a|par|selon|pour|en|que|puesto|lugar|posicion|ocupa|esta|por|segun|el|la|de)\b|'s\b"
)
RANK_RISING = compile_caseless(
    r"\b(?:ascending|(?:lowest|smallest|fewest|least|cheapest|fastest|youngest|lightest|shortest) (?:is )?(?:first|on top)|from low(?:est)? to high(?:est)?|aufsteigend|croissant|ascendente)\b"
)
RANK_FALLING = compile_caseless(
    r"\b(?:descending|(?:highest|largest|biggest|most|best|longest|oldest) (?:is )?(?:first|on top)|from high(?:est)? to low(?:est)?|absteigend|decroissant|descendente)\b"
)
RANK_TEXTS = {
    "en": "{label} {name} is at place **{place}** of {n} by {column} ({value}), the {way} first.{tie}",
    "de": "{label} {name} steht auf Platz **{place}** von {n} nach {column} ({value}), {way} zuerst.{tie}",
    "fr": "{label} {name} est à la place **{place}** sur {n} par {column} ({value}), {way} d'abord.{tie}",
    "es": "{label} {name} está en el puesto **{place}** de {n} por {column} ({value}), {way} primero.{tie}",
}
RANK_WAYS = {
    "en": ("highest", "lowest"),
    "de": ("das Höchste", "das Niedrigste"),
    "fr": ("le plus haut", "le plus bas"),
    "es": ("el mayor", "el menor"),
}
RANK_TIES = {
    "en": " {n} more have the same.",
    "de": " {n} weitere haben dasselbe.",
    "fr": " {n} autres ont la même valeur.",
    "es": " {n} más tienen lo mismo.",
}


def row_rank(table: Table, query: Query) -> Repeated | None:
    """Return the place of one named row by a column, the highest first unless the lowest is asked for."""
    text, label, places = table.folded, label_of(table), measured_places(table.columns)
    asked = RANK_ASKED.search(text)
    if asked is None or label is None or not places or re.search(r"\d", text[asked.end() :]):
        return None
    if any(RANK_NAME.search(fold(column.name)) for column in table.columns):  # the table tells the places itself
        return None
    named = [one for one in mentioned(text, table.columns) if one.column in places]
    numbers = {one.column for one in named} or set(places)
    at = next(place for place, column in enumerate(table.columns) if column is label)
    rows = list(islice(table.again(), MOST_VALUES))
    found = [(match, row) for row in rows for match in [name_in(text, row[at])] if match is not None]
    if len(numbers) != 1 or len(found) != 1 or len(rows) != table.rows:
        return None
    (match, row), (place,) = found[0], numbers
    own, values = cell_number(row[place], table.columns[place]), [cell_number(one[place], table.columns[place]) for one in rows]  # fmt: skip
    present = [value for value in values if value is not None]
    is_rising = RANK_RISING.search(text) is not None
    spans = [list(asked.span()), list(match.span()), *([one.start, one.end] for one in named)]
    spans += [list(one.span()) for pattern in (RANK_IDLE, RANK_RISING, RANK_FALLING) for one in pattern.finditer(text)]
    if own is None or not leaves_nothing(table, spans):
        return None
    number = 1 + sum(value < own if is_rising else value > own for value in present)
    ties, language = present.count(own) - 1, query.language
    sentence = fill_in(
        RANK_TEXTS[language], label=cell(label.name), name=cell(shortened(row[at].strip(), 60)), place=number,
        n=len(present), column=cell(table.columns[place].name), value=shown(own, language),
        way=RANK_WAYS[language][is_rising], tie=fill_in(RANK_TIES[language], n=ties) if ties else "",
    )  # fmt: skip
    return Repeated(sentence, spans)


def name_in(text: str, name: str) -> FoundText | None:
    """Return where a text names a row."""
    said = fold(name).strip()
    return re.search(rf"(?<![\w-]){re.escape(said)}(?![\w-])", text, re.IGNORECASE) if len(said) > 1 else None
