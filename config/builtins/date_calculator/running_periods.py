"""The last day of a period that runs from a day on: a trial of 6 months from 15 September is over on 15 March."""

import re
from datetime import date, timedelta
from typing import Any

from config.builtins.date_calculator.phrases import day_in
from config.builtins.date_calculator.reading import Asked, shown
from config.builtins.wording import fill_in

RUNNING_PERIOD = re.compile(
    r"\b(?:\w*probezeit|probation\w*|trial|\w*vertrag\w*|contract|lease|rental|subscription|membership|abo\w*|warrant(?:y|ies)|garantie|guarantee|gewahrleistung|insurance|versicherung|"
    r"lauft|runs?|running|lasts?|valid|gilt|gultig|contrat|periode (?:d'|of )essai|essai|valable|contrato|(?:periodo (?:de|of) )?prueba|vigencia|garantia|dura|dure|elternzeit|parental leave|sabbatical|visa)\b",
    re.IGNORECASE,
)
PERIOD_OVER = re.compile(
    r"\b(?:over|ends?|ended|expires?|runs? out|up|finish(?:es|ed)?|vorbei|endet|zu ende|ab|abgelaufen|aus|finit|finie?|termin\w+|expire|acaba|vence|finaliza)\b",
    re.IGNORECASE,
)
PERIOD_FROM = re.compile(
    r"\b(?:from|starting(?: on)?|starts?(?: on)?|started(?: on)?|beginning(?: on)?|begins?(?: on)?|began(?: on)?|since|as of|beginnt(?: on)?|depuis|a partir of)(?: (?:the|dem|den|le|el))? \Z",
    re.IGNORECASE,
)
LAST_DAY_TEXTS = {
    "en": " If the first day counts, the last day is {day}.",
    "de": " Zählt der erste Tag mit, ist der letzte Tag {day}.",
    "fr": " Si le premier jour compte, le dernier jour est {day}.",
    "es": " Si cuenta el primer día, el último día es {day}.",
}


def last_day_of(asked: Asked, end: date) -> dict[str, str]:
    """Return the last day of a running period, which ends before ``end``, as output; {} for a message about no such period."""
    if len(asked.dates) != 1 or any(unit.startswith("work") for _, unit in asked.durations):
        return {}
    is_start = PERIOD_FROM.search(asked.text[: asked.dates[0].start]) is not None
    if not (is_start and RUNNING_PERIOD.search(asked.rest) and PERIOD_OVER.search(asked.rest)):
        return {}
    return {"last_day": (end - timedelta(days=1)).isoformat()}


def last_day_said(output: dict[str, Any], language: str) -> str:
    """Return the sentence about the last day of a running period, "" where an output has none."""
    if "last_day" not in output:
        return ""
    told = str(output["last_day"])
    day = shown(date.fromisoformat(told)) if language == "en" else day_in(told, language)
    return fill_in(LAST_DAY_TEXTS[language], day=day)
