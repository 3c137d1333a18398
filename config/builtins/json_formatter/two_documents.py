"""Several JSON documents in one message: merged, compared, the keys that they share; and lines of objects as one list."""

import json
import re
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from config.builtins.json_formatter.values import Literal, compact
from config.builtins.wording import CannotError, fill_in, fold

MOST_DIFFERENCES = 20
MOST_CONFLICTS = 10
MOST_FAILURES = 5  # places that look like the start of a document and are none
MERGES = re.compile(r"\b(?:merg\w*|combin\w*|join(?:ed)?|unite|union|zusammenfuhr\w*|zusammenfug\w*|fuhre? [^.?!]*zusammen|fuge? [^.?!]*zusammen|vereinig\w*|verein(?:e|en)|kombinier\w*|verschmelz\w*|mische?n?|fusion\w*|reuni\w*|joindre|unir|unelos|unelas|junta\w*|mezcla\w*)\b", re.IGNORECASE)  # fmt: skip
COMPARES = re.compile(r"\b(?:same|equal|identical|compar\w*|differ\w*|diff|match|changed|changes|gleich\w*|identisch|unterschied\w*|vergleich\w*|geandert\w*|anderung\w*|memes?|identiques?|pareil\w*|change|changements?|igual\w*|mism[oa]s?|diferenc\w*|distint\w*|cambiado|cambios?)\b", re.IGNORECASE)  # fmt: skip
KEYS_OF_BOTH = re.compile(r"\b(?:keys?|fields?|schlussel|felder|cles?|champs?|claves?|campos?)\b", re.IGNORECASE)
SHARED = re.compile(r"\b(?:both|common|shared|gemeinsam\w*|beiden?|commune?s?|les deux|comun(?:es)?|ambos|ambas|los dos)\b", re.IGNORECASE)  # fmt: skip
IDENTITIES = ("id", "_id", "uuid", "key", "code", "sku", "email", "name")
START = re.compile(r"(?<!\w)\[|\{")
PAIR_TEXTS = {
    "en": {"same": "**Yes, both are the same.**", "order": " The order of keys and the white space do not count.", "place": "**No, they differ** in 1 place:", "places": "**No, they differ** in {n} places:", "more": "… and {n} more", "only": "`{path}` is only in the {side}", "first": "first", "second": "second",
           "is": "`{path}` is {one} in the first and {other} in the second", "long": "`{path}` has {one} entries in the first and {other} in the second", "whole": "the whole", "moved": "the entries have another order",
           "merged": "Merged:", "appended": "Merged: the entries of the second list stand behind those of the first.", "by": "Merged by `{key}`: entries with the same value are one.", "conflicts": "Both had a value here; that of the later document was kept: {paths}.",
           "both": "Keys in both: {keys}.", "none": "No key is in both.", "only_first": "Only in the first: {keys}.", "only_second": "Only in the second: {keys}.", "unlike": "I can merge objects with objects and lists with lists; these are of different kinds.",
           "several": "I see {n} documents here. I can merge or compare them, or answer over one of them: please say which.", "lines": "Read as {n} entries, one from each object."},
    "de": {"same": "**Ja, beide sind gleich.**", "order": " Die Reihenfolge der Schlüssel und Leerraum zählen nicht.", "place": "**Nein, sie unterscheiden sich** an 1 Stelle:", "places": "**Nein, sie unterscheiden sich** an {n} Stellen:", "more": "… und {n} weitere", "only": "`{path}` steht nur im {side}", "first": "ersten", "second": "zweiten",
           "is": "`{path}` ist {one} im ersten und {other} im zweiten", "long": "`{path}` hat {one} Einträge im ersten und {other} im zweiten", "whole": "das Ganze", "moved": "die Einträge stehen in anderer Reihenfolge",
           "merged": "Zusammengeführt:", "appended": "Zusammengeführt: die Einträge der zweiten Liste stehen hinter denen der ersten.", "by": "Zusammengeführt nach `{key}`: Einträge mit demselben Wert sind einer.", "conflicts": "Hier hatten beide einen Wert; der des späteren Dokuments blieb: {paths}.",
           "both": "Schlüssel in beiden: {keys}.", "none": "Kein Schlüssel ist in beiden.", "only_first": "Nur im ersten: {keys}.", "only_second": "Nur im zweiten: {keys}.", "unlike": "Zusammenführen kann ich Objekte mit Objekten und Listen mit Listen; diese sind verschiedener Art, das kann ich nicht.",
           "several": "Ich sehe hier {n} Dokumente. Ich kann sie zusammenführen oder vergleichen, oder über eines davon antworten: welches?", "lines": "Gelesen als {n} Einträge, je Objekt einer."},
    "fr": {"same": "**Oui, les deux sont identiques.**", "order": " L'ordre des clés et les espaces ne comptent pas.", "place": "**Non, ils diffèrent** à 1 endroit :", "places": "**Non, ils diffèrent** à {n} endroits :", "more": "… et {n} de plus", "only": "`{path}` n'est que dans le {side}", "first": "premier", "second": "second",
           "is": "`{path}` est {one} dans le premier et {other} dans le second", "long": "`{path}` a {one} entrées dans le premier et {other} dans le second", "whole": "le tout", "moved": "les entrées sont dans un autre ordre",
           "merged": "Fusionné :", "appended": "Fusionné : les entrées de la seconde liste suivent celles de la première.", "by": "Fusionné par `{key}` : les entrées de même valeur n'en font qu'une.", "conflicts": "Les deux avaient une valeur ici ; celle du dernier document est gardée : {paths}.",
           "both": "Clés dans les deux : {keys}.", "none": "Aucune clé n'est dans les deux.", "only_first": "Seulement dans le premier : {keys}.", "only_second": "Seulement dans le second : {keys}.", "unlike": "Je ne peux pas fusionner un objet et une liste.",
           "several": "Je vois {n} documents ici. Je peux les fusionner ou les comparer, ou répondre sur l'un d'eux : lequel ?", "lines": "Lu comme {n} entrées, une par objet."},
    "es": {"same": "**Sí, los dos son iguales.**", "order": " El orden de las claves y los espacios no cuentan.", "place": "**No, se diferencian** en 1 lugar:", "places": "**No, se diferencian** en {n} lugares:", "more": "… y {n} más", "only": "`{path}` está solo en el {side}", "first": "primero", "second": "segundo",
           "is": "`{path}` es {one} en el primero y {other} en el segundo", "long": "`{path}` tiene {one} entradas en el primero y {other} en el segundo", "whole": "el todo", "moved": "las entradas están en otro orden",
           "merged": "Combinado:", "appended": "Combinado: las entradas de la segunda lista siguen a las de la primera.", "by": "Combinado por `{key}`: las entradas con el mismo valor son una.", "conflicts": "Ambos tenían un valor aquí; queda el del último documento: {paths}.",
           "both": "Claves en ambos: {keys}.", "none": "Ninguna clave está en ambos.", "only_first": "Solo en el primero: {keys}.", "only_second": "Solo en el segundo: {keys}.", "unlike": "No puedo combinar un objeto con una lista.",
           "several": "Veo {n} documentos aquí. Puedo combinarlos o compararlos, o responder sobre uno de ellos: ¿cuál?", "lines": "Leído como {n} entradas, una por objeto."},
}  # fmt: skip


