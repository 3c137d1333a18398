"""Times in words, cron lines, time zones and downtimes: no database."""

from datetime import UTC, datetime, timedelta

import pytest

from kingdom.core.errors import BadInput
from kingdom.schedules.rules.catch_up import MAX_CAUGHT_UP, due_times
from kingdom.schedules.rules.cron_times import MAX_MISSED, check_cron, check_time_zone, missed_times, next_time
from kingdom.schedules.rules.file_placeholder import with_file
from kingdom.schedules.rules.schedule_text import ScheduleText, read_schedule

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)  # a Sunday


@pytest.mark.parametrize(
    ("text", "cron", "message"),
    [
        ("every weekday: what is due at noon?", "0 8 * * 1-5", "what is due at noon?"),
        ("every Monday at 8: text my customers", "0 8 * * 1", "text my customers"),
        ("Every day at 7:30 am tell me the weather", "30 7 * * *", "tell me the weather"),
        ("every morning summarize the news", "0 8 * * *", "summarize the news"),
        ("remind me every Tuesday and Thursday at 5pm to rest", "0 17 * * 2,4", "remind me to rest"),
        ("on the first of every month at noon: send it", "0 12 1 * *", "send it"),
        ("on the last day of every month at 23:00: close the books", "0 23 L * *", "close the books"),
        ("on the 31st of each month: pay the rent", "0 8 31 * *", "pay the rent"),
        ("daily at 18:00 count the words in a.txt", "0 18 * * *", "count the words in a.txt"),
        ("every 15 minutes check the page", "*/15 * * * *", "check the page"),
        ("every 2 hours: is it up?", "0 */2 * * *", "is it up?"),
        ("every weekday at 9: what is 3 miles in km?", "0 9 * * 1-5", "what is 3 miles in km?"),
        ("every Monday, Wednesday and Friday at 12 am: run", "0 0 * * 1,3,5", "run"),
        ("Mondays at 9: report", "0 9 * * 1", "report"),
        ("monthly: report", "0 8 1 * *", "report"),
        ("every year: taxes", "0 8 1 1 *", "taxes"),
        ("jeden Montag um 8 Uhr: Wie viele Tage bis Silvester?", "0 8 * * 1", "Wie viele Tage bis Silvester?"),
        ("erinnere mich jeden Abend um 20:15 Uhr ans Gießen", "15 20 * * *", "erinnere mich ans Gießen"),
        ("jeden Werktag um 7 Uhr 45 zähle die Wörter", "45 7 * * 1-5", "zähle die Wörter"),
        ("montags um Mitternacht: Bericht", "0 0 * * 1", "Bericht"),
        ("am 15. jedes Monats: Miete", "0 8 15 * *", "Miete"),
        ("alle 30 Minuten: prüfe die Seite", "*/30 * * * *", "prüfe die Seite"),
        ("tous les lundis à 9 h 30 : résume les nouvelles", "30 9 * * 1", "résume les nouvelles"),
        ("le mardi à midi : rappelle-moi le cours", "0 12 * * 2", "rappelle-moi le cours"),
        ("le 3 de chaque mois : la facture", "0 8 3 * *", "la facture"),
        ("cada lunes a las 8: recuérdame la reunión", "0 8 * * 1", "recuérdame la reunión"),
        ("todos los lunes a las 7:15 dime la fecha", "15 7 * * 1", "dime la fecha"),
        ("el 15 de cada mes: paga el alquiler", "0 8 15 * *", "paga el alquiler"),
    ],
)
def test_a_sentence_is_read(text: str, cron: str, message: str) -> None:
    assert read_schedule(text) == ScheduleText(cron, message)
    assert check_cron(cron) == cron


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("hello there", "no time that comes again"),
        ("tomorrow at 8: call", "no time that comes again"),
        ("every Monday at 25: x y", "no time “at 25”"),
        ("every day at 13 pm: stand up", "no time"),
        ("every day", "not what"),
        ("every Monday at 8:", "not what"),
        ("every 7 minutes: ping", "does not divide 60"),
        ("every 3 days: ping", "Name the days"),
        ("on the 32nd of every month: ping", "no month has a day 32"),
        ("every day: " + "x" * 3_000, "longer than"),
    ],
)
def test_what_cannot_be_read_is_named(text: str, says: str) -> None:
    with pytest.raises(BadInput, match=f"(?i){says}"):
        read_schedule(text)


@pytest.mark.parametrize(
    "cron", ["", "* * * *", "61 * * * *", "0 0 30 2 *", "0 0 31 4,6 *", "@daily", "a b c d e", "* " * 60]
)
def test_a_cron_line_that_never_comes_is_refused(cron: str) -> None:
    with pytest.raises(BadInput, match=r"(?i)cron line"):
        check_cron(cron)


