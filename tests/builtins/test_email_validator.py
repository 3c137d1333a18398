"""E-mail addresses: the awkward ones, each with the verdict that the standards give."""

import pytest

from tests.builtins.asking import ask, handler, output, payload

ROLE = "email_validator"
LONG_LOCAL = "a" * 64
LONG_LABEL = "b" * 63


@pytest.mark.parametrize(
    "address",
    [
        "bob@example.org",
        "Ann.Smith+tag@sub.example.co.uk",
        "o'brien@ireland.ie",
        "a@b.co",
        "_under_score_@example.net",
        "!#$%&'*+-/=?^_`{|}~@example.com",
        f"{LONG_LOCAL}@example.com",
        f"ann@{LONG_LABEL}.com",
        '"john doe"@example.com',
        '"a\\"b"@example.com',
        '"very.unusual.@.unusual.com"@example.com',
        "müller@straße.de",
        "用户@例子.公司",
        "postmaster@xn--bcher-kva.example",
        "user@[192.0.2.1]",
        "user@[IPv6:2001:db8::1]",
        "x@3com.com",
        "x@a--b.com",
    ],
)
def test_a_good_address(address: str) -> None:
    (judged,) = output(ROLE, f"is {address} valid?")["addresses"]
    assert (judged["address"], judged["valid"], judged["reasons"]) == (address, True, [])


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("ann@exa_mple.com", "underscore"),
        ("x@@y.com", "more than one @"),
        ("a@b@c.com", "more than one @"),
        ("a@b.c", "no domain ends with a single letter"),
        (".ann@example.com", "starts or ends with a dot"),
        ("ann.@example.com", "starts or ends with a dot"),
        ("ann..bob@example.com", "two dots in a row"),
        ("ann@example..com", "a dot too many"),
        ("ann@.example.com", "a dot too many"),
        ("ann@-example.com", "hyphen"),
        ("ann@example-.com", "hyphen"),
        ("ann@localhost", "no dot"),
        ("ann@gmail", "no dot"),
        ("ann@1.2.3.4", "bare IP address"),
        ("ann@example.123", "does not end with a number"),
        ("ann@[300.1.1.1]", "no IP address"),
        ("ann@[IPv6:zz]", "no IP address"),
        (f"{LONG_LOCAL}a@example.com", "at most 64"),
        (f"ann@{LONG_LABEL}b.com", "at most 63"),
        ("ann@" + ".".join(["a" * 60] * 5) + ".com", "at most 254"),
        ("ann@exam!ple.com", "! may not stand in a domain"),
        ("an]n@example.com", "may not stand before the @"),
        ("ann@xn--zzzz-.com", "no valid form"),
        ("ann@ab--cd.com", "no valid form"),
        ("@nothing.com", "nothing before"),
        ("ann@", "nothing after"),
    ],
)
def test_a_bad_address_and_why(address: str, reason: str) -> None:
    (judged,) = output(ROLE, f"check {address}")["addresses"]
    assert judged["valid"] is False
    assert reason in "; ".join(judged["reasons"])


@pytest.mark.parametrize(
    ("address", "meant"),
    [
        ("ann@gmial.com", ["ann@gmail.com"]),
        ("ann@gmai.com", ["ann@gmail.com"]),
        ("ann@gmail.con", ["ann@gmail.com"]),
        ("ann@hotmial.com", ["ann@hotmail.com"]),
        ("ann@yaho.com", ["ann@yahoo.com"]),
        ("ann@outlok.com", ["ann@outlook.com"]),
        ("ann@gmail", ["ann@gmail.com"]),
        ("ann@example,com", ["ann@example.com"]),
        ("ann@exa_mple.com", ["ann@example.com", "ann@exa-mple.com"]),
        ("ann..bob@example.com", ["ann.bob@example.com"]),
        ("ann@firm.cmo", ["ann@firm.com"]),
        ("ann@gmail.com", []),
        ("ann@ymail.com", []),
        ("ann@mail.com", []),
        ("ann@softmail.com", []),
        ("ann@gov.uk", []),
        ("ann@t.co", []),
    ],
)
def test_what_was_perhaps_meant(address: str, meant: list[str]) -> None:
    (judged,) = output(ROLE, address)["addresses"]
    assert judged["suggestions"] == meant


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("is ann@exa_mple.com valid? and what about bob@example.org", ["ann@exa_mple.com", "bob@example.org"]),
        ("a@x.com,b@y.com;c@z.com", ["a@x.com", "b@y.com", "c@z.com"]),
        ("Please write to <ann@example.org>.", ["ann@example.org"]),
        ("(ann@example.org), 'bob@example.org'", ["ann@example.org", "bob@example.org"]),
        ("mailto:ann@example.org", ["ann@example.org"]),
        ("`ann@example.org`!", ["ann@example.org"]),
        ("ann@example.org twice: ann@example.org", ["ann@example.org"]),
        ("ask @ann and write ann@example.org", ["ann@example.org"]),
        ("ann.example.com is my email, ok?", ["ann.example.com"]),
    ],
)
def test_addresses_are_found_in_a_sentence(text: str, found: list[str]) -> None:
    assert [judged["address"] for judged in output(ROLE, text)["addresses"]] == found


