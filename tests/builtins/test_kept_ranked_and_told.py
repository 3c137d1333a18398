"""Addresses that stay where all others go, who left a list, places behind an order, words told beside."""

import pytest

from tests.builtins.asking import ask, unused_words

THREE = ": a@gmail.com, b@web.de, c@gmail.com"


@pytest.mark.parametrize(
    "order",
    [
        "throw out everybody not from gmail",
        "remove everyone who isn't at gmail",
        "drop all but the gmail ones",
        "Wirf alle raus, die nicht von gmail sind",
        "supprime tous ceux qui ne sont pas chez gmail",
    ],
)
def test_those_stay_that_an_order_to_take_the_others_out_names(order: str) -> None:
    answer = ask("email_validator", order + THREE).answer
    assert answer.startswith("**2**")
    assert "b@web.de" not in answer.partition("\n")[0]


@pytest.mark.parametrize(
    "order",
    ["who is not from gmail?", "remove everyone at gmail", "wirf alle von gmail raus", "throw out the gmail ones"],
)
def test_the_others_are_listed_without_a_second_denial(order: str) -> None:
    first_line = ask("email_validator", order + THREE).answer.partition("\n")[0]
    assert "b@web.de" in first_line
    assert "a@gmail.com" not in first_line


LATER = "Old list: a@x.at, b@x.at. New list: b@x.at, c@x.at. "


@pytest.mark.parametrize(
    ("message", "gone", "new"),
    [
        (f"{LATER}Who left and who joined?", True, True),
        (f"{LATER}Who joined?", False, True),
        ("Last year: a@x.at, b@x.at. This year: b@x.at, c@x.at. Who has dropped out?", True, False),
        ("New list: b@x.at, c@x.at. Old list: a@x.at, b@x.at. Who left?", True, False),
        ("alte Liste: a@x.at, b@x.at. neue Liste: b@x.at, c@x.at. Wer ist weg und wer ist neu?", True, True),
    ],
)
def test_who_left_is_in_the_earlier_list_and_who_joined_in_the_later_one(message: str, gone: bool, new: bool) -> None:
    answer = ask("email_validator", message).answer
    assert ("a@x.at" in answer) is gone
    assert ("c@x.at" in answer) is new
    assert "b@x.at" not in answer


def test_two_lists_that_are_joined_are_no_question_who_joined() -> None:
    assert "not in" not in ask("email_validator", f"{LATER}Join both lists please").answer


RUNNERS = '[{"n":"Ola","min":47},{"n":"Per","min":44},{"n":"Siv","min":51},{"n":"Tor","min":46}]'


@pytest.mark.parametrize(
    ("order", "told"),
    [
        ("sort by time, fastest first and then tell me who is third", "Number 3 in this order: `n` **Ola**"),
        ("sort by min and tell me who came second:", "Number 2 in this order: `n` **Tor**"),
        ("sortiere nach min, wer ist letzter?", "Nummer 4 in dieser Reihenfolge: `n` **Siv**"),
    ],
)
def test_the_entry_at_a_place_is_told_behind_an_order(order: str, told: str) -> None:
    message = f"{order} {RUNNERS}"
    assert told in ask("json_formatter", message).answer
    assert not set(unused_words("json_formatter", message).split()) & {"who", "third", "second:", "wer", "letzter"}


@pytest.mark.parametrize("order", ["sort by min descending", "sort by min, lowest first", "sort by min. who is ninth?"])
def test_no_place_is_told_where_none_is_asked_for_or_there(order: str) -> None:
    assert "in this order" not in ask("json_formatter", f"{order} {RUNNERS}").answer


def test_the_key_of_an_entry_at_a_place_is_read_in_front_of_it() -> None:
    message = (
        'Which price does the second item have? {"order":17,"items":[{"sku":"a","price":6},{"sku":"b","price":9}]}'
    )
    assert "**9**" in ask("json_formatter", message).answer
    assert not set(unused_words("json_formatter", message).lower().split()) & {"which", "price", "have"}


GAPS = "\nname,phone,shirt\nTess,0160 111,M\nUri,,L\nVera,0160 333,\nWill,0160 444,S"


@pytest.mark.parametrize(
    "question",
    [
        "who forgot to fill something in",
        "who didn't fill in everything?",
        "who left something blank",
        "wer hat etwas vergessen auszufüllen?",
    ],
)
def test_who_forgot_something_has_empty_cells(question: str) -> None:
    answer = ask("csv_statistics", question + GAPS).answer
    assert "(Uri)" in answer
    assert "(Vera)" in answer
    assert "Tess" not in answer


MEMBERS = "\nmember,joined\nPetra,2021-05-02\nQuinn,2019-11-20\nRolf,2023-01-15"


