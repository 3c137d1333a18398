"""How wide a screen is whose diagonal is told, and why a disk shows less than its label says."""

import pytest

from tests.builtins.asking import ask, unused_words

ROLE = "unit_converter"


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("tv 55 inch how many cm, will it go in a gap 120 cm wide", ("**No**", "139.7 cm", "**121.8 cm**")),
        ("will a 55 inch tv fit in a 125 cm wide cabinet", ("**Yes**", "3.2 cm", "**121.8 cm**")),
        ("65 inch tv, shelf 140 cm wide, does it fit", ("**No**", "3.9 cm", "**143.9 cm**")),
        ("will a 55 inch tv go on a shelf 122 cm wide", ("**Hardly**", "0.2 cm")),
        ('will a 55" tv fit a gap 125 cm wide and 70 cm high', ("**Yes**", "**Hardly**", "1.5 cm of 70 cm")),
        ("how wide is a 55 inch tv in cm", ("139.7 cm", "**121.8 cm** wide and **68.5 cm** high")),
        ("how wide is a 34 inch 21:9 monitor", ("21:9", "**79.4 cm**")),
        ("passt ein 55 zoll fernseher in eine 120 cm breite nische", ("**Nein**", "**121,8 cm** breit")),
        ("wie breit ist ein 65 zoll fernseher", ("**143,9 cm** breit",)),
        ("un téléviseur de 55 pouces rentre-t-il dans une niche de 120 cm de large", ("**Non**", "**121,8 cm**")),
        ("un televisor de 55 pulgadas cabe en un hueco de 120 cm de ancho", ("**No**", "**121,8 cm**")),
        ("will a 55 inch tv fit through a 80 cm door", ("**68.5 cm** high", "I cannot tell that")),
    ],
)
def test_a_screen_is_measured_by_its_diagonal(message: str, expected: tuple[str, ...]) -> None:
    answer = ask(ROLE, message).answer
    assert [part for part in expected if part not in answer] == []


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("55 inch tv in cm", "**55 inches = 139.7 centimetres**"),
        ("will a 55 inch wide tv fit in a 120 cm gap", "**55 inches** is more than 120 centimetres"),
        ("55 inch board, fits gap 120 cm?", "**55 inches** is more than 120 centimetres"),
        ("does a 32 inch suitcase fit in a 80 cm locker", "**32 inches** is more than 80 centimetres"),
        ("55 inches in cm", "**55 inches = 139.7 centimetres**"),
    ],
)
def test_other_lengths_are_no_diagonals(message: str, expected: str) -> None:
    assert expected in ask(ROLE, message).answer


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("bought 1 TB disk windows shows 931 GB why", ("**1 TB = 931.3 GB", "1,000,000,000,000", "Nothing is missing")),
        ("why does my 500 GB drive show only 465 GB in windows", ("**500 GB = 465.7 GB", "GiB")),
        ("2 TB ssd shows as 1.81 TB, why", ("**2 TB = 1.82 TB", "TiB", "Nothing is missing")),
        ("new 256 GB usb stick shows 238 GB. is something missing?", ("**256 GB = 238.4 GB", "Nothing is missing")),
        ("where is the rest of my 4 TB drive, explorer says 3.63 TB", ("**4 TB = 3.64 TB", "Nothing is missing")),
        ("Warum zeigt meine neue 1 TB Festplatte nur 931 GB an?", ("**1 TB = 931,3 GB", "Es fehlt nichts")),
        ("pourquoi mon disque de 1 To affiche 931 Go", ("**1 To = 931,3 Go", "Il ne manque rien")),
        ("por qué mi disco de 1 TB muestra 931 GB", ("**1 TB = 931,3 GB", "No falta nada")),
        ("1 TB disk shows 700 GB why", ("**1 TB = 931.3 GB", "does not explain 700 GB", "231.3 GB")),
        ("my 128 GB sd card only has 119 GB", ("**128 GB = 119.2 GB",)),
    ],
)
def test_a_disk_that_shows_less_is_explained(message: str, expected: tuple[str, ...]) -> None:
    answer = ask(ROLE, message).answer
    assert [part for part in expected if part not in answer] == []


@pytest.mark.parametrize(
    "message",
    [
        "will 3 GB fit on a 4 GB stick",
        "how many GB is 1 TB",
        "how many 4 GB films fit on a 1 TB disk",
        "1 TB disk or 931 GB disk, which is larger",
        "why is 1 GiB not 1 GB",
    ],
)
def test_other_sizes_are_not_explained(message: str) -> None:
    assert "Windows" not in ask(ROLE, message).answer


def test_the_question_why_counts_as_read() -> None:
    assert unused_words(ROLE, "bought 1 TB disk windows shows 931 GB why").strip() == ""
    assert unused_words(ROLE, "tv 55 inch how many cm, will it go in a gap 120 cm wide").strip() == ""
