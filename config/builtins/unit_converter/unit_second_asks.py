"""Two questions on one figure: a speed in another unit and the time of a way, a price per area and the whole rent."""

import re
from collections.abc import Callable
from decimal import Decimal
from typing import Any

from config.builtins.unit_converter.unit_names import FLAGS, NAME, NUMBER, meanings, number
from config.builtins.wording import blanked, fill_in, fold, localized, merged

AnswerOfPart = Callable[[str], dict[str, Any]]
SPEED_NAMES = r"(?:km ?/ ?h|kmh|kph|mph|m/s|knots?|miles? (?:per|an) hour|kilomet\w+ (?:per|an|pro|par|por) \w+)"
SPEED_CONVERTED = re.compile(
    rf"(?<![\w.,])\d{{1,4}}(?:[.,]\d+)? ?{SPEED_NAMES}(?![\w/])(?P<wish>[^?!\d]{{0,60}}?\b(?:in|en|into|to|auf) {SPEED_NAMES}(?![\w/])[^?!\d]{{0,20}}\?)",
    re.IGNORECASE,
)
RIDE_TIME_ASKED = re.compile(r"\b(?:how long|how much time|wie lang\w*|combien de temps|cuanto (?:tiempo|tard\w*))\b")
AREA_PRICE = re.compile(
    rf"(?P<price>\d+(?:[.,]\d+)?) ?(?P<money>€|\$|£|chf|eur|euros?|dollars?|francs?|franken|dolares|pounds?)(?: ?/ ?| (?:per|a|the|pro|je|par|le|por|el) )(?P<per>{NAME})(?![A-Za-z0-9])"
    rf"(?:[^?!\d]|\d(?! ?(?:{NAME})))*?\b(?:for|fur|pour|para|bei|on|with) (?P<n>{NUMBER}) ?(?P<unit>{NAME})(?![A-Za-z0-9])",
    FLAGS,
)
WHOLE_PRICE_ASKED = re.compile(
    r"(?:(?<=[.?!,;] )|\b(?:and|und|et|y) )(?:(?:and|und|et|y|what(?:'s| is| would be)|how much is|was ist|wie hoch ist|quel est|combien fait|cual es) )*¿?(?:the |die |der |das |le |la |el )?"
    r"(?:(?:whole|total|entire|full|ganze|gesamte|komplette) (?:monthly )?(?:rent|price|cost|sum|amount|bill|miete|preis)|gesamt(?:miete|preis)|(?:loyer|prix|alquiler|precio) (?:total|complet|entier))\b[^?.!\d]{0,20}\?",
    re.IGNORECASE,
)
WHOLE_PRICE_TEXTS = {
    "en": "Whole sum: {n} × {price} = **{sum} {money}**.",
    "de": "Gesamtsumme: {n} × {price} = **{sum} {money}**.",
    "fr": "Somme totale : {n} × {price} = **{sum} {money}**.",
    "es": "Suma total: {n} × {price} = **{sum} {money}**.",
}


def speed_and_ride(text: str, answer_of: AnswerOfPart) -> list[dict[str, Any]]:
    """Return the answers to a speed in another unit and to the time that a way takes at it; [] for other messages."""
    flat = fold(text)
    asked = SPEED_CONVERTED.search(flat) if len(flat) == len(text) else None
    if asked is None or not RIDE_TIME_ASKED.search(flat, asked.end()) or re.search(r"\d", flat[: asked.start()]):
        return []
    first = answer_of(blanked(text, asked.end(), len(text)))
    second = answer_of(blanked(text, *asked.span("wish")))
    if first["status"] != "SUCCESS" or second["status"] != "SUCCESS":
        return []
    return [{**first, "used": merged([*first["used"], [0, asked.end()]], len(text))}, second]


def price_and_whole(text: str, language: str, answer_of: AnswerOfPart) -> dict[str, Any] | None:
    """Return a price per area in another unit with the price of the whole area; None for other messages."""
    flat = fold(text)
    told, whole = AREA_PRICE.search(flat), WHOLE_PRICE_ASKED.search(flat)
    if len(flat) != len(text) or told is None or whole is None or whole.start() < told.end():
        return None
    if meanings(told["per"])[0].id != meanings(told["unit"])[0].id or len(WHOLE_PRICE_ASKED.findall(flat)) != 1:
        return None
    made = answer_of(blanked(text, *whole.span()))
    if made["status"] != "SUCCESS":
        return None
    total = Decimal(told["price"].replace(",", ".")) * number(told["n"])
    words = {"n": told["n"], "price": told["price"], "money": told["money"]}
    line = fill_in(WHOLE_PRICE_TEXTS[language], sum=localized(f"{total:,.2f}", language), **words)
    used = merged([*made["used"], list(told.span()), list(whole.span())], len(text))
    return {**made, "answer": f"{made['answer']}\n\n{line}", "used": used}
