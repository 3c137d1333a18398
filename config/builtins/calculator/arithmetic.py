"""Evaluates an arithmetic expression exactly, within bounds: fractions, and decimals of 50 digits for roots and real powers."""

import math
import re
from collections.abc import Callable, Sequence
from decimal import Context, Decimal, localcontext
from fractions import Fraction
from typing import NamedTuple

from config.builtins.wording import GROUPS, AnswerFault, decimal_of

MOST_BITS = 8_000  # of a numerator or denominator: about 2,400 digits
LARGEST_FACTORIAL = 500
DEEPEST = 40  # open brackets
MOST_TOKENS = 400
DIGITS = 50
TOKEN = re.compile(
    rf"(?P<number>{GROUPS})(?:e(?P<exponent>[+-]?\d{{1,3}})\b)?|(?P<op>\*\*|[-+*/^()!%,])"
    r"|\b(?P<word>of|mod|sqrt|cbrt|abs|pct|sum|product|mean|gcd|lcm|round|ceil|floor|log2|log|ln|percent|pi|per)\b",
    re.IGNORECASE,
)
FUNCTIONS = (
    "sqrt",
    "cbrt",
    "abs",
    "pct",
    "sum",
    "product",
    "mean",
    "gcd",
    "lcm",
    "round",
    "ceil",
    "floor",
    "log",
    "log2",
    "ln",
)


class Token(NamedTuple):
    """A number, sign or word of an expression and its position in the text."""

    kind: str
    text: str
    start: int
    end: int


class Value(NamedTuple):
    """A result; ``percent`` marks a bare percentage such as 20 %, ``exact`` is False after a root or a real power."""

    number: Fraction
    exact: bool = True
    percent: bool = False


def tokens_of(text: str) -> list[Token]:
    """Return the tokens of a text in order; what is between them is left to the caller."""
    found = []
    for match in TOKEN.finditer(text):
        kind = "number" if match["number"] else match.group().lower()
        found.append(Token({"**": "^"}.get(kind, kind), match.group(), *match.span()))
    return found


def evaluate(tokens: Sequence[Token], language: str) -> Value:
    """Return the value of an expression. Raises AnswerFault."""
    if len(tokens) > MOST_TOKENS:
        raise AnswerFault("long")
    parser = Parser(tokens, language)
    value = parser.total(0)
    if parser.at < len(tokens):
        raise AnswerFault("syntax")
    return value


