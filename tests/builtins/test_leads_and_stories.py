"""Leads of summed groups ("and by how much"), an outlier told as a story, bounds of single pieces, French questions."""

import pytest

from tests.builtins.asking import ask, unused_words

SHOPS = (
    "shop,month,sales\nNorth,Jan,1200\nSouth,Jan,950\nNorth,Feb,1340\nSouth,Feb,1010\nNorth,Mar,1105\nSouth,Mar,1225"
)
STEPS = (
    "date,steps\n2026-11-16,8200\n2026-11-17,7900\n2026-11-18,8450\n2026-11-19,81000\n2026-11-20,7650\n"
    "2026-11-21,9020\n2026-11-22,8310"
)
ITEMS = "item,qty,price\nscrews,200,0.05\nhinges,12,2.40\nhandles,6,7.90\nglue,3,4.25"
STOCK = "produit,stock,prix\nstylo,120,1.2\ncahier,45,2.8\nrègle,60,0.9"
PEOPLE = "nom,ville,age\nLéa,Lyon,34\nHugo,Nice,28\nInès,Lyon,41\nPaul,Lille,52"


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (f"{SHOPS}\n\nwhich shop sold more in total and by how much, but leave out March", ("**North**", "**580**")),
        (f"which shop sold more in total and by how much\n{SHOPS}", ("**North** (3,645)", "**460**")),
        (f"welcher shop hat am meisten verkauft und um wie viel?\n{SHOPS}", ("**North** (3.645)", "**460**")),
        ("who earned the most, and by how much?\nname,pay\nAnn,1200\nBob,950\nCy,1150", ("**Ann**", "**50**")),
        (f"my tracker went crazy one day i think. is there an outlier and whats the average without it?\n{STEPS}",
         ("**81,000**", "**8,255**")),
        (f"Meine Uhr hat gesponnen. Gibt es einen Ausreißer und was ist der Durchschnitt ohne ihn?\n{STEPS}",
         ("**81.000**", "**8.255**")),
        (f"Quelle est la valeur totale du stock (stock x prix) ?\n{STOCK}", ("**324**",)),
        (f"âge moyen des gens de Lyon seulement\n{PEOPLE}", ("ville = Lyon : **37,5**",)),
        (f"âge moyen par ville\n{PEOPLE}", ("| Lyon | 37,5 |",)),
        (f"edad media de la gente de Lyon\n{PEOPLE}", ("**37,5**",)),
        (f"Durchschnittsalter der Leute aus Lyon\n{PEOPLE}", ("**37,5**",)),
        (f"combien de personnes vivent à Lyon ?\n{PEOPLE}", ("**2**",)),
    ],
)  # fmt: skip
def test_answers(message: str, expected: tuple[str, ...]) -> None:
    answer = ask("csv_statistics", message).answer
    assert [one for one in expected if one not in answer] == [], answer
    assert not answer.startswith(("I did not", "Je n'ai pas", "Nicht verwendet", "No he usado"))


@pytest.mark.parametrize("words", ["each", "apiece", "a piece"])
def test_a_bound_of_single_pieces_is_read(words: str) -> None:
    message = f"{ITEMS}\nhow many of these cost more than 4 {words}"
    assert "price > 4 is **2**" in ask("csv_statistics", message).answer
    assert words not in unused_words("csv_statistics", message)


def test_each_before_a_group_is_no_bound() -> None:
    answer = ask("csv_statistics", f"how much is sold by each shop\n{SHOPS}").answer
    assert "| North | 3,645 |" in answer