@pytest.mark.parametrize(
    ("order", "first"),
    [
        ("sort by date of joining, oldest first", "Quinn"),
        ("sort by the date they joined", "Quinn"),
        ("sort by date, newest first", "Rolf"),
    ],
)
def test_the_date_of_joining_is_the_one_column_of_dates(order: str, first: str) -> None:
    rows = ask("csv_statistics", order + MEMBERS).answer.splitlines()
    assert first in next(row for row in rows if "20" in row and row.startswith("|"))


def test_a_date_of_something_else_is_no_column_of_dates() -> None:
    assert "which column is meant" in ask("csv_statistics", f"sort by date of birth{MEMBERS}").answer


SWIM = "\nkid,swim,points\nAya,50m,12\nBo,50m,9\nAya,100m,14\nBo,100m,"


@pytest.mark.parametrize(
    ("question", "last", "told"),
    [
        ("who has more points altogether?", 18, "**Bo**"),
        ("who scored more points in total?", 16, "**Aya**"),
        ("wer hat insgesamt mehr points?", 18, "**Bo**"),
        ("who has more points altogether?", 17, "same holds for Bo"),
    ],
)
def test_who_has_more_altogether_is_of_the_sums(question: str, last: int, told: str) -> None:
    assert told in ask("csv_statistics", f"{question}{SWIM}{last}").answer


def test_more_than_a_value_is_not_the_most() -> None:
    message = f"who has more points than 10 in total?{SWIM}17"
    assert "more" in unused_words("csv_statistics", message)
    assert "kid: **" not in ask("csv_statistics", message).answer


WATER = "\nflat,m3\nground,24\nfirst,30\nattic,6"


@pytest.mark.parametrize(
    "question",
    [
        "How many percent of the total does each one owe for the water bill by use?",
        "what share of the bill must each one pay?",
        "what percentage of the total does every one owe?",
    ],
)
def test_what_each_one_owes_in_per_cent_is_a_share(question: str) -> None:
    answer = ask("csv_statistics", question + WATER).answer
    assert "40 %" in answer
    assert "10 %" in answer


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("hi, can I write to tom_92@gmail,com ? that's what he put on the sign up sheet", {"write", "put", "sheet"}),
        ("can we send it to ann@web,de? It's how she wrote it on the form.", {"send", "wrote", "form"}),
        (
            'My tenant texted: "reach me on j.okafor at hotmail dot com, or call 0171 5550199 after 6". '
            "Whats the mail address written properly?",
            {"tenant", "reach", "call", "properly?"},
        ),
        (
            "Parents of class 4b: Anna Berg <anna@web.de>, Jo Klein <jo@gmx.de>, Pia (has none), Sam Roth <sam@web.de>."
            " Just give me the addresses, one per line",
            {"Parents", "Pia", "none),", "line"},
        ),
    ],
)
def test_what_is_told_of_an_address_is_read(message: str, words: set[str]) -> None:
    assert "@" in ask("email_validator", message).answer
    assert not words & set(unused_words("email_validator", message).split())


def test_a_wish_to_write_is_no_question_of_the_form_of_a_good_address() -> None:
    assert "write" in unused_words("email_validator", "can I write to tom@gmail.com about the rent?")
    assert "rent" in unused_words("email_validator", "can I write to tom@gmail,com about the rent?")


@pytest.mark.parametrize(
    ("order", "line"),
    [
        (
            "all small letters, no extra spaces, with ; between so i can paste it in outlook:",
            "eva@firma.de; tim@werk.de",
        ),
        ("bitte mit ; dazwischen:", "Eva@Firma.DE; tim@werk.de"),
        ("put them on one line with , between:", "Eva@Firma.DE, tim@werk.de"),
    ],
)
def test_the_sign_between_addresses_may_be_written_itself(order: str, line: str) -> None:
    assert line in ask("email_validator", f"{order} Eva@Firma.DE , tim@werk.de").answer


POEM = "\nRoses by the gate\nTulips in a row\n\nMoss upon the stone\nWhere no flowers grow"


@pytest.mark.parametrize(
    "question",
    [
        "number of lines and verses (blank line between verses) of my poem:",
        "how many lines and verses?",
        "how many verses (with an empty line between them)?",
    ],
)
def test_verses_are_parted_by_empty_lines(question: str) -> None:
    answer = ask("text_statistics", question + POEM).answer
    assert "Paragraphs: **2**" in answer
    assert ("Lines: **4**" in answer) is ("lines and" in question)
    assert "Empty lines" not in answer
    assert not {"verses", "blank", "(blank", "between"} & set(unused_words("text_statistics", question + POEM).split())


def test_empty_lines_are_counted_where_they_are_asked_for() -> None:
    assert "Empty lines: **1**" in ask("text_statistics", f"how many blank lines?{POEM}").answer
