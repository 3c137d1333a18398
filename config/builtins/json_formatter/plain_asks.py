"""Short questions about a document: what is at a path, whether there is a key at all, and which type a value has."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from config.builtins.json_formatter.asked_words import DOCUMENT_WORDS, ENTRY_NOUNS, MEANINGS, is_plain, same_word
from config.builtins.json_formatter.changing import items, kind_of
from config.builtins.json_formatter.entry_conditions import key_parts
from config.builtins.json_formatter.key_places import NO_NAMES, paths_of
from config.builtins.json_formatter.looking import at_path
from config.builtins.json_formatter.nested_keys import key_mentions
from config.builtins.json_formatter.spoken_values import QUESTION_TOKEN
from config.builtins.json_formatter.values import Literal, compact
from config.builtins.wording import CannotError, blanked, fill_in, fold

CLOSING = re.compile(  # how the answer shall look, which it does anyhow
    r"[,;.]? ?\b(?:and |und |et |y )?(?:nothing (?:else|more)|no other (?:text|stuff|fields|words)|without (?:the rest|anything else)|that'?s (?:all|it)|sonst nichts|nichts (?:anderes|sonst|weiter)|ohne (?:den rest|alles andere)|rien d'autre|rien de plus|c'est tout|sans le reste|nada m[aá]s|sin nada m[aá]s|y ya)\b",
    re.IGNORECASE,
)
LEAD_WORDS = (
    r"(?:please|pls|plz|hey|hi|gimme|give|get|show|print|return|fetch|read|pull|need|want|i|i'd|like|me|us|just|only|the|values?|of|at|for|what|what's|whats|is|there|now|here|from|this|in|path|under|look|up|extract|to|find|tell|you|can|could|out|"
    r"was|ist|wert|von|zeige?|gib|mir|hole?|bitte|mal|nur|den|der|das|steht|unter|an|aus|kannst|du|ich|brauche|mochte|sag|donne[sz]?|donne-moi|moi|affiche[rz]?|montre[rz]?|quelle?|est|la|le|l|valeur|de|du|dans|a|il|me|faut|je|veux|extrais|svp|"
    r"dame|muestra|muestrame|dime|cual|es|el|valor|en|hay|extrae|quiero|necesito|por|favor|que|qu'y|a-t-il)"
)
WRITTEN_PATH = r"\$?\.?(?P<path>[^\W\d][\w-]{0,60}(?:\.[\w-]{1,60}|\[\d{1,9}\]){1,20})"
PATH_ALONE = re.compile(
    rf"\W*(?:{LEAD_WORDS}\b[ ,:]{{0,3}}){{0,12}}[`\"']?{WRITTEN_PATH}[`\"']?(?:[ ,]{{1,3}}{LEAD_WORDS}\b){{0,6}}\W*",
    re.IGNORECASE,
)
PATH_UNDER = re.compile(  # "which value is under zones.bath.night"
    r"\b(?:values?|entry|under|at|in|wert|unter|bei|steht|valeur|sous|dans|a|valor|bajo|en)(?: (?:is|is at|is under|under|at|in|of|steht|steht unter|unter|est|sous|dans|hay en|en|bajo))* [`\"']?(?P<path>[^\W\d][\w-]{0,60}(?:\.[\w-]{1,60}|\[\d{1,9}\]){1,12})[`\"']?(?![\w.])",
    re.IGNORECASE,
)
COUNTS_SOMETHING = re.compile(
    r"\b(?:how (?:many|much|often)|sum|total|average|mean|highest|lowest|all|every|keys?|wie ?viele?|summe|alle|combien|somme|toute?s?|cuant[oa]s|suma|todos)\b",
    re.IGNORECASE,
)
IN_IT = r"(?: (?:in|inside|within|into|darin|drin|da drin|hier drin|dabei|vorhanden|dedans|la dedans|la-dedans|ahi|aqui|alli|ahi dentro|dentro|en|dans|im|there|here|it|this|that|these|dem|diesem|json|object|objekt|objet|objeto|document|dokument|data|daten|at all|anywhere|somewhere|irgendwo|uberhaupt|ca|cela|esto|eso|ce|cet|este))*"
ONE_OF = r"(?:(?:an?|any|some|eine?n?|irgendeine?n?|une?|algun|alguna|una?|the|der|die|das|el|la|le|such an?) )?"
KEY_SAID = (
    r"(?:(?:key|field|entry|value|schlussel|feld|cle|champ|clave|campo) (?:called |named |namens |nomme |llamado )?)?"
)
IS_THERE = re.compile(
    rf"\W*(?:(?:so|hey|um|and|und|et|y|also|please|is|sag|dime|dis|tell me|check if|check whether|schau ob) ?,? ?)?(?:is there|are there|is|do you see|can you see|any sign of|has it(?: got)?|does (?:it|this|that) (?:have|contain|include)|gibt es(?: (?:da|hier|darin|drin|dort|irgendwo))?|ist(?: (?:da|hier|darin|dort))?|hat (?:es|das)|steht (?:da|hier|darin)|y a-t-il|y a t il|il y a|est-ce qu'il y a|y a|hay|tiene|existe)"
    rf" {ONE_OF}{KEY_SAID}[`\"']?(?P<name>[^\W\d][\w-]{{1,40}})[`\"']?(?: (?:code|address|adresse|number|nummer|numero|field|key|feld|champ|campo|cle|clave|schlussel))?(?P<where>{IN_IT})\W*",
    re.IGNORECASE,
)
ANY_THERE = re.compile(rf"\W*any [`\"']?(?P<name>[^\W\d][\w-]{{1,40}})[`\"']?(?P<where>{IN_IT})\W*", re.IGNORECASE)
NO_KEY_ASKED = frozenset(
    [
        "problem",
        "problems",
        "problème",
        "probleme",
        "issue",
        "issues",
        "typo",
        "typos",
        "mistake",
        "mistakes",
        "bug",
        "bugs",
        "difference",
        "way",
        "chance",
        "reason",
        "point",
        "anything",
        "something",
        "nothing",
        "more",
        "else",
        "etwas",
        "alles",
        "quelque",
        "algo",
        "difference",
        "unterschied",
        "problema",
        "error",
        "errors",
        "fault",
        "faults",
        "valid",
        "invalid",
        "ok",
        "okay",
        "right",
        "correct",
        "good",
        "possible",
        "sorted",
        "empty",
        "true",
        "false",
        "mehr",
        "noch",
    ]
)
THERE_TEXTS = {
    "en": {"yes": "**Yes**, there is `{name}`: {places}.", "null": "**Yes**, there is the key `{name}`, but its value is null: {places}.", "inside": "**Yes**, “{name}” occurs in the value of `{key}`; it is no key.", "near": "**No**, there is no key “{name}”; `{key}` may be what you mean.", "no": "**No**, there is no “{name}” in the document. Its keys are: {keys}.", "path": "There is nothing at `{name}` in this document."},
    "de": {"yes": "**Ja**, es gibt `{name}`: {places}.", "null": "**Ja**, den Schlüssel `{name}` gibt es, sein Wert ist aber null: {places}.", "inside": "**Ja**, „{name}“ kommt im Wert von `{key}` vor; ein Schlüssel ist es nicht.", "near": "**Nein**, einen Schlüssel „{name}“ gibt es nicht; vielleicht ist `{key}` gemeint.", "no": "**Nein**, „{name}“ gibt es in diesem Dokument nicht. Seine Schlüssel: {keys}.", "path": "Unter `{name}` steht in diesem Dokument nichts."},
    "fr": {"yes": "**Oui**, il y a `{name}` : {places}.", "null": "**Oui**, la clé `{name}` existe, mais sa valeur est null : {places}.", "inside": "**Oui**, « {name} » apparaît dans la valeur de `{key}` ; ce n'est pas une clé.", "near": "**Non**, il n'y a pas de clé « {name} » ; peut-être s'agit-il de `{key}`.", "no": "**Non**, il n'y a pas de « {name} » dans ce document. Ses clés : {keys}.", "path": "Il n'y a rien sous `{name}` dans ce document."},
    "es": {"yes": "**Sí**, hay `{name}`: {places}.", "null": "**Sí**, existe la clave `{name}`, pero su valor es null: {places}.", "inside": "**Sí**, «{name}» aparece en el valor de `{key}`; no es una clave.", "near": "**No**, no hay ninguna clave «{name}»; quizá sea `{key}`.", "no": "**No**, no hay «{name}» en este documento. Sus claves: {keys}.", "path": "No hay nada en `{name}` en este documento."},
}  # fmt: skip
OPENED_IN = {
    "de": re.compile(r"\W*(?:\w+ ){0,2}?(?:gibt es|ist|hat|steht)\b", re.IGNORECASE),
    "fr": re.compile(r"\W*(?:\w+ ){0,2}?(?:y a|il y a|est-ce)\b", re.IGNORECASE),
    "es": re.compile(r"\W*(?:\w+ ){0,2}?(?:hay|tiene|existe)\b", re.IGNORECASE),
}
MOST_NAMES_TOLD = 20
TYPE_NAMES = {
    "number": r"numbers?|numeric|numerical|integers?|ints?|floats?|zahl(?:en)?|ganzzahl|numerisch|nombre|numerique|entier|numero|numerico|entero",
    "text": r"strings?|texts?|zeichenkette|chaine(?: de caracteres)?|texte|texto|cadena(?: de texto)?",
    "bool": r"bool(?:ean)?s?|true or false|wahrheitswert|booleen|booleano",
    "list": r"lists?|arrays?|liste|tableau|lista",
    "object": r"objects?|dict(?:ionary)?|objekt|objet|objeto",
}
TYPE_SAID = "|".join(f"(?:{names})" for names in TYPE_NAMES.values())
SAVED = r"(?:saved|stored|written|given|kept|held|coded|encoded|typed|treated|formatted|in there|there|really|actually|even|properly|gespeichert|abgelegt|geschrieben|da|hier|wirklich|uberhaupt|eigentlich|als|stocke\w*|enregistre\w*|ecrit\w*|vraiment|guardad[oa]|almacenad[oa]|escrit[oa]|realmente|as|like|comme|como|en|in)"
A_TYPE = rf"(?:(?:an?|eine?|une?|una?|du|de la|des) )?(?:{TYPE_SAID})"
KEY_ASKED = r"(?:(?:the|der|die|das|la|le|l'|el|value|wert|valeur|valor|key|field|schlussel|of|von|de) ?)*[`\"']?(?P<key>[\w-]{1,60})[`\"']?"
OR_ELSE = rf"(?:,? (?:or|oder|ou|o|u) (?:what|not|something else|else|was|nicht|etwas anderes|doch|quoi|pas|non|que|no|{A_TYPE}))?"
SAVED_TYPE = re.compile(
    rf"\W*(?:(?:and|so|hey|und|et|y) )?(?:(?:is|are|was|ist|sind|est|est-ce que|es|esta|son) )?{KEY_ASKED}[:,]?(?:,? (?:is|ist|est|est-il|est-elle|es|esta))?(?: {SAVED})* (?P<type>{A_TYPE})(?: {SAVED})*{OR_ELSE}{IN_IT}(?: {SAVED})*\W*",
    re.IGNORECASE,
)
WHICH_TYPE = re.compile(
    rf"\W*(?:(?:what|which) (?:data ?)?type does|what kind of (?:value|thing|data|type) is|von welchem (?:daten)?typ ist|was fur ein (?:daten)?typ (?:ist|hat)|de quel type est|quel type a|de que tipo es|type ?of) {KEY_ASKED}(?: have)?{IN_IT}\W*",
    re.IGNORECASE,
)
TYPE_YES = {"en": ("Yes", "No"), "de": ("Ja", "Nein"), "fr": ("Oui", "Non"), "es": ("Sí", "No")}
KINDS_OF_TYPES = {"number": "a number", "text": "a text (string)", "bool": "true or false (boolean)", "list": "a list", "object": "an object"}  # fmt: skip


class TypeAnswer(NamedTuple):
    """The sentence, the found part as text, the place of the question."""

    sentence: str
    part: str
    span: tuple[int, int]


class AskedType(NamedTuple):
    """A question for the type of a key: the key, the type that is offered, whether there is a choice."""

    key: str
    said: str
    is_choice: bool


PlainAnswer = tuple[str, str, tuple[int, int]]  # the sentence, the found part as text, the place of the question


def plain_answer(value: Any, words: str, language: str) -> PlainAnswer | None:  # noqa: ANN401 - any JSON value
    """Return the answer to one of the short questions, None for other messages. Raises CannotError for a path to nothing."""
    if len(words) > 300 or not isinstance(value, dict | list):
        return None
    return at_written_path(value, words, language) or saved_type(value, words, language) or is_there(value, words, language)  # fmt: skip


def names_path(value: Any, words: str) -> bool:  # noqa: ANN401 - any JSON value
    """Return whether a short question names a path of several steps that the document has: no other place is meant."""
    found = PATH_UNDER.search(fold(words)) if len(words) <= 300 and not COUNTS_SOMETHING.search(fold(words)) else None
    return found is not None and at_path(value, words[slice(*found.span("path"))]) is not None


def at_written_path(value: Any, words: str, language: str) -> PlainAnswer | None:  # noqa: ANN401 - any JSON value
    """Return what is at a path such as ``items[1].id`` that is all a message asks for."""
    folded = fold(words)
    match = PATH_ALONE.fullmatch(folded) or (None if COUNTS_SOMETHING.search(folded) else PATH_UNDER.search(folded))
    if match is None:
        return None
    path = words[slice(*match.span("path"))]
    found = at_path(value, path)
    if found is None:
        if "[" in path and isinstance(value, dict) and at_path(value, path.partition("[")[0]) is not None:
            raise CannotError(fill_in(THERE_TEXTS[language]["path"], name=path))
        return None
    return f"`{path}`:", str(found[0]) if isinstance(found[0], Literal) else compact(found[0]), (0, len(words))


def saved_type(value: Any, words: str, language: str) -> PlainAnswer | None:  # noqa: ANN401 - any JSON value
    """Return which type a key's value has: "is age saved as a number or what", "age: text or number?"."""
    folded = fold(words).strip()
    match = SAVED_TYPE.fullmatch(folded) or WHICH_TYPE.fullmatch(folded)
    known = {fold(name).lower() for name, _ in items(value)}
    if match is not None and match["key"].lower() in known:
        is_either = re.search(rf"\b(?:or|oder|ou|o|u) {A_TYPE}", match.group(), re.IGNORECASE) is not None
        asked: AskedType | None = AskedType(match["key"], match.groupdict().get("type") or "", is_either)
    else:
        asked = asked_type(value, folded)
    return type_told(value, asked, language)._replace(span=(0, len(words))) if asked else None


