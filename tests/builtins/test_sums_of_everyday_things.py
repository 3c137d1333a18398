"""Everyday sums with units: paper, paces, memory, glasses, gas marks, flows, two questions, offers, grades."""

import pytest

from tests.builtins.asking import ask


def said(role: str, message: str) -> str:
    """Return the answer of a handler."""
    return ask(role, message).answer or ""


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        (
            "How heavy is a box with 5 reams of A4, 80 g/m2, 500 sheets each? "
            "The cleaner isn't supposed to lift more than 15 kg.",
            "12.47 kg",
        ),
        ("What do 3 reams of A4 paper weigh, 500 sheets each, 90 gsm?", "8.42 kg"),
        ("how heavy is a ream of 80 g paper", "2.49 kg"),
        ("A sheet of A4 at 80 g/m2, how heavy is it?", "4.99 g"),
        ("10 sheets A3 120 g/m2 how much do they weigh", "149.69 g"),
        ("Wie schwer sind 5 Pakete A4 mit je 500 Blatt, 80 g/m2?", "12,47 kg"),
        ("Combien pèsent 5 ramettes A4 de 500 feuilles à 80 g/m² ?", "12,47 kg"),
        ("¿Cuánto pesan 5 paquetes de 500 hojas A4 de 80 g/m2?", "12,47 kg"),
        ("I ran 10 km in 50 minutes, how many minutes per km was that", "5:00 min per km"),
        ("I walked 6.2 miles in 1 hour 50 on sunday. how many minutes per km was I", "11:01 min per km"),
        ("walked 6.2 miles in 1:50 h, how many minutes per mile", "17:45 min per mile"),
        ("Ich bin 12 km in 1 Stunde 6 gelaufen, wie viele Minuten pro Kilometer?", "5:30 min pro km"),
        ("J'ai marché 8 km en 1 h 36, combien de minutes par km ?", "12:00 min par km"),
        ("He corrido 10 km en 55 minutos, ¿cuántos minutos por km?", "5:30 min por km"),
        (
            "phone has 64 gb, 20 gb of that are full already, one photo is about 3.5 MB... "
            "how many photos can i still take",
            "12,571",
        ),
        ("my 32 GB stick has 11 GB free, how many 700 MB films fit", "15"),
        ("I have 2 TB with 1.4 TB used. How many 4 GB videos still fit?", "150"),
        ("64 GB phone, 20 GB used, photos 3.5 MB each, how many photos fit?", "12,571"),
        ("My 128 GB card has 90 GB full, a video takes 800 MB. How many videos still fit?", "47"),
        (
            "Mein Handy hat 64 GB, davon sind 20 GB voll, ein Foto hat etwa 3,5 MB. Wie viele Fotos passen noch?",
            "12.571",
        ),
        ("El móvil tiene 64 GB, 20 GB están ocupados, una foto ocupa 3,5 MB. ¿Cuántas fotos caben?", "12.571"),
        ("J'ai des verres de 20 cl, combien je peux en remplir avec une bouteille de 1,5 litre ?", "7,5"),
        ("I've got glasses of 200 ml, how many can I fill with a bottle of 1.5 litres?", "7.5"),
        ("glasses of 20 cl and a bottle of 75 cl, how many can I pour?", "3.75"),
        ("Tengo vasos de 20 cl, ¿cuántos puedo llenar con una botella de 1,5 litros?", "7,5"),
        ("oven gas mark 6 what temp", "200 °C"),
        ("Recipe says gas mark 7, how hot is that?", "220 °C"),
        ("gas mark 5 temp?", "190 °C"),
        ("gas 4, what's that in an electric oven", "180 °C"),
        ("thermostat 6 ça fait combien de degrés", "180 °C"),
        ("Gas Stufe 3, wie heiß ist das?", "170 °C"),
        (
            "The garden hose gives 12 litres a minute and the paddling pool takes 4.5 cubic metres. "
            "How long does the water have to run?",
            "6 h 15 min",
        ),
        ("Tank of 300 litres, tap gives 8 litres a minute, how long?", "37 min 30 s"),
        (
            "Der Schlauch bringt 12 Liter pro Minute, das Becken fasst 4,5 Kubikmeter. Wie lange muss das Wasser "
            "laufen?",
            "6 h 15 min",
        ),
        (
            "Le tuyau donne 12 litres par minute et la piscine fait 4,5 mètres cubes. Combien de temps faut-il ?",
            "6 h 15 min",
        ),
        (
            "La manguera da 12 litros por minuto y la piscina tiene 4,5 metros cúbicos. ¿Cuánto tiempo tarda?",
            "6 h 15 min",
        ),
    ],
)
def test_things_are_computed_with_their_units(message: str, wanted: str) -> None:
    """Each number of the message is in the result."""
    assert f"**{wanted}**" in said("unit_converter", message)


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("gas mark 6 in celsius", "204.44 °C"),
        ("How many minutes per km is 12 km/h?", "5:00 min/km"),
        ("5 minutes per km, how many minutes per mile", "8:03"),
        ("I ran 10 km at 5:30 min per km, how many minutes", "55 minutes"),
        ("How many 3.5 MB photos fit on 44 GB?", "12,571 whole"),
        ("How much does 200 g of paper cost", "7.05479 ounces"),
        ("J'ai des verres de 20 cl et 3 bouteilles de 1,5 litre, combien de verres je peux remplir ?", "22 entiers"),
    ],
)
def test_plain_conversions_stay(message: str, wanted: str) -> None:
    """A named scale, a told pace and several bottles are other questions."""
    assert wanted in said("unit_converter", message)


