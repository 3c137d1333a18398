"""Several questions of one message that each stand alone: every one is read and answered by its own words."""

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from config.builtins.csv_statistics.asked_twice import QUESTION_LEAD, STILL_OPEN
from config.builtins.csv_statistics.columns import FoundText, compile_caseless
from config.builtins.csv_statistics.degrees import SUPERLATIVES
from config.builtins.csv_statistics.filters import Filter
from config.builtins.csv_statistics.query import Query, query_of
from config.builtins.csv_statistics.reading import Table
from config.builtins.csv_statistics.row_ratios import TOLD_WITH_IT, row_ratio
from config.builtins.csv_statistics.running import run
from config.builtins.csv_statistics.unit_ratios import unit_ratio
from config.builtins.wording import AnswerFault, blanked, flattened

MOST_PARTS = 3
PART_LEAD = rf"(?:¿|(?:(?:in|on|at|from|of|to|for|en|a|de|am|im|von|bei|pour|le|an) ){{0,2}})(?:{QUESTION_LEAD}|(?:from |von |de )?(?:whom|who|wem|qui|quien)\b|on (?:which|what)\b)"
SUPERLATIVE_SAID = r"(?!(?:rest|test|west|guest|request|interest|forest|latest|contest|chest|nest|quest)\b)[a-z]{2,}est|most|least|fewest|(?:hoch|best|billig|teuer|alt|jung|groß|gross|klein|lang|kurz|niedrig|warm|kalt|schnell)\w*ste[rnsm]?"
SHORT_LEAD = rf"(?:(?:the|der|die|das|le|la|el) )?(?:{SUPERLATIVES}|{SUPERLATIVE_SAID}|count of|number of|anzahl|nombre de|numero de)\b"
ALSO = r"(?:(?:and|und|et|y|e|also|plus|then|sowie|dann|puis|ademas)\b[ ,]*(?:also|auch|aussi|tambien|then|dann)?,? *)"
TELL_ME = r"(?:(?:please )?(?:tell|show|give) me |say |sag mir |nenn(?:e)? mir |zeig mir |dis-moi |dime )?"
FIGURE_LEAD = compile_caseless(
    r"(?:the )?(?P<figure>average|mean|median|total|sum|durchschnitt\w*|mittelwert|summe|moyenne|somme|media|promedio|suma) (?=[^\W\d_]{2,})"
)
WHICH_ONES_ALONE = compile_caseless(
    r"(?:which(?: ones?)?|who|what|welche[rsn]?|wer|lesquel(?:le)?s|qui|cuales|quien(?:es)?)(?: (?:are they|is it|is that|are those|sind das|sont-ce|son))?\W*(?:\Z|\n)"
)
PART_JOINT = compile_caseless(
    rf"(?P<stop>[ \t]*[?;.!]+\s*{ALSO}?)(?={TELL_ME}(?:{PART_LEAD}|{SHORT_LEAD}))|(?:,?[ \t]+(?:- )?{ALSO})(?={TELL_ME}(?:{PART_LEAD}|{SHORT_LEAD}))|,[ \t]+(?={PART_LEAD}|{FIGURE_LEAD.pattern})"
)
FIRST_LEAD = compile_caseless(rf"(?<!\w)(?:{PART_LEAD}|{SHORT_LEAD}|how\b)")
THAT_ONE = compile_caseless(  # the row or the group that the first question finds
    r"\b(?:(?:of |by |for |from )?(?:that|this|the same|those) (?!(?:is|was|are|were|in|for|the|be|come|make|would)\b)[^\W\d_]{3,}(?:'s)?|(?:did|does|has|had|is|was|of|by|for|from|at) (?:he|she|it|they|him|her|them|theirs?)\b(?! (?:all|together|cost|come))|(?:his|her|their|its)(?= [^\W\d_]{3,})|dies(?:e|er|es|em|en) [^\W\d_]{3,}|(?:hat|ist|war) (?:er|sie|es)\b|(?:son|sa|ses|leur|leurs|ce|cette|cet) (?=[^\W\d_]{3,})|(?:su|sus|ese|esa|este|esta) (?=[^\W\d_]{3,}))"
)
ALL_OF_THEM = compile_caseless(
    r"\b(?:all|each|both|every one|alle[rn]?|tou(?:te)?s|tod[oa]s)(?: (?:of|von))? (?:them|these|those|ihnen|denen|eux|elles|ellos|ellas)\b|\bthey all\b"
)
OF_FOUND_ROWS = compile_caseless(
    r"\b(?:of (?:those|these|them|the two|the three|both)|von (?:beiden|den beiden|den zweien)|des deux|de los dos|among (?:those|these|them)|davon|darunter|von (?:diesen|denen)|parmi (?:eux|elles|ceux-ci)|de (?:esos|esas|ellos|ellas))\b|\b(?:from|von|de) (?:whom|who|wem|denen|qui|quien(?:es)?)\b"
)
TRAILING = compile_caseless(
    r"\b(?:in|for|from|of|during|on|at|fur|aus|im|von|bei|pour|en|dans|de|para|durante)(?: (?:the|der|die|das|dem|den|le|la|les|el|los|las))?[ '\"]*\Z"
)


