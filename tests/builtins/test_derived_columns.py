"""Questions whose answer is computed of columns: quotients, growth, sums of things, groups in words, open items."""

import pytest

from tests.builtins.asking import ask

ROLE = "csv_statistics"
RUNS = "\nrunner,km,minutes\nJo,10,52\nAna,8,39\nKai,12,66\nBea,10,47"
CITIES = "\ncity,population,area_km2\nGraz,291134,127.6\nLinz,206853,96.0\nSalzburg,155021,65.7\nInnsbruck,130585,104.9"
FLATS = "\npiso;m2;alquiler\nA;40;600\nB;55;760\nC;30;480"
COFFEE = "\ncoffee,price,kg\nA,12,1\nB,30,3\nC,8,0.5"
DRIVES = "\ndriver,km,hours\nA,300,4\nB,210,2\nC,500,5.5"
PLANTS = "\nplant,height_w1,height_w4\nbasil,6.5,17.0\nmint,5.0,21.5\ndill,7.2,19.8"
WEEKS = "\nplant,w1,w2,w3,w4\nbasil,6.5,9,17.0,18\nmint,5.0,6,7,21.5"
BOOKS = "\ntitle,author,pages,read\nDune,Herbert,688,yes\nEmma,Austen,474,no\nPersuasion,Austen,249,yes"
BMI = "\nid,age,sex,bmi\n1,34,f,22.4\n2,51,m,\n3,47,f,27.9\n4,29,m,24.1\n5,62,f,30.3\n6,58,m,26.6"
QUARTER = "\nproduct,jan,feb,mar\nmugs,120,98,143\nplates,75,88,64"
LESSONS = (
    "\nlesson,pupil,fee,paid_on\npiano,Nora,35,2026-11-04"
    "\npiano,Eli,35,\nviolin,Sam,42,2026-11-09\ncello,Wim,48,\nviolin,Gus,42,"
)
MONTHS = "\nmes,ingresos,gastos\njulio,2450,1980\nagosto,2100,2230\nseptiembre,2780,2015"
GIFTS = "\nname,amount\nRob,20\nSue,35\nRob,15\nDee,41\nSue,10"


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("who was fastest per km? and what pace was that" + RUNS, "**Bea** (**4.7**). **4:42 min/km**"),
        ("Which of these cities has the greatest population density?" + CITIES, "**Salzburg** (**2,359.53**)"),
        ("which city is the least densely populated" + CITIES, "**Innsbruck** (**1,244.85**)"),
        ("¿qué piso es el más barato por metro cuadrado?" + FLATS, "**B** (**13,8182**)"),
        ("quel piso est le plus cher au mètre carré ?" + FLATS, "**C** (**16**)"),
        ("which coffee is cheapest per kilo?" + COFFEE, "**B** (**10**)"),
        ("which coffee is the best value per kg?" + COFFEE, "**B** (**10**)"),
        ("who drove fastest per hour" + DRIVES, "**B** (**105**)"),
    ],
)
def test_the_row_at_an_end_of_a_quotient(message: str, said: str) -> None:
    assert said in ask(ROLE, message).answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("which shop has the lowest price per kg\nshop,price per kg\nA,5\nB,3", "**B** (value of price per kg: **3**)"),
        ("what's the highest temp per day\nday,temp\nMon,5\nMon,7\nTue,4", "| Mon | 7 |"),
        ("who ran the most km?" + RUNS, "**Kai** (value of km: **12**)"),
        ("which city has the greatest population?" + CITIES, "**Graz** (value of population: **291,134**)"),
        ("average price per brand\nbrand,price,kg\nA,4,1\nA,6,2\nB,9,1", "| A | 5 |"),
    ],
)
def test_what_only_looks_like_a_quotient_is_none(message: str, said: str) -> None:
    assert said in ask(ROLE, message).answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("which plant grew the most between week 1 and week 4?" + PLANTS, "**mint (+16.5)**"),
        ("which plant grew the least?" + PLANTS, "**basil (+10.5)**"),
        ("which plant grew most from week 1 to week 3?" + WEEKS, "**basil (+10.5)**"),
        ("who lost the most weight?\nname,weight_before,weight_after\nA,100,90\nB,80,72\nC,95,80", "**C (-15)"),
        (
            "Wer hat sich von Test 1 zu Test 2 am meisten verbessert?\nName;Test 1;Test 2\nAnn;50;70\nCem;30;55",
            "**Cem (+25)**",
        ),
        (
            "qui a le plus progressé entre le test 1 et le test 2 ?\nnom,test1,test2\nAnn,50,70\nCem,30,55",
            "**Cem (+25)**",
        ),
    ],
)
def test_growth_between_numbered_columns(message: str, said: str) -> None:
    assert said in ask(ROLE, message).answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("how many pages have i read this year? (only those with yes)" + BOOKS, "**937**"),
        ("wie viele seiten habe ich gelesen?\ntitel;seiten\nDune;688\nEmma;474", "**1.162**"),
        ("how many km did I run in total\ndate,km\n2026-11-01,5\n2026-11-03,12.5", "**17.5**"),
        ("how many books are over 300 pages?" + BOOKS, "pages > 300 is **2**"),
        ("how many students scored over 80?\nname,score\na,81\nb,79\nc,90", "score > 80 is **2**"),
        ("how many days had more than 5 orders?\nday,orders\nMon,5\nTue,7\nWed,3", "orders > 5 is **1**"),
    ],
)
def test_how_many_of_a_thing_that_a_column_holds(message: str, said: str) -> None:
    assert said in ask(ROLE, message).answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("mean bmi, ignoring the missing value, for women and for men" + BMI, ["| f | 26.8667 |", "| m | 25.35 |"]),
        (
            "Durchschnittsalter der Frauen und der Männer\nname;geschlecht;alter\na;w;30\nb;m;40\nc;w;50\nd;m;20",
            ["| w | 40 |", "| m | 30 |"],
        ),
        (
            "average price of red and white wines\nwine,colour,price\na,red,10\nb,white,8\nc,red,12\nd,rose,7",
            ["is **10**", "| red | 11 |"],
        ),
        ("total for each product and each month" + QUARTER, ["| mugs | 361 |", "| feb | 186 |"]),
        ("need a total for each month" + QUARTER, ["| jan | 195 |", "| mar | 207 |"]),
        ("who gave how much altogether, biggest first" + GIFTS, ["| Sue | 45 |\n| Dee | 41 |\n| Rob | 35 |"]),
        ("totals per name, smallest first" + GIFTS, ["| Rob | 35 |\n| Dee | 41 |\n| Sue | 45 |"]),
        (
            "¿En qué meses gasté más de lo que ingresé, y cuánto ahorré en total?" + MONTHS,
            ["| agosto | 2100 | 2230 |", "**1.105**"],
        ),
        (
            "what's the range of temp_c\nsensor temp_c humidity\ns1 21.4 45\ns2 19.8 52\ns3 22.9 41",
            ["temp_c is **3.1**"],
        ),
    ],
)
def test_figures_of_groups_columns_and_orders_in_words(message: str, said: list[str]) -> None:
    answer = ask(ROLE, message).answer
    assert [one for one in said if one not in answer] == []


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (
            "An empty paid_on means they still owe me. How much is outstanding altogether and from whom",
            ["**Eli, Wim, Gus**", "**125**"],
        ),
        ("who has not paid?", ["**Eli, Wim, Gus**"]),
        ("if paid_on is blank they haven't paid. sum of the unpaid ones?", ["**125**"]),
        ("wer hat noch nicht bezahlt?", ["**Eli, Wim, Gus**"]),
        ("total fee where paid_on is empty", ["paid_on is empty is **125**"]),
        ("total fee of piano", ["lesson = piano is **70**"]),
        ("average fee", ["**40.4**"]),
    ],
)
def test_what_an_empty_cell_means(question: str, said: list[str]) -> None:
    answer = ask(ROLE, question + LESSONS).answer
    assert [one for one in said if one not in answer] == []


@pytest.mark.parametrize(
    "text", ["I ran today\nabout 5 km\nthen 3 km\nhow far in total", "2 cups flour\n3 cups sugar\nhow much is that"]
)
def test_lines_of_a_sentence_are_no_table(text: str) -> None:
    assert ask(ROLE, text).tag == "NULL"
