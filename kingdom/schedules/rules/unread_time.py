"""Finds a part of a time that nothing was made of: the schedule would come at another time than its user thinks. Pure.

Before the colon no word of time may be left. Without a colon the task may hold such words: only what stands right next
to the time is a part of it.
"""

import re

from kingdom.core.errors import BadInput
from kingdom.schedules.rules.clock_text import PART
from kingdom.schedules.rules.schedule_phrases import DAYS

TIME_HELP = "Say when and what, e.g. “every Monday at 8: summarize the news”, or give `cron` and `message`."
_WORDS = (
    rf"(?:{'|'.join(DAYS)})s?|(?:{PART})s?|midnight|half past|quarter|first|second|third|fourth|twice|"
    "except|excluding|unless|until|till|between|every|each|only|starting|beginning|hours?|minutes?|weeks?|months?|years?|"
    "weekdays?|weekends?|today|tomorrow|tonight|time|zone|utc|gmt|[ap]m|o'clock|end|start|middle|holidays?|"
    "ausser|außer|bis|zwischen|anfang|ende|mitte|feiertage?n?|uhr|zeit|"
    "sauf|jusqu|debut|fin|heure|excepto|salvo|hasta|principio|final|hora"
)
_UNREAD = re.compile(rf"(?<![\w.])(?:\d{{1,2}}(?!\w)|{_WORDS})(?!\w)")
_PREPOSITIONS = (
    "not|from|as of|past|to the hour|at|around|about|before|after|other than|apart|or|"
    "nicht|gegen|vor|nach|ab|um|vers|avant|apres|antes|despues"
)
_BEHIND = re.compile(
    rf"^\W*(?:(?:and|but|or|und|et|y|aber|oder) )?(?:{_WORDS}|{_PREPOSITIONS}|on the (?:half|quarter)|"
    r"for (?:the next )?(?:\d+|one|two|three|four|five|ten) (?:days|weeks|months|times)|"
    r"\d{1,2} ?(?:[ap]m|uhr|h)|\d{1,2}:\d{2})(?!\w)"
)
_BEFORE = re.compile(
    r"(?:\d|(?<!\w)(?:end|start|beginning|middle|half|quarter|before|after|except|not|until|till|unless|other|"
    r"ende|anfang|mitte|außer|nicht|bis|vor|nach|ab|sauf|fin|debut|avant|apres|jusqu'?|"
    r"excepto|salvo|final|principio|antes|despues|hasta)(?: (?:of|in|on|des|du|de|del|the|von))*)\W*$"
)


def time_check(text: str, spans: list[tuple[int, int]], head_end: int, *, has_colon: bool) -> None:
    """Raise BadInput for a part of a time in the first ``head_end`` characters that no span covers."""
    unread = _neighbour(text[:head_end], spans)
    if unread is None and has_colon:
        unread = _UNREAD.search(without_parts(text[:head_end], spans))
    if unread is not None:
        raise BadInput(f"I do not understand “{unread.group().strip()}” of this time. {TIME_HELP}")


def without_parts(text: str, spans: list[tuple[int, int]]) -> str:
    """Return a text without some of its parts, which may overlap."""
    left = "".join(" " if any(start <= at < end for start, end in spans) else char for at, char in enumerate(text))
    return re.sub(r"[ \t]+", " ", left).strip(" ,;:–-")


def _neighbour(text: str, spans: list[tuple[int, int]]) -> "re.Match[str] | None":
    """Return a word of time right before or behind a part that was read."""
    blank = "".join("\0" if any(start <= at < end for start, end in spans) else char for at, char in enumerate(text))
    for start, end in spans:
        found = _BEHIND.match(blank[end:]) or _BEFORE.search(blank[:start])
        if found is not None and "\0" not in found.group():
            return found
    return None
