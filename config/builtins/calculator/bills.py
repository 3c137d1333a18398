"""Bills and commissions: an hourly rate with a time, material and tax, and half of a share that two take."""

import re

from config.builtins.calculator.consumed import Problem
from config.builtins.calculator.purchases import Amount, amounts_of, role_of
from config.builtins.calculator.taxed_prices import TAX, TAX_ASKED

MONEY_MARK = r"(?: ?(?:€|\$|£|euros?|eur|dollars?|usd|pounds?|gbp|chf|francs?|franken))?"
HOUR = r"(?:h|hrs?|hours?|std|stunden?|heures?|horas?)\b\.?"
RATE_AHEAD = re.compile(
    r"\b(?:hourly (?:rate|wage|fee|pay)|rate|stundensatz|stundenlohn|stundenpreis|taux horaire|tarif horaire|tarifa(?: por hora)?|precio por hora|salario por hora)"
    r"(?: (?:is|of|von|ist|betragt|de|est|es|at|zu))*:? ?[€$£]?\Z"
)
RATE_BEHIND = re.compile(
    rf"{MONEY_MARK} ?(?:/|an |a |per |each |pro |je |die |in der |de l'|l'|par |por |la |a la ) ?{HOUR}"
)
TIME_BEHIND = re.compile(
    rf" ?{HOUR}(?:,? ?(?:and |und |et |y )?(?P<minutes>\d{{1,2}}) ?(?:min(?:ut(?:es?|en?|os?))?|m)\b\.?)?"
)
CLOCKED = re.compile(rf"(?<![\d:.,])(?P<hours>\d{{1,3}}):(?P<minutes>[0-5]\d)(?![\d:])(?: ?{HOUR})?")
EXTRA_AHEAD = re.compile(
    r"(?:\b(?:plus|and|und|et|y|mas|dazu|zzgl\.?|zuzuglich|sowie|with|mit|avec|con|for|fur|pour|de|por)|\+|,|:)(?: [a-z-]+){0,3} ?[€$£]?\Z"
)
EXTRA = (
    r"(?:materials?|material\w*|parts?|supplies|call-?outs?|travel\w*|mileage|anfahrt\w*|fahrt\w*|ersatzteile?|teile|pieces|fournitures|deplacement|materiales|materiaux|materiel|piezas|desplazamiento|"
    r"paint|farbe|peinture|pintura|wood|holz|tools?|werkzeug|expenses|spesen|auslagen|frais|gastos)"
)
EXTRA_NAMED = re.compile(rf"\b{EXTRA}\b")
BILL_ASKED = re.compile(
    r"\b(?:gross|brutto|total\w*|gesamt\w*|bill|invoice|rechnung|altogether|in all|zusammen|insgesamt|how much|what(?:'s| is|s| do| does| will)?|was|wie ?viel\w*|combien|facture|quel\w*|cuanto|factura|importe|ttc|charge|raus|owe|pay)\b"
)
NOT_TAXED = re.compile(
    r"\b(?:net|netto|without|ohne|excl\w*|before|hors|ht|sin|neto|sans|average|profit|left|discount|rabatt)\b"
)
HALF = re.compile(
    r"\b(?:half|halves|halfte|halbe|moitie|mitad)\b(?! (?:an? )?(?:hour|past|price|dozen|day|year|month|stunde|price))"
)
OWN_HALF = re.compile(
    r"\b(?:my|his|her|our|the|their|meine|seine|ihre|ma|sa|mi|su|each) (?:half|halfte|moitie|mitad)\b"
)
COMMISSION = re.compile(
    r"\b(?:commissions?|bonus|provision|royalt\w+|kickback|finder'?s fee|comision|prima|prime|profit share|gewinnanteil|makler\w*|courtage)\b"
)
HALF_ASKED = re.compile(r"\b(?:how much|what(?:'s| is|s| do)?|wie ?viel\w*|was|combien|quel\w*|cuanto|que)\b")
HALF_ELSE = re.compile(r"\b(?:plus|minus|add\w*|other half|andere halfte|each of|twice|double|half of them)\b")


def half_of_share(text: str) -> Problem:
    """Return half of a percentage of a sum, or of a reduced or taxed price; none for other messages."""
    amounts = amounts_of(text)
    shares, plain = [one for one in amounts if one.share], [one for one in amounts if not one.share]
    if len(shares) != 1 or len(plain) != 1 or len(HALF.findall(text)) - len(OWN_HALF.findall(text)) not in (0, 1):
        return Problem("")
    if not HALF.search(text) or HALF_ELSE.search(text) or not HALF_ASKED.search(text):
        return Problem("")
    words = (HALF, COMMISSION, HALF_ASKED)
    between = text[shares[0].end : plain[0].start]
    is_linked = re.fullmatch(
        r" (?:of|von|de|del|des|on|auf|sur|sobre|aus)(?: (?:the|den|la|el|los|a))? ?[€$£]?", between
    )
    if COMMISSION.search(text) or (is_linked and not role_of(text, shares[0])):
        return Problem(f"({shares[0].text} % of {plain[0].text}) / 2", words)
    role = role_of(text, shares[0])
    if role not in ("off", "tip", "tax") or TAX_ASKED.search(text):
        return Problem("")
    return Problem(f"({plain[0].text} {'-' if role == 'off' else '+'} {shares[0].text} %) / 2", words)


