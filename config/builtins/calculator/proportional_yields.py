"""What so many of a thing bring in, where it is told what some of them brought in: 35 tickets, 437.50, and 52 of them."""

import re

from config.builtins.calculator.consumed import Problem
from config.builtins.calculator.purchases import amounts_of

BRINGS_IN = r"(?:brought in|bring in|brings in|brought|earned?|earns|made|makes?|raised?|raises|yield(?:ed|s)?|sold for|sell for|went for|came to|come to|einbring\w*|brachten|bringen|ergeben|ergaben|rapportent|ont rapporte|rapporter\w*|recaudaron|recaudan|dieron|dan)"
SOME_YIELD = re.compile(
    rf"(?<![\w.,])(?P<count>\d{{1,5}}) (?P<thing>[a-z]{{3,20}})(?: [a-z]+){{0,3}}? {BRINGS_IN}(?: us| me| a total of| together| zusammen| about)? ?[€$£]?(?P<sum>\d[\d.,]*\d|\d)"
)
MANY_ASKED = re.compile(
    rf"\b(?:what|how much|was|wie ?viel|combien|cuanto)\b[^.?!;\d]{{0,30}}(?<![\w.,])(?P<many>(?!1\b)\d{{1,5}})(?: (?:of them|davon|[a-z]{{3,20}}))?(?: (?:{BRINGS_IN}|ein))?(?= ?(?:[?.!,]|\Z))"
)
FIXED_COST = re.compile(
    r"\b(?:fee|discount|plus|minus|each|apiece|per|tax|vat|after|profit|rabatt|gebuhr|pro|je|remise|par|descuento|por)\b|%"
)


def proportional_yield(text: str) -> Problem:
    """Return what so many of a thing bring in, in proportion to some of them; none for other messages."""
    some = SOME_YIELD.search(text)
    asked = MANY_ASKED.search(text, some.end()) if some else None
    if some is None or asked is None or FIXED_COST.search(text) or not int(some["count"]):
        return Problem("")
    read = {some.start("count"), some.start("sum"), asked.start("many")}
    rest = [one for one in amounts_of(text) if one.start not in read and one.text != "1"]
    if rest:
        return Problem("")
    return Problem(f"{some['sum']} / {some['count']} * {asked['many']}", (SOME_YIELD, MANY_ASKED))
