"""Words of a question that say a value or an order of its table in other words: "bathroom" in a column Room, "most often on top"."""

import re

from config.builtins.csv_statistics.columns import Column, compile_caseless
from config.builtins.csv_statistics.reading import Table
from config.builtins.wording import fold

MOST_MEANT_ROWS = 2_000
LEAST_OF_VALUE = 3  # letters
ORDER_BY_INTERVAL = compile_caseless(  # "sort it by days, most often watered on top": the shortest interval is the most frequent
    r"\b(?:sort\w*|order(?:ed)?|rank\w*|arrange\w*|sortier\w*|ordne)\b[^.;?!\n]{0,30}?\b(?:by|after|nach) (?:the |den |der )?[\"'`]?(?P<name>[a-z][a-z _-]{1,30}?)[\"'`]?(?P<way>,? *(?:[(–-] ?)?(?:the |with the |die |das |was )?(?P<end>most|least|more|less|am haufigsten|am seltensten|haufigste\w*|seltenste\w*)"
    r"(?: (?:often|frequent(?:ly)?))?(?: [a-z]+){0,2}? (?:(?:(?:come|go)(?:es|s)? )?(?:on top|first|at (?:the )?top|up (?:front|top))|zuerst|(?:ganz )?(?:nach )?oben|zuoberst|als erste[rs]?)\)?)"
)
OFTEN_SAID = compile_caseless(r"\b(?:often|frequent(?:ly)?|haufig\w*|selten\w*)")
INTERVAL_NAME = compile_caseless(
    r"\A(?:(?:every|alle|interval|days?|hours?|weeks?|months?|minutes?|tage?|stunden?|wochen?|monate?|minuten)\b.*|.*\b(?:interval|apart|between|abstand|rhythmus))\Z"
)


def with_words_meant(table: Table) -> tuple[Table, list[list[int]]]:
    """Return a table whose question says its values and its order plainly, at the same places, and these."""
    question, spans = with_plain_order(table)
    for plainly in (with_plain_persons, with_plain_gap):
        question, places = plainly(question, table)
        spans += places
    if table.rows <= MOST_MEANT_ROWS:
        for column in table.columns:
            question, places = with_plain_values(question, column)
            spans += places
    return table._replace(question=question), spans


PER_PERSON = compile_caseless(
    r"\b(?P<per>per|pro|par|por|for each|for every|each|every|je|jede[rn]?|chaque|cada) (?P<person>person|people|head|kopf|nase|personne|tete|persona|cabeza)\b"
)
PERSON_COLUMN = compile_caseless(
    r"who|wer|name|names?|qui|nom|quien|nombre|payer|paid by|bezahlt von|member|mitglied|kid|kind"
)


def with_plain_persons(question: str, table: Table) -> tuple[str, list[list[int]]]:
    """Return a question with the one column of persons for "per person", where no column has that name."""
    match = PER_PERSON.search(fold(question))
    named = [one for one in table.columns if PERSON_COLUMN.fullmatch(fold(one.name).strip()) and one.values() is None]
    if match is None or len(named) != 1 or len(named[0].texts or ()) >= table.rows:  # a row for each: no groups
        return question, []
    start, end = match.span()
    said = f"{match['per']} {named[0].name.strip()}"
    if len(said) > end - start or any(match["person"].lower() in fold(one.name).lower() for one in table.columns):
        return question, []
    return question[:start] + said.ljust(end - start) + question[end:], [[start, end]]


ENDS_SET_APART = compile_caseless(  # "by how much does the tallest beat the shortest?"
    r"\b(?:by )?how much (?:does|do|did|is|was|are|were) the (?P<one>[a-z]{3,12}est) (?:beat|beats|exceed|top|lead|outgrow|\w{3,9}er than|above|ahead of|over|more than)(?: than)? the (?P<other>[a-z]{3,12}est)\b"
    r"|\b(?:by )?how much \w{3,9}er (?:is|was|are) the (?P<one2>[a-z]{3,12}est) than the (?P<other2>[a-z]{3,12}est)\b"
)


def with_plain_gap(question: str, table: Table) -> tuple[str, list[list[int]]]:
    """Return a question with "difference between" for by how much one end of a column beats the other."""
    match = ENDS_SET_APART.search(fold(question))
    if match is None or len([one for one in table.columns if one.values() is not None]) != 1:
        return question, []
    start, end = match.span()
    one, other = match["one"] or match["one2"], match["other"] or match["other2"]
    said = f"range of {one} and {other}" if end - start < len(f"difference between {one} and {other}") else ""
    said = said or f"difference between {one} and {other}"
    return question[:start] + said.ljust(end - start) + question[end:], [[start, end]]


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
