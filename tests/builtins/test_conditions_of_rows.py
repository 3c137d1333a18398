"""Conditions of rows (in the sun, days with nothing, a year), gaps of rows, totals, a question in the header's line."""

import pytest

from tests.builtins.asking import ask

ROLE = "csv_statistics"
PLANTS = "plant,height_cm,sunny\nfig,140,yes\nfern,45,no\nolive,110,yes\nivy,60,no\nlemon,95,yes"
RUNS = "day,km\nmon,5.2\ntue,0\nwed,7.8\nthu,6.1\nfri,0\nsat,14.3\nsun,3.4"
MONTHS = "month,max,min\nJan,9,-11\nApr,25,-3\nJul,35,9\nOct,23,1"
HONEY = "hive\tkg_honey\tyear\nlinden\t18.5\t2025\nlinden\t22.0\t2026\norchard\t14.2\t2025\norchard\t11.7\t2026"
BILLS = "name,amount,paid\nA,20,yes\nB,30,no\nC,15,no"


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("average height of the ones in the sun only", "**115**"),
        ("average height of those in the sun", "**115**"),
        ("mean height_cm of the sunny plants", "**115**"),
        ("average height of the plants in the shade", "**52.5**"),
        ("average height of the shady ones", "**52.5**"),
        ("average height_cm of all plants", "**90**"),
        ("average height_cm", "**90**"),
    ],
)
def test_other_words_for_yes_and_no_are_conditions(question: str, value: str) -> None:
    assert value in ask(ROLE, f"{question}\n{PLANTS}").answer


@pytest.mark.parametrize(
    ("question", "value"),
    [("how much is still open", "**45**"), ("total amount of the unpaid ones", "**45**"), ("sum of amount", "**65**")],
)
def test_what_is_open_is_not_paid(question: str, value: str) -> None:
    assert value in ask(ROLE, f"{question}\n{BILLS}").answer


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("on how many days did i run and how far altogether", "**5**"),
        ("how many days did I run", "**5**"),
        ("on how many of these days did we run?", "**5**"),
        ("an wie vielen Tagen bin ich gelaufen?", "**5**"),
        ("how many days are in the table", "**7**"),
        ("how many rows", "**7**"),
    ],
)
def test_a_day_with_nothing_is_none_on_which_something_was_done(question: str, said: str) -> None:
    assert said in ask(ROLE, f"{question}\n{RUNS}").answer


@pytest.mark.parametrize(
    "question",
    [
        "Which month had the biggest gap between warmest and coldest?",
        "which month has the largest difference between max and min",
        "in which month was the greatest range between the coldest and the warmest?",
        "which month had the biggest gap between the highest and the lowest temperature?",
    ],
)
def test_the_gap_is_that_of_each_row(question: str) -> None:
    assert "**Apr**: 28" in ask(ROLE, f"{question}\n{MONTHS}").answer


def test_the_range_of_a_column_is_still_that_of_the_column() -> None:
    assert "**26**" in ask(ROLE, f"what is the range of max\n{MONTHS}").answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("sales 2024 only please, total\nyear,shop,sales\n2023,A,10\n2024,A,20\n2024,B,30", "**50**"),
        (f"sum of kg_honey in 2026\n{HONEY}", "**33.7**"),
        (f"{HONEY}\nwhich rows are of 2025?", "**2** of 4 rows match where year = 2025"),
        ("how many are over 2024\nyear,sales\n2023,3000\n2024,2000\n2025,2500", "year > 2024"),
        ("rows where sales is 2000\nyear,sales\n2000,7\n2024,2000\n2025,2500", "sales = 2000"),
    ],
)
def test_a_year_is_one_of_the_column_of_years(message: str, said: str) -> None:
    assert said in ask(ROLE, message).answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("add a total row at the bottom\nitem,eur\nbread,1\nmilk,2", "total,3"),
        ("please add a row with the totals\nitem,eur,kg\nbread,1,4\nmilk,2,5", "total,3,9"),
        ("füge eine Summenzeile hinzu\nitem,eur\nbread,1\nmilk,2", "Summe,3"),
        ("add a column with the total of both\nname,may,june\nx,1,2\ny,3,4", "x,1,2,3\ny,3,4,7"),
        ("add a total column\nname,may,june\nx,1,2\ny,3,4", "x,1,2,3"),
        ("per category please, not the whole sum:\ncat,amount\npaint,46\nwood,120.5\npaint,18.9", "| paint | 64.9 |"),
        ("whats the share in percent of each\nparty,votes\nlist A,48\nlist B,30\nlist C,42", "| list A | 48 | 40 % |"),
        ("quel élève a la meilleure moyenne ?\nnom;maths;français\nInès;14;12\nPaul;15;15", "**Paul** (15)"),
        ("which pupil has the best average?\nname,math,art\nIda,1,2\nOle,3,2", "lowest: **Ida** (1.5)"),
        ("how tall are they on average? plant,height\nfig,140\nfern,45\nivy,60", "**81.6667**"),
        ("which is the tallest? plant,height\nfig,140\nfern,45\nivy,60", "fig"),
    ],
)
def test_totals_shares_means_and_questions_in_front_of_the_header(message: str, said: str) -> None:
    assert said in ask(ROLE, message).answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("how many are vegetarians\nname,veg\na,yes\nb,no\nc,yes", "where veg = yes is **2**"),
        (
            "put the newest on top\ndate,what\n2026-01-03,a\n2026-02-01,b\n2025-12-24,c",
            "| 2026-02-01 | b |\n| 2026-01-03 | a |",
        ),
        ("show the newest row\ndate,what\n2026-01-03,a\n2026-02-01,b", "**1** of 2 rows"),
        (f"How much honey in 2026?\n{HONEY}", "is **33.7**"),
    ],
)
def test_longer_words_for_a_column_and_the_newest_first(message: str, said: str) -> None:
    assert said in ask(ROLE, message).answer
