"""Questions on a document in everyday words, as those that name its keys: "cuántos años tiene Bob", "what is the total cost"."""

import re
from collections.abc import Callable

from config.builtins.json_formatter.around_questions import with_plain_question
from config.builtins.json_formatter.spoken_parts import with_spoken_parts
from config.builtins.wording import fold

WRITTEN_KEY = re.compile(r"[\"'](?P<key>[^\W\d][\w -]{0,40})[\"']\s*:\s*(?P<value>-?\d[\d.eE+-]*(?=\s*[,}\]])|\"[^\"\n]{0,80}\"|\[|\{|\w+)?")  # fmt: skip
AGE_KEYS = ("age", "edad", "alter", "anos", "jahre")
COUNT_KEYS = ("qty", "quantity", "count", "menge", "anzahl", "quantite", "cantidad", "pieces", "units", "amount")
PRICE_KEYS = ("price", "cost", "unit_price", "unitprice", "preis", "prix", "precio", "unit_cost", "einzelpreis")
AGE_ASKED = "¿?cu[aá]ntos a[ñn]os tienen? V; ¿?qu[eé] edad tienen? V; (?:¿?cu[aá]l es |dime )?la edad de V; welches alter hat V; V,? how old; how old V is"
OLDER_ASKED = (
    r"(?:how much|how many years) (?P<way>older|younger) (?:is|was) V than W; (?:what is |what's )?(?:the )?age (?:difference|gap) (?:between|of) V and W; "
    r"wie ?viele? (?:jahre )?(?P<way>[äa]lter|j[üu]nger) ist V als W; (?:de )?combien d'ann[ée]es de plus a V que W; cu[aá]ntos a[ñn]os m[aá]s tiene V que W"
)
ENDS_OF_AGE = re.compile(
    r"\b(?:how (?:far|many years) apart are (?:the )?(?:oldest|youngest) and (?:the )?(?:oldest|youngest)|(?:what is |what's )?(?:the )?range of (?:the )?ages?)\b",
    re.IGNORECASE,
)
AGE_FIRST = re.compile(r"\b(?P<end>oldest|youngest) (?:ones? |people |person )?first\b", re.IGNORECASE)
COST_OF_ALL = re.compile(
    r"\b(?:(?:what is |what's |whats )?(?:the )?(?:total (?:cost|price)|(?:order|grand|overall) total)(?: of (?:the|this|my) (?:whole |entire )?(?:order|basket|cart|list))?|how much (?:does|do|is|are) (?:everything|it all|all of (?:it|this|them)|(?:the|this|my) (?:whole |entire )?(?:order|basket|cart)|they)(?: (?:all|cost|together|altogether|in total))*"
    r"|what do (?:i|we) (?:have to )?pay(?: (?:in total|altogether|for everything))*|was kostet (?:das alles|alles|die (?:ganze )?bestellung)(?: zusammen)?|gesamt(?:preis|kosten|betrag)(?: der bestellung)?|prix total(?: de la commande)?|co[ûu]t total|combien co[ûu]te (?:tout|le tout|toute la commande)|cu[aá]nto cuesta (?:todo(?: el pedido)?|el pedido)|(?:precio|coste?) total)\b",
    re.IGNORECASE,
)
COST_ELSEWHERE = re.compile(r"\b(?:per|each|every|average|mean|highest|lowest|most|least|je|pro|jede\w*|durchschnitt\w*|par|chaque|moyen\w*|por|cada|medio|media|with|without|over|under|except|ohne|sans|sin)\b", re.IGNORECASE)  # fmt: skip
OUTSIDE_OF = r"\bwho (?:lives|is|works|comes from) outside (?:of )?V"
PLACE_KEYS = ("city", "town", "stadt", "ort", "wohnort", "ville", "ciudad")
PLACE_ASKED = (
    "(?:which|what) KEY (?:is|does) V (?:from|live in|come from)",
    "V lives where",
    "(?:what is |what's )?(?:the )?KEY of V",
)
MADE_VALID = re.compile(r"\b(?:make|get)\s+(?:(?:this|it|that|the) )?(?:json )?\s*(?:into )?(?:a )?valid(?: json)?\b|\bmach\w*\s+(?:das |es )?\s*g[üu]ltig\b|\brends?\s+(?:ce |le )?(?:json )?\s*valide\b", re.IGNORECASE)  # fmt: skip
MANY_OF_NUMBER = r"\bhow many V(?:e?s)?(?: (?:are there|does (?:it|this) have|has it))?(?=\W*$)"
MOST_TEXTS = 200


