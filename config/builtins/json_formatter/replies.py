"""Answers questions about the entries of a document: how many, figures, extremes with ties, shares, yes or no; or says what is not there."""

import math
import re
from collections.abc import Callable, Sequence
from decimal import Context, Decimal, localcontext
from statistics import median
from typing import Any, NamedTuple

from config.builtins.json_formatter.asked_sentences import is_told_surely, story_of, without_spans
from config.builtins.json_formatter.asked_words import DOCUMENT_WORDS, ENTRY_NOUNS, MEANINGS
from config.builtins.json_formatter.columns import Entries, columns_of, tables_of
from config.builtins.json_formatter.entry_conditions import key_parts
from config.builtins.json_formatter.entry_texts import ENTRY_TEXTS
from config.builtins.json_formatter.entry_wishes import YES_NO_START, Wish
from config.builtins.json_formatter.questions import ReadQuestion, continued, question_of
from config.builtins.json_formatter.spoken_orders import ORDER_KINDS, SPEED_KEYS
from config.builtins.json_formatter.values import Literal, compact
from config.builtins.wording import CannotError, fill_in, fold

EXACT_FIGURES: dict[str, Callable[[Sequence[Decimal]], Decimal | int]] = {
    "sum": sum,
    "highest": max,
    "lowest": min,
    "median": median,
}
LONGEST_LISTED = 2_000  # characters of the entries in an answer
MOST_NAMED = 8  # entries that a sentence names
MOST_GROUPS = 50
MOST_KEYS_TOLD = 20


class RowsAnswer(NamedTuple):
    """An answer about entries: the sentence, the found part as text, and the parts of the question it is made from.

    ``is_refusal`` marks one that only says what the document does not have.
    """

    sentence: str
    part: str
    spans: list[tuple[int, int]]
    is_refusal: bool = False


def entries_answer(
    tables: Sequence[Entries], words: str, language: str, before: Sequence[str] = ()
) -> RowsAnswer | None:
    """Return the answer to a question about the entries of a document; None for others.

    ``before`` are the questions that were put over the same document before, oldest first.
    Raises CannotError for a number that is too large to compute with.
    """
    read = question_of(tables, words, language)
    if read is None:
        return None
    earlier: ReadQuestion | None = None
    for one in before:
        found = question_of(tables, one, language)
        earlier = continued(earlier, found) if earlier and found else found
    if earlier is not None:
        read = continued(earlier, read)
    if not is_entry_question(read, is_follow_up=earlier is not None):
        return None
    answer = answer_of_read(read, language)
    return (
        answer._replace(is_refusal=True)
        if earlier is not None and read.left and not answer.part and "**" not in answer.sentence
        else answer
    )


def words_asked(value: Any, words: str, language: str) -> str:  # noqa: ANN401 - any JSON value
    """Return a question with spaces in the place of the story around it, where only that has words that the document does not have."""
    told = story_of(words)
    tables = tables_of(value) if told else []
    if not told or not unknown_words(tables, value, words, language):
        return words
    told = [
        one for one in told if is_told_surely(words, one) or not names_entries(tables, words[slice(*one)], language)
    ]
    bare = without_spans(words, told)
    return bare if told and not unknown_words(tables, value, bare, language) else words


def names_entries(tables: Sequence[Entries], words: str, language: str) -> bool:
    """Return whether words name a value of the entries, so that they may say which of them are meant."""
    read = question_of(tables, words, language)
    return read is not None and bool(read.wish.conditions or read.unclear)


TOP_KEYS = re.compile(  # "the top level keys" are no highest value
    r"\b(?:top|outer|outermost|first|root)[ -]?(?:most )?levels? (?:keys?|fields?|names|properties|entries)|\btop (?:keys|fields)\b|\b(?:keys?|fields?) (?:of|at|on) (?:the )?(?:top|outer|root)",
    re.IGNORECASE,
)


