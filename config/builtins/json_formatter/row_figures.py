"""Figures of the entries of a list: a sum, an average, a median, an extreme; for all entries or for each group.

The parts of a question that an answer is made from go with it, as for all questions about entries.
"""

import math
import re
from collections.abc import Callable, Sequence
from decimal import Context, Decimal, localcontext
from statistics import median
from typing import Any, NamedTuple

from config.builtins.json_formatter.values import Literal, compact
from config.builtins.wording import CannotError, fill_in, fold

WHICH = re.compile(r"\b(?:which|who|list|show|only|filter\w*|select|filtre\w*|filtra\w*|welche\w*|wer|zeig\w*|nur|quel\w*|qui|affiche\w*|cual\w*|quien\w*|muestra\w*)\b", re.IGNORECASE)  # fmt: skip
FIGURES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE))
    for name, pattern in (
        ("sum", r"sum|total|altogether|add up|summe|gesamt\w*|zusammen|somme|suman?"),
        ("average", r"average|mean|avg|durchschnitt\w*|mittelwert|moyenne|media|promedio"),
        ("highest", r"max(?:im\w*)?|most(?! (?:common|frequent|often|recent|popular|expensive|costly|valuable))|(?:die |den |am )?meisten|le plus de|la mayor|highest|largest|biggest|oldest|most expensive|(?:alteste|teuerste)[rns]?|plus (?:age|vieux|vieille)\w*|mas (?:viej|car|grande)\w*|hochste\w*|grosste\w*|plus (?:haut|grand|cher)\w*|mas alt[oa]|mayor"),
        ("median", r"median\w*|zentralwert"),
        ("lowest", r"min(?:imum|imal\w*|imo)?|least|fewest|am wenigsten|le moins de|lowest|smallest|cheapest|youngest|(?:jungste|billigste|gunstigste)[rns]?|plus jeune|moins ch(?:er|ere)\w*|mas (?:joven|barat)\w*|niedrigste\w*|kleinste\w*|plus (?:bas|petit)\w*|mas baj[oa]|menor"),
    )
)  # fmt: skip
GROUPED = re.compile(
    r"\b(?:(?:grouped )?by|per|for each|in each|for every|each|pro|je|nach|par|pour chaque|por(?: cada)?)\s+(?:the |den |dem |der )?[\"'`]?(?P<key>[\w-]+)",
    re.IGNORECASE,
)
EXACT_FIGURES: dict[str, Callable[[Sequence[Decimal]], Decimal | int]] = {
    "sum": sum,
    "highest": max,
    "lowest": min,
    "median": median,
}
ROWS_TEXTS = {
    "en": {"grouped": "{figure} of `{key}` by `{group}`{where}:", "listed": "`{key}` of {n} entries{where}:", "and": "and", "found": "**{n}** of {all} entries have {said}.", "sorted": "Sorted by {keys}", "list": "Sorted", "falling": ", highest first", "left": "{n} of {all} entries have no number there.",
           "sum": "The sum of `{key}` over {n} entries{where} is **{figure}**.", "average": "The average of `{key}` over {n} entries{where} is **{figure}**.", "highest": "The highest of `{key}` over {n} entries{where} is **{figure}**.", "median": "The median of `{key}` over {n} entries{where} is **{figure}**.", "lowest": "The lowest of `{key}` over {n} entries{where} is **{figure}**.", "with": " with {said}"},
    "de": {"grouped": "{figure} von `{key}` nach `{group}`{where}:", "listed": "`{key}` von {n} Einträgen{where}:", "and": "und", "found": "Auf **{n}** von {all} Einträgen trifft zu: {said}.", "sorted": "Sortiert nach {keys}", "list": "Sortiert", "falling": ", größte zuerst", "left": "{n} von {all} Einträgen haben dort keine Zahl.",
           "sum": "Die Summe von `{key}` über {n} Einträge{where} ist **{figure}**.", "average": "Der Durchschnitt von `{key}` über {n} Einträge{where} ist **{figure}**.", "highest": "Der höchste Wert von `{key}` über {n} Einträge{where} ist **{figure}**.", "median": "Der Median von `{key}` über {n} Einträge{where} ist **{figure}**.", "lowest": "Der niedrigste Wert von `{key}` über {n} Einträge{where} ist **{figure}**.", "with": " mit {said}"},
    "fr": {"grouped": "{figure} de `{key}` par `{group}`{where} :", "listed": "`{key}` de {n} entrées{where} :", "and": "et", "found": "**{n}** entrées sur {all} ont {said}.", "sorted": "Trié par {keys}", "list": "Trié", "falling": ", du plus grand au plus petit", "left": "{n} entrées sur {all} n'y ont pas de nombre.",
           "sum": "La somme de `{key}` sur {n} entrées{where} est **{figure}**.", "average": "La moyenne de `{key}` sur {n} entrées{where} est **{figure}**.", "highest": "La plus grande valeur de `{key}` sur {n} entrées{where} est **{figure}**.", "median": "La médiane de `{key}` sur {n} entrées{where} est **{figure}**.", "lowest": "La plus petite valeur de `{key}` sur {n} entrées{where} est **{figure}**.", "with": " avec {said}"},
    "es": {"grouped": "{figure} de `{key}` por `{group}`{where}:", "listed": "`{key}` de {n} entradas{where}:", "and": "y", "found": "**{n}** de {all} entradas tienen {said}.", "sorted": "Ordenado por {keys}", "list": "Ordenado", "falling": ", de mayor a menor", "left": "{n} de {all} entradas no tienen número ahí.",
           "sum": "La suma de `{key}` en {n} entradas{where} es **{figure}**.", "average": "La media de `{key}` en {n} entradas{where} es **{figure}**.", "highest": "El valor más alto de `{key}` en {n} entradas{where} es **{figure}**.", "median": "La mediana de `{key}` en {n} entradas{where} es **{figure}**.", "lowest": "El valor más bajo de `{key}` en {n} entradas{where} es **{figure}**.", "with": " con {said}"},
}  # fmt: skip
LONGEST_LISTED = 2_000  # characters of the entries in an answer
MOST_FIGURES = 5
MOST_GROUPS = 50


