"""Times in words, cron lines, time zones and downtimes: no database."""

from datetime import UTC, datetime, timedelta

import pytest

from kingdom.core.errors import BadInput
from kingdom.schedules.rules.catch_up import MAX_CAUGHT_UP, due_times
from kingdom.schedules.rules.cron_times import MAX_MISSED, check_cron, check_time_zone, missed_times, next_time
from kingdom.schedules.rules.file_placeholder import with_file
from kingdom.schedules.rules.schedule_text import ScheduleText, read_schedule
from kingdom.schedules.rules.trigger_text import TriggerText, read_trigger

NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)  # a Sunday


def _next(cron: str, zone: str, moment: datetime) -> datetime:
    found = next_time(cron, zone, moment)
    assert found is not None
    return found


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
        ("every weekday at half past seven tell me what is due", "30 7 * * 1-5", "tell me what is due"),
        ("every weekday at quarter to nine: log in", "45 8 * * 1-5", "log in"),
        ("every evening at six remind me to take my pills", "0 18 * * *", "remind me to take my pills"),
        ("every Wednesday evening at 7: choir", "0 19 * * 3", "choir"),
        ("every night at 2 clean up", "0 2 * * *", "clean up"),
        ("remind me every day at 9 in the morning to stretch", "0 9 * * *", "remind me to stretch"),
        ("every day at 9pm and 6am: measure", "0 6,21 * * *", "measure"),
        ("twice a day at 8 and 20: check the mailbox", "0 8,20 * * *", "check the mailbox"),
        ("every day from Monday to Friday at 9: notes", "0 9 * * 1-5", "notes"),
        ("Friday to Monday at 9: watch it", "0 9 * * 5,6,0,1", "watch it"),
        ("every Mon, Wed and Fri at 7: gym", "0 7 * * 1,3,5", "gym"),
        ("on weekdays at 17:30 remind me to log my hours", "30 17 * * 1-5", "remind me to log my hours"),
        ("once a week, on Friday afternoon, send me the tasks", "0 14 * * 5", "send me the tasks"),
        ("on the first Monday of every month at 10: team meeting", "0 10 * * 1#1", "team meeting"),
        ("on the first and third Tuesday of the month: paper", "0 8 * * 2#1,2#3", "paper"),
        ("on the last Friday of the month: timesheets", "0 8 * * 5L", "timesheets"),
        ("on the 1st and 15th of every month pay the salaries", "0 8 1,15 * *", "pay the salaries"),
        ("monthly on the 5th at 10: invoice", "0 10 5 * *", "invoice"),
        ("every year on 24 December: wish all well", "0 8 24 12 *", "wish all well"),
        ("every January 1st: a new log", "0 8 1 1 *", "a new log"),
        ("every quarter: file the return", "0 8 1 */3 *", "file the return"),
        ("every half hour check the queue", "*/30 * * * *", "check the queue"),
        ("send the weekly report every Monday at 9", "0 9 * * 1", "send the weekly report"),
        ("every Monday at 8 text my customers: we are open", "0 8 * * 1", "text my customers: we are open"),
        ("every Monday at 8: send this: hello", "0 8 * * 1", "send this: hello"),
        ("jeden Montag um halb neun erinnere mich an die Tonne", "30 8 * * 1", "erinnere mich an die Tonne"),
        ("erinnere mich jeden Tag um neun Uhr ans Trinken", "0 9 * * *", "erinnere mich ans Trinken"),
        ("jeden Tag um 8 Uhr morgens und um 20 Uhr: Puls", "0 8,20 * * *", "Puls"),
        ("jeden Samstagabend: Müllabfuhr", "0 18 * * 6", "Müllabfuhr"),
        ("jeden ersten Montag im Monat um 10 Uhr: Treffen", "0 10 * * 1#1", "Treffen"),
        ("am 1. und 15. jedes Monats: Lohn", "0 8 1,15 * *", "Lohn"),
        ("jährlich am 24. Dezember: Grüße", "0 8 24 12 *", "Grüße"),
        ("von Montag bis Freitag um 7 Uhr 30: Termine", "30 7 * * 1-5", "Termine"),
        ("einmal pro Woche: prüfe die Seite", "0 8 * * 1", "prüfe die Seite"),
        ("alle zwei Stunden: prüfe die Seite", "0 */2 * * *", "prüfe die Seite"),
        ("chaque lundi matin résume les nouvelles", "0 8 * * 1", "résume les nouvelles"),
        ("le premier lundi de chaque mois : réunion", "0 8 * * 1#1", "réunion"),
        ("du lundi au vendredi à huit heures et demie : météo", "30 8 * * 1-5", "météo"),
        ("toutes les deux heures : la page", "0 */2 * * *", "la page"),
        ("el primer lunes de cada mes: reunión", "0 8 * * 1#1", "reunión"),
        ("de lunes a viernes a las ocho y media: noticias", "30 8 * * 1-5", "noticias"),
        ("todos los días a las nueve de la noche: dime el tiempo", "0 21 * * *", "dime el tiempo"),
    ],
)
def test_a_sentence_is_read(text: str, cron: str, message: str) -> None:
    assert read_schedule(text) == ScheduleText(cron, message)
    assert check_cron(cron) == cron


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("hello there", "no time that comes again"),
        ("every Monday at 25: x y", "no time “at 25”"),
        ("every day at 13 pm: stand up", "no time"),
        ("every day", "not what"),
        ("every Monday at 8:", "not what"),
        ("every 7 minutes: ping", "does not divide 60"),
        ("twice a week: check the mailbox", "at which times"),
        ("every other year: ping", "Name the days"),
        ("every day at 8 and 9:30: ping", "differ in their minutes"),
        ("every 5 months: ping", "does not divide a year"),
        ("on the 32nd of every month: ping", "no month has a day 32"),
        ("every day: " + "x" * 3_000, "longer than"),
    ],
)
def test_what_cannot_be_read_is_named(text: str, says: str) -> None:
    with pytest.raises(BadInput, match=f"(?i){says}"):
        read_schedule(text)


