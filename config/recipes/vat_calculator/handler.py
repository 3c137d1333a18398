"""Percentages: shares, changes, mark-ups and discounts, and value added tax on net or in gross amounts; exact decimals."""

import re
from decimal import ROUND_HALF_UP, Decimal, DivisionByZero, InvalidOperation
from typing import Any

from config.recipes.common import GROUPED, amount, declares_used, found_in, left_out_note, nothing, solved

MOST = 20
LARGEST = Decimal(10) ** 15
CENT = Decimal("0.01")
SIGN = r"(?:[€$£¥]|EUR|USD|CHF|GBP|euros?|dollars?|pounds?)"
NUMBER = rf"(?:{SIGN}\s?)?(-?(?:{GROUPED}))(?:\s?{SIGN}(?![\w]))?"
RATE = rf"(-?(?:{GROUPED}))\s?(?:%|percent|per cent|prozent|por ?ciento)"
TAX = r"(?:vat|gst|sales tax|tax|mwst\.?|mehrwertsteuer|ust\.?|umsatzsteuer|iva|steuer)"
FLAGS = re.IGNORECASE
GROSS = re.compile(
    r"\b(?:gross|incl\w*|inkl\w*|brutto|bruto|including|remove|take off|without|herausrechnen|enthält|contains|contained"
    r"|in it|out of|extract)\b",
    FLAGS,
)
NET_WANTED = re.compile(
    r"\b(?:net|netto|neto)\b(?=\W+(?:of|from|for|price|amount|de|von|aus|betrag)\b)|\bwhat is the net\b", FLAGS
)
CHANGE = re.compile(rf"\b(?:from|von|de)\s+{NUMBER}\s+(?:to|auf|nach|a)\s+{NUMBER}", FLAGS)
PERCENT = r"(?:percent(?:age)?|%|prozent|porcentaje|por ?ciento)"
WHAT = r"(?:what|which|how many|wie ?viele?|qu[eé]|cu[aá]nto)"
PART = re.compile(
    rf"{NUMBER}\s*(?:is|are|as|out of|of|sind|ist|es|von|de)\s*{WHAT}?\s*{PERCENT}\s*(?:of|from|von|de)\s*{NUMBER}"
    rf"|{WHAT}\s*{PERCENT}\s*(?:of|von|de)\s*{NUMBER}\s*(?:is|are|sind|ist|es|son)\s*{NUMBER}"
    rf"|{WHAT}\s*{PERCENT}\s*(?:is|are|sind|ist|es|son)\s*{NUMBER}\s*(?:out of|of|von|de)\s*{NUMBER}",
    FLAGS,
)
SHARE = re.compile(rf"{RATE}\s*(?:of|off|von|vom|de|del|on)\s*(?:the |der |den |un |a )?{NUMBER}", FLAGS)
ADDED = re.compile(
    rf"{NUMBER}\s*(?:(?P<plus>\+|plus|and|increased by|mit|más|zuzüglich)|(?P<minus>-|−|minus|less|decreased by|reduced by"
    rf"|weniger|menos|abzüglich))\s*{RATE}",
    FLAGS,
)
OFF = re.compile(
    r"%\s*(?:off|discount|rabatt|descuento|reduction|nachlass)|\b(?:discount|rabatt|descuento|nachlass)\b", FLAGS
)
HELP = 'I compute percentages and tax. Send me e.g. "19% VAT on 100", "net of 119 incl. 19%", "what is 15% of 80", or "from 40 to 50".'


@declares_used()
def handle(payload: dict[str, Any], ctx: object) -> dict[str, Any]:
    """Answer one message with one or several sums."""
    try:
        found = found_in(payload, sums)
    except (InvalidOperation, DivisionByZero, OverflowError):
        return nothing("These numbers are too large, or one that is divided by is 0.")
    if not found:
        return nothing(HELP)
    kept = found[:MOST]
    left_out = len(found) - len(kept)
    lines = "\n".join(one["text"] for one in kept)
    return solved(lines + left_out_note(left_out, MOST), {"calculations": kept, "left_out": left_out})


def sums(text: str) -> list[dict[str, Any]]:
    """Return the sums of a message, clause by clause."""
    made = []
    for clause in re.split(
        r"\n|;|\?|(?<=[a-z%])\.\s+(?=[A-Z])|\s+(?:and|und|y)\s+(?=(?:what|how|the|was|wie|cu)\b)", text
    ):
        one = tax(clause) or change(clause) or part(clause) or added(clause) or share(clause)
        if one:
            made.append(one)
    return made