class RowsAnswer(NamedTuple):
    """An answer about entries: the sentence, the found part as text, and the parts of the question it is made from."""

    sentence: str
    part: str
    spans: list[tuple[int, int]]


def entries_text(rows: list[dict[str, Any]]) -> str:
    """Return entries below a sentence: as many as there is room for, and how many more there are."""
    shown, length = list[str](), 0
    for row in rows:
        text = compact(row)
        length += len(text)
        if length > LONGEST_LISTED:
            break
        shown.append(text)
    more = f" … +{len(rows) - len(shown)}" if len(shown) < len(rows) else ""
    return f"\n\n[{','.join(shown)}]{more}" if rows else ""


def figures_of(
    fitting: list[dict[str, Any]], rows: list[dict[str, Any]], words: str, where: str, said: dict[str, str]
) -> RowsAnswer | None:
    """Return the figure of the keys that are asked for, over the entries that fit; None for another question."""
    match = next(((name, found) for name, pattern in FIGURES if (found := pattern.search(words))), None)
    if match is None:
        return None
    if (product := products_of(fitting, words)) is not None:
        key, multiplied, span = product
        sentence = figure_text(match[0], key, multiplied, where, said)
        return RowsAnswer(sentence, "", [match[1].span(), span])
    named = {key: place for key in row_keys(rows) if (place := place_of_key(words, key))}
    numeric = [key for key in named if has_numbers(rows, key)][:MOST_FIGURES]
    numeric = numeric or meant_keys(match[1].group(), rows)
    if not numeric:
        return None
    if (group := grouping_of(words, rows)) is not None and group[0] not in numeric:
        return grouped_figures(match, numeric, fitting, group, where, said)
    sentences = [figure_text(match[0], key, fitting, where, said) for key in numeric]
    spans = [match[1].span(), *(place.span() for place in named.values())]
    is_row_asked = len(numeric) == 1 and match[0] in ("highest", "lowest")
    which = [found.span() for found in WHICH.finditer(words)]
    if is_row_asked and (which or len(named) != 1 or rank_before(words, match[1].start())[0] > 1):
        numbers = {
            index: Decimal(row[numeric[0]])
            for index, row in enumerate(fitting)
            if isinstance(row.get(numeric[0]), Literal)
        }
        ordered = sorted(set(numbers.values()), reverse=match[0] == "highest")
        rank, ordinal = rank_before(words, match[1].start())
        best = ordered[rank - 1] if rank <= len(ordered) else None
        best_rows = [fitting[index] for index, number in numbers.items() if number == best]
        if rank > 1:
            shown = f"#{rank}: `{numeric[0]}` = **{best}**" if best is not None else f"#{rank}: –"
            return RowsAnswer(shown + entries_text(best_rows), compact(best_rows), [*spans, *which, ordinal])
        return RowsAnswer(sentences[0] + entries_text(best_rows), compact(best_rows), spans + which)
    return RowsAnswer(" ".join(sentences), "", spans)


