"""Questions about words that they name themselves, limits, exclusions, and words of a question that were not read."""

import pytest

from tests.builtins.asking import ask

ROLE = "text_statistics"


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("how many times does the letter r appear in strawberry?", "**3** times in “strawberry”"),
        ("letter r in strawberry - how many?", "**3**"),
        ("how many r's in strawberry", "**3**"),
        ("wie oft kommt n in Banane vor?", "**2**-mal"),
        ("combien de a dans banane", "**2** fois"),
        ("¿cuántas a hay en banana?", "**3** veces"),
        ("which is longer, 'acknowledgement' or 'responsibility'?", "**acknowledgement** is the longest"),
        ("which of these is shorter: elephant or giraffe", "**giraffe** is the shortest"),
        ("Welches Wort ist länger: Donaudampfschiff oder Autobahn?", "**Donaudampfschiff** ist am längsten"),
        ("quel mot est le plus long, chat ou éléphant ?", "**éléphant** est le plus long"),
        ("how many letters more does 'elephant' have than 'cat'", "**5**"),
        ("is 'Supercalifragilistic' longer than 15 letters?", "**Yes.**"),
        ('Does this fit in a field with max 60 characters? "Come on Saturday, there are cakes for all"', "**Yes.**"),
        ("Passt das in 30 Zeichen? „Treffpunkt alte Brücke um zwölf Uhr mittags“", "**Nein.**"),
        ("est-ce que ça tient en 20 caractères : « Rendez-vous à midi pile »", "**Non.**"),
        ('They charge per character but not for spaces. How many? "ab cd"', "**4**"),
        ("most common word apart from 'the': the cat and the dog and and", "“and” (**3**)"),
        ("how many words excluding 'the': the cat and the dog", "**3**"),
        ("how long would it take to read 1300 words out loud?", "**10 min 0 s**"),
        ("how long to read a 2380 word essay", "**10 min 0 s**"),
        ("which letter is most frequent in 'bookkeeper'", "“e”"),
        ("how many different letters in 'mississippi'", "**4**"),
        ("how many lines are empty in this?\nabc\n\ndef", "Empty lines: **1**"),
        ("how many sentences are questions? Hi. How are you? I am fine.", "**1**"),
        ("can you write WELCOME HOME backwards", "EMOH EMOCLEW"),
        ("reverse the word stressed", "desserts"),
    ],
)
def test_a_question_about_words(message: str, expected: str) -> None:
    assert expected in ask(ROLE, message).answer


def test_a_word_of_the_question_that_was_not_read_is_named() -> None:
    assert ask(ROLE, "how many misspelled words: I am hre now").answer.startswith("I did not use: “misspelled”.")
