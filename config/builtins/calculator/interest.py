"""Savings that grow by a yearly percentage: what a sum becomes after some years, or its interest alone, in four languages."""

import re

from config.builtins.calculator.purchases import amounts_of
from config.builtins.wording import fold

GROWS = re.compile(
    r"\b(?:interest|savings?|saved?|invest\w*|deposit\w*|compound\w*|account|zins\w*|anlege\w*|lege|angelegt|spar\w*|verzins\w*|konto|"
    r"interets?|placement|plac[ea]\w*|epargne\w*|livret|intereses?|inver\w*|ahorr\w*|deposit\w*|cuenta)\b",
    re.IGNORECASE,
)
PAID_BACK = re.compile(  # a loan, or sums paid in again and again
    r"\b(?:loan|mortgage|instal\w*|repay\w*|borrow\w*|monthly (?:payment|rate)|(?:per|each|every|a) (?:month|week)|kredit|darlehen|hypothek|rate|raten|monatlich|jeden monat|"
    r"pret|emprunt\w*|credit|mensualite\w*|(?:par|chaque) mois|prestamo|hipoteca|cuotas?|(?:al|cada) mes|mensual\w*)\b",
    re.IGNORECASE,
)
TIME = re.compile(
    r" ?(?P<unit>years?|yrs?|jahren?|ans?|annees?|anos?|months?|monaten?|mois|mes(?:es)?)\b", re.IGNORECASE
)
SIMPLE = re.compile(r"\b(?:simple|einfache[rn]?|simples?)\b", re.IGNORECASE)
PERIODS = (
    (
        12,
        r"\b(?:compound\w*|verzins\w*|capitalis\w*|compuest\w*)\b[^.?]*\b(?:monthly|monatlich|mensuel\w*|mensual\w*)|\bmonthly compound\w*",
    ),
    (
        4,
        r"\b(?:compound\w*|verzins\w*|capitalis\w*)\b[^.?]*\b(?:quarterly|vierteljahrlich|trimestriel\w*)|\bquarterly compound\w*",
    ),
    (365, r"\bcompound\w*\b[^.?]*\bdaily\b"),
)
INTEREST_ALONE = re.compile(
    r"\b(?:how much|what(?: is| are)?|wie ?viele?|wie hoch (?:ist|sind)|combien d[e']?|quels?|cuant[oa]s?) (?:the |total |die |les |los )?(?:interest|zinsen|interets?|intereses?)\b|"
    r"\b(?:earn|gain|profit|made? in) (?:in )?interest\b|\binterest (?:on|of) [€$£]?\d|\A\W*(?:the )?(?:compound |simple )?interest\b",
    re.IGNORECASE,
)


INTEREST_TOO = re.compile(
    r"\b(?:how much of (?:it|that|this)(?: will be| would be| is|'s)? (?:the )?interest|(?:and|plus) (?:how much|what)(?: of it)?(?: is|'s| are)?(?: the)? interest|(?:und )?wie ?viel (?:davon|an|sind davon|davon sind) (?:sind |ist )?(?:die )?zinsen|(?:und|and) (?:die|the) (?:zinsen|interest)|"
    r"dont combien d'interets|(?:et )?combien d'interets|(?:y )?cuant[oa]s? (?:de (?:eso|ello) )?(?:son |es |de )*(?:los )?intereses?)\b",
    re.IGNORECASE,
)
END_ASKED = re.compile(
    r"\b(?:at the end|in the end|end up|(?:what|how much) (?:will|would|do|is|does)\b[^,;.?]{0,25}(?:have|there|worth|it|be|get|total|account|grow)|am ende|wie ?viel (?:habe|hat|ist|wird|bekomme|liegt)|au bout|a la fin|combien (?:j'aurai|aurai|vais|est|y aura)|al final|cuanto (?:tendre|tengo|hay|habra|recibire))\b",
    re.IGNORECASE,
)


INTEREST_WORDS = (
    GROWS,
    INTEREST_TOO,
    END_ASKED,
    TIME,
    SIMPLE,
    INTEREST_ALONE,
    *(re.compile(pattern) for _, pattern in PERIODS),
)


def interest(message: str) -> str:
    """Return the expression of a sum with interest after some years, or of the interest alone; "" for other messages."""
    text = fold(message).replace("\n", " ")
    amounts = amounts_of(text)
    shares = [one for one in amounts if one.share]
    times = [one for one in amounts if not one.share and TIME.match(text, one.end)]
    sums = [one for one in amounts if not one.share and one not in times]
    monthly = next((count for count, pattern in PERIODS if re.search(pattern, text, re.IGNORECASE)), 1)
    rest = re.sub(PERIODS[0][1], " ", text, flags=re.IGNORECASE)
    if [len(shares), len(times), len(sums)] != [1, 1, 1] or not GROWS.search(text) or PAID_BACK.search(rest):
        return ""
    time = TIME.match(text, times[0].end)
    is_months = time is not None and time["unit"].lower().startswith(("mo", "mes"))
    years = f"({times[0].text} / 12)" if is_months else times[0].text
    rate, start = f"{shares[0].text} %", sums[0].text
    if SIMPLE.search(text):
        grown = f"{start} * (1 + ({shares[0].text} / 100) * {years})"
    else:
        periods = f"({years} * {monthly})" if monthly > 1 else years
        grown = (
            f"{start} * (1 + {shares[0].text} / {100 * monthly})^{periods}"
            if monthly > 1
            else f"{start} * (1 + {rate})^{periods}"
        )
    if INTEREST_TOO.search(text) and END_ASKED.search(INTEREST_TOO.sub(" ", text)):
        return f"{grown} ; {grown} - {start}"
    return f"{grown} - {start}" if INTEREST_ALONE.search(text) or INTEREST_TOO.search(text) else grown
