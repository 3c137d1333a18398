"""Tables: conditions on several columns, columns held against each other, sums over all subjects, parts apart."""

import pytest

from tests.builtins.asking import ask

MARKS = "\nstudent,maths,english,science\nAlice,78,85,91\nBen,62,70,58\nChloe,95,88,97\nDeepak,84,66,79\nEmma,55,91,64"
BUDGET = "\nmonth,income,expenses\nJan,3200,2710\nFeb,3200,2895\nMar,3450,3120\nApr,3200,3340"
STOCK = "\nitem;stock;minimum;price\npaper;12;20;4.50\ntoner;3;2;64.90\nstaples;40;15;1.20\nenvelopes;8;25;3.80"
BILLS = (
    "\ndate,shop,amount\n2026-10-02,Tesco,48.20\n2026-10-05,Shell,61.00\n2026-11-09,Tesco,33.75\n2026-11-18,Odeon,27.50"
)
DAYS = BILLS.replace("-10-", "-11-")


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("who got less than 65 in english or science?", ["english < 65 or science < 65", "Ben", "Emma"]),
        ("who scored above 80 in both maths and science?", ["maths > 80, science > 80", "Chloe"]),
        ("which students have maths and science above 75?", ["maths > 75, science > 75", "Alice", "Chloe", "Deepak"]),
        ("who failed (below 60) in any subject?", ["**2** of 5", "Ben", "Emma"]),
        ("who scored at least 75 in every subject?", ["**2** of 5", "Alice", "Chloe"]),
        ("Which student has the best total over all 3 subjects?", ["| Chloe | 280 |"]),
        ("average per student across all subjects", ["| Ben | 63.3333 |"]),
    ],
)
def test_several_columns_of_marks(question: str, said: list[str]) -> None:
    answer = ask("csv_statistics", question + MARKS).answer
    assert [one for one in said if one not in answer] == []


def test_another_number_of_subjects_is_asked_about() -> None:
    assert ask("csv_statistics", "Which student has the best total over all 4 subjects?" + MARKS).tag == "NULL"


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("In which month did I spend more than I earned?", ["**1** of 4", "expenses > income", "| Apr |"]),
        ("which months was I in the red", ["**1** of 4", "| Apr |"]),
        ("how much have I saved over the quarter?", ["Together **985**.", "| Apr | 3200 | 3340 | -140 |"]),
        ("how much did I save each month?", ["| Jan | 3200 | 2710 | 490 |"]),
    ],
)
def test_what_comes_in_and_what_goes_out(question: str, said: list[str]) -> None:
    answer = ask("csv_statistics", question + BUDGET).answer
    assert [one for one in said if one not in answer] == []


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Which items are below their minimum, need to reorder", ["stock < minimum", "paper", "envelopes"]),
        ("which items have fewer than 10 in stock?", ["**2** of 4 rows match where stock < 10."]),
        (
            "of which item do I have the least, and which is the most expensive?",
            ["item: **toner** (value of stock: **3**)", "item: **toner** (value of price: **64.9**)"],
        ),
    ],
)
def test_stock_and_its_bounds(question: str, said: list[str]) -> None:
    answer = ask("csv_statistics", question + STOCK).answer
    assert [one for one in said if one not in answer] == []


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("how much in October and how much in November?", ["| 2026-10 | 109.2 |", "| 2026-11 | 61.25 |"]),
        ("how much at Tesco and how much at Shell?", ["| Tesco | 81.95 |", "| Shell | 61 |"]),
        ("how much did we spend at Tesco and what share is that", ["is **81.95**", "**48.0"]),
        ("by how much does Tesco beat Shell in amount", ["the difference is **20.95**"]),
    ],
)
def test_parts_apart(question: str, said: list[str]) -> None:
    answer = ask("csv_statistics", question + BILLS).answer
    assert [one for one in said if one not in answer] == []


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("total amount between the 5th and the 9th of November", "**94.75**"),
        ("total amount after 5 November", "**61.25**"),
        ("how much between Nov 5 and Nov 18?", "**122.25**"),
        ("total amount between 5 November 2025 and 18 November 2025", "No row matches"),
    ],
)
def test_days_without_a_year_are_of_the_only_one(question: str, said: str) -> None:
    assert said in ask("csv_statistics", question + DAYS).answer


def test_days_without_a_year_are_left_open_over_two() -> None:
    table = DAYS + "\n2027-01-02,Tesco,5.00"
    answer = ask("csv_statistics", "total amount between 5 November and 18 November" + table)
    assert "**122.25**" not in answer.answer


