"""Questions that name a figure, a list or a form in passing: each was answered with something else before."""

import pytest

from kingdom.cognition.message_reading.asking_words import WORD
from kingdom.cognition.message_reading.message_language import is_function_word
from tests.builtins.asking import ask, unused_words

BOOK = "\nDate;Description;In;Out\n01/02/2027;Salary;2150;0\n05/02/2027;Groceries;0;96.4\n22/02/2027;Groceries;0;88.1"
CITIES = "\nville,habitants\nRennes,225000\nLille,238000\nBrest,140000\nNice,353000"
MARKS = "\nalumno,nota\nIris,4.5\nJuan,7\nKarla,5\nMarta,3"
VOTES = "\nvoter,answer\na1,yes\na2,no\na3,yes\na4,maybe"
MAILS = "ana.k@gmail.com; oli@web.de; mats77@gmail.com; rita@yahoo.com"


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("what did I spend on groceries" + BOOK, "The sum of Out where Description = Groceries is **184.5**"),
        ("how much came in?" + BOOK, "The sum of In is **2,150**"),
        ("cuántos alumnos tienen nota 5 o más" + MARKS, "nota >= 5: **2**"),
        ("what share of people said yes, in percent?" + VOTES, "The share where answer = yes is **50 %**"),
        ("how many voted no?" + VOTES, "The number of rows where answer = no is **1**"),
    ],
)
def test_figures_of_a_table(question: str, expected: str) -> None:
    assert expected in ask("csv_statistics", question).answer


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("trie ces villes de la plus peuplée à la moins peuplée", "Nice"),
        ("sort these cities from most populated to least populated", "Nice"),
        ("sort from smallest to largest", "Brest"),
        ("sort from largest to smallest", "Nice"),
    ],
)
def test_the_first_of_two_poles_comes_first(question: str, first: str) -> None:
    rows = ask("csv_statistics", question + CITIES).answer.split("| --- | --- |\n")[1]
    assert rows.startswith(f"| {first} |")


@pytest.mark.parametrize(
    ("message", "amount"),
    [
        ("How many teaspoons in a quarter cup (us)?", "12 US teaspoons"),
        ("a quarter mile in metres", "402.336 metres"),
        ("3 quarters of a cup in ml", "177.441 millilitres"),
        ("quarter pound in grams", "113.3980925 grams"),
        ("a third of a cup in ml", "78.8627"),
        ("two thirds of a mile in km", "1.07"),
    ],
)
def test_quarters_and_thirds_of_a_unit(message: str, amount: str) -> None:
    assert amount in ask("unit_converter", message).answer


def test_a_day_without_a_year_is_no_first_birthday() -> None:
    answer = ask("date_calculator", "how old is somebody born 2 june 1950 on 12 march").answer
    assert "**76 years, 9 months and 10 days** old on Friday, 12 March 2027" in answer


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (f"I need just the gmail ones from here: {MAILS}", "**2**: ana.k@gmail.com, mats77@gmail.com (2/4)"),
        (f"only the web.de addresses: {MAILS}", "**1**: oli@web.de (1/4)"),
        (f"how many gmail and how many web.de? {MAILS}", "**gmail: 2** (ana.k@gmail.com, mats77@gmail.com)"),
        (f"how many gmail and how many web.de? {MAILS}", "**web.de: 1** (oli@web.de)"),
    ],
)
def test_the_addresses_at_a_provider(question: str, expected: str) -> None:
    assert expected in ask("email_validator", question).answer


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("remove the double lines from my list:\nsocks\ntent\nsocks", "socks\ntent\n"),
        ("there are far too many spaces in this, clean it up:   We   met  at    noon.", "We met at noon."),
        ("écris à l'envers le mot chocolatine", "enitalocohc"),
        ("make each word start with a capital letter: the wind in the willows", "The Wind In The Willows"),
        ("cambia la palabra lunes por jueves: el lunes, si el lunes llueve", "el jueves, si el jueves llueve"),
        ('how many words are in "away until noon" and can you also write it in uppercase', "AWAY UNTIL NOON"),
        ('how many words are in "away until noon" and can you also write it in uppercase', "Words: **3**"),
    ],
)
def test_forms_of_a_text(message: str, expected: str) -> None:
    assert expected in ask("text_statistics", message).answer


