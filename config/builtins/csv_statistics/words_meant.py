"""Words of a question that say a value or an order of its table in other words: "bathroom" in a column Room, "most often on top"."""

import re

from config.builtins.csv_statistics.columns import Column
from config.builtins.csv_statistics.reading import Table
from config.builtins.wording import fold

MOST_MEANT_ROWS = 2_000
LEAST_OF_VALUE = 3  # letters
ORDER_BY_INTERVAL = re.compile(  # "sort it by days, most often watered on top": the shortest interval is the most frequent
    r"\b(?:sort\w*|order(?:ed)?|rank\w*|arrange\w*|sortier\w*|ordne)\b[^.;?!\n]{0,30}?\b(?:by|after|nach) (?:the |den |der )?[\"'`]?(?P<name>[a-z][a-z _-]{1,30}?)[\"'`]?(?P<way>,? *(?:[(–-] ?)?(?:the |with the |die |das |was )?(?P<end>most|least|more|less|am haufigsten|am seltensten|haufigste\w*|seltenste\w*)"
    r"(?: (?:often|frequent(?:ly)?))?(?: [a-z]+){0,2}? (?:(?:(?:come|go)(?:es|s)? )?(?:on top|first|at (?:the )?top|up (?:front|top))|zuerst|(?:ganz )?(?:nach )?oben|zuoberst|als erste[rs]?)\)?)",
    re.IGNORECASE,
)
OFTEN_SAID = re.compile(r"\b(?:often|frequent(?:ly)?|haufig\w*|selten\w*)", re.IGNORECASE)
INTERVAL_NAME = re.compile(
    r"\A(?:(?:every|alle|interval|days?|hours?|weeks?|months?|minutes?|tage?|stunden?|wochen?|monate?|minuten)\b.*|.*\b(?:interval|apart|between|abstand|rhythmus))\Z",
    re.IGNORECASE,
)


def with_words_meant(table: Table) -> tuple[Table, list[list[int]]]:
    """Return a table whose question says its values and its order plainly, at the same places, and these."""
    question, spans = with_plain_order(table)
    if table.rows <= MOST_MEANT_ROWS:
        for column in table.columns:
            question, places = with_plain_values(question, column)
            spans += places
    return table._replace(question=question), spans


def with_plain_values(question: str, column: Column) -> tuple[str, list[list[int]]]:
    """Return a question with the value of a column for its compound with the column's name: "bathroom" is bath."""
    name = fold(column.name).strip().lower()
    name = name.removesuffix("s") if len(name) > LEAST_OF_VALUE + 1 else name
    if column.values() is not None or len(name) < LEAST_OF_VALUE or not name.isalpha():
        return question, []
    folded, spans = fold(question).lower(), list[list[int]]()
    values = {fold(text).strip().lower() for text in column.texts or ()}
    for match in re.finditer(
        rf"(?<![\w-])(?P<value>[a-z]{{{LEAST_OF_VALUE},}}?)[ -]?{re.escape(name)}s?(?![\w-])", folded
    ):
        if match["value"] in values and match.group() not in values:
            start, end = match.span()
            kept = len(match["value"])
            question = question[: start + kept] + " " * (end - start - kept) + question[end:]
            spans.append([start, end])
    return question, spans


def with_plain_order(table: Table) -> tuple[str, list[list[int]]]:
    """Return a question with "ascending" for "most often on top" behind a column of intervals, "descending" behind a count."""
    question = table.question
    match = ORDER_BY_INTERVAL.search(fold(question))
    numeric = {fold(column.name).strip().lower() for column in table.columns if column.values() is not None}
    if match is None or OFTEN_SAID.search(match["way"]) is None or match["name"].strip().lower() not in numeric:
        return question, []
    is_least = re.search(r"least|less|selten", match["end"], re.IGNORECASE) is not None
    is_rising = (INTERVAL_NAME.match(match["name"]) is not None) is not is_least
    start, end = match.span("way")
    said = ", ascending" if is_rising else ", descending"
    if len(said) > end - start:
        return question, []
    return question[:start] + said.ljust(end - start) + question[end:], [[start, end]]
