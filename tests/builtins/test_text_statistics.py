"""Texts: counts made by hand, and what makes counting hard."""

import pytest

from tests.builtins.asking import ask, output, unused_words

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
        ("how many commas are in this sentence: red, green, blue, and yellow", "Commas: **3**"),
        ("wie viele Kommas hat: eins, zwei, drei", "Kommas: **2**"),
        ("cuántas comas hay en: a, b, c", "Comas: **2**"),
        ("combien de virgules dans : un, deux", "Virgules: **1**"),
        ('how many "!" are in: Stop! Now!', "“!”: **2**"),
        ("how many question marks and words: really? yes?", "Question marks: **2**"),
        ("count the hashtags in: #a b #c", "Hashtags: **2**"),
        ("how long is the word 'onomatopoeia'", "Letters: **12**"),
        ("wie lang ist das Wort 'Haus'", "Buchstaben: **4**"),
    ],
)
def test_signs_and_the_length_of_a_word(message: str, said: str) -> None:
    assert said in ask(ROLE, message).answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("how many words are in: a b c", "Words: **3** (3 different)."),
        ("how many characters: abc", "Characters: **3** (3 without spaces)."),
        ("count the sentences: One. Two.", "Sentences: **2**."),
        ("how long does it take to read: one two", "Reading time (estimate): **1 s**."),
    ],
)
def test_what_was_asked_comes_first(message: str, said: str) -> None:
    assert said in ask(ROLE, message).answer.split("\n")[0]


@pytest.mark.parametrize(
    "text", ["", "how many words?", "write me a poem", "translate good morning into French", "!!!"]
)
def test_what_is_not_for_it(text: str) -> None:
    assert ask(ROLE, text).tag == "NULL"


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("how many r's are in strawberry", "**3** times"),
        ("how many s in Mississippi", "**4** times"),
        ("How many times does the letter e appear in 'elephant'?", "**2** times"),
        ('how many times does the word "the" appear in: the cat saw the other dog', "**2** times"),
        ('how many times does "a" occur in "banana"', "**3** times"),
        ("how many letters are in the word banana", "Letters: **6**"),
        ("number of letters in Mississippi", "Letters: **11**"),
        ("how many vowels are in onomatopoeia?", "Vowels: **8**"),
        ("how many consonants are in the word rhythm", "Consonants: **6**"),
        ("what is the longest word in: The quick brown fox jumped over", "**jumped**"),
        ('shortest word in "I am here now"', "**I**"),
        ("is racecar a palindrome?", "**Yes**"),
        ("is banana a palindrome?", "**No**"),
        ("which words start with s: she sells sea shells by the sea shore", "**6**"),
        ("how many words are longer than 4 letters in: the quick brown foxes jump", "**3** (quick, brown, foxes)"),
        ('average word length of "the cat sat"', "Average word length: **3"),
        ('how many unique words are in "a rose is a rose is a rose"', "Different words: **3**"),
        ("is this under 10 words: one two three four five six seven eight nine ten eleven", "**No.**"),
        ("does this fit in a tweet: hello world", "**Yes.**"),
        ("is this over 3 words: a b c d", "**Yes.**"),
        ("how long does it take to read 1500 words", "6 min 18 s"),
        ("most frequent letter in mississippi", "“i” (**4**)"),
        ("top 2 words in: apple apple apple pear pear fig", "“apple” (**3**), “pear” (**2**)."),
        ('how many characters without spaces in "hello world"', "Characters without spaces: **10**"),
        ("how many sentences? One. Two.\nThree.", "Sentences: **"),
        ("how many digits are in: a1b22", "Digits: **3**"),
        ("how many capital letters are in: Hello World", "Uppercase letters: **2**"),
        ("how many words are in this sentence?", "Words: **7**"),
        ('Wie oft kommt das Wort "und" vor: Hund und Katze und Maus', "**2**-mal"),
        ("Wie viele Buchstaben hat das Wort Donaudampfschiff?", "Buchstaben: **16**"),
        ("Was ist das längste Wort in: Haus Donaudampfschifffahrt Hund", "**Donaudampfschifffahrt**"),
        ("Lesezeit für 2000 Wörter", "8 min 24 s"),
        ("Wie viele Zeichen ohne Leerzeichen: a b c", "Zeichen ohne Leerzeichen: **3**"),
        ("combien de mots dans cette phrase : le chat dort sur le tapis", "Mots: **6**"),
        ("quel est le mot le plus long dans : le développement informatique avance", "**développement**"),
        ("combien de voyelles dans le mot oiseau ?", "Voyelles: **5**"),
        ("¿Cuántas palabras tiene este texto: el perro come pan?", "Palabras: **4**"),
        ('¿cuántas veces aparece la letra a en "banana"?', "**3** veces"),
        ("¿cuál es la palabra más larga: sol luna electricidad?", "**electricidad**"),
        ("¿cuántas vocales hay en la palabra murciélago?", "Vocales: **5**"),
    ],
)
def test_the_questions_that_people_ask(message: str, said: str) -> None:
    assert said in ask(ROLE, message).answer.split("\n")[0]


def test_what_it_cannot_count_is_said() -> None:
    made = ask(ROLE, "count the adjectives in: the quick brown fox")
    assert (made.tag, "I do not know what to count" in made.answer) == ("NULL", True)


@pytest.mark.parametrize(
    ("message", "unused"),
    [
        ('how many times does "a" occur in "banana"', ""),
        ("count the words: the cat sat", ""),
        ("how many words, quickly: 1 two", "quickly"),
    ],
)
def test_the_words_that_chose_the_answer_are_named(message: str, unused: str) -> None:
    rest = unused_words(ROLE, message)
    assert unused in rest
    assert not {"banana", "cat", "words"} & set(rest.split())


@pytest.mark.parametrize(
    ("message", "what", "value"),
    [
        ("characters without spaces?\na b c", "characters_without_spaces", 3),
        ("how many lines are there\nalpha\nbeta\ngamma", "lines", 3),
        ("how many words: the 10:45 train on 03/10/2026 was late", "words", 7),
    ],
)
def test_a_question_above_its_text_is_answered(message: str, what: str, value: int) -> None:
    assert {"what": what, "value": value} in output(ROLE, message)["asked"]


def test_a_colon_in_the_text_behind_a_question_cuts_nothing_off() -> None:
    """What stands before the colon is text, too."""
    answer = ask(
        ROLE, "does this fit in 40 characters (sms)? Hi parents! Reminder: the school trip leaves at 7:45"
    ).answer
    assert "52 characters" in answer
    assert "**No.**" in answer


@pytest.mark.parametrize(
    "message",
    [
        'average age pls\n\n"Name","Age"\n"Smith, John",34\n"Kumar, Anil",45',
        'whats the tracking number in this\n\n{"parcel":{"id":55,"tracking":{"number":"155"}}}',
        "by what percent did subscribers grow\n\nweek,subscribers\n1,412\n2,431\n3,429",
    ],
)
def test_a_table_or_document_is_not_counted_where_nobody_asks_for_counts(message: str) -> None:
    """Its words are not what somebody wants to know; a count that is asked for is given."""
    assert ask(ROLE, message).tag == "NULL"
    assert ask(ROLE, f"how many words are in this:\n{message.partition(chr(10))[2]}").tag != "NULL"
