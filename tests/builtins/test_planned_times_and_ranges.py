"""Delays, roasts, deliveries, breaks of each day, days of a rhythm and what is left of a month."""

import pytest

from tests.builtins.asking import ask

NOW = "2026-11-30T12:00:00+00:00"  # a Monday


def said(message: str) -> str:
    """Return the answer of the date handler on that Monday."""
    return ask("date_calculator", message, now=NOW).answer or ""


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        (
            "Train was to leave 14:52 and be there 18:07. Left on time but we came 25 minutes late. "
            "When did we arrive and how long did it take altogether",
            ("**18:32**", "**3 h 40 min**"),
        ),
        (
            "My train should have left at 9:10 and arrived at 11:45. It left on time but arrived 40 minutes late. "
            "How long was the journey?",
            ("**3 h 15 min**",),
        ),
        (
            "The bus was due at 17:50, left at 16:20 on time, we got there 35 minutes late. What time did we arrive?",
            ("**18:25**",),
        ),
        ("Ferry leaves 8:30, arrives 10:15, today with 1 hour 10 minutes delay. When does it arrive?", ("**11:25**",)),
        (
            "Train was to leave 22:40 and be there 0:25, left on time, 50 minutes late. "
            "When did we get there and how long did it take?",
            ("**01:15**", "**2 h 35 min**"),
        ),
        (
            "Der Zug sollte um 14:52 losfahren und um 18:07 ankommen. Pünktlich los, aber wir kamen 25 Minuten zu "
            "spät an. Wann waren wir da und wie lange hat es gedauert?",
            ("**18:32**", "**3 h 40 min**"),
        ),
        (
            "Le train devait partir à 14h52 et arriver à 18h07. Parti à l'heure mais arrivé avec 25 minutes de "
            "retard. À quelle heure sommes-nous arrivés et combien de temps a duré le voyage ?",
            ("**18:32**", "**3 h 40 min**"),
        ),
        (
            "El tren salía a las 14:52 y llegaba a las 18:07. Salió puntual pero llegamos 25 minutos tarde. "
            "¿A qué hora llegamos y cuánto duró el viaje?",
            ("**18:32**", "**3 h 40 min**"),
        ),
        ("Left 14:52, arrived 18:07. How long did it take?", ("**3 h 15 min**",)),
        ("I leave at 8:00 and work until 17:00 with a 30 minute break. How long did I work?", ("**8 h 30 min**",)),
    ],
)
def test_a_delay_is_added_to_the_arrival(message: str, wanted: tuple[str, ...]) -> None:
    """The told arrival moves by the delay, and the way takes that much longer."""
    answer = said(message)
    assert all(one in answer for one in wanted), answer


def test_a_late_departure_is_no_longer_way() -> None:
    """Where the train left late, how long it took is not told."""
    message = "Train 14:52 to 18:07, was 25 minutes late leaving. When did we arrive and how long did it take?"
    assert "3 h 40" not in said(message)


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        (
            "turkey 14 pounds, 20 min per pound, has to rest half an hour and we eat at 18:00. "
            "when does it go in the oven",
            "12:50",
        ),
        (
            "A 5 kg turkey needs 40 minutes per kg plus 20 minutes extra, and we eat at 13:30. "
            "When must it go into the oven?",
            "09:50",
        ),
        ("Roast beef 3 lbs, 25 min per lb, 20 min resting, dinner at 7 pm. What time do I put it in?", "17:25"),
        ("roast pork 2.2 kg, 50 minutes per kilo plus 25 minutes, should be on the table at 13:00", "10:45"),
        ("Chicken 2.5 kg, 45 min per kg, in the oven at 17:00. When is it ready?", "18:52"),
        ("lamb 4 pounds, 25 min per pound, oven on at 16:15, rests 20 minutes, when can we eat", "18:15"),
        ("The ham is 4 kg and takes 30 min a kilo, rest 15 minutes, when do I start if dinner is at 19:30?", "17:15"),
        (
            "Truthahn 6 kg, 40 min pro kg, muss eine halbe Stunde ruhen und wir essen um 18 Uhr. "
            "Wann muss er in den Ofen?",
            "13:30",
        ),
        ("Dinde de 6 kg, 40 min par kg, une demi-heure de repos, on mange à 19h. Quand la mettre au four ?", "14:30"),
        ("Pavo de 6 kg, 40 min por kg, media hora de reposo, comemos a las 15:00. ¿Cuándo entra en el horno?", "10:30"),
    ],
)
def test_a_roast_is_counted_back_from_the_meal(message: str, wanted: str) -> None:
    """The time for each unit of weight, a rest and an addition lie before the meal."""
    assert f"**{wanted}**" in said(message)


