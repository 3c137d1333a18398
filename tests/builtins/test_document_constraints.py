"""Questions about a document whose words change it: a story, a second question, a level, a branch, a type."""

import pytest

from tests.builtins.asking import ask, unused_words

ORDERS = '[{"no":1,"status":"shipped"},{"no":2,"status":"open"},{"no":3,"status":"shipped"}]'
STOCK = '[{"name":"Apron","stock":0},{"name":"Ladle","stock":14},{"name":"Whisk","stock":0}]'
NESTED = '{"id": 7, "owner": {"first": "Lou", "last": "Reyes", "age": 50}, "tags": ["x", "y"]}'
BRANCHES = '{"billing":{"city":"Rome","zip":"1"},"shipping":{"city":"Oslo","zip":"2"}}'
AGES = '[{"name":"Al","age":19},{"name":"Bo","age":17}]'
PRICES = '[{"name":"tea","price":4},{"name":"milk","price":1.5}]'


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (f"How many orders have status shipped? I counted two but my collegue says three.\n{ORDERS}", ["**2** of 3"]),
        (f"My boss wants to know how many orders are shipped: {ORDERS}", ["**2** of 3"]),
        (f"How many are shipped, because the depot in Leeds keeps asking me? {ORDERS}", ["**2** of 3"]),
        (
            f"My friend swears there are four shipped ones, I only see two. How many are shipped? {ORDERS}",
            ["**2** of 3"],
        ),
        (
            "Wie viele sind offen? Mein Chef behauptet, es seien neun. "
            '[{"nr":1,"status":"offen"},{"nr":2,"status":"zu"}]',
            ["**1** von 2"],
        ),
        (
            "Combien sont expédiées ? Mon collègue dit cinq. "
            '[{"no":1,"statut":"expédiée"},{"no":2,"statut":"ouverte"}]',
            ["**1** entrées"],
        ),
        ('I only need the ids over 50 euros. My boss is waiting! [{"id":1,"total":20},{"id":2,"total":80}]', ["[2]"]),
        (
            f"which products are out of stock in this export, and how many is that? {STOCK}",
            ["**2** of 3", "Apron", "Whisk"],
        ),
        (
            "In wie vielen Filialen ist der Bestand unter 10, und in welchen? "
            '[{"filiale":"Ulm","bestand":4},{"filiale":"Aue","bestand":12}]',
            ["**1** von 2", '"filiale":"Ulm"'],
        ),
        (
            'combien d\'utilisateurs ont "actif" à true, et lesquels ? '
            '[{"nom":"Luc","actif":true},{"nom":"Emma","actif":false}]',
            ["**1**", '"nom":"Luc"'],
        ),
        (
            '¿Cuántos están activos y cuáles son? [{"nombre":"Ana","activo":true},{"nombre":"Luis","activo":false}]',
            ["**1**", '"nombre":"Ana"'],
        ),
        (
            "what are all the top level keys here and how many entries does guests have: "
            '{"date":"2026-12-11","guests":["Al","Bea"]}',
            ["Keys (2)", "`guests` has **2** entries"],
        ),
        (
            'What\'s the third tag and how many tags are there? {"id":4,"tags":["red","blue","green","grey"]}',
            ['"green"', "**4** entries"],
        ),
    ],
)
def test_what_is_asked_is_answered_whole(message: str, said: list[str]) -> None:
    answer = ask("json_formatter", message).answer
    assert [one for one in said if one not in answer] == []