CALLS = "pull the addresses out: call Ann (ann@example.com), Bob bob@site.org or info@shop.de"
STAFF = "average salary?\nname,dept,salary\nIvo,Sales,41200\nLena,IT,58300\nOmar,IT,61150"
ORDERS = 'format this {"orders":[{"id":1,"customer":"Ann"},{"id":2,"customer":"Bo"}]}'


@pytest.mark.parametrize(
    ("role", "question", "before", "expected"),
    [
        ("email_validator", "how many are there?", CALLS, "**3**: ann@example.com, bob@site.org, info@shop.de"),
        ("email_validator", "which ones end in .org?", CALLS, "**1**: bob@site.org (1/3)"),
        ("csv_statistics", "what percentage of the total goes to IT?", STAFF, "is **74.354"),
        ("json_formatter", "how many orders?", ORDERS, "`orders` has **2** entries"),
    ],
)
def test_a_short_question_after_data_is_read_whole(role: str, question: str, before: str, expected: str) -> None:
    """Each word counts as read, or the question would not stay with the data."""
    assert expected in ask(role, question, before).answer
    left = unused_words(role, question, before)
    assert [word for word in WORD.findall(left) if not is_function_word(word.lower())] == []


LINES = "short one\nthis is by far the longest of them\nmedium sized line"
LISTED = "anna@gmx.net, bob.smith@, carol@yahoo.com, dave@mail..org"


@pytest.mark.parametrize(
    ("role", "message", "expected"),
    [
        ("date_calculator", "if a shift starts 21:45 and ends 6:20 next morning, how long is it", "**8 h 35 min**"),
        ("date_calculator", "add up my shifts: 7:30 and 8:15", "Together that is **15 h 45 min**"),
        ("text_statistics", f"which of my lines is the longest?\n{LINES}", "this is by far the longest of them"),
        ("text_statistics", f"the shortest line:\n{LINES}", "short one"),
        ("text_statistics", "replace 'Mr Fox' by 'Dr Owl' in: Mr Fox called Mr Fox.", "Dr Owl called Dr Owl."),
        (
            "json_formatter",
            'list every key in here: {"id":5,"meta":{"author":"Lo"}}',
            "`id`, `meta`. Further inside: `meta.author`",
        ),
        ("email_validator", f"which of these can't be right: {LISTED}", "**Invalid (2)**: bob.smith@, dave@mail..org"),
        ("email_validator", f"how many are usable? {LISTED}", "**Well formed (2)**: anna@gmx.net, carol@yahoo.com"),
    ],
)
def test_what_was_answered_with_something_else(role: str, message: str, expected: str) -> None:
    assert expected in ask(role, message).answer


def test_only_the_keys_at_the_top_are_listed_when_asked() -> None:
    answer = ask("json_formatter", 'which keys are at the top level of {"a":{"x":1},"b":[1]}?').answer
    assert answer == "Keys (2): `a`, `b`"


@pytest.mark.parametrize(
    ("role", "message", "expected"),
    [
        ("unit_converter", "the heater is 12000 btu/h, how many kW is that roughly", "3.51685 kilowatts"),
        ("unit_converter", "5000 BTU in kWh", "1.46536 kilowatt hours"),
        ("text_statistics", "schreib das mal komplett groß: frisch gestrichen", "FRISCH GESTRICHEN"),
        ("text_statistics", "into a filename with dashes, all lower case: Summer Photos 2027", "summer-photos-2027"),
    ],
)
def test_units_and_forms_by_other_names(role: str, message: str, expected: str) -> None:
    assert expected in ask(role, message).answer