@pytest.mark.parametrize(
    "message",
    [
        "turkey 14 pounds, 20 min per kilo, we eat at 18:00. when does it go in the oven",
        "Party at 18:00 for 14 people, 20 min per person to check in, when do we start?",
    ],
)
def test_other_rates_are_no_roast(message: str) -> None:
    """Another unit than that of the weight, and people, are not multiplied."""
    assert "×" not in said(message)


@pytest.mark.parametrize(
    ("message", "early", "late"),
    [
        (
            "I ordered on wednesday 25 november, it says delivery in 3 to 5 working days. "
            "Between which days will it come?",
            "30 November 2026",
            "2 December 2026",
        ),
        ("It takes 5-7 business days, I ordered today. When does it arrive?", "7 December 2026", "9 December 2026"),
        (
            "Passport takes 4 to 6 weeks, I applied on 16 November. Between which dates will it come?",
            "14 December 2026",
            "28 December 2026",
        ),
        ("Shipped 27 November, delivery 2-3 days, when will it be here?", "29 November 2026", "30 November 2026"),
        ("ordered on Thursday, delivery 3 to 5 working days, when will it come?", "1 December 2026", "3 December 2026"),
        (
            "If I order on Friday, delivery 3 to 5 working days, when will it come?",
            "9 December 2026",
            "11 December 2026",
        ),
        ("Paket am Freitag verschickt, 2 bis 3 Werktage. Wann kommt es?", "1. Dezember 2026", "2. Dezember 2026"),
        (
            "Results in 10 to 14 days, test was on 24 November, earliest and latest date?",
            "4 December 2026",
            "8 December 2026",
        ),
        (
            "Am Mittwoch 25. November bestellt, Lieferung in 3 bis 5 Werktagen. Zwischen welchen Tagen kommt es?",
            "30. November 2026",
            "2. Dezember 2026",
        ),
        (
            "Commandé le mercredi 25 novembre, livraison sous 3 à 5 jours ouvrés. Entre quels jours ça arrive ?",
            "30 novembre 2026",
            "2 décembre 2026",
        ),
        (
            "Pedido el miércoles 25 de noviembre, entrega en 3 a 5 días laborables. ¿Entre qué días llega?",
            "30 de noviembre de 2026",
            "2 de diciembre de 2026",
        ),
    ],
)
def test_a_range_of_days_has_two_ends(message: str, early: str, late: str) -> None:
    """Both ends of what takes so many to so many days are told."""
    bold = said(message).split("**")
    assert early in bold[1]
    assert late in bold[3]


def test_two_days_of_a_month_are_no_range_of_lengths() -> None:
    """ "From 3 to 5 December" names days."""
    assert "**2 days**" in said("how many days from 3 to 5 December")


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        (
            "My hours last week: mon 7:00-15:30, tue 13:00-21:30, thu 7:00-16:00, "
            "always half an hour unpaid break. Total?",
            "24 h 30 min",
        ),
        (
            "Stunden: Mo 7:00-15:30, Di 13:00-21:30, Do 7:00-16:00, immer eine halbe Stunde unbezahlte Pause. Gesamt?",
            "24 h 30 min",
        ),
        (
            "Mes heures : lundi 7h00-15h30, mardi 13h00-21h30, jeudi 7h00-16h00, toujours une demi-heure de pause "
            "non payée. Total ?",
            "24 h 30 min",
        ),
        ("Shifts 8:00-16:00, 9:00-17:30 and 10:00-18:00, minus half an hour break every time. total hours?", "23 h"),
        ("mon 7:00-15:30, tue 13:00-21:30, breaks 1 hour in all. Total?", "16 h"),
        ("mon 7:00-15:30, tue 13:00-21:30, and one half hour break on tuesday. Total?", "16 h 30 min"),
    ],
)
def test_a_break_that_is_always_taken_counts_for_each_day(message: str, wanted: str) -> None:
    """ "Always" takes a break off each day, one break is taken off once."""
    assert f"**{wanted}**" in said(message)


