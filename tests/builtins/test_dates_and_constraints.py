"""Days left out of a count, past days without a year, times in words, and further questions about a day."""

import pytest

from tests.builtins.asking import ask
from tests.builtins.test_unused_content import shown_words

ROLE = "date_calculator"
NOW = "2026-11-29T12:00:00+00:00"  # a Sunday


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("our shop opens every day from 7 dec to 24 dec, excluding sundays, how many opening days?", "**16 days**"),
        ("How many working days from Monday 14 December to Friday 25 December, if the 24th and 25th are off?", "**8 w"),
        ("How many Sundays are left this year, not counting today?", "**4 days**"),
        ("how many tuesdays between 1 january 2027 and 31 march 2027, leaving out the first one", "**12 days**"),
        ("I work Mondays, Wednesdays and Fridays. How many shifts from 1 December to 31 December?", "**13 days**"),
        ("We are closed on Mondays. How many days are we open in December 2026?", "**27 days**"),
        ("how many days between 5 and 12 December, both ends excluded", "**6 days**"),
        (
            "How many days are there between 14 January and 2 February, not including either of those days?",
            "**18 days**",
        ),
        (
            "leave from 21 december to 4 january, how many days if weekends and 25, 26 dec and 1 jan dont count",
            "**9 days**",
        ),
        (
            "every weekday from 4 jan to 29 jan 2027, closed on the 6th and 7th, how many days open",
            "**18 working days**",
        ),
        (
            "7 sept 2026 to 23 oct 2026 but not on the 28th of september. how many weekdays is that",
            "**34 working days**",
        ),
        ("Combien de jours entre le 5 et le 12 décembre, sans compter ni le 5 ni le 12 ?", "**6 jours**"),
        ("On est fermé le dimanche et le lundi. Combien de jours d'ouverture en mars 2027 ?", "**22 jours**"),
        ("Wie viele Tage sind es vom 7. bis 24. Dezember ohne Sonntage?", "**16 Tage**"),
        ("Geschäft ist montags zu. Wie viele Öffnungstage hat der Februar 2027?", "**24 Tage**"),
        ("Wie viele Arbeitstage im Dezember 2026, wenn der 24. und der 31. frei sind?", "**21 Arbeitstage**"),
        ("cuántos días hay del 1 al 31 de diciembre sin contar los domingos", "**27 días**"),
        ("¿Cuántos días abre la tienda del 1 al 24 de diciembre si los domingos está cerrada?", "**21 días**"),
        ("add 10 working days to 18 December, skipping the 25th and the 1st", "**Tuesday, 5 January 2027**"),
        ("how many days in december am I home if I'm away from 10 to 14 december?", "**26 days**"),
        ("how many working days from 30 november to 11 december if the 8th is a holiday", "**9 working days**"),
        ("Combien de lundis et de mardis en janvier 2027 ?", "**8 jours**"),
        ("I have 18 days of holiday from 7 dec, only weekdays count, when am I back", "**Thursday, 31 December 2026**"),
    ],
)
def test_days_are_left_out_of_a_count(message: str, said: str) -> None:
    assert said in ask(ROLE, message, now=NOW).answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("how many working days are left this year excluding holidays", "**24 working days**"),
        ("how many days until christmas", "**26 days**"),
        ("working days from 1 December to 18 December, no holidays", "**14 working days**"),
        ("how many weekends until christmas", "**3 Saturdays**"),
        ("Sent the form off 23 november, 15 working days. when will i hear at the latest", "14 December 2026"),
        ("I'm off from 10 december for 14 days. when am I back", "24 December 2026"),
        ("I'm off on friday 11 december, how many days until then", "**12 days**"),
        ("how many days from 3 May to 10 May", "**7 days**"),
        ("shift 9:00 to 17:30 without the 30 minute break", "**8 h**"),
    ],
)
def test_a_count_that_leaves_no_day_out_stays(message: str, said: str) -> None:
    assert said in ask(ROLE, message, now=NOW).answer


@pytest.mark.parametrize(
    "message",
    [
        "days between 1 June and 30 June, how many days excluding the weeks of the fair",
        "how many days from 1 to 20 June not counting the first Monday",
    ],
)
def test_unknown_days_to_leave_out_are_declined(message: str) -> None:
    assert ask(ROLE, message, now=NOW).tag == "NULL"


