"""Segmentation of messages: cut where a request begins, never inside data, and never from what it refers to."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingdom.orchestrator.parts.part_replies import PartResult, limit_reply, parts_reply
from kingdom.orchestrator.parts.segmentation import MAX_CHARS, request_segments, requests_over_data
from tests.factories.messages import MESSAGES


def pieces(message: str) -> list[str]:
    return [segment.text_of(message) for segment in request_segments(message)]


@pytest.mark.parametrize(
    ("message", "parts"),
    [
        ("Is a@b.com valid, and what is 3 miles in km?", ["Is a@b.com valid", "what is 3 miles in km?"]),
        ("Convert 70 kg to pounds. Also, is 2028 a leap year?", ["Convert 70 kg to pounds.", "is 2028 a leap year?"]),
        ("3 miles in km, is a@b.com valid?", ["3 miles in km", "is a@b.com valid?"]),
        ("1) minify {\"a\": 1}\n2) 12 feet in metres", ['minify {"a": 1}', "12 feet in metres"]),
        ("how much is 5 kg and format this JSON: {\"a\":1}", ["how much is 5 kg", 'format this JSON: {"a":1}']),
        ("what's 18% of 250; how old is she?", ["what's 18% of 250", "how old is she?"]),
        ("Wie viel sind 5 Fuß in cm, und ist e@f.org gültig?", ["Wie viel sind 5 Fuß in cm", "ist e@f.org gültig?"]),
        ("Calcule 18 % de 250 et dis-moi quel jour on est.", ["Calcule 18 % de 250", "dis-moi quel jour on est."]),
        ('How many words are in "Stop. Look." and what is 3 kg in lb?',
         ['How many words are in "Stop. Look."', "what is 3 kg in lb?"]),
        ("1. is a@b.com valid? 2. what is 3 kg in lb?", ["1. is a@b.com valid?", "what is 3 kg in lb?"]),
        ("How many hours is 20:30 to 6:45? And 154 lbs in kg please",
         ["How many hours is 20:30 to 6:45?", "154 lbs in kg please"]),
        ("hours between 7:45 and 16:15? also 20% off 85", ["hours between 7:45 and 16:15?", "20% off 85"]),
        ("Brauche 2 Sachen: 15% Rabatt auf 49,90 und welche Kalenderwoche ist der 11. Januar?",
         ["15% Rabatt auf 49,90", "welche Kalenderwoche ist der 11. Januar?"]),
        ("20% of 350, also 5 kg in lb. thx", ["20% of 350", "5 kg in lb. thx"]),
        ("wie viel sind 20 % von 350 und außerdem 12 ft in m", ["wie viel sind 20 % von 350", "12 ft in m"]),
        ("what day is it? Also 5 feet in cm?", ["what day is it?", "5 feet in cm?"]),
        ("¿Es válido p@c.com? ¿Y cuántos días faltan?", ["¿Es válido p@c.com?", "cuántos días faltan?"]),
        ("Hi! Could you check a@b.com and tell me what 3 miles are in km?",
         ["Hi! Could you check a@b.com", "tell me what 3 miles are in km?"]),
        ("hey can you check a@b.com for me and then tell me how much 68 kg is in pounds",
         ["hey can you check a@b.com for me", "tell me how much 68 kg is in pounds"]),
        ("The party is on 12 May, how many days till then? also my case is 23 kg, what's that in lbs?",
         ["The party is on 12 May, how many days till then?", "my case is 23 kg, what's that in lbs?"]),
        ("my cat weighs 5 kg, how much is that in lb? oh and she was born on 3 May 2019, how old is she?",
         ["my cat weighs 5 kg, how much is that in lb?", "she was born on 3 May 2019, how old is she?"]),
        ("Check these emails: a@b.com, foo@bar; also convert 100 km/h to mph",
         ["Check these emails: a@b.com, foo@bar", "convert 100 km/h to mph"]),
        ("dos cosas rapidas: 5 pies en cm y cuanto es 1250 menos el 21%",
         ["5 pies en cm", "cuanto es 1250 menos el 21%"]),
        ("zwei schnelle Sachen: 5 kg in Pfund und was ist 20 % von 80", ["5 kg in Pfund", "was ist 20 % von 80"]),
        ("pick out the emails from 'a@b.io, no c@d.io' and count how many days from 5 jan 2027 to 2 apr 2027",
         ["pick out the emails from 'a@b.io, no c@d.io'", "count how many days from 5 jan 2027 to 2 apr 2027"]),
        ("First, tell me how many seconds a day has. Second, what is 45 / 6. Third, is a@b valid?",
         ["tell me how many seconds a day has.", "what is 45 / 6.", "is a@b valid?"]),
    ],
)  # fmt: skip
def test_a_message_is_cut_where_a_request_begins(message: str, parts: list[str]) -> None:
    assert pieces(message) == parts


@pytest.mark.parametrize(
    "message",
    [
        "how many words are in 'is it true, and what is love?'",
        'format {"q": "is it valid, and what is this?", "n": [1, 2]}',
        'fix this: {"a": 1, and what is 3 miles in km?',
        "count the words: I came and what did I see",
        "count the words in this text:\n\nWhat is love? Is it true?\n\nTell me more.",
        "```\nis this code?\nwhat is this\n```",
        "mean of price\nname,price\nis it,3\nwhat,4",
        "I was born on 3 April 1987, how old am I?",
        "Is a@b.com valid? Tell me why it is not.",
        'format this JSON and tell me how many keys it has: {"a": 1}',
        "calculate 3 * 4 and convert the result to km",
        "validate the address and count the characters of ann@example.com",
        "prüfe a@b.de und sag mir, was daran falsch ist",
        "how many days between 1 March and 5 April?",
        "thanks! and what is 40 miles in km?",
        "I need to learn Spanish. Can you teach me?",
        "convert 5 feet and 3 inches to cm",
        "how many words are in this? The quick brown fox. And how many letters does it have?",
        "How many days until Friday? I am so excited.",
        "what is 5 miles in km and what is that in feet?",
    ],
)
def test_a_message_of_one_wish_is_not_cut(message: str) -> None:
    assert pieces(message) == []


TABLE = "fruit,price,kg\napples,2.40,12\npears,3.10,5"


@pytest.mark.parametrize(
    ("message", "parts"),
    [
        (f"{TABLE}\n\nwhich fruit is the most expensive, and how many kg do we have in total?",
         [f"which fruit is the most expensive\n\n{TABLE}", f"how many kg do we have in total?\n\n{TABLE}"]),
        ('count the words in "the sea is blue" and also put it in upper case',
         ['count the words in "the sea is blue"', 'put it in upper case\n\n"the sea is blue"']),
        ("sort these: walnut, almond, pecan - and tell me which is longest",
         ["sort these: walnut, almond, pecan", "tell me which is longest\n\nwalnut, almond, pecan"]),
        (f"{TABLE}\nwhat is the mean price? And what is 5 miles in km?",
         [f"what is the mean price?\n\n{TABLE}", "what is 5 miles in km?"]),
        (f"{TABLE}\nwhat is the mean price? And what is half of the result?", []),
        (f"Two things: total of this table, and what is 5 miles in km?\n{TABLE}",
         [f"total of this table\n\n{TABLE}", "what is 5 miles in km?"]),
        (f"Summe der Preise bitte, und was sind 5 km in Meilen?\n{TABLE}",
         [f"Summe der Preise bitte\n\n{TABLE}", "was sind 5 km in Meilen?"]),
        (f"total please and how much is that in a year (52 weeks)?\n{TABLE}", []),
        (f"total of this table as of 5 May\n{TABLE}", []),
        ('is {"a": 1, "b": 2} valid? and how many keys has {"c": 3, "d": 4}?', []),
        (f"which fruit is the cheapest?\n{TABLE}", []),
    ],
)  # fmt: skip
def test_requests_over_one_table_or_quote_get_it_each(message: str, parts: list[str]) -> None:
    assert [text for _, text in requests_over_data(message)] == parts


def test_a_document_is_not_cut() -> None:
    question = "Is ann@example.com valid? What is 3 miles in km? "
    assert pieces(question * 4)
    assert pieces(question * (MAX_CHARS // len(question) + 1)) == []
    assert pieces(question * 8) == [], "more than twelve pieces are a document"


@given(st.one_of(MESSAGES, st.lists(MESSAGES, max_size=5).map(" and what is ".join)))
def test_pieces_are_in_order_and_do_not_overlap(message: str) -> None:
    end = 0
    for segment in request_segments(message):
        assert end <= segment.span.start < segment.span.end <= len(message)
        end = segment.span.end


@pytest.mark.parametrize(
    ("message", "unanswered"),
    [
        ("is it valid and what is this", "This part was not answered. No."),
        ("ist das gültig und was ist das", "Dieser Teil wurde nicht beantwortet. No."),
        ("est-ce que c'est valide et quel est le jour", "Cette partie est restée sans réponse. No."),
        ("es válida la dirección y qué es eso", "Esta parte quedó sin respuesta. No."),
    ],
)
def test_the_answer_names_each_request(message: str, unanswered: str) -> None:
    reply = parts_reply(message, [PartResult("is\nit valid", "Yes."), PartResult("what is this", error="No.")])
    assert reply == f"> is it valid\n\nYes.\n\n> what is this\n\n{unanswered}"
    assert "5" in limit_reply(message, 5)


def test_a_long_request_is_quoted_by_its_beginning() -> None:
    reply = parts_reply("is", [PartResult("word " * 100, "Yes.")])
    assert reply.splitlines()[0].endswith("word …")
    assert reply.endswith("\n\nYes.")


@pytest.mark.parametrize(
    ("message", "pieces"),
    [
        (
            "Please 1) 23% of 640 2) 5 lb in grams 3) days from 1 May 2025 to 20 Aug 2025",
            ["23% of 640", "5 lb in grams", "days from 1 May 2025 to 20 Aug 2025"],
        ),
        ("2 things: 18% of 250, and how many cm is 14 inches?", ["18% of 250", "how many cm is 14 inches?"]),
        ("the 2) and 1) of a list", []),
    ],
)
def test_a_list_inside_a_line_is_cut_at_its_numbers(message: str, pieces: list[str]) -> None:
    assert [piece.text_of(message) for piece in request_segments(message)] == pieces


def test_requests_numbered_in_words_are_cut_at_their_numbers() -> None:
    message = "First: 3 * 17 + 9. Second: how many letters has 'strengthen'? Third: 10 miles in km"
    parts = [segment.text_of(message) for segment in request_segments(message)]
    assert parts == ["3 * 17 + 9.", "how many letters has 'strengthen'?", "10 miles in km"]


def test_an_ordinal_without_the_one_before_it_is_no_list() -> None:
    assert request_segments("Second: how many letters has 'strengthen'?") == ()


@pytest.mark.parametrize(
    "message",
    [
        "Welches ist das längste Wort in diesem Satz und wie viele Buchstaben hat es: Die Regierung plant eine Brücke.",
        "what is the longest word and how many letters does it have: the elephant sleeps",
        'how many tickets here have status exactly open, lowercase? [{"id":1,"status":"open"},{"id":2,"status":"x"}]',
        "how many days are missing a number here, and which ones?\ndate,visitors\n2026-11-01,212\n2026-11-02,",
        "how many different emails are in this list? which ones are doubled\nid,email\n1,a@x.org\n2,b@x.org\n3,a@x.org",
        "how many guests eat veg? and who are they?\nguest,meal\nHope,veg\nIan,fish",
        "wie viele Namen sind doppelt? und welche?\nid,name\n1,Ann\n2,Bob",
        "combien de noms sont en double ? lesquels ?\nid,nom\n1,Ann\n2,Bob",
        "¿cuántos nombres están repetidos? ¿y cuáles?\nid,nombre\n1,Ann\n2,Bob",
    ],
)
def test_a_question_about_what_another_picks_or_a_remark_is_no_request_of_its_own(message: str) -> None:
    assert request_segments(message) == ()
    assert requests_over_data(message) == ()


def test_two_questions_about_one_text_stay_two() -> None:
    message = "how many words are in this and is it a palindrome: never odd or even"
    asked = [text for _, text in requests_over_data(message)]
    assert asked == ["how many words are in this\n\nnever odd or even", "is it a palindrome: never odd or even"]


@pytest.mark.parametrize(
    "message",
    [
        f"{TABLE}\nhow many fruits are there? which ones of these are addresses: a@x.org, b@y.org",
        f"{TABLE}\nwelche sind die teuersten? und was ist der Mittelwert von price?",
        f"{TABLE}\nhow many rows are there? and which fruit is the cheapest?",
    ],
)
def test_a_question_with_things_of_its_own_stays_apart(message: str) -> None:
    assert request_segments(message) or requests_over_data(message)


@pytest.mark.parametrize(
    "message",
    [
        f"{TABLE}\nhow much do i pay a week and how much is that in a year (52 weeks)?",
        "what is 12 times 4, and what would that be over 6 months?",
        "Was sind 20 % von 80 und was wäre das in 12 Monaten?",
    ],
)
def test_what_that_is_over_a_time_asks_on(message: str) -> None:
    assert request_segments(message) == ()


def test_what_a_day_is_stays_a_request_of_its_own() -> None:
    assert len(pieces("how many km is 26.2 miles, and what day of the week is 18 April 2027?")) == 2
