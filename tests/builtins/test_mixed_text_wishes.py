"""A text in another form and its count, different entries, each vowel, numbers by digits, remarks that are no text."""

import pytest

from tests.builtins.asking import DrawingHost, ask, builtin, handler, payload
from tests.factories.handler_answers import shown_answer

ROLE = "text_statistics"


def shown(text: str) -> str:
    """Return the answer as a person reads it, with what it leaves out, without its table."""
    value = handler(ROLE)(payload(text), DrawingHost())
    return shown_answer(builtin(ROLE).spec, text, value).answer.split("\n\n| | |")[0]


@pytest.mark.parametrize(
    ("text", "changed", "count"),
    [
        ("make this uppercase and tell me how many words: quick brown foxes never jump",
         "QUICK BROWN FOXES NEVER JUMP", "Words: **5**"),
        ("uppercase this and count the words: the quick brown fox", "THE QUICK BROWN FOX", "Words: **4**"),
        ("reverse this and tell me how many letters: hello world", "dlrow olleh", "Letters: **10**"),
        ("mach das in Großbuchstaben und sag mir wie viele Wörter: der kleine Hund", "DER KLEINE HUND",
         "Wörter: **3**"),
        ("mets ça en majuscules et dis-moi combien de mots : le petit chien", "LE PETIT CHIEN", "Mots: **3**"),
    ],
)  # fmt: skip
def test_an_order_and_a_count_are_both_done(text: str, changed: str, count: str) -> None:
    made = shown(text)
    assert f"\n{changed}\n" in made
    assert count in made


@pytest.mark.parametrize(
    "text",
    ["how many uppercase letters and how many words: Tom Ran Home", "is this in uppercase and how many words: TOM"],
)
def test_letters_that_are_only_counted_are_not_changed(text: str) -> None:
    assert "```" not in shown(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Characters with and without spaces please, my bio may only have 80: dog dad", "**7** (6 without spaces)"),
        ("Zeichen mit und ohne Leerzeichen: hallo große Welt", "**16** (14 ohne Leerzeichen)"),
        ("count characters with and without spaces: hello big world", "**15** (13 without spaces)"),
        ("caracteres con y sin espacios: hola que tal", "**12** (10 sin espacios)"),
    ],
)
def test_characters_with_and_without_spaces_are_counted(text: str, said: str) -> None:
    assert said in shown(text)
    assert "```" not in shown(text)


def test_a_limit_beside_both_counts_is_judged() -> None:
    assert "**Yes.** The text has 7 characters: 73 below 80." in shown(
        "Characters with and without spaces please, my bio may only have 80: dog dad"
    )


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("how many different names, upper/lower case doesn't matter: Tom, Ravi, Ines, Tom, Bea, ravi, Ines", 4),
        ("how many different names are there? Tom, Ravi, Ines, Tom, Bea", 4),
        ("wie viele verschiedene Namen, Groß- und Kleinschreibung egal: Tom, Ravi, Ines, Tom, Bea, ravi", 4),
        ("combien de noms différents : Léa, Tom, léa, Tom", 2),
        ("¿cuántos nombres distintos hay? Ana, Luis, ana, Eva", 3),
        ("how many names: Tom, Ravi, Tom", 3),
    ],
)
def test_different_entries_count_once(text: str, count: int) -> None:
    assert f"**{count}**" in shown(text)
    assert "did not use" not in shown(text)


def test_entries_that_differ_in_case_alone_are_told() -> None:
    assert "told apart there are 3" in shown("how many different names: Tom, tom, Bea")
    assert "told apart" not in shown("how many different names: Tom, Tom, Bea")


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("how often does each vowel appear in: mississippi riverboat", "a **1**, e **1**, i **5**, o **1**, u **0**"),
        ("wie oft kommt jeder Vokal vor: Ananas", "a **3**, e **0**, i **0**, o **0**, u **0**"),
        ("combien de fois apparaît chaque voyelle : ananas", "a **3**, e **0**, i **0**, o **0**, u **0**"),
        ("cuántas veces aparece cada vocal: banana", "a **3**, e **0**, i **0**, o **0**, u **0**"),
        ("how often does each letter appear in: banana", "a **3**, b **1**, n **2**"),
    ],
)
def test_each_vowel_or_letter_is_counted(text: str, counts: str) -> None:
    assert counts in shown(text)


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("pull out just the numbers with 5 or more digits in one run: Call 0171 555 or 0160-5550142, or 77812.",
         ["5550142", "77812"]),
        ("list the numbers with at least 4 digits: 12 1234 56789", ["1234", "56789"]),
        ("give me the numbers with exactly 4 digits: 12 1234 56789", ["1234"]),
        ("zieh die Zahlen mit mindestens 4 Ziffern raus: 12 1234 56789", ["1234", "56789"]),
    ],
)  # fmt: skip
def test_numbers_are_picked_by_their_digits(text: str, numbers: list[str]) -> None:
    assert shown(text) == "```\n" + "\n".join(numbers) + "\n```"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("does this text say the word refund anywhere?? my mum swears it does\n\nReturns are free.", "**No.**"),
        ("does my letter mention the word rent?\n\nThe rent is due on Monday.", "**Yes.**"),
    ],
)
def test_whether_a_text_says_a_word(text: str, said: str) -> None:
    assert shown(text).startswith(said)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("how long does it take to read a text of 1,840 words out loud if i speak 130 words per minute? its for a "
         "wedding speech, gulp", "14 min 9 s"),
        ("I have 900 words, how long is the talk at 150 words per minute? thanks in advance", "6 min 0 s"),
        ("how long does it take to read this aloud? The quick brown fox jumps over the lazy dog.", "4 s"),
    ],
)  # fmt: skip
def test_a_remark_behind_a_number_of_words_is_no_text(text: str, said: str) -> None:
    assert said in shown(text)
    assert "did not use" not in shown(text)


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("number these lines for me, starting at 0 not 1\nwake up\ncoffee", "0. wake up\n1. coffee"),
        ("number these lines starting at 10\na\nb", "10. a\n11. b"),
        ("numérote ces lignes en commençant par 5 :\nun\ndeux", "5. un\n6. deux"),
        ("number these lines\na\nb", "1. a\n2. b"),
        ("sort these z to a, keep duplicates\npear\nfig\npear", "pear\npear\nfig"),
        ("sort these a to z, remove duplicates\npear\nfig\npear", "fig\npear"),
        ("remove the extra   spaces   please:   I   really need    a  holiday .", "I really need a holiday ."),
    ],
)
def test_lines_are_made_as_ordered(text: str, lines: str) -> None:
    assert shown(text) == f"```\n{lines}\n```"


def test_the_frequency_of_each_word_from_the_most_to_the_least_frequent() -> None:
    made = ask(ROLE, "donne moi la fréquence de chaque mot, du plus fréquent au moins fréquent : pomme kiwi pomme")
    assert made.answer.startswith("“pomme” (**2**), “kiwi” (**1**)")
