"""Questions about tables: computed columns, sizes, repeats, columns by place or in another language."""

import pytest

from tests.builtins.asking import ask, unused_words

ROLE = "csv_statistics"
TEAMS = "\nteam,wins,losses\nHawks,14,6\nBears,9,11\n"
SHOP = "\nitem,qty,price\na,2,3.5\nb,1,10\n"
GRADES = "\nstudent,math,art\nNoor,78,92\nElif,88,81\nTom,65,95\n"
HOLES = "\nid,email,city\n1,ana@ex.org,Porto\n2,,Lisbon\n3,joe@ex.org,\n4,,Braga\n"
ORDERS_OF = "\norder,country\n1,DE\n2,FR\n3,DE\n4,ES\n"
REPEATS = "\nsku,stock\nA-17,40\nB-02,0\nA-17,40\nD-08,7\n"


@pytest.mark.parametrize(
    ("question", "table", "expected"),
    [
        ("how many rows and columns does this have", TEAMS, "**2 rows** and **3 columns**"),
        ("wie viele Spalten und Zeilen?", TEAMS, "**2 Zeilen** und **3 Spalten**"),
        ("wins / (wins+losses) of all teams together in %", TEAMS, "**57.5 %**"),
        ("total of (qty x price)", SHOP, "**17**"),
        ("total revenue?", SHOP, "I took revenue = qty × price. The sum of revenue is **17**"),
        ("sum of price * 1.2", SHOP, "**16.2**"),
        ("how many emails are missing", HOLES, "The number of missing values of email is **2**"),
        ("how many missing values are there", HOLES, "city is **1**"),
        ("are there duplicate rows? how many rows would be left without them", REPEATS, "**3** rows are left"),
        ("which sku is there more than once", REPEATS, "A-17 (2)"),
        ("whats the gap between best and worst in math", GRADES, "is **23**"),
        ("average per subject pls", GRADES, "The mean of math is **77**"),
        ("mean of the second column", GRADES, "The mean of math is **77**"),
        ("Welcher Student hat die beste math?", GRADES, "Elif"),
        ("what percent of the orders are from DE", ORDERS_OF, "**50 %**"),
        ("how many orders are from DE", ORDERS_OF, "**2**"),
        ("show rows where stock is 0", REPEATS, "B-02"),
        ("Wie hoch ist der Gesamtbestand von D-08?", REPEATS, "**7**"),
    ],
)
def test_a_question_about_a_table(question: str, table: str, expected: str) -> None:
    assert expected in ask(ROLE, question + table).answer


@pytest.mark.parametrize(
    ("question", "table", "expected"),
    [
        ("Welches Produkt hat den höchsten Preis?", "\nproduct;units;price\nMug;120;6,50\nTray;30;18,75\n", "**Tray**"),
        ("Which day had the least steps?", "\ndate,steps\n2025-03-01,8423\n2025-03-03,4310\n", "**2025-03-03**"),
        ("quel pays a le plus de ventes ?", "\ncountry,sales\nFR,10\nDE,20\n", "**DE**"),
        ("which 2 cities are the warmest", "\ncity,temp\nRome,30\nOslo,12\nCairo,38\n", "| Rome | 30 |"),
        ("Gehalt der IT-Abteilung zusammen?", "\nname,dept,salary\nA,IT,3000\nB,HR,2500\nC,IT,3600\n", "**6.600**"),
    ],
)
def test_columns_and_values_in_other_words(question: str, table: str, expected: str) -> None:
    assert expected in ask(ROLE, question + table).answer


def test_a_figure_per_something_the_table_does_not_have_is_declined() -> None:
    assert ask(ROLE, f"average per region{GRADES}").tag == "NULL"


YEARS = "\nyear,month,sales\n2020,1,5\n2021,2,7\n2020,3,9\n2021,1,3\n"
STORES = "\njahr,filiale,umsatz\n2020,a,5\n2021,a,7\n2020,b,9\n"
AGES = "\nname,age,weight\nAda,3,4\nBo,9,2\n"


@pytest.mark.parametrize(
    ("question", "table", "expected"),
    [
        ("which year had the highest total sales?", YEARS, "year: **2020** (sum of sales: **14**)"),
        ("which month has the highest sum of sales?", YEARS, "month: **3** (sum of sales: **9**)"),
        ("which month had the lowest sales on average", YEARS, "month: **1** (mean of sales: **4**)"),
        ("which year was the best for sales", YEARS, "year: **2020** (sum of sales: **14**)"),
        ("Welches Jahr hatte den höchsten Umsatz?", STORES, "jahr: **2020** (Summe von umsatz: **14**)"),
        ("which jahr did we sell the least in total", STORES, "jahr: **2021** (sum of umsatz: **7**)"),
        ("which age is the highest?", AGES, "name: **Bo** (value of age: **9**)"),
        ("which weight is the highest and which age is the lowest", AGES, "do not"),
    ],
)
def test_a_column_of_numbers_is_what_is_asked_for(question: str, table: str, expected: str) -> None:
    assert expected in ask(ROLE, question + table).answer


def test_who_lacks_a_value_is_listed() -> None:
    table = "student,math,physics\nAva,88,74\nBen,,91\nCleo,95,"
    assert "| Cleo | 95 |" in ask("csv_statistics", f"{table}\n\nwho is missing a physics grade?").answer
    assert "**1**" in ask("csv_statistics", f"{table}\n\nhow many physics grades are missing?").answer
    assert "values of physics is **1**" in ask("csv_statistics", f"{table}\nwhich columns have missing values?").answer


def test_words_behind_a_large_table_are_read_in_their_places() -> None:
    rows = "\n".join(f"person{number % 100},c{number % 7},{number % 90}" for number in range(700))
    question = f"How many rows have the name person5?\n\nname,city,age\n{rows}\n\nand only those of c3 please"
    answer = ask(ROLE, question)
    assert answer.answer.startswith("The number of rows where name = person5, city = c3 is **1**.")
    assert unused_words(ROLE, question).split() == ["have", "?", "and", "those", "please"]


def test_what_something_costs_is_no_sum_of_pages_or_weights() -> None:
    assert ask(ROLE, "How much did the books cost me altogether?\nbook,pages\nDune,612\nEmma,474").tag == "NULL"
    assert "**5**" in ask(ROLE, "how much did I spend altogether\nitem,eur\napple,2\npear,3").answer