RANKS = re.compile(
    r"\b(?:(?P<n2>second|2nd|zweit\w*|deuxieme|segund[oa])|(?P<n3>third|3rd|dritt\w*|troisieme|tercer[oa]?)|(?P<n4>fourth|4th|viert\w*|quatrieme|cuart[oa]))[- ]?(?:(?:le|la|el) )?\Z",
    re.IGNORECASE,
)


def rank_before(words: str, place: int) -> tuple[int, tuple[int, int]]:
    """Return the place in an order that stands before a word ("second youngest": 2), 1 without one, and where it is said."""
    match = RANKS.search(words[:place])
    return (int(str(match.lastgroup)[1:]), match.span()) if match else (1, (place, place))


def products_of(rows: list[dict[str, Any]], words: str) -> tuple[str, list[dict[str, Any]], tuple[int, int]] | None:
    """Return what a question multiplies, such as "price*qty": its name, an entry with it for each row, and its place; None for none."""
    keys = [key for key in row_keys(rows) if has_numbers(rows, key)]
    for one in keys:
        for other in keys:
            first, second = (re.escape(fold(key)) for key in (one, other))
            match = re.search(
                rf"\b{first}s?[\"'`]? ?(?:\*|×|x|times|multiplied by|mal|fois|por) ?[\"'`]?{second}s?\b",
                words,
                re.IGNORECASE,
            )
            if one != other and match is not None:
                name = f"{one}*{other}"
                made = [
                    {name: Literal(f"{Decimal(row[one]) * Decimal(row[other]):f}")}
                    for row in rows
                    if isinstance(row.get(one), Literal) and isinstance(row.get(other), Literal)
                ]
                return (name, made, match.span()) if made else None
    return None


MEANT = (
    (r"(?:plus |mas )?(?:old|young|alt|alter|jung|age\b|vieux|vieille|jeune|viej|joven)", r"age|alter|edad|born|years"),
    (
        r"(?:most |least |plus |moins |mas |am )?(?:expensive|cheap|teuer|billig|gunstig|cher|car[oa]|barat)",
        r"price|cost|preis|prix|precio|kosten",
    ),
)


def meant_keys(word: str, rows: list[dict[str, Any]]) -> list[str]:
    """Return the key with numbers that a word such as "oldest" is about, as a list of at most one."""
    for pattern, names in MEANT:
        if re.search(rf"\b(?:{pattern})", fold(word), re.IGNORECASE):
            keys = [key for key in row_keys(rows) if re.search(names, fold(key), re.IGNORECASE)]
            numeric = [key for key in keys if has_numbers(rows, key)]
            return numeric if len(numeric) == 1 else []
    # the only key with numbers is what is asked about, whatever it is called
    lone = [key for key in row_keys(rows) if has_numbers(rows, key)]
    return lone if len(lone) == 1 and fold(lone[0]).lower() not in ("id", "zip", "plz") else []


STOCK_KEYS = re.compile(
    r"(?:in_?)?stock\w*|quantity|qty|inventory|bestand|lager\w*|menge|existencias|cantidad", re.IGNORECASE
)
SOLD_OUT = re.compile(
    r"\b(?:out of stock|sold out|ausverkauft|nicht (?:auf lager|vorratig|lieferbar)|en rupture(?: de stock)?|epuise\w*|agotad\w*|sin existencias)\b",
    re.IGNORECASE,
)
IN_STOCK = re.compile(r"\b(?:in stock|auf lager|vorratig|lieferbar|en stock|disponibles?)\b", re.IGNORECASE)


def stock_asked(rows: list[dict[str, Any]], words: str) -> tuple[str, bool, tuple[int, int]] | None:
    """Return the key with how many are left, whether none are asked for, and where a question says so; None for others."""
    keys = [key for key in row_keys(rows) if STOCK_KEYS.fullmatch(fold(key)) and has_numbers(rows, key)]
    gone, there = SOLD_OUT.search(words), IN_STOCK.search(words)
    match = gone or there
    return (keys[0], gone is not None, match.span()) if match and len(keys) == 1 else None


