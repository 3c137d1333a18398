"""How much somebody of a table has of its one measure, words among numbers, and what went over a plan."""

import pytest

from tests.builtins.asking import ask

DRINKS = "bed;drink;ml\n1;tea;200\n2;water;150\n1;water;250\n3;juice;180\n2;tea;200\n1;soup;300\n"
PEOPLE = "name,drink,ml\nAnn,tea,200\nBob,water,150\nAnn,water,250\n"
ROOMS = "Zimmer;Getränk;Liter\n3;Tee;200\n4;Tee;100\n3;Saft;100\n"
HOURS = "name\thours\nJo\t38.5\nAli\tsick\nMei\t36\nRob\t40.25\n\n"
PLANS = "dept,plan,actual\nKitchen,5200,5480\nLinen,1800,1650\nGarden,900,900\nFront desk,3100,3345\n"


def said(message: str) -> str:
    """Return the answer of the table handler."""
    return ask("csv_statistics", message).answer or ""


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        (f"{DRINKS}how much did bed 1 drink", "**750**"),
        (f"{DRINKS}how much did bed 2 drink?", "**350**"),
        (f"{DRINKS}how much in total did bed 1 drink", "**750**"),
        (f"how much has bed 1 drunk\n{DRINKS}", "**750**"),
        (f"{PEOPLE}how much did Ann drink", "**450**"),
        (f"{PEOPLE}How much did Bob drink in total?", "**150**"),
        (f"{ROOMS}wie viel hat Zimmer 3 getrunken", "**300**"),
        ("shop,item,euro\nA,pen,2\nB,ink,5\nA,ink,4\nhow much did shop A spend?", "**6**"),
    ],
)
def test_how_much_of_the_one_measure(message: str, wanted: str) -> None:
    """It is the sum over the rows of whom it asks about."""
    assert wanted in said(message)


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        (f"{DRINKS}what did bed 1 drink", "**3** of 6 rows"),
        (f"{DRINKS}how many times did bed 1 drink", "**3**"),
        ("name,year,kg\nAnn,2020,50\nAnn,2021,52\nBob,2020,60\nwho is heaviest in 2021", "Ann"),
    ],
)
def test_other_questions_of_rows_give_no_sum(message: str, wanted: str) -> None:
    """What somebody drank, and how often, are rows."""
    assert wanted in said(message)


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        (f"{HOURS}add up the hours, Ali was off", ("**114.75**", "sick (Ali)")),
        (f"{HOURS}total hours", ("**114.75**", "sick (Ali)")),
        (f"{HOURS}average hours?", ("**38.25**", "sick (Ali)")),
        (f"{HOURS}who worked most hours", ("**Rob**", "sick (Ali)")),
        (
            "Name;Stunden\nJo;38,5\nAli;krank\nMei;36\nRob;40,25\nSumme der Stunden, Ali war krank",
            ("**114,75**", "krank (Ali)"),
        ),
        ("day,km\nmon,5\ntue,rest\nwed,7\nthu,6\nsum of km without rest days", ("**18**", "rest (tue)")),
    ],
)
def test_words_among_numbers_are_left_out_and_told(message: str, wanted: tuple[str, ...]) -> None:
    """The figure is of the numbers, and the answer names the words."""
    answer = said(message)
    assert all(one in answer for one in wanted), answer


@pytest.mark.parametrize(
    "message",
    [
        "name,hours\nJo,38.5\nAli,sick\nMei,sick\nRob,40.25\ntotal hours",  # half of them are words
        "code,price\nA1,12 kg\nB2,3\nC3,4\ntotal price",  # a unit is no word
        f"{HOURS}how many are sick",
        f"{HOURS}how many rows are there in total",
    ],
)
def test_other_columns_and_questions_keep_their_words(message: str) -> None:
    """A column of texts, a number with a unit and a count of the word leave nothing out."""
    assert "Not counted" not in said(message)


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        (f"which departments went over budget\n{PLANS}and by how much", ("280", "245")),
        (f"{PLANS}who overspent?", ("Kitchen", "Front desk")),
        (f"{PLANS}which departments were over plan", ("Kitchen", "Front desk")),
        (f"{PLANS}which departments exceeded the budget", ("Kitchen", "Front desk")),
        (f"{PLANS}which departments stayed under budget and by how much", ("Linen", "150")),
        ("Abteilung;Plan;Ist\nKüche;5200;5480\nPost;1800;1650\nwelche Abteilungen lagen über dem Budget?", ("Küche",)),
    ],
)
def test_what_went_over_a_plan(message: str, wanted: tuple[str, ...]) -> None:
    """The plan and what was spent are the two columns that are compared."""
    answer = said(message)
    assert all(one in answer for one in wanted), answer
    assert "Garden" not in answer


def test_a_plan_alone_is_not_compared() -> None:
    """Without a column of what was spent nothing is computed."""
    assert "Kitchen" not in said("dept,plan\nKitchen,5200\nLinen,1800\nwhich departments went over budget")