class Placed(NamedTuple):
    """A document of a message, and where it stands."""

    value: Any
    start: int
    end: int


class Together(NamedTuple):
    """What several documents are together: a sentence, and the document that is made of them, in a tuple; without one nothing is."""

    sentence: str
    made: tuple[Any] | tuple[()] = ()


def documents_in(text: str) -> list[Placed]:
    """Return the JSON objects and lists that stand one behind another in a text; none where there is anything broken."""
    decoder = json.JSONDecoder(parse_float=Literal, parse_int=Literal)
    found: list[Placed] = []
    at, failures = 0, 0
    while (match := START.search(text, at)) is not None and failures < MOST_FAILURES:
        try:
            value, end = decoder.raw_decode(text, match.start())
        except (ValueError, RecursionError):
            failures, at = failures + 1, match.end()
            continue
        found.append(Placed(value, match.start(), end))
        at = end
    return [] if failures else found


def words_around(text: str, found: Sequence[Placed]) -> str:
    """Return a text without its documents."""
    ends = [0, *(one.end for one in found)]
    starts = [*(one.start for one in found), len(text)]
    return " ".join(text[end:start] for end, start in zip(ends, starts, strict=True))


def is_lines(text: str, found: Sequence[Placed]) -> bool:
    """Return whether documents are objects with nothing but white space or a comma between them."""
    gaps = [text[one.end : other.start] for one, other in pairwise(found)]
    return all(isinstance(one.value, dict) for one in found) and not any(gap.strip(" \t\r\n,") for gap in gaps)


