"""Keeps the rows of groups that have a number of rows or of other values: "only regions that have more than one rep"."""

from typing import NamedTuple

from config.builtins.csv_statistics.columns import MISSING, Column, compile_caseless, filled
from config.builtins.csv_statistics.columns_named import mentioned
from config.builtins.csv_statistics.query import ROW_NOUN, Query
from config.builtins.csv_statistics.reading import Table
from config.builtins.csv_statistics.row_comparisons import MOST_COUNTED_ROWS, Repeated
from config.builtins.csv_statistics.unread import leaves_nothing
from config.builtins.wording import blanked, cell, fill_in, fold

FEW = {word: number for words in ("one two three four five", "ein zwei drei vier funf", "une deux trois quatre cinq", "una dos tres cuatro cinco", "einen", "un", "uno") for number, word in enumerate(words.split(), 1)}  # fmt: skip
MORE_OF_GROUP = r"more than|over|mehr als|plus d[e']|mas de"
LEAST_OF_GROUP = r"at least|mindestens|au moins|al menos|por lo menos"
LESS_OF_GROUP = r"fewer than|less than|under|weniger als|moins de|menos de"
SAME_OF_GROUP = r"exactly|only|just|genau|nur|exactement|seulement|exactamente|solo"
HAVING_GROUPS = compile_caseless(
    rf"(?:,? ?\b(?:but|and|aber|und|mais|et|pero|y))?(?:,? ?\b(?:only|just|nur|seulement|uniquement|solo|solamente))?(?: ?\b(?:for|of|in|fur|von|bei|pour|de|para))?(?: ?\b(?:the|those|die|den|les|las|los))* ?(?P<group>[^\W\d_]{{3,}}),? "
    rf"(?:(?:(?:that|which|who|die|qui|que) )?(?:have|has|had|got|haben|hat|a|ont|tienen?|hay) ?|(?:die|qui|que|with|having|mit|avec|con) )(?:(?P<more>{MORE_OF_GROUP})|(?P<least>{LEAST_OF_GROUP})|(?P<less>{LESS_OF_GROUP})|(?P<equal>{SAME_OF_GROUP})) ?(?P<n>\d{{1,4}}|{'|'.join(FEW)})(?: (?:different|distinct|unique|verschiedene[nr]?|unterschiedliche[nr]?|differente?s?|distint[oa]s))? (?P<noun>[^\W\d_]{{3,}})(?: (?:haben|hat))?"
)
WHICH_GROUPS = compile_caseless(r"\b(?:which|what|welche[rsn]?|quel(?:le)?s?|que|cual(?:es)?)\W*\Z")
SIZES_TEXTS = {
    "en": "Only {group} with {sign} {n} {noun}: {names}.",
    "de": "Nur {group} mit {sign} {n} {noun}: {names}.",
    "fr": "Seulement {group} avec {sign} {n} {noun} : {names}.",
    "es": "Solo {group} con {sign} {n} {noun}: {names}.",
}


class SizedGroups(NamedTuple):
    """The groups of a size: their column, the comparison, all sizes, those kept, and where a question says so."""

    column: int
    sign: str
    number: int
    noun: str
    sizes: dict[str, int]
    kept: list[str]
    span: tuple[int, int]
    is_asked: bool


def sized_groups(table: Table, most_rows: int) -> SizedGroups | None:
    """Return the groups that a question limits by their rows or the values in them; ``is_asked`` for "which regions have"."""
    text = fold(table.question)
    match = HAVING_GROUPS.search(text)
    group = texts_named(match["group"], table) if match else -1
    noun = texts_named(match["noun"], table) if match else -1
    is_of_rows = match is not None and ROW_NOUN.fullmatch(match["noun"].removesuffix("n")) is not None
    if match is None or group < 0 or noun == group or (noun < 0 and not is_of_rows) or table.rows > most_rows:
        return None
    members: dict[str, list[str]] = {}
    for row in table.again():
        value = row[noun].strip() if 0 <= noun < len(row) else ""
        if group < len(row) and (noun < 0 or value.lower() not in MISSING):
            members.setdefault(row[group], []).append(value)
    number = int(FEW.get(match["n"].lower(), 0) or match["n"])
    sizes = {name: len(values) if noun < 0 else len(set(values)) for name, values in members.items()}
    sign = ">" if match["more"] else "≥" if match["least"] else "<" if match["less"] else "="
    passing = {">": number.__lt__, "≥": number.__le__, "<": number.__gt__, "=": number.__eq__}[sign]
    kept = [name for name, size in sizes.items() if passing(size)]
    is_asked = WHICH_GROUPS.search(text[: match.start("group")]) is not None
    return SizedGroups(group, sign, number, match["noun"], sizes, kept, match.span(), is_asked)


def with_groups_kept(table: Table, language: str, most_rows: int) -> tuple[Table, list[str], list[list[int]]]:
    """Return a table with the rows of the groups that a question wants by their size, a note, and its places."""
    found = sized_groups(table, most_rows)
    if found is None or found.is_asked or not found.kept:
        return table, [], []
    place, kept = found.column, set(found.kept)
    rows = [row for row in table.again() if place < len(row) and row[place] in kept]
    columns = [Column(one.name, 0) for one in table.columns]
    filled(iter(rows), columns)
    names = ", ".join(cell(name) for name in found.kept)[:400]
    words = {"group": cell(table.columns[place].name), "sign": found.sign, "n": found.number, "noun": cell(found.noun)}
    question = blanked(table.question, *found.span)
    made = table._replace(question=question, columns=columns, rows=len(rows), again=lambda: iter(rows))
    return made, [fill_in(SIZES_TEXTS[language], names=names, **words)], [list(found.span)]


def groups_asked(table: Table, query: Query) -> Repeated | None:
    """Return the groups of a size with their sizes: "which regions have more than one rep?"."""
    found = sized_groups(table, MOST_COUNTED_ROWS)
    if found is None or not found.is_asked:
        return None
    which = [list(match.span()) for match in WHICH_GROUPS.finditer(fold(table.question)[: found.span[1]])]
    spans = [list(found.span), *which]
    if not leaves_nothing(table, spans):
        return None
    named = ", ".join(f"**{cell(name)}** ({found.sizes[name]})" for name in found.kept[:50]) or "**0**"
    words = {"group": cell(table.columns[found.column].name), "sign": found.sign, "n": found.number}
    return Repeated(fill_in(SIZES_TEXTS[query.language], names=named, noun=cell(found.noun), **words), spans)


def texts_named(word: str, table: Table) -> int:
    """Return the column of texts that a word names, also in the plural, -1 for none."""
    stems = [word, *(word.removesuffix(end) for end in ("s", "es", "n", "en", "e") if word.endswith(end))]
    found = {one.column for stem in stems for one in mentioned(stem, table.columns)}
    texts = [place for place in found if table.columns[place].values() is None]
    return texts[0] if len(texts) == 1 else -1
