"""Classes of age that are no bound, items that make the most, shares and gaps in other words, and purposes of texts."""

import pytest

from tests.builtins.asking import ask

GOALS = "\nkid,goals\nRafi,9\nNell,14\nTobias,6\nGwen,11\nHugo,3\nAsh,12"
KITTY = "\nwho,what,eur\nJo,milk,2.40\nSam,bread,3.10\nJo,soap,4.25\nLi,pasta,1.95\nSam,coffee,7.80"
PLANTS = "\nplant,height cm\nsunflower Joe,188\nsunflower Ann,204\nsunflower Kit,171"
VOTES = "\nname,votes\nBiscuit,34\nNibbles,51\nSir Squeak,15"


@pytest.mark.parametrize(
    "question",
    ["top 3 scorers under 12s", "top 3 scorers of the under-12s", "the 3 best scorers of our under 12s team"],
)
def test_takes_no_class_of_age_for_a_bound(question: str) -> None:
    answer = ask("csv_statistics", question + GOALS).answer
    assert "| Nell | 14 |\n| Ash | 12 |\n| Gwen | 11 |" in answer
    assert "goals <" not in answer


def test_keeps_a_bound_beside_a_class_of_age() -> None:
    assert "goals > 10" in ask("csv_statistics", "which kids in the under 12s scored over 10 goals" + GOALS).answer
    assert "goals < 12" in ask("csv_statistics", "which kids scored under 12" + GOALS).answer
    assert (
        "time < 12" in ask("csv_statistics", "runners under 12s\nkid,time\nRafi,9\nNell,14\nTobias,6\nGwen,11").answer
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("total per person pls, flat kitty" + KITTY, "| Sam | 10.9 |"),
        ("Summe pro Person" + KITTY.replace("who", "Name"), "| Sam | 10,9 |"),
        ("By how much does the tallest beat the shortest?" + PLANTS, "is **33**"),
        ("how much taller is the tallest than the shortest" + PLANTS, "is **33**"),
        (
            "We voted on the name. What share of the votes in per cent did each name get?" + VOTES,
            "| Nibbles | 51 | 51 % |",
        ),
        ("We sold cakes. What is the total per name?" + VOTES, "| Nibbles | 51 |"),
    ],
)
def test_reads_wishes_of_tables_in_other_words(text: str, expected: str) -> None:
    assert expected in ask("csv_statistics", text).answer


def test_keeps_a_condition_in_front_of_a_question() -> None:
    text = "We only count class 3a. What is the total per class?\nclass,eur\n3a,34\n3b,51\n3a,15"
    assert "class = 3a" in ask("csv_statistics", text).answer


@pytest.mark.parametrize(
    ("text", "best", "total"),
    [
        (
            "I sold 14 scarves at 12.50, 9 hats at 8 and 22 pairs of mittens at 6.75. Which brought in the most, "
            "and what is the total?",
            "The most: **scarves** (14 × 12.50 = **175**)",
            "**395.5**",
        ),
        ("We bought 3 chairs at 45, 2 tables at 120. Which cost more, and what is the total?", "**tables**", "**375**"),
        ("We bought 3 chairs at 45, 2 tables at 120. Which cost the least?", "The least: **chairs**", ""),
        (
            "Ich habe 14 Schals zu je 12,50 und 9 Hüte zu 8 verkauft. Was hat am meisten eingebracht, "
            "und was macht das insgesamt?",
            "Am meisten: **schals** (14 × 12,50 = **175**)",
            "**247**",
        ),
        (
            "J'ai vendu 14 écharpes à 12,50 et 9 bonnets à 8. Laquelle a rapporté le plus ?",
            "Le plus : **echarpes**",
            "",
        ),
    ],
)
def test_says_which_item_makes_the_most(text: str, best: str, total: str) -> None:
    answer = ask("calculator", text).answer
    assert best in answer
    assert total in answer


@pytest.mark.parametrize(
    "text",
    [
        "14 scarves at 12.50 and 9 hats at 8, total?",
        "I sold 14 scarves at 12.50 and 9 hats at 8 with 10% off. Which brought in the most?",
        "what is the most I can spend if I buy 3 chairs at 45 and 2 tables at 120",
    ],
)
def test_ranks_nothing_that_is_not_asked(text: str) -> None:
    assert "The most" not in ask("calculator", text).answer


BAKERY = " Our bakery opens at six, because bread cannot wait. We grind our own flour; we light our own oven."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "For the shop's web page: which of my sentences is the longest?" + BAKERY,
            "“We grind our own flour; we light",
        ),
        ("For my web page: how many words is this?" + BAKERY, "Words: **19**"),
        ("Für meine Webseite: Wie viele Wörter hat das? Unsere Bäckerei öffnet um sechs.", "Wörter: **5**"),
        ('Count the sentences, and mind that "Mr." is no full stop: Mr. Pike left. Who saw it?', "Sentences: **2**"),
        ("avg word length of 'Slow and steady wins the race'", "**4.0**"),
        ("how many letters has a word on average in 'Slow and steady wins the race'", "**4.0**"),
    ],
)
def test_reads_purposes_and_remarks_beside_texts(text: str, expected: str) -> None:
    assert expected in ask("text_statistics", text).answer


def test_keeps_a_count_of_pages() -> None:
    assert "Pages (estimate): **2.4**" in ask("text_statistics", "How many pages is a web page of 1200 words?").answer


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('From this order, what is the postcode? {"order": 5512, "postcode": "SY8 1AA"}', '**"SY8 1AA"**'),
        ('Aus dieser Bestellung: wie lautet die plz? {"order": 5512, "plz": 123}', "**123**"),
        ('does {"pin": 0042} count as valid json?', "This is not valid JSON"),
        ("does [1,2,] pass as valid json?", "This is not valid JSON"),
        ('How many count as valid? [{"valid":true},{"valid":false}]', "**1** of 2"),
    ],
)
def test_reads_questions_on_json_in_other_words(text: str, expected: str) -> None:
    assert expected in ask("json_formatter", text).answer
