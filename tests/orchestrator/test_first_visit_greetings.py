"""French greetings of somebody who is here for the first time, and look-alikes with a task."""

import pytest

from kingdom.orchestrator.small_talk.recognition import small_talk_of


@pytest.mark.parametrize(
    "message",
    [
        "bonjour ça va ? je découvre l'outil",
        "bonjour, je teste",
        "salut, je suis nouveau ici",
        "bonsoir ! je débute",
        "je découvre ce site, bonjour",
    ],
)
def test_first_visit_is_greeted_in_french(message: str) -> None:
    talk = small_talk_of(message)
    assert talk is not None
    assert (talk.topic, talk.language) == ("greeting", "fr")


@pytest.mark.parametrize(
    "message",
    [
        "bonjour, je teste 3 km en m",
        "je découvre l'outil de calcul, combien font 3 fois 4",
        "je commence lundi, quel jour est-ce",
    ],
)
def test_task_behind_a_greeting_is_no_greeting(message: str) -> None:
    assert small_talk_of(message) is None