def worked_hours(text: str, amounts: list[Amount]) -> tuple[str, list[Amount]]:
    """Return the time worked as an expression in hours, with its numbers; "" unless there is exactly one."""
    clocked = list(CLOCKED.finditer(text))
    if len(clocked) == 1:
        inside = [one for one in amounts if clocked[0].start() <= one.start < clocked[0].end()]
        return f"({int(clocked[0]['hours'])} + {int(clocked[0]['minutes'])} / 60)", inside
    found = [(one, match) for one in amounts if not one.share and (match := TIME_BEHIND.match(text, one.end))]
    if len(found) != 1 or clocked:
        return "", []
    hours, match = found[0]
    taken = [one for one in amounts if hours.start <= one.start < match.end()]
    return (f"({hours.text} + {match['minutes']} / 60)" if match["minutes"] else hours.text), taken


def labour_bill(text: str) -> Problem:
    """Return a bill of an hourly rate, a time and further costs, with its tax put on; none for other messages."""
    amounts = amounts_of(text)
    rates = [
        one
        for one in amounts
        if not one.share and (RATE_AHEAD.search(text[: one.start]) or RATE_BEHIND.match(text, one.end))
    ]
    hours, taken = worked_hours(text, [one for one in amounts if one not in rates])
    shares = [one for one in amounts if one.share]
    extras = [one for one in amounts if one not in [*rates, *taken, *shares]]
    if len(rates) != 1 or not hours or len(shares) > 1 or len(extras) > 3 or not (extras or shares):
        return Problem("")
    if not BILL_ASKED.search(text) or NOT_TAXED.search(text) or TAX_ASKED.search(text):
        return Problem("")
    if not all(is_cost(text, one) for one in extras) or OTHER_PERIOD.search(text):
        return Problem("")
    if shares and (role_of(text, shares[0]) not in ("tax", "up") or re.search(rf"\b{TAX}\b", text) is None):
        return Problem("")
    made = " + ".join([f"{rates[0].text} * {hours}", *(one.text for one in extras)])
    words = (RATE_AHEAD, TIME_BEHIND, CLOCKED, EXTRA_NAMED, BILL_ASKED, re.compile(TAX), BILL_WORDS, RATE_BEHIND)
    sign = "-" if shares and TAX_TAKEN_OFF.search(text) else "+"
    return Problem(f"({made}) {sign} {shares[0].text} %" if shares else made, (*words, TAX_TAKEN_OFF))


TAX_TAKEN_OFF = re.compile(  # of a wage: "minus 12 % tax", "what is my take home"
    r"\b(?:minus|less|deduct\w*|withh\w*|abzuglich|moins|menos)(?: the| an?| about)? (?=\d+(?:[.,]\d+)? ?(?:%|percent|prozent|pour ?cent|por ciento))|\btake[- ]?home\b|\bafter (?:the )?tax(?:es)?\b|\bnach steuern\b|\bapres impots?\b|\bdespues de impuestos\b"
)


BILL_WORDS = re.compile(
    r"\b(?:per|an?|pro|je|die|par|por|la) (?:h|hour|stunde|std|heure|hora)\b|\b(?:hours?|minutes?|min|stunden?|std|heures?|horas?|hourly)\b"
)


OTHER_PERIOD = re.compile(
    r"\b(?:days?|weeks?|months?|years?|tage?n?|wochen?|monate?n?|jours?|semaines?|mois|dias?|semanas?|mes|meses)\b"
)


def is_cost(text: str, one: Amount) -> bool:
    """Return whether a number is a further cost: with a name of one beside it, or a sum of money that is added."""
    if is_named_extra(text, one) or re.search(rf"\b{EXTRA}(?: [a-z-]+){{0,2}}:? ?[€$£]?\Z", text[: one.start]):
        return True
    is_money = re.match(r" ?(?:€|\$|£|euros?|eur|dollars?|usd|pounds?|gbp|chf|francs?|franken)", text[one.end :])
    has_sign = re.search(r"[€$£] ?\Z", text[: one.start])
    return bool((is_money or has_sign) and EXTRA_AHEAD.search(text[: one.start]))


def is_named_extra(text: str, one: Amount) -> bool:
    """Return whether a cost has its name beside it: "36.80 of material"."""
    return re.match(rf"{MONEY_MARK} ?(?:of |for |fur |an |de |pour |en |in )?{EXTRA}\b", text[one.end :]) is not None