def together(values: Sequence[Any], words: str, language: str) -> Together | None:
    """Return what is asked of several documents: one made of them, or how two differ; None where neither is asked.

    Raises CannotError for kinds that cannot be merged.
    """
    folded, said = fold(words), PAIR_TEXTS[language]
    if MERGES.search(folded):
        return merged_documents(values, said)
    if len(values) != 2:
        return None
    if KEYS_OF_BOTH.search(folded) and SHARED.search(folded):
        return Together(shared_keys(values[0], values[1], said))
    return Together(compared(values[0], values[1], said)) if COMPARES.search(folded) else None


def shared_keys(first: Any, second: Any, said: dict[str, str]) -> str:  # noqa: ANN401 - any JSON value
    """Return which keys two documents share, and which only one of them has."""
    keys = [dict.fromkeys(key for row in (one if isinstance(one, list) else [one]) if isinstance(row, dict) for key in row) for one in (first, second)]  # fmt: skip
    parts = {
        "both": [key for key in keys[0] if key in keys[1]],
        "only_first": [key for key in keys[0] if key not in keys[1]],
        "only_second": [key for key in keys[1] if key not in keys[0]],
    }
    sentences = [fill_in(said[name], keys=", ".join(f"`{key}`" for key in found)) for name, found in parts.items() if found]  # fmt: skip
    return " ".join(sentences if parts["both"] else [said["none"], *sentences])


def merged_documents(values: Sequence[Any], said: dict[str, str]) -> Together:
    """Return documents as one: objects key by key, lists by their identity where both have one, else one behind the other."""
    made, sentence, conflicts = values[0], said["merged"], list[str]()
    for other in values[1:]:
        if isinstance(made, dict) and isinstance(other, dict):
            made = with_keys_of(made, other, conflicts)
        elif isinstance(made, list) and isinstance(other, list):
            key = identity_of(made, other)
            sentence = fill_in(said["by"], key=key) if key else said["appended"]
            made = joined_by(key, made, other, conflicts) if key else [*made, *other]
        else:
            raise CannotError(said["unlike"])
    more = f" … +{len(conflicts) - MOST_CONFLICTS}" if len(conflicts) > MOST_CONFLICTS else ""
    paths = ", ".join(f"`{path}`" for path in conflicts[:MOST_CONFLICTS]) + more
    note = f" {fill_in(said['conflicts'], paths=paths)}" if conflicts else ""
    return Together(sentence + note, (made,))


def with_keys_of(first: dict[str, Any], second: dict[str, Any], conflicts: list[str], lead: str = "") -> dict[str, Any]:
    """Return an object with the keys of another; objects in both are merged, of other values the second is kept and its path noted."""
    made = dict(first)
    waiting = [(made, second, lead)]
    while waiting:
        target, other, path = waiting.pop()
        for key, value in other.items():
            here = target.get(key)
            if isinstance(here, dict) and isinstance(value, dict):
                target[key] = dict(here)
                waiting.append((target[key], value, f"{path}{key}."))
                continue
            if key in target and not is_same_value(here, value):
                conflicts.append(f"{path}{key}")
            target[key] = value
    return made


def joined_by(key: str, first: list[Any], second: list[Any], conflicts: list[str]) -> list[Any]:
    """Return two lists of objects as one, in which objects with the same identity are merged."""
    others = {compact(row[key]): row for row in second}
    made = []
    for row in first:
        other = others.pop(compact(row[key]), None)
        made.append(with_keys_of(row, other, conflicts, f"{key}={compact(row[key])[:40]}: ") if other else row)
    return [*made, *others.values()]


def identity_of(first: Any, second: Any) -> str:  # noqa: ANN401 - any JSON value
    """Return the key that tells the objects of two lists apart, "" without one."""
    for key in IDENTITIES:
        if all(is_identity(rows, key) for rows in (first, second)):
            return key
    return ""


