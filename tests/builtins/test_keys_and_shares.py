"""JSON: keys in order, sums in a story, rows made JSON. Texts: the share of a word, sentences and their mean length."""

import pytest

from tests.builtins.asking import ask

LINES = '{"lines":[{"sku":"A1","total":19.9},{"sku":"B7","total":42.5},{"sku":"C3","total":7.25}]}'
USERS = '[{"u":"kim","admin":true},{"u":"ben","admin":false},{"u":"ola","admin":true}]'
FLAT = '{"zone":1,"alpha":{"b":1},"mode":"x","kind":null}'
READINGS = '{"readings":[{"city":"Oslo","temp":-2},{"city":"Lisbon","temp":16},{"city":"Vienna","temp":4}]}'
BAKERY = "The bakery opens at six. By seven there is a queue around the corner. Nobody complains!"


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (f"what are the skus in there {LINES}", '["A1","B7","C3"]'),
        (f"welche SKUs sind da drin? {LINES}", '["A1","B7","C3"]'),
        (f"The warehouse sent me this and I only need to know what the totals add up to: {LINES}", "**69.65**"),
        (f"my boss sent me this, whats the sum of the total? {LINES}", "**69.65**"),
        (
            f"How many users are in this response, and how many of them are admins?\n{USERS}",
            "**3** entries. **2** of 3",
        ),
        (f"wie viele Nutzer sind das und wie viele davon sind admin? {USERS}", "**3** Einträge. Auf **2** von 3"),
        (f"list all the keys at the top level, sorted\n{FLAT}", "`alpha`, `kind`, `mode`, `zone`"),
        (f"what are the top level keys in alphabetical order? {FLAT}", "`alpha`, `kind`, `mode`, `zone`"),
        (f"which city in this has the highest temp? {READINGS}", "`city`: **Lisbon**"),
        ("Convert this to JSON please:\nname,age\nRosa,41\nImre,36", '"name": "Imre",\n    "age": 36'),
        ("mach daraus JSON: name;alter\nRosa;41\nImre;36", '"alter": 41'),
    ],
)
def test_documents(message: str, said: str) -> None:
    assert said in ask("json_formatter", message).answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (f"sort the keys {FLAT}", '"alpha": {\n'),
        (f"how many users are admin {USERS}", "**2** of 3"),
        (f"which keys are there {FLAT}", "`zone`, `alpha`"),
    ],
)
def test_look_alikes_of_documents(message: str, said: str) -> None:
    assert ask("json_formatter", message).answer.count(said) == 1


@pytest.mark.parametrize("text", ["is this json? name age", "what does to json mean, a, b and c", "convert 5,3 to 4,2"])
def test_words_alone_are_no_rows(text: str) -> None:
    assert ask("json_formatter", text).tag == "NULL"


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (
            "My teacher says I overuse 'really'. How often is it in here and what share of the words is "
            "that? I really think that we should really try to be really clear about what we really want.",
            "**4** times (upper and lower case alike). That is **23.53 %** of 17 words",
        ),
        (
            "how often does 'the' occur and what percentage of all words is that? \"the cat and the dog and the bird\"",
            "**37.5 %** of 8 words",
        ),
        ('what percentage of the words is "really"? I really think that we should really try.', "**25 %** of 8 words"),
        (
            'Wie oft kommt "sehr" vor und wie viel Prozent der '
            "Wörter sind das? Das ist sehr gut, sehr schön und sehr teuer.",
            "**33,33 %** von 9",
        ),
        (
            "how many times is the word red used and what fraction of all words is it: red blue red green",
            "**50 %** of 4 words",
        ),
        (
            f"How many sentences are there here, and how many words in each on average?\n\n{BAKERY}",
            "Sentences: **3**. Words a sentence on average: **5.3",
        ),
        (
            "Wie viele Sätze sind das und wie viele Wörter pro Satz "
            "im Schnitt? Der Zug fährt. Er ist heute leider sehr voll.",
            "Sätze: **2**. Wörter pro Satz im Mittel: **4,5**",
        ),
        ("how long are the sentences on average: One two three. Four five.", "**2.5**"),
        (
            "how many lines and how many words?\n\nDear all,\nwe meet.\n\nBye\nFam. O",
            "Lines: **4** (**5** with the empty ones)",
        ),
        ("how many sentences: One two. Three.", "Sentences: **2**."),
        ("how often is 'the' in: the cat and the dog", "**2**"),
        ("how many lines?\na\nb", "Lines: **2**."),
    ],
)
def test_texts(message: str, said: str) -> None:
    assert said in ask("text_statistics", message).answer