class Parser:
    """Recursive descent over tokens: sums, products, signs, powers, postfixes, atoms."""

    def __init__(self, tokens: Sequence[Token], language: str) -> None:
        """Take the tokens and the language that says how numbers are written."""
        self.tokens, self.language, self.at = tokens, language, 0

    def peek(self) -> str:
        """Return the kind of the next token, "" at the end."""
        return self.tokens[self.at].kind if self.at < len(self.tokens) else ""

    def accept(self, *kinds: str) -> str:
        """Return and pass the next token when it is one of these kinds, "" otherwise."""
        kind = self.peek()
        if kind not in kinds:
            return ""
        self.at += 1
        return kind

    def total(self, depth: int) -> Value:
        """Return a sum; a percentage that is added or taken off is one of what stands before it."""
        left = self.product(depth)
        while sign := self.accept("+", "-"):
            right = self.product(depth)
            step = right.number * (left.number if right.percent and not left.percent else 1)
            number = left.number + step if sign == "+" else left.number - step
            left = bounded(Value(number, left.exact and right.exact, left.percent and right.percent))
        return left

    def product(self, depth: int) -> Value:
        """Return a product or quotient; two brackets side by side are multiplied."""
        left = self.signed(depth)
        while True:
            sign = self.accept("*", "/", "of", "mod", "per") or ("*" if self.peek() == "(" else "")
            if not sign:
                return left
            right = self.signed(depth)
            if sign == "of" and is_count_of(left, right):
                raise AnswerFault("none")  # "45 of 50" points is no product
            left = bounded(Value(combined(left.number, right.number, sign), left.exact and right.exact))

    def signed(self, depth: int) -> Value:
        """Return a power with its signs, which bind less than the power: -2^2 is -4."""
        signs = 0
        while sign := self.accept("-", "+"):
            signs += sign == "-"
        value = self.power(depth)
        return value._replace(number=-value.number) if signs % 2 else value

    def power(self, depth: int) -> Value:
        """Return a power; powers of powers are read from the right."""
        base = self.postfixed(depth)
        if not self.accept("^"):
            return base
        if depth > DEEPEST:
            raise AnswerFault("deep")
        return raised(base, self.signed(depth + 1))

    def postfixed(self, depth: int) -> Value:
        """Return an atom with its factorials and percent signs."""
        value = self.atom(depth)
        while sign := self.accept("!", "%", "percent"):
            if sign != "!" and self.peek() in ("number", "("):
                raise AnswerFault("percent")
            value = factorial(value) if sign == "!" else Value(value.number / 100, value.exact, percent=True)
        return value

    def atom(self, depth: int) -> Value:
        """Return a number, a constant, a function or what is in brackets."""
        if depth > DEEPEST:
            raise AnswerFault("deep")
        if self.accept("number"):
            return self.literal(self.tokens[self.at - 1].text)
        if self.accept("pi"):
            return Value(Fraction("3.14159265358979323846264338327950288419716939937511"), exact=False)
        name = self.accept(*FUNCTIONS)
        if not name and self.peek() != "(":
            raise AnswerFault("syntax")
        if name and self.peek() != "(":
            return applied(name, [self.signed(depth + 1)])
        values = self.bracketed(depth)
        if not name and len(values) > 1:
            raise AnswerFault("syntax")
        return applied(name, values) if name else values[0]._replace(percent=False)

    def bracketed(self, depth: int) -> list[Value]:
        """Return the values between two brackets, parted by commas."""
        self.accept("(")
        values = [self.total(depth + 1)]
        while self.accept(","):
            values.append(self.total(depth + 1))
        if not self.accept(")"):
            raise AnswerFault("bracket")
        return values

    def literal(self, text: str) -> Value:
        """Return a number, with its exponent of ten."""
        figure, _, exponent = text.lower().partition("e")
        if len(figure) > 400:
            raise AnswerFault("large")
        value = Fraction(decimal_of(figure, self.language))
        return bounded(Value(value * Fraction(10) ** int(exponent or 0)))


def is_count_of(left: Value, right: Value) -> bool:
    """Return whether "left of right" counts some of a number, as "45 of 50" does: two whole numbers, the first above 1."""
    return (
        not left.percent
        and left.number.denominator == right.number.denominator == 1
        and 1 < left.number <= right.number
    )


def combined(left: Fraction, right: Fraction, sign: str) -> Fraction:
    """Return a product, quotient or remainder. Raises AnswerFault for a division by zero."""
    if sign in ("*", "of"):
        return left * right
    if not right:
        raise AnswerFault("zero")
    return left % right if sign == "mod" else left / right


def bounded(value: Value) -> Value:
    """Return a value that is within the bounds; one that is not exact is cut to its digits. Raises AnswerFault."""
    if max(value.number.numerator.bit_length(), value.number.denominator.bit_length()) > MOST_BITS:
        raise AnswerFault("large")
    return value


def raised(base: Value, power: Value) -> Value:
    """Return a power of bounded size. Raises AnswerFault."""
    number, exponent = base.number, power.number
    if exponent.denominator == 1:
        if not number and exponent < 0:
            raise AnswerFault("zero")
        size = max(number.numerator.bit_length(), number.denominator.bit_length())
        if abs(exponent) > MOST_BITS or size * abs(exponent) > MOST_BITS + 1:
            if abs(number) in (0, 1):
                return Value(number ** int(exponent % 2 or 2), base.exact)
            raise AnswerFault("large")
        return Value(number ** int(exponent), base.exact)
    if number < 0:
        raise AnswerFault("root")
    if abs(exponent) > 1_000 or not number:
        return Value(Fraction(0)) if not number and exponent > 0 else fault("large")
    exact = exact_root(number, exponent.denominator) if exponent.denominator < 100 else None
    if exact is not None:
        return raised(Value(exact, base.exact), Value(Fraction(exponent.numerator)))
    return bounded(Value(real(lambda: decimal_from(number) ** decimal_from(exponent)), exact=False))


def fault(kind: str) -> Value:
    """Raise an AnswerFault, as an expression."""
    raise AnswerFault(kind)