@pytest.mark.parametrize(
    ("message", "days"),
    [
        ("wie lang sind die ferien vom 23.12.2026 bis 08.01.2027, erster und letzter tag mitgezählt", 17),
        ("Wie viele Tage vom 3. bis 10. Mai, den ersten und den letzten Tag mitgerechnet?", 8),
        ("Urlaub 3. bis 10. Mai, wie viele Tage inkl. An- und Abreisetag?", 8),
        ("how many days from 3 May to 10 May counting the first and the last day", 8),
        ("how many days is 3 May to 10 May, start and end day included", 8),
        ("combien de jours du 3 au 10 mai, premier et dernier jour compris ?", 8),
        ("cuántos días hay del 3 al 10 de mayo, contando el primer y el último día", 8),
        ("how many days from 3 May to 10 May, last day not counted", 7),
    ],
)
def test_both_days_of_a_span_are_counted_on_demand(message: str, days: int) -> None:
    assert f"**{days} " in ask(ROLE, message, now=NOW).answer


@pytest.mark.parametrize(
    ("message", "day"),
    [
        ("I borrowed a book from the library on 18 November for a fortnight. What date is it due?", "2026-12-02"),
        ("We bought the fridge on 3 March, 2 year warranty. when does it run out?", "2028-03-03"),
        ("vaccinated 10 November, second shot 28 days later - date?", "2026-12-08"),
        ("Am 18. November habe ich das Auto gekauft, 6 Monate Garantie. Bis wann?", "2027-05-18"),
        ("Ich habe am 18. November ein Buch ausgeliehen, 4 Wochen Leihfrist. Wann zurück?", "2026-12-16"),
        ("J'ai acheté une machine le 12 novembre, 30 jours pour la rendre. Quelle est la date limite ?", "2026-12-12"),
        ("Compré un móvil el 12 de noviembre y tengo 14 días para devolverlo. ¿Hasta qué fecha?", "2026-11-26"),
        ("the shop is closed on 18 November, what date is 2 weeks before 18 November?", "2027-11-04"),
        ("the meeting moved from 3 december to two weeks later, which date", "2026-12-17"),
        ("Das Baby kam am 17. Oktober, welches Datum ist 100 Tage danach?", "2027-01-25"),
        ("I have to pay on 10 November, what is the date 5 days before that", "2027-11-05"),
    ],
)
def test_the_year_of_a_day_on_which_something_was_done(message: str, day: str) -> None:
    made = ask(ROLE, message, now=NOW)
    assert (made.output or {}).get("date") == day, made.answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("How many days between 18 November and 5 December?", "**17 days**"),
        ("I borrowed a bike on 20 November. How many days until 5 December?", "**6 days**"),
        (
            "I handed in my notice on 20 November; my last day is 31 January. How many days do I have left?",
            "**63 days**",
        ),
        ("how many days until 24 december not counting today", "**25 days**"),
        ("we get paid on 15 december, how many days is that", "**16 days**"),
    ],
)
def test_spans_around_today(message: str, said: str) -> None:
    assert said in ask(ROLE, message, now=NOW).answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("The film starts at half past seven in the evening and runs for 135 minutes. What time is it over?", "21:45"),
        ("concert begins at quarter to eight in the evening, lasts 2 hours 30 minutes. when is it over?", "22:15"),
        ("Class starts at nine o'clock and takes 90 minutes. When does it end?", "10:30"),
        ("the shop opens at nine and closes at six in the evening. how many hours is it open?", "**9 h**"),
        ("Der Zug fährt morgens um halb neun und ich will 45 Minuten vorher da sein. Um wie viel Uhr?", "07:45"),
        ("Der Film beginnt abends um acht und dauert 125 Minuten. Wann ist er aus?", "22:05"),
        ("Kuchen muss 70 Minuten backen und um Viertel nach vier fertig sein, wann in den Ofen?", "03:05"),
        ("Le film commence à 8 heures et demie du soir et dure 2 h 10. À quelle heure finit-il ?", "22:40"),
        ("Mon train part à 9h40 et je veux être là 30 minutes plus tôt, à quelle heure ?", "09:10"),
        ("La clase empieza a las siete menos cuarto de la tarde y dura 90 minutos, ¿cuándo acaba?", "20:15"),
        ("Salgo a las ocho menos diez de la mañana y tardo 35 minutos, ¿a qué hora llego?", "08:25"),
        ("I need 8 hours sleep and have to be up at half five in the morning, when to bed?", "21:30"),
        ("my bus goes at 7:52 and it's a 12 minute walk, when should I leave home?", "07:40"),
        ("night shift 21:45 - 06:15, minus 45 min break. how many hrs paid", "7 h 45 min"),
        ("2:30 plus 1:45 minus 0:20", "3 h 55 min"),
        ("3 shifts of 7 h 45 each, how many hours", "**23.25 hours**"),
        ("what time is it in 90 minutes", "13:30"),
    ],
)
def test_times_of_day_in_words(message: str, said: str) -> None:
    assert said in ask(ROLE, message, now=NOW).answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (
            "Books went out on nov 12th for 21 days, whats the due date and how many days are left",
            ["3 December", "**4 days**"],
        ),
        (
            "Contract was signed on 14 March 2025 for 18 months, when does it end? and is that already past",
            ["2026", "**Yes**"],
        ),
        ("is 2028 a leap year and what day of the week is feb 29 then", ["a leap year", "**Tuesday**"]),
        ("which calendar week are we in? and which one has new years eve in it", ["**week 48**", "**week 53**"]),
        ("gala is 15 Feb 2027, invites 6 weeks before, so which date, and is that a weekend?", ["4 January", "**No**"]),
        (
            "What date is 100 days after 5 October 2026, and which calendar week is that?",
            ["13 January 2027", "**week 2**"],
        ),
        ("Bought a ticket on 5 november valid 30 days, is it still valid?", ["5 December 2026", "**Yes**"]),
        (
            "Facture du 2 novembre 2026, 90 jours. Quelle est la date et combien de jours reste-t-il ?",
            ["31 janvier", "63 jours"],
        ),
        ("Wann sind 90 Tage nach dem 1. Oktober 2026 um, und ist das schon vorbei?", ["30. Dezember 2026", "**Nein**"]),
        (
            "¿Qué fecha es 30 días después del 10 de noviembre de 2026 y cuántos días faltan?",
            ["10 de diciembre", "**11 días**"],
        ),
        ("ist 2028 ein Schaltjahr und welcher Wochentag ist dann der 29. Februar?", ["ein Schaltjahr", "**Dienstag**"]),
        ("How old is someone born 3 May 1990 and when do they turn 40?", ["**36 years", "3 May 2030"]),
        ("what's 6 months before 31 august 2027 and is that a leap year", ["28 February 2027", "no leap year"]),
    ],
)
def test_a_further_question_about_the_day_is_answered(message: str, said: list[str]) -> None:
    answer = ask(ROLE, message, now=NOW).answer
    assert [one for one in said if one not in answer] == []


