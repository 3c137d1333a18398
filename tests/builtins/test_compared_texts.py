"""Two labelled texts and which is longer, words that are left out behind a question, and texts that follow at once."""

import pytest

from tests.builtins.asking import ask, unused_words

ROLE = "text_statistics"
MEETING = (
    "A: Dear neighbours, the hedge will be cut on Saturday from nine. B: Please move your cars, or they may get dusty."
)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (f"which of these two is longer in words? {MEETING}", "**A** is longer: 11 words. B has 9 words."),
        ("which one is longer, A: We will write as soon as possible. B: You will hear from us.",
         "**A** is longer: 34 characters, 7 words. B has 22 characters, 5 words."),
        ("which is shorter? Text 1: We will meet at noon. Text 2: Noon, then.", "**Text 2** is shorter: 11 characters"),
        ("Version 1: We are closed due to the fact that it rains.\nVersion 2: We are closed because it rains.\n"
         "how many words did i save with version 2", "a difference of **4** words: 10 in Version 1, 6 in Version 2."),
        ("Welcher Satz ist länger, A: Der Hund schläft. B: Die Katze schläft auch.", "**B** ist länger: 23 Zeichen"),
        ("Lequel est plus court ? A : Le chien dort. B : Il dort.", "**B** est plus court : 8 caractères"),
    ],
)  # fmt: skip
def test_two_texts_are_compared(text: str, told: str) -> None:
    assert told in ask(ROLE, text).answer


@pytest.mark.parametrize(
    "text",
    [
        "What is longer, 5 km or 3 miles? A: I think 5 km. B: no.",
        "how many sentences does this have? We arrived late. A: no. B: yes.",
        "which word is longest: a big elephant",
    ],
)
def test_other_labels_are_no_comparison(text: str) -> None:
    assert "is longer:" not in ask(ROLE, text).answer


@pytest.mark.parametrize(
    ("text", "first"),
    [
        (
            "which word do I repeat most here? ignore the, is, of. The garden is small but the garden is green.",
            "garden",
        ),
        ("which words are most common? without the, and, of: the cat and the dog of the house and the cat", "cat"),
        ("welches Wort kommt am häufigsten vor? ohne der, die, das. Der Hund und die Katze und das Haus.", "und"),
    ],
)
def test_words_left_out_behind_a_question_are_not_counted(text: str, first: str) -> None:
    assert ask(ROLE, text).answer[1:].startswith(first)
    assert "ignore" not in ask(ROLE, text).answer.partition("|")[0]
    unused = unused_words(ROLE, text)
    assert not any(word in unused for word in ("ignore", "without", "ohne", " of", " das"))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("My boss says I write 'just' too often. Count it: I just ask. It is just a no.", "“just” appears **2** times"),
        ("number of e's in refrigerator repair", "“e” appears **3** times"),
        ("how many sentences We arrived late. The gate was closed! Could we rebook? Nobody knew.", "Sentences: **4**."),
        ("word count The quick fox ran. It fell.", "Words: **6**"),
        ("It cuts the text after 20 characters. Does mine fit?\n\nFresh flowers and plants", "4 more than 20"),
    ],
)
def test_texts_are_found_behind_their_question(text: str, told: str) -> None:
    assert told in ask(ROLE, text).answer


def test_a_question_that_goes_on_is_no_text() -> None:
    assert "**" not in ask(ROLE, "how many words are too many for the post").answer
