"""What no calendar knows or does is said: timetables, opening hours, pay days, what happened, orders to book."""

import pytest

from tests.builtins.asking import DrawingHost, handler, payload

ROLE = "date_calculator"


@pytest.mark.parametrize(
    "text",
    [
        "what time does the train from new york come in",
        "what time is the train to san francisco due",
        "what time will i arrive in austin tx",
        "what day do i get paid next",
        "what is the date i get paid",
        "on what day do i have to pay my nordstrom bill",
        "what's the date of the next closest holiday",
        "what is on my schedule between 10:00 am and 11:00 am",
        "i want to check if there is any meeting room available between 8:00 and 10:00 am",
        "how many emails do i have in the last fifteen minutes",
        "what was the score of the game between Liverpool and Arsenal on May 2, 2023?",
        "add farm trip to my calendar for friday",
        "i've had eggs in the fridge since monday are they safe eat",
        "find me a train ticket next monday to new york city",
        "please change time zone to india",
        "hello book train ticket from mumbai to sangli for tomorrow morning",
        "at what time does the shop close today",
        "is the library open on 24 December 2026",
        "what time is kickoff in Madrid on Saturday",
        "wie spät fährt der nächste Bus nach Linz",
        "um wie viel Uhr schließt die Apotheke am Samstag",
        "hat die Bibliothek am 24. Dezember offen?",
        "ist der Laden morgen offen",
        "buche mir für morgen einen Flug nach Lissabon",
        "à quelle heure part le prochain train pour Lyon",
        "à quelle heure ferme la banque lundi",
        "¿a qué hora sale el próximo tren a Sevilla?",
        "¿a qué hora abre el supermercado mañana?",
    ],
)
def test_what_no_calendar_knows_is_not_computed(text: str) -> None:
    """The time of a town, the day of today or a distance was the answer."""
    assert handler(ROLE)(payload(text), DrawingHost())["status"] == "NULL"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("what time is it in New York", "New York"),
        ("what calendar week is it", "week 47"),
        ("what is the calendar day today", "21 November 2026"),
        ("the train leaves at 14:20 and takes 3 h 15, what time does the train arrive", "17:35"),
        ("when does the train arrive if it leaves at 22:50 and takes 7h 35min", "06:25"),
        ("the shop closes at 18:30 and it is 16:45, how long is the shop still open", "1 h 45 min"),
        ("I get paid every 14 days, last on 20 November 2026, what day do I get paid next?", "4 December 2026"),
        ("how many days until my flight on 24 December 2026", "33"),
        ("the library book is due on 24 December 2026, how many days are left", "33"),
        ("what date is 3 weeks before my appointment on 4 March 2027", "11 February 2027"),
        ("my train leaves in 3 hours and 20 minutes, when is that if it is 9:15 now", "12:35"),
    ],
)
def test_told_times_of_such_things_are(text: str, said: str) -> None:
    assert said in handler(ROLE)(payload(text), DrawingHost())["answer"]
