"""Times of day that come back after some hours or minutes: every 8 hours, the first at 14:30, the next three."""

import re

from config.builtins.date_calculator.reading import Answer, Asked
from config.builtins.wording import SMALL_NUMBERS

EVERY = re.compile(
    r"\b(?:every|each|alle|toutes? les|tous les|cada|im abstand von|im takt von)(?= (?:\d|hour|minute))", re.IGNORECASE
)
COUNT_WORD = "|".join(
    sorted(
        {fold_word for words in SMALL_NUMBERS.values() for fold_word in words if fold_word.isascii()},
        key=len,
        reverse=True,
    )
)
NEXT_TIMES = re.compile(
    rf"\b(?:next|following|nachsten?|folgenden?|weiteren?|prochain(?:e)?s|suivant(?:e)?s|siguientes|proxim[oa]s)(?: (?P<count>\d{{1,2}}|{COUNT_WORD})\b)?"
    rf"|\b(?P<ahead>\d{{1,2}}|{COUNT_WORD}) (?:next|following|more|nachsten?|weitere[nr]?|prochain(?:e)?s|suivant(?:e)?s|autres|siguientes|proxim[oa]s)\b",
    re.IGNORECASE,
)
SINGLE_NEXT = re.compile(
    r"\bnext (?:one|dose|time|pill|tablet|bus|train|feed|feeding|departure)\b(?!s)|\b(?:der|die|das|zur) nachsten?\b(?! (?:\d|dosen|zeiten|male))|\ble prochain\b|\bla prochaine\b|\b(?:el|la) (?:siguiente|proxim[oa])\b",
    re.IGNORECASE,
)
ALL_TIMES = re.compile(
    r"\b(?:times|all (?:the )?(?:times|doses)|zeiten|uhrzeiten|horaires|heures de|horarios|horas de|doses|dosen|tomas|prises)\b",
    re.IGNORECASE,
)
REPEAT_WORDS = (
    EVERY,
    NEXT_TIMES,
    ALL_TIMES,
    re.compile(
        r"\b(?:antibiotics?|pills?|tablets?|doses?|drops|medicine|medication|bus(?:es)?|trains?|feeds?|feeding|first|last|started|starting|starts?|take|taken|leaves?|runs?|due|give|"
        r"antibiotikum|tabletten?|tropfen|medikament\w*|einnahmen?|dosis|dosen|gabe|erste[rns]?|letzte[rns]?|sind|fahrt|comprimes?|pilules?|gouttes|medicaments?|prises?|premiere?|derniere?|quelles?|"
        r"pastillas?|gotas|medicamentos?|tomas?|tocan?|primer[oa]?|ultim[oa]|les?|las|los|when|at|hours)\b",
        re.IGNORECASE,
    ),
)
MOST_TIMES, USUAL_TIMES = 12, 3
DAY_MINUTES = 24 * 60


def repeated_times(asked: Asked, start: int, interval: int) -> Answer | None:
    """Return the next times of day after ``start``, every ``interval`` minutes (of a day); None for other questions."""
    if not EVERY.search(asked.text) or not 0 < interval <= DAY_MINUTES:
        return None
    found = NEXT_TIMES.search(asked.text)
    told = (found["count"] or found["ahead"]) if found else None
    if told is None and (SINGLE_NEXT.search(asked.text) or not (found or ALL_TIMES.search(asked.text))):
        return None
    count = counted(told) if told else USUAL_TIMES
    if not 1 <= count <= MOST_TIMES:
        return None
    listed = []
    for step in range(1, count + 1):
        moment = start + step * interval
        days = moment // DAY_MINUTES
        clock = f"{moment % DAY_MINUTES // 60:02d}:{moment % 60:02d}"
        listed.append(f"{clock} (+{days})" if days else clock)
    said = ", ".join(listed)
    every = f"{interval // 60} h {interval % 60} min" if interval % 60 and interval > 60 else f"{interval} min" if interval < 60 else f"{interval // 60} h"  # fmt: skip
    later = " (+1) is the next day." if "(+" in said else ""
    sentence = f"Every {every} after {start // 60:02d}:{start % 60:02d}: **{said}**.{later}"
    return sentence, {"kind": "clock", "clock": said, "count": count, "minutes": interval}


def counted(word: str) -> int:
    """Return the number of a figure or of a number word."""
    if word.isdigit():
        return int(word)
    return next((words[word.lower()] for words in SMALL_NUMBERS.values() if word.lower() in words), 0)