def figure_text(name: str, key: str, rows: list[dict[str, Any]], where: str, said: dict[str, str]) -> str:
    """Return the sentence of one figure. Raises CannotError for a number that is too large."""
    values = [row[key] for row in rows if isinstance(row.get(key), Literal)]
    left = len(rows) - len(values)
    more = f" {fill_in(said['left'], n=left, all=len(rows))}" if left else ""
    shown = plain_figure(name, key, rows)
    return fill_in(said[name], key=key, n=len(values), where=where, figure=shown) + more


def grouping_of(words: str, rows: list[dict[str, Any]]) -> tuple[str, tuple[int, int]] | None:
    """Return the key that a question groups by and where it says so: "by team", "per city"; None without one."""
    keys = {fold(key).lower(): key for key in row_keys(rows)}
    for match in GROUPED.finditer(words):
        name = match["key"].lower()
        key = keys.get(name) or keys.get(name.removesuffix("s"))
        if key is not None:
            return key, match.span()
    return None


def grouped_figures(
    figure: "tuple[str, re.Match[str]]",
    keys: list[str],
    rows: list[dict[str, Any]],
    group: tuple[str, tuple[int, int]],
    where: str,
    said: dict[str, str],
) -> RowsAnswer:
    """Return a figure of keys for each value of another key, as a table. Raises CannotError as ``figure_text`` does."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        value = row.get(group[0])
        groups.setdefault(value if type(value) is str else compact(value), []).append(row)
    head = fill_in(said["grouped"], figure=figure[1].group(), key="`, `".join(keys), group=group[0], where=where)
    lines = [f"| {group[0]} | {' | '.join(keys)} |", "|---" * (len(keys) + 1) + "|"]
    for name, members in list(groups.items())[:MOST_GROUPS]:
        shown = " | ".join(plain_figure(figure[0], key, members) for key in keys)
        lines.append(f"| {name.replace('|', '/')[:80]} | {shown} |")
    if len(groups) > MOST_GROUPS:
        lines.append(f"\n… +{len(groups) - MOST_GROUPS}")
    table = "\n".join(lines)
    spans = [figure[1].span(), group[1]]
    return RowsAnswer(f"{head}\n\n{table}", "", spans)


def plain_figure(name: str, key: str, rows: list[dict[str, Any]]) -> str:
    """Return a figure alone, "-" without a number. Raises CannotError for a number that is too large."""
    values = [row[key] for row in rows if isinstance(row.get(key), Literal)]
    if any(math.isinf(float(value)) for value in values):
        raise CannotError(f"A number of `{key}` is too large to compute with.")
    return figure_of(name, [Decimal(value) for value in values]) if values else "-"


def average_of(rows: list[dict[str, Any]], key: str) -> "Literal | None":
    """Return the average of a key with ten digits, None where no entry has a number there."""
    shown = plain_figure("average", key, rows)
    return None if shown == "-" else Literal(shown)


def figure_of(name: str, numbers: list[Decimal]) -> str:
    """Return a figure of numbers: exact but for an average, which has ten digits."""
    with localcontext(Context(prec=50)):
        if name == "average":
            return f"{float(sum(numbers) / len(numbers)):.10g}"
        number = EXACT_FIGURES[name](numbers)
        exact = Decimal(number).normalize()
    return f"{exact:f}" if -30 < exact.adjusted() < 30 else f"{exact:.10g}"


def place_of_key(words: str, key: str) -> "re.Match[str] | None":
    """Return where a question names a key, with or without a plural; "inactive" names "active", too."""
    name = fold(key).lower()
    if name not in words.lower():  # most keys: a pattern for each would take minutes
        return None
    return re.search(rf"(?<![^\W_])(?P<un>in|un|non-?)?{re.escape(name)}(?:e?s)?(?!\w)", words, re.IGNORECASE)


def row_keys(rows: list[dict[str, Any]]) -> list[str]:
    """Return the keys of the entries, each once."""
    return list(dict.fromkeys(key for row in rows for key in row))


def has_numbers(rows: list[dict[str, Any]], key: str) -> bool:
    """Return whether a key has a number in any of the entries."""
    return any(isinstance(row.get(key), Literal) for row in rows)
