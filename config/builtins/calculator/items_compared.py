"""Which of several items at a price each makes the most or the least, with what all of them make where that is asked too."""

import re
from decimal import Decimal
from typing import Any, NamedTuple

from config.builtins.calculator.purchases import amounts_of
from config.builtins.wording import decimal_of, fill_in, fold, localized, merged

SOLD_ITEM = re.compile(
    r"(?<![\w.,])(?P<n>\d{1,6}) (?P<thing>(?:(?!(?:at|for|a|zu|je|fur|por)\b)[a-zß'-]+ ){0,3}?[a-zß'-]{2,}) (?:(?:sold )?(?:at|for|@)|zu je|je|zu|fur|a|por|pour|de)(?: je)? [€$£]?(?P<price>\d+(?:[.,]\d+)?)(?! ?%)"
    r"(?: ?(?:€|\$|£|euros?|eur|dollars?|pounds?|chf)(?!\w))?(?: (?:each|apiece|das stuck|(?:la )?piece|cada un[oa])\b)?"
)
SUBJECT = r"(?:which|what|welche[rs]?|was|lequel(?:le)?|laquelle|lesquel(?:le)?s|qu'est-ce qui|qui|cual(?:es)?|que)"
RANK_ASKED = re.compile(
    rf"\b{SUBJECT}(?: (?:one|item|of (?:them|these|those|the (?:three|two|four|items))|davon|von (?:ihnen|diesen)|thing|product|articulo|article|artikel|ware))?"
    r"(?: (?:has|have|had|hat|haben|a|ont|ha|han|did|was|were|is|are|do|does))?(?: (?:i|we))?"
    r" (?:(?:brought|bring|brings|made|make|makes|earned|earn|earns|cost|costs|sold|gave|took|takes?)(?: me| us)?(?: in)? (?:the |for the )?(?P<way>most|more|least|less)(?: money)?"
    r"|(?:mir |uns )?(?:am )?(?P<de>meisten|wenigsten|mehr|weniger)(?: geld)? (?:eingebracht|gekostet|gebracht|ein(?:bringt)?|verdient)"
    r"|(?:rapporte|coute|rapportent) le (?P<fr>plus|moins)|(?:dejo|dio|trajo|costo|aporto|rindio) (?P<es>mas|menos))\b"
)
ALL_ASKED = re.compile(
    r"\b(?:total\w*|altogether|in all|all together|together|sum|insgesamt|zusammen|gesamt\w*|summe|en tout|au total|en total|somme|suma)\b"
)
OTHER_ASKED_OF_ITEMS = re.compile(
    r"%|\b(?:discount|off|tax|vat|fees?|profit|left|change|average|each of us|per person|rabatt|steuer|gebuhr\w*|gewinn|remise|descuento|how much more|by how much|difference|not|no|except|without)\b"
)
RANK_TEXTS = {
    "en": ("The most: {items}.", "The least: {items}.", "Together: **{total}**."),
    "de": ("Am meisten: {items}.", "Am wenigsten: {items}.", "Zusammen: **{total}**."),
    "fr": ("Le plus : {items}.", "Le moins : {items}.", "Ensemble : **{total}**."),
    "es": ("Lo que más: {items}.", "Lo que menos: {items}.", "En total: **{total}**."),
}


class SoldItem(NamedTuple):
    """A counted thing with the price of one, as written, and what all of it makes."""

    name: str
    said: str
    made: Decimal


def sold_items(text: str, language: str) -> list[SoldItem]:
    """Return the items of a message; [] unless each number of it is the count or the price of one."""
    found = list(SOLD_ITEM.finditer(text))
    if any(not any(one.start() <= told.start < one.end() for one in found) for told in amounts_of(text)):
        return []
    items = []
    for one in found:
        made = Decimal(one["n"]) * decimal_of(one["price"], language)
        items.append(SoldItem(one["thing"], f"{one['n']} × {one['price']}", made))
    return items


def ranked_items(message: str, language: str) -> dict[str, Any] | None:
    """Return which item makes the most or the least, with what all make where that is asked; None for other messages."""
    text = fold(message).lower()
    asked = RANK_ASKED.search(text)
    if asked is None or OTHER_ASKED_OF_ITEMS.search(text):
        return None
    items = sold_items(text, language)
    if len(items) < TWO_ITEMS:
        return None
    is_least = bool(re.search(r"least|less|wenig|moins|menos", asked.group()))
    order = sorted(items, key=lambda one: one.made, reverse=not is_least)
    best = [one for one in order if one.made == order[0].made]
    told = [f"**{one.name}** ({one.said} = **{amount(one.made, language)}**)" for one in best]
    told += [f"{one.name} {amount(one.made, language)}" for one in order[len(best) :]]
    most, least, together = RANK_TEXTS[language]
    answer = fill_in(least if is_least else most, items="; ".join(told))
    results = [item_row(one.said.replace("×", "*"), one.made) for one in best]
    if ALL_ASKED.search(text):
        whole = sum((one.made for one in items), Decimal(0))
        answer += "\n\n" + fill_in(together, total=amount(whole, language))
        results.append(item_row(" + ".join(one.said.replace("×", "*") for one in items), whole))
    spans = [list(match.span()) for one in (SOLD_ITEM, RANK_ASKED, ALL_ASKED) for match in one.finditer(text)]
    made = {"answer": answer, "output": {"results": results}, "confidence": 0.95, "status": "SUCCESS"}
    return {**made, "definite": True, "used": merged(spans, len(message))}


TWO_ITEMS = 2


def amount(value: Decimal, language: str) -> str:
    """Return a number as a language writes it, without zeros at its end."""
    return localized(f"{value.normalize():,f}", language)


def item_row(expression: str, value: Decimal) -> dict[str, Any]:
    """Return a result as data."""
    return {
        "expression": expression,
        "result": f"{value.normalize():f}",
        "value": float(value),
        "exact": True,
        "fraction": "",
    }