@pytest.mark.parametrize(
    "message",
    [
        "64 gb phone, 20 gb of apps, 3.5 MB photos how many songs",
        "Will a 55 inch tv fit on a wall 130 cm wide? the 50 is the diagonal",
        "a box of 5 reams costs 80, how heavy is each",
        "Un verre de 20 cl et une bouteille de 1,5 litre, ça fait combien de litres en tout ?",
    ],
)
def test_what_is_not_told_so_is_not_computed(message: str) -> None:
    """Another thing, another diagonal and a price do not make these sums."""
    answer = said("unit_converter", message)
    assert "12,571" not in answer
    assert "**Yes**" not in answer
    assert "7,5" not in answer
    assert "About" not in answer


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        (
            "Ich hab 6,5 Ar Garten geerbt, wieviele Quadratmeter sind das und ist es mehr als ein halber Hektar?",
            ("650 m²", "**Nein**"),
        ),
        ("How many square metres are 6.5 ares and is it more than half a hectare?", ("650 square metres", "**No**")),
        ("My suitcase is 50 pounds, how many kg is that, and is it less than 23 kg?", ("22.6796185", "**Yes**")),
        ("How many feet is 2 m, and is it more than 6 ft?", ("6.56168", "**Yes**")),
        ("Mi finca tiene 3 hectáreas, ¿cuántos metros cuadrados son y es más que 25000 m2?", ("30.000 m²", "**Sí**")),
        (
            "Mein Koffer wiegt 50 Pfund, wie viele kg sind das und ist es weniger als 23 kg?",
            ("50 Pfund = 25 kg", "**Nein**"),
        ),
        (
            "How many ml is a British pint? And an American one, I never remember which is bigger.",
            ("568.2612", "473.1765", "UK pint is larger"),
        ),
        ("How many litres is a UK gallon? And a US one, which is bigger?", ("4.5461", "3.7854", "UK gallon")),
        ("Is a US gallon bigger than an imperial one, and how many litres is it?", ("4.5461", "3.7854", "UK gallon")),
        ("How many ml in an American fluid ounce? And a British one?", ("29.5735", "28.4131", "US fluid ounce")),
        (
            "Will a 55 inch tv fit on a wall that is 130 cm wide? I know the 55 is the diagonal, "
            "it's a normal 16:9 one",
            ("**Yes**", "**121.8 cm**"),
        ),
        (
            "Passt ein 65 Zoll Fernseher an eine 140 cm breite Wand? Die 65 sind die Diagonale.",
            ("**Nein**", "**143,9 cm**"),
        ),
        (
            "Abflussrohr: passt eher 1 1/2 Zoll oder 40 mm, also welches ist dicker und um wieviel?",
            ("**40 mm**", "1,9 mm"),
        ),
        ("is 6.5 ares more than half a hectare?", ("**No**",)),
        ("How many ml is a British pint?", ("568.26125",)),
    ],
)
def test_both_of_two_questions_are_answered(message: str, wanted: tuple[str, ...]) -> None:
    """A conversion and a comparison of one measure, and a second version of a unit."""
    answer = said("unit_converter", message)
    assert all(one in answer for one in wanted), answer


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("coffe beans 500 g for 6.99 vs 2 lb for 12.50", "2 lb for 12.50"),
        ("coffee beans 500 g for 6.99 or 2 lb for 12.50?", "2 lb for 12.50"),
        ("500 g for 6.99 vs 1 kg for 12.50", "1 kg for 12.50"),
        ("tea 250 g 4.49 vs 400 g 6.80", "400 g 6.80"),
        ("coursework 30% 68, exam 70% 55, what's my total mark", "58.9"),
        ("test 1 got 80 (weight 25%), test 2 got 60 (weight 75%): average?", "65"),
        ("olive oil: 750 ml at 8.99 vs 5 l at 49.00", "5 l at 49.00"),
        ("Kaffee 500 g für 6,99 oder 1 kg für 12,50?", "1 kg für 12,50"),
        ("café 500 g pour 6,99 ou 1 kg pour 12,50", "1 kg pour 12,50"),
        ("café 500 g por 6,99 o 1 kg por 12,50", "1 kg por 12,50"),
        ("midterm counts 40 % and I got 62, final counts 60 % and I got 81. whats my overall grade", "73.4"),
        ("My homework counts 30% with 80, the exam 70% with 90. What's my final grade?", "87"),
        ("exam is worth 60% I got 72, coursework 40% I got 85, overall?", "77.2"),
        ("I got 62 in the midterm which counts 40 %, and 81 in the final which counts 60 %. Overall mark?", "73.4"),
        ("midterm counts 40 % and I got 62 %, final counts 60 % and I got 81 %, what is my overall grade", "73.4"),
        ("essay counts 20%, I got 70; lab counts 30%, got 80; exam counts 50%, got 64. overall grade?", "70"),
        ("Klausur zählt 60 % und ich habe 2,0, mündlich zählt 40 % und ich habe 1,5. Welche Note?", "1,8"),
        ("L'examen compte 60 % et j'ai eu 12, le contrôle compte 40 % et j'ai eu 15. Quelle est ma moyenne ?", "13,2"),
        ("El examen cuenta 60 % y saqué 7, el trabajo cuenta 40 % y saqué 9. ¿Qué nota final tengo?", "7,8"),
        ("I got 62 of 80 points, what grade percentage", "77.5 %"),
        ("Which oats are cheaper per 100 g - 750 g for 4.29 or the big bag, 1.2 kg for 6.60?", "1.2 kg for 6.60"),
    ],
)
def test_offers_and_grades_are_weighed(message: str, wanted: str) -> None:
    """Two offers alone ask for the better one, and each grade counts by its share."""
    assert f"**{wanted}**" in said("calculator", message)


@pytest.mark.parametrize(
    "message",
    [
        "The garden hose gives 12 litres a minute and the paddling pool takes 4.5 cubic metres. "
        "How long does the water have to run?",
        "test 1: 80, test 2: 60, average?",
        "2 kg apples for 3.50 or 3 kg of pears for 5.10, how much together?",
        "midterm counts 40 % and I got 62. What do I need in the final to get 75 overall?",
        "midterm counts 40 % and I got 62, final counts 50 % and I got 81. whats my overall grade",
    ],
)
def test_sums_without_their_units_or_parts_are_left(message: str) -> None:
    """Litres are not divided by cubic metres, and shares that make no whole are no grade."""
    assert "**" not in said("calculator", message)
