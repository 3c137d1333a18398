"""How long a told number of words takes to be said or read, and a limit that stands beside a count without its unit."""

import pytest

from tests.builtins.asking import ask

ROLE = "text_statistics"


@pytest.mark.parametrize(
    ("message", "time"),
    [
        ("I have a 650 word best man speech, how many minutes will it take me to say out loud?", "5 min 0 s"),
        ("how long would it take to give this as a talk? its about 1300 words", "10 min 0 s"),
        ("how many minutes is a 900 word speech", "6 min 55 s"),
        ("my toast has 390 words, how long is that", "3 min 0 s"),
        ("the eulogy is 520 words long, how long will it last", "4 min 0 s"),
        ("How long is my speech? I wrote 260 words so far.", "2 min 0 s"),
        ("how much time do i need to present 1,300 words", "10 min 0 s"),
        ("Wie lange dauert eine Rede mit 1300 Wörtern?", "10 min 0 s"),
        ("combien de temps pour lire à voix haute un texte de 520 mots ?", "4 min 0 s"),
        ("¿Cuánto dura un discurso de 780 palabras?", "6 min 0 s"),
    ],
)
def test_words_that_are_said_take_the_pace_of_speech(message: str, time: str) -> None:
    assert f"**{time}**" in (ask(ROLE, message).answer or "")


def test_words_that_are_read_in_silence_take_less() -> None:
    assert "Reading time (estimate): **7 min 46 s**" in (
        ask(ROLE, "how long does it take to read a 1850 word essay?").answer or ""
    )


@pytest.mark.parametrize(
    "message",
    [
        "how long does it take to type 500 words",
        "how long to learn 300 words by heart",
        "how long will it take me to write a 900 word speech?",
    ],
)
def test_other_work_on_words_has_no_known_pace(message: str) -> None:
    assert ask(ROLE, message).tag == "NULL"


@pytest.mark.parametrize(
    ("message", "answer"),
    [
        ("how long to read 2,400 words at 200 words a minute", "**12 min 0 s**"),
        ("how many words is a 5 minute speech", "**650**"),
        ("how many pages is 1500 words", "**3.0**"),
        ("how many words are in this: the speech has 20 words and takes long", "Words: **8**"),
    ],
)
def test_other_questions_about_told_words_keep_their_answer(message: str, answer: str) -> None:
    assert answer in (ask(ROLE, message).answer or "")


LINE = "Open late this Thursday! Mulled wine, mince pies and more."  # 58 characters, 10 words


@pytest.mark.parametrize(
    ("message", "verdict"),
    [
        (f"how many characters is this with spaces? has to fit in 280\n{LINE}", "222 below 280"),
        (f"how many characters? must fit into 40:\n{LINE}", "**No.** The text has 58 characters: 18 more than 40."),
        (f"character count pls, it needs to stay under 60\n{LINE}", "**Yes.** The text has 58 characters: 2 below 60."),
        (f"character count pls, it has to stay under 58\n{LINE}", "**No.**"),
        (f"how many words is this, has to be below 8: {LINE}", "**No.** The text has 10 words"),
        (f"how many words? it should stay within 10.\n{LINE}", "**Yes.**"),
        ("Wie viele Zeichen? Es muss in 60 passen\nHeute länger geöffnet, mit Glühwein.", "**Ja.** Der Text hat 36"),
        ("combien de caractères ? ça doit tenir en 60\nOuvert tard ce jeudi avec du vin chaud.", "**Oui.**"),
        ("¿Cuántos caracteres tiene? Tiene que caber en 20\nAbierto hasta tarde este jueves.", "**No.**"),
    ],
)
def test_a_limit_without_its_unit_is_one_of_what_is_counted(message: str, verdict: str) -> None:
    assert verdict in (ask(ROLE, message).answer or "")


@pytest.mark.parametrize(
    ("message", "answer"),
    [
        ("how many words are in: I have to fit in 3 coats", "Words: **7**"),
        ("how many characters in 'has to fit in 280 rooms'", "Characters: **23**"),
        ("how many characters is this? it has to go out at 9\nHello there", "Characters: **11**"),
    ],
)
def test_a_number_of_the_text_or_of_a_remark_is_no_limit(message: str, answer: str) -> None:
    made = ask(ROLE, message).answer or ""
    assert answer in made
    assert "below" not in made
    assert "more than" not in made


@pytest.mark.parametrize(
    "message",
    [
        "Tu peux me traduire « merci pour votre commande » en italien ?",
        "hello, can you translate “good morning” into french",
        "vous pouvez me résumer ce texte : il pleut.",
    ],
)
def test_what_needs_a_model_is_said_so(message: str) -> None:
    made = ask(ROLE, message)
    assert made.tag == "NULL"
    assert ("language model" in (made.answer or "")) or ("modèle de langage" in (made.answer or ""))
