"""Questions that people put over a pasted document: the answer is right, or says what the document does not have."""

import json
from time import process_time

import pytest

from tests.builtins.asking import ask, handler, output, payload

ROLE = "json_formatter"
CREW_KEYS = ("name", "age", "job", "base", "licensed", "pay", "joined")
CREW = json.dumps(
    {
        "crew": [
            dict(zip(CREW_KEYS, row, strict=True))
            for row in (
                ("Nora", 52, "pilot", "Oslo", True, 7100, "2011-05-02"),
                ("Emil", 24, "steward", "Bergen", False, 3300, "2022-11-20"),
                ("Ida", 38, "pilot", "Oslo", True, 6900, "2016-03-14"),
                ("Lars", 52, "mechanic", "Tromsø", True, 4500, "2009-08-01"),
                ("Mina", 31, "steward", "Oslo", False, 3500, "2020-01-07"),
            )
        ]
    },
    ensure_ascii=False,
)
SALES_KEYS = ("id", "buyer", "amount", "date", "shop", "goods", "shipped")
SALES = json.dumps(
    [
        dict(zip(SALES_KEYS, row, strict=True))
        for row in (
            (71, "Tess", 14.5, "2025-01-09", "north", ["rope", "tent"], True),
            (72, "Uwe", 80, "2025-02-17", "south", ["stove"], False),
            (73, "Tess", 33.25, "2025-02-28", "north", ["rope"], True),
            (74, "Vic", 9, "2025-04-03", "south", [], True),
        )
    ]
)
WAREN = json.dumps(
    {
        "waren": [
            {"name": "Regal", "preis": 75, "kategorie": "Holz", "lieferbar": True},
            {"name": "Schale", "preis": 12.5, "kategorie": "Glas", "lieferbar": False},
            {"name": "Hocker", "preis": 30, "kategorie": "Holz", "lieferbar": True},
        ]
    }
)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("average age of the pilots", "The average of `age` over 2 entries with `job` = \"pilot\" is **45**."),
        ("total pay per base", "| Oslo | 17500 |\n| Bergen | 3300 |\n| Tromsø | 4500 |"),
        ("median pay of the licensed ones", "The median of `pay` over 3 entries with `licensed` = true is **6900**."),
        ("how many people are older than 30 and licensed?", "**3** of 5 entries have `age` > 30 and"),
        ("how many are pilots or older than 50", "**3** of 5 entries have `job` = \"pilot\" or `age` > 50."),
        ("how many stewards are from Oslo?", "**1** of 5 entries"),
        ("who is the oldest?", "2 entries share it: **Nora**, **Lars**."),
        ("who are the two youngest?", "**Emil**, **Mina**"),
        ("top 3 by pay", "**Nora**, **Ida**, **Lars**"),
        ("the second oldest", "#2: `age` = **38**"),
        ("who joined first?", "The earliest `joined` of 5 entries is **2009-08-01**."),
        ("who joined last?", '"name":"Emil"'),
        ("who joined after 2016-03-14?", "**2** of 5 entries have `joined` > 2016-03-14."),
        ("who joined before 1 May 2011", "**1** of 5 entries have `joined` < 2011-05-01."),
        ("who joined in 2020", '"name":"Mina"'),
        ("who is between 30 and 40?", "**2** of 5 entries have `age` ≥ 30 and `age` ≤ 40."),
        ("is everybody over 18?", "**Yes**: 5 of 5 entries have `age` > 18."),
        ("is everyone over 30?", "All but: **Emil**."),
        ("is anyone under 25?", "**Yes**: 1 of 5 entries have `age` < 25. Namely: **Emil**."),
        ("is nobody over 60?", "**Yes**: 0 of 5"),
        ("what percentage is licensed?", "**60 %**: 3 of 5 entries have `licensed` = true."),
        ("what percentage of the stewards is from Oslo?", "**50 %**: 1 of 2 entries with `job` = \"steward\" have"),
        ("which base has the highest average pay?", "**Oslo** with **5833.333333**"),
        ("which base has the most people?", "The most common `base`: **Oslo** (3 of 5 entries)."),
        ("how many different jobs are there?", "**3** different values of `job`: pilot, steward, mechanic."),
        ("average pay of those over 50", "The average of `pay` over 2 entries with `age` > 50 is **5800**."),
        ("who earns more than 5000?", "**2** of 5 entries have `pay` > 5000."),
        ("who is not licensed?", "**2** of 5 entries have `licensed` ≠ true."),
        ("who is older, Ida or Mina?", "is **38**."),
        ("does Emil have a licence for pilots?", "I find no “licence”"),
        ("wer ist am ältesten?", "**Nora**, **Lars**"),
        ("Durchschnittsalter der Mechaniker", "Ich finde „Mechaniker“ in diesem Dokument nicht"),
        ("wie viele sind jünger als 40?", "Auf **3** von 5 Einträgen trifft zu: `age` < 40."),
        ("sind alle über 18?", "**Ja**: auf 5 von 5"),
        ("qui est le plus jeune ?", '"name":"Emil"'),
        ("combien de personnes ont plus de 50 ans ?", "**2** entrées sur 5 ont `age` > 50."),
        ("¿quién es el mayor?", "**Nora**, **Lars**"),
        ("¿cuántos tienen menos de 35 años?", "**2** de 5 entradas tienen `age` < 35."),
    ],
)  # fmt: skip
def test_a_question_over_people_is_answered(question: str, said: str) -> None:
    assert said in ask(ROLE, f"{question} {CREW}").answer


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("total amount per shop", "| north | 47.75 |\n| south | 89 |"),
        ("how much did Tess spend in total?", "over 2 entries with `buyer` = \"Tess\" is **47.75**."),
        ("orders after February 20, 2025", "**2** of 4 entries have `date` > 2025-02-20."),
        ("which sales are between 10 and 40?", "**2** of 4 entries have `amount` ≥ 10 and `amount` ≤ 40."),
        ("which ones were more expensive than 30 €?", "**2** of 4 entries have `amount` > 30."),
        ("does any order contain stove?", "**Yes**: 1 of 4 entries have the text “stove”. Namely: **Uwe**."),
        ("does any order contain kayak?", "**No**: 0 of 4"),
        ("are all orders shipped?", "**No**: 3 of 4 entries have `shipped` = true. All but: **Uwe**."),
        ("what share is not shipped?", "**25 %**: 1 of 4"),
        ("latest order", "The latest `date` of 4 entries is **2025-04-03**."),
        ("which buyer spent the most in total", "**Uwe** with **80**"),
        ("how many orders per buyer?", "| Tess | 2 |\n| Uwe | 1 |\n| Vic | 1 |"),
        ("sales in February 2025", "**2** of 4 entries have `date` = 2025-02."),
        ("average amount of the sales that contain rope", "over 2 entries with `goods` = \"rope\" is **23.875**."),
        ("min and max amount", "is **80**. The lowest of `amount` over 4 entries is **9**."),
    ],
)  # fmt: skip
def test_a_question_over_sales_is_answered(question: str, said: str) -> None:
    assert said in ask(ROLE, f"{question} {SALES}").answer


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("welche Waren sind teurer als 20 €?", "Auf **2** von 3 Einträgen trifft zu: `preis` > 20."),
        ("Gesamtpreis pro Kategorie", "| Holz | 105 |\n| Glas | 12.5 |"),
        ("was ist am billigsten?", '"name":"Schale"'),
        ("sind alle lieferbar?", "`lieferbar` = true. Alle außer: **Schale**."),
        ("wie viel Prozent sind aus Holz?", "**66.7 %**"),
        ("Durchschnittspreis der Vasen", "Ich finde „Vasen“ in diesem Dokument nicht"),
    ],
)  # fmt: skip
def test_a_question_in_german_is_answered(question: str, said: str) -> None:
    assert said in ask(ROLE, f"{question} {WAREN}").answer


