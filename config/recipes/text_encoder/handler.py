"""Encodes and decodes texts: Base64, Base64URL, hexadecimal, binary, percent-encoding, HTML entities, ROT13 and Morse; UTF-8 throughout."""

import base64
import binascii
import html
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import quote, unquote

from config.recipes.common import clean, declares_used, nothing, solved

LONGEST_RESULT = 16_000
NAMES = (
    ("base64url", r"base ?-?64 ?-?_?url|url[- ]?safe base ?-?64"),
    ("base64", r"base ?-?64|\bb64\b"),
    ("hex", r"\bhex(?:adecimal|adezimal)?\b|\bbase ?16\b"),
    ("binary", r"\bbin(?:ary|är|ario)\b|\bbits\b"),
    ("url", r"\burl|percent|\buri\b|%-?encod"),
    ("html", r"\bhtml\b|entit"),
    ("rot13", r"\brot ?-?13\b"),
    ("morse", r"\bmorse\w*(?:[- ]code)?\b"),
)
READS = re.compile(r"\b(?:what|which|means?|says?|read|heißt|bedeutet|significa|dice)\b", re.IGNORECASE)
DECODE = re.compile(
    r"\b(?:\w*-?decod\w*|dekodier\w*|entschlüssel\w*|decodific\w*|from|aus|unescape|unquote|descifra|back)\b",
    re.IGNORECASE,
)
ENCODE = re.compile(r"\b(?:encode|kodiere|codifica|escape)\b", re.IGNORECASE)
OF_CODE = re.compile(r"\b(?:base ?-?64|hex|binary|rot ?13|code) (?:of|for|von|für|de)\b", re.IGNORECASE)
QUOTED = re.compile(r"\"([^\"\n]+)\"|“([^”\n]+)”|„([^“”\n]+)[“”]|`([^`\n]+)`|(?<!\w)'([^'\n]+)'(?!\w)")
CODE = r"(?:base ?-?64(?: ?-?url)?|hex\w*|binary|binär|url|html|rot ?-?13|morse(?:[- ]?code)?|morsezeichen|text|plain text|klartext|texto)"
POLITE = r"(?:please|bitte|por favor|thanks|for me|um)"
TAIL = re.compile(
    rf"\s+{POLITE}[.!?]*$|\s+(?:to|into|in|as|from|nach|zu|aus|a|en|de)\s+(?:an? )?{CODE}(?: {POLITE})?[.!?]*$",
    re.IGNORECASE,
)
WORD = (
    r"(?:base ?-?64(?: ?-?_?url)?|b64|hex\w*|binary|binär|binario|rot ?-?13|morse\w*(?:[- ]code)?|html(?: entit\w+)?|url|percent)"
    r"(?:[- ]?(?:encod\w*|decod\w*|kodier\w*|codific\w*))?"
)
VERB = r"(?:encode|decode|convert|translate|escape|unescape|turn|kodiere|dekodiere|wandle|codifica|decodifica)"
FILL = (
    r"this|the|text|string|of|for|from|to|von|für|de|el|den|der|diesen|in|as|please|is|says?|back|following|value|into|means?|does|what|it|was"
    r"|heißt"
)
MORSE_TEXT = re.compile(r"(?<![\w.])(?:[.·•∙…_–—−-]{1,6}[ /|]+){1,}[.·•∙…_–—−-]{1,6}(?![\w])")
LEAD = re.compile(rf"^.*?(?:{WORD}|\b{VERB}\b)(?:[ -]+(?:{WORD}|{FILL})\b)*\s*[:?]?\s*", re.IGNORECASE | re.DOTALL)
ASKS = rf"(?:{VERB}|what does|was heißt|qué significa)"
BEFORE = re.compile(rf"^.*?\b{ASKS}\b:?\s*(?:the text |this |the |den text |el texto )?", re.IGNORECASE | re.DOTALL)
STORY = re.compile(r"^\s*(?:I|we|my|our|ich|wir|yo)\b(?!.*[:\n])", re.IGNORECASE | re.DOTALL)
EMPTY = re.compile(
    r"(?:encod\w*|decod\w*|converter|and|please|\?|it|this|that|strings?|texts?|\s)*[.?!]*", re.IGNORECASE
)
HELP = 'I encode and decode texts as Base64, hex, binary, URL, HTML, ROT13 or Morse code. Send me e.g.: base64 of "hello", or decode aGVsbG8= from base64.'


