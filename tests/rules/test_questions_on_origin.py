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
        (
            "If I paste my customers list in here, does it get stored somewhere? I could get in trouble at work.",
            "privacy",
            "en",
        ),
        ("When I paste the client names in, do they get stored?", "privacy", "en"),
        ("If I upload my payroll file here, who can see it?", "privacy", "en"),
        ("Wenn ich unsere Kundenliste hier einfüge, wird die gespeichert? Ich könnte Ärger bekommen.", "privacy", "de"),
        ("Si je colle ma liste de clients ici, est-ce que c'est enregistré quelque part ?", "privacy", "fr"),
        ("Si pego aquí mi lista de clientes, ¿se guarda en algún sitio?", "privacy", "es"),
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
        "if i paste my customer list here, can you sort it?",
        "if i paste a csv here, which columns can you read?",
        "If I paste my list in here, does it get sorted?",
        "i might lose my job",
        "wer hat die Tabelle gemacht?",
    ],
)
def test_a_question_about_data_is_none(message: str) -> None:
    assert small_talk_of(message) is None
