"""A share that somebody claims beside a change or a part that the message tells: "from 840 to 903, he says only about 5 percent"."""

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from config.builtins.calculator.believed_shares import AMOUNT_VERDICTS, SAYS_SO
from config.builtins.calculator.percentages import ASKS_SHARE
from config.builtins.calculator.purchases import amounts_of
from config.builtins.wording import blanked, decimal_of, fill_in, flattened, merged, with_digits

SHARE_CLAIMED = re.compile(
    rf"(?:\A|[.?!;,(:–-]|\b(?:and|but|while|though|und|aber|wobei|et|mais|y|pero)\b) ?(?P<clause>[^.?!;,()\d]{{0,50}}\b(?:{SAYS_SO}|told (?:me|us|everyone)|tells (?:me|us)|calls? it|speaks? of|spricht von|parle de|habla de|advertis\w+|announced|promised)\b"
    r"[^.?!;\d]{0,40}?(?P<n>\d+(?:[.,]\d+)?) ?(?:%|percent\b|per cent\b|prozent\b|pour ?cent\b|por ciento\b)[^.?!;,\d]{0,25})(?=[.?!;,)]|\Z| (?:what|how|is|wie|ist|quel|combien|cuanto)\b)"
)
NOT_CLAIMED = re.compile(  # "the teacher says the pass mark is 60 percent"
    r"\b(?:pass(?:ing)?|target|goal|limit|needs?|needed|required?|min\w*|max\w*|average|at least|at most|should|must|off|discount|deposit|fee|vat|tax|tip|ziel\w*|brauch\w*|mindest\w*|durchschnitt\w*|notig|rabatt|seuil|objectif|moyenne|remise|objetivo|media|hace falta|descuento)\b"
)
ROUGHLY = re.compile(
    r"\b(?:about|around|roughly|approx\w*|nearly|almost|etwa|ungefahr|rund|knapp|environ|presque|unos|casi|aproximadamente)\b"
)


def answer_without_claimed_share(
    text: str, language: str, answer: Callable[[str], dict[str, Any]]
) -> dict[str, Any] | None:
    """Return the share that two numbers make, with whether the one that somebody claims is right; None for other messages."""
    made = with_digits(flattened(text), language)
    flat = made.text.lower()
    claims = list(SHARE_CLAIMED.finditer(flat))
    if len(claims) != 1:
        return None
    claim = claims[0]
    if NOT_CLAIMED.search(claim["clause"]):
        return None
    start, end = claim.span("clause")
    rest = flat[:start] + " " * (end - start) + flat[end:]
    outside = amounts_of(rest)
    if [one.share for one in outside] != [False, False] or not ASKS_SHARE.search(rest):
        return None
    place = made.span(start, end)
    told = answer(blanked(text, *place))
    results = told["output"]["results"] if told["status"] == "SUCCESS" and told["output"] else []
    if len(results) != 1 or "%" not in told["answer"] or not re.fullmatch(r"-?\d+(?:\.\d+)?", results[0]["result"]):
        return None
    found, claimed = abs(Fraction(results[0]["result"])), Fraction(decimal_of(claim["n"], language))
    slack = Fraction(1, 2) if ROUGHLY.search(claim["clause"]) else Fraction(1, 20)
    verdict = AMOUNT_VERDICTS[language][0 if abs(found - claimed) <= slack else 1]
    said = fill_in(verdict, claim=f"{claim['n']} %")
    return {**told, "answer": f"{told['answer']} {said}", "used": merged([*told["used"], list(place)], len(text))}
