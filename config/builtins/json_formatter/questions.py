"""Reads a question over the tables of a document, and what goes on with an earlier one; a word that is nowhere in the document is told."""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from config.builtins.json_formatter.asked_words import (
    ALONE,
    DOCUMENT_WORDS,
    ENTRY_NOUNS,
    LISTED,
    MEANINGS,
    is_plain,
    same_word,
)
from config.builtins.json_formatter.columns import Entries, with_product
from config.builtins.json_formatter.entry_conditions import (
    WORD,
    Question,
    is_any,
    key_parts,
    meant_keys,
    read_compared,
    read_named,
)
from config.builtins.json_formatter.entry_wishes import WHICH, Wish, read_wish
from config.builtins.wording import CannotError, fold

MOST_LEFT = 4  # words that are named as not found
SAME_NOUNS = tuple(
    frozenset(listed.split())
    for listed in (
        "user users nutzer nutzern benutzer utilisateur utilisateurs usuario usuarios account accounts",
        "customer customers client clients kunde kunden cliente clientes",
        "employee employees worker workers staff mitarbeiter mitarbeitern angestellte angestellten employe employes salarie salaries empleado empleados",
        "product products article articles item items produkt produkte produkten artikel artikeln produit produits producto productos articulo articulos",
        "order orders purchase purchases bestellung bestellungen auftrag auftrage commande commandes pedido pedidos",
        "student students pupil pupils schuler studenten eleve eleves etudiant etudiants alumno alumnos estudiante estudiantes",
        "task tasks ticket tickets aufgabe aufgaben tache taches tarea tareas",
        "book books buch bucher livre livres libro libros",
        "movie movies film films filme",
        "city cities country countries",
        "contact contacts kontakt kontakte",
        "player players participant participants",
        "person persons people crew team teams staff member members friend friends family mitglied mitglieder leute personen personne personnes gens equipe membre membres persona personas gente equipo miembro miembros",
    )
)
PEOPLE_NOUNS = frozenset(["users", "customers", "employees", "students", "players", "contacts", "people"])
ANYBODY = ("users", "people")
THEM = re.compile(r"\b(?:them|those|these|they|davon|darunter|von (?:ihnen|denen|diesen)|d'entre (?:eux|elles)|parmi (?:eux|elles)|de (?:ellos|ellas|estos|esos)|entre (?:ellos|ellas))\b", re.IGNORECASE)  # fmt: skip
GOES_ON_WITH = re.compile(r"\W*(?:(?:ok|okay|now|jetzt|maintenant|ahora)\b[ ,]*)?(?:and|und|et|y|what about|how about|was ist mit|but|aber|mais|pero|only|just|nur|seulement|uniquement|solo|same|instead)\b", re.IGNORECASE)  # fmt: skip


PER_PIECE = re.compile(r"\b(?:per (?:piece|unit|item)|apiece|pro stuck|(?:a|par) (?:la )?(?:piece|unite)|por (?:pieza|unidad))\b", re.IGNORECASE)  # fmt: skip


COMPARED_LEFT = re.compile(r"\b(?:more|less|fewer|\w{2,}er|mehr|weniger|plus|moins|mas|menos)\b(?= [^.?!]*\b(?:than|als|que)\b)", re.IGNORECASE)  # fmt: skip


APART_LEFT = re.compile(r"\b(?:each|per|pro|jede[rnsm]?|chaque|cada)\b(?= [^\W\d_]{3,})", re.IGNORECASE)


class ReadQuestion(NamedTuple):
    """A question as it was read: its table, its wish, the words of it that are used, and those that are nowhere in the document."""

    table: Entries
    wish: Wish
    spans: list[tuple[int, int]]
    left: list[str]
    named: tuple[str, ...]
    seen: tuple[str, ...]
    is_about_document: bool
    original: str
    unclear: str


def question_of(tables: Sequence[Entries], words: str, language: str) -> ReadQuestion | None:
    """Return a question as it fits the table best that leaves the fewest of its words; None without a table."""
    read = [read_over(table, tables, words, language) for table in tables]
    tokens = [match.group().lower() for match in WORD.finditer(fold(words))]
    named = [any(same_word(word, part) for word in tokens for part in key_parts(one.table.path[-1])) if one.table.path else False for one in read]  # fmt: skip
    order = {one.table.path: (len(one.left), not is_named, -sum(end - start for start, end in one.spans)) for one, is_named in zip(read, named, strict=True)}  # fmt: skip
    read.sort(key=lambda one: order[one.table.path])
    return read[0] if read else None


