"""Questions behind an open document, entries that a figure leaves out in other words, and short keys."""

import pytest

from tests.builtins.asking import ask

DAYS = '[{"day":"mon","h":8},{"day":"tue","h":7.5},{"day":"wed","h":8,"sick":true},{"day":"thu","h":9.25}]'
GUESTS = '[{"n":"Ida","veg":true},{"n":"Omar","veg":false},{"n":"Pia","veg":true},{"n":"Lou","veg":false}]'
SHIFT = '{"shift":{"from":"21:45","to":"07:15","ward":"B2"'


def said(message: str) -> str:
    """Return the answer of the document handler."""
    return ask("json_formatter", message).answer or ""


@pytest.mark.parametrize(
    "message",
    [
        f'"Unexpected end of JSON input" for {SHIFT} - what did I forget',
        f"{SHIFT} what is missing?",
        f"{SHIFT} - fix it",
        f"repair {SHIFT}, please tell me what was wrong",
        f"{SHIFT} - was habe ich vergessen?",
        f"{SHIFT}, qu'est-ce que j'ai oublié ?",
        f"{SHIFT} - ¿qué falta?",
        "what's wrong here: " + '[{"a":1},{"a":2} why does it not parse',
    ],
)
def test_a_question_behind_an_open_document_is_no_part_of_it(message: str) -> None:
    """The fault is the bracket that is never closed."""
    answer = said(message)
    assert not any(f'"{word}' in answer for word in ("- what", "what", "why", "- was", "qu'est", "- fix", "please"))
    asks = ("ends too early", "never closed", "zu früh", "trop tôt", "demasiado pronto", "antes de tiempo")
    assert any(one in answer for one in asks), answer


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ('{"note":"x - what did I forget', "a text is not closed"),
        ('{"a": "1 - what did I forget"}', '"a": "1 - what did I forget"'),
        ('{"a":1, b:2}', "a key has no quotes"),
        ('{"shift":{"from":"21:45", to - what', "a key has no quotes"),
        ('{"a":1} is this valid', "Yes, this is valid JSON"),
    ],
)
def test_words_inside_a_document_stay_its_own(message: str, wanted: str) -> None:
    """A text or key that is not closed is the document's."""
    assert wanted in said(message)


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        (f"total hours please, but leave out the sick one: {DAYS}", "**24.75**"),
        (f"sum of h, ignore the sick ones: {DAYS}", "**24.75**"),
        (f"add up h but don't count the sick days: {DAYS}", "**24.75**"),
        (f"sum of h without sick days: {DAYS}", "**24.75**"),
        (f"total h, skip the sick one {DAYS}", "**24.75**"),
        (f"somme de h sans compter les sick : {DAYS}", "**24.75**"),
        (f"total of h: {DAYS}", "**32.75**"),
        (f"total hours: {DAYS}", "**32.75**"),
    ],
)
def test_entries_left_out_of_a_figure(message: str, wanted: str) -> None:
    """They are left out of the sum, and the document is not changed."""
    assert wanted in said(message)


@pytest.mark.parametrize("message", [f"leave out the sick key: {DAYS}", f"leave out the sick field {DAYS}"])
def test_a_key_alone_is_taken_out(message: str) -> None:
    """Without a figure it is a wish for the document."""
    assert "Removed `sick`" in said(message)


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        (f"How many of these guests are vegetarian? {GUESTS}", "**2** of 4"),
        (f"how many guests are vegetarian {GUESTS}", "**2** of 4"),
        (f"which guests are vegetarian? {GUESTS}", '"Pia"'),
        (f"Wie viele Gäste sind vegetarisch? {GUESTS}", "**2** von 4"),
        (f"How many of these guests are not vegetarian? {GUESTS}", "**2** of 4"),
    ],
)
def test_a_word_that_begins_with_a_key_of_yes_and_no(message: str, wanted: str) -> None:
    """It means that key."""
    assert wanted in said(message)


@pytest.mark.parametrize(
    ("message", "unwanted"),
    [
        ('how many are vegetarian? [{"n":"Ida","veg":true},{"n":"vegetarian","veg":true}]', "`veg`"),
        (f"how many guests are vegan {GUESTS}", "**2**"),
        (f"how many are vegetarian or vegetable {GUESTS}", "**2**"),
        ('how many are vegetarian? [{"n":"Ida","veg":3},{"n":"Omar","veg":4}]', "**1**"),
    ],
)
def test_other_words_stay_as_they_are(message: str, unwanted: str) -> None:
    """A value of the document, a word that is not known and a key of numbers are no such key."""
    assert unwanted not in said(message)
