"""Questions about tables in spoken words: above it, which cells are empty, each and in total, the best customer."""

import pytest

from tests.builtins.asking import ask

CSV = "csv_statistics"
TILL = "\nday,till\nMon,212.40\nTue,187.10\nWed,340.00\nThu,265.75\nFri,498.30\nSat,911.20"
TRIP = "\nname,phone,allergy\nMia,0171-33,none\nJonas,,nuts\nElla,0160-92,\nOskar,,\nRuth,0151-70,none"
BULBS = "\nbulb,bought,sold\ntulip,500,431\ncrocus,300,300\nallium,120,47\nnarcissus,250,198"
WEEKS = """
semana;cliente;importe
47;bar Sol;84,50
47;hotel Mar;210,00
48;bar Sol;66,00
48;floristería Ana;39,90
48;hotel Mar;175,50"""
CLIENTS = "\nweek;client;amount\n47;bar Sol;84.50\n47;hotel Mar;210.00\n48;bar Sol;66.00\n48;hotel Mar;175.50"
PLANTS = "\nitem;price;stock\nolive tree;49.00;2\nfig;24.50;9\nlemon;38.00;4\nrosemary;4.90;1\noleander;19.90;3"
SEEDS = "\nseed,sown,up\nbasil,40,31\nchili,24,15\naster,60,54"
ORDER = "\nqty,unit_price,what\n6,3.20,pansies\n2,14.90,camellia\n10,0.85,labels\n1,22.00,wreath"
PARCELS = "\ndate,parcel,weight\n2.11,DE-1,4.2\n3.11,DE-2,7.9\n3.11,DE-2,7.9\n9.11,AT-1,2.2"


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            f"What's the average a day, and how many days were above it?{TILL}",
            ["**402.458**", "> 402.458333333 is **2**"],
        ),
        (f"median of till and how many rows are below it?{TILL}", ["**302.875**", "Below it (3)"]),
        (f"Wie hoch ist der Durchschnitt von till und wie viele Tage liegen über ihm?{TILL}", ["**402,458**", "**2**"]),
        (
            f"school trip list - which cells are empty?{TRIP}",
            ["**4** cells", "- phone: Jonas, Oskar", "- allergy: Ella, Oskar"],
        ),
        (f"which fields are blank in phone?{TRIP}", ["**2** cells", "- phone: Jonas, Oskar"]),
        (f"Welche Zellen sind leer?{TRIP}", ["**4** Zellen", "- phone: Jonas, Oskar"]),
        (f"which cells are empty?{BULBS}", ["No cell is empty"]),
        (
            f"what is left over of each and in total (bought minus sold){BULBS}",
            ["| tulip | 69 |", "| crocus | 0 |", "| allium | 73 |", "| narcissus | 52 |", "**194**"],
        ),
        (f"bought minus sold for each bulb and overall{BULBS}", ["| tulip | 69 |", "**194**"]),
        (
            f"¿Cuánto facturé en la semana 48 y quién fue el mejor cliente de las dos semanas juntas?{WEEKS}",
            ["**281,4**", "**hotel Mar** (suma de importe: **385,5**)"],
        ),
        (
            f"how much did I take in week 48 and who was the best client overall?{CLIENTS}",
            ["**241.5**", "**hotel Mar** (sum of amount: **385.5**)"],
        ),
        (
            f"Things that cost over 10 and of which under 5 are left. Which rows are it, most expensive first{PLANTS}",
            ["olive tree | 49 |\n| lemon | 38 |\n| oleander | 19.9 |"],
        ),
        (f"best germination rate?{SEEDS}", ["up / sown is **0.9**", "seed aster"]),
        (f"worst germination rate?{SEEDS}", ["up / sown is **0.625**", "seed chili"]),
        (
            f"A customer wants the total of this order but I only have qty and price, multiply and add:{ORDER}",
            ["**79.5**"],
        ),
        (f"multiply qty and unit_price and add{ORDER}", ["**79.5**"]),
        (
            f"is there a duplicate line in here, and how many rows without it{PARCELS}",
            ["**1** of 4", "**3** rows are left"],
        ),
    ],
)
def test_spoken_questions(message: str, expected: list[str]) -> None:
    answer = ask(CSV, message).answer
    assert [one for one in expected if one not in answer] == []
    assert "2 rows match where a cell is empty" not in answer


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (f"average of till? what is it in cents above it all{TILL}", "**402.458**"),
        (f"how many days were above 300?{TILL}", "**3**"),
        (f"who has no phone?{TRIP}", "**2** of 5 rows match where phone is empty"),
        (f"bought minus sold in total{BULBS}", "The sum of bought minus sold is **194**"),
        (f"total of bought{BULBS}", "**1,170**"),
        (f"which seed has the highest up{SEEDS}", "**aster**"),
        (f"price over 10{PLANTS}", "**4** of 5"),
    ],
)
def test_plain_questions_are_as_before(message: str, expected: str) -> None:
    assert expected in ask(CSV, message).answer