class Part(NamedTuple):
    """One question of a message: its table and query, and whether a sentence or a clause ends before it."""

    table: Table
    query: Query
    is_sentence: bool
    is_clause: bool


def parts_of(table: Table, language: str) -> list[Part]:
    """Return the questions of a message in order, [] for one alone or too many."""
    text = flattened(table.question).text
    starts, stops = [0], [(False, False)]
    for joint in PART_JOINT.finditer(table.folded):
        ahead = table._replace(question=blanked(blanked(table.question, 0, starts[-1]), joint.start(), len(text)))
        stop = (joint["stop"] or "").strip()
        if is_joint(joint, table.folded) and asks_something(ahead, language, is_told=stop[:1] in (".", "!")):
            starts.append(joint.end())
            stops.append((bool(stop), joint.group().startswith(",")))
    if not 1 < len(starts) <= MOST_PARTS:
        return []
    made = []
    for start, end, stop_before in zip(starts, [*starts[1:], len(text)], stops, strict=True):
        part = table._replace(question=blanked(blanked(table.question, 0, start), end, len(text)))
        made.append(Part(part, query_of(part.question, part.columns, language), *stop_before))
    return made


def is_joint(joint: FoundText, text: str) -> bool:
    """Return whether a new question begins behind a joint: not what the first tells anyhow, and no list of figures."""
    behind = text[joint.end() :]
    if TOLD_WITH_IT.match(text, joint.start()) or WHICH_ONES_ALONE.match(behind):
        return False
    figure = FIGURE_LEAD.match(behind)
    return figure is None or re.search(rf"\b{figure['figure']} ", text[: joint.start()], re.IGNORECASE) is not None


ORDERS_FIRST = compile_caseless(
    r"(?:\A|[.!?:\n])\W*(?:(?:please|pls|can you|could you|bitte|kannst du|hi|hello|hey|hallo|bonjour|hola)\b[ ,]*)*(?:list|show|give|tell|count|sum|add|find|sort|rank|name|compute|calculate|zeig\w*|liste|nenne?|gib|sortiere?|montre\w*|donne\w*|trie|muestra|dame|ordena|lista)\b"
)


def asks_something(table: Table, language: str, *, is_told: bool) -> bool:
    """Return whether the words before a joint ask something of the table; ``is_told`` where they end as a statement."""
    query = query_of(table.question, table.columns, language)
    text = table.folded
    if is_told and not (FIRST_LEAD.search(text) or ORDERS_FIRST.search(text)):
        return False
    only_shows = query.shows and not (query.operations or query.filters or query.degrees or query.top)
    if only_shows and query.group < 0 and not ORDERS_FIRST.search(text):
        return False  # "stock list of my shop"
    return bool(query.fault) or not query.is_empty or bool(query.degrees)


def differ_in_kind(parts: list[Part]) -> bool:
    """Return whether the questions need a reading each: other conditions, groups, or an end of an order in one."""
    queries = [one.query for one in parts]
    if len(queries) == 2 and asks_alike(queries[0], queries[1]):
        return False
    if differs_by_column(parts):
        return True
    filters, groups = {one.filters for one in queries}, {one.group for one in queries}
    ends = {bool(one.degrees) for one in queries}
    figures = {bool(one.operations) for one in queries}
    return max(len(filters), len(groups), len(ends), len(figures)) > 1


def differs_by_column(parts: list[Part]) -> bool:
    """Return whether the questions ask for other rows, figures of other columns, or one of them for a quotient."""
    queries = [one.query for one in parts]
    subjects = {one.subject for one in queries if one.degrees and one.subject >= 0}
    measures = {one.measures for one in queries if one.measures and not one.degrees}
    ratios = {bool(row_ratio(one.table, one.query) or unit_ratio(one.table, one.query)) for one in parts}
    return len(subjects) > 1 or len(measures) > 1 or len(ratios) > 1


def asks_alike(one: Query, other: Query) -> bool:
    """Return whether two questions ask the same of two values of a column: "how much at Tesco and how much at Shell"."""
    filters = [*one.filters, *other.filters]
    same = (one.operations, one.measures, one.group) == (other.operations, other.measures, other.group)
    is_plain = not (one.degrees or other.degrees) and len(one.filters) == len(other.filters) == 1
    return same and is_plain and len({(each.column, each.sign) for each in filters}) == 1


