"""Keys below other keys, what is not paid yet, politeness, and the story around a broken document."""

import pytest

from tests.builtins.asking import DrawingHost, ask, handler, payload, unused_words

JSON = "json_formatter"
CONFIG = '{"app":{"db":{"host":"10.0.0.5","port":5433,"ssl":true},"cache":{"port":6379}}}\n'
PEOPLE = '{"user":{"name":"Ada","city":"Rome"},"manager":{"name":"Bo"},"email":"x@y.z"}\n'
ORDER = '{"order":{"customer":{"name":"Ada"},"items":[{"sku":"a","price":3},{"sku":"b","price":5}],"total":7}}\n'
BILLS = (
    '[{"name":"Ann","paid":true,"amount":20},{"name":"Bob","paid":false,"amount":35},'
    '{"name":"Cy","paid":false,"amount":15}]\n'
)
CLIENTS = '{"clientes":[{"n":"Ana","correo":"ana@mail.es"},{"n":"Beto","correo":"beto@obra.mx"}],"total":2}'


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (CONFIG + "what is the db port in there", ["`app.db.port` is **5433**"]),
        (CONFIG + "db port?", ["**5433**"]),
        (CONFIG + "what's the cache port", ["**6379**"]),
        (CONFIG + "port of the cache and port of the db please", ["**6379**", "**5433**"]),
        (CONFIG + "give me the db host and port", ["**10.0.0.5**", "**5433**"]),
        (CONFIG + "was ist der port vom cache?", ["`app.cache.port` ist **6379**"]),
        (CONFIG + "quel est le port de la db", ["`app.db.port` est **5433**"]),
        (CONFIG + "cual es el port de cache", ["`app.cache.port` es **6379**"]),
        (PEOPLE + "whats the user's name", ["`user.name` is **Ada**"]),
        (PEOPLE + "user city and manager name", ["**Rome**", "**Bo**"]),
        (ORDER + "what is the order total", ["`order.total` is **7**"]),
    ],
)
def test_a_key_below_another_is_named_by_both(message: str, said: list[str]) -> None:
    answer = ask(JSON, message).answer
    assert all(one in answer for one in said), answer


@pytest.mark.parametrize(
    ("message", "unsaid"),
    [
        (CONFIG + "what is the db password", "5433"),
        (CONFIG + "what is the cache host", "10.0.0.5"),
        (CONFIG + "how many db ports are there", "5433"),
        (ORDER + "sum of the item prices", "`order.total`"),
    ],
)
def test_a_key_that_is_not_below_the_named_one_is_not_answered(message: str, unsaid: str) -> None:
    assert unsaid not in ask(JSON, message).answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (BILLS + "total amount of those not paid", ["`amount`", "**50**"]),
        (BILLS + "sum of amounts of those who havent paid", ["**50**"]),
        (BILLS + "who hasnt paid", ['"Bob"', '"Cy"', "**2** of 3"]),
        (BILLS + "wer hat noch nicht bezahlt", ['"Bob"', '"Cy"']),
        (BILLS + "qui n'a pas payé ?", ['"Bob"', '"Cy"']),
        (BILLS + "cuánto suma lo que no está pagado", ["**50**"]),
        (BILLS + "who hasnt paid and how much is open", ['"Bob"', "**50**"]),
        (BILLS + "how much is still outstanding?", ["**50**"]),
        (BILLS + "wie viel ist noch offen?", ["**50**"]),
        (BILLS + "total amount of paid ones", ["**20**"]),
        (BILLS + "amount of people who paid", ["**1** of 3"]),
    ],
)
def test_what_is_not_paid_is_summed_or_listed(message: str, said: list[str]) -> None:
    answer = ask(JSON, message).answer
    assert all(one in answer for one in said), answer


@pytest.mark.parametrize("word", ["porfa", "porfis", "pls", "pliz", "stp", "svp", "bitte", "cheers", "ta"])
def test_a_word_of_politeness_is_no_key(word: str) -> None:
    assert '"ana@mail.es","beto@obra.mx"' in ask(JSON, f"sacame los correos de este json {word}\n{CLIENTS}").answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (
            'app wont start after i edited the config, whats wrong with it\n{"a": [1, 2,]}',
            "comma before the closing bracket",
        ),
        (
            'i changed the settings and now the parser wont load it, where is the mistake\n{"a": 1\n"c": 3}',
            "comma or a closing",
        ),
        (
            'die app startet nicht mehr seit ich die config geändert habe, was ist da falsch?\n{"a": 1,, "b": 2}',
            "ein Komma zu viel da, Zeile 1, Spalte 9",
        ),
        (
            "le site ne démarre plus depuis que j'ai modifié le fichier, où est l'erreur ?\n{'b': 2}",
            "des guillemets simples sont utilisés",
        ),
        ('la app no arranca después de que edité esto, qué está mal\n{"b": 2,}', "una coma antes del corchete"),
    ],
)
def test_a_broken_document_is_answered_with_the_story_around_it(message: str, said: str) -> None:
    answer = ask(JSON, message)
    assert said in answer.answer
    assert answer.tag == "SUCCESS"
    assert handler(JSON)(payload(message), DrawingHost())["definite"]


def test_another_question_over_a_broken_document_is_no_question_for_its_fault() -> None:
    message = 'after i edited the config what\'s the average price\n{"a": [1,2,}'
    assert "edited" in unused_words(JSON, message)


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ('where is it broken, unexpected end of file {"items": [{"a": 1}]', "line 1, column 21: a closing bracket"),
        ("fix: [1,2,3", "line 1, column 7: a closing bracket is missing. Add ] at the end"),
    ],
)
def test_a_missing_bracket_is_added_at_the_end(message: str, said: str) -> None:
    assert said in ask(JSON, message).answer


def test_a_guess_leaves_the_question_apart_from_the_document() -> None:
    message = '¿cuánto suman los precios? [{"p":12.5},{"p":7.25},{"p":30}]'
    spans = handler(JSON)(payload(message), DrawingHost())["used"]
    assert not any(start <= 1 and end > message.find("[") for start, end in spans)
    assert "**49.75**" in ask(JSON, message).answer
