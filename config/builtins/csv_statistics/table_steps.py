"""The largest step of a column from one row to the next: "between which two months did signups drop hardest?"."""

from itertools import islice, pairwise

from config.builtins.csv_statistics.columns import compile_caseless, measured_places, rounded, shortened
from config.builtins.csv_statistics.columns_named import mentioned
from config.builtins.csv_statistics.query import Query
from config.builtins.csv_statistics.reading import Table
from config.builtins.csv_statistics.row_comparisons import MOST_COUNTED_ROWS, Repeated
from config.builtins.csv_statistics.running import cell_number
from config.builtins.csv_statistics.sentences import shown
from config.builtins.wording import cell, fill_in, flattened

STEP_DOWN = r"drop\w*|f[ae]ll\w*|declin\w*|decreas\w*|plunge\w*|s[aiu]nk\w*|lost|los[es]\w*|gefallen|fiel\w*|r[uü]ckgang|einbruch|bais\w*|chute\w*|chut\w*|ca[iyí]\w*|baj[oaó]\w*|descen\w*"
STEP_UP = r"r[io]se\w*|jump\w*|increas\w*|gr[eo]w\w*|growth|climb\w*|gain\w*|gestiegen|stieg\w*|anstieg|zuwachs|gewachsen|sprung|augment\w*|hausse\w*|crois\w*|crec\w*|sub[ioeí]\w*|aument\w*"
STEP_EITHER = r"change\w*|differ\w*|swing\w*|step|[aä]nder\w*|vari\w*|cambi\w*"
LARGEST_STEP = compile_caseless(
    rf"\b(?:(?:biggest|largest|hardest|steepest|sharpest|greatest|most|strongest|gr[oö][sß]+te\w*|st[aä]rkste\w*|am (?:meisten|st[aä]rksten)|le plus|plus (?:forte|grande|gros(?:se)?)|mayor|m[aá]s(?! baj[oa]s?\b))\b[^?.!,;\n]{{0,40}}?\b(?:(?P<down>{STEP_DOWN})|(?P<up>{STEP_UP})|(?P<either>{STEP_EITHER}))"
    rf"|(?:(?P<down2>{STEP_DOWN})|(?P<up2>{STEP_UP})|(?P<either2>{STEP_EITHER}))\b[^?.!\n]{{0,20}}?\b(?:the )?(?:hardest|most|steepest|sharpest|biggest|largest|am (?:meisten|st[aä]rksten)|le plus|m[aá]s))\b"
)
STEP_USED = compile_caseless(
    r"\b(?:between|from|to|which|what|two|one|the|next|in|by|how|much|did|does|was|is|were|and|month|months|day|days|week|weeks|year|years|quarter|zwischen|welche[nm]?|zwei|von|zu|um|wie|viel|entre|quels?|quelles?|deux|de|combien|que|qué|cual\w*|dos|cuanto)\b"
)
STEP_TEXTS = {
    "en": "The largest {way} of {column} is from **{first}** ({before}) to **{last}** ({after}): **{step}**.",
    "de": "{way} von {column} ist von **{first}** ({before}) zu **{last}** ({after}): **{step}**.",
    "fr": "{way} de {column} est de **{first}** ({before}) à **{last}** ({after}) : **{step}**.",
    "es": "{way} de {column} es de **{first}** ({before}) a **{last}** ({after}): **{step}**.",
}
STEP_WAYS = {
    "en": ("drop", "rise", "change"),
    "de": ("Der größte Rückgang", "Der größte Anstieg", "Die größte Änderung"),
    "fr": ("La plus forte baisse", "La plus forte hausse", "La plus forte variation"),
    "es": ("La mayor caída", "La mayor subida", "El mayor cambio"),
}


def largest_step(table: Table, query: Query) -> Repeated | None:
    """Return between which two rows a column drops, rises or changes most."""
    text = flattened(table.question).text
    match = LARGEST_STEP.search(text)
    if match is None or "%" in text or query.group >= 0 or query.filters:
        return None
    numeric = measured_places(table.columns)
    mentions = mentioned(text, table.columns)
    named = list(dict.fromkeys(one.column for one in mentions if one.column in numeric)) or numeric
    rows = list(islice(table.again(), MOST_COUNTED_ROWS))
    if len(named) != 1 or len(rows) != table.rows or len(rows) < 3 or len(table.columns) < 2:
        return None
    values = [cell_number(row[named[0]], table.columns[named[0]]) for row in rows]
    figures = [value for value in values if value is not None]
    if len(figures) != len(values):
        return None
    steps = [after - before for before, after in pairwise(figures)]
    way = 0 if match["down"] or match["down2"] else 1 if match["up"] or match["up2"] else 2
    place = max(range(len(steps)), key=lambda one: (-steps[one], steps[one], abs(steps[one]))[way])
    if (way == 0 and steps[place] >= 0) or (way == 1 and steps[place] <= 0):
        return None
    label = next(one for one in range(len(table.columns)) if one != named[0])
    first, last = (cell(shortened(row[label].strip(), 60)) for row in rows[place : place + 2])
    language = query.language
    before, after, step = (
        shown(rounded(value), language) for value in (figures[place], figures[place + 1], abs(steps[place]))
    )
    words = {"first": first, "last": last, "before": before, "after": after, "step": step}
    column = cell(table.columns[named[0]].name)
    sentence = fill_in(STEP_TEXTS[language], way=STEP_WAYS[language][way], column=column, **words)
    spans = [list(match.span()), *([one.start, one.end] for one in mentions), *map(list, query.spans)]
    return Repeated(sentence, spans + [list(used.span()) for used in STEP_USED.finditer(text)])