def is_entry_question(read: ReadQuestion, *, is_follow_up: bool) -> bool:
    """Return whether a question is about entries: about the document itself, a place in it or one value others answer."""
    wish = read.wish
    if TOP_KEYS.search(fold(read.original)):
        return False
    if read.is_about_document and not (wish.kind in ("figure", "extreme") and set(wish.keys) - {"value"}):
        return False
    if wish.kind in ("figure", "share", "extreme", "distinct", "common", "best_group") or read.unclear:
        return True
    if wish.kind == "count":
        return bool(wish.conditions or wish.group or read.left)
    if wish.kind in ("all", "any", "none"):
        return bool(wish.conditions) or (wish.kind == "all" and bool(read.left))
    if wish.kind == "rows":
        return bool(wish.conditions) and (not set(read.named) - {one.key for one in wish.conditions} or bool(read.left) or is_follow_up)  # fmt: skip
    is_fragment = is_follow_up or QUESTION_START.match(fold(read.original)) is None
    return bool(wish.conditions) and not read.left and not read.named and is_fragment


QUESTION_START = re.compile(r"\W*(?:how|what|is|are|was|does|do|did|has|have|when|where|wie|was|ist|sind|hat|wann|wo|comment|combien|est|quand|ou|a|como|cuanto|es|esta|tiene|cuando|donde)\b", re.IGNORECASE)  # fmt: skip


def answer_of_read(read: ReadQuestion, language: str) -> RowsAnswer:
    """Return the answer to a question about entries; what it names and the document does not have is told instead."""
    said, wish, table = ENTRY_TEXTS[language], read.wish, read.table
    whole = [(0, len(read.original))]
    if wish.problem:
        return RowsAnswer(wish.problem, "", whole, is_refusal=True)
    doubt = ""
    if read.unclear:
        return unclear_key(wish._replace(word=read.unclear), table, language)._replace(spans=whole)
    if read.left and is_noun_of_entries(read):
        doubt = f"{fill_in(said['noun'], word=read.left[0])} "
    elif read.left:
        if not is_lone_guess(read):
            told = refusal(read.left, table, language, whole)
            return told._replace(is_refusal="value" in table.columns)  # over entries it is the answer
        doubt = f"{fill_in(said['guess'], word=read.left[0], key=table.numbers()[0])} "
        wish = wish._replace(keys=tuple(table.numbers()))
    places = [place for place in range(len(table.rows)) if fits(wish, table, place)]
    answer = ANSWERS[wish.kind or "rows"](wish, table, places, language)
    spans = whole if doubt else read.spans
    return answer._replace(sentence=doubt + answer.sentence, spans=spans if not answer.is_refusal else whole)


NOUN_ASKED = re.compile(
    r"(?:how many(?: of (?:the|my|our|these|those))?|which|what|welche[rsnm]?|wie ?viele|combien d(?:e |')|quel(?:le)?s?|cuant[oa]s|cual(?:es)?|que) ?\Z",
    re.IGNORECASE,
)


def is_noun_of_entries(read: ReadQuestion) -> bool:
    """Return whether the one word that is not found says what the entries are, beside a condition that was read."""
    if (
        len(read.left) != 1
        or not read.wish.conditions
        or read.wish.problem
        or not read.left[0].isalpha()
        or "value" in read.table.columns
    ):
        return False
    text, word = fold(read.original), fold(read.left[0])
    parts = [part for key in read.table.columns for part in key_parts(key)]
    if any(said.fullmatch(word) and any(map(names.fullmatch, parts)) for _, said, names in MEANINGS):
        return False
    at = re.search(rf"\b{re.escape(word)}\b", text)
    if at is None or len(re.findall(rf"\b{re.escape(word)}\b", text)) > 1:
        return False
    behind = re.match(r" (?P<noun>[^\W\d_]+)", text[at.end() :])
    is_before_noun = behind is not None and behind["noun"].lower() in ENTRY_NOUNS
    return is_before_noun or NOUN_ASKED.search(text[: at.start()]) is not None


def is_lone_guess(read: ReadQuestion) -> bool:
    """Return whether the one word that is not found can stand for the only key with numbers."""
    wish = read.wish
    lone = read.table.numbers()
    is_guess = len(read.left) == 1 and len(lone) == 1 and wish.kind in ("figure", "extreme") and not wish.keys
    is_short = is_guess and wish.kind == "figure" and fold(read.left[0]).lower().startswith(fold(lone[0]).lower())
    return is_guess and (is_short or not wish.conditions) and read.left[0][:1].isalpha()


