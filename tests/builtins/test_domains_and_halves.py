"""Domains of a list each once, addresses at a domain and all others, dots at the end of an item, limits of lengths."""

import pytest

from tests.builtins.asking import ask, unused_words

LIST = "it@north.org hr@north.org ceo@south.org it@east.net"
MAILS = "tom@gmail.com, ines@yahoo.com, raj@gmail.com, bo@outlook.com, li@gmail.com"


@pytest.mark.parametrize(
    "message",
    [
        f"domains in this list each once: {LIST}",
        f"all domains, no duplicates: {LIST}",
        f"unique domains please, without repeats: {LIST}",
        f"just the domains, each one only once\n{LIST}",
        f"die domains, jede nur einmal: {LIST}",
        f"les domaines sans doublons : {LIST}",
        f"los dominios sin repetidos: {LIST}",
    ],
)
def test_domains_are_listed_each_once(message: str) -> None:
    assert "north.org\nsouth.org\neast.net" in ask("email_validator", message).answer


@pytest.mark.parametrize(
    "message",
    [
        "each address once: it@north.org hr@north.org it@north.org",
        "remove the duplicates: it@north.org hr@north.org it@north.org",
        "dedupe, sorted by domain: it@north.org hr@north.org it@north.org",
    ],
)
def test_addresses_each_once_stay_addresses(message: str) -> None:
    answer = ask("email_validator", message).answer
    assert "**2** of 3 addresses are left" in answer
    assert "it@north.org\n" in answer


def test_once_is_no_spanish_number_in_an_english_question() -> None:
    assert "addresses are left" in ask("email_validator", "each once: a@x.org b@x.org a@x.org").answer


@pytest.mark.parametrize(
    ("message", "label"),
    [
        (f"how many are gmail and how many not {MAILS}", "not gmail: 2"),
        (f"how many gmail and how many others: {MAILS}", "not gmail: 2"),
        (f"{MAILS} which are gmail and which are not?", "not gmail: 2"),
        (f"which ones are gmail, which ones aren't: {MAILS}", "not gmail: 2"),
        (f"how many at gmail.com and how many elsewhere: {MAILS}", "not gmail.com: 2"),
        (f"wie viele sind gmail und wie viele nicht: {MAILS}", "nicht gmail: 2"),
        (f"combien sont gmail et combien ne le sont pas : {MAILS}", "pas gmail: 2"),
        (f"cuantos son gmail y cuantos no: {MAILS}", "no gmail: 2"),
    ],
)
def test_both_halves_of_a_list_are_told(message: str, label: str) -> None:
    answer = ask("email_validator", message).answer
    assert "(tom@gmail.com, raj@gmail.com, li@gmail.com)" in answer
    assert f"**{label}** (ines@yahoo.com, bo@outlook.com)" in answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (f"how many are not gmail: {MAILS}", "**2**: ines@yahoo.com, bo@outlook.com"),
        (f"how many are gmail and not yahoo: {MAILS}", "**3**: tom@gmail.com"),
        (f"how many gmail and how many yahoo: {MAILS}", "**yahoo: 1**"),
        (f"all except gmail: {MAILS}", "ines@yahoo.com, bo@outlook.com"),
        (f"which are valid and which not: {MAILS}", "5 of 5 addresses"),
    ],
)
def test_other_questions_have_no_second_half(message: str, said: str) -> None:
    answer = ask("email_validator", message).answer
    assert said in answer
    assert "not gmail" not in answer


@pytest.mark.parametrize(
    ("message", "is_broken"),
    [
        ("which are bad: root@lan.org ; nina@corp.net. ; li@corp.cn", True),
        ("valid? nina@corp.net., li@corp.cn", True),
        ("gültig? li@corp.cn, nina@corp.net. , bo@corp.cn", True),
        ("check li@corp.cn, nina@corp.net.", False),
        ("is nina@corp.net valid? i wrote to nina@corp.net.", False),
        ("valid: li@corp.cn. and nina@corp.net.", False),
    ],
)
def test_dot_in_front_of_a_separator_belongs_to_the_address(message: str, is_broken: bool) -> None:
    assert ("a dot too many" in (said := ask("email_validator", message).answer) or "Punkt" in said) is is_broken


@pytest.mark.parametrize(
    "message",
    [
        "max length of the part before the @",
        "how long can the local part be",
        "how many characters are allowed before the at sign",
        "wie lang darf der teil vor dem @ sein",
        "longueur maximale de la partie avant l'arobase",
        "cuantos caracteres puede haber antes de la arroba",
    ],
)
def test_limits_of_the_parts_are_told(message: str) -> None:
    assert "**64**" in ask("email_validator", message).answer
    assert unused_words("email_validator", message).strip() == ""


@pytest.mark.parametrize(
    "message",
    [
        "does info@stmarys.edu.gh really exist, i want to know before i send the invoice",
        "is info@stmarys.edu.gh still in use? i need to be sure before we write to them",
        "existiert info@stmarys.edu.gh, ich will das wissen bevor ich schreibe",
        "info@stmarys.edu.gh existe ? je veux le savoir avant d'envoyer la facture",
        "existe info@stmarys.edu.gh? quiero saberlo antes de enviar la factura",
    ],
)
def test_reason_to_ask_about_a_mailbox_is_read(message: str) -> None:
    assert "before" not in (left := unused_words("email_validator", message))
    assert {"bevor", "avant", "antes"} & set(left.split()) == set()


def test_letters_of_one_address_are_no_limit() -> None:
    assert "**64**" not in ask("email_validator", "how long is the part before the @ in ann@x.org").answer
