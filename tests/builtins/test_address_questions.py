"""Questions about addresses beyond the form of one: two lists, providers, lines, an order to send, a mailbox."""

import pytest

from tests.builtins.asking import ask, output, unused_words

INVITED = "\nInvited: amy@x.com, bob@x.com, cat@x.com\nAnswered: bob@x.com, zed@x.com"


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (
            f"who was invited but hasnt answered?{INVITED}",
            ["**2** in “Invited” but not in “Answered”: amy@x.com, cat@x.com"],
        ),
        (f"who answered without being invited?{INVITED}", ["**1** in “Answered” but not in “Invited”: zed@x.com"]),
        (f"Which addresses are in both lists?{INVITED}", ["**1** in both lists: bob@x.com"]),
        (f"compare these two lists{INVITED}", ["**2** in “Invited”", "**1** in “Answered”", "**1** in both"]),
        ("compare these please. Old: a@b.co, c@d.co New: c@d.co, g@h.co", ["**1** in “Old” but", "**1** in “New” but"]),
        (
            "Wer steht auf der ersten Liste, aber nicht auf der zweiten?\nListe 1: a@x.de, b@x.de\nListe 2: b@x.de",
            ["**1** in „Liste 1“"],
        ),
        (
            "¿Quién falta en la segunda lista?\nLista 1: ana@es.es, luis@es.es\nLista 2: luis@es.es",
            ["**1** en «Lista 1»"],
        ),
        (
            "count how many parents use which provider: mia@gmail.com, otto@yahoo.com, fay@gmail.com",
            ["**gmail.com** (2)", "**yahoo.com** (1)"],
        ),
        ("how many use each provider? a@gmail.com b@gmail.com c@web.de", ["**gmail.com** (2)"]),
        ("Wie viele nutzen welchen Anbieter? a@gmx.de, b@web.de, c@gmx.de", ["**gmx.de** (2)"]),
        ("combien de personnes par fournisseur : a@orange.fr, b@free.fr, c@orange.fr", ["**orange.fr** (2)"]),
        (
            "I only need the bare addresses, one per line:\nLinh <l@x.com>; Pat <p@x.org>",
            ["```\nl@x.com\np@x.org\n```"],
        ),
        ("put each address on its own line: a@b.com; c@d.com", ["```\na@b.com\nc@d.com\n```"]),
        ("eine pro Zeile bitte: Anna <anna@x.de>, Bert <bert@y.de>", ["```\nanna@x.de\nbert@y.de\n```"]),
        (
            "just the gmail ones, comma separated, for pasting into Outlook: a@gmail.com; b@web.de; c@gmail.com",
            ["a@gmail.com, c@gmail.com"],
        ),
        (
            "Which of these are invalid and why?\n1. anna@x.com\n2. bob.x.com\n3. carl@@x.org\n4. dina",
            ["**Invalid (3)**: bob.x.com, carl@@x.org, dina."],
        ),
        (
            "Sign up sheet, which ones cant be right?\npat@mail.com\njune@lakeside\n@nancy.co",
            ["**Invalid (2)**: june@lakeside, @nancy.co."],
        ),
        ("Welche Adressen stimmen nicht?\nm.huber@x.de\nk schulz@x.de\npost@x,de", ["**Ungültig (2)**"]),
        ("Quelles adresses sont fausses ? lea@fr, noe@fr.fr, zoe fr.fr", ["**Invalides (2)**: lea@fr, zoe fr.fr."]),
        (
            "Welche gehören nicht zur Domain firma.com? lea@firma.com, uwe@firma.com.org, firma@post.com",
            ["**2**: uwe@firma.com.org, firma@post.com"],
        ),
        ("list everyone except the yahoo people: a@yahoo.com, b@gmx.de, c@web.de", ["**2**/3: b@gmx.de, c@web.de"]),
        (
            "mail to sophie.lang@@orchard.org bounced. is the address wrong or is it my computer",
            ["more than one @", "It is the address"],
        ),
        ("Liegt es an der Adresse oder an meinem Rechner? petra@gmx.de", ["An der Form der Adresse liegt es nicht"]),
    ],
)
def test_lists_and_causes(message: str, said: list[str]) -> None:
    answer = ask("email_validator", message).answer
    assert [one for one in said if one not in answer] == []


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("send a mail to boss@firm.com that im sick today", "I cannot send mail"),
        ("Please forward this to hr@firm.org", "I cannot send mail"),
        ("can you email tom@firm.com and ask him when he is back", "I cannot send mail"),
        ("Schick bitte eine Mail an chef@firma.de, dass ich krank bin", "Ich kann keine Mail senden"),
        ("Kannst du eine Mail an info@verein.de schreiben?", "Ich kann keine Mail senden"),
        ("Envoie un message à paul@asso.fr pour dire que je suis en retard", "Je ne peux pas envoyer"),
        ("manda un correo a jefe@empresa.es diciendo que estoy enfermo", "No puedo enviar"),
    ],
)
def test_an_order_to_send_is_declined(message: str, said: str) -> None:
    answer = ask("email_validator", message)
    assert answer.tag == "NULL"
    assert answer.answer.startswith(said)