def is_for_all(parts: list[Part]) -> bool:
    """Return whether a condition at the very end may be meant for all questions: "…, and which is best in March"."""
    last = parts[-1]
    if (
        last.is_sentence
        or last.is_clause
        or not last.query.filters
        or parts[0].query.filters
        or parts[0].query.group >= 0
    ):
        return False
    subjects = {parts[0].query.subject, parts[0].query.group}
    if any(one.sign != "=" or one.column in subjects for one in last.query.filters):
        return False
    text = last.table.folded.rstrip(" ?.!\n")
    values = [value.casefold() for one in last.query.filters for value in one.values]
    return any(text.endswith(value) and TRAILING.search(text[: -len(value)]) for value in values)


Answers = Callable[[Table, Query], dict[str, Any]]


class Taken(NamedTuple):
    """The conditions that a question takes from the first, and whether it may be meant of all rows as well."""

    filters: tuple[Filter, ...]
    is_open: bool = False


def each_answered(
    table: Table, language: str, plainly: Callable[[Table], dict[str, Any]], of_query: Answers
) -> list[dict[str, Any]]:
    """Return an answer to each question of a message, [] where one is not read or a single reading serves all.

    ``plainly`` answers a question by its words, ``of_query`` one that takes a condition of the one before it.
    Of questions with different conditions those that are read are answered alone.
    """
    parts = parts_of(table, language)
    if not parts or not differ_in_kind(parts):
        return []
    answers: list[dict[str, Any]] = []
    failed = 0
    for place in range(len(parts)):
        made = part_answers(parts, place, plainly, of_query)
        failed += not made
        answers += made
    filters = {one.query.filters for one in parts}
    return answers if not failed or (len(filters) > 1 and all(not one.query.is_empty for one in parts)) else []


def part_answers(
    parts: list[Part], place: int, plainly: Callable[[Table], dict[str, Any]], of_query: Answers
) -> list[dict[str, Any]]:
    """Return the answer to one question, and where it may take a condition or not those to both; [] for none."""
    part, taken = parts[place], taken_over(parts, place)
    if taken is None:
        return []
    subject = part.query.subject
    is_other_end = bool(place and part.query.degrees and parts[0].query.degrees) and subject < 0
    subject = parts[0].query.subject if is_other_end else subject  # "which month is highest, which one the lowest"
    joined = part.query._replace(filters=(*part.query.filters, *taken.filters), lost=False, subject=subject)
    made = [of_query(part.table, joined)] if taken.filters or is_other_end else []
    made += [plainly(part.table)] if taken.is_open or not made else []
    measures = parts[0].query.measures[:1]
    is_open_of = place > 0 and not part.query.measures and bool(part.query.operations) and bool(measures)
    if is_open_of and len(made) == 1 and made[0]["status"] != "SUCCESS":  # "and on which day the most"
        degrees = tuple(one if one.column >= 0 else one._replace(column=measures[0]) for one in part.query.degrees)
        made = [of_query(part.table, joined._replace(measures=measures, degrees=degrees, fault=""))]
    if any(one["status"] != "SUCCESS" or one.get("general") for one in made):
        return []
    return made[-1:] if len(made) > 1 and first_found(made[0]) == first_found(made[1]) else made


def first_found(made: dict[str, Any]) -> str:
    """Return what an answer names first."""
    return next(iter(re.findall(r"\*\*(.+?)\*\*", made["answer"])), "")


def taken_over(parts: list[Part], place: int) -> Taken | None:
    """Return the conditions that a question takes from the first; None where it refers to something unknown."""
    first, part = parts[0].query, parts[place]
    text = ALL_OF_THEM.sub(" ", part.table.folded)
    if place == 0:
        return Taken(parts[-1].query.filters, is_open=True) if is_for_all(parts) else Taken(())
    if OF_FOUND_ROWS.search(text) and not first.degrees:
        return Taken(first.filters) if first.filters else None
    if THAT_ONE.search(text) or OF_FOUND_ROWS.search(text):
        found = found_label(parts[0]) if first.degrees else None
        return Taken(found) if found else None
    if not first.filters or part.query.filters:
        return Taken(())
    if STILL_OPEN.search(text) or leads_all(parts[0]):
        return Taken(first.filters)
    ranked = {*part.query.measures, *(one.column for one in part.query.degrees)}
    if part.is_sentence or ranked & {one.column for one in first.filters}:  # "any over 60, and who is the youngest"
        return Taken(())
    return Taken(first.filters, is_open=bool(part.query.degrees))


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
