"""Where the text to count begins and ends: told limits in front and further wishes behind are no part of it."""

import pytest

from tests.builtins.asking import ask, output


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("is my note shorter than 20 words? matron wants max 20. Patient slept well and ate half of breakfast.", 8),
        ("How many words is this? My boss wants at most 10 words. We ship every order within two days.", 7),
        ("How many words is that? The limit is 12. We ship every order within two days.", 7),
        ("word count? They only allow 30 words. We ship every order within two days.", 7),
        ("how long is it in words? It must be under 15. We ship every order within two days.", 7),
        ("Wie viele Wörter hat das? Die Chefin will höchstens 20. Wir liefern jede Bestellung morgen.", 5),
        ("Wie viele Wörter? Maximal 20 Wörter sind erlaubt. Wir liefern jede Bestellung morgen.", 5),
        ("Combien de mots ? Ma prof veut 20 mots maximum. Le chat dort sur le canapé.", 6),
        ("¿Cuántas palabras tiene? Mi jefa quiere máximo 8. Entregamos cada pedido en dos días.", 6),
        ("How many words has this got: We open at nine every day. And is it 21 days or less until 18 December?", 6),
        ("how many words in this: We open at nine. And what is 15 % of 80?", 4),
        ("Wie viele Wörter: Wir öffnen um neun Uhr. Und wie viele Tage sind es bis zum 3. Mai?", 5),
    ],
)
def test_a_told_limit_and_a_further_wish_are_not_counted(message: str, words: int) -> None:
    assert output("text_statistics", message)["words"] == words


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("how many words? The doctor says 15 minutes is the maximum. Please rest a lot after that.", 14),
        ("How many words? She wanted to leave. Nobody knew why the door was open.", 11),
        ("How many words: My boss wants at most 10. We ship every order.", 10),  # the colon says where it begins
        ('how many words in "We open at nine. And what is 15 % of 80?"', 10),
        ("how many words in: Hello there, I hope you are well. And how are the children doing?", 13),
        ("How many words? The recipe needs 3 eggs at most. Stir it well and bake it.", 13),
    ],
)
def test_sentences_of_the_text_itself_are_counted(message: str, words: int) -> None:
    assert output("text_statistics", message)["words"] == words


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("How many words? My editor says 5 is the most. We ship every order within two days.", "over the 5"),
        ("How many words? My editor says 15 is the most. We ship every order within two days.", "within the 15"),
        ("Wie viele Wörter? Der Lektor will höchstens 3. Wir liefern jede Bestellung morgen.", "über den 3"),
        ("How many words? My editor says 15 is the most. We ship every order within two days.", "from “We ship every”"),
        ("how many words in: Hello there, I hope you are well. And how are the children?", "to “are the children?”"),
    ],
)
def test_the_limit_and_the_counted_part_are_told(message: str, told: str) -> None:
    assert told in ask("text_statistics", message).answer


@pytest.mark.parametrize(
    "message",
    ["how many words in: Hello there, I hope you are well.", "How many words? We ship every order. It takes two days."],
)
def test_a_clear_text_needs_no_note(message: str) -> None:
    assert "I counted from" not in ask("text_statistics", message).answer


@pytest.mark.parametrize(
    ("message", "count"),
    [
        ("Combien de caractères, sans compter les espaces ? Bonjour à tous les voisins.", 23),
        ("combien de caractères, espaces non compris : bonjour à tous", 12),
        ("wie viele Zeichen ohne die Leerzeichen mitzuzählen? Hallo zusammen, wir feiern.", 24),
        ("Wie viele Zeichen hat das, Leerzeichen nicht mitgezählt: Hallo zusammen", 13),
        ("¿cuántos caracteres sin contar los espacios? Hola a todos los vecinos.", 21),
    ],
)
def test_characters_are_counted_without_spaces_in_every_language(message: str, count: int) -> None:
    assert f"**{count}**" in ask("text_statistics", message).answer.partition("\n")[0]


def test_an_exclusion_that_is_not_known_still_stops_the_count() -> None:
    assert ask("text_statistics", "combien de mots sans compter les titres : bonjour à tous").tag == "NULL"
