"""Questions whose second half is about what the first finds, uses between readings, and what a group took in all."""

import pytest

from tests.builtins.asking import ask, unused_words

ROLE = "csv_statistics"
DAYS = "day,n\nmon,84\ntue,77\nwed,102"
SCORES = "name,score\nAl,10\nBo,20\nCy,40"
READINGS = "month,reading\nJul,10432\nAug,10671\nSep,10958\nOct,11214"
DELIVERIES = "supplier,date,cost\nPetersen,2026-10-19,311\nGreenleaf,2026-11-23,148\nMoritz,2026-11-07,275"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (f"average and which days were above it\n{DAYS}", "Mean of n: **87.6667**. Above it (1): **wed** (102)."),
        (f"avg per day and which days were above it?\n{DAYS}", "Mean of n: **87.6667**. Above it (1): **wed** (102)."),
        (f"median score and who was below it?\n{SCORES}", "Median of score: **20**. Below it (1): **Al** (10)."),
        ("customers last week monday 84, tuesday 77, wednesday 102. mean and which days were below it",
         "Mean of customers: **87.6667**. Below it (2): **monday** (84), **tuesday** (77)."),
        ("Durchschnitt und wer lag darüber?\nName,Punkte\nAl,10\nBo,20\nCy,40", "Darüber (1): **Cy** (40)."),
        ("moyenne des points et qui est au-dessus ?\nnom,points\nAl,10\nBo,20\nCy,40", "Au-dessus (1) : **Cy** (40)."),
        ("promedio y quiénes están por encima\nnombre,puntos\nAl,10\nBo,20\nCy,40", "Por encima (1): **Cy** (40)."),
    ],
)  # fmt: skip
def test_rows_beyond_a_mean_are_named_beside_it(text: str, told: str) -> None:
    assert told in ask(ROLE, text).answer


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (f"average and how many were above 15\n{SCORES}", "where score > 15 is **2**"),
        (f"average score\n{SCORES}", "The mean of score is **23.3333**."),
        (f"who is above 15\n{SCORES}", "where score > 15"),
    ],
)
def test_other_bounds_are_read_as_before(text: str, told: str) -> None:
    assert told in ask(ROLE, text).answer


@pytest.mark.parametrize(
    "text",
    [
        f"In which month did we use most?\n{READINGS}",
        f"Meter readings at the end of each month, in kWh:\n{READINGS}\nIn which month did we use most?",
        f"which month had the highest consumption? these are meter readings\n{READINGS}",
        "In welchem Monat haben wir am meisten verbraucht?\nMonat,Zählerstand\nJul,10432\nAug,10671\nSep,10958",
    ],
)
def test_what_is_used_lies_between_two_readings(text: str) -> None:
    answer = ask(ROLE, text).answer
    assert answer.startswith("**Sep**: **287** (")
    assert "| Aug | 239 |" in answer


def test_readings_that_fall_are_no_meter() -> None:
    assert "each reading less" not in ask(ROLE, "when did we use the most?\nmonth,reading\nJul,5\nAug,9\nSep,7").answer


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (f"Which delivery was the latest one, and how much did it cost?\n{DELIVERIES}", "cost: **148**."),
        ("which was the cheapest one and how heavy is it\nname,price,weight\na,3,10\nb,2,12\nc,5,7", "weight: **12**."),
    ],
)
def test_it_is_the_row_that_the_first_half_finds(text: str, told: str) -> None:
    answer = ask(ROLE, text).answer
    assert answer.startswith(told)
    assert "sum of cost" not in answer


@pytest.mark.parametrize(
    ("text", "head"),
    [
        ("How much did each shop take?\nshop,takings\nNorth,120\nSouth,80\nNorth,60", "Sum of takings by shop:"),
        ("how much did every shop sell\nshop,sales\nNorth,120\nSouth,80\nNorth,60", "Sum of sales by shop:"),
        ("what did each shop earn?\nshop,earnings\nNorth,120\nSouth,80\nNorth,60", "Sum of earnings by shop:"),
        ("how many guests from every city\nguest,city\nAmy,Bonn\nLou,Köln\nRex,Bonn", "Number of rows by city:"),
        ("how old is each team\nteam,age\nA,12\nB,8\nA,6", "Mean of age by team:"),
        ("average takings of each shop\nshop,takings\nNorth,120\nSouth,80\nNorth,60", "Mean of takings by shop:"),
        ("total per category\ndate,category,amount\n02.11,food,54.20\n05.11,fuel,61.00\n09.11,food,38.75",
         "Sum of amount by category:"),
    ],
)  # fmt: skip
def test_what_groups_took_is_a_sum(text: str, head: str) -> None:
    assert ask(ROLE, text).answer.startswith(head)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("best and worst day, and how big is the gap?\nday,visitors\nMon,61\nTue,48\nWed,75", "They are **27** apart."),
        ("who hasnt given me a phone number yet?\nchild,phone\nNoah,0770\nElla,\nSam,0771", "**1** of 3 rows match"),
        ("which club orders are incomplete?\nname,size\nHal,L\nUma,\nZoe,S", "where a cell is empty"),
        ("what share of the party budget goes to each thing\nitem,cost\nvenue,60\nmusic,40", "| venue | 60 | 60 % |"),
        ("who has the best total\nstudent,math,bio\nEva,8,7\nIan,6,9\nSol,9,9", "| Sol | 18 |"),
        ("who swam more in total?\ndate;kid;laps\n02.11.;Emil;14\n02.11.;Ida;10\n09.11.;Ida;13", "kid: **Ida** ("),
        ("difference between the highest and lowest weight? It is every week\nweek,kg\n1,84.2\n2,83.6\n3,82.7",
         "The range of kg is **1.5**."),
        ("sum and average per day\nday,visitors\nMon,61\nTue,48\nWed,75", "The sum of visitors is **184**"),
        ("Wochensumme und Durchschnitt pro Tag\nTag;Umsatz\nMo;312,40\nDi;287,95\nMi;401,10", "**1.001,45**"),
        ("any empty cells?\nid,city,phone\n1,Quito,555-01\n2,,555-02\n3,Lima,\n4,Bogota,555-04", "city: **1** (2)"),
        ("what is the sum and the average per person?\nLou 14.50\nMax 22\nSia 17.50", "The sum of amount is **54**."),
        ("¿Cuál es la media de cada asignatura?\nalumno,mate,lengua\nLucía,8,7\nMateo,6,9", "Media de mate: **7**."),
    ],
)  # fmt: skip
def test_what_is_asked_of_rows(text: str, told: str) -> None:
    assert told in ask(ROLE, text).answer


def test_each_subject_is_read() -> None:
    text = "¿Cuál es la media de cada asignatura?\nalumno,mate,lengua\nLucía,8,7\nMateo,6,9"
    assert "asignatura" not in unused_words(ROLE, text)
