"""Small talk: what is kept of messages, whether they are handed on, and how to start. A task is no small talk."""

import pytest

from kingdom.orchestrator.replies.small_talk_replies import small_talk_reply
from kingdom.orchestrator.small_talk.recognition import small_talk_of


@pytest.mark.parametrize(
    ("message", "language"),
    [
        ("do u keep what i type in here or send it to some company", "en"),
        ("do you keep what i type or is it sent somewhere", "en"),
        ("do you store what I write here or pass it on to a company?", "en"),
        ("do you keep my messages or send them to openai?", "en"),
        ("will you save the stuff i paste here or give it to google?", "en"),
        ("behältst du was ich hier schreibe oder schickst du es an eine Firma?", "de"),
        ("speicherst du das oder gibst du es an irgendeine Firma weiter", "de"),
        ("est-ce que tu gardes ce que j'écris ici ou tu l'envoies à une entreprise ?", "fr"),
        ("guardas lo que escribo aquí o lo envías a alguna empresa?", "es"),
    ],
)
def test_what_is_kept_or_handed_on_is_a_question_about_kingdom(message: str, language: str) -> None:
    talk = small_talk_of(message)
    assert talk is not None
    assert (talk.topic, talk.language) == ("privacy", language)


@pytest.mark.parametrize(
    ("message", "language"),
    [
        ("Good morning! First time I try something like this, I'm 71 so bear with me. How do I start?", "en"),
        ("Hi! My first time with a thing like this. Where do I start?", "en"),
        ("Hello, first time I'm using anything like this. How do I begin?", "en"),
        ("Guten Morgen! Ich probiere so etwas zum ersten Mal, ich bin 71. Wie fange ich an?", "de"),
        ("Bonjour, c'est la première fois que j'essaie, j'ai 70 ans. Par où commencer ?", "fr"),
        ("Hola, es la primera vez que pruebo algo así, tengo 70 años. ¿Cómo empiezo?", "es"),
    ],
)
def test_a_newcomer_who_asks_how_to_start_is_told_what_there_is(message: str, language: str) -> None:
    talk = small_talk_of(message)
    assert talk is not None
    assert (talk.topic, talk.language) == ("capabilities", language)


@pytest.mark.parametrize(
    "message",
    [
        "Good morning! I want to start a garden, I'm 71. How do I start?",
        "First time I try sourdough. How do I start?",
        "First time I try this bread machine, I'm 71. How do I start?",
        "I want to try something like this table, how do I start?",
        "How do I start a company?",
        "send it to some company",
        "do I keep the receipt or send it to the company?",
        "do you keep bees or send honey to some company",
    ],
)
def test_what_has_a_task_in_it_is_no_small_talk(message: str) -> None:
    assert small_talk_of(message) is None


@pytest.mark.parametrize(
    ("message", "language"),
    [
        ("morning! not sure i'm in the right place, my husband set this up", "en"),
        ("hello, my husband set this up", "en"),
        ("Moin! Mein Mann hat das eingerichtet", "de"),
    ],
)
def test_a_greeting_with_how_one_came_here_gets_an_orientation(message: str, language: str) -> None:
    talk = small_talk_of(message)
    assert talk is not None
    assert (talk.topic, talk.language) == ("capabilities", language)


@pytest.mark.parametrize(
    "message",
    [
        "morning! my husband set this up. how many days until christmas?",
        "hello, my husband set up the tent, it is 3 m wide",
        "hello, please translate what my husband wrote",
    ],
)
def test_a_greeting_before_a_task_is_no_small_talk(message: str) -> None:
    assert small_talk_of(message) is None


def test_what_it_is_and_what_it_costs_are_answered_both() -> None:
    message = "Are you the same as chatgpt or is it something else, and does it cost me per question?"
    talk = small_talk_of(message)
    assert talk is not None
    assert (talk.topic, talk.also) == ("model", ("cost",))
    answer, _ = small_talk_reply(talk, [], with_model=False, staff=False)
    assert "not a language model" in answer
    assert "asks for no payment" in answer


@pytest.mark.parametrize("message", ["what does it cost per parcel?", "is this the same as the invoice?"])
def test_costs_of_other_things_are_no_small_talk(message: str) -> None:
    assert small_talk_of(message) is None