def refusal(left: Sequence[str], table: Entries, language: str, spans: list[tuple[int, int]]) -> RowsAnswer:
    """Return what is said where a question names something that is neither a key nor a value."""
    said = ENTRY_TEXTS[language]
    named = ", ".join(said["quote"].replace("{}", one[:60]) for one in left[:4])
    keys = ", ".join(f"`{key}`" for key in list(table.columns)[:MOST_KEYS_TOLD])
    return RowsAnswer(fill_in(said["missing"], words=named, keys=keys), "", spans, is_refusal=True)


def with_root(tables: Sequence[Entries], value: Any) -> list[Entries]:  # noqa: ANN401 - any JSON value
    """Return the tables of a document with one for the whole, so that each of its keys is known."""
    return [*tables, Entries((), [value], columns_of([value]))] if isinstance(value, dict) else list(tables)


def unread_note(tables: Sequence[Entries], value: Any, words: str, language: str) -> str:  # noqa: ANN401 - as above
    """Return what is said before a value where a question names something that is not in the document; "" for nothing."""
    left = unknown_words(tables, value, words, language)
    named = ", ".join(ENTRY_TEXTS[language]["quote"].replace("{}", one[:60]) for one in left[:4])
    return f"{fill_in(ENTRY_TEXTS[language]['unread'], words=named)} " if left else ""


def unknown_words(tables: Sequence[Entries], value: Any, words: str, language: str) -> list[str]:  # noqa: ANN401 - as above
    """Return the words of a question that no part of the document explains."""
    readings = [question_of([table], words, language) for table in with_root(tables, value)]
    kept = [set(one.left) for one in readings if one is not None]
    return [one for one in (readings[0].left if readings and readings[0] else []) if all(one in left for left in kept)]


def unanswered(tables: Sequence[Entries], value: Any, words: str, language: str) -> RowsAnswer | None:  # noqa: ANN401 - as above
    """Return what is said to a question that nothing else answers and that names what the document does not have; None for others."""
    whole = with_root(tables, value)
    left = unknown_words(tables, value, words, language)
    if not whole or DOCUMENT_WORDS.search(fold(words)):
        return None
    if not left:
        read = question_of(tables, words, language)
        if read is None or not read.wish.conditions or read.wish.kind not in ("", "rows"):
            return None
        is_yes_no = YES_NO_START.match(read.original) and len({one.key for one in read.wish.conditions}) > 1
        return answer_of_read(read._replace(wish=read.wish._replace(kind="any")) if is_yes_no else read, language)
    return refusal(left, whole[-1] if not tables else tables[0], language, [(0, len(words))])


def fits(wish: Wish, table: Entries, place: int) -> bool:
    """Return whether an entry has what a question says."""
    if not wish.conditions:
        return True
    found = [one.fits(table, place) for one in wish.conditions]
    return any(found) if wish.is_any else all(found)


def conditions_text(wish: Wish, language: str) -> str:
    """Return the conditions as one text."""
    said = ENTRY_TEXTS[language]
    shown = [
        fill_in(said["contains"], text=one.values[0]) if one.sign == "∋" else one.shown() for one in wish.conditions
    ]
    return f" {said['or' if wish.is_any else 'and']} ".join(shown)


def where_text(wish: Wish, language: str) -> str:
    """Return the conditions as the end of a sentence, "" without any."""
    return fill_in(ENTRY_TEXTS[language]["with"], said=conditions_text(wish, language)) if wish.conditions else ""


def entries_text(rows: Sequence[Any]) -> str:
    """Return entries below a sentence: as many as there is room for, and how many more there are."""
    shown, length = list[str](), 0
    for row in rows:
        text = compact(row)
        length += len(text)
        if length > LONGEST_LISTED and shown:
            break
        shown.append(text[:LONGEST_LISTED])
    more = f" … +{len(rows) - len(shown)}" if len(shown) < len(rows) else ""
    return f"\n\n[{','.join(shown)}]{more}" if rows else ""


def names_text(table: Entries, places: Sequence[int]) -> str:
    """Return what entries are called, "" where they have no names."""
    names = [table.label(place) for place in places[:MOST_NAMED]]
    if not all(names) or not names:
        return ""
    more = f" … +{len(places) - len(names)}" if len(places) > len(names) else ""
    return ", ".join(f"**{name}**" for name in names) + more


