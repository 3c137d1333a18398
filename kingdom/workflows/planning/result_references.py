"""Words of a later step that stand for the one result of the step before it: "take 19% of that". Pure."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from kingdom.contracts.workflows.briefs import RESULT_PLACE

SAMPLE_NAME = "this text"  # of a result in words
_PLAIN, _MEASURED = ("42", "3 May 2027"), ("42 km",)  # samples of results, as a later step may get them
_UNITS = ("to", "unit")  # members of a schema that name the unit of a result
_NOUNS = (
    r"(?:result|answer|total|sum|value|number|figure|amount|outcome|mean|average|median|difference|product|distance|"
    r"weight|length|date|price)"
)
_NOMEN = r"(?:ergebnis|resultat|wert|zahl|summe|betrag|anzahl|differenz|durchschnitt|mittelwert|produkt|datum)"
_NOMS = r"(?:résultat|nombre|valeur|somme|total|montant|moyenne|différence|produit|date)"
_NOMBRES = r"(?:resultado|número|valor|suma|total|importe|cantidad|media|promedio|diferencia|producto|fecha)"
_OF = r"(?!\s(?:of|von|aus|de|du)\b)"
# The first that is found stands for the result; the others stay as they are.
_REFERENCES: Sequence[tuple[re.Pattern[str], str]] = [
    (re.compile(words, re.IGNORECASE), put)
    for words, put in (
        (r"\bits\s((?:[a-z-]{2,20}\s){0,2}[a-z-]{2,20})\Z", r"the \1 of {result}"),
        (rf"\b(?:the|this|that)\s{_NOUNS}\b{_OF}", "{result}"),
        (rf"\b(?:das|dem|den|die|der|diese[rsnm]?)\s{_NOMEN}\b{_OF}", "{result}"),
        (rf"\bdu\s{_NOMS}\b{_OF}", "de {result}"),
        (rf"\bau\s{_NOMS}\b{_OF}", "à {result}"),
        (rf"\b(?:le|la|ce|cette)\s{_NOMS}\b{_OF}", "{result}"),
        (rf"\bdel\s{_NOMBRES}\b{_OF}", "de {result}"),
        (rf"\bal\s{_NOMBRES}\b{_OF}", "a {result}"),
        (rf"\b(?:el|la|est[ea]|es[ea])\s{_NOMBRES}\b{_OF}", "{result}"),
        (r"\bdavon\b", "von {result}"),
        (r"\bdazu\b", "zu {result}"),
        (r"\b(?:that|it|cela|ça|eso|esto)\b", "{result}"),
        (r"\bthis\b(?=\s(?:in|to|into|by|from|is)\b|\s*\Z)", "{result}"),
        (r"\b(?:das|es|dies)\b(?=\s(?:in|auf|mit|durch|zu|plus|minus|mal)\b|\s*\Z)", "{result}"),
        (r"(?<=\w)-l(?:e|a)\b", " {result}"),
        (r"(?<=[aeiou])l[oa]\b(?=\s(?:a|en|por|entre)\b)", " {result}"),
        # without a word for it: "multiply by 3", "add 20%"
        (
            r"\A(multiply|divide|round|convert|multiplizieren?|teilen?|dividieren?|runden?|rechnen?|multiplie[rz]?|"
            r"divise[rz]?|arrondi[st]?|convertis|multiplica|divide|redondea|convierte)\s"
            r"(?=(?:by|to|into|mit|durch|auf|in|par|à|en|por|entre|a)\b)",
            r"\1 {result} ",
        ),
        (r"\A(add\s[^,;]{1,40})\Z", r"\1 to {result}"),
        (r"\A((?:subtract|deduct|take away)\s[^,;]{1,40})\Z", r"\1 from {result}"),
    )
]


def with_result(text: str) -> str:
    """Return a step with the place of the result before it; "" for one that does not speak of it."""
    if RESULT_PLACE in text:
        return ""
    for words, put in _REFERENCES:
        found = words.search(text)
        if found is not None:
            return f"{text[: found.start()]}{found.expand(put)}{text[found.end() :]}"
    return ""


def gives_figures(output_schema: Mapping[str, Any]) -> bool:
    """Return whether a specialist's result holds numbers, of its own or in its rows."""
    return any(_is_numeric(schema) for _, schema in _named_members(output_schema))


def result_samples(output_schema: Mapping[str, Any]) -> Sequence[str]:
    """Return samples of what a specialist finds: plain ones, or with a unit where its results have one."""
    return _MEASURED if any(name in _UNITS for name, _ in _named_members(output_schema)) else _PLAIN


def gives_text(output_schema: Mapping[str, Any]) -> bool:
    """Return whether a specialist's result is a text made from the one that it got."""
    members = output_schema.get("properties")
    found = members if isinstance(members, Mapping) else {}
    return any("string" in _types(found.get(name)) for name in ("result", "text", "output"))


def _named_members(schema: object) -> list[tuple[str, object]]:
    """Return the members of an object and of the rows that it holds, with their names."""
    if not isinstance(schema, Mapping):
        return []
    properties = schema.get("properties")
    members = [(str(name), member) for name, member in properties.items()] if isinstance(properties, Mapping) else []
    holders = [schema, *(member for _, member in members)]
    rows = [row.get("items") for row in holders if isinstance(row, Mapping) and row.get("type") == "array"]
    return members + [member for row in rows for member in _named_members(row)]


def _is_numeric(schema: object) -> bool:
    return not {"integer", "number"}.isdisjoint(_types(schema))


def _types(schema: object) -> list[str]:
    kind = schema.get("type", "") if isinstance(schema, Mapping) else ""
    return list(map(str, kind)) if isinstance(kind, list) else [str(kind)]
