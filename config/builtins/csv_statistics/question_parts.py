"""Several questions of one message that each stand alone: every one is read and answered by its own words."""

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from config.builtins.csv_statistics.asked_twice import QUESTION_LEAD, STILL_OPEN
from config.builtins.csv_statistics.degrees import SUPERLATIVES
from config.builtins.csv_statistics.filters import Filter
from config.builtins.csv_statistics.query import Query, query_of
from config.builtins.csv_statistics.reading import Table
from config.builtins.csv_statistics.row_ratios import TOLD_WITH_IT
from config.builtins.csv_statistics.running import run
from config.builtins.wording import AnswerFault, blanked, flattened

MOST_PARTS = 3
PART_LEAD = rf"(?:¿|(?:(?:in|on|at|from|of|to|for|en|a|de|am|im|von|bei|pour|le|an) ){{0,2}})(?:{QUESTION_LEAD}|(?:from |von |de )?(?:whom|who|wem|qui|quien)\b|on (?:which|what)\b)"
SHORT_LEAD = (
    rf"(?:(?:the|der|die|das|le|la|el) )?(?:{SUPERLATIVES}|longest|count of|number of|anzahl|nombre de|numero de)\b"
)
ALSO = r"(?:(?:and|und|et|y|e|also|plus|then|sowie|dann|puis|ademas)\b[ ,]*(?:also|auch|aussi|tambien|then|dann)?,? *)"
TELL_ME = r"(?:(?:please )?(?:tell|show|give) me |say |sag mir |nenn(?:e)? mir |zeig mir |dis-moi |dime )?"
PART_JOINT = re.compile(
    rf"(?P<stop>[ \t]*[?;.!]+\s*{ALSO}?)(?={TELL_ME}(?:{PART_LEAD}|{SHORT_LEAD}))|(?:,?[ \t]+(?:- )?{ALSO})(?={TELL_ME}(?:{PART_LEAD}|{SHORT_LEAD}))|,[ \t]+(?={PART_LEAD})",
    re.IGNORECASE,
)
FIRST_LEAD = re.compile(rf"(?<!\w)(?:{PART_LEAD}|{SHORT_LEAD}|how\b)", re.IGNORECASE)
THAT_ONE = re.compile(  # the row or the group that the first question finds
    r"\b(?:(?:of |by |for |from )?(?:that|this|the same|those) (?!(?:is|was|are|were|in|for|the|be|come|make|would)\b)[^\W\d_]{3,}(?:'s)?|(?:did|does|has|had|is|was|of|by|for|from|at) (?:he|she|it|they|him|her|them|theirs?)\b(?! (?:all|together|cost|come))|(?:his|her|their|its)(?= [^\W\d_]{3,})|dies(?:e|er|es|em|en) [^\W\d_]{3,}|(?:hat|ist|war) (?:er|sie|es)\b|(?:son|sa|ses|leur|leurs|ce|cette|cet) (?=[^\W\d_]{3,})|(?:su|sus|ese|esa|este|esta) (?=[^\W\d_]{3,}))",
    re.IGNORECASE,
)
OF_FOUND_ROWS = re.compile(
    r"\b(?:of (?:those|these|them)|among (?:those|these|them)|davon|darunter|von (?:diesen|denen)|parmi (?:eux|elles|ceux-ci)|de (?:esos|esas|ellos|ellas))\b|\b(?:from|von|de) (?:whom|who|wem|denen|qui|quien(?:es)?)\b",
    re.IGNORECASE,
)
TRAILING = re.compile(
    r"\b(?:in|for|from|of|during|on|at|fur|aus|im|von|bei|pour|en|dans|de|para|durante)(?: (?:the|der|die|das|dem|den|le|la|les|el|los|las))?[ '\"]*\Z",
    re.IGNORECASE,
)


class Part(NamedTuple):
    """One question of a message: its table and query, where it stands, and whether a sentence ends before it."""

    table: Table
    query: Query
    start: int
    is_sentence: bool


def parts_of(table: Table, language: str) -> list[Part]:
    """Return the questions of a message in order, [] for one alone or too many."""
    text = flattened(table.question).text
    joints = [one for one in PART_JOINT.finditer(table.folded) if text[: one.start()].strip()]
    first = FIRST_LEAD.search(table.folded)
    joints = [one for one in joints if first is not None and first.start() < one.start()]
    joints = [one for one in joints if TOLD_WITH_IT.match(table.folded, one.start()) is None]
    if not 0 < len(joints) < MOST_PARTS:
        return []
    starts, ends = [0, *(one.end() for one in joints)], [*(one.start() for one in joints), len(text)]
    made = []
    for start, end, joint in zip(starts, ends, [None, *joints], strict=True):
        part = table._replace(question=blanked(blanked(table.question, 0, start), end, len(text)))
        made.append(Part(part, query_of(part.question, part.columns, language), start, bool(joint and joint["stop"])))
    return made


