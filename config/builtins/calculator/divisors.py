"""Prime numbers and prime factors of one whole number, in four languages."""

import re
from typing import Any

from config.builtins.wording import fill_in, fold, found_spans, localized, merged

LARGEST_FACTORED = 10**12  # its factors are found by a million divisions at most
PRIME_WORDS = (
    r"\b(?:is|ist|est(?:[- ]il)?|es|prime|primes|primzahl\w*|primfaktor\w*|premiers?|primos?|nombres?|numeros?|number|factors?|"
    r"facteurs?|factores|factori[sz]\w*|zerleg\w*|decompos\w*|descompon\w*|check|if|whether|ob|si|what are|find)\b"
)
ASKS_PRIME = (
    r"\bprime(?: numbers?)?(?= ?[?.!,;]| ?\Z| or | please)|\bprimzahl\b|\bnombres? premiers?\b|\best(?:-il)? premier\b|"
    r"\bnumeros? primos?\b|\bes \d[\d.,]* primo\b|\d es primo\b"
)
ASKS_FACTORS = (
    r"\b(?:prime factors?|prime factori[sz]ation|factori[sz]e|primfaktor\w*|facteurs premiers|decompos\w* en facteurs|"
    r"factores primos|factori[zc]a\w*|descompon\w* en factores)\b"
)
WHOLE_NUMBER = r"(?<![\w.,-])(?:\d{1,3}(?:[,.' ]\d{3})+|\d+)(?![\w]|[.,]\d)"
PRIME_TEXTS = {
    "en": {
        "prime": "Yes: **{number}** is a prime number.",
        "composite": "No: {number} = **{factors}** is not a prime number.",
        "neither": "No: **{number}** is not a prime number; the smallest one is 2.",
        "factors": "{number} = **{factors}**",
        "itself": "**{number}** is a prime number: it has no other prime factors.",
    },
    "de": {
        "prime": "Ja: **{number}** ist eine Primzahl.",
        "composite": "Nein: {number} = **{factors}** ist keine Primzahl.",
        "neither": "Nein: **{number}** ist keine Primzahl; die kleinste ist 2.",
        "factors": "{number} = **{factors}**",
        "itself": "**{number}** ist eine Primzahl und hat keine anderen Primfaktoren.",
    },
    "fr": {
        "prime": "Oui : **{number}** est un nombre premier.",
        "composite": "Non : {number} = **{factors}** n'est pas un nombre premier.",
        "neither": "Non : **{number}** n'est pas un nombre premier ; le plus petit est 2.",
        "factors": "{number} = **{factors}**",
        "itself": "**{number}** est un nombre premier : il n'a pas d'autre facteur premier.",
    },
    "es": {
        "prime": "Sí: **{number}** es un número primo.",
        "composite": "No: {number} = **{factors}** no es un número primo.",
        "neither": "No: **{number}** no es un número primo; el menor es 2.",
        "factors": "{number} = **{factors}**",
        "itself": "**{number}** es un número primo: no tiene otros factores primos.",
    },
}


def prime_answer(text: str, language: str) -> dict[str, Any] | None:
    """Return the answer to "is 97 prime" or "prime factors of 84"; None for other questions and larger numbers."""
    folded = fold(text)
    wants_factors = re.search(ASKS_FACTORS, folded, re.IGNORECASE) is not None
    numbers = re.findall(WHOLE_NUMBER, text)
    if not (wants_factors or re.search(ASKS_PRIME, folded, re.IGNORECASE)) or len(numbers) != 1:
        return None
    number = int(re.sub(r"\D", "", numbers[0]))
    if number > LARGEST_FACTORED:
        return None
    factors = prime_factors(number)
    if number < 2:
        key = "neither"
    elif len(factors) == 1:
        key = "itself" if wants_factors else "prime"
    else:
        key = "factors" if wants_factors else "composite"
    product = product_text(factors)
    spans = found_spans(WHOLE_NUMBER, text) + found_spans(PRIME_WORDS, folded)
    result = {"expression": str(number), "result": product or str(number), "value": None, "exact": True, "fraction": ""}
    return {
        "answer": fill_in(PRIME_TEXTS[language][key], number=localized(f"{number:,}", language), factors=product),
        "output": {"results": [result]},
        "confidence": 0.97,
        "status": "SUCCESS",
        "used": merged(spans, len(text)),
    }


def prime_factors(number: int) -> list[int]:
    """Return the prime factors of a whole number, ascending; none of 0 and 1."""
    factors, divisor = list[int](), 2
    while divisor * divisor <= number:
        if number % divisor:
            divisor += 1 if divisor == 2 else 2
        else:
            factors.append(divisor)
            number //= divisor
    return [*factors, number] if number > 1 else factors


def product_text(factors: list[int]) -> str:
    """Return "2^2 × 3 × 7" for the factors 2, 2, 3, 7."""
    powers = [(factor, factors.count(factor)) for factor in sorted(set(factors))]
    return " × ".join(str(factor) if power == 1 else f"{factor}^{power}" for factor, power in powers)