def rows_of(table: Entries, places: Sequence[int]) -> list[Any]:
    """Return entries by their places."""
    return [table.rows[place] for place in places]


def counted_answer(wish: Wish, table: Entries, places: list[int], language: str) -> RowsAnswer:
    """Return how many entries are such, or how many of each group."""
    said = ENTRY_TEXTS[language]
    if wish.group:
        return group_table(wish, table, places, language)
    if not wish.conditions:
        return RowsAnswer(fill_in(said["count"], n=len(places)), str(len(places)), [])
    sentence = fill_in(said["found"], n=len(places), all=len(table.rows), said=conditions_text(wish, language))
    return RowsAnswer(sentence + entries_text(rows_of(table, places) if wish.is_rows else []), "", [])


def listed_answer(wish: Wish, table: Entries, places: list[int], language: str) -> RowsAnswer:
    """Return the entries that are such."""
    sentence = fill_in(ENTRY_TEXTS[language]["found"], n=len(places), all=len(table.rows), said=conditions_text(wish, language))  # fmt: skip
    rows = rows_of(table, places)
    return RowsAnswer(sentence + entries_text(rows), compact(rows), [])


def figure_answer(wish: Wish, table: Entries, places: list[int], language: str) -> RowsAnswer:
    """Return figures of keys, for all entries that fit or for each group."""
    keys = [key for key in wish.keys if table.columns[key].kind == "number"]
    if not keys and len(table.numbers()) == 1:
        keys = table.numbers()
    if not keys:
        return unclear_key(wish, table, language)
    if wish.group and wish.group not in keys:
        return group_table(wish._replace(keys=tuple(keys)), table, places, language)
    sentences = [figure_text(name, key, table, places, wish, language) for key in keys[:5] for name in wish.figures]
    answer = RowsAnswer(" ".join(sentences), "", [])
    if wish.is_rows and len(keys) == 1 and wish.figures in (("highest",), ("lowest",)):
        best = best_places(table, keys[0], places, is_low=wish.figures == ("lowest",), rank=1)
        return answer._replace(
            sentence=answer.sentence + named_text(table, best, keys[0]) + entries_text(rows_of(table, best))
        )
    return answer


def unclear_key(wish: Wish, table: Entries, language: str) -> RowsAnswer:
    """Return what is said where no key, or more than one, can be meant."""
    said = ENTRY_TEXTS[language]
    numbers = table.numbers() + (table.of_kind("date") if wish.kind == "extreme" else [])
    if not numbers:
        return RowsAnswer(fill_in(said["no_numbers"], word=wish.word), "", [], is_refusal=True)
    keys = ", ".join(f"`{key}`" for key in numbers[:MOST_KEYS_TOLD])
    return RowsAnswer(fill_in(said["which_key"], word=wish.word, keys=keys), "", [], is_refusal=True)


def figure_text(name: str, key: str, table: Entries, places: list[int], wish: Wish, language: str) -> str:
    """Return the sentence of one figure. Raises CannotError for a number that is too large."""
    said, column = ENTRY_TEXTS[language], table.columns[key]
    there = [place for place in places if place in column.values]
    where = where_text(wish, language)
    if not there:
        return fill_in(said["no_entry"], key=key, where=where)
    left = len(places) - len(there)
    more = f" {fill_in(said['left'], n=left, all=len(places))}" if left else ""
    return fill_in(said[name], key=key, n=len(there), where=where, figure=plain_figure(name, key, table, places)) + more


def plain_figure(name: str, key: str, table: Entries, places: Sequence[int]) -> str:
    """Return a figure alone, "-" without a number. Raises CannotError for a number that is too large."""
    values = table.columns[key].values
    numbers = [values[place] for place in places if place in values]
    if any(math.isinf(float(one)) for one in numbers):
        raise CannotError(f"A number of `{key}` is too large to compute with.")
    return figure_of(name, [Decimal(one) for one in numbers]) if numbers else "-"


def figure_of(name: str, numbers: list[Decimal]) -> str:
    """Return a figure of numbers: exact but for an average, which has ten digits."""
    with localcontext(Context(prec=50)):
        if name == "average":
            return f"{float(sum(numbers) / len(numbers)):.10g}"
        number = EXACT_FIGURES[name](numbers)
        exact = Decimal(number).normalize()
    return f"{exact:f}" if -30 < exact.adjusted() < 30 else f"{exact:.10g}"


