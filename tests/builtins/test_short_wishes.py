"""Short spoken wishes: what is taken away, cut or picked out of a text; addresses cleaned; keys of a document."""

import pytest

from kingdom.orchestrator.message_rules.ability_requests import required_abilities
from tests.builtins.asking import ask, output

TEXT, MAIL, JSON = "text_statistics", "email_validator", "json_formatter"


def made(message: str) -> object:
    return output(TEXT, message)["asked"][0]["value"]


@pytest.mark.parametrize(
    ("message", "result"),
    [
        ("number these lines 1 2 3\nmop\nsweep", "1. mop\n2. sweep"),
        ("number the following items:\nbread\nmilk", "1. bread\n2. milk"),
        ("put 1 2 3 before each line:\nred\ngreen", "1. red\n2. green"),
        ("nummeriere diese Zeilen durch\nrot\nblau", "1. rot\n2. blau"),
        ("vowels out: silver spoon", "slvr spn"), ("alle Vokale raus: Fensterbank", "Fnstrbnk"),
        ("les voyelles dehors : bonjour", "bnjr"), ("vocales fuera: murciélago", "mrclg"),
        ("punctuation gone please: well, hello there!", "well hello there"), ("commas away: a, b, c", "a b c"),
        ("consonants out: piano", "iao"), ("Leerzeichen weg: a b c", "abc"),
        ("SHOUT this: doors close at six", "DOORS CLOSE AT SIX"), ("schrei das: wir kommen", "WIR KOMMEN"),
        ("crie ceci : on a gagné", "ON A GAGNÉ"), ("grita esto: hemos ganado", "HEMOS GANADO"),
        ("need a snake_case name for Gross Hourly Wage", "gross_hourly_wage"),
        ("can you give me a kebab-case name for Daily Sales Report", "daily-sales-report"),
        ("ich brauche einen camelCase Namen für Anzahl Offene Posten", "anzahlOffenePosten"),
        ("Gross Margin Percent in camelCase please", "grossMarginPercent"),
        ("schreibe rückwärts: Lampe", "epmaL"), ("in big letters please: wake up", "WAKE UP"),
        ("il me faut un nom en snake_case pour Total Des Ventes", "total_des_ventes"),
        ("dame el nombre en camelCase para Total De Ventas", "totalDeVentas"),
    ],
)  # fmt: skip
def test_a_text_is_changed(message: str, result: str) -> None:
    assert made(message) == result


@pytest.mark.parametrize(
    ("message", "result"),
    [
        ("cut down to the first six words: We left, because the old road was closed", "We left, because the old road"),
        ("shorten to 4 words: the old man and the sea", "the old man and"),
        ("kürze auf die ersten fünf Wörter: Heute gehen wir alle zusammen ins Kino", "Heute gehen wir alle zusammen"),
        ("raccourcis aux quatre premiers mots : le petit chat dort sur le lit", "le petit chat dort"),
        ("only the links pls\nsee https://a.example/x, or http://b.example ok", "https://a.example/x\nhttp://b.example"),
        ("nur die Links bitte\nschau auf https://a.example nach", "https://a.example"),
        ("seulement les liens\nvoir https://a.example/z et le reste", "https://a.example/z"),
        ("Alle Telefonnummern raus bitte: Opa 040 777123, Praxis (ab 9 Uhr) 0151-1234567", "040 777123\n0151-1234567"),
        ("phone numbers only: call +49 30 1234567 after 10:30 on 12.03.2026, room 12", "+49 30 1234567"),
        ("todos los teléfonos por favor: Ana 912 345 678, piso 3", "912 345 678"),
        ("auf drei Wörter kürzen: eins zwei drei vier", "eins zwei drei"),
        ("garde seulement les deux premiers mots : un beau jour", "un beau"),
        ("can you pull the links out of this: see https://a.example ok", "https://a.example"),
        ("which links are in here\nsee https://a.example ok", "https://a.example"),
        ("hol mir die Handynummern raus: Ann 0171 123456", "0171 123456"),
        ("what phone numbers are in this: Ann 030 123456", "030 123456"),
        ("get all the dates out of this: met on 2024-05-01, again 3.6.2024", "2024-05-01\n3.6.2024"),
    ],
)  # fmt: skip
def test_a_part_is_picked(message: str, result: str) -> None:
    assert made(message) == result


@pytest.mark.parametrize(
    ("message", "total"),
    [
        ("take the numbers out of this and add them: 3 apples, 4 pears and 10 nuts", "Sum: **17**"),
        ("add up the numbers in this: 2 cups and 5 spoons", "Sum: **7**"),
        ("Zahlen rausziehen und addieren: 2 Tassen, 5 Löffel", "Summe: **7**"),
        ("extrais les nombres et additionne-les : 2 tasses, 5 verres", "Somme : **7**"),
        ("zieh die Zahlen raus und addiere sie: 4,5 Liter und 6 Liter", "Summe: **10,5**"),
    ],
)
def test_the_numbers_of_a_text_are_added(message: str, total: str) -> None:
    assert ask(TEXT, message).answer.startswith(total)


@pytest.mark.parametrize(
    "message",
    ["take the numbers out of this and add them: at 10:30 on 12.03.2026", "numbers out: room 7", "links: none here"],
)
def test_nothing_is_guessed(message: str) -> None:
    assert "Sum" not in ask(TEXT, message).answer
    assert "These are in the text" not in ask(TEXT, message).answer


