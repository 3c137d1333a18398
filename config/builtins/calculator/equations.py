"""Equations with one unknown, of the first and the second degree, in four languages.

Both sides are evaluated exactly for some values of the unknown; their differences tell the degree and the coefficients.
"""

import re
from fractions import Fraction
from itertools import pairwise
from typing import Any

from config.builtins.calculator.arithmetic import Value, evaluate, exact_root, tokens_of
from config.builtins.wording import AnswerFault, fill_in, found_spans, localized, merged

EQUATION = re.compile(r"(?P<left>[-+*/^().,\d\sx-z]*)=(?P<right>[-+*/^().,\d\sx-z]*)", re.IGNORECASE)
UNKNOWN_NAME = re.compile(r"(?<![a-z])[x-z](?![a-z])", re.IGNORECASE)
EQUATION_POINTS = (0, 1, 2, 3, 4)
EQUATION_WORDS = r"\b(?:solve|equation|find|what is|for|value of|los\w*|gleichung|nach|was ist|resou\w*|resol\w*|equation|resuelve|ecuacion|cuanto|vale)\b"
EQUATION_TEXTS = {
    "en": {"one": "**{x} = {value}**", "two": "**{x} = {value}** or **{x} = {other}**", "none": "{x} has no real solution.", "all": "Every {x} is a solution."},
    "de": {"one": "**{x} = {value}**", "two": "**{x} = {value}** oder **{x} = {other}**", "none": "Für {x} gibt es keine reelle Lösung.", "all": "Jedes {x} ist eine Lösung."},
    "fr": {"one": "**{x} = {value}**", "two": "**{x} = {value}** ou **{x} = {other}**", "none": "{x} n'a pas de solution réelle.", "all": "Tout {x} est une solution."},
    "es": {"one": "**{x} = {value}**", "two": "**{x} = {value}** o **{x} = {other}**", "none": "{x} no tiene solución real.", "all": "Cualquier {x} es una solución."},
}  # fmt: skip


def equation_answer(text: str, language: str) -> dict[str, Any] | None:
    """Return the answer to an equation with one unknown; None for other messages and higher degrees."""
    match = EQUATION.search(text)
    names = (
        {name.lower() for name in UNKNOWN_NAME.findall(re.sub(r"(?<=[\d)])(?=[x-z])", " ", match.group()))}
        if match
        else set()
    )
    if match is None or len(names) != 1 or text.count("=") != 1:
        return None
    name = names.pop()
    try:
        values = [
            side(match["left"], name, at, language) - side(match["right"], name, at, language) for at in EQUATION_POINTS
        ]
    except AnswerFault:
        return None
    roots = roots_of(values)
    if roots is None:
        return None
    said = EQUATION_TEXTS[language]
    key = "all" if not any(values) else ("none", "one", "two")[len(roots)]
    shown = [root_text(one, language) for one in roots]
    words = {"x": name, "value": shown[0] if shown else "", "other": shown[-1] if shown else ""}
    answer, expression = fill_in(said[key], **words), match.group().strip()
    results = [result_row(expression, one, root) for one, root in zip(shown, roots, strict=True)]
    if not results:
        results = [{"expression": expression, "result": answer, "value": None, "exact": True, "fraction": ""}]
    spans = [list(match.span()), *found_spans(EQUATION_WORDS, text), *found_spans(rf"\b{name}\b", text)]
    return {"answer": answer, "output": {"results": results}, "confidence": 0.97,
            "status": "SUCCESS", "used": merged(spans, len(text))}  # fmt: skip


def result_row(expression: str, shown: str, root: Value) -> dict[str, Any]:
    """Return one solution as data."""
    return {"expression": expression, "result": shown, "value": float(root.number), "exact": root.exact, "fraction": ""}


def side(text: str, name: str, at: int, language: str) -> Fraction:
    """Return the value of one side for a value of the unknown. Raises AnswerFault."""
    text = text.strip(" .,\n")
    joined = re.sub(rf"(?<=[\d)]) ?(?={name}|\()|(?<={name}) ?(?=[\d(])", "*", text, flags=re.IGNORECASE)
    written = re.sub(name, f"({at})", joined.replace("²", "^2"), flags=re.IGNORECASE)
    tokens = tokens_of(written)
    if not tokens or re.sub(r"\s", "", written) != "".join(token.text for token in tokens).replace(" ", ""):
        raise AnswerFault("syntax")
    return evaluate(tokens, language).number


def roots_of(values: list[Fraction]) -> list[Value] | None:
    """Return the roots of a polynomial of degree 2 at most by its values at 0, 1, 2, 3, 4; None for others."""
    first = [after - before for before, after in pairwise(values)]
    second = [after - before for before, after in pairwise(first)]
    if len(set(second)) > 1:
        return None
    a, c = second[0] / 2, values[0]
    b = first[0] - a
    if not a:
        return [Value(-c / b)] if b else []
    under = b * b - 4 * a * c
    if under < 0:
        return []
    root = exact_root(under, 2)
    size = Value(root) if root is not None else Value(Fraction(float(under) ** 0.5), exact=False)
    found = {(-b - size.number) / (2 * a), (-b + size.number) / (2 * a)}
    return [Value(one, size.exact) for one in sorted(found)]


def root_text(root: Value, language: str) -> str:
    """Return a solution for people: whole, as a fraction with its decimals, or rounded."""
    number = root.number
    short = localized(f"{float(number):.10g}", language)
    is_written_out = number.denominator == 1 or not root.exact or Fraction(f"{float(number):.10g}") == number
    return short if is_written_out else f"{number.numerator}/{number.denominator} (≈ {short})"