def groups_of(key: str, table: Entries, places: Sequence[int]) -> dict[str, list[int]]:
    """Return the places of entries by the text of their value of a key."""
    groups: dict[str, list[int]] = {}
    for place in places:
        value = table.columns[key].values.get(place)
        groups.setdefault(value if isinstance(value, str) else compact(value), []).append(place)
    return groups


def group_table(wish: Wish, table: Entries, places: list[int], language: str) -> RowsAnswer:
    """Return a table with the figures, the number or the share of the entries of each group."""
    said = ENTRY_TEXTS[language]
    groups = groups_of(wish.group, table, places)
    figures = [(name, key) for key in wish.keys for name in wish.figures]
    heads = [key if len(wish.figures) == 1 else f"{name} {key}" for name, key in figures] or [said["entries"]]
    lines = [f"| {wish.group} | {' | '.join(heads)} |", "|---" * (len(heads) + 1) + "|"]
    for name, members in list(groups.items())[:MOST_GROUPS]:
        cells = [plain_figure(figure, key, table, members) for figure, key in figures] or [str(len(members))]
        if wish.kind == "share":
            cells = [f"{len(members)} ({percent(len(members), len(places))})"]
        lines.append(f"| {name.replace('|', '/')[:80]} | {' | '.join(cells)} |")
    more = f"\n\n… +{len(groups) - MOST_GROUPS}" if len(groups) > MOST_GROUPS else ""
    where = where_text(wish, language)
    head = fill_in(said["grouped"], figure=wish.word, key="`, `".join(wish.keys), group=wish.group, where=where) if figures else fill_in(said["counted"], group=wish.group, where=where)  # fmt: skip
    return RowsAnswer(f"{head}\n\n" + "\n".join(lines) + more, "", [])


def percent(part: int, whole: int) -> str:
    """Return a share in percent with at most one decimal."""
    return f"{round(100 * part / whole, 1):g} %" if whole else "-"


def best_places(table: Entries, key: str, places: Sequence[int], *, is_low: bool, rank: int) -> list[int]:
    """Return the entries at a place of an order, all of them where several have the same value."""
    column = table.columns[key]
    order = [(sort_value(column.values[place]), place) for place in places if place in column.values]
    steps = sorted({one for one, _ in order}, reverse=not is_low)
    return [place for one, place in order if len(steps) >= rank and one == steps[rank - 1]]


def sort_value(value: str) -> Any:  # noqa: ANN401 - a number, or a date as a text
    """Return what a value of a column is ordered by."""
    return Decimal(value) if isinstance(value, Literal) else value


TIME_KEYS = re.compile(
    r"(?:.*_)?(?:ms|s|secs?|seconds?|mins?|minutes?|h|hrs?|hours?|time|duration|lap|latency|sekunden|minuten|zeit|dauer|temps|duree|secondes|tiempo|duracion|segundos|minutos)(?:_.*)?",
    re.IGNORECASE,
)


def with_speed_key(wish: Wish, table: Entries) -> Wish:
    """Return a wish for the fastest or slowest by its key of a time or a speed, else by the only one that there is."""
    kinds = [
        kind for kind in ("fast", "slow") if re.fullmatch(ORDER_KINDS[kind], fold(wish.word).strip(), re.IGNORECASE)
    ]
    keys = [key for key in table.numbers() if TIME_KEYS.fullmatch(fold(key)) or SPEED_KEYS.search(fold(key))]
    keys = [key for key in keys if key in wish.keys] if wish.keys else keys
    if not kinds or len(keys) != 1 or len(wish.keys) > 1:
        return wish
    is_high = (SPEED_KEYS.search(fold(keys[0])) is not None) == (kinds[0] == "fast")
    return wish._replace(keys=(keys[0],), figures=("highest" if is_high else "lowest", *wish.figures[1:]))