class CannotError(ValueError):
    """What cannot be decoded; the message says why."""


@declares_used()
def handle(payload: dict[str, Any], ctx: object) -> dict[str, Any]:
    """Answer one message with a text and a code."""
    text = clean(payload.get("text", ""))
    code = next((name for name, pattern in NAMES if re.search(pattern, text, re.IGNORECASE)), "")
    subject = subject_of(text) if code else ""
    if not code or not subject:
        return nothing(HELP)
    decode = decodes(text, subject, code)
    try:
        result = (DECODERS if decode else ENCODERS)[code](subject)
    except CannotError as error:
        return nothing(f"This is no {code}: {error}")
    if len(result) > LONGEST_RESULT:
        return nothing(f"The result would be longer than {LONGEST_RESULT:,} characters. Send less at once.")
    output = {
        "code": code,
        "direction": "decode" if decode else "encode",
        "input": subject[:LONGEST_RESULT],
        "result": result,
    }
    return solved(f"```\n{result.replace('```', chr(39) * 3)}\n```", output)


def subject_of(text: str) -> str:
    """Return the text that is to be changed: what is quoted, what is below, or what follows the question."""
    signs = MORSE_TEXT.search(text)
    if signs:
        return signs.group().strip()
    quoted = QUOTED.search(text)
    if quoted:
        return next(part for part in quoted.groups() if part)
    head, _, below = text.partition("\n")
    if below.strip() and any(re.search(pattern, head, re.IGNORECASE) for _, pattern in NAMES):
        return below.strip("\n")
    if STORY.search(text):
        return ""
    trailing = re.sub(r"\s+(?:means?|stands? for|heißt|significa)$", "", TAIL.sub("", TAIL.sub("", text)))
    rest = (LEAD if trailing == text else BEFORE).sub("", trailing, count=1)
    rest = TAIL.sub("", rest).strip()
    if EMPTY.fullmatch(rest):
        return ""
    return rest.rstrip("?") if re.fullmatch(r"[A-Za-z0-9+/=_-]+\?", rest) else rest


def decodes(text: str, subject: str, code: str) -> bool:
    """Say whether the message wants the text decoded, by its other words."""
    question = text.replace(subject, " ")
    if ENCODE.search(question) or OF_CODE.search(question):
        return re.search(r"\bdecode|unescape", question, re.IGNORECASE) is not None
    if code == "morse":
        return re.fullmatch(r"[\s.·•∙…_–—−/|-]+", subject) is not None
    if READS.search(question):
        return True
    named = "|".join(pattern for name, pattern in NAMES if name == code)
    return DECODE.search(question) is not None and not re.search(
        rf"\b(?:to|into|as|nach|zu|en|a)\s+(?:{named})", question, re.IGNORECASE
    )


def to_bytes(data: bytes) -> str:
    """Return decoded bytes as a text. Raises CannotError for what is none."""
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise CannotError("it decodes to bytes that are no UTF-8 text.") from error


def from_base64(text: str) -> str:
    """Decode Base64 in either alphabet, with or without padding."""
    plain = re.sub(r"\s", "", text).rstrip("=").replace("-", "+").replace("_", "/")
    if re.search(r"[^A-Za-z0-9+/]", plain) or len(plain) % 4 == 1:
        raise CannotError("it has a sign that Base64 does not use, or one too many.")
    try:
        return to_bytes(base64.b64decode(plain + "=" * (-len(plain) % 4), validate=True))
    except binascii.Error as error:
        raise CannotError("its length does not fit.") from error


def from_hex(text: str) -> str:
    """Decode hexadecimal digits, with or without spaces, colons, 0x or \\x."""
    plain = re.sub(r"0x|\\x|[\s:,-]", "", text, flags=re.IGNORECASE)
    if not re.fullmatch(r"(?:[0-9a-fA-F]{2})+", plain):
        raise CannotError("it needs pairs of the digits 0 to 9 and A to F.")
    return to_bytes(bytes.fromhex(plain))