@pytest.mark.parametrize(
    ("text", "pattern", "message"),
    [
        ("when a new PDF is uploaded summarise it", "*.pdf", "summarise it"),
        ("every time I upload a CSV: validate the addresses", "*.csv", "validate the addresses"),
        ("each new CSV file that arrives: validate it", "*.csv", "validate it"),
        ("if a file arrives, summarise it", "", "summarise it"),
        ("whenever files arrive, summarise them", "", "summarise them"),
        ("sobald ich eine Datei hochlade, fasse sie zusammen", "", "fasse sie zusammen"),
        ("wenn eine neue PDF reinkommt: fasse sie zusammen", "*.pdf", "fasse sie zusammen"),
        ("quand je dépose un fichier csv : vérifie-le", "*.csv", "vérifie-le"),
        ("cuando suba un archivo csv: valida las filas", "*.csv", "valida las filas"),
        ("whenever a CSV file arrives: validate the addresses", "*.csv", "validate the addresses"),
        ("when a new file is uploaded, summarise it", "", "summarise it"),
        ("Immer wenn eine neue CSV-Datei ankommt: prüfe die Adressen", "*.csv", "prüfe die Adressen"),
        ("sobald eine Datei hochgeladen wird, fasse sie zusammen", "", "fasse sie zusammen"),
        ("dès qu'un fichier CSV arrive : vérifie les adresses", "*.csv", "vérifie les adresses"),
        ("chaque fois qu’un nouveau fichier est déposé, résume-le", "", "résume-le"),
        ("cada vez que llegue un archivo CSV: valida las direcciones", "*.csv", "valida las direcciones"),
        ("cuando se suba un nuevo archivo excel, resume los totales", "*.xlsx", "resume los totales"),
        ("summarise this when a PDF file comes in", "*.pdf", "summarise this"),
    ],
)
def test_a_sentence_about_arriving_files_is_read(text: str, pattern: str, message: str) -> None:
    assert read_trigger(text) == TriggerText(pattern, message)


@pytest.mark.parametrize("text", ["whenever I send a text to Bob: hello", "every day at 8 read the PDF"])
def test_a_sentence_about_something_else_is_no_file_trigger(text: str) -> None:
    assert read_trigger(text) is None


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
    winter = _next("0 8 * * *", "Europe/Berlin", NOON)
    summer = _next("0 8 * * *", "Europe/Berlin", NOON + timedelta(days=200))
    assert (winter.hour, summer.hour) == (7, 6)
    # 02:30 does not exist on 28 March 2027 and exists twice on 31 October 2027: once each
    for day, month in ((27, 3), (30, 10)):
        start = datetime(2027, month, day, 12, tzinfo=UTC)
        times = missed_times(
            "30 2 * * *", "Europe/Berlin", _next("30 2 * * *", "Europe/Berlin", start), start + timedelta(days=2)
        )
        assert len(times) == 2


@pytest.mark.parametrize("cron", ["30 2 * * *", "15 1,2,3 * * *", "30 2 * * 0", "30 * * * *", "*/20 1-3 * * *"])
@pytest.mark.parametrize("day", [datetime(2026, 10, 24, tzinfo=UTC), datetime(2027, 3, 27, tzinfo=UTC)])
def test_every_moment_of_a_change_of_the_clock_has_the_same_next_time(cron: str, day: datetime) -> None:
    """Also a moment within the hour that comes twice: the time before it is over, and is not sent once more."""
    every = missed_times(cron, "Europe/Berlin", _next(cron, "Europe/Berlin", day), day + timedelta(days=9))
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
        moment = _next(cron, zone, moment)
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
