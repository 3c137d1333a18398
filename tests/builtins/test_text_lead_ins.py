"""Texts behind a remark on them, words turned around whose letters are not, and lists that are JSON."""

import pytest

from tests.builtins.asking import DrawingHost, ask, handler, payload

ROLE = "text_statistics"


@pytest.mark.parametrize(
    ("text", "characters"),
    [
        ("Is this under 80 characters including spaces? its for a sign: We bake our bread by hand.", 26),
        ("Is this under 80 characters? here it is: We bake our bread by hand.", 26),
        ("does this fit into 80 characters? this is for our shop window: We bake our bread by hand.", 26),
        ("how many characters? my text is: We bake our bread by hand.", 26),
        ("Sind das unter 80 Zeichen? ist für ein Schild: Wir backen jede Nacht. Kommt früh!", 34),
        ("wie viele Zeichen? Hier der Text: Wir backen jede Nacht.", 22),
        ("Ça fait moins de 80 caractères ? c'est pour une affiche : Nous cuisons le pain la nuit.", 29),
        ("combien de caractères ? voici le texte : Nous cuisons le pain la nuit.", 29),
        ("¿son menos de 80 caracteres? es para un cartel: Horneamos el pan de noche.", 26),
    ],
)
def test_a_remark_before_the_colon_is_no_part_of_the_text(text: str, characters: int) -> None:
    assert f" {characters} (" in ask(ROLE, text).answer


@pytest.mark.parametrize(
    ("text", "characters"),
    [
        ("How many characters? He said: stop it now.", 21),
        ("How many characters? Note to self: buy milk.", 23),
        ("How many characters? For sale: one old bike.", 23),
        ("How many characters? Here in town: a new shop.", 25),
        ("Wie viele Zeichen? Meine Liste: Brot und Salz", 26),
    ],
)
def test_a_colon_of_the_text_itself_stays_in_it(text: str, characters: int) -> None:
    assert f" {characters} (" in ask(ROLE, text).answer


@pytest.mark.parametrize(
    ("text", "turned"),
    [
        ("reverse the order of the words (not the letters): one two three", "three two one"),
        ("reverse the words, don't reverse the letters: one two three", "three two one"),
        ("reverse the order of the words but keep the letters as they are: one two three", "three two one"),
        ("reverse the word order, without changing the letters: one two three", "three two one"),
        ("reverse the letters, not the words: one two three", "eerht owt eno"),
        ("reverse the order of the letters (not of the words): one two three", "eerht owt eno"),
        ("inverse l'ordre des mots, pas les lettres : un deux trois", "trois deux un"),
        ("dreh die Reihenfolge der Wörter um, nicht die Buchstaben: eins zwei drei", "drei zwei eins"),
        ("invierte el orden de las palabras, no las letras: uno dos tres", "tres dos uno"),
        ("reverse the lines, not the words\none two\nthree four\nfive six", "five six\nthree four\none two"),
    ],
)
def test_units_that_are_not_turned_around_are_used(text: str, turned: str) -> None:
    given = handler(ROLE)(payload(text), DrawingHost())
    assert given["answer"] == f"```\n{turned}\n```"
    unread = "".join(" " if any(a <= at < b for a, b in given["used"]) else sign for at, sign in enumerate(text))
    assert not {"not", "don't", "keep", "without", "pas", "nicht", "no"} & set(unread.split())


@pytest.mark.parametrize(
    "text",
    ["reverse the words, not the order: one two three", "write this in capitals, not the letters: one two three",
     "reverse the words, not the words: one two three", "reverse the words, not the vowels: one two three",
     "reverse the words, not the letters of his name: one two three"],
)  # fmt: skip
def test_what_a_turn_leaves_unclear_stays_unread(text: str) -> None:
    given = handler(ROLE)(payload(text), DrawingHost())
    at = text.index("not")
    assert not any(start <= at < end for start, end in given["used"])


@pytest.mark.parametrize(
    "document",
    ['["milk", "eggs", "milk"]', '[\n "milk",\n "eggs"\n]', "[1, 2, 2, 3]", '[{"a": 1}, {"a": 2}]', "[true, false]"],
)
def test_the_entries_of_a_document_are_not_counted_as_a_list(document: str) -> None:
    question = "count the entries in this array and how many different ones"
    assert "**" not in ask(ROLE, f"{question}\n{document}").answer


@pytest.mark.parametrize("listed", ["milk, eggs, milk", "[milk], eggs, [milk]", "milk\neggs\nmilk"])
def test_different_entries_of_a_list_are_counted(listed: str) -> None:
    assert "**2** different ones" in ask(ROLE, f"how many different items are in this list: {listed}").answer
