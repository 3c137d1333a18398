"""Summarises log lines: levels, time span, busiest minute, and which messages repeat once numbers, addresses and ids are left out."""

import re
from collections import Counter
from datetime import datetime
from typing import Any, NamedTuple

from config.recipes.common import clean, counted, declares_used, nothing, solved, table

TOP = 10
NO_YEAR = 1904  # stands for the year that syslog leaves out; it has a 29 February
LONGEST_MESSAGE = 200
STAMP = re.compile(
    r"(?P<iso>\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d)(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?"
    r"|(?P<clf>\d{1,2}/[A-Z][a-z]{2}/\d{4}:\d\d:\d\d:\d\d)(?: [+-]\d{4})?"
    r"|(?P<slash>\d{4}/\d\d/\d\d \d\d:\d\d:\d\d)"
    r"|(?P<syslog>(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) {1,2}\d{1,2} \d\d:\d\d:\d\d)"
)
FORMS = {
    "iso": "%Y-%m-%d %H:%M:%S",
    "clf": "%d/%b/%Y:%H:%M:%S",
    "slash": "%Y/%m/%d %H:%M:%S",
    "syslog": "%Y %b %d %H:%M:%S",
}
LEVEL = re.compile(
    r"(?<![\w/.-])(EMERG|ALERT|FATAL|CRITICAL|CRIT|SEVERE|PANIC|ERROR|ERR|WARNING|WARN|NOTICE|INFO|DEBUG|TRACE)(?![\w/-])",
    re.IGNORECASE,
)
NAMES = {
    "EMERG": "FATAL",
    "ALERT": "FATAL",
    "CRITICAL": "FATAL",
    "CRIT": "FATAL",
    "PANIC": "FATAL",
    "SEVERE": "ERROR",
    "ERR": "ERROR",
    "WARN": "WARNING",
    "NOTICE": "INFO",
}
ORDER = ("FATAL", "ERROR", "WARNING", "INFO", "DEBUG", "TRACE", "none")
ACCESS = re.compile(r"\"(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) (\S+)[^\"]*\" (\d{3})\b")
CHANGING = (
    (re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}", re.IGNORECASE), "<id>"),
    (re.compile(r"\b(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?\b"), "<ip>"),
    (re.compile(r"\b0x[0-9a-f]+\b|\b(?=[0-9a-f]*\d)[0-9a-f]{12,64}\b", re.IGNORECASE), "<hex>"),
    (re.compile(r"\"[^\"]{0,200}\"|'[^']{0,200}'"), "<text>"),
    (re.compile(r"\d+(?:[.,]\d+)*"), "<n>"),
)
HELP = "I summarise log lines. Paste them under your question: with times and levels such as ERROR they say most."


class Line(NamedTuple):
    """One line as it was understood; ``level`` is "none" when it names none."""

    when: datetime | None
    level: str
    message: str
    raw: str


@declares_used(r"most|häufigsten?")
def handle(payload: dict[str, Any], ctx: object) -> dict[str, Any]:
    """Answer one message that holds log lines, or speaks of the ones before."""
    text = clean(payload.get("text", ""))
    lines = log_lines(text)
    if not lines and len(text) < 200:
        earlier = [clean(turn.get("text", "")) for turn in payload.get("history", []) if turn.get("role") == "user"]
        about = re.search(r"\b(?:log|errors?|lines?|warnings?|them|it|that|those|fehler|zeilen)\b", text, re.IGNORECASE)
        lines = next((found for said in reversed(earlier) if (found := log_lines(said))), []) if about else []
    return summed(lines) if lines else nothing(HELP)


def log_lines(text: str) -> list[Line]:
    """Return the lines that belong to a log; an empty list when hardly any line looks like one."""
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.strip().startswith("```")]
    read = [understood(line) for line in lines]
    sure = [
        STAMP.search(line.raw[:120]) is not None
        or (line.level != "none" and begins(line))
        or ACCESS.search(line.raw) is not None
        for line in read
    ]
    if not any(sure) or sum(sure) < 0.2 * len(sure):
        return []
    first, last = sure.index(True), len(sure) - sure[::-1].index(True)
    tail = [
        line
        for line in read[last:]
        if re.match(r"\s|at |File |Caused|Traceback|\w*(?:Error|Exception)\b|\.\.\.", line.raw)
    ]
    return [*read[first:last], *tail]  # what stands before and after is the question


