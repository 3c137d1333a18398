"""Questions of several new users that were left open or half read: texts, documents, sums, days, measures."""

import pytest

from tests.builtins.asking import ask

LISTS = "\nlist A: tent, stove, map, torch\nlist B: map, stove, knife"
USERS = '\n[{"user":"kim","age":34},{"user":"raj","age":52},{"user":"eve","age":29}]'


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (f"whats the difference between these two lists{LISTS}", ["Only in list A: **tent, torch**", "**knife**"]),
        (f"compare these two lists{LISTS}", ["Only in list A: **tent, torch**"]),
        (f"Two lists, who's on the first but not on the second?{LISTS}".replace("list A", "List 1"), ["tent"]),
        ("vergleiche die beiden Listen\nListe 1: Äpfel, Birnen\nListe 2: Birnen, Kiwi", ["Nur in Liste 1: **Äpfel**"]),
        ("what's different between these two texts?\nA: We meet at 10 am.\nB: We meet at 11 am.", ["“10” → “11”"]),
        (
            "what changed between these two versions\npay within 30 days\npay in 30 days now",
            ["“within” → “in”", "“now”"],
        ),
        ("compare these two sentences\n1) I like tea.\n2) I like tea.", ["the **same**"]),
        (
            "Worin unterscheiden sich die beiden Sätze?\nA: Der Hund bellt.\nB: Der Hund schläft.",
            ["„bellt.“ → „schläft.“"],
        ),
        (
            "replace every 'colour' with 'color' in this:\nThe colour of the roof, but the colours fade.",
            ["the colors fade"],
        ),
        ("replace 'it' with 'that': it is its own", ["that is its own"]),
        ("Pon en mayúscula la primera letra de cada palabra: el viento sur", ["El Viento Sur"]),
        ('count the characters, spaces included, in "Pack my box."', ["Characters: **12**"]),
        (
            "get me all the phone numbers out of this mess\n\nCall 555-0134 after 5, or (555-0188).",
            ["555-0134\n555-0188"],
        ),
        ("Peux-tu sortir tous les nombres de ce texte ?\nSalle 27, 2 photos et 35 euros.", ["27\n2\n35"]),
        ("Quita las líneas vacías y ordena de la A a la Z:\n\nperas\n\nmanzanas\nuvas", ["manzanas\nperas\nuvas"]),
        (
            "who is on list A but not on list B?\n\nList A:\nErin\nFarid\n\nList B:\nFarid\nJude",
            ["Only in List A: **Erin**"],
        ),
        ("what's different between those two sentences, i can't see it\n\nroom 214.\nroom 241.", ["“214.” → “241.”"]),
        ("my packing list has doubles, take them out:\nsocks\nhat\nsocks\nscarf", ["```\nsocks\nhat\nscarf\n```"]),
        ("remove dupes\nB-2\nC-4\nB-2", ["```\nB-2\nC-4\n```"]),
        ("remove the duplicates and tell me how many are left.\n\nsocks\nhat\nsocks", ["socks\nhat", "**2** items"]),
        ("how many A and how many T are in GATTACA ?", ["“A” appears **3**", "“T” appears **2**"]),
        ("Mets ces noms dans l'ordre alphabétique inverse, de Z à A :\nVidal\nAubry\nZoé", ["Zoé\nVidal\nAubry"]),
    ],
)
def test_texts(message: str, said: list[str]) -> None:
    answer = ask("text_statistics", message).answer
    assert [one for one in said if one not in answer] == []


@pytest.mark.parametrize(
    "message",
    [
        "what is the difference in word count?\nA: one two\nB: one two three",
        "what is the difference in length between these two texts?\nA: one two\nB: one two three",
    ],
)
def test_another_difference_is_none_of_words(message: str) -> None:
    assert "three”" not in ask("text_statistics", message).answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (f"how many users are in this list?{USERS}", ["**3** entries"]),
        (f"how many users are in this list and who is the oldest?{USERS}", ["**3** entries", '"user":"raj"']),
        (
            'How many items are in the "books" list? {"books":[{"t":"Emma"},{"t":"Momo"}]}',
            ["`books` has **2** entries"],
        ),
        ('Fehlt hier irgendwo eine Klammer? {"a": [1, 2}', ["Das ist kein gültiges JSON"]),
    ],
)
def test_documents(message: str, said: list[str]) -> None:
    answer = ask("json_formatter", message).answer
    assert [one for one in said if one not in answer] == []


