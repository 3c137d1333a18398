"""The sum of a table with one step behind it, the share of each row, and what is only told of one of the groups."""

import pytest

from tests.builtins.asking import ask

ROLE = "csv_statistics"
TIPS = "| day | tips |\n|---|---|\n| Fri | 32 |\n| Sat | 58 |\n\n"
COSTS = "item,cost\na,120\nb,240"
MONEY = "child,money\nNoah,5\nIsla,4\nFreya,7.50"


def answer(message: str) -> str:
    return ask(ROLE, message).answer or ""


@pytest.mark.parametrize(
    ("message", "figures"),
    [
        (f"how much do i pay a week and how much is that in a year (52 weeks)?\n{MONEY}", ("**16.5**", "**858**")),
        (f"how much do i pay a week, and over a year?\n{MONEY}", ("**16.5**", "**858**")),
        (f"how much do we spend a month and what is that in a year\n{COSTS}", ("**360**", "**4,320**")),
        (f"what's the total, and over 6 months?\n{COSTS}", ("**360**", "**2,160**")),
        (f"{TIPS}whats that altogether, and split between 3 people?", ("**90**", "**30**")),
        (f"sum these up and divide by 4\n{COSTS}", ("**360**", "**90**")),
        (f"total please, split 3 ways\n{COSTS}", ("**360**", "**120**")),
        (f"total plus 20% vat\n{COSTS}", ("**360**", "**432**")),
        (f"what's the total with 10% off\n{COSTS}", ("**360**", "**324**")),
        ("Summe durch 4 geteilt\nDing;Kosten\na;120\nb;240", ("**360**", "**90**")),
        ("total divisé par 4\nchose;prix\na;120\nb;240", ("**360**", "**90**")),
        ("suma dividida entre 4\ncosa;precio\na;120\nb;240", ("**360**", "**90**")),
    ],
)
def test_a_sum_and_its_step(message: str, figures: tuple[str, str]) -> None:
    made = answer(message)
    assert all(figure in made for figure in figures)
    assert "I did not use" not in made


@pytest.mark.parametrize(
    "message",
    [
        f"what's the total and what's that per month (12)\n{COSTS}",  # of a year, or of a month?
        f"average cost plus 20%\n{COSTS}",
        "split the total between Ann and Bo\nwho,cost\nAnn,120\nBo,240",
        "total of cake split between 3\nitem,cost\ncake,120\ntea,240",
    ],
)
def test_no_step_is_made_of_other_words(message: str) -> None:
    made = answer(message)
    assert not any(figure in made for figure in ("**4,320**", "**432**", "**216**", "**120** each"))


@pytest.mark.parametrize(
    "message",
    [
        "what share of our spending is each category, in percent\ncategory,spent\nrent,900\nfood,300",
        "how much of the total does every thing take in %?\nthing,spent\nrent,900\nfood,300",
        "Welchen Anteil hat jede Kategorie an den Gesamtausgaben?\nKategorie;Euro\nMiete;900\nEssen;300",
    ],
)
def test_the_share_of_each_row(message: str) -> None:
    assert all(share in answer(message) for share in ("75 %", "25 %"))


def test_the_share_of_one_row_stays_one() -> None:
    assert "where category = rent is **75 %**" in answer(
        "what share of our spending is rent\ncategory,spent\nrent,900\nfood,300"
    )


HOURS = "employee,hours\nJo,7.5\nSam,8\nJo,6\nKay,4\nJo,9\nSam,7"


@pytest.mark.parametrize(
    "message",
    [
        f"average hours per employee? Jo put in a few rows\n{HOURS}",
        f"average hours per employee please. Sam wrote them down by hand\n{HOURS}",
        f"Durchschnitt der hours pro employee? Jo hat mehrere Zeilen eingetragen\n{HOURS}",
    ],
)
def test_what_is_told_of_one_group_chooses_none(message: str) -> None:
    made = answer(message)
    assert all(f"| {name} |" in made for name in ("Jo", "Sam", "Kay"))


@pytest.mark.parametrize(
    ("message", "missing"),
    [
        (f"average hours per employee? only Jo and Sam\n{HOURS}", "Kay"),
        (f"average hours per employee? leave out Kay\n{HOURS}", "Kay"),
        (f"average hours per employee, just for Jo\n{HOURS}", "Kay"),
    ],
)
def test_a_condition_behind_the_question_still_chooses(message: str, missing: str) -> None:
    assert f"| {missing} |" not in answer(message).partition("| column |")[0]


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("profit per product please\nproduct,cost,price,sold\nmug,3,8,10\nplate,5,9,4", "no column “profit”"),
        ("Gewinn pro Artikel\nArtikel;Kosten;Preis\nTasse;3;4\nTeller;5;9", "keine Spalte „Gewinn“"),
    ],
)
def test_a_profit_that_is_no_column_is_asked_about(message: str, said: str) -> None:
    made = ask(ROLE, message)
    assert made.tag == "NULL"
    assert said in (made.answer or "")


@pytest.mark.parametrize(
    ("message", "figure"),
    [
        ("margin per product\nproduct,margin\nmug,3\nplate,5", "| plate | 5 |"),
        ("rows per product\nproduct,cost\nmug,3\nplate,5", "| mug | 1 |"),
        ("can you take the doubles out\nname,town\nAl,Leeds\nBo,York\nAl,Leeds", "2 of 3 rows are left"),
        ("by how many percent did sales go up from march to april\nmonth,sales\nmarch,400\napril,460", "**15 %**"),
    ],
)
def test_neighbouring_questions(message: str, figure: str) -> None:
    assert figure in answer(message)


GAPS = "name,phone,city\nAlice,555-0101,Boston\nBen,,Chicago\nCara,555-0144,"


@pytest.mark.parametrize(
    "question", ["any missing cells in this?", "any blanks?", "is anything missing here?", "fehlt hier was?"]
)
def test_gaps_are_told_with_their_rows(question: str) -> None:
    made = answer(f"{question}\n{GAPS}")
    assert "phone: **1** (Ben)" in made
    assert "city: **1** (Cara)" in made


def test_the_number_of_gaps_of_one_column_stays_a_number() -> None:
    assert "**1**" in answer(f"how many phones are missing?\n{GAPS}")
