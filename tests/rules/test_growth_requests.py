"""Wishes for a new specialist and answers to the King's questions, read by rules in four languages."""

import pytest

from kingdom.council.recipes.matcher import is_excluded, subject_hits
from kingdom.orchestrator.king.routing_rules import RouteVerdict, wish_verdict
from kingdom.orchestrator.message_rules.growth_requests import growth_request_of
from kingdom.orchestrator.message_rules.question_replies import QuestionReply, question_reply_of


@pytest.mark.parametrize(
    ("text", "language", "explicit"),
    [
        ("make me a roman numeral converter", "en", True), ("can you learn to check ISBNs?", "en", True),
        ("I could use something that explains cron lines", "en", True), ("teach yourself to split bills", "en", True),
        ("I often need to check IBAN numbers", "en", False), ("we keep having to compare JSON files", "en", False),
        ("Bau mir einen Prüfer für Passwörter", "de", True), ("Kannst du lernen, Subnetze zu berechnen?", "de", True),
        ("Ich brauche etwas, das IBANs prüft", "de", True), ("Ich muss jede Woche Rechnungen teilen", "de", False),
        ("Crée-moi un vérificateur d'ISBN", "fr", True), ("peux-tu apprendre à lire les cron ?", "fr", True),
        ("J'ai souvent besoin de chiffres romains", "fr", False),
        ("J'aimerais un outil pour la TVA", "fr", True), ("Hazme un conversor de números romanos", "es", True),
        ("¿Puedes aprender a comprobar IBAN?", "es", True), ("Necesito a menudo revisar tarjetas", "es", False),
    ],
)  # fmt: skip
def test_a_wish_is_read(text: str, language: str, explicit: bool) -> None:
    wish = growth_request_of(text)
    assert wish is not None
    assert (wish.language, wish.explicit) == (language, explicit)
    assert wish.analysis().should_create_specialist


@pytest.mark.parametrize(
    "text",
    [
        "I run 5 miles every day, how many km is that",
        "cuántas palabras tiene esto: mi abuela necesita revisar el horno todos los domingos",
        "how many words is this: I often need to check the oven",
        "what is 14 kg in pounds", "make me a table of a,b\n1,2",
        "Wie viele Tage sind es bis Weihnachten?", "write me a poem about the sea", "create a summary of this text",
        "is ann@example.com valid?", "peux-tu m'apprendre le français ?", "how often does 3 divide 12",
        "I need this just this once: check an IBAN", "what day is it every leap year", "gib mir die Summe von 3 und 4",
        "dame el promedio de 3, 4 y 5", "donne-moi le nombre de mots de ce texte",
    ],
)  # fmt: skip
def test_an_ordinary_message_is_no_wish(text: str) -> None:
    assert growth_request_of(text) is None


@pytest.mark.parametrize(
    ("text", "is_wish"),
    [
        ("how often do i say really in this\nI really think we really need to talk about the budget.", False),
        ("how often does the word need appear? I need to go there every day", False),
        ("Wie viele Wörter hat das?\nIch muss jeden Tag arbeiten.", False),
        ("every monday i have to count words in my essays", True),
        ("how often do i need to water it? every week i need a plan for that", True),
    ],
)
def test_a_question_for_a_frequency_tells_none(text: str, is_wish: bool) -> None:
    assert (growth_request_of(text) is not None) is is_wish


def test_what_only_wishes_is_no_part_of_the_task() -> None:
    wish = growth_request_of("Can you learn to check IBANs, every day?")
    assert wish is not None
    assert wish.task == "check ibans"


@pytest.mark.parametrize(
    ("text", "kind", "language"),
    [
        ("yes please make it", "yes", "en"), ("ja, mach das", "yes", "de"), ("oui, s'il te plaît", "yes", "fr"),
        ("sí, por favor", "yes", "es"), ("every day", "frequency", "en"), ("Jeden Tag.", "frequency", "de"),
        ("tous les jours", "frequency", "fr"), ("todos los días", "frequency", "es"), ("no thanks", "no", "en"),
        ("nein danke", "no", "de"), ("non merci", "no", "fr"), ("ahora no", "no", "es"),
    ],
)  # fmt: skip
def test_an_answer_to_an_offer_is_read(text: str, kind: str, language: str) -> None:
    reply = question_reply_of(text, "offer")
    assert reply is not None
    assert (reply.kind, reply.language) == (kind, language)


def test_what_says_more_is_no_answer() -> None:
    for text in ("yes, and 3 miles in km?", "no, I meant stones", "every day I eat 3 apples", "yes " * 30):
        assert question_reply_of(text, "offer") is None, text
    assert question_reply_of("yes", "unserved") is None, "nothing was asked"


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("the first one", 0), ("unit_converter", 0), ("let's take the unit converter", 0), ("the second, please", 1),
        ("zweite", 1), ("le deuxième", 1), ("el primero", 0), ("the last one", 1), ("calculator", 1),
    ],
)  # fmt: skip
def test_a_choice_is_read(text: str, position: int) -> None:
    roles = ["unit_converter", "date_calculator"]
    assert question_reply_of(text, "choice", roles) == QuestionReply("choice", "en", position)


def test_a_task_is_no_choice() -> None:
    for text in ("convert 3 miles", "the converter or the calculator", "both", "the first of May"):
        assert question_reply_of(text, "choice", ["unit_converter", "date_calculator"]) is None, text


@pytest.mark.parametrize(
    ("text", "tells_rule"),
    [
        ("Every week I round prices up to ,49 or ,99 (so 3.12 becomes 3.49). Can you learn this?", True),
        ("Can you learn to shorten codes, 12345 -> 45?", True),
        ("Kannst du lernen, Preise zu runden: 3,12 wird 3,49?", True),
        ("can you learn to convert units?", False),
        ("make me a tool for prices over 100", False),
    ],
)
def test_a_wish_may_tell_a_rule_of_its_own(text: str, tells_rule: bool) -> None:
    wish = growth_request_of(text)
    assert wish is not None
    assert (wish.explicit, wish.tells_rule) == (True, tells_rule)


def test_no_specialist_is_named_for_a_rule_of_ones_own() -> None:
    verdict = RouteVerdict("specialist", None, "")
    assert wish_verdict(verdict, "", explicit=True, tells_rule=True).tells_rule
    assert not wish_verdict(verdict, "", explicit=True).tells_rule


def test_a_long_number_as_an_example_asks_for_nothing() -> None:
    text = "I often have to check the barcode numbers on labels. For example 4006381333931"
    assert growth_request_of(text) is not None
    assert growth_request_of("I often have to add up bills, for example 12 and 30") is None


def test_a_recipe_is_no_offer_for_what_it_excludes() -> None:
    subjects = ("!vat id*", "vat")
    assert is_excluded("I check VAT IDs of my suppliers", subjects)
    assert not is_excluded("I often add VAT to prices", subjects)
    assert subject_hits("I check VAT IDs", subjects) == 1
    assert subject_hits("I check ids", subjects) == 0