@pytest.mark.parametrize(
    "message",
    [
        f"How many orders are shipped? My boss says only those of Berlin count. {ORDERS}",
        f"How many orders are shipped? Not counting the returned ones. {ORDERS}",
        'How many are open? The Ulm office called. [{"state":"open","city":"Ulm"},{"state":"open","city":"Aue"}]',
    ],
)
def test_a_sentence_that_may_narrow_the_question_is_no_story(message: str) -> None:
    answer = ask("json_formatter", message)
    assert answer.tag == "NULL" or "I find no" in answer.answer or "**2**" not in answer.answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (
            f"How many keys are on the top level here, not counting the ones nested deeper? {NESTED}",
            "**3** keys at its top",
        ),
        (f"Wie viele Schlüssel hat die oberste Ebene, ohne die verschachtelten? {NESTED}", "**3** keys at its top"),
        (f"Combien de clés au premier niveau ? {NESTED}", "**3** keys at its top"),
        (f"how many keys are there in total, including nested ones? {NESTED}", "**6** keys"),
        (f"how many keys in total, nested ones too? {NESTED}", "**6** keys"),
        ('how many elements does this list have (just the outer list) [1, [2, 3], null, "4, 5", {}]', "**5** entries"),
        ("Combien y a-t-il d'éléments au niveau supérieur ? [[1],[2,3]]", "**2** entries"),
        (f"how deep is this nested? {NESTED}", "nesting is **2**"),
        ('how many levels deep does this go? {"a":{"b":{"c":1}}}', "nesting is **3**"),
        (
            'Is the age in this a number or a string? {"zip": "04109", "age": "42"}',
            '`age` is **a text (string)**: "42"',
        ),
        ('Is zip stored as text in this file? {"zip": "04109", "age": 42}', "**Yes**: `zip` is **a text"),
        ('is the age a number? {"zip": "04109", "age": "42"}', "**No**: `age` is **a text"),
        ('Ist das Alter hier eine Zahl oder ein Text? {"alter": 42}', "`alter` is **a number**: 42"),
        ('Est-ce que le code postal est un nombre ou du texte ? {"code_postal":"75001"}', "`code_postal` is **a text"),
        ('is price stored as a string here? [{"n":"a","price":"3"},{"n":"b","price":4}]', "**No**: `price` is"),
        (
            "what is the zip of the second customer here\n"
            '{"customers":[{"name":"Ito","address":{"zip":"89501"}},{"name":"Bea","address":{"zip":"84601"}}]}',
            '"84601"',
        ),
        (
            '¿Cuál es el teléfono del último cliente? {"clientes":[{"c":{"telefono":"1"}},{"c":{"telefono":"2"}}]}',
            '**"2"**',
        ),
        (
            'Give me the plain text of line, without the backslashes: {"line": "She said \\"no\\" and left."}',
            'She said "no" and left.',
        ),
        ('give me the plain value of path, no escapes: {"path":"C:\\/temp\\/x"}', "**C:/temp/x**"),
        (
            'Dans quelle ville faut-il livrer (pas facturer) ? {"facturation": {"ville": "Lyon"}, '
            '"livraison": {"ville": "Nantes"}}',
            "**Nantes**",
        ),
        (f"which city do we ship to, not the billing one? {BRANCHES}", "**Oslo**"),
        (f"which city? {BRANCHES}", "**Rome**. `shipping.city` is **Oslo**"),
        (
            '¿A qué ciudad hay que enviar, no facturar? {"facturacion":{"ciudad":"Vigo"},"envio":{"ciudad":"Soria"}}',
            "**Soria**",
        ),
        (
            "Colleague says JSON must start with { or [. Is just 42 on its own valid JSON by today's standard?",
            "**Yes**: any JSON value",
        ),
        ('is "hello" valid json?', "**Yes**: any JSON value"),
        ("Are trailing commas allowed in JSON?", "**No**: there must be no comma"),
        ("does json have a date type?", "no type for dates"),
    ],
)
def test_a_level_a_type_a_branch_and_the_format_itself(message: str, said: str) -> None:
    assert said in ask("json_formatter", message).answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (f"Which of the two is more expensive, tea or milk, and by how much? {PRICES}", ['"name":"tea"', "is **2.5**"]),
        (f"who is older, Al or Bo, and by how many years? {AGES}", ['"name":"Al"', "is **2**"]),
        (f"how much more does tea cost than milk? {PRICES}", ["is **2.5**"]),
        (f"what is the difference between the highest and the lowest price? {PRICES}", ["is **2.5**: 4 and 1.5"]),
        ('is the list sorted by date? [{"date":"2026-01-02"},{"date":"2026-01-01"}]', ["**Yes**", "falling"]),
        (
            'Sind die Einträge nach Preis sortiert? [{"preis":4},{"preis":7},{"preis":5}]',
            ["**Nein**", "Eintrag 3 hat 5"],
        ),
        (
            "For each city, list the names: "
            '[{"name":"Al","city":"Ulm"},{"name":"Bo","city":"Aue"},{"name":"Cy","city":"Ulm"}]',
            ["| Ulm | Al, Cy |"],
        ),
        ('liste pro Stadt die Namen auf [{"name":"Al","stadt":"Ulm"},{"name":"Bo","stadt":"Aue"}]', ["| Aue | Bo |"]),
    ],
)
def test_entries_are_related_to_each_other(message: str, said: list[str]) -> None:
    answer = ask("json_formatter", message).answer
    assert [one for one in said if one not in answer] == []


