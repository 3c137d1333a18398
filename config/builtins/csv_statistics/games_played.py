"""How many games each team played, where a table only has those that it won, lost and drew."""

from itertools import islice

from config.builtins.csv_statistics.columns import compile_caseless
from config.builtins.csv_statistics.query import Query, label_column
from config.builtins.csv_statistics.reading import Table
from config.builtins.csv_statistics.row_comparisons import MOST_COUNTED_ROWS, Repeated
from config.builtins.csv_statistics.running import cell_number, selected
from config.builtins.csv_statistics.sentences import grid
from config.builtins.csv_statistics.unread import leaves_nothing
from config.builtins.wording import fill_in, fold

GAMES = r"(?:games?|match(?:e?s)?|fights?|bouts?|sets?|rounds?|spiele?|partien?|kampfe|parties|rencontres|partidos?|partidas?|combates?)"
GAMES_ASKED = compile_caseless(
    rf"\b(?:how many|number of|total|wie ?viele|anzahl(?: der)?|combien de|nombre de|cuant[oa]s|numero de) {GAMES}\b(?:[^?.,;:\n]{{0,40}}?\b(?:play(?:ed|s)?|in total|altogether|overall|gespielt|insgesamt|joue\w*|disput\w*|en tout|au total|jug\w+|en total)\b)?"
)
ONE_RESULT = compile_caseless(r"\b(?:w[io]ns?|winning|los[et]s?|losing|dr[ae]ws?|drawn|tied|gewonnen|verloren|gagn\w*|perd\w*|gan[aeo]\w*|empat\w*)\b")  # fmt: skip
EACH_TEAM = compile_caseless(
    r"\b(?:(?:did|has|have|does|do|hat|haben|a|ont|ha|han) )?(?:each|every|per|by|all|jede[sr]?|pro|chaque|par|cada|por)\b"
)
RESULT_NAMES = (
    compile_caseless(r"w|wins?|won|siege?|gewonnen|g|v|victoires?|gagnee?s?|victorias?|ganad[oa]s?|pg"),
    compile_caseless(r"l|loss(?:es)?|lost|niederlagen?|verloren|defaites?|perdue?s?|derrotas?|perdid[oa]s?|pp"),
    compile_caseless(r"d|t|draws?|drawn|drew|ties?|tied|unentschieden|remis|(?:matchs? )?nuls?|empat\w+|pe"),
)
GAMES_NAME = compile_caseless(rf"{GAMES}|(?:games? |matches )?played|gp|mp|pj|gespielt|joues?|jugados")
GAMES_TEXTS = {
    "en": ("games", "{names} added up for each {label}:"),
    "de": ("Spiele", "{names} zusammen je {label}:"),
    "fr": ("matchs", "{names} additionnés par {label} :"),
    "es": ("partidos", "{names} sumados por {label}:"),
}


def games_played(table: Table, query: Query) -> Repeated | None:
    """Return the sum of the results of each team for a question after its games; None where a column has them, or for others."""
    asked, label = GAMES_ASKED.search(table.folded), label_column(table.columns, set())
    if asked is None or label < 0 or any(one.column != label for one in query.filters):
        return None
    names = [fold(column.name).lower().strip() for column in table.columns]
    places = [next((at for at, name in enumerate(names) if one.fullmatch(name)), -1) for one in RESULT_NAMES]
    spans = [list(match.span()) for pattern in (GAMES_ASKED, EACH_TEAM) for match in pattern.finditer(table.folded)]
    spans += [list(span) for span in query.spans]
    is_plain = (
        min(places[:2]) >= 0 and not ONE_RESULT.search(table.folded) and not any(map(GAMES_NAME.fullmatch, names))
    )
    if not is_plain or table.columns[label].unique() < table.rows or not leaves_nothing(table, spans):
        return None
    added = [place for place in places if place >= 0]
    rows = []
    for row in islice(selected(table.again(), query.filters, table.columns), MOST_COUNTED_ROWS):
        numbers = [cell_number(row[place], table.columns[place]) for place in added]
        if any(number is None for number in numbers):
            return None
        rows.append([row[label], sum(number for number in numbers if number is not None)])
    noun, sentence = GAMES_TEXTS[query.language]
    head = fill_in(sentence, names=" + ".join(table.columns[place].name for place in added), label=table.columns[label].name)  # fmt: skip
    return Repeated(f"{head}\n\n{grid([table.columns[label].name, noun], rows, query.language, 50)}", spans)