def read_over(table: Entries, tables: Sequence[Entries], words: str, language: str) -> ReadQuestion:
    """Return a question as it is read over one table."""
    table, product = with_product(table, fold(words))
    asked = Question(table, words, language)
    problem = ""
    for match in PER_PIECE.finditer(asked.rest):
        asked.take(*match.span())
    if product is not None:
        asked.take(*product[1])
    read_compared(asked)
    wish = read_wish(asked)
    wish = wish._replace(keys=(product[0],)) if product is not None else wish
    read_named(asked)
    try:
        either = is_any(asked)
    except CannotError as error:
        either, problem = False, str(error)
    wish = wish._replace(conditions=tuple(asked.conditions), is_any=either, problem=problem)
    seen = tuple(key for key in table.columns if key not in wish.keys and asked.key_places(key))
    for match in (*LISTED.finditer(asked.rest), *ALONE.finditer(asked.rest)):
        asked.take(*match.span())
    named = tuple(key for key in seen if not ENTRY_NOUNS.issuperset(key_parts(key)))
    for key in seen:
        for place in asked.key_places(key):
            asked.take(*place.span())
    compared = [asked.original[slice(*match.span())] for match in COMPARED_LEFT.finditer(asked.rest)]
    apart = [asked.original[slice(*match.span())] for match in APART_LEFT.finditer(asked.rest)] if wish.kind in ("figure", "extreme") and not wish.group else []  # fmt: skip
    left = [*asked.missing, *compared, *apart, *left_words(asked, tables, wish)]
    about = DOCUMENT_WORDS.search(asked.rest) is not None
    return ReadQuestion(table, spent(asked, wish), sorted(asked.spans), left, named, seen, about, words, asked.unclear)


def spent(asked: Question, wish: Wish) -> Wish:
    """Return the wish for a sum where "how much" is asked of several entries: "how much did Kim spend"."""
    keys = meant_keys(asked.words, asked.table.numbers())
    if wish.kind in ("", "rows") and WEIGHED.search(asked.words) and len(keys) == 1:
        return wish._replace(kind="figure", figures=("sum",), keys=tuple(keys))
    if wish.kind not in ("", "rows") or not HOW_MUCH.search(asked.words) or len(keys) != 1 or not wish.conditions:
        return wish
    fitting = [
        place for place in range(len(asked.table.rows)) if all(one.fits(asked.table, place) for one in wish.conditions)
    ]
    return wish._replace(kind="figure", figures=("sum",), keys=tuple(keys)) if len(fitting) > 1 else wish


WEIGHED = re.compile(  # of all of them
    r"\b(?:how much (?:do|did) (?:they|all|the|these|those)\b[^?.]* weigh|wie ?viel wiegen|combien p[e]sent|cuanto pesan)\b",
    re.IGNORECASE,
)
HOW_MUCH = re.compile(r"\b(?:how much|wie ?viel|combien|cuanto)\b", re.IGNORECASE)


def left_words(asked: Question, tables: Sequence[Entries], wish: Wish) -> list[str]:
    """Return the words of a question that neither the table nor the language explains, as they are written."""
    own = table_words(asked.table)
    others = {word for table in tables for word in table_words(table)} - own
    left = []
    tokens = [*WORD.finditer(asked.rest)]
    names_own = any(same_word(word, one) for word in re.findall(r"\w+", asked.words.lower()) for one in own)
    for match in tokens:
        word = match.group().lower()
        if any(same_word(word, one) for one in own) or is_meaning_of_used(asked, match, wish):
            asked.take(*match.span())
            continue
        if word == str(len(asked.table.rows)) and COUNTED_ALL.search(asked.rest[: match.start()]):
            asked.spans.append(match.span())  # "all three articles"
            continue
        is_foreign = any(same_word(word, one) for one in others) or (
            is_other_noun(word, own) and not (names_own and ANY_ENTRY.fullmatch(word))  # "items in the books list"
        )
        is_unknown = word.isdigit() or (not is_plain(word) and not DOCUMENT_WORDS.fullmatch(word))
        if is_foreign or is_unknown:
            left.append(written_word(asked.original, match.start(), match.end()))
        elif not WEIGHTY.fullmatch(word):
            asked.spans.append(match.span())
    return list(dict.fromkeys(left))


COUNTED_ALL = re.compile(r"\b(?:all|the|these|those|alle|die|der|diese[rn]?|les|ces|tous les|toutes les|los|las|estos|estas|todos los|todas las)(?: the)? \Z", re.IGNORECASE)  # fmt: skip


def written_word(original: str, start: int, end: int) -> str:
    """Return a word as it is written at a place; a number that was read from a word is shorter than that."""
    whole = WORD.match(original, start)
    return whole.group() if whole and original[start].isalpha() else original[start:end]


WEIGHTY = re.compile(  # words that change what is asked: one that is left over is not passed over
    r"not|no|nor|without|except|over|under|above|below|between|before|after|more|less|fewer|most|least|top|first|last|nicht|kein\w*|ohne|ausser|uber|unter|zwischen|vor|nach|mehr|weniger|meisten|wenigsten|pas|sans|sauf|plus|moins|avant|apres|entre|sin|salvo|excepto|mas|menos|antes|despues|sobre"
)


