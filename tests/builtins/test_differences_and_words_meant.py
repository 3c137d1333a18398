"""Tables: how far the ends lie apart, what lies between two readings, who laid out what, and values in other words."""

import pytest

from tests.builtins.asking import DrawingHost, ask, handler, payload

VISITS = "month,visitors\nJul,812\nAug,954\nSep,611\nOct,503\n\n"
READINGS = "date,start,end\n02.11.,45120,45188\n09.11.,45310,45402\n23.11.,45777,45817\n\n"
KITTY = "name,what,eur\nJule,petrol,62\nFinn,food,48.30\nJule,toll,14.50\nAda,hut,120\n\n"
ROOMS = "Room,Cost\nliving,420\nbed,180\nbath,240\nkitchen,360\n\n"
PLANTS = "Plant,Days\nfern,3\ncactus,14\nbasil,1\n\n"
DARTS = "who,r1,r2,r3\nGus,45,60,26\nHal,81,41,55\nIra,60,60,60\n\n"


def answered(message: str) -> str:
    """Return what the handler answers."""
    return ask("csv_statistics", message).answer


@pytest.mark.parametrize(
    "question",
    [
        "how many visitors more in the best month than in the worst",
        "how many more visitors came in the best month than in the worst?",
        "by how much was the busiest month better than the quietest?",
        "how much lower was the worst month than the best one",
        "um wie viele Besucher war der beste Monat besser als der schlechteste",
        "combien de visiteurs de plus dans le meilleur mois que dans le pire ?",
        "¿cuántos visitors más en el mejor mes que en el peor?",
    ],
)
def test_the_ends_of_a_table_are_compared(question: str) -> None:
    """The difference stands in bold, with the names of both rows."""
    answer = answered(f"{VISITS}{question}")
    assert "Aug 954, Oct 503" in answer
    assert "**451**" in answer


@pytest.mark.parametrize(
    "question",
    ["what was the best month?", "best and worst month?", "how many visitors in the best month", "more than 600?"],
)
def test_other_questions_about_ends_are_no_difference(question: str) -> None:
    """No difference is told."""
    assert "451" not in answered(f"{VISITS}{question}")


@pytest.mark.parametrize(
    "question",
    [
        "mileage log for the tax office, how many km did i drive in total",
        "how far have we driven altogether?",
        "how many kilometres did I travel in all?",
        "total mileage?",
        "Wie viele Kilometer bin ich insgesamt gefahren?",
        "combien de km ai-je parcouru en tout ?",
        "cuántos km he recorrido en total?",
    ],
)
def test_what_lies_between_two_readings_is_added_up(question: str) -> None:
    """The sum of the differences, not of the readings."""
    assert "**200**" in answered(f"{READINGS}{question}")


def test_readings_of_one_day_and_a_rate_are_kept_apart() -> None:
    """A named day is the only one that counts; a rate stays unread."""
    assert "**68**" in answered(f"{READINGS}how many km did i drive on 02.11.?")
    message = f"{READINGS}how many km did i drive in total at 0.35 per km"
    place = message.index("0.35")
    used = handler("csv_statistics")(payload(message), DrawingHost())["used"]
    assert not any(start <= place < end for start, end in used)


@pytest.mark.parametrize(
    "question",
    [
        "Trip kitty, who laid out how much altogether?",
        "who chipped in how much so far?",
        "who advanced how much in total?",
        "Urlaubskasse, wer hat wie viel ausgelegt?",
        "qui a avancé combien en tout ?",
    ],
)
def test_what_each_one_laid_out_is_summed_by_person(question: str) -> None:
    """Each person has one sum."""
    answer = answered(f"{KITTY}{question}")
    assert "| Jule | 76" in answer
    assert "| Ada | 120 |" in answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("what percentage of the whole is the bathroom", "**20 %**"),
        ("what share is the bathroom?", "**20 %**"),
        ("what does the living room cost?", "**420**"),
        ("how much does the bedroom cost?", "**180**"),
        ("what percentage of the whole is the bath", "**20 %**"),
    ],
)
def test_a_value_is_read_with_the_name_of_its_column(question: str, answer: str) -> None:
    """The compound is the value."""
    assert answer in answered(f"{ROOMS}{question}")


@pytest.mark.parametrize("question", ["what does the storeroom cost?", "what does a roommate cost?"])
def test_another_compound_is_no_value(question: str) -> None:
    """No row has that name."""
    assert "Room =" not in answered(f"{ROOMS}{question}")


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("sort it by days, most often watered on top please", "basil"),
        ("order by days, most frequent first", "basil"),
        ("sort by days, least often watered first", "cactus"),
        ("sortiere nach Days, am häufigsten gegossen zuerst", "basil"),
        ("sort by days, most on top", "cactus"),
        ("sort by days, descending", "cactus"),
    ],
)
def test_the_most_frequent_has_the_shortest_interval(question: str, first: str) -> None:
    """The first row of the answer."""
    assert f"| --- | --- |\n| {first} |" in answered(f"{PLANTS}{question}")


def test_the_most_frequent_has_the_highest_count() -> None:
    """A column that is no interval goes the other way."""
    answer = answered("Name,Visits\nAnn,3\nBob,14\nCy,1\n\nsort by visits, most frequent first")
    assert "| --- | --- |\n| Bob |" in answer


@pytest.mark.parametrize(
    "question",
    [
        "add up each row and tell me who won",
        "sum of each row, and who has won?",
        "Summe je Zeile und wer hat gewonnen?",
    ],
)
def test_the_highest_sum_of_a_row_is_told(question: str) -> None:
    """Its name stands in bold above the sums."""
    answer = answered(f"{DARTS}{question}")
    assert "**Ira** (180)" in answer
    assert "| Hal | 177 |" in answer


def test_no_winner_is_told_where_the_fewest_win() -> None:
    """In golf the lowest sum wins."""
    assert "**Ira**" not in answered(f"golf night\n{DARTS}add up each row and tell me who won")
