"""Splits bills: evenly with tip and tax, or by who paid what, to the cent, with the fewest payments that settle it."""

import re
from decimal import ROUND_HALF_UP, Decimal
from itertools import pairwise
from typing import Any

from config.recipes.common import GROUPED, amount, declares_used, found_in, nothing, solved, table

CENT = Decimal("0.01")
LARGEST = Decimal(10) ** 9
MOST_PEOPLE = 100
MONEY = rf"(?:[€$£¥]|EUR|USD|CHF|GBP)?\s?({GROUPED})\s?(?:[€$£¥]|EUR\b|USD\b|CHF\b|GBP\b|euros?\b|dollars?\b|pounds?\b|francs?\b|bucks\b)?"
NO_NAME = r"(?!(?:who|split|bill|total|and|the|tip|each|people|they|with|for|rest|others?|und|y|wer)\b)"
PAID = re.compile(
    rf"(?<!\w)(?P<name>{NO_NAME}[A-Za-zÀ-ž][\w'’-]{{0,30}})"
    rf"(?: has| hat| ha)?\s*(?:paid|pays|spent|put in|gave|covered|zahlte|bezahlte?|pagó|puso|gab|:|=)\s*(?:in |for everything )?{MONEY}",
    re.IGNORECASE,
)
NAME = r"[A-ZÀ-Ž][\w'’-]{0,30}"
NOTHING_PAID = re.compile(
    rf"(?<!\w)({NAME})(?:,? (?:and|und|y) ({NAME}))? (?:paid|put in|zahlten?|pagó|pagaron) (?:nothing|nichts|nada)\b"
)
SAME_VERB = re.compile(rf"(?:,|\b(?:and|und|y))\s+({NO_NAME}{NAME})\s+{MONEY}(?=\s*(?:[,.;?!]|and\b|und\b|y\b|$))")
PEOPLE = re.compile(
    r"(\d{1,4})\s*(?:of us|people|persons?|friends|ways|guests|adults|colleagues|roommates|personen|leute|freunde|personas|amigos|heads)\b"
    r"|\b(?:between|among|by|durch|entre|auf|unter|for|with)\s+(?:the |us )?(\d{1,4})(?![\d.,]|\s*%)",
    re.IGNORECASE,
)
WORDS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6}
WORDS |= {"dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, "seis": 6}
WORD = "|".join(WORDS)
PERCENT = r"(\d+(?:[.,]\d+)?)\s*%"
TIP_WORD = r"(?:tip|trinkgeld|propina|gratuity|service)"
TIP = re.compile(rf"{PERCENT}\s*{TIP_WORD}|{TIP_WORD}\w*\s*(?:of |von |de |is )?{PERCENT}", re.IGNORECASE)
TAX_WORD = r"(?:tax|vat|steuer|iva|mwst)"
TAX = re.compile(rf"{PERCENT}\s*{TAX_WORD}|{TAX_WORD}\s*(?:of )?{PERCENT}", re.IGNORECASE)
ABOUT = re.compile(
    r"split|bill|share|owes?|each|tip|divide|rechnung|teil|trinkgeld|schuld|cuenta|dividir|propina|paid|pagó|bezahl|zahlt"
    r"|settle|pay|reparte|debe",
    re.IGNORECASE,
)
HELP = 'I split bills. Tell me e.g. "split 120 between 4 with 15% tip", or who paid what: "Ann paid 30, Bob paid 50, Cid paid 10".'


@declares_used()
def handle(payload: dict[str, Any], ctx: object) -> dict[str, Any]:
    """Answer one message about a bill."""
    texts = found_in(payload, asked_of)
    if not texts:
        return nothing(HELP)
    paid = who_paid(texts[0])
    if len(paid) > MOST_PEOPLE:
        return nothing(f"I split among at most {MOST_PEOPLE} people, and see {len(paid)}.")
    if len(paid) > 1:
        return settled(paid, texts[0])
    return shared(texts[0])


def asked_of(text: str) -> list[str]:
    """Return the text when it asks for a bill to be split."""
    if not ABOUT.search(text) or not re.search(r"\d", text):
        return []
    return [text] if len(who_paid(text)) > 1 or (people_in(text) and total_in(text) is not None) else []


def who_paid(text: str) -> dict[str, Decimal]:
    """Return what each person paid."""
    paid: dict[str, Decimal] = {}
    for match in PAID.finditer(text):
        name = match["name"].strip()
        paid[name] = paid.get(name, Decimal(0)) + amount(match.group(2), money=True)
    if paid:  # "Tom put in 40, Eva 15": the verb is said once
        for match in SAME_VERB.finditer(text):
            paid.setdefault(match.group(1), amount(match.group(2), money=True))
    for match in NOTHING_PAID.finditer(text):
        for name in match.groups():
            if name:
                paid.setdefault(name, Decimal(0))
    return paid


def people_in(text: str) -> int:
    """Return how many people share, 0 when nobody says."""
    match = PEOPLE.search(text)
    if match:
        number = int(match.group(1) or match.group(2))
        me = re.search(r"\b(?:me and|myself and|ich und|yo y) \d", text, re.IGNORECASE)
        return number + (1 if me else 0)
    heads = r"(?= (?:of us|people|friends|ways|personen|leute|personas|amigos|guests|heads))"
    words = re.findall(
        rf"\b(?:{WORD})\b{heads}|(?:(?<=between )|(?<=among )|(?<=entre )|(?<=durch ))(?:{WORD})\b", text, re.IGNORECASE
    )
    return next((WORDS[word.lower()] for word in words if word.lower() in WORDS), 0)


def total_in(text: str) -> Decimal | None:
    """Return the bill: the first amount that is neither a percentage nor the number of people; several with plus add up."""
    text = re.sub(r"\d+(?:[.,]\d+)?\s*%", " ", text)
    people = PEOPLE.search(text)
    rest = text if people is None else text[: people.start()] + " | " + text[people.end() :]
    found = list(re.finditer(MONEY, rest, re.IGNORECASE))
    if not found:
        return None
    total = amount(found[0].group(1), money=True)
    for before, match in pairwise(found):
        if not re.fullmatch(r"\s*\+\s*", rest[before.end() : match.start()]):
            break
        total += amount(match.group(1), money=True)
    return total


def percent(pattern: re.Pattern[str], text: str) -> Decimal:
    """Return a percentage, 0 when it is not there."""
    match = pattern.search(text)
    return amount(match.group(1) or match.group(2)) if match else Decimal(0)


def currency(text: str) -> str:
    """Return the sign of the money that is meant."""
    for sign, pattern in (
        ("€", r"€|\beuros?\b|\bEUR\b"),
        ("$", r"\$|\bdollars?\b|\bUSD\b"),
        ("£", r"£|\bpounds?\b|\bGBP\b"),
        ("CHF", r"\bCHF\b|francs?\b"),
    ):
        if re.search(pattern, text, re.IGNORECASE):
            return sign
    return ""


def shared(text: str) -> dict[str, Any]:
    """Return a bill split evenly."""
    people, bill = people_in(text), total_in(text) or Decimal(0)
    if not 1 <= people <= MOST_PEOPLE or not 0 < bill < LARGEST:
        return nothing(f"I split amounts above 0 and below {LARGEST:,} between 1 and {MOST_PEOPLE} people.")
    tax = (bill * percent(TAX, text) / 100).quantize(CENT, ROUND_HALF_UP)
    tip = (bill * percent(TIP, text) / 100).quantize(CENT, ROUND_HALF_UP)
    total = (bill + tax + tip).quantize(CENT, ROUND_HALF_UP)
    shares = dealt(total, people)
    sign = currency(text)
    output = {
        "kind": "even",
        "bill": float(bill),
        "tip": float(tip),
        "tax": float(tax),
        "total": float(total),
        "people": people,
    }
    output |= {
        "currency": sign,
        "shares": [{"name": f"person {place}", "share": float(share)} for place, share in enumerate(shares, 1)],
    }
    extra = "".join(f" + {money(part, sign)} {name}" for part, name in ((tax, "tax"), (tip, "tip")) if part)
    low, high = min(shares), max(shares)
    each = (
        f"**{money(high, sign)} each**"
        if low == high
        else f"**{money(high, sign)} for {shares.count(high)}, {money(low, sign)} for {shares.count(low)}**"
    )
    head = f"{money(bill, sign)}{extra} = {money(total, sign)}, " if extra else f"{money(total, sign)} "
    return solved(f"{head}between {people}: {each}.", {**output, "transfers": []})


def dealt(total: Decimal, people: int) -> list[Decimal]:
    """Return shares in cents that add up to the total; the first ones carry the odd cents."""
    cents = int(total / CENT)
    return [(Decimal(cents // people) + (1 if place < cents % people else 0)) * CENT for place in range(people)]


def settled(paid: dict[str, Decimal], text: str) -> dict[str, Any]:
    """Return who owes whom when all share evenly what some paid."""
    total = sum(paid.values(), Decimal(0))
    if not 0 < total < LARGEST:
        return nothing(f"I settle amounts above 0 and below {LARGEST:,}.")
    shares = dict(zip(paid, dealt(total, len(paid)), strict=True))
    balance = {name: (paid[name] - shares[name]).quantize(CENT) for name in paid}
    transfers = payments(balance)
    sign = currency(text)
    output = {
        "kind": "settle",
        "bill": float(total),
        "tip": 0.0,
        "tax": 0.0,
        "total": float(total),
        "people": len(paid),
        "currency": sign,
    }
    output |= {"shares": [{"name": name, "share": float(share)} for name, share in shares.items()]}
    output |= {
        "transfers": [{"from": debtor, "to": lender, "amount": float(value)} for debtor, lender, value in transfers]
    }
    rows = [[name, money(paid[name], sign), money(shares[name], sign), money(balance[name], sign)] for name in paid]
    lines = [
        f"- **{debtor} {'owe' if debtor == 'I' else 'owes'} {lender} {money(value, sign)}**"
        for debtor, lender, value in transfers
    ]
    lines = lines or ["All are even."]
    return solved("\n".join(lines) + "\n\n" + table(["name", "paid", "share", "balance"], rows), output)


def payments(balance: dict[str, Decimal]) -> list[tuple[str, str, Decimal]]:
    """Return payments that bring all balances to zero, the largest debt to the largest credit first: fewer than there are people."""
    rest = {name: value for name, value in balance.items() if value}
    made = []
    while rest:
        debtor, lender = min(rest, key=lambda name: rest[name]), max(rest, key=lambda name: rest[name])
        value = min(-rest[debtor], rest[lender])
        made.append((debtor, lender, value))
        rest = {
            name: left + (value if name == debtor else -value if name == lender else 0) for name, left in rest.items()
        }
        rest = {name: left for name, left in rest.items() if left}
    return made


def money(value: Decimal, sign: str) -> str:
    """Return an amount with its sign."""
    text = f"{value.quantize(CENT, ROUND_HALF_UP):,}"
    return f"{sign}{text}" if sign in ("€", "$", "£") else f"{text} {sign}".strip()
