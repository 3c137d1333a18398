"""Judges the strength of passwords: entropy of the characters, less what common words, runs, repeats and years give away.

A password is never repeated: answers show its length only. This code keeps nothing; the conversation it was sent in does.
"""

import math
import re
from typing import Any

from config.recipes.common import declares_used, found_in, left_out_note, nothing, solved

MOST = 20
LONGEST = 200  # characters of one that are looked at
BITS_PER_WORD = 11.0  # of a word that a list of 2,000 common ones holds
GUESSES_PER_SECOND = 1e10  # an attacker with a stolen, badly protected table of passwords
# words that lead lists of leaked passwords, without the digits people append
LEAKED = """
password passwort contraseña contrasena passw pass qwerty qwertz azerty letmein welcome willkommen bienvenido admin administrator
root login user guest test hello hallo hola secret geheim secreto master monkey dragon shadow sunshine princess football baseball
basketball soccer hockey superman batman iloveyou loveyou schatz michael jordan jessica daniel thomas andrea charlie summer winter
spring autumn sommer verano invierno monday freitag january flower cheese computer internet samsung google facebook starwars
pokemon killer hunter ranger trustno access freedom whatever ginger pepper cookie banana orange purple london berlin madrid family
lovely changeme default
"""
COMMON = frozenset(LEAKED.split())
ROWS = (
    "abcdefghijklmnopqrstuvwxyz",
    "qwertyuiop",
    "asdfghjkl",
    "zxcvbnm",
    "qwertzuiop",
    "yxcvbnm",
    "01234567890",
    "1q2w3e4r5t6z",
)
LEET = str.maketrans("0134578@$!|", "oieastbasil")
QUOTED = re.compile(r"\"([^\"\n]+)\"|“([^”\n]+)”|`([^`\n]+)`|'([^'\n]+)'(?!\w)|„([^“”\n]+)[“”]")
LABEL = re.compile(
    r"(?:pass ?words?|passphrases?|passw[oö]rte?r?|kennw[oö]rte?r?|contraseñas?|claves?|pins?)\b[^:=\n]{0,40}[:=]\s*(\S[^\n]*)",
    re.IGNORECASE,
)
NAMED = re.compile(
    r"\b(?:password|passphrase|passwort|kennwort|contraseña|clave)\s+(\S+)"
    r"|(\S+)\s+(?:as|como|als) (?:a |my |mein |mi )?(?:password|passwort|contraseña)",
    re.IGNORECASE,
)
ABOUT = re.compile(
    r"pass ?(?:word|phrase|wort)|passw[oö]rt|kennwort|contraseña|\bclave\b|\bpin\b"
    r"|\b(?:strong|strength|stark|sicher|segura|secure|weak|guess)\b",
    re.IGNORECASE,
)
PLAIN = re.compile(
    r"(?:is|are|strong|strength|weak|good|bad|safe|secure|enough|checker|check|test|meter|manager|rules?|policy|for|to|that|which|with|of"
    r"|and|or|the|a|an|my|me|it|this|please|ist|sicher|stark|prüfen|es|segura|fuerte|[a-z]+(?:ed|ing))[?.!,]?",
    re.IGNORECASE,
)
GRADES = ("very weak", "weak", "fair", "strong", "very strong")
HELP = 'I judge the strength of passwords. Send me one in quotes, best one like yours and not yours, e.g. how strong is "Tr0ub4dor&3"?'
NOTE = "I keep nothing, but this conversation does: do not use a password that you have sent anywhere."


@declares_used()
def handle(payload: dict[str, Any], ctx: object) -> dict[str, Any]:
    """Answer one message about one or several passwords."""
    found = found_in(payload, passwords)
    if not found:
        return nothing(f"{HELP} {NOTE}")
    judged_ = [judged(word) for word in found[:MOST]]
    output = {"passwords": judged_, "left_out": len(found) - len(judged_)}
    lines = [told(one, f"Password {number}: " if len(judged_) > 1 else "") for number, one in enumerate(judged_, 1)]
    return solved("\n\n".join([*lines, NOTE]) + left_out_note(len(found) - len(judged_), MOST), output, 0.9)


def passwords(text: str) -> list[str]:
    """Return what was meant as a password, in order."""
    if not ABOUT.search(text):
        return []
    quoted = [next(part for part in match.groups() if part) for match in QUOTED.finditer(text)]
    if quoted:
        return quoted
    labelled = LABEL.search(text)
    if labelled:
        return [word for word in re.split(r"[,;]\s+|\s+", labelled.group(1).strip()) if word.strip("\"'`“”„")]
    found = [match.group(1) or match.group(2) for match in NAMED.finditer(text)]
    mixed = [word for word in text.split() if re.search(r"\d", word) and re.search(r"[A-Za-z!@#$%^&*]", word)]
    chosen = [word for word in found if not PLAIN.fullmatch(word)] or [word.rstrip("?") for word in mixed]
    return [word.rstrip("?") or word for word in chosen]