@pytest.mark.parametrize(
    ("text", "word"),
    [
        (f"average age of the surgeons {CREW}", "“surgeons”"),
        (f"average height {CREW}", "“height”"),
        (f"how many dentists are there? {CREW}", "“dentists”"),
        (f"is anyone from Paris? {CREW}", "“Paris”"),
        (f"what is the phone number of Ida? {CREW}", "“phone”"),
        (f"average age of the products {CREW}", "“products”"),
        (f"who is heavier than 80? {CREW}", "“heavier than 80”"),
        (f"average age of women {CREW}", "“women”"),
        (f"total without discount {SALES}", "“discount”"),
        (f"orders from last month, how many? {SALES}", "“month”"),
        ('what is the timeout? {"server":{"port":80,"host":"a"}}', "“timeout”"),
        ('quel est le prix ? {"produit":{"nom":"vase","stock":3}}', "« prix »"),
        ('¿cuál es el teléfono? {"cliente":{"nombre":"Eva","ciudad":"Lima"}}', "«teléfono»"),
        ('wie lautet die Telefonnummer? {"kunde":{"name":"Ott","ort":"Ulm"}}', "„Telefonnummer“"),
    ],
)
def test_what_the_document_does_not_have_is_told(text: str, word: str) -> None:
    made = ask(ROLE, text)
    assert word in made.answer
    assert made.answer.startswith(("I find no", "Ich finde", "Je ne trouve pas", "No encuentro"))
    assert "**" not in made.answer