def extreme_answer(wish: Wish, table: Entries, places: list[int], language: str) -> RowsAnswer:
    """Return what is first in an order, with all that are equal; or the first few."""
    said = ENTRY_TEXTS[language]
    wish = with_speed_key(wish, table)
    if len(wish.keys) != 1:
        return unclear_key(wish, table, language)
    over, wish = wish.figures[1:], wish._replace(figures=wish.figures[:1])
    key, is_low = wish.keys[0], wish.figures == ("lowest",)
    column = table.columns[key]
    there = [place for place in places if place in column.values]
    if not there:
        return RowsAnswer(fill_in(said["no_entry"], key=key, where=where_text(wish, language)), "", [])
    if wish.top > 1:
        return top_answer(wish, table, there, language, over)
    best = best_places(table, key, there, is_low=is_low, rank=wish.rank)
    rows = rows_of(table, best)
    value = str(column.values[best[0]]) if best else "–"
    if wish.rank > 1:
        return RowsAnswer(f"#{wish.rank}: `{key}` = **{value}**{entries_text(rows)}", compact(rows), [])
    name = wish.figures[0] if column.kind == "number" else f"{wish.figures[0]}_date"
    shown = plain_figure(wish.figures[0], key, table, there) if column.kind == "number" else value
    sentence = fill_in(said[name], key=key, n=len(there), where=where_text(wish, language), figure=shown)
    if len(best) > 1:
        sentence += f" {fill_in(said['tie'], n=len(best), names=names_text(table, best))}".replace(": .", ".")
    sentence += named_text(table, best, key) if len(best) == 1 else ""
    return RowsAnswer(sentence + entries_text(rows), compact(rows), [])


def named_text(table: Entries, places: Sequence[int], key: str) -> str:
    """Return the name of the entries that an order finds, in bold; "" where no key tells one."""
    names = [name for name in NAMING_KEYS if name in table.columns and name != key]
    texts = [name for name, column in table.columns.items() if name != key and column.kind == "text"]
    only = names[:1] or (texts if len(texts) == 1 else [])
    values = [table.columns[only[0]].values.get(place) for place in places] if only else []
    if not values or not all(isinstance(one, str) for one in values):
        return ""
    return f" `{only[0]}`: **{', '.join(str(one)[:60] for one in values)}**."


NAMING_KEYS = ("name", "title", "label", "city", "nombre", "nom", "titel", "titre", "titulo", "id")


def top_answer(wish: Wish, table: Entries, there: list[int], language: str, over: tuple[str, ...]) -> RowsAnswer:
    """Return the first few of an order, and the figures over them; those equal to the last of them are named."""
    said, key = ENTRY_TEXTS[language], wish.keys[0]
    values = table.columns[key].values
    ordered = sorted(there, key=lambda place: sort_value(values[place]), reverse=wish.figures == ("highest",))
    best = ordered[: wish.top]
    further = [place for place in ordered[wish.top :] if sort_value(values[place]) == sort_value(values[best[-1]])]
    names_of = ("newest_first", "oldest_first") if table.columns[key].kind == "date" else ("falling", "rising")
    order = said[names_of[wish.figures != ("highest",)]]
    sentence = fill_in(said["top"], n=len(best), all=len(table.rows), key=key, order=order, where=where_text(wish, language))  # fmt: skip
    names = names_text(table, best)
    sentence += f" {names}" if names else ""
    sentence += f" {fill_in(said['also'], n=len(further), names=names_text(table, further))}" if further else ""
    rows = rows_of(table, best)
    figures = [figure_text(name, key, table, best, Wish(), language) for name in over]
    return RowsAnswer(" ".join([*figures, sentence]) + entries_text(rows), compact(rows), [])


def share_answer(wish: Wish, table: Entries, places: list[int], language: str) -> RowsAnswer:
    """Return which share of entries is such."""
    said = ENTRY_TEXTS[language]
    if wish.group and not wish.conditions:
        return group_table(wish, table, places, language)
    if not wish.conditions:
        return RowsAnswer(said["share_of_what"], "", [], is_refusal=True)
    base = tuple(one for one in wish.conditions if one.span[1] <= wish.split)
    base = () if len(base) == len(wish.conditions) or wish.is_any else base
    whole = [place for place in range(len(table.rows)) if fits(wish._replace(conditions=base), table, place)]
    shown = percent(len(places), len(whole))
    tested = wish._replace(conditions=tuple(one for one in wish.conditions if one not in base))
    where = where_text(wish._replace(conditions=base), language)
    text = conditions_text(tested, language)
    return RowsAnswer(
        fill_in(said["share"], percent=shown, n=len(places), all=len(whole), where=where, said=text), shown, []
    )


