"""Tests regular expressions (Python's syntax) against texts: whether they match, where, and with which groups.

A pattern may take time that doubles with each character (``(a+)+$``). What could do so is found beforehand, and such a pattern is tried
only on texts so short that it ends; the sandbox's own limit stands behind that.
"""

import re
from math import comb
from typing import Any, NamedTuple

from config.recipes.common import clean, declares_used, found_in, nothing, solved, table

MOST_TEXTS = 30
MOST_MATCHES = 50  # of one text
LONGEST_PATTERN = 500
SHORT = 18  # characters that a pattern with nested repeats gets through: 2 to the power of 18 tries
LONGEST = 5_000  # characters of a text that a harmless pattern is tried on
MOST_STEPS = 300_000_000  # of the matcher, about what it does in a third of the sandbox's time
FLAGS = {"i": re.IGNORECASE, "m": re.MULTILINE, "s": re.DOTALL, "x": re.VERBOSE, "a": re.ASCII}
QUOTES = r"`([^`\n]+)`|\"([^\"\n]*)\"|“([^”\n]*)”|'([^'\n]*)'(?!\w)"
SLASHED = re.compile(r"(?<![\w/:.])/((?:[^/\\\n]|\\.)+)/([a-z]{0,6})(?![\w/])")
LABEL = re.compile(
    r"\b(?:pattern|regex|regexp|regular expression|muster|ausdruck|patr[oó]n|expresi[oó]n(?: regular)?)\s*[:=]\s*(\S[^\n]*)",
    re.IGNORECASE,
)
TEXTS = re.compile(
    r"\b(?:texts?|strings?|tests?|inputs?|lines?|against|on|zeilen|textos?)\s*[:=]\s*(.+)\Z", re.IGNORECASE | re.DOTALL
)
BARE = re.compile(r"(?<!\S)(\^\S+|\S+\$|\S*(?:\\[dwsDWSb]|\[[^\]\s]+\]|\(\?)\S*)(?!\S)")
ASKED = re.compile(r"\b(?:match(?:es)?|against|on|in|auf|zu|con|test)\b(.*)\Z", re.IGNORECASE | re.DOTALL)
HELP = 'I test regular expressions. Send me a pattern and texts, e.g.: does `^\\d{5}$` match "12345" and "1234"?'


class Asked(NamedTuple):
    """A pattern with its flags, and the texts to try it on."""

    pattern: str
    flags: str
    texts: list[str]


class Shape(NamedTuple):
    """How many open repeats, optional parts and choices a pattern has, and repeated groups with such inside (``rounds``: counted ones)."""

    repeats: int
    optionals: int
    nested: int
    choices: int
    rounds: int


@declares_used()
def handle(payload: dict[str, Any], ctx: object) -> dict[str, Any]:
    """Answer one message with a pattern and texts."""
    asked = found_in(payload, understood)
    if not asked:
        return nothing(HELP)
    output = tested(asked[0])
    return solved(sentence(output), output)


def understood(text: str) -> list[Asked]:
    """Return what a message asks to be tested, at most one thing."""
    if not re.search(
        r"reg(ular |ul[aä]re\w* )?ex|pattern|match|muster|ausdruck|patr[oó]n|expresi|[\\^$]|\[[^\]]+\]|/.+/",
        text,
        re.IGNORECASE,
    ):
        return []
    body, listed = text, TEXTS.search(text)
    texts = (
        [line.strip() for line in listed.group(1).splitlines() if line.strip()]
        if listed and "\n" in listed.group(1).rstrip()
        else []
    )
    if listed and texts:
        body = text[: listed.start()]
    quoted = [next((part for part in match.groups() if part is not None), "") for match in re.finditer(QUOTES, body)]
    slashed = SLASHED.search(body)
    labelled = LABEL.search(body)
    if slashed and not (quoted and "`" in body[: slashed.start()]):
        rest = [one for one in quoted if one != slashed.group(0)]
        return [Asked(slashed.group(1), slashed.group(2), texts or rest or loose(body[slashed.end() :]))]
    if quoted:
        return [
            Asked(
                *unslashed(quoted[0]), texts or quoted[1:] or loose(body[body.index(quoted[0]) + len(quoted[0]) + 1 :])
            )
        ]
    if labelled:
        return [Asked(*unslashed(labelled.group(1).strip()), texts or loose(body[labelled.end() :]))]
    bare = BARE.search(body)
    return (
        [Asked(bare.group(1).rstrip("?"), "", texts or loose(body[bare.end() :]))]
        if bare and "://" not in bare.group()
        else []
    )


def unslashed(pattern: str) -> tuple[str, str]:
    """Return a pattern and its flags, without slashes around it."""
    match = re.fullmatch(r"/(.+)/([a-z]{0,6})", pattern)
    return (match.group(1), match.group(2)) if match else (pattern, "")


def loose(rest: str) -> list[str]:
    """Return the texts in a sentence such as ``match abc and def?``."""
    asked = ASKED.search(rest) or re.search(r"^\s*:?\s*(.+)\Z", rest, re.DOTALL)
    if asked is None:
        return []
    told = re.sub(r"^\s*(?:the )?(?:texts?|strings?|words?)?\s*:?\s*", "", asked.group(1))
    parts = re.split(r"\s*,\s*(?:and |or |und |oder |y |o )?|\s+(?:and|or|und|oder|y|o)\s+|\n", told)
    return [part.strip().rstrip("?").strip() for part in parts if part.strip().rstrip("?.").strip()]


