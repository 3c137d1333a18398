"""Checks payment card numbers: the Luhn check digit (ISO/IEC 7812), the network by its first digits, and the network's lengths.

Nothing is looked up, and no number is repeated in full: only its first six and last four digits.
"""

import re
from typing import Any

from config.recipes.common import declares_used, found_in, nothing, solved, table

MOST = 100  # numbers of one message
NUMBER = re.compile(r"(?<![\w.,])\d(?:[ \-\u00a0]{0,2}\d){11,22}(?![\w])")
HELP = "I check the form of payment card numbers, and see none here. Send me one or more, e.g. 4111 1111 1111 1111 (a test number)."

# name, first digits from, to (of the same length), lengths; the longest match wins
NETWORKS = (
    ("American Express", 34, 34, (15,)),
    ("American Express", 37, 37, (15,)),
    ("Diners Club", 300, 305, (14, 16, 19)),
    ("Diners Club", 36, 36, (14, 15, 16, 17, 18, 19)),
    ("Diners Club", 38, 39, (14, 16, 19)),
    ("Discover", 6011, 6011, (16, 17, 18, 19)),
    ("Discover", 644, 649, (16, 17, 18, 19)),
    ("Discover", 65, 65, (16, 17, 18, 19)),
    ("JCB", 3528, 3589, (16, 17, 18, 19)),
    ("Maestro", 5018, 5018, (12, 13, 14, 15, 16, 17, 18, 19)),
    ("Maestro", 5020, 5020, (12, 13, 14, 15, 16, 17, 18, 19)),
    ("Maestro", 5038, 5038, (12, 13, 14, 15, 16, 17, 18, 19)),
    ("Maestro", 6304, 6304, (12, 13, 14, 15, 16, 17, 18, 19)),
    ("Maestro", 6759, 6763, (12, 13, 14, 15, 16, 17, 18, 19)),
    ("Mastercard", 51, 55, (16,)),
    ("Mastercard", 2221, 2720, (16,)),
    ("Mir", 2200, 2204, (16, 17, 18, 19)),
    ("RuPay", 60, 60, (16,)),
    ("RuPay", 6521, 6522, (16,)),
    ("UATP", 1, 1, (15,)),
    ("UnionPay", 62, 62, (16, 17, 18, 19)),
    ("Visa", 4, 4, (13, 16, 19)),
)


@declares_used()
def handle(payload: dict[str, Any], ctx: object) -> dict[str, Any]:
    """Answer one message about one or several card numbers."""
    found = found_in(payload, numbers)
    if not found:
        return nothing(HELP)
    cards = [judged(digits) for digits in found[:MOST]]
    valid = sum(card["valid"] for card in cards)
    output = {
        "cards": cards,
        "valid_count": valid,
        "invalid_count": len(cards) - valid,
        "left_out": len(found) - len(cards),
    }
    return solved(sentence(output), output)


def numbers(text: str) -> list[str]:
    """Return the digits of what was meant as a card number, each once, in order."""
    found = (re.sub(r"\D", "", match.group()) for match in NUMBER.finditer(text))
    return list(dict.fromkeys(digits for digits in found if 12 <= len(digits) <= 23))


def judged(digits: str) -> dict[str, Any]:
    """Return the judgement of one number."""
    network, lengths = network_of(digits)
    reasons = []
    luhn = check_digit(digits[:-1]) == int(digits[-1])
    if len(set(digits)) == 1:
        reasons.append("all its digits are the same")
    if not network:
        reasons.append(f"no network that I know begins with {digits[:4]}")
    elif len(digits) not in lengths:
        reasons.append(f"{network} numbers have {spoken(lengths)} digits, this one has {len(digits)}")
    if not luhn:
        reasons.append("the check digit is wrong: there is a slip somewhere in the number")
    return {
        "masked": f"{digits[:6]}{'•' * (len(digits) - 10)}{digits[-4:]}",
        "length": len(digits),
        "network": network,
        "luhn": luhn,
        "valid": not reasons,
        "reasons": reasons,
    }


def network_of(digits: str) -> tuple[str, tuple[int, ...]]:
    """Return the name of a number's network and its lengths; empty ones when no network is known."""
    hits = [row for row in NETWORKS if row[1] <= int(digits[: len(str(row[1]))]) <= row[2]]
    best = max(hits, key=lambda row: len(str(row[1])), default=None)
    return (best[0], best[3]) if best else ("", ())


def check_digit(body: str) -> int:
    """Return the Luhn check digit of a number without its last digit: every second digit from the right counts double."""
    total = 0
    for place, digit in enumerate(reversed(body)):
        value = int(digit) * (1 if place % 2 else 2)
        total += value - 9 if value > 9 else value
    return -total % 10


def spoken(lengths: tuple[int, ...]) -> str:
    """Return lengths in words."""
    if len(lengths) > 2 and lengths[-1] - lengths[0] == len(lengths) - 1:
        return f"{lengths[0]} to {lengths[-1]}"
    return " or ".join(map(str, lengths))


def sentence(output: dict[str, Any]) -> str:
    """Return the answer in words."""
    cards, note = output["cards"], "I checked the form only, not whether the card exists."
    if len(cards) == 1:
        card = cards[0]
        if card["valid"]:
            return f"**{card['masked']}** is well formed: {card['network']}, {card['length']} digits, check digit right. {note}"
        return f"**{card['masked']}** is not a valid card number: {'; '.join(card['reasons'])}."
    rows = [
        [card["masked"], card["network"] or "?", "well formed" if card["valid"] else "; ".join(card["reasons"])]
        for card in cards
    ]
    more = f"\n\n{output['left_out']} more were left out: I check {MOST} at once." if output["left_out"] else ""
    return f"{output['valid_count']} of {len(cards)} are well formed. {note}\n\n{table(['number', 'network', 'verdict'], rows)}{more}"
