"""A question on the text behind it is one request with that text, whatever the text says."""

import pytest

from kingdom.orchestrator.parts.segmentation import request_segments


def pieces(message: str) -> list[str]:
    return [segment.text_of(message) for segment in request_segments(message)]


@pytest.mark.parametrize(
    "message",
    [
        "does this fit in one sms (160 characters)? Hi Mrs Novak, come Mon-Fri 9-18h. Please bring the slip. Best, Al",
        "count the sentences. It rained all week. Did we complain? Of course! But then Friday came.",
        "passt das in eine SMS (160 Zeichen)? Hallo Frau Novak, Ihre Brille ist da. Wie geht es Ihnen?",
        "est-ce que ça tient dans un SMS (160 caractères) ? Bonjour Madame, c'est prêt. Quand venez-vous ?",
        "¿cabe esto en un sms de 160 caracteres? Hola Ana, tus gafas están listas. ¿Cuándo vienes a por ellas?",
        "is this short enough for a tweet? We are open again from Monday. How many of you will come?",
        "how many words does this have? Our club meets every Tuesday. Convert your habits. What are you waiting for?",
    ],
)
def test_keeps_the_text_with_its_question(message: str) -> None:
    assert pieces(message) == []


@pytest.mark.parametrize(
    ("message", "parts"),
    [
        (
            "How many words does a novel have? What is 5 km in miles?",
            ["How many words does a novel have?", "What is 5 km in miles?"],
        ),
        ("is that right? Please convert 5 miles to km.", ["is that right?", "Please convert 5 miles to km."]),
        (
            "does this fit in one sms? Hi Ann, see you Monday. Then tell me what 3 miles are in km",
            ["does this fit in one sms? Hi Ann, see you Monday.", "tell me what 3 miles are in km"],
        ),
        (
            "How many hours is 20:30 to 6:45? And 154 lbs in kg please",
            ["How many hours is 20:30 to 6:45?", "154 lbs in kg please"],
        ),
        ("is this address ok a@b.com? What is 5 ft in cm?", ["is this address ok a@b.com?", "What is 5 ft in cm?"]),
    ],
)
def test_cuts_other_questions(message: str, parts: list[str]) -> None:
    assert pieces(message) == parts