@pytest.mark.parametrize(
    ("message", "left"),
    [
        ("When is 45 days before 1 March 2027 and who should I invite?", "who should I invite"),
        ("is 31 october 2027 a sunday and are the clocks changing then?", "are the clocks changing then"),
        ("how many days until christmas and how much will the tree cost?", "how much will the tree cost"),
    ],
)
def test_a_further_question_that_is_left_open_is_said(message: str, left: str) -> None:
    assert left in shown_words(ROLE, message).splitlines()[0]


@pytest.mark.parametrize(
    "message",
    [
        "do 1 september 2025 and 1 december 2025 fall on the same weekday? which one",
        "how many friday the 13ths are in 2027 and which months",
        "Check-in is 28 December, check-out is 2 January. How many nights is that?",
    ],
)
def test_no_answered_question_is_said_to_be_left_open(message: str) -> None:
    assert "cannot do" not in shown_words(ROLE, message)


@pytest.mark.parametrize(
    ("message", "dates"),
    [
        ("Choir rehearses every second Tuesday beginning Jan 12 2027. give me the first 5 dates", 5),
        ("Yoga is every Thursday starting 7 January 2027. list the first six dates", 6),
        ("alle 14 Tage ab 8. Januar 2027, die ersten 5 Termine bitte", 5),
        ("le club se réunit un mercredi sur deux à partir du 6 janvier 2027, donne les 4 premières dates", 4),
        ("clases cada dos semanas desde el 8 de enero de 2027: dame las primeras 3 fechas", 3),
        ("every second Tuesday of the month, first 3 dates from January 2027", 3),
        ("every other friday from 8 january 2027 to 30 april 2027, list all the dates please", 9),
        ("band practice first and third monday of every month, dates for january 2027", 2),
    ],
)
def test_the_first_dates_of_a_rhythm(message: str, dates: int) -> None:
    made = ask(ROLE, message, now=NOW)
    assert len((made.output or {}).get("dates", ())) == dates, made.answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (
            "I bought a phone on 31 August 2025 with an 18 month guarantee. What day are those 18 months up?",
            "28 February 2027",
        ),
        (
            "Phase one takes 2 weeks, phase two takes 2 weeks, start 1 December 2026. what date is it done?",
            "29 December 2026",
        ),
        (
            "notice given 15 Dec 2026, notice period 60 calendar days, day 1 is the 16th. last day = ?",
            "13 February 2027",
        ),
        (
            "My race is on Sunday 11 April 2027, the very last day of a plan of 16 full weeks. When does week 1 start?",
            "21 December 2026",
        ),
        ("course is 8 weeks, last day is 28 february 2027 - first day?", "4 January 2027"),
        ("My visa is 90 days counting the day I arrive, arrived 4 november. last day?", "1 February 2027"),
        ("what date is 5 weeks after 14 february 2027, is it before easter?", "**Yes**"),
        ("Am 2. November bestellt, Lieferzeit 6 Wochen. Kommt das noch vor Weihnachten?", "14. Dezember 2026"),
        ("When is the 200th day of 2027?", "19 July 2027"),
        ("last friday in may 2027 minus 10 days", "18 May 2027"),
        ("invoice 12 october 2026, due 60 days end of month", "31 December 2026"),
        ("Is 90 days from 5 october 2026 after new year?", "**Yes**"),
        ("is 24 december a working day", "**Yes**"),
        ("It's 12 nights from 19 december, when do we check out?", "31 December 2026"),
        ("Check-in is 28 December, check-out is 2 January. How many nights is that?", "**5 nights**"),
    ],
)
def test_periods_and_their_ends(message: str, said: str) -> None:
    assert said in ask(ROLE, message, now=NOW).answer