def test_conditions_of_two_questions_are_not_joined() -> None:
    table = "\nname,shift,paid\nGemma,morning,yes\nRashid,afternoon,no\nTariq,,no"
    answer = ask("csv_statistics", "who has an empty shift? and how many are on the morning shift" + table)
    assert "No row" not in answer.answer


def test_overtime_is_no_time() -> None:
    table = "\nEmployee,Hours,Overtime\nPetra,38,2.5\nJonas,40,0\nKeith,44,7.5"
    answer = ask("csv_statistics", "top 2 people by overtime?" + table).answer
    assert "| Keith | 7.5 |\n| Petra | 2.5 |" in answer


POINTS = "\nname,points\nAylin,78\nBen,45\nCarlos,91\nDana,62\nEmil,49\nFiona,83"
SHOPS = "\nshop,october,november\nNorth,4200,4830\nSouth,3900,3510"
TENANTS = "\n\nRoom,Tenant,Rent,Paid\n1,Ada,500,500\n2,Ben,450,200\n3,Cal,620,0"
REQUESTS = "\ntime,host,status,ms\n09:00:01,a,200,100\n09:00:02,b,200,300\n09:00:05,a,500,200"
INVOICES = (
    "\nbill,amount,due,paid\n7,100.50,2026-05-10,no\n8,50,2026-05-18,yes\n9,70,2026-07-05,no\n10,20,2026-05-25,no"
)
HOURS = "\ndate,hours\n2026-11-06,8\n2026-11-07,5.5\n2026-11-08,6\n2026-11-13,3"


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (f"what's the average and who is under 50?{POINTS}", ["is **68**", "**2** of 6", "| Ben | 45 |"]),
        (f"who is under 50 and what's the average?{POINTS}", ["is **68**", "**2** of 6", "| Ben | 45 |"]),
        (f"who scored over 80 and what is their average?{POINTS}", ["where points > 80 is **87**"]),
        (
            "Which day was highest systolic and whats the mean of both columns"
            "\nday,systolic,diastolic\nMon,142,88\nTue,138,85",
            ["day: **Mon**", "systolic is **140**", "diastolic is **86.5**"],
        ),
        (f"compare november with october, how much did each shop change in percent{SHOPS}", ["+15 %", "-10 %"]),
        (f"how much did each shop change{SHOPS}", ["Change from october to november:", "| 630 |"]),
        ("what is the whole lot worth?\nfruit,kg,price_per_kg\nApples,12,1.80\nPears,8,2.40", ["is **40.8**"]),
        (
            "top 2 products by revenue (price times sold)\nproduct,price,sold\nA,2.20,140\nB,3.40,95\nC,1.90,120",
            ["| B | 323 |\n| A | 308 |"],
        ),
        (f"Total hours on weekends only?{HOURS}", ["date = Saturday / Sunday is **11.5**"]),
        (f"total hours without weekends{HOURS}", ["is **11**"]),
        (f"how many hours on Fridays?{HOURS}", ["date = Friday is **11**"]),
        ("I have csv and the web guy wants JSON.\n\ntitle,year\nDune,1965\nEmma,1815", ['"title": "Dune"']),
        (f"The list is below. Who still owes me money and how much is it altogether?{TENANTS}", ["**870**", "| Ben |"]),
        (f"average ms by host?{REQUESTS}", ["| b | 300 |\n| a | 150 |"]),
        (
            f"Which bills are unpaid and were due before 2026-06-01? and the sum of them{INVOICES}",
            ["**2** of 4", "is **120.5**"],
        ),
        (
            "¿Cuál es el peso medio por grupo?\nNombre,Grupo,Peso\nLucía,A,40\nAndrés,B,44\nPilar,A,50",
            ["| A | 45 |\n| B | 44 |"],
        ),
    ],
)
def test_parts_of_one_question(message: str, said: list[str]) -> None:
    answer = ask("csv_statistics", message).answer
    assert [one for one in said if one not in answer] == []


def test_days_of_the_week_that_are_contrasted_are_no_condition() -> None:
    answer = ask("csv_statistics", f"how much on saturdays vs sundays?{HOURS}").answer
    assert answer.startswith("I did not use: “saturdays”, “sundays”.")


def test_which_rows_have_what_no_column_tells_is_not_all_of_them() -> None:
    assert ask("csv_statistics", f"From the list below, which tenants own a boat?{TENANTS}").tag == "NULL"


def test_nobody_knows_the_future() -> None:
    assert ask("csv_statistics", f"based on this how many hours will we need in march?{HOURS}").tag == "NULL"


def test_the_days_of_a_table_are_none_of_a_question() -> None:
    assert ask("date_calculator", f"Total hours on weekends only?{HOURS}").tag == "NULL"