@pytest.mark.parametrize(
    ("message", "count"),
    [
        ("How many working days are left in December? Mon to Fri, and we are closed on the 25th.", "22"),
        ("How many working days are left in December?", "23"),
        ("How many working days are left in December except Friday 25 December?", "22"),
        ("How many working days are left in January if we are closed on the 1st and 6th?", "19"),
        ("how many working days left in december, closed from the 24th to the 26th", "21"),
        ("Wie viele Arbeitstage sind im Dezember noch übrig? Mo bis Fr, und am 25. haben wir zu.", "22"),
        ("Combien de jours ouvrés reste-t-il en décembre ? Du lundi au vendredi, et on est fermés le 25.", "22"),
        ("¿Cuántos días laborables quedan en diciembre? De lunes a viernes, y el 25 cerramos.", "22"),
        ("Combien de jours ouvrés reste-t-il ce mois-ci ?", "1"),
        ("how many weekends are left this year, not counting the one just gone", "4"),
        ("how many weekends left this year, not counting the one that has just passed?", "4"),
        ("wie viele Wochenenden hat das Jahr noch, das gerade vergangene nicht mitgezählt", "4"),
        ("how many working days are left this year", "24"),
        ("how many working days do i have left this year if i'm off from the 21st", "15"),
        ("Wie viele Werktage hat der Dezember noch, wenn am 24. und 25. zu ist?", "21"),
    ],
)
def test_closed_days_are_taken_off_what_is_left(message: str, count: str) -> None:
    """Working days of a month without its closed days; a weekend that is over does not count anyway."""
    assert f"**{count} " in said(message)


def test_other_weekdays_are_not_passed_over() -> None:
    """ "Only Mondays and Tuesdays" is no working week."""
    message = "How many working days are left in December, only Mondays and Tuesdays?"
    assert "**23 working days**" not in said(message)


@pytest.mark.parametrize(
    ("message", "count"),
    [
        (
            "The paper bin gets emptied every 14 days, last time was Wed 25 Nov. "
            "I'd like the dates up to the end of January for the fridge door",
            4,
        ),
        ("Bin day is every 14 days, last one was Tue 24 Nov. Which dates up to the end of January?", 4),
        ("Cleaner comes every three weeks, last time was 20 November. List the dates until the end of February.", 4),
        ("payday is every second friday, the last was 20 November. Give me all until end of year", 2),
        ("Yoga every 10 days, next time 3 December, give me all dates until 15 January", 5),
        (
            "Die Papiertonne wird alle 14 Tage geleert, zuletzt am Mi 25. November. "
            "Ich hätte gern alle Termine bis Ende Januar",
            4,
        ),
        (
            "La poubelle papier est vidée tous les 14 jours, la dernière fois le mercredi 25 novembre. "
            "Je voudrais toutes les dates jusqu'à fin janvier",
            4,
        ),
        (
            "El contenedor se vacía cada 14 días, la última vez el 25 de noviembre. "
            "Quiero las fechas hasta finales de enero",
            4,
        ),
        ("The bin is emptied every 14 days, last time was Wed 25 Nov. When is the next time?", 1),
    ],
)
def test_all_days_of_a_rhythm_are_listed(message: str, count: int) -> None:
    """The day that is over is not among them."""
    answer = said(message)
    assert answer.count("**") == 2 * count
    assert "**Wednesday, 25 Nov" not in answer


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        (
            "my daughter in Sydney is free at 7 in the evening her time on thursday, what time must I ring from London",
            "08:00",
        ),
        ("My son in Tokyo is free at 8 pm his time on Friday, what time must I call from Berlin?", "12:00"),
        ("Sister in New York finishes work at 6pm her time tomorrow, when should I ring from Paris?", "00:00"),
        ("Ma fille à Sydney est libre jeudi à 19h, heure locale, à quelle heure dois-je appeler de Londres ?", "08:00"),
        ("what is the time difference between London and Dubai", "4 h"),
    ],
)
def test_a_call_has_a_time_here(message: str, wanted: str) -> None:
    """A told time elsewhere is wanted as a time here, not as a difference."""
    assert f"**{wanted}" in said(message)


def test_a_way_of_unknown_length_has_no_start() -> None:
    """The clock of another place is not the time to leave."""
    assert "**" not in said("what time must I leave London to be in Paris at 18:00")