def begins(line: Line) -> bool:
    """Say whether a line begins with its level, as log lines without a time do."""
    return re.match(r"[\[<(]?" + LEVEL.pattern, line.raw, re.IGNORECASE) is not None


def understood(raw: str) -> Line:
    """Return one line's parts."""
    stamp = STAMP.search(raw[:120])
    rest = raw if stamp is None else raw[: stamp.start()] + " " + raw[stamp.end() :]
    access = ACCESS.search(raw)
    named = LEVEL.search(rest[:160])
    if named:
        level = NAMES.get(named.group(1).upper(), named.group(1).upper())
        rest = rest[: named.start()] + " " + rest[named.end() :]
    else:
        level = (
            "none"
            if access is None
            else "ERROR"
            if access.group(2)[0] == "5"
            else "WARNING"
            if access.group(2)[0] == "4"
            else "INFO"
        )
    if access:
        rest = f"{access.group(2)} {access.group(1).partition('?')[0]}"
    message = re.sub(r"^[\s\[\]():|,<>-]+|[\s|]+$", "", re.sub(r"\s+", " ", rest))
    return Line(moment(stamp), level, message, raw)


def moment(stamp: re.Match[str] | None) -> datetime | None:
    """Return the time of a line, None when it has none that exists."""
    if stamp is None or stamp.lastgroup is None:
        return None
    text = stamp[stamp.lastgroup].replace("T", " ")
    try:
        return datetime.strptime(f"{NO_YEAR} {text}" if stamp.lastgroup == "syslog" else text, FORMS[stamp.lastgroup])  # noqa: DTZ007 - as written
    except ValueError:
        return None


def pattern(message: str) -> str:
    """Return a message without what changes from line to line."""
    for expression, word in CHANGING:
        message = expression.sub(word, message)
    return message[:LONGEST_MESSAGE]


def summed(lines: list[Line]) -> dict[str, Any]:
    """Return the answer."""
    levels = Counter(line.level for line in lines)
    stamps = [line.when for line in lines if line.when]
    groups: dict[tuple[str, str], list[Line]] = {}
    for line in lines:
        if line.message:
            groups.setdefault((line.level, pattern(line.message)), []).append(line)
    ranked = sorted(groups.items(), key=lambda item: (-len(item[1]), ORDER.index(item[0][0])))
    bad = [item for item in ranked if item[0][0] in ("FATAL", "ERROR")]
    busiest = Counter(told(when)[:-3] for when in stamps).most_common(1)
    output = {
        "lines": len(lines),
        "levels": {name: levels[name] for name in ORDER if levels[name]},
        "first": told(min(stamps)) if stamps else "",
        "last": told(max(stamps)) if stamps else "",
        "busiest_minute": {"minute": busiest[0][0], "lines": busiest[0][1]} if busiest else None,
        "top": [row(*item) for item in ranked[:TOP]],
        "errors": [row(*item) for item in bad[:TOP]],
    }
    return solved(sentence(output, len(bad), len(ranked)), output)


def told(when: datetime) -> str:
    """Return a time as text, without a year where the log has none."""
    return when.strftime("%m-%d %H:%M:%S") if when.year == NO_YEAR else when.isoformat(sep=" ")


def row(key: tuple[str, str], lines: list[Line]) -> dict[str, Any]:
    """Return a group of lines as data."""
    return {"level": key[0], "message": key[1], "count": len(lines), "example": lines[0].raw[:LONGEST_MESSAGE]}


def sentence(output: dict[str, Any], errors_count: int, kinds: int) -> str:
    """Return the answer in words; there are so many kinds of errors and of messages."""
    counts = ", ".join(
        f"{count} {name if name != 'none' else 'without a level'}" for name, count in output["levels"].items()
    )
    head = f"**{counted(output['lines'], 'line')}**: {counts}."
    if output["first"]:
        head += f" From {output['first']} to {output['last']}"
        head += f"; busiest minute {output['busiest_minute']['minute']} with {counted(output['busiest_minute']['lines'], 'line')}."
    rows = [[str(one["count"]), one["level"], one["message"][:120]] for one in output["top"]]
    errors = "".join(f"\n- {one['count']} × {one['message'][:120]}" for one in output["errors"][:5])
    errors += f"\n- and {counted(errors_count - 5, 'more kind')} of errors" if errors_count > 5 else ""
    head += f" The {TOP} most frequent of {kinds:,} kinds of messages are listed." if kinds > TOP else ""
    return "\n\n".join([head, *([f"Errors:{errors}"] if errors else []), table(["count", "level", "message"], rows)])