def with_words_of_keys(words: str, document: str) -> tuple[str, list[str]]:
    """Return the words around a document in the words of its keys, and what was replaced."""
    if not document:
        return words, []
    words, told = with_plain_question(words, document)
    words, named = with_keys_named(words, document)
    words, meant = with_spoken_parts(words, document)
    return words, [*told, *meant, *named]


def with_keys_named(words: str, document: str) -> tuple[str, list[str]]:
    """Return the words around a document with its keys in the place of everyday words, and what was replaced."""
    pairs = [(match["key"], match["value"] or "") for match in WRITTEN_KEY.finditer(document)]
    texts = list(dict.fromkeys(value[1:-1] for _, value in pairs if len(value) > 3 and value[:1] == '"'))
    numbers = [key for key, value in pairs if value[:1].isdigit() or value[:1] == "-"]
    any_text = "|".join(re.escape(text) for text in sorted(texts[:MOST_TEXTS], key=len, reverse=True)) or r"(?!)"
    said: list[str] = []

    def replaced(pattern: str, plain: str) -> None:
        nonlocal words
        match = re.search(pattern, words, re.IGNORECASE)
        if match is not None:
            groups = {name: text for name, text in match.groupdict().items() if text}
            for name, text in groups.items():
                plain = plain.replace(f"<{name}>", text)
            said.append(match.group().strip())
            words = words[: match.start()] + plain + words[match.end() :]

    replaced(MADE_VALID.pattern, "fix")
    age = key_among(numbers, AGE_KEYS)
    if age:
        with_ages_named(replaced, any_text, age, words)
    count, price = key_among(numbers, COUNT_KEYS), key_among(numbers, PRICE_KEYS)
    if count and price and COST_ELSEWHERE.search(fold(words)) is None:
        replaced(COST_OF_ALL.pattern, f"sum of {count} * {price}")
        factors = rf"{re.escape(count)} (?:times|x|\*|mal|fois|por) {re.escape(price)}"
        replaced(rf"(?<!of )\b{factors},? (?:summed|added) up\b", f"sum of {count} * {price}")
    with_places_named(replaced, any_text, [key for key, _ in pairs])
    replaced(OUTSIDE_OF.replace("V", f"(?P<one>{any_text})") + r"\b", "who does not live in <one>")
    for key in dict.fromkeys(numbers):
        if [name for name, _ in pairs].count(key) == 1:
            replaced(MANY_OF_NUMBER.replace("V", re.escape(key.removesuffix("s"))), f"value of {key}")
    return words, said


def with_places_named(replaced: Callable[[str, str], None], any_text: str, keys: list[str]) -> None:
    """Replace the questions for the town of one entry."""
    place = next((key for key in keys if fold(key).lower() in PLACE_KEYS), "")
    for form in PLACE_ASKED if place else ():
        pattern = form.replace("KEY", re.escape(place)).replace(" V", f" (?P<one>{any_text})").replace("V ", f"(?P<one>{any_text}) ")  # fmt: skip
        replaced(rf"(?<!\w){pattern}(?!\w)", "where does <one> live")


def with_ages_named(replaced: Callable[[str, str], None], any_text: str, age: str, words: str) -> None:
    """Replace the questions for an age, for a difference of two, and for an order by it."""
    one, other = f"(?P<one>{any_text})", f"(?P<other>{any_text})"
    for form in OLDER_ASKED.split("; "):
        younger = re.search(r"younger|j[üu]nger", words, re.IGNORECASE)
        way = "younger" if younger else "older"
        pattern = re.sub(r"\bV\b", lambda _: one, re.sub(r"\bW\b", lambda _: other, form))
        replaced(rf"(?<!\w){pattern}(?!\w)", f"by how much is <one> {way} than <other>")
    for form in AGE_ASKED.split("; "):
        pattern = re.sub(r"\bV\b", lambda _: one, form)
        replaced(rf"(?<!\w){pattern}(?!\w)(?! (?:than|als|que)\b)", f"{age} of <one>")
    replaced(ENDS_OF_AGE.pattern, f"{age} gap between the oldest and the youngest")
    replaced(AGE_FIRST.pattern.replace("oldest|youngest", "oldest"), f"sort by {age} descending")
    replaced(AGE_FIRST.pattern.replace("oldest|youngest", "youngest"), f"sort by {age} ascending")


def key_among(numbers: list[str], names: tuple[str, ...]) -> str:
    """Return the one key of numbers that has one of some names, "" for none or several."""
    found = list(dict.fromkeys(key for key in numbers if fold(key).lower() in names))
    return found[0] if len(found) == 1 else ""