def differ_in_kind(parts: list[Part]) -> bool:
    """Return whether the questions need a reading each: other conditions, groups, or an end of an order in one."""
    queries = [one.query for one in parts]
    if len(queries) == 2 and asks_alike(queries[0], queries[1]):
        return False
    filters, groups = {one.filters for one in queries}, {one.group for one in queries}
    ends = {bool(one.degrees) for one in queries}
    figures = {bool(one.operations) for one in queries}
    return max(len(filters), len(groups), len(ends), len(figures)) > 1


def asks_alike(one: Query, other: Query) -> bool:
    """Return whether two questions ask the same of two values of a column: "how much at Tesco and how much at Shell"."""
    filters = [*one.filters, *other.filters]
    same = (one.operations, one.measures, one.group) == (other.operations, other.measures, other.group)
    is_plain = not (one.degrees or other.degrees) and len(one.filters) == len(other.filters) == 1
    return same and is_plain and len({(each.column, each.sign) for each in filters}) == 1


def is_for_all(parts: list[Part]) -> bool:
    """Return whether a condition at the very end may be meant for all questions: "…, and which is best in March"."""
    last = parts[-1]
    if last.is_sentence or not last.query.filters or parts[0].query.filters or parts[0].query.group >= 0:
        return False
    if any(one.sign != "=" for one in last.query.filters):
        return False
    text = last.table.folded.rstrip(" ?.!\n")
    values = [value.casefold() for one in last.query.filters for value in one.values]
    return any(text.endswith(value) and TRAILING.search(text[: -len(value)]) for value in values)


Answers = Callable[[Table, Query], dict[str, Any]]


def each_answered(
    table: Table, language: str, plainly: Callable[[Table], dict[str, Any]], of_query: Answers
) -> list[dict[str, Any]]:
    """Return an answer to each question of a message, [] where one is not read or a single reading serves all.

    ``plainly`` answers a question by its words, ``of_query`` one that takes a condition of the one before it.
    """
    parts = parts_of(table, language)
    if not parts or not differ_in_kind(parts) or is_for_all(parts):
        return []
    answers: list[dict[str, Any]] = []
    for place, part in enumerate(parts):
        taken = taken_over(parts, place)
        if taken is None:
            return []
        alone = [] if taken and not is_open(part) else [plainly(part.table)]
        joined = part.query._replace(filters=(*part.query.filters, *taken), lost=False)
        made = alone + ([of_query(part.table, joined)] if taken else [])
        if any(one["status"] != "SUCCESS" or one.get("general") for one in made):
            return []
        answers += made[:1] if len(made) > 1 and first_found(made[0]) == first_found(made[1]) else made
    return answers


def first_found(made: dict[str, Any]) -> str:
    """Return what an answer names first."""
    return next(iter(re.findall(r"\*\*(.+?)\*\*", made["answer"])), "")


def is_open(part: Part) -> bool:
    """Return whether a question may be meant of all rows as well as of those of the question before."""
    text = part.table.folded
    refers = any(one.search(text) for one in (THAT_ONE, OF_FOUND_ROWS, STILL_OPEN))
    return not refers and bool(part.query.degrees)


def taken_over(parts: list[Part], place: int) -> tuple[Filter, ...] | None:
    """Return the conditions that a question takes from the first; None where it refers to something unknown."""
    first, part = parts[0].query, parts[place]
    if place == 0:
        return ()
    text = part.table.folded
    if THAT_ONE.search(text) and first.degrees:
        return found_label(parts[0])
    if OF_FOUND_ROWS.search(text):
        return first.filters or None
    if STILL_OPEN.search(text) and first.filters:
        return first.filters
    if THAT_ONE.search(text):
        return None
    if not first.filters or part.query.filters:
        return ()
    is_whole = leads_all(parts[0])
    return first.filters if is_whole or not part.is_sentence else ()


def leads_all(part: Part) -> bool:
    """Return whether the condition of a question stands before it and so before all: "for the North, …"."""
    lead = FIRST_LEAD.search(part.table.folded)
    values = [value.casefold() for one in part.query.filters for value in one.values]
    ahead = part.table.folded[: lead.start()].casefold() if lead else ""
    return any(value in ahead for value in values)


def found_label(part: Part) -> tuple[Filter, ...] | None:
    """Return the condition on the one row or group that a question finds, None for several or none."""
    query, columns = part.query, part.table.columns
    try:
        result = run(query, columns, part.table.again, part.table.rows)
    except AnswerFault:
        return None
    if result.kind != "best" or query.subject < 0 or not result.rows:
        return None
    if len(result.rows) > 1 and result.rows[0][1] == result.rows[1][1]:
        return None
    return (Filter(query.subject, "=", (str(result.rows[0][0]),)),)
