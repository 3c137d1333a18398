"""Questions that relate entries to each other: by how much, the gap between highest and lowest, the names of each group, whether a list is in order."""

import re
from collections.abc import Sequence
from decimal import Decimal
from itertools import pairwise

from config.builtins.json_formatter.asked_words import LISTED
from config.builtins.json_formatter.columns import Entries
from config.builtins.json_formatter.entry_conditions import meant_keys
from config.builtins.json_formatter.entry_wishes import HOW_MANY
from config.builtins.json_formatter.questions import ReadQuestion, question_of
from config.builtins.json_formatter.replies import (
    MOST_GROUPS,
    RowsAnswer,
    answer_of_read,
    figure_of,
    fits,
    groups_of,
    sort_value,
    where_text,
)
from config.builtins.json_formatter.values import compact
from config.builtins.wording import blanked, fill_in, fold

HIGH_OR_LOW = r"(?:highest|lowest|largest|smallest|biggest|cheapest|oldest|youngest|longest|shortest|best|worst|most [a-z]+|least [a-z]+|max(?:imum)?|min(?:imum)?|hochste[nrsm]?|niedrigste[nrsm]?|grosste[nrsm]?|kleinste[nrsm]?|teuerste[nrsm]?|billigste[nrsm]?|alteste[nrsm]?|jungste[nrsm]?|plus [a-z]+|moins [a-z]+|mas [a-z]+|menos [a-z]+|mayor|menor)"
GAP = r"(?:difference|gap|spread|distance|range|unterschied|differenz|abstand|spanne|ecart|diferencia|distancia)"
SPREAD_ASKED = re.compile(
    rf"\b(?:(?P<gap>{GAP}) (?:there is |is there )?(?:between|zwischen|entre|von|from|de) (?:the |der |dem |den |le |la |les |el |los |las )?{HIGH_OR_LOW}(?: [a-z]+){{0,3}}? (?:and|und|et|y|to|zu|bis) (?:the |der |dem |den |zum |zur |le |la |les |el |los |las )?{HIGH_OR_LOW})",
    re.IGNORECASE,
)
BY_HOW_MUCH = re.compile(
    r"[,;?]? ?(?:and |und |et |y )?\b(?:by how (?:much|many(?: (?!are|is|do|of)[a-z]+)?)|um wie ?viele?(?: [a-z]+)?|how much (?:more|less|older|younger|bigger|cheaper|taller|heavier|longer)|by what (?:margin|amount)|wie ?viel (?:mehr|weniger|teurer|billiger|alter|junger)|de combien(?: d'?[a-z]+)?|por cuant[oa]s?(?: [a-z]+)?|what(?:'s| is) the difference|was ist der unterschied|quelle est la difference|cual es la diferencia)\b",
    re.IGNORECASE,
)
SORTED_ASKED = re.compile(
    r"\W*(?P<be>is|are|ist|sind|est|sont|est-ce que|esta|estan)\b[^.?!\n]{0,50}?\b(?P<order>sorted|ordered|in order|sortiert|geordnet|triee?s?|classee?s?|ordenad[oa]s?)\b",
    re.IGNORECASE,
)
RELATION_TEXTS = {
    "en": {"gap": "The difference of `{key}`{where} is **{gap}**: {high} and {low}.", "rising": "**Yes**: the {n} entries are in rising order of `{key}`.", "falling": "**Yes**: the {n} entries are in falling order of `{key}`, the highest first.", "mixed": "**No**: the {n} entries are not in order of `{key}`; entry {first} has {one}, entry {second} has {other}."},
    "de": {"gap": "Der Unterschied von `{key}`{where} ist **{gap}**: {high} und {low}.", "rising": "**Ja**: die {n} Einträge steigen nach `{key}`.", "falling": "**Ja**: die {n} Einträge fallen nach `{key}`, der größte zuerst.", "mixed": "**Nein**: die {n} Einträge sind nicht nach `{key}` geordnet; Eintrag {first} hat {one}, Eintrag {second} hat {other}."},
    "fr": {"gap": "L'écart de `{key}`{where} est **{gap}** : {high} et {low}.", "rising": "**Oui** : les {n} entrées sont en ordre croissant de `{key}`.", "falling": "**Oui** : les {n} entrées sont en ordre décroissant de `{key}`.", "mixed": "**Non** : les {n} entrées ne sont pas dans l'ordre de `{key}` ; l'entrée {first} a {one}, l'entrée {second} a {other}."},
    "es": {"gap": "La diferencia de `{key}`{where} es **{gap}**: {high} y {low}.", "rising": "**Sí**: las {n} entradas están en orden creciente de `{key}`.", "falling": "**Sí**: las {n} entradas están en orden decreciente de `{key}`.", "mixed": "**No**: las {n} entradas no están en orden de `{key}`; la entrada {first} tiene {one}, la entrada {second} tiene {other}."},
}  # fmt: skip


