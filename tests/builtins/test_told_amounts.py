"""Amounts that a story tells: a way with its fuel, a race at a pace, a room with its height, prices of more."""

import pytest

from tests.builtins.asking import ask

NOW = "2026-11-28T10:00:00+00:00"  # a Saturday
SIGNUPS = "\nmonth,signups\nJan,820\nFeb,910\nMar,760\nApr,450\nMay,480"


@pytest.mark.parametrize(
    ("role", "text", "answer"),
    [
        ("unit_converter", "412 km with 31 litres, what is that per 100 km", "7.52427 l/100 km"),
        ("unit_converter", "we did 300 miles on 10 gallons, what mpg is that", "30 mpg"),
        ("unit_converter", "500 km und 40 Liter, wie hoch ist der Verbrauch?", "8 l/100 km"),
        ("unit_converter", "marathon at 5:20 per km, total time", "3 h 45 min 2 s"),
        ("unit_converter", "10 km à 5 min 20 par km, quel temps ?", "53 min 20 s"),
        ("unit_converter", "room is 4.2 by 3.8 and 2.5 m high, volume", "39.9 cubic metres"),
        ("calculator", "3 kg of apples were 7.47, so 5 kilos would be how much", "**12.45**"),
        ("calculator", "4 pizzas with 8 slices each, 9 of us eat 3 each, how many slices are left?", "**5**"),
        ("calculator", "5 Packungen mit 12 Keksen, 7 Kinder essen jedes 6, wie viele bleiben übrig?", "**18**"),
        ("unit_converter", "left the 2000 W heater on for 5 hours, electricity is 0.32 per kWh. damage?", "**3.20**"),
        ("unit_converter", "1500 Watt Heizung 3 Stunden, wie viel kWh?", "4,5 kWh"),
        (
            "unit_converter",
            "got a 100 mbit line, the game is 25 gigabyte. how long does the download take",
            "33 min 20 s",
        ),
        ("unit_converter", "50 Mbit/s, wie lange dauert ein Download von 4 GB?", "10 min 40 s"),
        ("unit_converter", "Mein Auto braucht 6,4 Liter auf 100 km. Was verbrauche ich auf 350 km?", "22,4 Liter"),
        ("calculator", "Rezept für 4 Personen: 250 g Mehl. Wir sind aber 6, wieviel mehl", "**375**"),
        ("date_calculator", "rent goes out every 3rd of the month. days until the next one?", "The next 3rd is"),
        ("csv_statistics", "median price\nprice\n12\n7\n31\n18\n9\n25", "The median of price is **15**"),
        (
            "csv_statistics",
            "add these up\n- coffee $4.50\n- lunch $13.80\n- taxi $22.00",
            "The sum of amount is **40.3**",
        ),
        ("csv_statistics", "größter posten minus kleinster posten?\nWurst 5,79 €\nSalat 2,15 €\nWein 8,99 €", "6.84"),
        ("csv_statistics", "only show orders above 100\norder,customer,eur\nA1,Klein,45\nA2,Vogel,130", "Vogel"),
        ("text_statistics", "hashtags only: loved the #sunset over #lisbon", "#sunset\n#lisbon"),
        ("text_statistics", "put these lines in abc order\npear\nfig\nmango", "fig\nmango\npear"),
        ("text_statistics", "dreh mal 'Tischlampe' um, also von hinten nach vorne", "epmalhcsiT"),
        ("csv_statistics", f"between which two months did signups drop hardest{SIGNUPS}", "**Mar** (760) to **Apr**"),
        (
            "csv_statistics",
            f"größter Anstieg zwischen zwei Monaten?{SIGNUPS}",
            "**Jan** (820) zu **Feb** (910): **90**",
        ),
        ("csv_statistics", "total montant\nclient;montant\nDurand;1 250,50\nMartin;980,00", "2,230.5"),
        ("csv_statistics", "semicolons to commas please\na;b\n1;2\n3;4", "a,b\n1,2\n3,4"),
        ("csv_statistics", "make json out of this csv\nname,pets\nAna,2", '{"name": "Ana", "pets": 2}'),
    ],
)
def test_a_told_amount_is_used(role: str, text: str, answer: str) -> None:
    assert answer in ask(role, text).answer


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("from fri 18:00 till mon 07:30, how many hours was that", "61 h 30 min"),
        ("von Fr 18:00 bis Mo 7:30, wie viele Stunden?", "61 h 30 min"),
        ("i work from 8:15 to 16:50 with a 45 min lunch, how much is that a day", "7 h 50 min"),
        ("wie alt wird oma 2027, jahrgang 1938", "89 Jahre"),
        ("how old will someone born in 1990 be in 2030", "**40**"),
        ("someone born 5 Feb 2001: days until the next birthday", "**69 days**"),
        ("every 2 weeks, last one was nov 19 2026, next three dates", "31 December 2026"),
        ("alle 2 Wochen ab 3.12.2026, die nächsten 3 Termine", "31. Dezember 2026"),
        ("Bescheid kam am 20.11.2026, ich hab 14 tage zeit ab da. letzter tag?", "4. Dezember 2026"),
    ],
)
def test_a_told_time_is_used(text: str, answer: str) -> None:
    assert answer in ask("date_calculator", text, now=NOW).answer


def test_the_words_of_a_list_of_amounts_are_not_counted() -> None:
    made = ask("text_statistics", "what are we at\n- coffee $4.50\n- lunch $13.80\n- taxi $22.00")
    assert "I do not know what to count" in made.answer


def test_times_of_day_that_are_not_understood_are_not_added_to_the_present() -> None:
    made = ask("date_calculator", "open 8:15, 12:10 and 16:50, then 45 minutes more", now=NOW).answer
    assert "UTC" not in made
