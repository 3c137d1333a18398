"""A word among the numbers of a column ("sick", "off"): a figure of that column leaves it out and says so."""

import re

from config.builtins.csv_statistics.columns import Column, all_numbers, compile_caseless, filled
from config.builtins.csv_statistics.columns_named import mentioned
from config.builtins.csv_statistics.query import label_column
from config.builtins.csv_statistics.reading import Table
from config.builtins.wording import blanked, cell, fill_in, fold

MOST_ROWS_WITH_WORDS = 2_000
LONGEST_CELL_WORD = 24
FEWEST_NUMBERS = 2
WORDS_AT_MOST = 3  # of so many cells one may be a word
FIGURE_OF_COLUMN = compile_caseless(
    r"\b(?:add(?:ed|ing)? (?:up|together)|add|sum|total(?:s|e)?|altogether|together|averages?|mean|avg|median|highest|lowest|most|least|max\w*|min\w*|addier\w*|summe|gesamt\w*|insgesamt|zusammen|durchschn\w*|schnitt|mittelwert|hochste\w*|niedrigste\w*|"
    r"additionn\w*|somme|en tout|au total|moyenne|mediane|sum[ae]\w*|en total|promedio|media|mediana)\b"
)
OTHER_FIGURE = compile_caseless(
    r"\b(?:how many (?:rows|entries|people|times)|count (?:the )?rows|clean|replace|as (?:0|zero)|als 0|list)\b"
)
WORD_CELL_TEXTS = {
    "en": "Not counted in {name}: {cells}.",
    "de": "In {name} nicht mitgezählt: {cells}.",
    "fr": "Non compté dans {name} : {cells}.",
    "es": "No contado en {name}: {cells}.",
}
BEING_AWAY = r"(?:was|is|were|had|has|called in|didn'?t|did not|war|ist|hatte|hat|etait|est|estaba|estuvo|esta)(?: [^\W\d_]+){1,4}"
Remarked = tuple[Table, list[str], list[list[int]]]  # as of the other remarks: the table, sentences, places


def with_word_cells(table: Table, language: str) -> Remarked:
    """Return a table whose columns of numbers have gaps in place of words where a figure is asked of one, notes and places."""
    text = fold(table.question)
    if not FIGURE_OF_COLUMN.search(text) or OTHER_FIGURE.search(text) or table.rows > MOST_ROWS_WITH_WORDS:
        return table, [], []
    words = {place: found for place, one in enumerate(table.columns) if (found := words_among(one))}
    named = {one.column for one in mentioned(text, table.columns)} & set(words)
    is_only = len(words) == 1 and not any(one.values() is not None for one in table.columns)
    places = named or (set(words) if is_only else set())
    if not places:
        return table, [], []
    rows = [[*row, *[""] * (len(table.columns) - len(row))] for row in table.again()]
    label = label_column(table.columns, set(words))
    notes, people = list[str](), set[str]()
    for place in sorted(places):
        left = [
            (row[place].strip(), row[label].strip() if label >= 0 else "")
            for row in rows
            if row[place].strip() in words[place]
        ]
        told = ", ".join(f"{cell(said)} ({cell(who)})" if who else cell(said) for said, who in left)
        notes.append(fill_in(WORD_CELL_TEXTS[language], name=cell(table.columns[place].name), cells=told))
        people |= {who for _, who in left if who}
        for row in rows:
            row[place] = "" if row[place].strip() in words[place] else row[place]
    columns = [Column(one.name, 0) for one in table.columns]
    filled(iter(rows), columns)
    question, spans = without_absences(table.question, people, set().union(*words.values()))
    return table._replace(question=question, columns=columns, again=lambda: iter(rows)), notes, spans


def words_among(column: Column) -> set[str]:
    """Return the words of a column whose other cells are numbers, at most one word for two numbers; none for other columns."""
    if column.values() is not None or not column.texts:
        return set()
    words = {text for text in column.texts if re.search(r"[^\W\d_]", text) and not re.search(r"\d", text)}
    numbers = [text for text in column.texts if text not in words]
    count = sum(column.texts[word] for word in words)
    is_short = all(len(word) <= LONGEST_CELL_WORD for word in words)
    if not words or not is_short or column.count - count < FEWEST_NUMBERS or WORDS_AT_MOST * count > column.count:
        return set()
    are_numbers = all_numbers(numbers) is not None or all_numbers(numbers, comma=True) is not None
    return words if are_numbers else set()


def without_absences(question: str, people: set[str], words: set[str]) -> tuple[str, list[list[int]]]:
    """Return a question without what it says of the rows that are left out: "Ali was off", "ignore sick"."""
    spans = list[list[int]]()
    names = "|".join(re.escape(fold(who)) for who in sorted(people, key=len, reverse=True))
    cells = "|".join(re.escape(fold(word)) for word in sorted(words, key=len, reverse=True))
    patterns = [
        rf"[,;.(–-]? ?\b(?:ignor\w*|skip\w*|leav\w+ out|without|not counting|ohne|sans|sin) (?:the |any |den |die |le |la |el )?(?:{cells})\b(?: (?:ones?|days?|rows?|cells?|people))?\)?"
    ]
    if names:
        patterns.append(
            rf"[,;.(–-]? ?\b(?:(?:and|but|as|since|because|note|und|aber|weil|et|mais|y|pero) )*(?:{names}),? {BEING_AWAY}\)?"
        )
    for pattern in patterns:
        for match in re.finditer(pattern, fold(question), re.IGNORECASE):
            spans.append(list(match.span()))
            question = blanked(question, *match.span())
    return question, spans
