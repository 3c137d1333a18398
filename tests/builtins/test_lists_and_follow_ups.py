"""Lists that are pasted, and messages about the answer before: each was once read in part; with neighbours."""

import pytest

from tests.builtins.asking import ask

SPACED = "which of these are valid?\nkim@site.org\nkim.lee@sub.site.co.uk\nkim lee@site.org"
NUMBERED = "which are valid? 1) joe@mail.com 2) jill@mail.com 3) jack@mail com 4) june@mail.com"
PEOPLE = "average height?\n\nname,sex,height\nIda,F,168\nMax,M,182\nZoe,F,171\nTim,M,177\nLin,F,162"
VISITS = "date,visits\n2026-08-03,120\n2026-08-19,95\n2026-09-01,140"


@pytest.mark.parametrize(
    ("role", "text", "expected"),
    [
        ("email_validator", SPACED, "**Well formed (2)**: kim@site.org, kim.lee@sub.site.co.uk."),
        ("email_validator", "valid? Bob bob@a.com, kim@b.org, lee@c.org", "3 of 3 addresses"),
        ("email_validator", "unique addresses sorted a-z: z@m.com, a@m.com, z@m.com", "```\na@m.com\nz@m.com\n```"),
        ("email_validator", "sort these: z@m.com, a@m.com, z@m.com", "a@m.com\nz@m.com\nz@m.com"),
        (
            "email_validator",
            "how many at acme.com? jo@acme.com; li@acme.com; k@b.io",
            "**2**: jo@acme.com, li@acme.com (2/3)",
        ),
        (
            "json_formatter",
            'how many items are in the array: {"cart":[{"p":"a"},{"p":"b"}],"user":"m"}',
            "`cart` has **2**",
        ),
        ("json_formatter", 'how many keys: {"cart":[1,2,3],"user":"m"}', "**2** keys"),
        (
            "json_formatter",
            'saca todos los correos: {"u":[{"correo":"a@b.es"},{"correo":"c@d.es"}]}',
            '["a@b.es","c@d.es"]',
        ),
        ("json_formatter", "Is a single number like 42 on its own valid JSON?", "**Yes**"),
        ("json_formatter", "is this valid json?", "I see no document"),
        (
            "json_formatter",
            'is the value of count a number or a text? {"count":"12"}',
            "`count` is **a text (string)**",
        ),
        ("csv_statistics", "sort by p descending and show the first 2\n\ni,p\na,3\nb,9\nc,5", "| b | 9 |\n| c | 5 |"),
        ("csv_statistics", "sort by p descending\n\ni,p\na,3\nb,9\nc,5", "| b | 9 |\n| c | 5 |\n| a | 3 |"),
        (
            "csv_statistics",
            "add up the second column, there's no header row\nMonday, 12.5\nTuesday, 9\nFriday, 7.5",
            "**29**",
        ),
        ("csv_statistics", f"total visits per month\n\n{VISITS}", "| 2026-08 | 215 |"),
        ("csv_statistics", f"total visits\n\n{VISITS}", "**355**"),
        (
            "csv_statistics",
            "is there a correlation between a and b?\n\na,b\n1,2\n2,4\n3,6.5",
            "is **0.9979**: strong positive",
        ),
        (
            "csv_statistics",
            'how much did John Smith spend?\n\nwho,total\n"Smith, John",4\n"Kim, Soo",7\n"Smith, John",2',
            "**6**",
        ),
        ("csv_statistics", "the median not the average\n\nid,price\na,1\nb,2\nc,9", "The median of price is **2**"),
        (
            "csv_statistics",
            "how many different cities?\n\nwho,city\nA,Rome\nB,rome\nC,Bonn",
            "upper and lower case there are **2**",
        ),
        ("csv_statistics", "les 2 clients qui ont dépensé le plus ?\n\nclient;montant\nA;5\nB;9\nC;7", "| C | 7 |"),
        (
            "unit_converter",
            "Is 100 km/h faster or slower than 60 mph?",
            "**100 kilometres per hour** is faster than 60",
        ),
        ("unit_converter", "Is 100 km/h faster than 60 mph?", "**Yes**"),
        ("unit_converter", "reads 38.5 C, what is that in F? my mom only understands fahrenheit", "101.3 °F"),
    ],
)
def test_a_list_is_read_whole(role: str, text: str, expected: str) -> None:
    assert expected in ask(role, text).answer


@pytest.mark.parametrize(
    ("role", "before", "text", "expected"),
    [
        ("email_validator", NUMBERED, "what is wrong with number 3?", "a space may not stand in a domain"),
        ("email_validator", NUMBERED, "which are invalid?", "**Invalid (1)**: jack@mail com"),
        ("csv_statistics", PEOPLE, "and only for the women?", "**167**"),
        ("csv_statistics", PEOPLE, "and only for the men?", "**179.5**"),
        ("date_calculator", "What date is 100 days after 15 Aug 2026", "what weekday is that?", "**Monday**"),
        ("date_calculator", "when is easter 2027", "how many days until then?", "**127 days**"),
        ("date_calculator", "when is easter 2027", "what day is it?", "Today is **Saturday"),
    ],
)
def test_a_message_about_the_answer_before(role: str, before: str, text: str, expected: str) -> None:
    assert expected in ask(role, text, before).answer


def test_a_letter_is_a_sex_beside_the_others_of_it_alone() -> None:
    sizes = "average price?\n\nitem,size,price\na,S,1\nb,M,2\nc,L,3"
    assert "**2**" in ask("csv_statistics", "only for men", sizes).answer  # M is a size here: nothing to filter by


@pytest.mark.parametrize(
    ("role", "before", "text", "part"),
    [
        ("calculator", "20% of 350?", "and 35%?", "122.5"),
        ("calculator", "what is 19% of 50?", "now the same for 90", "17.1"),
        ("calculator", "wie viel sind 20 % von 350?", "und 35 %?", "122,5"),
        ("date_calculator", "what day is 4 July 2026?", "and in 2027?", "Sunday"),
    ],
)
def test_a_short_message_puts_another_value_into_the_question_before(
    role: str, before: str, text: str, part: str
) -> None:
    assert part in ask(role, text, before).answer


def test_a_value_that_could_stand_in_two_places_is_not_put_in_either() -> None:
    assert ask("calculator", "and 90?", "what is 12 + 50?").tag == "NULL"
    assert ask("calculator", "and 25?", "what is 15% of 80?").tag == "NULL"
    assert ask("calculator", "and 90?").tag == "NULL"
