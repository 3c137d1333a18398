"""Single times, intervals and limits in words; and what stands beside a time and is not understood. No database."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from kingdom.core.errors import BadInput
from kingdom.schedules.rules.cron_times import TimeBounds, missed_times, next_time
from kingdom.schedules.rules.schedule_text import read_schedule

BERLIN = ZoneInfo("Europe/Berlin")
NOW = datetime(2026, 11, 25, 10, 20, 30, tzinfo=BERLIN)  # a Wednesday


@pytest.mark.parametrize(
    ("text", "at", "message"),
    [
        ("in 20 minutes: remind me to call Anna", "2026-11-25 10:41", "remind me to call Anna"),
        ("remind me in 3 hours to turn off the oven", "2026-11-25 13:21", "remind me to turn off the oven"),
        ("half an hour from now: check the oven", "2026-11-25 10:51", "check the oven"),
        ("in two weeks: ask for feedback", "2026-12-09 10:21", "ask for feedback"),
        ("tomorrow at noon: check the list", "2026-11-26 12:00", "check the list"),
        ("remind me tomorrow to call Anna", "2026-11-26 08:00", "remind me to call Anna"),
        ("tonight at 8: the match", "2026-11-25 20:00", "the match"),
        ("this afternoon at 4 remind me to stretch", "2026-11-25 16:00", "remind me to stretch"),
        ("the day after tomorrow at 10:30: the order", "2026-11-27 10:30", "the order"),
        ("on Friday at 17:00 water the plants", "2026-11-27 17:00", "water the plants"),
        ("next Tuesday at 3pm: the meeting", "2026-12-01 15:00", "the meeting"),
        ("on Wednesday at 9: the plan", "2026-12-02 09:00", "the plan"),  # today it is over
        ("on 24 December at 18:00: greetings", "2026-12-24 18:00", "greetings"),
        ("on March 3rd: greetings", "2027-03-03 08:00", "greetings"),  # of next year
        ("on 2027-01-02 at 7: greetings", "2027-01-02 07:00", "greetings"),
        ("übermorgen um 10 Uhr: die Bestellung", "2026-11-27 10:00", "die Bestellung"),
        ("morgen früh: die Bestellung", "2026-11-26 08:00", "die Bestellung"),
        ("in einer Stunde: die Bestellung", "2026-11-25 11:21", "die Bestellung"),
        ("erinnere mich am 24. Dezember um 18 Uhr ans Essen", "2026-12-24 18:00", "erinnere mich ans Essen"),
        ("am nächsten Montag um 9: das Angebot", "2026-11-30 09:00", "das Angebot"),
        ("demain à 15 h : le rendez-vous", "2026-11-26 15:00", "le rendez-vous"),
        ("dans deux heures : le rendez-vous", "2026-11-25 12:21", "le rendez-vous"),
        ("mañana al mediodía: la lista", "2026-11-26 12:00", "la lista"),
    ],
)
def test_a_single_time_is_read(text: str, at: str, message: str) -> None:
    read = read_schedule(text, now=NOW)
    assert read.once == datetime.fromisoformat(at).replace(tzinfo=BERLIN)
    assert read.message == message
    bounds = TimeBounds(ends_at=read.once)
    assert next_time(read.cron, "Europe/Berlin", NOW, bounds) == read.once
    assert next_time(read.cron, "Europe/Berlin", read.once, bounds) is None


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("next Friday: ping", "may be 27 November or 04 December"),
        ("today at 9: ping", "is over"),
        ("today: ping", "Say at which one time"),
        ("on 2020-01-01: ping", "is over"),
        ("on 30 February: ping", "no day"),
        ("tomorrow between 9 and 17: ping", "cannot be bound"),
        ("tomorrow and on Friday: ping", "friday"),
        ("count the people who came today and sum them up", "no time that comes again"),
        ("translate: see you tomorrow at 8", "no time that comes again"),
    ],
)
def test_a_single_time_that_is_none_is_refused(text: str, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        read_schedule(text, now=NOW)


@pytest.mark.parametrize(
    ("text", "cron", "interval"),
    [
        ("every other Friday at 16:00: report", "0 16 * * 5", (2, "week")),
        ("every 3 days: water the plants", "0 8 * * *", (3, "day")),
        ("every other day at 7: run", "0 7 * * *", (2, "day")),
        ("every 6 weeks on Tuesday: cut hair", "0 8 * * 2", (6, "week")),
        ("every other week on Monday at 9: plan", "0 9 * * 1", (2, "week")),
        ("jeden zweiten Dienstag: Altpapier", "0 8 * * 2", (2, "week")),
        ("alle 14 Tage: Wäsche", "0 8 * * *", (14, "day")),
        ("un lundi sur deux : les poubelles", "0 8 * * 1", (2, "week")),
        ("cada 2 semanas el viernes a las 17: informe", "0 17 * * 5", (2, "week")),
        ("every other month: file it", "0 8 1 */2 *", (1, "")),
        ("twice a day: check the mail", "0 8,20 * * *", (1, "")),
        ("zweimal täglich: Postfach", "0 8,20 * * *", (1, "")),
        ("every day except Sunday at 7 pm: report", "0 19 * * 1,2,3,4,5,6", (1, "")),
        ("every weekday except on Fridays: report", "0 8 * * 1,2,3,4", (1, "")),
        ("täglich um 6 Uhr außer am Wochenende: lies", "0 6 * * 1,2,3,4,5", (1, "")),
        ("every 2 hours between 9 and 17: check", "0 9-17/2 * * *", (1, "")),
        ("every 15 minutes from 9am to 5pm on weekdays: check", "*/15 9-16 * * 1,2,3,4,5", (1, "")),
        ("four times a day: drink", "0 8,12,16,20 * * *", (1, "")),
        ("quarterly on the 1st at 8: close", "0 8 1 */3 *", (1, "")),
        ("every other hour: check", "0 */2 * * *", (1, "")),
        ("every hour on the half hour: check", "30 * * * *", (1, "")),
        ("each last working day of the month at 5 pm: check", "0 17 LW * *", (1, "")),
        ("at the end of each month: count the sales", "0 8 L * *", (1, "")),
        ("am letzten Werktag des Monats: zähle", "0 8 LW * *", (1, "")),
        ("every day 9am check the mail", "0 9 * * *", (1, "")),
        ("every day around 9 check the mail", "0 9 * * *", (1, "")),
    ],
)
def test_intervals_and_limits_are_read(text: str, cron: str, interval: tuple[int, str]) -> None:
    read = read_schedule(text, now=NOW)
    assert (read.cron, (read.interval, read.unit), read.once) == (cron, interval, None)
    assert next_time(cron, "UTC", NOW) is not None


@pytest.mark.parametrize(
    ("text", "zone", "message"),
    [
        ("every Monday at 8 New York time: count the orders", "America/New_York", "count the orders"),
        ("every day at 9 London time check the rates", "Europe/London", "check the rates"),
        ("every day at 9 UTC: check", "UTC", "check"),
        ("jeden Tag um 9 Uhr Berliner Zeit: prüfe", "Europe/Berlin", "prüfe"),
        ("every day at 9 tell me the London time", "", "tell me the London time"),
    ],
)
def test_a_time_zone_beside_the_time_is_that_of_the_schedule(text: str, zone: str, message: str) -> None:
    read = read_schedule(text, now=NOW)
    assert (read.time_zone, read.message) == (zone, message)


def test_a_single_time_of_another_zone_is_counted_there() -> None:
    read = read_schedule("tomorrow at noon Tokyo time: ping", now=NOW)
    assert (read.once, read.time_zone) == (datetime(2026, 11, 26, 12, tzinfo=ZoneInfo("Asia/Tokyo")), "Asia/Tokyo")


@pytest.mark.parametrize(
    "text",
    [
        "every Monday, but not on holidays: write the plan",
        "every Saturday except in August: mow",
        "every day starting next Monday: practise",
        "every Monday at 8 Gotham time: count",
        "every day at dawn: wake me",
        "every day at 8 or 9 wake me",
        "every day for two weeks wake me",
        "every Monday until June wake me",
        "every 2 hours at 8: check",
        "every 10 minutes at 8: check",
        "every day between 9 and 17: check",
        "every hour between 22 and 6: check",
        "on the first of every month on weekdays: check",
        "at 8 on Mondays and at 9 on Fridays: check",
        "every Monday except Monday: check",
    ],
)
def test_a_part_of_a_time_that_is_not_understood_makes_no_schedule(text: str) -> None:
    with pytest.raises(BadInput):
        read_schedule(text, now=NOW)


def test_an_interval_counts_local_days_and_weeks_from_its_first_time() -> None:
    start = datetime(2026, 10, 16, 12, tzinfo=UTC)  # two Fridays later the summer time of Berlin ends
    weeks = TimeBounds(2, "week", date(2026, 10, 16))
    found = missed_times("0 16 * * 5", "Europe/Berlin", start, start + timedelta(days=60), weeks)[1:]
    assert [(time.astimezone(BERLIN).day, time.astimezone(BERLIN).hour) for time in found] == [
        (16, 16), (30, 16), (13, 16), (27, 16), (11, 16),
    ]  # fmt: skip
    days = TimeBounds(3, "day", date(2026, 10, 16))
    found = missed_times("0 8 * * *", "Europe/Berlin", start, start + timedelta(days=16), days)[1:]
    assert [time.astimezone(BERLIN).day for time in found] == [19, 22, 25, 28, 31]
    assert next_time("0 8 * * *", "Europe/Berlin", start + timedelta(days=4), days) == found[1]