def type_told(value: Any, asked: AskedType, language: str) -> TypeAnswer:  # noqa: ANN401 - any JSON value
    """Return the sentence with the types of a key's values, a single value with it."""
    found = [(name, item) for name, item in items(value) if fold(name).lower() == fold(asked.key).lower()]
    kinds = list(dict.fromkeys(kind_of(item) for _, item in found))
    shown = compact(found[0][1]) if len(found) == 1 else ""
    said = f"`{found[0][0]}` is **{' or '.join(kinds)}**{f': {shown}' if 0 < len(shown) < LONGEST_SHOWN_VALUE else ''}."
    bare = re.sub(r"\A(?:an?|eine?|une?|una?|du|de la|des) ", "", asked.said, flags=re.IGNORECASE)
    name = next((kind for kind, names in TYPE_NAMES.items() if re.fullmatch(names, bare, re.IGNORECASE)), "")
    lead = "" if not name or asked.is_choice else f"**{TYPE_YES[language][kinds != [KINDS_OF_TYPES[name]]]}**: "
    return TypeAnswer(lead + said, "", (0, 0))


LONGEST_SHOWN_VALUE = 60
TYPE_CHOICE = re.compile(rf"\b{A_TYPE},? (?:or|oder|ou|o|u) (?:rather |eher |plutot |mas bien )?(?P<type>{A_TYPE})\b", re.IGNORECASE)  # fmt: skip
TYPE_NOUN = re.compile(r"\b(?:(?:what|which) (?:kind|sort|data ?type|type)|(?:data ?)?type (?:of|is|does|has)|(?:welche[rnsm]?|was fur ein\w*) (?:daten)?typ|(?:daten)?typ (?:von|ist|hat)|(?:quel|de quel) type|type (?:de|a)|(?:que|de que) tipo|tipo de)\b", re.IGNORECASE)  # fmt: skip
TYPE_YES_NO = re.compile(rf"\W*(?:is|are|ist|sind|est|es|does|hat|a|tiene)\b.*?\b(?:an?|eine?n?|une?|una?|as|als|comme|como) (?P<type>{TYPE_SAID})\b", re.IGNORECASE)  # fmt: skip
TYPE_PLAIN = re.compile(
    r"saved|stored|written|given|kept|held|holds?|coded|encoded|typed|treated|formatted|actually|properly|quotes?|quoted|value|key|field|kind|sort|type|data ?type|gespeichert|geschrieben|hinterlegt|wert|typ|datentyp|stocke\w*|enregistre\w*|valeur|guardad[oa]|escrit[oa]|valor|tipo|document|dokument|documento|file|datei|fichier|archivo",
    re.IGNORECASE,
)