def yes_no_answer(wish: Wish, table: Entries, places: list[int], language: str) -> RowsAnswer:
    """Return whether all, any or none of the entries are such, with those that decide it."""
    said = ENTRY_TEXTS[language]
    count, whole = len(places), len(table.rows)
    inside = set(places)
    deciding = places if wish.kind != "all" else [place for place in range(whole) if place not in inside]
    is_yes = {"all": count == whole, "any": count > 0, "none": count == 0}[wish.kind]
    sentence = fill_in(said["yes" if is_yes else "no"], n=count, all=whole, said=conditions_text(wish, language))
    names = names_text(table, deciding)
    if names and (wish.kind != "all" or not is_yes) and deciding:
        sentence += " " + fill_in(said["except" if wish.kind == "all" else "these"], names=names)
    return RowsAnswer(sentence, "", [])


def distinct_answer(wish: Wish, table: Entries, places: list[int], language: str) -> RowsAnswer:
    """Return how many different values a key has, or which are the most common."""
    said = ENTRY_TEXTS[language]
    if len(wish.keys) != 1:
        keys = ", ".join(f"`{key}`" for key in list(table.columns)[:MOST_KEYS_TOLD])
        return RowsAnswer(fill_in(said["which_key"], word=wish.word, keys=keys), "", [], is_refusal=True)
    key = wish.keys[0]
    groups = {name: members for name, members in groups_of(key, table, places).items() if name != "null"}
    if wish.kind == "common":
        most = max((len(members) for members in groups.values()), default=0)
        best = [name for name, members in groups.items() if len(members) == most]
        names = ", ".join(f"**{name[:60]}**" for name in best[:MOST_NAMED])
        return RowsAnswer(fill_in(said["common"], key=key, names=names, n=most, all=len(places)), compact(best), [])
    listed = ", ".join(name[:60] for name in list(groups)[:MOST_KEYS_TOLD])
    more = f" … +{len(groups) - MOST_KEYS_TOLD}" if len(groups) > MOST_KEYS_TOLD else ""
    sentence = fill_in(said["distinct"], n=len(groups), key=key, where=where_text(wish, language), listed=listed + more)
    return RowsAnswer(sentence, str(len(groups)), [])


def best_group_answer(wish: Wish, table: Entries, places: list[int], language: str) -> RowsAnswer:
    """Return the groups with the highest or lowest figure, before the figures of all groups."""
    if len(wish.keys) != 1:
        return unclear_key(wish, table, language)
    figure, extreme = wish.figures
    values = {
        name: plain_figure(figure, wish.keys[0], table, members)
        for name, members in groups_of(wish.group, table, places).items()
    }
    steps = sorted({Decimal(one) for one in values.values() if one != "-"}, reverse=extreme == "highest")
    if len(steps) < wish.rank:
        return RowsAnswer(
            fill_in(ENTRY_TEXTS[language]["no_entry"], key=wish.keys[0], where=where_text(wish, language)), "", []
        )
    best = [name for name, one in values.items() if one != "-" and Decimal(one) == steps[wish.rank - 1]]
    names = ", ".join(f"**{name[:60]}**" for name in best[:MOST_NAMED])
    head = fill_in(
        ENTRY_TEXTS[language]["best"],
        word=wish.word,
        key=wish.keys[0],
        group=wish.group,
        where=where_text(wish, language),
        names=names,
        figure=values[best[0]],
    )
    whole = group_table(wish._replace(figures=(figure,), kind="figure"), table, places, language)
    return RowsAnswer(f"{head}\n\n{whole.sentence}", compact(best), [])


ANSWERS: dict[str, Callable[[Wish, Entries, list[int], str], RowsAnswer]] = {
    "count": counted_answer,
    "figure": figure_answer,
    "extreme": extreme_answer,
    "rows": listed_answer,
    "share": share_answer,
    "all": yes_no_answer,
    "any": yes_no_answer,
    "none": yes_no_answer,
    "distinct": distinct_answer,
    "common": distinct_answer,
    "best_group": best_group_answer,
}
