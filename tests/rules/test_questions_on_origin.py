"""Questions about who made Kingdom, and about what it keeps of pasted things, in four languages."""

import pytest

from kingdom.orchestrator.small_talk.recognition import small_talk_of


@pytest.mark.parametrize(
    ("message", "topic", "language"),
    [
        ("¿quién te ha creado?", "capabilities", "es"),
        ("quién te hizo?", "capabilities", "es"),
        ("wer hat dich gemacht?", "capabilities", "de"),
        ("qui t'a créé ?", "capabilities", "fr"),
        ("hola! hablas español? quién te hizo?", "languages", "es"),
        ("do you keep the stuff i paste in here? it has customer names", "privacy", "en"),
        ("will you store the lists we upload here?", "privacy", "en"),
        ("speicherst du die sachen die ich hier einfüge? da sind kundennamen drin", "privacy", "de"),
        ("tu gardes ce que je colle ici ? il y a des noms de clients", "privacy", "fr"),
        ("guardas lo que pego aquí? tiene nombres de clientes", "privacy", "es"),
    ],
)
def test_a_question_about_kingdom_is_known(message: str, topic: str, language: str) -> None:
    talk = small_talk_of(message)
    assert talk is not None
    assert (talk.topic, talk.language) == (topic, language)


@pytest.mark.parametrize(
    "message",
    [
        "do you keep the duplicates i paste in here?",
        "keep the lines i paste here",
        "do you save the file as csv",
        "who made the first computer?",
        "it has customer names, sort them",
        "wer hat die Tabelle gemacht?",
    ],
)
def test_a_question_about_data_is_none(message: str) -> None:
    assert small_talk_of(message) is None
