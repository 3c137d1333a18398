"""Plans that end at an event, n-th anniversaries, first days that count, flights of some length."""

import pytest

from tests.builtins.asking import ask, unused_words

NOW = "2026-11-30T12:00:00+00:00"  # a Monday


def said(message: str) -> str:
    """Return the answer of the date handler on that Monday."""
    return ask("date_calculator", message, now=NOW).answer or ""


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        (
            "My spring marathon is on 11 April 2027, the training plan lasts 16 weeks. On which date should I begin?",
            "20 December 2026",
        ),
        ("Marathon 11 April 2027, 16-week training plan. When do I start?", "20 December 2026"),
        ("The exam is on 11 April 2027 and my revision plan takes 6 weeks, when should I start?", "28 February 2027"),
        ("race on 11 april 2027, plan is 16 weeks long. what day do i have to start", "20 December 2026"),
        ("I need 16 weeks of training for the race on 11 April 2027. When must I begin?", "20 December 2026"),
        ("Concert is 11 April 2027. Prep lasts 10 weeks. What's the start date?", "31 January 2027"),
        (
            "Mein Marathon ist am 11. April 2027, der Trainingsplan dauert 16 Wochen. Wann muss ich anfangen?",
            "20. Dezember 2026",
        ),
        (
            "Der Halbmarathon ist am 11. April 2027, die Vorbereitung dauert 16 Wochen. An welchem Tag fange ich an?",
            "20. Dezember 2026",
        ),
        (
            "Mon marathon est le 11 avril 2027, le plan d'entraînement dure 16 semaines. Quand dois-je commencer ?",
            "20 décembre 2026",
        ),
        (
            "Mi maratón es el 11 de abril de 2027 y el plan de entrenamiento dura 16 semanas. ¿Cuándo debo empezar?",
            "20 de diciembre de 2026",
        ),
    ],
)
def test_a_plan_ends_at_its_event(message: str, wanted: str) -> None:
    """It begins its length before the event."""
    assert wanted in said(message)


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("My training plan starts on 11 April 2027 and lasts 16 weeks. When does it end?", "1 August 2027"),
        ("Training begins 11 April 2027, the programme lasts 16 weeks. When is the race?", "1 August 2027"),
        (
            "Surgery on 11 April 2027, the recovery plan takes 16 weeks. When can I start training again?",
            "1 August 2027",
        ),
        ("Our holiday begins on 11 April 2027 and lasts 2 weeks. When are we back?", "25 April 2027"),
        ("The plan runs from 11 April 2027 for 16 weeks, when is it over?", "1 August 2027"),
    ],
)
def test_a_length_behind_its_start_is_after_it(message: str, wanted: str) -> None:
    """A plan that starts on the day, and a recovery, end later."""
    assert wanted in said(message)


