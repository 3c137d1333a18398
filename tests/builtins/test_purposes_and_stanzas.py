"""Documents with a remark on what they are for or with what is left of a stock; texts of stanzas and two versions."""

import pytest

from tests.builtins.asking import ask

GIFTS = '[{"who":"dad","amount":20},{"who":"aunt Jo","amount":35.5},{"who":"me","amount":12.25}]'
STOCK = '[{"sku":"mug-red","qty":4},{"sku":"mug-blue","qty":0},{"sku":"bowl","qty":11}]'
POEM = "Snow on the wire,\na crow shakes.\n\nSnow on the rail,\nmy train is late."
ROLLS = "\nA: Fresh rolls daily from six.\nB: From six in the morning we have warm rolls."


@pytest.mark.parametrize(
    "message",
    [
        f"whats the total of all amounts in there {GIFTS} its for mums present",
        f"sum of the amounts, this is for the tax office: {GIFTS}",
        f"add up the amounts {GIFTS} I need it for our party",
        f"Summe der amounts? Das ist für Mamas Geschenk {GIFTS}",
        f"somme des amount, c'est pour le cadeau de maman : {GIFTS}",
        f"suma de amount, es para el regalo de mamá: {GIFTS}",
    ],
)
def test_a_purpose_is_no_key(message: str) -> None:
    """The sum is that of all entries."""
    assert "67.75" in ask("json_formatter", message).answer.replace(",", ".")


def test_a_purpose_that_names_a_value_is_a_condition() -> None:
    """What is for dad is his entry."""
    answer = ask("json_formatter", f"sum of the amounts, it is for dad: {GIFTS}").answer
    assert '"dad"' in answer
    assert "67.75" not in answer


@pytest.mark.parametrize(
    "question",
    [
        "From this stock list I only want to see the ones that are still available:",
        "which are still available?",
        "what is in stock?",
        "welche sind noch verfügbar?",
        "lesquels sont encore disponibles ?",
        "cuáles están disponibles todavía?",
    ],
)
def test_what_is_available_has_a_quantity(question: str) -> None:
    """Two of three entries have one."""
    answer = ask("json_formatter", f"{question} {STOCK}").answer
    assert "**2**" in answer
    assert "mug-blue" not in answer


def test_what_is_not_available_has_none() -> None:
    """The denial turns the condition round."""
    assert "mug-red" not in ask("json_formatter", f"which are not available? {STOCK}").answer


def test_a_key_called_available_is_that_key() -> None:
    """The quantity is not read in its place."""
    document = '{"club":"Bakers","motto":"Leave no one in"}'
    answer = ask("json_formatter", f"which are available {document}").answer
    assert '"b"' not in answer


@pytest.mark.parametrize(
    ("message", "language"),
    [
        (f"Just wrote this poem - how many lines and how many stanzas is it?\n\n{POEM}", "en"),
        (f"how many stanzas?\n\n{POEM}", "en"),
        (f"Wie viele Strophen hat das?\n\n{POEM}", "de"),
        (f"combien de strophes ?\n\n{POEM}", "fr"),
        (f"cuántas estrofas tiene?\n\n{POEM}", "es"),
    ],
)
def test_stanzas_are_the_parts_between_empty_lines(message: str, language: str) -> None:
    """They are told as paragraphs."""
    name = {"en": "Paragraphs", "de": "Absätze", "fr": "Paragraphes", "es": "Párrafos"}[language]
    answer = ask("text_statistics", message).answer
    assert f"{name.lower()}: **2**" in answer.lower()


@pytest.mark.parametrize(
    "question",
    [
        "two versions for the shop window, which is shorter and by how many characters?",
        "which is shorter and by how many characters?",
        "For the window: which one is shorter, by how many characters?",
        "zwei Fassungen fürs Fenster, welche ist kürzer und um wie viele Zeichen?",
    ],
)
def test_the_shorter_of_two_versions_is_told_with_the_difference(question: str) -> None:
    """A is shorter by sixteen characters."""
    answer = ask("text_statistics", question + ROLLS).answer
    assert answer.startswith("**A**")
    assert "**16**" in answer


def test_no_difference_is_told_where_nobody_asks() -> None:
    """Which is longer is one question."""
    assert "difference" not in ask("text_statistics", f"which one is longer?{ROLLS}").answer


@pytest.mark.parametrize(
    "question",
    [
        "how many characters, once with and once without spaces:",
        "wieviele zeichen hat das, einmal mit und einmal ohne leerzeichen:",
        "combien de caractères, une fois avec et une fois sans espaces :",
        "cuántos caracteres, una vez con y otra sin espacios:",
    ],
)
def test_once_with_and_once_without_are_no_words_that_occur_once(question: str) -> None:
    """Both counts of characters are told, and no list of words."""
    answer = ask("text_statistics", f"{question} Fresh rolls daily").answer.partition("\n\n|")[0]
    assert "17" in answer
    assert "15" in answer
    assert "rolls" not in answer


def test_words_that_occur_once_are_still_listed() -> None:
    """The word "once" alone asks for them."""
    assert "cat, and, dog" in ask("text_statistics", "which words appear only once: the cat and the dog").answer


@pytest.mark.parametrize(
    ("question", "count"),
    [
        ("how many words does the motto have?", "Words: **4**"),
        ("how many letters does the club have?", "Letters: **6**"),
        ("number of characters of motto", "Characters: **15**"),
        ("wie viele Wörter hat motto?", "Wörter: **4**"),
        ("combien de mots dans motto ?", "Mots: **4**"),
    ],
)
def test_the_value_of_a_named_key_is_counted(question: str, count: str) -> None:
    """Before or behind the document, the key says which text is meant."""
    document = '{"club":"Bakers","motto":"Leave no one in"}'
    for message in (f"{question} {document}", f"{document}\n{question}"):
        assert count in ask("text_statistics", message).answer


def test_no_value_is_counted_where_no_key_is_named() -> None:
    """The whole is one text in quotes."""
    answer = ask("text_statistics", 'how many words are in "the motto of the club"?').answer
    assert "Words: **5**" in answer