@pytest.mark.parametrize("question", ["which is the biggest", "how many are over 100", "average of the rows"])
def test_a_key_that_is_not_clear_is_asked_about(question: str) -> None:
    made = ask(ROLE, f'{question} [{{"width":120,"depth":40}},{{"width":90,"depth":200}}]')
    assert (made.tag, made.answer[-1]) == ("NULL", "?")


def test_a_guess_says_that_it_is_one() -> None:
    said = ask(ROLE, 'average humidity [{"h":40},{"h":60}]').answer
    assert said.startswith("No key is called “humidity”; I took `h`, the only one with numbers. The average of `h`")
    assert ask(ROLE, 'how much does the vase cost? {"item":"lamp","price":7}').answer.startswith("I find no “vase”")


@pytest.mark.parametrize(
    ("turns", "said"),
    [
        ((f"who is the oldest? {CREW}", "and the youngest?"), '"name":"Emil"'),
        ((f"who is the oldest pilot? {CREW}", "and the youngest?"), '"name":"Ida"'),
        ((f"average pay? {CREW}", "only the licensed ones"), "with `licensed` = true is **6166.666667**."),
        ((f"average pay? {CREW}", "only the pilots", "and the median?"), "The median of `pay` over 2 entries with"),
        ((f"who is licensed? {CREW}", "how many of them are from Oslo?"), "**2** of 5 entries"),
        ((f"who is licensed? {CREW}", "how many of them are from Rome?"), "I find no “Rome”"),
        ((f"who is licensed? {CREW}", "what is the average pay?"), "over 5 entries is **5060**."),
        ((f"how many are from Oslo? {CREW}", "and from Bergen?"), "**1** of 5 entries have `base` = \"Bergen\"."),
        ((f"welche Ware ist am teuersten? {WAREN}", "und die billigste?"), '"name":"Schale"'),
        ((f"quel est le salaire moyen ? {CREW}", "et des coiffeurs ?"), "« coiffeurs »"),
        ((f"format this {CREW}", "who is the youngest?"), '"name":"Emil"'),
    ],
)  # fmt: skip
def test_a_short_question_goes_on_with_the_document_before(turns: tuple[str, ...], said: str) -> None:
    assert said in ask(ROLE, turns[-1], *turns[:-1]).answer


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ('merge {"a":1,"b":{"x":1}} and {"b":{"y":2},"c":3}', {"a": 1, "b": {"x": 1, "y": 2}, "c": 3}),
        ("führe die Listen zusammen: [1] und [2,3]", [1, 2, 3]),
        ('combine by id [{"id":5,"n":"p"}] and [{"id":5,"m":"q"},{"id":6}]',
         [{"id": 5, "n": "p", "m": "q"}, {"id": 6}]),
    ],
)  # fmt: skip
def test_two_documents_are_merged(text: str, made: object) -> None:
    assert json.loads(output(ROLE, text)["result"]) == made


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('merge {"a":1} and {"a":2}', "that of the later document was kept: `a`."),
        ('before:\n```json\n{"v":1}\n```\nafter:\n```json\n{"v":2}\n```\nwhat changed?',
         "`v` is 1 in the first and 2 in the second"),
        ('compare [{"id":1},{"id":2,"q":5}] with [{"id":2,"q":6},{"id":3}]',
         "- `[id=1]` is only in the first\n- `[id=3]` is only in the second\n"
         "- `[id=2].q` is 5 in the first and 6 in the second"),
        ('which keys are in both? {"k":1,"m":2} {"m":3,"z":4}',
         "Keys in both: `m`. Only in the first: `k`. Only in the second: `z`."),
        ('vergleiche {"a":[1]} mit {"a":[1]}', "**Ja, beide sind gleich.**"),
        ('compara {"a":1} y {"a":"1"}', "`a` es 1 en el primero y \"1\" en el segundo"),
        ('how many users? {"users":[1]} and {"users":[2,3]}', "I see 2 documents here."),
        ('average t?\n{"t":4}\n{"t":8}',
         "Read as 2 entries, one from each object. The average of `t` over 2 entries is **6**."),
    ],
)  # fmt: skip
def test_two_documents_are_told_apart(text: str, said: str) -> None:
    assert said in ask(ROLE, text).answer