def asked_type(value: Any, folded: str) -> AskedType | None:  # noqa: ANN401 - any JSON value
    """Return a question for a type that names one key, whatever stands between them; None for other questions."""
    asked = TYPE_CHOICE.search(folded) or TYPE_NOUN.search(folded) or TYPE_YES_NO.match(folded)
    if asked is None:
        return None
    said = asked.groupdict().get("type") or ""
    rest = blanked(folded, *asked.span("type" if asked.re is TYPE_YES_NO else 0))
    named = key_mentions({name for name, _ in items(value)}, rest)
    for one in named:
        rest = blanked(rest, one.start, one.end)
    words = [match.group() for match in QUESTION_TOKEN.finditer(rest)]
    if len(named) != 1 or not all(is_plain(word) or TYPE_PLAIN.fullmatch(word) for word in words):
        return None
    return AskedType(named[0].key, said, asked.re is TYPE_CHOICE)


def is_there(value: Any, words: str, language: str) -> PlainAnswer | None:  # noqa: ANN401 - any JSON value
    """Return whether a document has a key, or a text in a value, of the one name that is asked for."""
    match = IS_THERE.fullmatch(fold(words)) or ANY_THERE.fullmatch(fold(words))
    if match is None or (not match["where"] and not is_asked_openly(match.group())):
        return None
    opened = next((one for one, said in OPENED_IN.items() if said.match(match.group())), language)
    said, name = THERE_TEXTS[opened], match["name"].lower()
    is_meant = any(meant.fullmatch(name) for _, meant, _ in MEANINGS)
    is_other = name in NO_NAMES or name in NO_KEY_ASKED or (not is_meant and (name in ENTRY_NOUNS or is_plain(name)))
    if is_other or DOCUMENT_WORDS.fullmatch(name):
        return None
    keys = list(dict.fromkeys(key for key, _ in items(value)))
    own = next((key for key in keys if same_word(name, fold(key).lower())), "")
    if own or next(paths_of(value, name), ""):
        return there(value, own or name, said, words)
    holder = next((key for key, item in items(value) if isinstance(item, str) and name in fold(item).lower()), "")
    if holder:
        return fill_in(said["inside"], name=match["name"], key=holder), "", (0, len(words))
    near = next(near_keys(name, keys), "")
    told = ", ".join(f"`{key}`" for key in keys[:MOST_NAMES_TOLD]) + (", …" if len(keys) > MOST_NAMES_TOLD else "")
    return fill_in(said["near" if near else "no"], name=match["name"], key=near, keys=told), "", (0, len(words))