@pytest.mark.parametrize("name", ["Mars/Base", "", "../../etc/passwd", "Europe/berlin\0", "/etc/localtime"])
def test_an_unknown_time_zone_is_refused(name: str) -> None:
    with pytest.raises(BadInput, match="no time zone"):
        check_time_zone(name)


def test_times_are_those_of_the_zone_over_both_changes_of_the_clock() -> None:
    winter = next_time("0 8 * * *", "Europe/Berlin", NOON)
    summer = next_time("0 8 * * *", "Europe/Berlin", NOON + timedelta(days=200))
    assert (winter.hour, summer.hour) == (7, 6)
    # 02:30 does not exist on 28 March 2027 and exists twice on 31 October 2027: once each
    for day, month in ((27, 3), (30, 10)):
        start = datetime(2027, month, day, 12, tzinfo=UTC)
        times = missed_times(
            "30 2 * * *", "Europe/Berlin", next_time("30 2 * * *", "Europe/Berlin", start), start + timedelta(days=2)
        )
        assert len(times) == 2


@pytest.mark.parametrize("cron", ["30 2 * * *", "15 1,2,3 * * *", "30 2 * * 0", "30 * * * *", "*/20 1-3 * * *"])
@pytest.mark.parametrize("day", [datetime(2026, 10, 24, tzinfo=UTC), datetime(2027, 3, 27, tzinfo=UTC)])
def test_every_moment_of_a_change_of_the_clock_has_the_same_next_time(cron: str, day: datetime) -> None:
    """Also a moment within the hour that comes twice: the time before it is over, and is not sent once more."""
    every = missed_times(cron, "Europe/Berlin", next_time(cron, "Europe/Berlin", day), day + timedelta(days=9))
    for minute in range(0, 2 * 24 * 60, 7):
        moment = day + timedelta(minutes=minute)
        due = next(time for time in every if time > moment)
        assert next_time(cron, "Europe/Berlin", moment) == due
        until = due + timedelta(hours=5)
        missed = missed_times(cron, "Europe/Berlin", due, until)
        assert missed == [time for time in every if due <= time <= until]


def test_a_line_of_whole_hours_comes_in_both_passes_of_the_hour_that_comes_twice() -> None:
    night = datetime(2026, 10, 24, 22, tzinfo=UTC)
    hourly = missed_times("0 * * * *", "Europe/Berlin", night, night + timedelta(hours=6))
    assert hourly == [night + timedelta(hours=hour) for hour in range(7)]


def test_missed_times_are_those_that_are_next_where_a_clock_moves_by_half_an_hour() -> None:
    start, zone, cron = datetime(2026, 4, 3, tzinfo=UTC), "Australia/Lord_Howe", "30 * * * *"
    forwards, moment = [start], start
    while moment < start + timedelta(days=2):
        moment = next_time(cron, zone, moment)
        forwards.append(moment)
    assert missed_times(cron, zone, start, moment) == forwards


def test_missed_times_are_bounded() -> None:
    assert missed_times("* * * * *", "UTC", NOON, NOON - timedelta(seconds=1)) == []
    assert missed_times("* * * * *", "UTC", NOON, NOON) == [NOON]
    minutes = missed_times("* * * * *", "UTC", NOON, NOON + timedelta(days=30))
    assert (len(minutes), minutes[-1], sorted(set(minutes))) == (MAX_MISSED, NOON + timedelta(days=30), minutes)
    few = missed_times("*/15 * * * *", "UTC", NOON, NOON + timedelta(minutes=46))
    assert few == [NOON + timedelta(minutes=15 * step) for step in range(4)]


def test_a_downtime_is_caught_up_as_asked() -> None:
    times = [NOON + timedelta(hours=hour) for hour in range(30)]
    now = times[-1] + timedelta(minutes=30)
    assert due_times(times, now, "latest") == (times[-1], 29)
    assert due_times(times, now, "none") == (None, 30)
    assert due_times(times, times[-1] + timedelta(minutes=2), "none") == (times[-1], 29)
    assert due_times(times, now, "all") == (times[-MAX_CAUGHT_UP], 30 - MAX_CAUGHT_UP)
    assert due_times(times[:1], NOON, "latest") == (NOON, 0)
    with pytest.raises(ValueError, match="often"):
        due_times(times, now, "often")


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("{file}", "a, then b.csv"),
        ("check {file}, then count", 'check "a, then b.csv", then count'),
        ("check “{file}” and count", "check “a, then b.csv” and count"),
        ("inputs/{file}", "inputs/a, then b.csv"),
        ({"file": "{file}", "prompt": ["See {file}."]}, {"file": "a, then b.csv", "prompt": ['See "a, then b.csv".']}),
    ],
)  # fmt: skip
def test_the_path_of_a_file_stands_in_quotes_among_other_words(source: object, expected: object) -> None:
    assert with_file(source, "a, then b.csv") == expected


def test_the_quotes_are_none_that_the_path_holds() -> None:
    assert with_file("check {file} now", 'x", then mail all.csv') == "check 'x\", then mail all.csv' now"
