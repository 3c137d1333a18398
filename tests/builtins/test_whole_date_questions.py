"""Questions on dates that are read as a whole: ages that are turned, times behind, closed days, second doses."""

import pytest

from tests.builtins.asking import ask

NOW = "2026-11-30T12:00:00+00:00"  # a Monday


def said(message: str) -> str:
    """Return the answer of the date handler on that Monday."""
    return ask("date_calculator", message, now=NOW).answer or ""


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("Mi abuela nació el 2 de diciembre de 1941. ¿Cuántos años cumple esta semana?", "**85 años**"),
        ("Grandma was born on 2 December 1941. How old is she turning this week?", "**85**"),
        ("My sister was born 14 March 1990, how old will she turn next year?", "**37**"),
        ("Meine Oma ist am 2. Dezember 1941 geboren. Wie alt wird sie diese Woche?", "**85 Jahre**"),
        ("Ma grand-mère est née le 2 décembre 1941. Quel âge va-t-elle avoir cette semaine ?", "**85 ans**"),
        ("Mi hijo nació el 20 de diciembre de 2015. ¿Cuántos años va a cumplir el mes que viene?", "**11 años**"),
        ("Mi hijo nació el 3 de mayo de 2015. ¿Cuántos años cumple?", "**12 años**"),
        ("How old does my son turn next month? He was born on 20 December 2015.", "**11**"),
        ("Mi hijo nació el 3 de mayo de 2015. ¿Cuántos años cumple este mes?", "No hay cumpleaños"),
        ("grandad's birthday is on the 5th of december, born 1938, how old will he be this week?", "**88**"),
        ("Opa hat am 5. Dezember Geburtstag, geboren 1938, wie alt wird er diese Woche?", "**88 Jahre**"),
        ("born 15 January 2010. How old does he turn next month?", "No birthday falls between"),
    ],
)
def test_an_age_is_the_one_that_is_turned_then(message: str, wanted: str) -> None:
    """The birthday in the named week, month or year counts, not the age of today."""
    assert wanted in said(message)


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("Mi abuelo nació el 1 de diciembre de 1941. ¿Cuántos años tiene?", "**84 años**"),
        ("How old was she last week, born 2 December 1941?", "**84 years"),
        ("How old is somebody born on 17 May 1990", "**36 years, 6 months and 13 days**"),
        ("My dad, born 4 December 1960, has his birthday on Friday. How old will he be?", "**66 years"),
        ("My grandma turns 85 on 2 December. In which year was she born?", "**1941**"),
        ("I turn 40 next year on 7 May. What year was I born?", "**1987**"),
        ("J'ai 18 ans le 3 janvier prochain, en quelle année suis-je né ?", "2009"),
        ("I turn 40 next year. What year was I born?", "**1987**"),
    ],
)
def test_other_ages_stay_what_they_are(message: str, wanted: str) -> None:
    """An age that somebody has, and a year of birth, are no age that is turned."""
    assert wanted in said(message)


@pytest.mark.parametrize(
    "message",
    [
        "I've worked here for exactly 1000 days today apparently, so when did I start?",
        "When did I start? I've worked here for 1000 days today.",
        "I've worked here for 1000 days, when did I start?",
        "Today it has been 1000 days since I stopped smoking. On what date did I stop?",
        "We have been married exactly 1000 days as of today. When was the wedding?",
        "Ich arbeite heute seit genau 1000 Tagen hier, wann habe ich angefangen?",
        "Cela fait exactement 1000 jours aujourd'hui que je travaille ici, quand ai-je commencé ?",
        "Hoy llevo exactamente 1000 días trabajando aquí, ¿cuándo empecé?",
    ],
)
def test_a_time_up_to_today_began_before(message: str) -> None:
    """The day lies behind today."""
    bold = said(message).split("**")[1]
    assert any(day in bold for day in ("5 March 2024", "5. März 2024", "5 mars 2024", "5 de marzo de 2024"))


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("Today is my 1000th day at work, when did I start?", "6 March 2024"),
        ("I worked here for 1000 days until yesterday, when did I start", "4 March 2024"),
        (
            "My sister and I haven't spoken for exactly 200 days today. What date was the last time we spoke?",
            "14 May 2026",
        ),
        ("On 1 December I'll have been at this company for 5 years. when did I join?", "1 December 2021"),
        ("He has been in hospital for 3 weeks today, which weekday was he admitted", "Monday, 9 November 2026"),
        ("The project has been running for 30 weeks today, when did it begin?", "4 May 2026"),
        ("The trial lasts 30 days from today, when does it end?", "30 December 2026"),
        ("If I start today and work for 1000 days, when do I finish?", "26 August 2029"),
        ("My baby is 100 days old today. when was she born?", "22 August 2026"),
    ],
)
def test_a_time_is_counted_from_its_own_end(message: str, wanted: str) -> None:
    """A time that begins today lies ahead, one up to a day lies behind it."""
    assert wanted in said(message).split("**")[1]


