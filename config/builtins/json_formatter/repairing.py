"""Reads almost-JSON: collects every fault with its place, and goes on with the value that was probably meant."""

import re
from typing import Any

from config.builtins.json_formatter.open_quotes import fault_of_quote, place_of_quote
from config.builtins.json_formatter.values import DEEPEST, NUMBER, Fault, Literal
from config.builtins.wording import CannotError

MOST_FAULTS = 50
DECIMAL_COMMA = ("a number is written with a comma", "JSON wants a point in it: 12.50, not 12,50.")
FRACTION = re.compile(r",(?P<digits>\d{1,9})(?=\s*(?:[,}\n]|\Z))(?!\s*,\s*\d)")
BLANK = re.compile(r"[ \t\r\n\ufeff]*")
COMMENT = re.compile(r"//[^\n]*|/\*.*?(?:\*/|\Z)|#[^\n]*", re.DOTALL)
BARE = re.compile(r"[^\s,:\[\]{}()\"'“”]+(?: (?!//|/\*|#)[^\s,:\[\]{}()\"'“”]+)*")
KEYED_AHEAD = re.compile(  # a key with its colon; a time such as 12:30 does not match
    r"\s*(?:\"(?:[^\"\\\n]|\\.){0,200}+\"|'(?:[^'\\\n]|\\.){0,200}+'|[A-Za-z_$][\w$ -]{0,60}+)\s*:(?!//)"
)
WITH_COLON = re.compile(
    r"(?:https?|ftp)://[^\s,\]}\"']+|\d{1,2}:\d{2}(?::\d{2})?(?=\s*(?:[,\]}]|\Z))"
)  # an address, a time
CODE = re.compile(r"u([0-9a-fA-F]{4})")
PAIR = re.compile(r"u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})")  # two halves of one character
WORDS = {
    "true": True,
    "false": False,
    "null": None,
    "True": True,
    "False": False,
    "None": None,
    "undefined": None,
    "TRUE": True,
    "FALSE": False,
    "NULL": None,
    "nil": None,
}
QUOTES = {'"': '"', "'": "'", "“": "”", "”": "”", "„": "“", "‘": "’", "’": "’"}
ESCAPES = {'"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "'": "'"}


TOKEN = re.compile(r"\"(?:[^\"\\\n]|\\.)*+\"|'(?:[^'\\\n]|\\.)*+'|(?P<sign>[\[\]{}])")


def closing_ahead(text: str, start: int) -> str:
    """Return the first bracket behind ``start`` that closes one opened before it; "" without one."""
    depth = 0
    for match in TOKEN.finditer(text, start):
        if match["sign"] in ("]", "}"):
            depth -= 1
            if depth < 0:
                return match["sign"]
        elif match["sign"]:
            depth += 1
    return ""


class Repairer:
    """One tolerant pass over a document."""

    def __init__(self, text: str) -> None:
        """Take the document."""
        self.text, self.at, self.found = text, 0, dict[tuple[int, str], Fault]()
        self.around: list[str] = []  # the brackets that are open at the place

    def fault(self, message: str, hint: str, at: int | None = None) -> None:
        """Note a fault at a place, each once."""
        place = min(self.at if at is None else at, len(self.text))
        line = self.text.count("\n", 0, place) + 1
        column = place - self.text.rfind("\n", 0, place)
        if len(self.found) < MOST_FAULTS:
            self.found.setdefault((place, message), Fault(line, column, message, hint))

    def skip(self) -> str:
        """Pass white space and comments; return the next character, "" at the end."""
        while True:
            self.at = (BLANK.match(self.text, self.at) or re.compile("").match(self.text)).end()  # type: ignore[union-attr]  # always matches
            comment = COMMENT.match(self.text, self.at)
            if comment is None:
                return self.text[self.at : self.at + 1]
            self.fault("there is a comment", "JSON has no comments; remove it.")
            self.at = comment.end()

    def document(self) -> Any:  # noqa: ANN401 - any JSON value
        """Return the value of the whole document."""
        value = self.value(0)
        if self.skip():
            self.fault("there is something after the end of the document", "One document holds one value.")
        return value

    def value(self, depth: int) -> Any:  # noqa: ANN401 - any JSON value
        """Return the next value."""
        if depth > DEEPEST:
            raise CannotError(f"This document is nested more than {DEEPEST} levels deep; I stop there.")
        sign = self.skip()
        if sign in ("{", "[", "("):
            return self.within(sign, depth)
        if sign and sign in QUOTES:
            return self.string()
        return self.bare_value()

    def within(self, sign: str, depth: int) -> Any:  # noqa: ANN401 - any JSON value
        """Return the object or list that a bracket opens."""
        self.around.append(sign)
        if sign == "(":
            self.fault("a round bracket is used", "JSON writes lists in square brackets.")
        if sign == "[" and KEYED_AHEAD.match(self.text, self.at + 1):
            self.fault("a list has keys", "JSON writes keys with their values in curly brackets.")
            made: Any = self.object(depth, "]")
        elif sign == "{":
            made = self.object(depth)
        else:
            made = self.array(depth, ")" if sign == "(" else "]")
        self.around.pop()
        return made

    def closes_here(self, closing: str, end: int, *, goes_on_outside: bool) -> bool:
        """Note that a bracket is not closed behind the entry that ends at a place, and go back there, where what follows belongs outside."""
        if not goes_on_outside:
            return False
        self.at = end
        self.fault("a closing bracket is missing", f"Add {closing}; its place is a guess.")
        return True

    def object(self, depth: int, closing: str = "}") -> dict[str, Any]:
        """Return an object, whatever is missing in it."""
        start, made, end = self.at, dict[str, Any](), self.at + 1
        self.at += 1
        while (sign := self.skip()) != closing:
            if sign in ("", "]", "}"):
                self.unclosed(closing, start, at_end=not sign)
                return made
            if self.closes_here(closing, end, goes_on_outside=sign == "{" and bool(made) and "[" in self.around[-2:-1]):
                return made
            if sign == ",":
                self.fault("there is a comma too many", "Remove the comma.")
                self.at += 1
                continue
            key = self.key()
            if self.skip() in (":", "="):
                if self.text[self.at] == "=":
                    self.fault("a colon is missing after a key", "Write a colon between the key and its value.")
                self.at += 1
            else:
                self.fault("a colon is missing after a key", "Write a colon between the key and its value.")
            made[key] = None if self.skip() in (",", closing) and self.missing_value() else self.value(depth + 1)
            made[key] = self.with_fraction(made[key])
            end = self.at
            self.separator(closing)
        self.at += 1
        return made

    def with_fraction(self, value: Any) -> Any:  # noqa: ANN401 - any JSON value
        """Return a value of an object with the digits behind its decimal comma, and note that; other values as they are."""
        match = FRACTION.match(self.text, self.at)
        if match is None or not isinstance(value, Literal) or not re.fullmatch(r"-?\d+", value):
            return value
        self.fault(*DECIMAL_COMMA, self.at)
        self.at = match.end()
        return Literal(f"{value}.{match['digits']}")

    def unclosed(self, closing: str, start: int, *, at_end: bool) -> None:
        """Note that a bracket is not closed: at the end of the document with the place where it was opened."""
        hint = f"Add {closing}."
        if at_end:
            line = self.text.count("\n", 0, start) + 1
            opened = f"line {line}, column {start - self.text.rfind(chr(10), 0, start)}"
            hint = f"Add {closing} at the end; the bracket opened at {opened} is never closed."
        self.fault("a closing bracket is missing", hint, len(self.text.rstrip()) if at_end else None)

    def missing_value(self) -> bool:
        """Note that a value is missing."""
        self.fault("a value is missing", "I took null.")
        return True

    def key(self) -> str:
        """Return the next key."""
        if self.text[self.at] in QUOTES:
            return self.string()
        bare = BARE.match(self.text, self.at)
        if bare is None:
            self.at += 1
            self.fault("a key is missing", "", self.at - 1)
            return ""
        self.fault("a key has no quotes", "Put the key in double quotes.")
        self.at = bare.end()
        return bare.group()

    def array(self, depth: int, closing: str = "]") -> list[Any]:
        """Return a list, whatever is missing in it; one in round brackets is a tuple of Python."""
        start, made, end = self.at, list[Any](), self.at + 1
        self.at += 1
        while (sign := self.skip()) != closing:
            if sign in ("", "}", "]"):
                self.unclosed("]", start, at_end=not sign)
                return made
            is_key = bool(made) and "{" in self.around[:-1] and KEYED_AHEAD.match(self.text, self.at) is not None
            if self.closes_here(closing, end, goes_on_outside=is_key and closing_ahead(self.text, self.at) != "]"):
                return made
            if sign == ",":
                self.fault("there is a comma too many", "Remove the comma.")
                self.at += 1
                continue
            before = self.at
            made.append(self.value(depth + 1))
            self.at += self.at == before
            end = self.at
            self.separator(closing)
        self.at += 1
        return made

    def separator(self, closing: str) -> None:
        """Pass the comma between two entries; note one that is missing or stands before the closing bracket."""
        end = self.at
        sign = self.skip()
        if sign == ",":
            comma = self.at
            self.at += 1
            if self.skip() in (closing, ""):
                self.fault("there is a comma before the closing bracket", "Remove the trailing comma.", comma)
        elif sign == ";":
            self.fault("a comma or a closing bracket is missing", "Write a comma, not a semicolon.")
            self.at += 1
        elif sign not in ("}", "]", "", closing):
            self.fault("a comma or a closing bracket is missing", "Put a comma between two entries.", end)

    def string(self) -> str:
        """Return a text in quotes of any kind."""
        opening, start, parts = self.text[self.at], self.at, list[str]()
        closing = QUOTES[opening]
        if opening != '"':
            kind = "single quotes are used" if opening == "'" else "curly quotes are used"
            self.fault(
                kind, 'JSON wants double quotes: "name".' if opening == "'" else 'Write straight double quotes: ".'
            )
        self.at += 1
        while self.at < len(self.text):
            letter = self.text[self.at]
            if letter == closing or (opening in "“”„" and letter in '“”"'):
                place = place_of_quote(self.text, start + 1, self.at) if letter == opening == '"' else None
                if place is not None:
                    self.fault(*fault_of_quote(self.text, start + 1, place), place)
                    self.at = place
                    return self.text[start + 1 : place]
                self.at += 1
                return "".join(parts)
            if letter == "\n" and re.match(r"\s*(?:[}\]]|[\"'\w]+\s*:)", self.text[self.at : self.at + 200]):
                break
            parts.append(self.letter(letter))
        self.fault("a text is not closed", "A double quote is missing.", start)
        text = "".join(parts)
        return text.rstrip().rstrip(",") if self.at < len(self.text) else text

    def letter(self, letter: str) -> str:
        """Return the next character of a text, with its escape resolved."""
        self.at += 1
        if letter in "\n\t\r":
            self.fault(
                "there is a line break or tab inside a text",
                "Write \\n or \\t, or close the quote before.",
                self.at - 1,
            )
        if letter != "\\":
            return letter
        escaped = self.text[self.at : self.at + 1]
        pair = PAIR.match(self.text, self.at)
        if pair:
            self.at = pair.end()
            return chr(0x10000 + (int(pair.group(1), 16) - 0xD800) * 0x400 + int(pair.group(2), 16) - 0xDC00)
        code = CODE.match(self.text, self.at)
        if code:
            self.at = code.end()
            made = chr(int(code.group(1), 16))
            return "\ufffd" if "\ud800" <= made <= "\udfff" else made
        self.at += 1
        if escaped not in ESCAPES:
            self.fault("a backslash starts an unknown sequence", "Write \\\\ for a backslash.", self.at - 2)
            return f"\\{escaped}"
        return ESCAPES[escaped]

    def bare_value(self) -> Any:  # noqa: ANN401 - any JSON value
        """Return a number, a constant, or a word without quotes."""
        bare = WITH_COLON.match(self.text, self.at) or BARE.match(self.text, self.at)
        if bare is None:
            self.fault("a value is missing or not known to JSON", "I took null.")
            return None
        text, start = bare.group(), self.at
        self.at = bare.end()
        if NUMBER.fullmatch(text):
            return Literal(text)
        if text in WORDS:
            if text not in ("true", "false", "null"):
                self.fault("a word of another language is used", "JSON writes true, false and null.", start)
            return WORDS[text]
        if re.fullmatch(r"[+-]?(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][-+]?\d+)?", text):
            self.fault("a number is written in a way JSON does not know", "No leading +, . or 0.", start)
            plain = re.sub(r"^(-?)0+(?=\d)", r"\1", text.replace("_", "").lstrip("+"))
            plain = re.sub(r"^(-?)\.", r"\g<1>0.", plain).rstrip(".")
            return Literal(plain) if NUMBER.fullmatch(plain) else text
        if text in ("NaN", "Infinity", "-Infinity"):
            self.fault(f"JSON has no {text}", "Use null, or a text.", start)
            return None
        self.fault("a text has no quotes", "Put the text in double quotes.", start)
        return text


def repaired(document: str) -> "tuple[Any, list[Fault]]":
    """Return (the value that was probably meant, all faults in order of their places). Raises CannotError when it is too deep."""
    reader = Repairer(document)
    try:
        value = reader.document()
    except RecursionError:
        raise CannotError("This document is nested too deeply for me.") from None
    return value, sorted(reader.found.values(), key=lambda fault: (fault.line, fault.column))
