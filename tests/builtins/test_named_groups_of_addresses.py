"""Addresses of a group that no domain names, each person once, and who of an invited list has not answered."""

import pytest

from tests.builtins.asking import ask

SCHOOL = "amy@hillview.sch.uk, ben.t@gmail.com, cora@hillview.sch.uk, eli@outlook.com, finn@hilview.sch.uk"


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        (f"how many of my class are on the school domain? {SCHOOL}", "**2** at hillview.sch.uk"),
        (f"who is not on the school domain? {SCHOOL}", "**3** not at hillview.sch.uk"),
        (f"which ones use a school address: {SCHOOL}", "**2** at hillview.sch.uk"),
        ("Wie viele haben eine Schuladresse? a@gymnasium-x.de, b@gmail.com, c@gymnasium-x.de", "**2** bei gymnasium"),
        ("how many have a work address: a@acme.com, b@acme.com, c@gmail.com", "**2** at acme.com"),
        ("how many use their uni email? a@uni-bonn.de, b@uni-bonn.de, c@gmail.com", "**2** at uni-bonn.de"),
        ("how many are on the club domain? a@runclub.org, b@runclub.org, c@gmail.com", "**2** at runclub.org"),
        ("Combien ont une adresse professionnelle ? a@acme.fr, b@acme.fr, c@gmail.com", "**2** chez acme.fr"),
        ("Combien sont sur le domaine de l'école ? a@lycee-h.fr, b@lycee-h.fr, c@gmail.com", "**2** chez lycee-h.fr"),
        ("¿Cuántos usan el correo de la empresa? a@acme.es, b@acme.es, c@gmail.com", "**2** en acme.es"),
    ],
)
def test_a_group_is_the_domain_that_fits_its_name(message: str, wanted: str) -> None:
    """Addresses at other domains are not counted."""
    assert (ask("email_validator", message).answer or "").startswith(wanted)


def test_a_slip_of_the_domain_of_a_group_is_told() -> None:
    """It is not counted without a word."""
    answer = ask("email_validator", f"how many are on the school domain? {SCHOOL}").answer or ""
    assert "spelled otherwise: finn@hilview.sch.uk" in answer


@pytest.mark.parametrize(
    "message",
    [
        "how many have a work address: a@acme.com, b@acme.com, c@gmail.com, d@foo.org",
        "how many are on the school domain? a@runclub.org, b@runclub.org, c@gmail.com",
        "how many have a private address? a@acme.com, b@gmail.com, c@web.de",
        "how many are on the school domain? a@north.sch.uk, b@south.sch.uk, c@gmail.com",
    ],
)
def test_a_group_without_a_certain_domain_is_asked_about(message: str) -> None:
    """Nothing is counted."""
    answer = ask("email_validator", message).answer or ""
    assert answer.startswith("Which domain is meant")
    assert "**" not in answer


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("which of these school addresses are valid? amy@hillview.sch.uk, b@gmail..com", "**Well formed (1)**"),
        ("how many of the company are on gmail? a@acme.com, b@gmail.com, c@gmail.com", "**2**: b@gmail.com"),
        ("sort these work addresses: b@acme.com, a@acme.com", "a@acme.com\nb@acme.com"),
        ("how many email addresses? a@acme.com, b@acme.com, c@gmail.com", "**3**"),
        ("how many are on hillview.sch.uk? amy@hillview.sch.uk, b@gmail.com", "**1**: amy@hillview.sch.uk"),
    ],
)
def test_other_questions_name_no_group(message: str, wanted: str) -> None:
    """A named domain, a check of the form and an order stay what they are."""
    assert wanted in (ask("email_validator", message).answer or "")


MEMBERS = "Ida (ida.berg@posteo.net), Ruth – ruth@singkreis.org, and Ida again, Ida.Berg@posteo.net"