@pytest.mark.parametrize(
    "message",
    [
        "I sent a mail to anna@firm.de yesterday and it came back, is the address ok?",
        "send me only the valid ones: a@b.com, c@@d.com",
        "Please write to <ann@firm.org>.",
        "mail to ann@firm.org bounced",
        "write these in small letters: Ann@firm.org, BOB@firm.org",
    ],
)
def test_no_order_to_send(message: str) -> None:
    assert output("email_validator", message)["addresses"]


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (
            "Can you check whether somebody really reads the mailbox max@x.com? I don't mean if it's written properly.",
            "I cannot tell whether the mailbox",
        ),
        ("is anyone actually reading support@shop.org? nobody ever answers me", "I cannot tell whether the mailbox"),
        ("Will my message arrive at joe@plant.io?", "I cannot tell whether the mailbox"),
        ("Wird das Postfach info@stadt.de noch gelesen?", "Ob es das Postfach gibt"),
        ("Est-ce que quelqu'un lit vraiment contact@ville.fr ?", "Je ne peux pas dire"),
    ],
)
def test_what_is_not_known_of_a_mailbox_comes_first(message: str, said: str) -> None:
    assert ask("email_validator", message).answer.startswith(said)


def test_a_verdict_on_the_form_has_no_word_on_the_mailbox() -> None:
    answer = ask("email_validator", "is kim@firm.org valid? our form says it reads wrong").answer
    assert "mailbox" not in answer


@pytest.mark.parametrize(
    ("message", "said", "unsaid"),
    [
        (
            "count the addresses, ignoring the ones at test.org: a@test.org, b@x.org, c@y.org",
            "**2**: b@x.org, c@y.org",
            "**1**",
        ),
        (
            "Which ones end in .org but are not from shop.org? a@shop.org, b@x.org, c@y.com",
            "**1**: b@x.org",
            "**1**: c@y.com",
        ),
        ("welche sind von gmail: a@gmail.com, b@web.de", "**1**/2: a@gmail.com", "**2**"),
        (
            "clean this list, drop the broken ones, one per line: a@b.com, c@@d.com, e@f.com",
            "a@b.com\ne@f.com",
            "c@@d.com",
        ),
        ("Sort by the name before the at, not by domain: zed@a.com, amy@z.com", "amy@z.com\nzed@a.com", "```\nzed\n"),
        ("merge these two lists without duplicates\nA: a@x.de, b@x.de\nB: b@x.de, c@x.de", "**3** of 4", "in “B”"),
        ("My boss typed tom,smith@firm.com and it works. Can that be right?", "there is a comma in it", "space"),
        ("Is a space allowed in an email address?", "**No**, but for one case", "I see no"),
        ("how long may an e-mail address be?", "**254** in all", "I see no"),
        ("Sind Umlaute in Mailadressen erlaubt?", "**Ja**, nach neueren Normen", "Ich sehe"),
    ],
)
def test_what_is_left_out_and_what_an_address_may_hold(message: str, said: str, unsaid: str) -> None:
    answer = ask("email_validator", message).answer
    assert said in answer
    assert unsaid not in answer