def relation_answer(tables: Sequence[Entries], words: str, language: str) -> RowsAnswer | None:
    """Return the answer to a question that relates entries to each other, None for others."""
    if not tables:
        return None
    return (
        spread_answer(tables, words, language)
        or margin_answer(tables, words, language)
        or more_of_two(tables, words, language)
        or order_answer(tables, words, language)
        or names_of_groups(tables, words, language)
    )


def spread_answer(tables: Sequence[Entries], words: str, language: str) -> RowsAnswer | None:
    """Return the difference between the highest and the lowest value of the key that a question names."""
    match = SPREAD_ASKED.search(fold(words))
    if match is None:
        return None
    asked = f"{words[: match.start()]}{'sum'.ljust(match.end() - match.start())}{words[match.end() :]}"
    read = question_of(tables, asked, language)
    if read is None or read.left or read.wish.kind != "figure" or len(read.wish.keys) != 1 or read.wish.group:
        return None
    values = sorted(values_meant(read))
    return gap_text(read, values[-1], values[0], language) if values else None


def values_meant(read: ReadQuestion) -> list[Decimal]:
    """Return the numbers of a question's key in the entries that it means."""
    column, wish = read.table.columns[read.wish.keys[0]], read.wish
    return [Decimal(one) for place, one in column.values.items() if fits(wish, read.table, place)]


def gap_text(read: ReadQuestion, high: Decimal, low: Decimal, language: str) -> RowsAnswer:
    """Return the sentence with the difference of two values."""
    shown = [figure_of("sum", [one]) for one in (high - low, high, low)]
    where = where_text(read.wish, language)
    said = fill_in(RELATION_TEXTS[language]["gap"], key=read.wish.keys[0], where=where, gap=shown[0], high=shown[1], low=shown[2])  # fmt: skip
    return RowsAnswer(said, shown[0], [(0, len(read.original))])


def margin_answer(tables: Sequence[Entries], words: str, language: str) -> RowsAnswer | None:
    """Return what is first in an order and by how much it is before the next."""
    match = BY_HOW_MUCH.search(fold(words))
    read = question_of(tables, blanked(words, *match.span()), language) if match else None
    if read is not None and (pair := compared_pair(read)) is not None:
        return gap_text(read._replace(wish=read.wish._replace(keys=(pair[0],)), original=words), *pair[1], language)
    if read is None or read.left or read.wish.kind != "extreme" or len(read.wish.keys) != 1:
        return None
    wish = read.wish
    if read.table.columns[wish.keys[0]].kind != "number" or wish.group or wish.top > 1 or wish.rank > 1:
        return None
    values = sorted(values_meant(read), reverse=wish.figures != ("lowest",))
    if len(values) < 2:
        return None
    first = answer_of_read(read, language)
    gap = gap_text(read, max(values[:2]), min(values[:2]), language)
    return first._replace(sentence=f"{first.sentence}\n\n{gap.sentence}", spans=[(0, len(words))])


def compared_pair(read: ReadQuestion) -> tuple[str, tuple[Decimal, Decimal]] | None:
    """Return the key and the two values, the higher first, of "how much more does tea cost than milk"; None for others."""
    if read.wish.kind not in ("", "rows") or [one.sign for one in read.wish.conditions] != ["="] or read.left:
        return None
    named = [key for key in read.seen if key in read.table.numbers()]
    keys = named or meant_keys(fold(read.original), read.table.numbers())
    if len(keys) != 1 or len(read.wish.conditions[0].values) != 2:
        return None
    values = values_meant(read._replace(wish=read.wish._replace(keys=(keys[0],))))
    return (keys[0], (max(values), min(values))) if len(values) == 2 else None