def real(compute: Callable[[], Decimal]) -> Fraction:
    """Return a result that is computed with 50 decimal digits."""
    with localcontext(Context(prec=DIGITS)):
        value = compute()
    if abs(value.adjusted()) > MOST_BITS // 4:
        raise AnswerFault("large")
    return Fraction(value)


def decimal_from(number: Fraction) -> Decimal:
    """Return a fraction as a decimal of the present context."""
    return Decimal(number.numerator) / Decimal(number.denominator)


def exact_root(number: Fraction, degree: int) -> Fraction | None:
    """Return the root of a number that is a fraction itself, None otherwise."""
    sign = -1 if number < 0 and degree % 2 else 1
    parts = [whole_root(abs(part), degree) for part in (number.numerator, number.denominator)]
    return None if None in parts or sign * number < 0 else sign * Fraction(parts[0] or 0, parts[1] or 1)


def whole_root(number: int, degree: int) -> int | None:
    """Return the integer root of an integer; None if the root is no integer."""
    if number in (0, 1):
        return number
    low, high = 1, 1 << (number.bit_length() // degree + 1)
    while low < high:
        middle = (low + high) // 2
        if middle**degree < number:
            low = middle + 1
        else:
            high = middle
    return low if low**degree == number else None


def factorial(value: Value) -> Value:
    """Return a factorial of a small whole number. Raises AnswerFault."""
    if value.number.denominator != 1 or value.number < 0:
        raise AnswerFault("factorial")
    if value.number > LARGEST_FACTORIAL:
        raise AnswerFault("large")
    return Value(Fraction(math.factorial(int(value.number))))


def root(value: Value, degree: int) -> Value:
    """Return a square or cube root. Raises AnswerFault for a square root of a negative number."""
    if value.number < 0 and degree == 2:
        raise AnswerFault("root")
    exact = exact_root(value.number, degree)
    if exact is not None:
        return Value(exact, value.exact)
    size = abs(value.number)
    made = real(lambda: decimal_from(size).sqrt() if degree == 2 else decimal_from(size) ** (Decimal(1) / 3))
    return Value(-made if value.number < 0 else made, exact=False)


LOGARITHMS = ("log", "log2", "ln")


def logarithm(name: str, values: list[Value]) -> Value:
    """Return a logarithm: to the base 10, 2 or e, or to that of a second value. Raises AnswerFault."""
    number, base = values[0].number, values[1].number if len(values) > 1 else Fraction(2 if name == "log2" else 10)
    if number <= 0 or base <= 0 or base == 1:
        raise AnswerFault("log")
    if name == "ln":
        return Value(real(lambda: decimal_from(number).ln()), exact=number == 1)
    made = real(lambda: decimal_from(number).ln() / decimal_from(base).ln())
    whole = Fraction(round(made))
    is_whole = abs(whole) < MOST_BITS and abs(made - whole) < Fraction(1, 10**30) and base ** int(whole) == number
    return Value(whole) if is_whole else Value(made, exact=False)


def applied(name: str, values: list[Value]) -> Value:
    """Return a function's value. Raises AnswerFault."""
    numbers, exact = [value.number for value in values], all(value.exact for value in values)
    if name in ("sqrt", "cbrt"):
        return root(values[0], 2 if name == "sqrt" else 3)
    if name in ("gcd", "lcm"):
        if any(number.denominator != 1 for number in numbers):
            raise AnswerFault("whole")
        whole = [int(number) for number in numbers]
        return bounded(Value(Fraction(math.gcd(*whole) if name == "gcd" else math.lcm(*whole))))
    if name in LOGARITHMS:
        return logarithm(name, values)
    if name in ("ceil", "floor"):
        return Value(Fraction(math.ceil(numbers[0]) if name == "ceil" else math.floor(numbers[0])))
    if name == "round":
        places = max(0, min(50, int(numbers[1]))) if len(numbers) > 1 else 0
        scaled = abs(numbers[0]) * 10**places
        half_up = Fraction(math.floor(scaled + Fraction(1, 2)), 10**places)
        return Value(half_up if numbers[0] >= 0 else -half_up)
    made = {
        "abs": lambda: abs(numbers[0]),
        "pct": lambda: numbers[0] * 100,
        "sum": lambda: sum(numbers, Fraction(0)),
        "mean": lambda: sum(numbers, Fraction(0)) / len(numbers),
        "product": lambda: math.prod(numbers, start=Fraction(1)),
    }[name]()
    return bounded(Value(made, exact))