def test_an_object_and_a_list_are_not_merged() -> None:
    assert ask(ROLE, 'merge {"a":1} and [1]').tag == "NULL"


def test_entries_inside_entries_are_one_table() -> None:
    parts = '{"part":"nut","price":2},{"part":"cog","price":9}'
    shops = f'{{"shops":[{{"city":"A","stock":[{parts}]}},{{"city":"B","stock":[{{"part":"pin","price":4}}]}}]}}'
    assert "over 3 entries is **15**" in ask(ROLE, f"sum of all prices {shops}").answer
    assert "**1** of 3 entries have `price` > 5." in ask(ROLE, f"how many parts cost more than 5? {shops}").answer


ROUTES = """[{"no":"A1","minutes":185,"fare":30,"class":"2b"},{"no":"B7","minutes":80,"fare":95,"class":"1a"},
{"no":"C4","minutes":105,"fare":60,"class":"1a"}]"""


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("which take between 90 and 110 minutes?", "**1** of 3 entries have `minutes` ≥ 90 and `minutes` ≤ 110."),
        ("how many have a fare between 50 and 100?", "**2** of 3 entries have `fare` ≥ 50 and `fare` ≤ 100."),
        ("how many are under 70 €?", "**2** of 3 entries have `fare` < 70."),
        ("is any longer than 3 hours?", "I cannot tell which key “longer than 3 hours” is about"),
        ("average fare of 1a", "with `class` = \"1a\" is **77.5**."),
        ("which fare is between 50 and 100 but not 60?", "I find no “60”"),
    ],
)  # fmt: skip
def test_units_and_both_bounds_are_read(question: str, said: str) -> None:
    assert said in ask(ROLE, f"{question} {ROUTES}").answer


def test_the_best_german_grade_is_the_lowest() -> None:
    assert '"n":"b"' in ask(ROLE, 'wer hat die beste Note? [{"n":"a","note":3},{"n":"b","note":1.3}]').answer
    assert "**4600**" in ask(ROLE, 'total for sales [{"part":"sales","v":4600},{"part":"it","v":1}]').answer


def test_a_short_value_is_no_article() -> None:
    rows = '[{"n":"A","mail":"x"},{"n":"B","mail":null}]'
    assert ask(ROLE, f"how many have a mail? {rows}").answer == "**1** of 2 entries have `mail` ≠ null."


def test_a_megabyte_is_answered_in_seconds() -> None:
    rows = [{"id": at, "name": f"Name {at}", "age": at % 90, "town": ("Ulm", "Bonn")[at % 2]} for at in range(16_000)]
    text = f"average age per town of those older than 30 {json.dumps(rows)}"
    began = process_time()
    made = handler(ROLE)(payload(text), None)
    assert process_time() - began < 10
    assert "| Ulm |" in made["answer"]
    assert len(text) > 900_000