def is_asked_openly(question: str) -> bool:
    """Return whether a question says "is there" and not only "is": "is valid?" asks for no key."""
    return re.match(r"\W*(?:\w+ ){0,2}?(?:is there|are there|gibt es|y a|il y a|hay|tiene|hat|existe|does|has|do you see)\b", question, re.IGNORECASE) is not None  # fmt: skip


def there(value: Any, name: str, said: dict[str, str], words: str) -> PlainAnswer:  # noqa: ANN401 - any JSON value
    """Return that a name is in a document, and where."""
    paths = list(paths_of(value, name))
    places = ", ".join(f"`{path}`" for path in paths[:MOST_NAMES_TOLD]) + (
        ", …" if len(paths) > MOST_NAMES_TOLD else ""
    )
    values = [item for key, item in items(value) if fold(key).lower() == fold(name).lower()]
    is_null = bool(values) and all(item is None for item in values)
    return fill_in(said["null" if is_null else "yes"], name=name, places=places), "", (0, len(words))


def near_keys(name: str, keys: list[str]) -> Iterator[str]:
    """Yield the keys that mean what a word says: "tel" for "phone"."""
    for _, words, names in MEANINGS:
        if words.fullmatch(name):
            yield from (key for key in keys if any(names.fullmatch(part) for part in key_parts(key)))