@pytest.mark.parametrize(
    "message",
    [
        'which keys are missing in the second object? [{"a":1,"b":2},{"a":3}]',
        'How many fields does the first user have? {"users":[{"a":1,"b":2,"c":3},{"a":1}]}',
        'How many keys are called "id"? {"id":1,"owner":{"id":2},"tags":[{"id":3}]}',
        'everything except the cancelled stuff [{"id":1,"status":"cancelled"},{"id":2,"status":"ok"}]',
    ],
)
def test_what_cannot_be_read_is_declined(message: str) -> None:
    assert ask("json_formatter", message).tag == "NULL"


def test_an_article_is_no_key() -> None:
    assert "is **1**" not in ask("json_formatter", 'is there a comment in this json? {"a": 1}').answer


def test_one_fault_is_told_once_and_two_twice() -> None:
    assert "more:" not in ask("json_formatter", 'what is wrong? {"agent": "Bond", "code": 007}').answer
    assert "1 more:" in ask("json_formatter", 'Is this valid? {"tags": ["a", "b",],}').answer


def test_a_word_that_is_used_marks_no_part_of_another() -> None:
    message = 'My boss is waiting! what is the age? {"name":"Al","age":19}'
    assert "waiting" in unused_words("json_formatter", message)


OWED = '[{"who":"Al","amount":5},{"who":"Bo","amount":7},{"who":"Al","amount":1}]'
ITEMS = '[{"name":"cup","price":8,"stock":2},{"name":"pan","price":19,"stock":1},{"name":"lid","price":5,"stock":0}]'


@pytest.mark.parametrize(
    ("message", "said", "unsaid"),
    [
        (f"What does each person owe in total? {OWED}", "| Al | 6 |", "**13**"),
        (f"Which items cost less than 10 and are in stock? {ITEMS}", "**1** of 3", "pan"),
        (f"is every price above 6 and what's the cheapest? {ITEMS}", "**No**", "with `price` > 6 is"),
        (f"the total of the two cheapest {ITEMS}", "is **13**", "is **32**"),
        (f"show only name and price, not the stock {ITEMS}", '"price":8', 'stock":'),
        (f"the youngest but one {AGES}", '"name":"Al"', '"name":"Bo"'),
        ('Wie viele Gäste kommen, ohne die Kinder? [{"gast":"a","kind":true},{"gast":"b"}]', "≠ true", "= true"),
        ('Are there more red or blue ones? [{"c":"red"},{"c":"blue"},{"c":"red"}]', '"red" **2**, "blue" **1**', "Yes"),
        ('which fields are null {"a":null,"b":1}', "**1** with null: `a`", "`b`"),
        ('Combien coûtent les trois articles ensemble ? [{"prix":3},{"prix":4},{"prix":5}]', "**12**", "trois"),
    ],
)
def test_words_that_change_a_question_are_kept(message: str, said: str, unsaid: str) -> None:
    answer = ask("json_formatter", message).answer
    assert said in answer
    assert unsaid not in answer


@pytest.mark.parametrize(
    "message",
    [
        f"What is each item's price including 20% tax? {ITEMS}",
        f"My manager thinks the most expensive is the pan. Is that right? {ITEMS}",
        f"I think the second one is wrong. What is its price? {ITEMS}",
        f"Please check the stock, is it there for everybody? {ITEMS}",
        'how many top-level entries have a null value? {"a":null,"b":1}',
        'how many of the top level keys are strings? {"a":"x","b":1}',
    ],
)
def test_a_condition_that_is_not_read_is_told(message: str) -> None:
    answer = ask("json_formatter", message)
    assert answer.tag == "NULL" or "I find no" in answer.answer