def judged(word: str) -> dict[str, Any]:
    """Return the judgement of one password; what it is made of, never what it is."""
    length, word = len(word), word[:LONGEST]
    reasons: list[str] = [f"only its first {LONGEST} characters were judged"] if length > LONGEST else []
    bits = len(word) * math.log2(alphabet(word))
    bits = min(bits, guessed(word, reasons))
    if len(word) < 12:
        reasons.append(f"it has {len(word)} characters; 12 or more make guessing much dearer")
    if bits >= 60 and not reasons:
        reasons.append("nothing about it is common")
    score = sum(bits >= bound for bound in (28, 40, 60, 80))
    return {
        "length": length,
        "entropy_bits": round(bits, 1),
        "score": score,
        "grade": GRADES[score],
        "guess_time": lasted(2 ** (bits - 1) / GUESSES_PER_SECOND),
        "has": [
            name
            for name, pattern in (
                ("lower", "[a-zß-öø-ÿ]"),
                ("upper", "[A-ZÀ-ÖØ-Þ]"),
                ("digit", r"\d"),
                ("sign", r"[^\w]|_"),
            )
            if re.search(pattern, word)
        ],
        "reasons": reasons,
    }


def alphabet(word: str) -> int:
    """Return from how many characters a guesser has to choose, at least 2."""
    sizes = ((r"[a-z]", 26), (r"[A-Z]", 26), (r"\d", 10), (r"[ -/:-@\[-`{-~]", 33), (r"[^\x00-\x7f]", 100))
    return max(2, sum(size for pattern, size in sizes if re.search(pattern, word)))


def guessed(word: str, reasons: list[str]) -> float:
    """Return the bits that are left when words, runs, repeats and years are guessed as such; notes what was found."""
    bits, place, left = 0.0, 0, 0
    plain = word.lower().translate(LEET)
    while place < len(word):
        size, cost, why = longest(word.lower(), plain, place)
        if size:
            bits += cost
            if why not in reasons:
                reasons.append(why)
        else:
            left += 1
        place += size or 1
    upper = 1.0 if re.search(r"[A-Z]", word) else 0.0
    return bits + left * math.log2(alphabet(word)) + upper


def longest(lower: str, plain: str, place: int) -> tuple[int, float, str]:
    """Return the longest guessable part that begins at a place: its length, its cost in bits, and what it is. 0 when there is none."""
    for size in range(min(16, len(lower) - place), 3, -1):
        if plain[place : place + size] in COMMON or lower[place : place + size] in COMMON:
            return size, BITS_PER_WORD, "a word in it leads the lists of leaked passwords"
    run = next((size for size in range(min(12, len(lower) - place), 2, -1) if in_row(lower[place : place + size])), 0)
    if run:
        return run, 4.0 + math.log2(run), "it has a run of neighbours, such as abc, 123 or qwe"
    repeat = re.match(r"(.{1,4}?)\1{2,}", lower[place:])
    if repeat:
        return repeat.end(), len(repeat.group(1)) * 5.0 + math.log2(repeat.end()), "it repeats itself"
    year = re.match(r"(?:19|20)\d\d", lower[place:])
    return (4, 7.0, "it has a year in it") if year else (0, 0.0, "")


def in_row(part: str) -> bool:
    """Say whether a part runs along a row of letters, digits or keys, in either direction."""
    return any(part in row or part[::-1] in row for row in ROWS)


def lasted(seconds: float) -> str:
    """Return a time in words, roughly."""
    for bound, unit, size in (
        (1, "", 0.0),
        (120, "seconds", 1),
        (7_200, "minutes", 60),
        (172_800, "hours", 3_600),
        (6.3e7, "days", 86_400),
    ):
        if seconds < bound:
            return f"about {seconds / size:.0f} {unit}" if size else "less than a second"
    years = seconds / 31_557_600
    return f"about {years:,.0f} years" if years < 1_000_000 else "more than a million years"


def told(one: dict[str, Any], head: str) -> str:
    """Return one judgement in words."""
    why = "".join(f"\n- {reason}" for reason in one["reasons"])
    bits = f"{one['length']} characters, about {one['entropy_bits']:g} bits"
    return (
        f"{head}**{one['grade']}** ({bits}; guessed in {one['guess_time']} at ten thousand million tries a second){why}"
    )
