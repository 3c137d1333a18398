"""Instalments of annuity loans: the monthly payment, or how long it takes with a given one; interest in all and by year."""

import re
from decimal import ROUND_HALF_UP, Decimal, localcontext
from typing import Any

from config.recipes.common import GROUPED, amount, declares_used, found_in, nothing, solved, table

CENT = Decimal("0.01")
LARGEST = Decimal(10) ** 12
MOST_MONTHS = 1_200
FLAGS = re.IGNORECASE
RATE = re.compile(
    rf"({GROUPED})\s?(?:%|percent|per cent|prozent|por ?ciento)|(?:interest|zins\w*|interés"
    rf"|rate)\D{{0,12}}(\d{{1,2}}(?:[.,]\d{{1,4}})?)(?!\d|\s?(?:years?|months?|k\b))",
    FLAGS,
)
YEARS = re.compile(r"(\d{1,3}(?:[.,]\d)?)\s*-?(?:years?|yrs?|jahre?n?|años?)\b", FLAGS)
MONTHS = re.compile(r"(\d{1,4})\s*-?(?:months?|monate?n?|meses|instal?ments|raten|cuotas)\b", FLAGS)
EACH = r"(?:(?:a|per|each|every|/|im|pro|al|por|jeden|cada)\s*(?:months?|monat|mes)\b|monthly|monatlich|mensual\w*)"
PAYS = re.compile(rf"(?:[€$£]\s?)?({GROUPED})\s*(?:[€$£]|euros?|dollars?|pounds?|EUR|USD)?\s*{EACH}", FLAGS)
AMOUNT = re.compile(rf"(?:[€$£]\s?)?({GROUPED})(\s?k\b|\s?(?:thousand|tausend|mil)\b|\s?(?:million|mio)\b)?", FLAGS)
ABOUT = re.compile(
    r"loan|mortgage|instal?ment|borrow|credit\b|kredit|darlehen|hypothek|rate\b|raten\b|tilg|pr[eé]stamo|hipoteca|cuota"
    r"|repay|pay (?:it )?(?:back|off)|finance|annuity|annuität",
    FLAGS,
)
HELP = 'I compute loan instalments. Tell me amount, interest and time, e.g. "loan of 200000 at 3.5% for 30 years", or "paying 900 a month".'


@declares_used()
def handle(payload: dict[str, Any], ctx: object) -> dict[str, Any]:
    """Answer one message about a loan."""
    texts = found_in(payload, asked_of)
    if not texts:
        return nothing(HELP)
    text = texts[0]
    rate, pays = RATE.search(text), PAYS.search(text)
    yearly = amount(rate.group(1) or rate.group(2)) if rate else Decimal(0)
    months = months_in(text)
    principal = principal_in(text)
    if not 0 < principal < LARGEST or not 0 <= yearly <= 100 or (months is not None and not 1 <= months <= MOST_MONTHS):
        return nothing(f"I compute loans below {LARGEST:,} at 0 to 100 % a year over 1 to {MOST_MONTHS:,} months.")
    with localcontext() as context:
        context.prec = 40
        monthly = yearly / 1200
        if months is None and pays:
            return by_payment(principal, yearly, amount(pays.group(1), money=True))
        if months is None:
            return nothing("Over which time? Tell me years or months, or what is paid a month.")
        return answered(principal, yearly, payment_of(principal, monthly, months))


def asked_of(text: str) -> list[str]:
    """Return the text when it names a loan, or all three of its figures."""
    lasts = YEARS.search(text) or MONTHS.search(text) or PAYS.search(text)
    priced = RATE.search(text) or re.search(r"interest[- ]free|no interest|zinslos|zinsfrei|sin interés", text, FLAGS)
    return [text] if ABOUT.search(text) and lasts and priced and principal_in(text) > 0 else []


def months_in(text: str) -> int | None:
    """Return the time in months, None when nobody says."""
    years, months = YEARS.search(text), MONTHS.search(text)
    if years is None and months is None:
        return None
    return int(amount(years.group(1)) * 12 if years else 0) + int(months.group(1) if months else 0)


def principal_in(text: str) -> Decimal:
    """Return the largest amount that is neither rate nor time nor payment, 0 when there is none."""
    for pattern in (RATE, YEARS, MONTHS, PAYS):
        text = pattern.sub(" ; ", text)
    found = []
    for match in AMOUNT.finditer(text):
        unit = (match.group(2) or "").strip().lower()
        times = 1000 if unit in ("k", "thousand", "tausend", "mil") else 1_000_000 if unit else 1
        found.append(amount(match.group(1), money=True) * times)
    return max(found, default=Decimal(0))


def payment_of(principal: Decimal, monthly: Decimal, months: int) -> Decimal:
    """Return the monthly payment of an annuity loan, rounded to cents."""
    if not monthly:
        return (principal / months).quantize(CENT, ROUND_HALF_UP)
    return (principal * monthly / (1 - (1 + monthly) ** -months)).quantize(CENT, ROUND_HALF_UP)


def by_payment(principal: Decimal, yearly: Decimal, payment: Decimal) -> dict[str, Any]:
    """Return how long a loan takes with a given payment."""
    first = (principal * yearly / 1200).quantize(CENT, ROUND_HALF_UP)
    if payment <= first:
        return nothing(f"With {payment:,} a month it never ends: the interest of the first month alone is {first:,}.")
    return answered(principal, yearly, payment)


def answered(principal: Decimal, yearly: Decimal, payment: Decimal) -> dict[str, Any]:
    """Return the answer: paid month by month, with interest rounded to cents, as banks do; the last payment settles the rest."""
    rows: list[dict[str, Any]] = []
    balance, paid, interest, month = principal, Decimal(0), Decimal(0), 0
    while balance > 0 and month < MOST_MONTHS + 1:
        month += 1
        charge = (balance * yearly / 1200).quantize(CENT, ROUND_HALF_UP)
        step = min(payment, balance + charge)
        if (
            balance + charge - step < payment / 50 and step == payment
        ):  # cents left over by rounding go into the last payment
            step = balance + charge
        balance, paid, interest = balance + charge - step, paid + step, interest + charge
        if (month - 1) % 12 == 0:
            rows.append({"year": len(rows) + 1, "interest": Decimal(0), "principal": Decimal(0), "balance": Decimal(0)})
        rows[-1] = {
            "year": len(rows),
            "interest": rows[-1]["interest"] + charge,
            "principal": rows[-1]["principal"] + step - charge,
            "balance": balance,
        }
    if balance > 0:
        return nothing(f"It would take more than {MOST_MONTHS:,} months.")
    output = {"principal": float(principal), "annual_rate": float(yearly), "months": month, "payment": float(payment)}
    output |= {"total_paid": float(paid), "total_interest": float(interest)}
    years = [{name: float(value) if name != "year" else value for name, value in row.items()} for row in rows]
    head = f"**{payment:,} a month** for {spelled(month)}; {interest:,} interest, {paid:,} paid in all."
    shown = [[str(row["year"]), *(f"{row[name]:,}" for name in ("interest", "principal", "balance"))] for row in rows]
    note = "Monthly payments at the end of each month, at one rate for the whole time, without fees."
    return solved(
        f"{head}\n\n{table(['year', 'interest', 'principal', 'balance'], shown)}\n\n{note}", {**output, "years": years}
    )


def spelled(months: int) -> str:
    """Return months as years and months."""
    years, rest = divmod(months, 12)
    parts = [
        f"{count} {word}{'s' if count != 1 else ''}" for count, word in ((years, "year"), (rest, "month")) if count
    ]
    return " and ".join(parts)