def tax(clause: str) -> dict[str, Any] | None:
    """Return tax on a net amount, or the tax that a gross amount holds."""
    named = re.search(rf"\b{TAX}", clause, FLAGS)
    rate = re.search(RATE, clause, FLAGS)
    if rate is None or (named is None and not re.search(r"\b(?:gross|net|brutto|netto|bruto|neto)\b", clause, FLAGS)):
        return None
    rest = clause[: rate.start()] + " ; " + clause[rate.end() :]
    number = re.search(NUMBER, rest, FLAGS)
    if number is None:
        return None
    value, percent = amount(number.group(1), money=True), amount(rate.group(1))
    to_gross = re.search(
        r"\b(?:on|to|add|plus|auf|zu|sobre|más|gross of|brutto von)\b", clause, FLAGS
    ) and not GROSS.search(clause)
    if (GROSS.search(clause) or NET_WANTED.search(clause)) and not to_gross:
        net = (value / (1 + percent / 100)).quantize(CENT, ROUND_HALF_UP)
        return result(
            "vat_in_gross",
            {"net": net, "tax": value - net, "gross": value, "rate": percent},
            f"{shown(value)} gross = **{shown(net)} net** + {shown(value - net)} tax ({shown(percent)} %)",
        )
    duty = (value * percent / 100).quantize(CENT, ROUND_HALF_UP)
    return result(
        "vat_on_net",
        {"net": value, "tax": duty, "gross": value + duty, "rate": percent},
        f"{shown(value)} net + {shown(duty)} tax ({shown(percent)} %) = **{shown(value + duty)} gross**",
    )


def change(clause: str) -> dict[str, Any] | None:
    """Return by how many percent something changed."""
    match = CHANGE.search(clause)
    if match is None or not re.search(
        r"%|percent|prozent|porcent|change|increase|decrease|grow|rise|rose|fell|drop|von .* auf|sub", clause, FLAGS
    ):
        return None
    before, after = amount(match.group(1)), amount(match.group(2))
    if not before:
        raise DivisionByZero
    percent = (after - before) / abs(before) * 100
    word = "more" if percent >= 0 else "less"
    return result(
        "change",
        {"from": before, "to": after, "percent": percent},
        f"From {shown(before)} to {shown(after)}: **{shown(abs(percent))} % {word}**",
    )


def part(clause: str) -> dict[str, Any] | None:
    """Return how many percent one number is of another."""
    match = PART.search(clause)
    if match is None:
        return None
    first, second, third, fourth, fifth, sixth = match.groups()
    piece, whole = (first, second) if first else (fourth, third) if fourth else (fifth, sixth)
    return percent_of(amount(piece), amount(whole))


def percent_of(piece: Decimal, whole: Decimal) -> dict[str, Any]:
    """Return a part as a percentage of the whole."""
    if not whole:
        raise DivisionByZero
    percent = piece / whole * 100
    return result(
        "part",
        {"part": piece, "whole": whole, "percent": percent},
        f"{shown(piece)} is **{shown(percent)} %** of {shown(whole)}",
    )


def added(clause: str) -> dict[str, Any] | None:
    """Return an amount with a percentage added to it or taken off."""
    match = ADDED.search(clause)
    if match:
        value, percent = amount(match.group(1)), amount(match.group(4))
        percent = -percent if match["minus"] else percent
    else:
        rate = re.search(RATE, clause, FLAGS)
        if rate is None or not OFF.search(clause):
            return None
        number = re.search(NUMBER, clause[: rate.start()] + " ; " + clause[rate.end() :], FLAGS)
        if number is None:
            return None
        value, percent = amount(number.group(1), money=True), -amount(rate.group(1))
    total = value * (1 + percent / 100)
    told = f"{shown(value)} {'+' if percent >= 0 else '-'} {shown(abs(percent))} % = **{shown(total)}**"
    return result(
        "with_percent", {"value": value, "percent": percent, "difference": total - value, "result": total}, told
    )


def share(clause: str) -> dict[str, Any] | None:
    """Return a percentage of a number."""
    match = SHARE.search(clause)
    if match is None:
        return None
    percent, value = amount(match.group(1)), amount(match.group(2))
    made = value * percent / 100
    return result(
        "share",
        {"value": value, "percent": percent, "result": made},
        f"{shown(percent)} % of {shown(value)} = **{shown(made)}**",
    )


def result(kind: str, numbers: dict[str, Decimal], text: str) -> dict[str, Any]:
    """Return a sum as data. Raises OverflowError for numbers that nobody counts with."""
    if any(abs(number) > LARGEST for number in numbers.values()):
        raise OverflowError
    return {"kind": kind, **{name: float(round(number, 10)) for name, number in numbers.items()}, "text": text}


def shown(value: Decimal) -> str:
    """Return a number for people, rounded to four decimals."""
    text = f"{value.quantize(Decimal('0.0001'), ROUND_HALF_UP):,f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