MORE_OF = re.compile(
    r"\b(?:more|fewer|less|most|mehr|weniger|plus|moins|mas|menos)\b[^.?!\n]*\b(?:or|than|oder|als|ou|que|o)\b",
    re.IGNORECASE,
)


def more_of_two(tables: Sequence[Entries], words: str, language: str) -> RowsAnswer | None:
    """Return how many entries have each of two values: "are there more red or blue ones?"."""
    match = MORE_OF.search(fold(words))
    read = question_of(tables, words, language) if match else None
    conditions = read.wish.conditions if read is not None else ()
    if read is None or len(conditions) != 1 or conditions[0].sign != "=" or len(conditions[0].values) != 2:
        return None
    if read.wish.kind not in ("", "rows", "any", "count") or {one.lower() for one in read.left} - {"more", "fewer", "less", "mehr", "weniger"}:  # fmt: skip
        return None
    groups = groups_of(conditions[0].key, read.table, range(len(read.table.rows)))
    shown = ", ".join(f"{compact(one)} **{len(groups.get(one, []))}**" for one in conditions[0].values if isinstance(one, str))  # fmt: skip
    return RowsAnswer(f"`{conditions[0].key}`: {shown}.", "", [(0, len(words))])


def order_answer(tables: Sequence[Entries], words: str, language: str) -> RowsAnswer | None:
    """Return whether the entries of a list are in the order of the key that a question names."""
    match = SORTED_ASKED.match(fold(words))
    rest = blanked(blanked(words, *match.span("be")), *match.span("order")) if match else ""
    read = question_of(tables, rest, language) if match else None
    if read is None or read.left or read.wish.conditions:
        return None
    keys = [key for key in dict.fromkeys((*read.wish.keys, read.wish.group, *read.seen)) if key in read.table.columns]
    values = read.table.columns[keys[0]].values if len(keys) == 1 else {}
    places = sorted(values)
    if len(places) < 2:
        return None
    pairs = [(one, other) for one, other in pairwise(places) if sort_value(values[one]) != sort_value(values[other])]
    rises = [sort_value(values[one]) < sort_value(values[other]) for one, other in pairs]
    said, whole = RELATION_TEXTS[language], [(0, len(words))]
    if all(rises) or not any(rises):
        return RowsAnswer(fill_in(said["rising" if all(rises) else "falling"], n=len(places), key=keys[0]), "", whole)
    one, other = next(pair for pair, rise in zip(pairs, rises, strict=True) if not rise)
    shown = {"first": one + 1, "one": values[one], "second": other + 1, "other": values[other]}
    return RowsAnswer(fill_in(said["mixed"], n=len(places), key=keys[0], **shown), "", whole)


def names_of_groups(tables: Sequence[Entries], words: str, language: str) -> RowsAnswer | None:
    """Return a table with the values of a key in each group: "for each city, list the names"."""
    folded = fold(words)
    if LISTED.search(folded) is None or HOW_MANY.search(folded):
        return None
    read = question_of(tables, words, language)
    if read is None or read.left or read.wish.kind != "count" or not read.wish.group or len(read.named) != 1:
        return None
    key, group = read.named[0], read.wish.group
    places = [place for place in range(len(read.table.rows)) if fits(read.wish, read.table, place)]
    values = read.table.columns[key].values
    lines = [f"| {group} | {key} |", "|---|---|"]
    for name, members in list(groups_of(group, read.table, places).items())[:MOST_GROUPS]:
        shown = ", ".join(one if isinstance(one, str) else compact(one) for place in members if (one := values.get(place)) is not None)  # fmt: skip
        lines.append(f"| {name.replace('|', '/')[:80]} | {shown.replace('|', '/')[:500]} |")
    where = where_text(read.wish, language)
    return RowsAnswer(f"`{key}` → `{group}`{where}:\n\n" + "\n".join(lines), "", read.spans)