def test_addresses_are_not_changed() -> None:
    answer = ask("email_validator", "replace all @old.com with @new.com: a@old.com, b@x.com")
    assert answer.tag == "NULL"
    assert output("email_validator", "Change of plans! please write to ann@x.org, is that valid?")["valid_count"] == 1


def test_a_second_question_is_not_used() -> None:
    message = "Which domain do most have and how many have no gmail? a@gmail.com, b@gmail.com, c@web.de"
    assert "how many have no gmail" in unused_words("email_validator", message)


@pytest.mark.parametrize(
    ("message", "said", "unsaid"),
    [
        ("how many gmail addresses: a@gmail.com; b@gmail.co; c@googlemail.com; d@x.com", "**2**: a@gmail.com", "**3**"),
        ("How many yahoo addresses? a@yahoo.de, b@yahoo.co.uk, c@yaho.com", "looks like a slip: c@yaho.com", "**3**"),
        ("Nur die Gmail-Adressen, kommagetrennt: x@gmail.com, z@gmail.de, w@web.de", "```\nx@gmail.com\n```", "w@web"),
        ("Everyone except gmail: a@gmail.com, b@gmail.co, c@web.de", "**2**/3: b@gmail.co, c@web.de", "Not counted"),
        (
            "Only the ones at x.org, please. Ann <a@x.org>; Bolt Ltd <b@bolt.org>; c@notx.org",
            "**1**: a@x.org",
            "bolt: 1",
        ),
        (
            "she wrote info@corner-shop,example – whats wrong with it",
            "Did you mean info@corner-shop.example",
            "**info@corner-shop**",
        ),
        ("Extract the emails: ann@a.com,bob@b.com,carl@c.com", "**3**: ann@a.com, bob@b.com, carl@c.com", "**2**"),
        ("on one line with semicolons between, A to Z:\nvera@x.org\nbo@x.org", "bo@x.org; vera@x.org", "vera@x.org; "),
        ("Ordena de la A a la Z: zoe@x.es, ana@x.es", "ana@x.es\nzoe@x.es", "**2**"),
        (
            "Sortez-moi les adresses, séparées par un point-virgule : Zoé <zoe@x.fr>, Al <al@x.fr>",
            "zoe@x.fr; al@x.fr",
            "al@x.fr; ",
        ),
        (
            "Which of these would you turn down? a@x.org / root@ / two words@x.org",
            "**Invalid (2)**: root@, two words@x.org",
            "**5**",
        ),
        (
            "Which would be rejected: good@x.com | bad one@x.com | @x.com",
            "**Invalid (2)**: bad one@x.com, @x.com",
            "| one@",
        ),
        ("es valido el correo jose perez@hotmail.com ?", "**jose perez@hotmail.com** no es", "**perez@"),
        ("Ist die Mailadresse max muster@web.de gültig?", "**max muster@web.de** ist keine", "**muster@"),
        ("L'adresse paul durand@free.fr est-elle correcte ?", "**paul durand@free.fr** n'est pas", "**durand@"),
        ("is the email bob@web.de valid?", "**bob@web.de** is a valid", "space"),
        ("is this email correct bob@x.com", "**bob@x.com** is a valid", "space"),
        ("¿está bien el correo electrónico ana.gil@correo.es?", "**ana.gil@correo.es** es una", "space"),
    ],
)
def test_names_slips_and_spaces_of_a_list(message: str, said: str, unsaid: str) -> None:
    answer = ask("email_validator", message).answer
    assert said in answer
    assert unsaid not in answer
