"""Bank statements with a minus for what went out, several figures of groups, birthdays, times of several runners."""

import pytest

from tests.builtins.asking import ask

STATEMENT = (
    "\n\nDate,Description,Kind,Amount\n2026-10-02,Corner shop,Food,-48.20\n2026-10-03,Wage,Income,2310.00"
    "\n2026-10-06,Baker,Food,-31.75\n2026-11-09,Gas works,Bills,-96.40"
)
GRANDCHILDREN = "\nName,Born,Town\nAlfie,2014-06-02,Hull\nMartha,2019-11-23,York\nBen,2011-01-30,Hull"
RACE = "\nName,Club,Time\nHannah,Hill,42:18\nJoe,Dale,39:55\nPriya,Hill,40:07\nMei,Dale,38:49"
REGIONS = "\nregion,sales,profit\nN,10,2\nS,20,3\nN,5,1"


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("what was the biggest single payment out?", ["is **96.4**", "Gas works", "What went out are the rows"]),
        ("how much did I spend in total?", ["The sum of Amount is **176.35**", "(3), without the minus"]),
        ("how much went out and how much came in?", ["went out is **176.35**", "came in is **2,310**"]),
        ("total spent on food?", ["is **79.95**"]),
        ("average expense?", ["is **58.7833**"]),
        ("how many payments out were there?", ["rows is **3**"]),
        ("list all the payments out", ["**3** of 3", "| 96.40 |"]),
        ("how much did I earn?", ["is **2,310**", "without a minus in Amount (1)"]),
        ("total income minus total expenses?", ["**2,310** came in", "**176.35** went out", "**2,133.65**"]),
        ("what's left at the end?", ["**2,133.65**"]),
        ("which month did I spend the most?", ["**2026-11** (sum of Amount: **96.4**)"]),
        ("earnings and expenses per month", ["| 2026-10 | 2,310 |", "| 2026-11 | 96.4 |\n| 2026-10 | 79.95 |"]),
    ],
)
def test_what_goes_out_has_a_minus(question: str, said: list[str]) -> None:
    answer = ask("csv_statistics", question + STATEMENT).answer
    assert [one for one in said if one not in answer] == []


def test_a_sum_of_the_column_itself_keeps_the_signs() -> None:
    assert "is **2,133.65**" in ask("csv_statistics", f"sum of the amount column{STATEMENT}").answer


def test_the_text_of_a_cell_is_no_direction() -> None:
    answer = ask("csv_statistics", f"total income?{STATEMENT}").answer
    assert "where Kind = Income is **2,310**" in answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (
            "Wie viel habe ich ausgegeben?\nDatum;Zweck;Betrag\n02.11.2026;Markt;-48,20\n03.11.2026;Lohn;2310,00",
            "Summe von Betrag: **48,2**",
        ),
        (
            "Combien ai-je dépensé ?\ndate;libellé;montant\n2026-11-02;courses;-48,20\n2026-11-03;paie;2310,00",
            "montant : **48,2**",
        ),
        (
            "¿Cuánto gasté en total?\nfecha;concepto;importe\n2026-11-02;luz;-48,20\n2026-11-03;paga;2310,00",
            "importe: **48,2**",
        ),
    ],
)
def test_in_other_languages(message: str, said: str) -> None:
    assert said in ask("csv_statistics", message).answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (f"sales and profit by region{REGIONS}", ["| S | 20 |\n| N | 15 |", "| N | 3 |\n| S | 3 |"]),
        (
            "average height and weight per team\nteam,height,weight\na,180,80\na,170,70\nb,160,60",
            ["| a | 175 |", "| a | 75 |"],
        ),
        ("what does each house bring in?\nHouse,Rent\nMill Lane,720\nMill Lane,695\nDock Rd,880", ["Lane | 1,415"]),
        (
            "first and last order?\norder,date\n1,2026-01-02\n2,2026-01-05\n3,2026-01-03",
            ["**2** of 3", "| 2 |", "| 1 |"],
        ),
        (
            "how much taller are the fed ones on average than the plain ones?"
            "\nplant,group,height\n1,plain,112\n2,plain,120\n3,fed,141\n4,fed,133",
            ["fed 137, plain 116", "**21**"],
        ),
        ("median number of visitors per day?\nday,visitors\nMon,41\nTue,38\nWed,52", ["median of visitors is **41**"]),
        ("average visitors per day?\nday,visitors\nMon,41\nTue,38\nMon,52", ["| Mon | 46.5 |"]),
        ("average price per region\nregion,price\nN,10\nS,20", ["| S | 20 |\n| N | 10 |"]),
        (f"who were the three fastest?{RACE}", ["| Mei | Dale | 38:49 |\n| Joe | Dale | 39:55 |\n| Priya |"]),
        (f"the 2 slowest?{RACE}", ["| Hannah | Hill | 42:18 |\n| Priya | Hill | 40:07 |"]),
        (
            f"I typed my grandchildren in. Which one is the youngest, and which the eldest?{GRANDCHILDREN}",
            ["The youngest is **Martha** (2019-11-23).", "The oldest is **Ben** (2011-01-30)."],
        ),
        (f"who is the oldest in Hull?{GRANDCHILDREN}", ["**Ben**"]),
        ("Wer ist am jüngsten?\nName;Geburtstag\nAlf;02.06.2014\nMia;23.11.2019", ["**Mia** (23.11.2019)"]),
    ],
)
def test_groups_and_ends(message: str, said: list[str]) -> None:
    answer = ask("csv_statistics", message).answer
    assert [one for one in said if one not in answer] == []


def test_two_of_the_youngest_are_not_one() -> None:
    assert "The youngest is" not in ask("csv_statistics", f"who are the two youngest?{GRANDCHILDREN}").answer