def test_the_sentence_is_for_people() -> None:
    assert (
        ask(ROLE, "ann@gmial.com").answer
        == "**ann@gmial.com** is well formed, but looks like a slip. Did you mean ann@gmail.com?"
    )


def test_a_follow_up_speaks_of_the_last_address() -> None:
    assert output(ROLE, "why?", "is a..b@c.com ok", "thanks")["addresses"][0]["address"] == "a..b@c.com"


@pytest.mark.parametrize("text", ["", "hello", "write me a poem", "@ann hi", "@@@", "what does valid mean"])
def test_what_is_not_for_it(text: str) -> None:
    assert ask(ROLE, text).tag == "NULL"


def test_a_long_list_is_cut_and_says_so() -> None:
    made = output(ROLE, " ".join(f"person{n}@example{n}.com" for n in range(150)))
    assert made["left_out"] == 150 - len(made["addresses"]) > 0
    assert (made["valid_count"], made["invalid_count"]) == (150, 0)


def test_a_pipe_does_not_break_the_table() -> None:
    assert r"a\|b@c.com" in ask(ROLE, "a|b@c.com d@e.com").answer


def test_addresses_at_the_end_of_a_long_message_are_counted() -> None:
    text = "x" * 70_000 + "\n" + "\n".join(f"person{n}@host{n}.com" for n in range(1_000)) + "\nbad@@host.com"
    made = ask(ROLE, f"valid?\n{text}")
    assert (made.output["valid_count"], made.output["invalid_count"]) == (1_000, 1)
    assert made.answer.startswith("1,000 of 1,001 addresses are well formed. The first ")
    assert f"{made.output['left_out']} more were checked and are left out." in made.answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("which of these are invalid? a@b.co, c@d, e@@f.org", "**Invalid (2)**: c@d, e@@f.org."),
        ("list only the valid ones: a@b.co, c@d", "**Well formed (1)**: a@b.co."),
        ("which domains are in a@b.co, c@b.co, d@e.org", "Domains: b.co (2), e.org (1)."),
        ("any duplicates? a@b.co, A@b.co, c@d.org", "More than once: a@b.co (2)."),
        ("any duplicates? a@b.co, c@d.org", "More than once: none."),
        ("extract the email addresses: write to a@b.co or call c@d.org", "**2**: a@b.co, c@d.org"),
        ("how many addresses are in this: a@b.co c@d.org e@f.net", "**3**"),
        ("ist müller@straße.de gültig?", "ist eine gültige Adresse"),
        ("welche sind ungültig? a@b.co, c@d", "**Ungültig (1)**: c@d."),
        ("Ist das eine gültige Adresse: max@gmial.com", "Meinten Sie max@gmail.com?"),
        ("est-ce que jean@exemple.fr est valide ?", "est une adresse valide"),
        ("est-ce que jean@@exemple.fr est valide ?", "n'est pas une adresse valide"),
        ("¿es válida la dirección ana@ejemplo.es?", "es una dirección válida"),
        ("¿es correcta ana@hotmial.com?", "¿Quiso decir ana@hotmail.com?"),
    ],
)
def test_the_questions_that_people_ask(message: str, said: str) -> None:
    assert said in ask(ROLE, message).answer


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("which of these are from outlook:", "**0**: none"),
        ("how many .fr addresses:", "**0**: none"),
        ("how many mail addresses:", "**4**"),
        ("which gmail addresses are valid:", "(2)**: ann@gmail.com, eve@GMAIL.com"),
        ("how many of these are valid and from yahoo:", "(1)**: cy@yahoo.de"),
        ("how many providers:", "Domains: gmail.com (2)"),
    ],
)
def test_only_the_addresses_of_a_provider_are_listed(question: str, answer: str) -> None:
    assert answer in ask(ROLE, f"{question} ann@gmail.com bob@mail.example.com cy@yahoo.de eve@GMAIL.com").answer


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            "How many different people is this? Ann@x.org, ann@x.org, bob@x.org, ANN@X.ORG",
            "**2** different addresses of 4",
        ),
        ("which domain shows up most? a@web.de, b@mail.com, c@mail.com", "**mail.com** is there most often (2 of 3)"),
        ("quel domaine revient le plus souvent : a@orange.fr, b@free.fr, c@free.fr", "**free.fr**"),
        ("Welche Domain kommt am häufigsten vor? a@web.de, b@gmx.de, c@web.de", "**web.de**"),
        ("¿qué dominio aparece más? a@orange.es, b@free.es, c@free.es", "**free.es**"),
        ("I only want the bit before the @ of these: kate.m@uni.edu, lars@uni.edu", "kate.m\nlars"),
        ("Sort these by domain: zoe@alpha.io, adam@zeta.io, mia@mid.io", "zoe@alpha.io\nmia@mid.io\nadam@zeta.io"),
        ("remove the duplicates: a@b.co, c@d.co, A@b.co", "**2** of 3"),
        ("remove the duplicates: a@b.co, c@d.co, A@b.co, e@f.co", "a@b.co\nc@d.co\ne@f.co"),
        ("join with semicolons for outlook: a@x.org, b@y.com", "a@x.org; b@y.com"),
        ("how many are not gmail addresses? a@gmail.com, b@yahoo.com, c@gmail.com", "**1**: b@yahoo.com"),
        ("Which are NOT valid: tom@site.com, tom.site.com, @site.com", "**Invalid (2)**: tom.site.com, @site.com"),
        ("count the addresses: a@x.org, b@y.com, nonsense, c@z.org", "**3**"),
    ],
)
def test_a_list_of_addresses_as_a_whole(message: str, expected: str) -> None:
    assert expected in ask("email_validator", message).answer