@pytest.mark.parametrize(
    ("message", "days"),
    [
        (
            "The shop shuts on 21 December (that day already closed) and opens again on 4 January. "
            "how many days are we closed",
            "14 days",
        ),
        ("We close on 21 December and reopen on 4 January. How many days are we closed?", "14 days"),
        ("Our last open day is 20 December and we open again on 4 January, how many days are we closed?", "14 days"),
        ("The pool shut on 7 September and reopens on 5 December, how many days is it closed?", "89 days"),
        ("The bakery closes on Christmas Eve and opens again on 2 January. how many days closed?", "9 days"),
        ("How many working days are we closed if we shut on 21 December and open again on 4 January?", "10 working"),
        (
            "Der Laden schließt am 21. Dezember (der Tag ist schon zu) und öffnet wieder am 4. Januar. "
            "Wie viele Tage ist geschlossen?",
            "14 Tage",
        ),
        (
            "Le magasin ferme le 21 décembre (fermé ce jour-là) et rouvre le 4 janvier. "
            "Combien de jours sommes-nous fermés ?",
            "14 jours",
        ),
        (
            "School ends on 18 December and starts again on 6 January, how many days off are there in between?",
            "18 days",
        ),
        (
            "Die Schule endet am 18. Dezember und fängt am 6. Januar wieder an, wie viele Tage haben wir frei?",
            "18 Tage",
        ),
        ("L'école finit le 18 décembre et reprend le 6 janvier, combien de jours de vacances ?", "18 jours"),
        (
            "El colegio termina el 18 de diciembre y empieza de nuevo el 6 de enero, ¿cuántos días libres hay?",
            "18 días",
        ),
        ("The course ends on 18 December. How many days are left?", "18 days"),
        (
            "La tienda cierra el 21 de diciembre (ese día ya cerrado) y abre de nuevo el 4 de enero. "
            "¿Cuántos días estamos cerrados?",
            "14 días",
        ),
    ],
)
def test_closed_days_end_before_the_first_open_one(message: str, days: str) -> None:
    """The day of the opening does not count, and lies in the next year."""
    assert f"**{days}" in said(message)


@pytest.mark.parametrize(
    ("message", "days"),
    [
        ("The shop is closed from 21 December until 3 January inclusive. How many days are we closed?", "14 days"),
        ("The office is closed from 21 December to 4 January. How many days is that?", "14 days"),
        ("The shop opens on 4 January. In how many days is that?", "35 days"),
        ("From 28 December to 3 January, how many days in total, first and last included?", "7 days"),
        (
            "My internship goes from 5 January to 14 February 2027, how many days is that in all, "
            "first and last day included?",
            "41 days",
        ),
        ("how many days in total from 5 January to 14 February 2027?", "40 days"),
        ("I'm away 5 Jan - 14 Feb 2027, how many days in total, both included", "41 days"),
        (
            "Mein Praktikum geht vom 5. Januar bis 14. Februar 2027, wie viele Tage sind das insgesamt, "
            "erster und letzter Tag mitgezählt?",
            "41 Tage",
        ),
        ("How many days are there in January and February 2027 in all?", "59 days"),
        ("how many days in february 2028", "29 days"),
    ],
)
def test_days_between_two_days_are_no_lengths_of_months(message: str, days: str) -> None:
    """Two days with one year are the ends of a time; two months alone are whole months."""
    assert f"**{days}" in said(message)


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("tetanus and then again after 90 days they told me, 1st was today", "28 February 2027"),
        ("hep B jab today, 2nd one after 4 weeks", "28 December 2026"),
        ("First rabies shot was on 20 November, next one after 21 days", "11 December 2026"),
        ("had my first jab yesterday, again in 6 weeks", "10 January 2027"),
        ("vaccine today and booster after 6 months", "30 May 2027"),
        ("Tetanusimpfung heute, die nächste nach 90 Tagen", "28. Februar 2027"),
        ("Premier vaccin aujourd'hui, le rappel dans 6 mois", "30 mai 2027"),
        ("Primera dosis hoy, la segunda después de 28 días", "28 de diciembre de 2026"),
        ("on sera le combien dans 100 jours ?", "10 mars 2027"),
        ("wir haben dann den wievielten in 100 Tagen?", "10. März 2027"),
    ],
)
def test_what_comes_again_has_a_day(message: str, wanted: str) -> None:
    """A length behind the first one is counted, also without a question."""
    assert wanted in said(message).split("**")[1]


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        (
            "28 tablets in the pack, one each day, first one taken on 22 november. On which day is the last one",
            "19 December 2026",
        ),
        ("30 pills, one a day, first one taken on 22 november. When do I take the last one?", "21 December 2026"),
        ("28 tablets, one each day, first one will be taken on 5 december. Which day is the last", "1 January 2027"),
        ("28 comprimés, un par jour, le premier pris le 22 novembre. Quel jour le dernier ?", "19 décembre 2026"),
        (
            "28 Tabletten in der Packung, jeden Tag eine, die erste am 22. November genommen. "
            "An welchem Tag ist die letzte?",
            "19. Dezember 2026",
        ),
        ("The exam must be taken on 22 november. Which weekday is that?", "Monday"),
    ],
)
def test_a_dose_that_was_taken_lies_behind(message: str, wanted: str) -> None:
    """A day on which something was taken is the last such day, one that is ahead the next."""
    assert wanted in said(message).split("**")[1]