def from_binary(text: str) -> str:
    """Decode groups of eight bits."""
    plain = re.sub(r"\s", "", text)
    if not re.fullmatch(r"(?:[01]{8})+", plain):
        raise CannotError("it needs groups of eight bits.")
    return to_bytes(bytes(int(plain[at : at + 8], 2) for at in range(0, len(plain), 8)))


def from_url(text: str) -> str:
    """Decode percent-encoding; a plus stays a plus unless the text is a query."""
    if re.search(r"%(?![0-9A-Fa-f]{2})", text):
        raise CannotError("a % in it is not followed by two hexadecimal digits.")
    try:
        return unquote(text.replace("+", " ") if "=" in text and "%20" not in text else text, errors="strict")
    except UnicodeDecodeError as error:
        raise CannotError("it decodes to bytes that are no UTF-8 text.") from error


def rot13(text: str) -> str:
    """Turn each Latin letter by thirteen places: the same in both directions."""
    plain = "abcdefghijklmnopqrstuvwxyz"
    turned = plain[13:] + plain[:13]
    return text.translate(str.maketrans(plain + plain.upper(), turned + turned.upper()))


MORSE_SIGNS = """
A .- B -... C -.-. D -.. E . F ..-. G --. H .... I .. J .--- K -.- L .-.. M -- N -. O --- P .--. Q --.- R .-. S ... T - U ..- V ...-
W .-- X -..- Y -.-- Z --.. 0 ----- 1 .---- 2 ..--- 3 ...-- 4 ....- 5 ..... 6 -.... 7 --... 8 ---.. 9 ----. Ä .-.- Ö ---. Ü ..--
. .-.-.- , --..-- ? ..--.. ! -.-.-- : ---... ' .----. - -....- / -..-. @ .--.-. = -...- + .-.-. ( -.--. ) -.--.- " .-..-.
"""
MORSE = dict(zip(*[iter(MORSE_SIGNS.split())] * 2, strict=True))
LETTERS_OF_MORSE = {code: letter for letter, code in MORSE.items()}


def to_morse(text: str) -> str:
    """Write letters as dots and dashes, with a space between letters and a slash between words."""
    words = [["SS" if letter == "ß" else letter for letter in word] for word in text.upper().split()]
    unknown = sorted({letter for word in words for part in word for letter in part if letter not in MORSE})
    if unknown:
        raise CannotError(f"there is no Morse sign for {' '.join(unknown[:5])}")
    return " / ".join(" ".join(MORSE[letter] for part in word for letter in part) for word in words)


def from_morse(text: str) -> str:
    """Read dots and dashes, with a space between letters and a slash or a wide space between words."""
    plain = re.sub(r"[·•∙]", ".", re.sub(r"[–—−_]", "-", text.replace("…", "..."))).strip()
    words = [part.split() for part in re.split(r"\s*[/|]\s*|\s{3,}|\n", plain) if part.strip()]
    unknown = [code for word in words for code in word if code not in LETTERS_OF_MORSE]
    if unknown or not words:
        raise CannotError(f"{unknown[0][:20] if unknown else 'nothing'} is no Morse sign.")
    return " ".join("".join(LETTERS_OF_MORSE[code] for code in word) for word in words)


ENCODERS: dict[str, Callable[[str], str]] = {
    "base64": lambda text: base64.b64encode(text.encode()).decode(),
    "base64url": lambda text: base64.urlsafe_b64encode(text.encode()).decode().rstrip("="),
    "hex": lambda text: text.encode().hex(),
    "binary": lambda text: " ".join(f"{byte:08b}" for byte in text.encode()),
    "url": lambda text: quote(text, safe="-._~"),
    "html": lambda text: html.escape(text, quote=True),
    "rot13": rot13,
    "morse": to_morse,
}
DECODERS: dict[str, Callable[[str], str]] = {
    "base64": from_base64,
    "base64url": from_base64,
    "hex": from_hex,
    "binary": from_binary,
    "url": from_url,
    "html": html.unescape,
    "rot13": rot13,
    "morse": from_morse,
}