def tested(asked: Asked) -> dict[str, Any]:
    """Return the outcome as data."""
    made: dict[str, Any] = {
        "pattern": asked.pattern[:LONGEST_PATTERN],
        "flags": asked.flags,
        "valid": False,
        "error": "",
        "warning": "",
    }
    made |= {"texts": [], "left_out": max(0, len(asked.texts) - MOST_TEXTS)}
    unknown = [flag for flag in asked.flags if flag not in FLAGS and flag not in "gu"]
    if len(asked.pattern) > LONGEST_PATTERN:
        return {**made, "error": f"the pattern is longer than {LONGEST_PATTERN} characters"}
    if unknown:
        return {**made, "error": f"the flag {unknown[0]} is not known here; i, m, s, x, a and g are"}
    try:
        compiled = re.compile(asked.pattern, sum(FLAGS.get(flag, re.NOFLAG) for flag in set(asked.flags)))
    except (re.error, OverflowError, RecursionError, ValueError) as error:
        position = error.pos if isinstance(error, re.error) else None
        return {**made, "error": str(error) if position is None else f"{error.msg} (character {position + 1})"}  # type: ignore[union-attr]
    limit, made["warning"] = most_characters(asked.pattern)
    made["texts"] = [tried(compiled, text, limit) for text in asked.texts[:MOST_TEXTS]]
    return {**made, "valid": True}


def shape(pattern: str) -> Shape:
    """Return what of a pattern's form decides how long it may take."""
    plain = re.sub(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]", "x", pattern)  # classes and escapes hold no repeats
    plain = re.sub(r"\(\?(?:[a-z]+\)|<?[=!:]|P?<\w+>|[a-z]*:)?", "(", plain)
    plain = re.sub(r"([*+?}])[?+]", r"\1", plain)  # lazy or possessive: counted as any other repeat
    open_repeats = optionals = nested = rounds = 0
    inner = [False]  # whether the open group at each depth holds a repeat or a choice
    for letter, repeat in re.findall(r"([^*+?{])([*+?]|\{\d*,?\d*\})?", plain):
        once = repeat in ("", "{1}", "{1,1}")
        held = inner.pop() if letter == ")" and len(inner) > 1 else False
        nested += held and not once and repeat != "?"
        rounds += max(map(int, re.findall(r"\d+", repeat)), default=0) if held else 0
        optionals += repeat in ("?", "{0,1}", "{,1}")
        open_repeats += not once and repeat not in ("?", "{0,1}", "{,1}")
        inner[-1] = inner[-1] or held or not once or letter == "|"
        if letter == "(":
            inner.append(False)
    return Shape(open_repeats, optionals, nested, plain.count("|"), rounds)


def most_characters(pattern: str) -> tuple[int, str]:
    """Return how long a text may be for this pattern, and a sentence about it when it is slow by its form."""
    form = shape(pattern)
    if form.nested:
        base = 1 + form.nested + form.choices + form.optionals
        most = MOST_STEPS // 1000
        fits = (
            n for n in range(SHORT, -1, -1) if max(2, base) ** n <= most and comb(n + form.rounds, form.rounds) <= most
        )
        length = next(fits, 0)
        return length, "a repeat or a choice stands inside a repeated group, so its time may double with each character"
    ways = form.repeats + form.optionals
    length = LONGEST
    while length and comb(length + form.repeats, form.repeats) * length * 2 ** min(form.optionals, 60) > MOST_STEPS:
        length -= 1 + length // 50
    return (
        length,
        "" if ways < 4 else f"{ways} repeats follow each other, so its time may grow fast with the length of a text",
    )


def tried(compiled: re.Pattern[str], text: str, limit: int) -> dict[str, Any]:
    """Return what a pattern finds in one text."""
    made: dict[str, Any] = {
        "text": text[:200],
        "tried": len(text) <= limit,
        "full_match": False,
        "found": False,
        "matches": [],
    }
    if not made["tried"]:
        return made
    for match in compiled.finditer(text):
        if len(made["matches"]) >= MOST_MATCHES:
            break
        groups = [group[:200] if group is not None else None for group in match.groups()]
        named = {name: group[:200] if group is not None else None for name, group in match.groupdict().items()}
        made["matches"].append(
            {"match": match.group()[:200], "start": match.start(), "end": match.end(), "groups": groups, "named": named}
        )
    full = compiled.fullmatch(text)
    return {**made, "found": bool(made["matches"]), "full_match": full is not None}


def sentence(output: dict[str, Any]) -> str:
    """Return the answer in words."""
    shown = clean(output["pattern"]).replace("`", "'")
    if not output["valid"]:
        return f"`{shown}` is not a valid pattern: {output['error']}."
    warning = f"\n\nCareful: {output['warning']}." if output["warning"] else ""
    if not output["texts"]:
        return f"`{shown}` is a valid pattern. Send me texts to try it on.{warning}"
    rows = [
        [one["text"][:60], verdict(one), ", ".join(match["match"] for match in one["matches"][:5]) + more_matches(one)]
        for one in output["texts"]
    ]
    more = f"\n\n{output['left_out']} more texts were left out." if output["left_out"] else ""
    hits = sum(one["found"] for one in output["texts"])
    return f"`{shown}` is found in {hits} of {len(rows)} texts.\n\n{table(['text', 'verdict', 'found'], rows)}{warning}{more}"


def more_matches(one: dict[str, Any]) -> str:
    """Return how many matches are not shown; "" when all are."""
    count = len(one["matches"])
    at_least = "at least " if count == MOST_MATCHES else ""
    return f" and {at_least}{count - 5} more" if count > 5 else ""


def verdict(one: dict[str, Any]) -> str:
    """Return what is said of one text."""
    if not one["tried"]:
        return "not tried: too long for this pattern"
    return "matches as a whole" if one["full_match"] else "found inside" if one["found"] else "no match"