@pytest.mark.parametrize(
    ("message", "start"),
    [
        ("zähl mal die Zeilen\nRom\nOslo\nBern", "Zeilen: **3**"),
        ("zähl bitte die Wörter:\nso ein Tag", "Wörter: **3**"),
        ("what word shows up most in this - cat cat dog bird cat", "most common words"),
        ("how many words are in this text - the cat sat on the mat", "Words: **6**"),
    ],
)  # fmt: skip
def test_a_text_is_found_behind_a_spoken_question(message: str, start: str) -> None:
    assert ask(TEXT, message).answer.startswith(start)


@pytest.mark.parametrize(
    ("message", "part"),
    [
        ("tidy up: MAILTO:Bob.Ray@ACME.Example", "```\nBob.Ray@acme.example\n```"),
        ("normalize these: Ann@A.COM, Bob@B.COM", "Ann@a.com\nBob@b.com"),
        ("bereinige bitte: Info@FIRMA.DE", "Info@firma.de"), ("limpia esto: ANA@CORREO.ES", "ANA@correo.es"),
        ('the website refuses "anna lee@web.de", why?', "a space may not stand before the @"),
        ("warum wird 'max muster@web.de' abgelehnt", "ein Leerzeichen darf nicht vor dem @ stehen"),
        ("my form rejects anna lee@web.de, why?", "there is a space in it"),
        ("anna lee@web.de gets refused, why?", "there is a space in it"),
        ("doubles out: a@x.de, b@x.de, a@x.de", "```\na@x.de\nb@x.de\n```"),
        ("mehrfache Adressen weg:\na@x.de\nb@x.de\na@x.de", "```\na@x.de\nb@x.de\n```"),
        ("each address only once: a@x.de, b@x.de, A@x.de", "```\na@x.de\nb@x.de\n```"),
        ("chaque adresse une seule fois : a@x.fr, a@x.fr, b@x.fr", "```\na@x.fr\nb@x.fr\n```"),
        ("geht peter.gmx.de als Mailadresse?", "ist keine gültige Adresse"),
    ],
)  # fmt: skip
def test_addresses(message: str, part: str) -> None:
    assert part in ask(MAIL, message).answer


def test_a_name_before_an_address_and_a_file_are_no_address() -> None:
    assert "space" not in ask(MAIL, "is 'Anna lee@web.de' valid?").answer.partition("valid")[0]
    assert ask(MAIL, "prüfe die Adressen in liste.csv").tag == "NULL"


@pytest.mark.parametrize(
    ("message", "part"),
    [
        ('gimme orders[1].total {"orders":[{"total":9},{"total":4}]}', "**4**"),
        ('zeig mir user.ort {"user":{"ort":"Bonn"}}', '**"Bonn"**'),
        ('dame items[2].n {"items":[{"n":"a"},{"n":"b"},{"n":"c"}]}', '**"c"**'),
        ('is there any phone in there?? {"name":"Pia","fax":null}', "**No**, there is no “phone”"),
        ('is there any fax in there? {"name":"Pia","fax":null}', "but its value is null"),
        ('gibt es da ein Telefon? {"name":"Pia","tel":"3"}', "vielleicht ist `tel` gemeint"),
        ('y a-t-il un prix dedans ? {"nom":"A"}', "**Non**"), ('hay algún precio ahí? {"precio":3}', "**Sí**"),
        ('do you see a zip code in this {"zip":"1"}', "**Yes**"), ('is there a country in it {"city":"U"}', "**No**"),
        ('¿tiene algún correo? {"nombre":"A"}', "**No**"),
        ('is there any gmail in there? {"mail":"a@gmail.com"}', "occurs in the value of `mail`"),
        ('just the names from here, nothing else\n[{"id":1,"name":"Bo"},{"id":2,"name":"Al"}]', '["Bo","Al"]'),
        ('only the ids, nothing more [{"id":4},{"id":9}]', "[4, 9]"),
        ('juste les noms, rien d\'autre [{"nom":"A"},{"nom":"B"}]', '["A", "B"]'),
        ('is age saved as a number or what {"age":"42"}', "**No**: `age` is **a text (string)**"),
        ('ist alter als Zahl gespeichert {"alter":42}', "**Ja**: `alter` is **a number**"),
        ('age: number or string? {"age":42}', "`age` is **a number**"),
    ],
)  # fmt: skip
def test_a_document(message: str, part: str) -> None:
    assert part in ask(JSON, message).answer


def test_what_asks_for_no_key_is_not_denied() -> None:
    assert "**No**" not in ask(JSON, 'is there a typo in this? {"name":"Pia"}').answer
    assert "**No**" not in ask(JSON, 'is this valid? {"name":"Pia"}').answer
    assert ask(JSON, 'items[7].id {"items":[{"id":"k9"}]}').tag == "NULL"


@pytest.mark.parametrize(
    ("message", "needs"),
    [
        ("only the links pls\nsee https://a.example/x and so on", False),
        ("extract all the email addresses please\nsee https://a.example, ann@b.example", False),
        ("get the links from https://a.example/x", True),
    ],
)  # fmt: skip
def test_pieces_of_a_text_below_need_no_web_page(message: str, needs: bool) -> None:
    assert bool(set(required_abilities(message).names) & {"read_pages", "host"}) is needs