@pytest.mark.parametrize(
    ("text", "start"),
    [
        (
            "please verify: user name@company.com",
            "If **user name@company.com** is meant as one address, it is not valid",
        ),
        ("bitte prüfen: anna meier@firma.de", "Falls **anna meier@firma.de** eine einzige Adresse sein soll"),
        ("please verify: name@company.com", "**name@company.com** is a valid address"),
    ],
)
def test_a_word_before_an_address_may_belong_to_it(text: str, start: str) -> None:
    assert ask("email_validator", text).answer.startswith(start)


@pytest.mark.parametrize(
    "message", ["tom wilson@gmail.com valid?", "is kevin smith@yahoo.com ok or not", "ist tom wilson@gmx.de gültig?"]
)
def test_a_word_right_before_the_address_that_is_asked_about_may_be_part_of_it(message: str) -> None:
    assert ask(ROLE, message).answer.startswith(("If **", "Falls **"))


@pytest.mark.parametrize(
    "message", ["is anna@gmail.com valid?", "my email tom@gmail.com ok?", "can you check ann@web.de", "valid? a@b.com"]
)
def test_a_word_of_the_question_is_no_part_of_an_address(message: str) -> None:
    assert "If **" not in ask(ROLE, message).answer


@pytest.mark.parametrize("message", ["check a@b.com, k.jones#school.org", "is k.jones#school.org a valid email?"])
def test_another_sign_in_the_place_of_the_at_sign_is_judged(message: str) -> None:
    answer = ask(ROLE, message).answer
    assert "k.jones#school.org" in answer
    assert "there is no @ in it" in answer


@pytest.mark.parametrize(
    "message",
    [
        "pull all the email addresses out of my handover notes pls\n\nPat. Ott: BP 128/82, a.b@c.org.\nCall d@e.org",
        "hol mir alle Mailadressen aus der Notiz raus:\nHerr Klein, 14:30, a.b@c.org. Angebot an d@e.org",
        "extrais les adresses mail de ce message : contactez a.b@c.org avant 14 h, ou d@e.org.",
        "which email addresses are in here? Write to a.b@c.org or d@e.org before 3 May.",
    ],
)
def test_addresses_are_taken_out_of_a_text(message: str) -> None:
    made = handler(ROLE)(payload(message), None)
    assert made["answer"].startswith("**2**: a.b@c.org, d@e.org\n")
    assert made["definite"]


@pytest.mark.parametrize(
    ("message", "is_said"),
    [
        ("j.s@uni.de. <- why does the portal say invalid", True),
        ("Warum lehnt das Portal j.s@uni.de. ab?", True),
        ("why is j.s@uni.de, rejected?", True),
        ("My address is j.s@uni.de. Why is it rejected?", False),
        ("please check j.s@uni.de.", False),
    ],
)
def test_a_sign_behind_a_refused_address_is_named(message: str, is_said: bool) -> None:
    assert ("**j.s@uni.de.**" in ask(ROLE, message).answer or "**j.s@uni.de,**" in ask(ROLE, message).answer) is is_said


def test_an_address_with_at_in_words_is_judged_where_somebody_wants_to_use_it() -> None:
    for message in ("on the sheet: lena(at)klinik.org, can i type it in like that", "tom(at)x.org, darf ich das so?"):
        made = handler(ROLE)(payload(message), None)
        assert made["output"]["invalid_count"] == 1
        assert made["definite"]