@pytest.mark.parametrize(
    "message",
    [
        "flight frankfurt 10:25 on saturday, 8h50 in the air to jfk, local arrival?",
        "Frankfurt 10:25 Saturday, 8 h 50 min to JFK, local arrival?",
        "departs Frankfurt 10:25, 8:50 in the air, lands JFK. Local arrival time?",
        "Flug ab Frankfurt Samstag 10:25 Uhr, Flugdauer 8h50 bis New York, Ankunft Ortszeit?",
        "Abflug Frankfurt 10:25 Uhr am Samstag, 8h50 in der Luft bis New York. Wann ist Ankunft Ortszeit?",
        "Départ de Paris samedi à 10h25, 8h50 de vol jusqu'à New York, arrivée heure locale ?",
        "Vol Paris New York, départ 10h25, 8h50 de vol. Heure locale d'arrivée ?",
        "Sale de Madrid el sábado a las 10:25, 8h50 de vuelo a Nueva York, ¿hora local de llegada?",
    ],
)
def test_the_local_arrival_behind_a_flight_of_some_length(message: str) -> None:
    """What is spent in the air is a length, and the arrival is in the zone of the destination."""
    assert "**13:15" in said(message)


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("leaves london 21:30, 11h45 to singapore, local time on landing?", "**17:15"),
        ("we take off from dubai at 8:20, 7h15 to london, local arrival time?", "**11:35"),
        ("take off tokyo 11:00, 12h30 flying time to london, local time when we land?", "**14:30"),
        ("flight frankfurt 10:25, arrives jfk 13:15 local, how long in the air", "**8 h 50 min**"),
        ("Departs London 10h25, arrives New York 13h15 local time, how long is the flight?", "**7 h 50 min**"),
        (
            "Départ de Paris à 10h25, arrivée à New York à 13h15 heure locale, combien de temps de vol ?",
            "**8 h 50 min**",
        ),
        ("10:25 in Frankfurt, what is that in JFK local time?", "**04:25 in JFK"),
        ("open from 10:25 to 13h15, how long is that", "**2 h 50 min**"),
        ("the train leaves at 8h50 to Paris, takes 2h10. When do we arrive?", "**11:00"),
    ],
)
def test_two_local_times_stay_times(message: str, wanted: str) -> None:
    """Where the length is asked for, both are times of day."""
    assert wanted in said(message)


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        (
            "Meine Eltern haben am 4. Mai 1997 geheiratet, auf welchen Wochentag fällt der dreißigste Hochzeitstag?",
            "**Dienstag, 4. Mai 2027**",
        ),
        (
            "Wir haben am 4. Mai 1997 geheiratet. Wann ist unser fünfundzwanzigster Hochzeitstag?",
            "**Mittwoch, 4. Mai 2022**",
        ),
        (
            "Sie wurde am 3. März 2010 geboren, auf welchen Wochentag fällt ihr achtzehnter Geburtstag?",
            "**Freitag, 3. März 2028**",
        ),
        (
            "My parents married on 4 May 1997, which weekday is their thirtieth wedding anniversary?",
            "**Tuesday, 4 May 2027**",
        ),
        ("we got married 4 may 1997, when is our twenty-fifth anniversary", "**Wednesday, 4 May 2022**"),
        ("She was born on 3 March 2010. On what weekday is her eighteenth birthday?", "**Friday, 3 March 2028**"),
        (
            "Mes parents se sont mariés le 4 mai 1997, quel jour tombe leur trentième anniversaire de mariage ?",
            "**mardi 4 mai 2027**",
        ),
        (
            "Nous nous sommes mariés le 4 mai 1997, quand est notre vingt-cinquième anniversaire de mariage ?",
            "**mercredi 4 mai 2022**",
        ),
        (
            "Mis padres se casaron el 4 de mayo de 1997. ¿En qué día de la semana cae su trigésimo aniversario?",
            "**martes, 4 de mayo de 2027**",
        ),
        (
            "Mis padres se casaron el 4 de mayo de 1997. ¿En qué día de la semana cae su vigésimo quinto aniversario?",
            "**miércoles, 4 de mayo de 2022**",
        ),
    ],
)
def test_an_anniversary_counted_in_words(message: str, wanted: str) -> None:
    """The number of an anniversary may be a word."""
    assert wanted in said(message)


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("Meine Eltern haben am 4. Mai 1997 geheiratet, welcher Wochentag war das?", "**Sonntag**"),
        ("My second birthday party is on 4 May 2027, what weekday is that?", "**Tuesday**"),
        ("when is my next birthday, born 3 may 1990", "Monday, 3 May 2027"),
        ("the third Sunday of May 2027", "**Sunday, 16 May 2027**"),
        ("Is the first Monday after 4 May 2027 a holiday? Which date is it?", "10 May 2027"),
    ],
)
def test_other_ordinals_stay(message: str, wanted: str) -> None:
    """A weekday of a month, the next birthday and the day itself are read as before."""
    assert wanted in said(message)


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        (
            "Supplier says ten working days starting tomorrow. When do the hinges get here at the latest?",
            "14 December 2026",
        ),
        ("10 working days beginning tomorrow, when is that over?", "14 December 2026"),
        ("Delivery in ten working days from tomorrow on. Which date is that?", "14 December 2026"),
        ("10 working days from tomorrow onwards, when is it over", "14 December 2026"),
        ("5 business days starting Monday 7 December 2026, when is the last day?", "11 December 2026"),
        ("Zehn Werktage ab morgen, wann ist das Paket spätestens da?", "14. Dezember 2026"),
        (
            "Der Händler sagt zehn Arbeitstage, beginnend am 1. Dezember 2026. Wann kommt das Paket spätestens?",
            "14. Dezember 2026",
        ),
        ("Dix jours ouvrés à partir de demain, quelle est la date limite ?", "14 décembre 2026"),
        ("Diez días hábiles a partir del 1 de diciembre de 2026, ¿qué fecha es?", "14 de diciembre de 2026"),
    ],
)
def test_working_days_that_start_on_a_told_day(message: str, wanted: str) -> None:
    """The told day is the first of them."""
    assert f"{wanted}**" in said(message)


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("10 working days from tomorrow", "15 December 2026"),
        ("10 working days after 1 December 2026", "15 December 2026"),
        ("10 business days after tomorrow", "15 December 2026"),
        ("We start in 10 working days, what date is that", "14 December 2026"),
        ("10 working days before 15 December 2026", "1 December 2026"),
    ],
)
def test_working_days_after_a_day(message: str, wanted: str) -> None:
    """The day itself is not one of them."""
    assert f"{wanted}**" in said(message)


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("my three long runs took 47:12, 38:50 and 1:02:05, added up?", "**2:28:07**"),
        ("add up my two runs: 47:12 and 1:02:05", "**1:49:17**"),
    ],
)
def test_lengths_of_runs_are_used_whole(message: str, wanted: str) -> None:
    """Their seconds, what they are and that they are added up count as read."""
    assert wanted in said(message)
    assert not any(word in unused_words("date_calculator", message) for word in ("05", "17", "runs", "add"))


def test_seconds_of_a_span_are_not_used() -> None:
    """Seconds behind a time of day that is no summed length stay unread."""
    assert ":05" in unused_words("date_calculator", "how long is it from 9:00 to 10:02:05?")