def test_a_key_that_repeats_counts_no_entries() -> None:
    orders = '\n[{"user":"kim","id":1},{"user":"kim","id":2}]'
    assert "**2** entries" not in ask("json_formatter", f"how many users are in this list?{orders}").answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("3 painters need 8 days for the house. If a fourth one joins from the start, how many days?", "**6**"),
        ("4 workers take 6 days. 2 more workers join. how long will it take?", "**4**"),
        ("6 workers take 10 days. If 2 leave, how long does it take?", "**15**"),
        ("I got 72, 85, 64 and 91 so far. What do I need on the fifth test to get an average of 80?", "**88**"),
        ("Wie viel sind 19 % Mehrwertsteuer auf 250 Euro netto, und was ist der Bruttopreis?", "**47,5**"),
        ("If I save 45 a week how long until I have 1000?", "after **23** whole weeks"),
        ("Ich spare 80 Euro pro Monat, wann habe ich 1000 Euro?", "nach **13** ganzen Monaten"),
        ("buses hold 52, we are 187 pupils and 14 teachers. how many buses do we need to book?", "**4**"),
        ("ein Bus fasst 50, wir sind 120 Personen. Wie viele Busse brauchen wir?", "**3**"),
        ("Two quick things: what do 26 lunches at 3.85 cost", "26 × 3.85 = **100.1**"),
        ("A pack of 6 eggs is 2.10 and a pack of 10 is 3.30. Which one is cheaper per egg?", "**10 is 3.30**"),
        ("10 boxes of 24 tins and 3 boxes of 12, how many tins altogether", "10 × 24 + 3 × 12 = **276**"),
        ("4 packs of 6, 2 bags of 10 and 5 boxes of 3, total?", "4 × 6 + 2 × 10 + 5 × 3 = **59**"),
        ("8 Kisten mit 24 und 3 Kisten mit 12, wie viele insgesamt?", "8 × 24 + 3 × 12 = **228**"),
    ],
)
def test_sums(message: str, said: str) -> None:
    assert said in ask("calculator", message).answer


@pytest.mark.parametrize(
    "message",
    [
        "turn this into a haiku\nThe old lighthouse stood alone. It was a dark night.",
        "can you fix the typos\nThe old lighthose stood alone on the clif.",
        "who wrote this?\nThe old lighthouse stood alone on the cliff.",
    ],
)
def test_an_order_that_is_not_read_is_no_text_to_count(message: str) -> None:
    assert ask("text_statistics", message).tag == "NULL"


def test_workers_who_join_later_are_another_sum() -> None:
    assert ask("calculator", "3 painters need 8 days. After 2 days a fourth one joins. how many days?").tag == "NULL"


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("How many sleeps till Christmas Day and what weekday is it?", ["**Friday**", "**34 days**"]),
        ("stitches went in on 19 november and come out after 12 days. which day is that", ["1 December 2026"]),
        ("Count the working days from tomorrow (Mon 30 Nov) to Friday 18 December", ["**15 working days**"]),
        ("add up my four laps: 12:30, 11:45, 1:02:10 and 9:05", ["**1:35:30** (5,730 seconds)"]),
        (
            "The drops were opened on 3 October and are good for 60 days after opening. Until when can I use them?",
            ["2 December 2026"],
        ),
    ],
)
def test_days(message: str, said: list[str]) -> None:
    now = "2026-11-29T10:00:00+00:00" if "tomorrow" in message or "stitches" in message else "2026-11-21T10:00:00+00:00"
    answer = ask("date_calculator", message, now=now).answer
    assert [one for one in said if one not in answer] == []


@pytest.mark.parametrize(
    ("message", "said", "not_said"),
    [
        ("mail bounced for rosa@gmial.com, do you see a typo?", "rosa@gmail.com", "comma"),
        ("is the address john doe@web.com valid?", "there is a space in it", "comma"),
        ("which of these are not proper addresses?\nanna@firm.de\nbob@mail", "**Invalid (1)**: bob@mail", "**2**:"),
    ],
)
def test_addresses(message: str, said: str, not_said: str) -> None:
    answer = ask("email_validator", message).answer
    assert said in answer
    assert not_said not in answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("I signed up for a marathon like an idiot. 26.2 miles = ? km", "**26.2 miles = 42.1648128 kilometres**"),
        ("training for a marathon, 5 miles in km?", "**5 miles = 8.04672 kilometres**"),
        ("how many miles is a marathon", "26.2188 miles"),
        ("conver 20 galons to liters", "75.70823568 litres"),
    ],
)
def test_measures(message: str, said: str) -> None:
    assert said in ask("unit_converter", message).answer
