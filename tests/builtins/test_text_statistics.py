"""Texts: counts made by hand, and what makes counting hard."""

import pytest

from tests.builtins.asking import ask, output

ROLE = "text_statistics"
ALICE = (
    "Alice was beginning to get very tired of sitting by her sister on the bank, and of having nothing to do. "
    "Once or twice she had peeped into the book her sister was reading, but it had no pictures or conversations in it."
)


def counted(text: str) -> dict[str, int]:
    return dict(output(ROLE, f"statistics:\n{text}"))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("one two three", 3),
        ("it's", 1),
        ("well-known state-of-the-art", 2),
        ("3.14 and 1,000", 3),
        ("e.g. this", 2),
        ("dash - dash – dash", 3),
        ("naïve café über", 3),
        ("这是测试", 4),
        ("日本語 test", 4),
        ("a/b", 2),
        ("'quoted' words", 2),
        ("don’t", 1),
        ("C++ and C#", 3),
        ("...", None),
    ],
)
def test_words(text: str, words: int | None) -> None:
    made = ask(ROLE, f"statistics:\n{text}")
    assert (made.output["words"] if made.tag == "SUCCESS" else None) == words


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("One. Two! Three?", 3),
        ("No end", 1),
        ("Mr. Smith met Dr. Jones at 5 p.m. on Monday.", 1),
        ("He came at 5 p.m. She left.", 1),
        ("It costs 3.50 euros. Cheap!", 2),
        ("Wait... what? Yes!!!", 2),
        ("He said no. Then he left.", 2),
        ("J. R. R. Tolkien wrote it.", 1),
        ("这是。那是！", 2),
        ('"Really?" she asked. He nodded.', 2),
        ("A line\n\nanother line", 2),
        ("See example.com for more. Done.", 2),
    ],
)
def test_sentences(text: str, sentences: int) -> None:
    assert counted(text)["sentences"] == sentences


@pytest.mark.parametrize(
    ("text", "characters", "bare", "letters"),
    [
        ("abc", 3, 3, 3),
        ("a b", 3, 2, 2),
        ("a1!", 3, 3, 1),
        ("é", 1, 1, 1),
        ("e\u0301", 1, 1, 1),
        (" a ", 1, 1, 1),
        ("a\nb", 3, 2, 2),
    ],
)
def test_characters(text: str, characters: int, bare: int, letters: int) -> None:
    made = counted(text)
    assert (made["characters"], made["characters_without_spaces"], made["letters"]) == (characters, bare, letters)


def test_paragraphs_and_lines() -> None:
    made = counted("One.\nStill one.\n\nTwo.\n \n\nThree.")
    assert (made["paragraphs"], made["lines"]) == (3, 4)


def test_common_words_leave_articles_out() -> None:
    made = output(ROLE, 'most common words in "the cat and the dog and the cat"')
    assert made["most_common"] == [{"word": "cat", "count": 2}, {"word": "dog", "count": 1}]
    assert made["unique_words"] == 4


def test_readability_is_the_formula_of_its_figures() -> None:
    made = output(ROLE, f"readability of this:\n{ALICE}")
    score = made["readability"]
    per_sentence, per_word = made["words"] / made["sentences"], score["syllables_per_word"]
    assert (made["words"], made["sentences"]) == (43, 2)
    assert score["flesch_reading_ease"] == pytest.approx(206.835 - 1.015 * per_sentence - 84.6 * per_word, abs=0.5)
    assert score["flesch_kincaid_grade"] == pytest.approx(0.39 * per_sentence + 11.8 * per_word - 15.59, abs=0.2)
    assert per_word == pytest.approx(58 / 43, abs=0.05)  # 58 syllables, counted by ear


@pytest.mark.parametrize("text", ["Too short to say.", "Der schnelle braune Fuchs springt über den faulen Hund. " * 6])
def test_a_short_or_foreign_text_gets_no_score(text: str) -> None:
    assert counted(text)["readability"] is None


def test_reading_time_is_238_words_a_minute() -> None:
    made = output(ROLE, "word count: " + "word " * 476)
    assert (made["words"], made["reading_seconds"]) == (476, 120)


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ("how many words are in: a b c", 3),
        ('count the words in "a b c" please', 3),
        ("```\na b c\n```\nhow many words?", 3),
        ("How many words?\na b c", 3),
        ("a b c\nd e\nHow many words is this?", 5),
        ("wie viele Wörter: eins zwei", 2),
        ("word count: how many words are here", 5),
    ],
)
def test_the_question_is_not_counted(message: str, words: int) -> None:
    assert output(ROLE, message)["words"] == words


def test_a_follow_up_speaks_of_the_text_before() -> None:
    assert output(ROLE, "how many sentences is that?", "The cat sat. It was happy.")["sentences"] == 2
    assert output(ROLE, "how many words was your answer?", "hello")["words"] == 2
    assert output(ROLE, "and this one: d e f g", "count words in: a b c")["words"] == 4


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("how many words are in: a b c", "The text has 3 words."),
        ("how many characters: abc", "It has 3 characters, 3 without spaces."),
        ("count the sentences: One. Two.", "It has 2 sentences."),
        ("how long does it take to read: one two", "Reading it takes about 1 s"),
    ],
)
def test_what_was_asked_comes_first(message: str, said: str) -> None:
    assert said in ask(ROLE, message).answer.split("\n")[0]


@pytest.mark.parametrize(
    "text", ["", "how many words?", "write me a poem", "translate good morning into French", "!!!"]
)
def test_what_is_not_for_it(text: str) -> None:
    assert ask(ROLE, text).tag == "NULL"
