"""Intervals and crontabs of periodic tasks in the language of the page: the library has no correct German of them."""

import re

from cron_descriptor import FormatException, MissingFieldException, Options, WrongArgumentException, get_description
from django.utils.dates import MONTHS, WEEKDAYS
from django.utils.translation import get_language, ngettext, override
from django_celery_beat.models import CrontabSchedule, IntervalSchedule

_LOCALES = {"de": "de_DE"}  # of cron_descriptor
_SECONDS = {"days": 86400, "hours": 3600, "minutes": 60, "seconds": 1}
_WRONG = (FormatException, MissingFieldException, WrongArgumentException)


def interval_words(interval: IntervalSchedule) -> str:
    """Return how often it is due, in the largest unit that has no rest: "every 30 minutes"."""
    if interval.period not in _SECONDS:  # microseconds, which the form refuses
        return f"{interval.every} {interval.get_period_display()}"
    seconds = interval.every * _SECONDS[interval.period]
    unit = next(name for name, size in _SECONDS.items() if seconds % size == 0)
    number = seconds // _SECONDS[unit]
    texts = {
        "days": ngettext("every day", "every %(number)s days", number),
        "hours": ngettext("every hour", "every %(number)s hours", number),
        "minutes": ngettext("every minute", "every %(number)s minutes", number),
        "seconds": ngettext("every second", "every %(number)s seconds", number),
    }
    return texts[unit] % {"number": number}


def crontab_words(crontab: CrontabSchedule) -> str:
    """Return when it is due, with its time zone: "At 04:00 (UTC)"; its expression where no words are known for it."""
    fields = (crontab.minute, crontab.hour, crontab.day_of_month, crontab.month_of_year, crontab.day_of_week)
    expression = " ".join(str(field).replace(" ", "") for field in fields)
    options = Options()
    options.use_24hour_time_format = True
    options.locale_code = _LOCALES.get((get_language() or "en").partition("-")[0], "en_US")
    try:
        words = _with_names(get_description(expression, options))
    except _WRONG:
        words = expression
    return f"{words} ({crontab.timezone})"


def _with_names(words: str) -> str:
    """Return words with the names of days and months in the active language, which the library leaves in English."""
    with override("en"):
        english = [str(name) for name in (*WEEKDAYS.values(), *MONTHS.values())]
    names = dict(zip(english, (str(name) for name in (*WEEKDAYS.values(), *MONTHS.values())), strict=True))
    return re.sub(r"\b[A-Z][a-z]+\b", lambda found: names.get(found[0], found[0]), words)