@pytest.mark.parametrize(
    "wish",
    [
        'Get me the addresses out of this please: "{}" – each person only once',
        "extract the emails from this, no one twice: {}",
        "extract the addresses, without repeats: {}",
        "pull the emails out, everyone just once: {}",
        "every name only once please, the addresses from: {}",
        "Hol mir die Adressen raus, jede Person nur einmal: {}",
        "Bitte die Adressen herausziehen, niemand doppelt: {}",
        "Extrais les adresses, chaque personne une seule fois : {}",
        "Extrais les adresses, sans doublons : {}",
        "Extrae las direcciones, cada persona una sola vez: {}",
        "Extrae las direcciones, sin repetidos: {}",
    ],
)
def test_each_person_once_drops_what_differs_in_case_alone(wish: str) -> None:
    """The first form stays."""
    answer = ask("email_validator", wish.format(MEMBERS)).answer or ""
    assert "ida.berg@posteo.net\nruth@singkreis.org\n```" in answer
    assert "Ida.Berg" not in answer


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        (
            "I invited ola@w.de, fred@w.de, nina.s@u.de and tarek@u.de to the flat meeting. Answers came from "
            "nina.s@u.de and ola@w.de. who do I still have to chase?",
            "**2** of 4 still to come: fred@w.de, tarek@u.de",
        ),
        ("I wrote to a@x.org, b@x.org, c@x.org. b@x.org and c@x.org replied. Who is missing?", "come: a@x.org"),
        ("I invited a@x.org, b@x.org, c@x.org. Replies from b@x.org. Who hasn't answered?", "come: a@x.org, c@x.org"),
        ("a@x.org, b@x.org, c@x.org are on the team; only A@x.org has paid. Who still has to pay?", "come: b@x.org, c"),
        ("I mailed a@x.org, b@x.org but only b@x.org wrote back. Who do I need to remind?", "come: a@x.org"),
        ("Who has not replied? I asked a@x.org, b@x.org, c@x.org. a@x.org answered.", "come: b@x.org, c@x.org"),
        ("I invited a@x.org, b@x.org, c@x.org. No answer from c@x.org. Who has answered?", "others: a@x.org, b@x.org"),
        (
            "I asked a@x.org, b@x.org, c@x.org. No answer from c@x.org. Who do I have to chase?",
            "1** of 3 still to come: c",
        ),
        (
            "Ich habe a@x.org, b@x.org und c@x.org eingeladen. Zugesagt haben a@x.org und c@x.org. Wer fehlt noch?",
            "noch: b@x.org",
        ),
        (
            "Eingeladen sind a@x.org, b@x.org, c@x.org. Geantwortet hat b@x.org. Wen muss ich noch erinnern?",
            "noch: a@x.org, c",
        ),
        (
            "J'ai invité a@x.org, b@x.org et c@x.org. Réponses de a@x.org et b@x.org. Qui dois-je encore relancer ?",
            "encore : c@x.org",
        ),
        ("Invité a a@x.org, b@x.org y c@x.org. Han contestado a@x.org y c@x.org. ¿Quién falta?", "todavía: b@x.org"),
    ],
)
def test_who_has_not_answered_is_who_is_not_named_again(message: str, wanted: str) -> None:
    """The first sentence lists all, the later ones those who answered, or those who did not."""
    assert wanted in (ask("email_validator", message).answer or "")


@pytest.mark.parametrize(
    "message",
    [
        "I invited a@x.org and b@x.org. Are these addresses valid?",
        "a@x.org, b@x, c@x.org. Which one is missing a dot? b@x",
        "I wrote to a@x.org and b@x.org. What is missing in c@x?",
        "Is a@x.org valid? And b@x..org. What is missing in it?",
        "I invited a@x.org, b@x.org and c@x.org. a@x.org said no. c@x.org said yes. Who hasn't answered?",
    ],
)
def test_one_list_and_faults_of_form_are_no_difference(message: str) -> None:
    """Nobody is told to be missing."""
    assert "still to come" not in (ask("email_validator", message).answer or "")