@pytest.mark.parametrize(
    ("message", "year"),
    [
        (
            "My sister turned 40 on 3 March this year and I'm 4 years younger than her. In which year was SHE born?",
            "1986",
        ),
        ("Grandpa will be 90 on 5 May 2027. What year was he born?", "1937"),
        ("Meine Tante wird am 3. Mai 2027 60. In welchem Jahr wurde sie geboren?", "1967"),
        ("Mein Opa wurde am 14. Februar 80. Welches Geburtsjahr hat er?", "1946"),
        ("Ma mère a fêté ses 50 ans le 3 mars 2026. En quelle année est-elle née ?", "1976"),
        ("Mi hermana cumplió 33 el 2 de mayo de este año, ¿en qué año nació?", "1993"),
        ("I was 25 in 2013, birth year?", "1987"),
    ],
)
def test_the_year_of_birth_of_somebody_whose_age_is_told(message: str, year: str) -> None:
    assert year in ask(ROLE, message, now=NOW).answer


def test_the_age_of_another_gives_no_year_of_birth() -> None:
    message = "My sister turned 40 on 3 March this year and I'm 4 years younger than her. In which year was I born?"
    assert "1986" not in ask(ROLE, message, now=NOW).answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("ninety days after 12 December 2026", "Friday, 12 March 2027"),
        ("notice of forty five days from 1 March 2027, when does it end", "Thursday, 15 April 2027"),
        ("Match starts 15:00, two halves of 45 minutes and a 15 minute break. When is it over?", "16:45"),
        ("Kick off 15:00. 2 x 35 minutes, half time 12 minutes. When does it end?", "16:22"),
        ("lessons start at 8:00, three lessons of 45 minutes with two breaks of 10 minutes. When is it over?", "10:35"),
        ("4 quarters of 12 minutes plus 15 min half time, tip off 19:30, when does the game end?", "20:33"),
        ("Anpfiff um 15:00, zwei Halbzeiten zu 45 Minuten und 15 Minuten Pause. Wann ist Schluss?", "16:45"),
    ],
)
def test_counts_in_words_and_repeated_times(message: str, said: str) -> None:
    assert said in ask(ROLE, message, now=NOW).answer
