"""When periodic tasks are due, in words of the page's language."""

import pytest
from django.utils import translation
from django_celery_beat.models import CrontabSchedule, IntervalSchedule

from kingdom.ops.schedule_words import crontab_words, interval_words


@pytest.mark.parametrize(
    ("every", "period", "english", "german"),
    [
        (15, "seconds", "every 15 seconds", "alle 15 Sekunden"),
        (1, "seconds", "every second", "jede Sekunde"),
        (1800, "seconds", "every 30 minutes", "alle 30 Minuten"),
        (60, "seconds", "every minute", "jede Minute"),
        (90, "seconds", "every 90 seconds", "alle 90 Sekunden"),
        (4, "hours", "every 4 hours", "alle 4 Stunden"),
        (86400, "seconds", "every day", "jeden Tag"),
        (2, "days", "every 2 days", "alle 2 Tage"),
    ],
)
def test_intervals(every: int, period: str, english: str, german: str) -> None:
    interval = IntervalSchedule(every=every, period=period)
    assert interval_words(interval) == english
    with translation.override("de"):
        assert interval_words(interval) == german


@pytest.mark.parametrize(
    ("fields", "english", "german"),
    [
        ({"minute": "0", "hour": "4"}, "At 04:00 (UTC)", "Um 04:00 (UTC)"),
        (
            {"minute": "30", "hour": "6", "day_of_week": "0"},
            "At 06:30, only on Sunday (UTC)",
            "Um 06:30, nur am Sonntag (UTC)",
        ),
        (
            {"minute": "*/15", "hour": "8-17", "day_of_week": "1-5"},
            "Every 15 minutes, between 08:00 and 17:59, Monday through Friday (UTC)",
            "Alle 15 Minuten, zwischen 08:00 und 17:59, Montag bis Freitag (UTC)",
        ),
        (
            {"minute": "0", "hour": "0", "day_of_month": "1", "month_of_year": "1,7"},
            "At 00:00, on day 1 of the month, only in January and July (UTC)",
            "Um 00:00, am 1 Tag des Monats, nur im Januar und Juli (UTC)",
        ),
        ({"minute": "x", "hour": "4"}, "x 4 * * * (UTC)", "x 4 * * * (UTC)"),
    ],
)
def test_crontabs(fields: dict[str, str], english: str, german: str) -> None:
    crontab = CrontabSchedule(**fields, timezone="UTC")
    assert crontab_words(crontab) == english
    with translation.override("de"):
        assert crontab_words(crontab) == german
