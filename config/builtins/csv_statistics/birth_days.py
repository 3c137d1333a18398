"""Who is the youngest and the oldest in a table with birthdays."""

from config.builtins.csv_statistics.columns import MISSING, compile_caseless
from config.builtins.csv_statistics.day_cells import day_columns, iso_day, order_of_days
from config.builtins.csv_statistics.pair_differences import TOLD_SENTENCE
from config.builtins.csv_statistics.query import Query, label_column
from config.builtins.csv_statistics.reading import Table
from config.builtins.csv_statistics.row_comparisons import Repeated
from config.builtins.csv_statistics.running import rows_passing
from config.builtins.csv_statistics.unread import leaves_nothing
from config.builtins.wording import cell, fill_in, fold

BIRTH_NAME = compile_caseless(
    r"\b(?:born|birth\w*|date of birth|b-?day|dob|geb(?:oren|urts\w*|\.)?|naissance|nee?|anniversaire|nacimiento|nacid[oa]|cumpleanos)\b"
)
AGE_ENDS: tuple[tuple[str, str], ...] = (
    (
        "young",
        r"youngest|(?:jungste|kleinste)[rnsm]?|(?:plus|la plus|le plus) jeunes?|benjamine?|mas joven(?:es)?|menor",
    ),
    ("old", r"oldest|eldest|alteste[rnsm]?|plus agee?s?|plus vieux|plus vieille|ainee?|mas (?:viej[oa]|mayor)|mayor"),
)
AGE_ENDS_FOUND = compile_caseless("|".join(rf"\b(?P<{name}>{words})\b" for name, words in AGE_ENDS))
BIRTH_TEXTS = {
    "en": {"young": "The youngest is **{label}** ({day}).", "old": "The oldest is **{label}** ({day})."},
    "de": {"young": "Am jüngsten ist **{label}** ({day}).", "old": "Am ältesten ist **{label}** ({day})."},
    "fr": {"young": "La personne la plus jeune est **{label}** ({day}).", "old": "La plus âgée est **{label}** ({day})."},
    "es": {"young": "La persona más joven es **{label}** ({day}).", "old": "La mayor es **{label}** ({day})."},
}  # fmt: skip
BIRTH_IDLE = compile_caseless(
    r"\b(?:who|which|whos|is|are|the|one|ones|and|of|them|these|those|my|our|in|here|wer|welche[rsnm]?|ist|sind|der|die|das|und|von|ihnen|meine?r?|qui|est|sont|le|la|les|et|l|quien|cual|es|son|el|los|las|y|de)\b"
)
MORE_THAN_ONE = compile_caseless(
    r"\b(?:two|three|four|five|second|third|next|zwei|drei|vier|zweit\w+|dritt\w+|deux|trois|deuxieme|troisieme|dos|tres|segund[oa]|tercer[oa]?)\b"
)


def youngest_and_oldest(table: Table, query: Query) -> Repeated | None:
    """Return who is the youngest or the oldest by the only column of birthdays."""
    text = table.folded
    asked = list(AGE_ENDS_FOUND.finditer(text))
    places = [place for place in day_columns(table.columns) if BIRTH_NAME.search(fold(table.columns[place].name))]
    is_one_each = not MORE_THAN_ONE.search(text)
    label = label_column(table.columns, set(places)) if asked and is_one_each and len(places) == 1 else -1
    if label < 0:
        return None
    place, months_first = places[0], bool(order_of_days(table.columns[places[0]]))
    born = [
        (day, row[place].strip(), row[label].strip())
        for row in rows_passing(query._replace(sort=-1), table.columns, table.again)[0]
        if len(row) > max(place, label) and row[place].strip().lower() not in MISSING
        if (day := iso_day(row[place].strip(), months_first=months_first))
    ]
    spans = [list(match.span()) for match in (*asked, *BIRTH_IDLE.finditer(text))]
    spans += [  # a sentence without an end of ages tells what the table is
        list(told.span())
        for told in TOLD_SENTENCE.finditer(text)
        if not any(told.start() <= match.start() < told.end() for match in asked)
    ]
    spans += [list(span) for span in query.spans] if query.filters else []
    if not born or not leaves_nothing(table, spans):
        return None
    sentences = dict.fromkeys(end_of_ages(match.lastgroup or "", born, query.language) for match in asked)
    return Repeated(" ".join(sentences), spans)


def end_of_ages(name: str, born: list[tuple[str, str, str]], language: str) -> str:
    """Return the sentence on who was born last ("young") or first ("old"), with ties."""
    day = max(one[0] for one in born) if name == "young" else min(one[0] for one in born)
    found = [one for one in born if one[0] == day]
    labels = ", ".join(cell(label) for _, _, label in found)
    return fill_in(BIRTH_TEXTS[language][name], label=labels, day=cell(found[0][1]))