def is_identity(rows: Any, key: str) -> bool:  # noqa: ANN401 - any JSON value
    """Return whether each entry of a list is an object that has a value of its own at a key."""
    if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) and isinstance(row.get(key), str) for row in rows):  # fmt: skip
        return False
    return len({compact(row[key]) for row in rows}) == len(rows)


def is_same_value(one: Any, other: Any) -> bool:  # noqa: ANN401 - any JSON value
    """Return whether two values are written the same; a number is none that is a text."""
    return type(one) is type(other) and one == other


def compared(first: Any, second: Any, said: dict[str, str]) -> str:  # noqa: ANN401 - any JSON value
    """Return whether two documents say the same; the order of keys does not count."""
    found = list(differences(first, second, said))
    if not found:
        return said["same"] + ("" if compact(first) == compact(second) else said["order"])
    head = said["place"] if len(found) == 1 else fill_in(said["places"], n=len(found))
    listed = [f"- {one}" for one in found[:MOST_DIFFERENCES]]
    left = len(found) - MOST_DIFFERENCES
    listed += [f"- {fill_in(said['more'], n=left)}"] if left > 0 else []
    return f"{head}\n\n" + "\n".join(listed)


def differences(first: Any, second: Any, said: dict[str, str]) -> Iterator[str]:  # noqa: ANN401 - any JSON value
    """Yield each difference of two values in words, with its path; objects of lists are paired by their identity."""
    waiting: list[tuple[Any, Any, str]] = [(first, second, "")]
    while waiting:
        one, other, path = waiting.pop()
        pairs: list[tuple[Any, Any, str]] = []
        if isinstance(one, dict) and isinstance(other, dict):
            yield from one_sided(one, other, f"{path}." if path else "", "", said)
            pairs = [(one[key], other[key], f"{path}.{key}".lstrip(".")) for key in one if key in other]
        elif isinstance(one, list) and isinstance(other, list):
            pairs = yield from list_differences(one, other, path, said)
        elif not is_same_value(one, other):
            shown = {"one": compact(one)[:80], "other": compact(other)[:80]}
            yield fill_in(said["is"], path=path or said["whole"], **shown)
        waiting += reversed(pairs)


def list_differences(
    one: list[Any], other: list[Any], path: str, said: dict[str, str]
) -> Generator[str, None, list[tuple[Any, Any, str]]]:
    """Yield the entries that only one of two lists has, and return the pairs of the others with their paths."""
    key = identity_of(one, other)
    if not key:
        if len(one) != len(other) and not any(isinstance(row, dict | list) for row in (*one, *other)):
            yield from added_and_gone(one, other, path or said["whole"], said)
            return []
        if len(one) != len(other):
            yield fill_in(said["long"], path=path or said["whole"], one=len(one), other=len(other))
        return [(a, b, f"{path}[{place}]") for place, (a, b) in enumerate(zip(one, other, strict=False))]
    rows, others = ({compact(row[key]): row for row in side} for side in (one, other))
    yield from one_sided(rows, others, f"{path}[{key}=", "]", said)
    if list(rows) != list(others) and set(rows) == set(others):
        yield f"`{path or said['whole']}`: {said['moved']}"
    return [(row, others[name], f"{path}[{key}={name}]") for name, row in rows.items() if name in others]


def added_and_gone(one: list[Any], other: list[Any], path: str, said: dict[str, str]) -> Iterator[str]:
    """Yield the lengths of two lists of single values, and the values that only one of them has."""
    yield fill_in(said["long"], path=path, one=len(one), other=len(other))
    first, second = (Counter(compact(row) for row in side) for side in (one, other))
    gone = [("first", value) for value in (first - second).elements()]
    added = [("second", value) for value in (second - first).elements()]
    for name, value in (*gone, *added):
        yield fill_in(said["only"], path=f"{path}: {value[:80]}", side=said[name])


def one_sided(
    one: dict[str, Any], other: dict[str, Any], before: str, behind: str, said: dict[str, str]
) -> Iterator[str]:
    """Yield the keys that only one of two objects has."""
    for key in dict.fromkeys([*one, *other]):
        if (key in one) is not (key in other):
            side = said["first" if key in one else "second"]
            yield fill_in(said["only"], path=f"{before}{key}{behind}", side=side)