def test_a_wish_behind_a_change_is_not_used() -> None:
    message = 'remove the password, then tell me how many fields are left: {"user":"a","password":"x"}'
    assert "left" in unused_words("json_formatter", message)


NESTED = '{"order":{"id":5,"customer":{"name":"Ruth","address":{"city":"Leeds"}},"total":9}}'
UNSORTED = '{"z":1,"a":{"d":4,"b":2}}'


@pytest.mark.parametrize(
    "words",
    [
        "i cant read it all on one line, can you lay it out properly",
        "this came as one long line, make it readable",
        "My config came out as one giant line, can you break it up?",
        "it's minified, can you expand it?",
        "das steht alles in einer Zeile, kannst du es lesbar machen?",
        "tout est sur une seule ligne, peux-tu le rendre lisible ?",
        "viene todo en una sola línea, ponlo legible",
    ],
)
def test_a_complaint_about_one_line_is_no_wish_for_it(words: str) -> None:
    assert '{\n  "order"' in ask("json_formatter", f"{words} {NESTED}").answer


@pytest.mark.parametrize(
    "words",
    [
        "put it all on one line",
        "is it possible to have it on one line?",
        "I need this as one line for a variable",
        "bitte in einer Zeile",
        "mets tout sur une seule ligne",
        "ponlo en una sola línea por favor",
    ],
)
def test_a_wish_for_one_line_is_kept(words: str) -> None:
    assert f"```json\n{NESTED}" in ask("json_formatter", f"{words} {NESTED}").answer


@pytest.mark.parametrize(
    ("words", "inner"),
    [
        ("ordena las claves alfabéticamente, también las de dentro, por favor", "bd"),
        ("sort the keys a-z, including nested ones", "bd"),
        ("sortiere die Schlüssel alphabetisch, auch die inneren", "bd"),
        ("trie les clés par ordre alphabétique, y compris celles à l'intérieur", "bd"),
        ("sort keys, only the top level", "db"),
        ("sort the keys but not the nested ones", "db"),
    ],
)
def test_how_deep_keys_are_sorted(words: str, inner: str) -> None:
    answer = ask("json_formatter", f"{words}: {UNSORTED}").answer
    assert answer.index('"a"') < answer.index('"z"')
    assert answer.index(f'"{inner[0]}"') < answer.index(f'"{inner[1]}"')


def test_a_list_is_sorted_by_a_key_and_not_by_a_courtesy() -> None:
    answer = ask("json_formatter", 'ordena por precio por favor [{"precio":3},{"precio":1}]').answer
    assert "`precio`" in answer


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("What is the city of the customer and the total?", ("**Leeds**", "**9**")),
        ("Dans ce json, quels sont le city du customer et le total ?", ("**Leeds**", "**9**")),
        ("What is the city and the total?", ("**Leeds**", "**9**")),
        ("id and total of the order", ("**5**", "**9**")),
        ("I have an API response and I just need the city out of it:", ("**Leeds**",)),
        ("Ich brauche nur city und total:", ("**Leeds**", "**9**")),
        ("solo necesito el total:", ("**9**",)),
    ],
)
def test_each_value_that_is_wanted_is_told(words: str, said: tuple[str, ...]) -> None:
    answer = ask("json_formatter", f"{words} {NESTED}").answer
    assert all(one in answer for one in said)


@pytest.mark.parametrize(
    "words",
    [
        "what is the total minus the id",
        "I need the city removed",
        "I need the total without the id",
        "which is bigger, id or total?",
    ],
)
def test_one_value_is_no_answer_to_a_question_about_two(words: str) -> None:
    assert ask("json_formatter", f"{words} {NESTED}").tag == "NULL"


def test_the_fear_of_a_fault_is_read() -> None:
    for words in ("Is that valid JSON or did I mess up?", "Ist das gültiges JSON oder habe ich einen Fehler gemacht?"):
        assert not {"mess", "Fehler"} & set(unused_words("json_formatter", f"{words} [1, 2]"))