def table_words(table: Entries) -> set[str]:
    """Return the words of the keys that lead to a table."""
    inside = {step for key in table.columns for step in key.split(".")[:-1]}
    return {part for key in (*table.path, *inside) for part in key_parts(key)}


ANY_ENTRY = re.compile(r"items?|elements?|things?|objects?|records?|elementos?|elemente?n?|objets?")


def is_other_noun(word: str, own: set[str]) -> bool:
    """Return whether a word names other entries than those of a table: "products" over a list of users."""
    group = next((one for one in SAME_NOUNS if word in one), None)
    mine = [one for one in SAME_NOUNS if any(part in one or f"{part}s" in one for part in own)]
    people = [one for one in SAME_NOUNS if one & PEOPLE_NOUNS]
    if group in people and any(one in people for one in mine) and any(noun in one for noun in ANYBODY for one in (group or (), *mine)):  # fmt: skip
        return False
    return group is not None and bool(mine) and group not in mine


def is_meaning_of_used(asked: Question, match: "re.Match[str]", wish: Wish) -> bool:
    """Return whether a word means a key that the question is about: "ordered after" of a date, "older than" of an age."""
    used = {*wish.keys, *(one.key for one in wish.conditions), wish.group}
    word = match.group().lower()
    for key in used - {""}:
        parts = key_parts(key)
        if any(same_word(word, part) for part in parts):
            return True
        if any(words.search(word) and any(names.fullmatch(part) for part in parts) for _, words, names in MEANINGS):
            return True
        if HOW_MUCH.search(asked.words) and SPENT.fullmatch(word):
            return True
        if any(len(word) >= 4 and len(part) >= 4 and word[:4] == part[:4] for part in parts):
            return True
        column = asked.table.columns.get(key)
        if column is not None and column.kind == "date" and DATED_VERBS.fullmatch(word):
            return len(asked.table.of_kind("date")) == 1 or any(same_word(word, part) for part in parts)
    return False


SPENT = re.compile(r"spen[dts]+|paid|pays?|order\w*|ausgegeben|bezahlt|depens\w*|paye|gast\w*|pag\w*", re.IGNORECASE)
DATED_VERBS = re.compile(
    r"ordered|placed|created|made|dated|happened|added|bought|purchased|since|bestellt\w*|angelegt|erstellt\w*|aufgegeben\w*|gekauft\w*|datiert|commandee?s?|passee?s?|creee?s?|faite?s?|achetee?s?|pedid[oa]s?|hech[oa]s?|cread[oa]s?|comprad[oa]s?|realizad[oa]s?|dates?|datum|fechas?",
    re.IGNORECASE,
)


def continued(before: ReadQuestion, now: ReadQuestion) -> ReadQuestion:
    """Return a question with what it takes from the one before it: its wish where it has none, its conditions with "and" and "of them"."""
    words = fold(now.original)
    goes_on, them = GOES_ON_WITH.match(words) is not None, THEM.search(words) is not None
    is_short = len(WORD.findall(words)) <= 3
    if before.table.path != now.table.path or not (goes_on or them or (is_short and not now.wish.kind)):
        return now
    wish = now.wish
    own = {one.key for one in wish.conditions}
    kept = tuple(one for one in before.wish.conditions if one.key not in own)
    if wish.kind in ("", "rows") and not wish.figures and not them:
        wish = before.wish._replace(conditions=wish.conditions, group=wish.group or before.wish.group)
        wish = wish._replace(keys=numbers_named(now) or wish.keys)
        wish = wish._replace(kind=wish.kind or "rows", is_rows=wish.is_rows or now.wish.is_rows)
    elif wish.kind in ("figure", "extreme") and not wish.keys and goes_on:
        wish = wish._replace(keys=before.wish.keys)
    is_either = now.wish.is_any if own else before.wish.is_any
    if kept and is_either:
        return now._replace(wish=wish._replace(problem="I read “or” between two conditions only; please put the whole question in one sentence."))  # fmt: skip
    used = {one.key for one in kept} | set(wish.keys)
    left = [one for one in now.left if not any(w.search(one) and any(n.fullmatch(p) for key in used for p in key_parts(key)) for _, w, n in MEANINGS)]  # fmt: skip
    return now._replace(wish=wish._replace(conditions=(*kept, *wish.conditions), is_any=is_either), left=left)


def is_follow_up(words: str) -> bool:
    """Return whether a folded message goes on with an earlier one: "only the active ones", "how many of them"."""
    return GOES_ON_WITH.match(words) is not None or THEM.search(words) is not None or WHICH.search(words) is not None


def numbers_named(read: ReadQuestion) -> tuple[str, ...]:
    """Return the keys with numbers that a question names beside its conditions."""
    return tuple(key for key in read.named if key in read.table.numbers())


def value_of(row: Any, key: str) -> Any:  # noqa: ANN401 - any JSON value
    """Return what an entry has at a dotted key."""
    for part in [key] if isinstance(row, dict) and key in row else key.split("."):
        row = row.get(part) if isinstance(row, dict) else None
    return row
