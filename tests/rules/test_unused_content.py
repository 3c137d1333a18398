"""What of a message an answer leaves out: found, said, or asked about, in four languages."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingdom.cognition.decisions import EmitResponse
from kingdom.cognition.message_reading.message_content import find_content
from kingdom.cognition.message_reading.message_language import message_language
from kingdom.cognition.message_reading.unused_content import foreign_content, unused_content, with_unused_content
from kingdom.contracts.handler_result import MessageReading, Span

TEXTS = st.text(max_size=80) | st.lists(
    st.sampled_from(['"', "“", "which ", "not the ", "ohne ", "3,5 km", "a@b.de", "\n", ", ", "sans ", "no los ", "`"])
).map("".join)


def pieces(message: str) -> list[tuple[str, str]]:
    """Return the kinds and texts of a message's content."""
    return [(item.kind, message[slice(*item.span)]) for item in find_content(message)]


def reading(message: str, *used: str, question: str = "") -> MessageReading:
    """Return what a handler declares that read these parts of a message."""
    spans = tuple(Span(message.index(part), message.index(part) + len(part)) for part in used)
    return MessageReading(used=spans, question=question)


def answer(message: str, *used: str, question: str = "") -> EmitResponse:
    """Return what a person gets of an answer that used these parts."""
    given_answer = EmitResponse(answer="It is 7.", output={"n": 7}, tag="SUCCESS")
    return with_unused_content(given_answer, message, reading(message, *used, question=question))


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("add -3,5 and 1.234,56", [("number", "-3,5"), ("number", "1.234,56")]),
        ("from 22:15 on 2026-03-01", [("number", "22:15"), ("number", "2026-03-01")]),
        ("next Friday the 13th", [("number", "Friday"), ("comparison", "the 13th")]),
        ('count "two words" in notes.txt', [("quote", '"two words"'), ("reference", "notes.txt")]),
        ("ann@example.com or https://x.example/a", [("reference", "ann@example.com"), ("reference", "https://x.example/a")]),
        ("which is longer", [("question", "which"), ("comparison", "longer")]),
        ("only words, without the names, not in June", [
            ("question", "only"), ("exclusion", "without"), ("exclusion", "not"), ("number", "June"),
        ]),
        ("welche ist die längste, nicht die erste, ohne März", [
            ("question", "welche"), ("comparison", "längste"), ("exclusion", "nicht"), ("exclusion", "ohne"),
            ("number", "März"),
        ]),
        ("laquelle est la plus longue, sans les espaces", [
            ("question", "laquelle"), ("comparison", "la plus"), ("exclusion", "sans"),
        ]),
        ("solo los días entre el 3 y el 5, sin domingos", [
            ("question", "solo"), ("comparison", "entre"), ("number", "3"), ("number", "5"), ("exclusion", "sin"),
        ]),
        ("why is this not valid? It does not work", []),
        ("names:\n1. Ann\n2. Bob\n10 more", [("number", "10")]),
        ("3. Juni", [("number", "3"), ("number", "Juni")]),
        ("a pro tip from the mayor, sin and cos", []),
    ],
)  # fmt: skip
def test_content_of_weight_is_found(message: str, expected: list[tuple[str, str]]) -> None:
    assert pieces(message) == expected


@given(TEXTS)
def test_pieces_are_in_order_and_inside_the_message(message: str) -> None:
    found = find_content(message)
    places = [place for item in found for place in item.span]
    assert places == sorted(places)
    assert all(0 <= item.span.start < item.span.end <= len(message) for item in found)


@given(TEXTS)
def test_a_message_used_as_a_whole_leaves_nothing(message: str) -> None:
    assert unused_content(message, [Span(0, len(message))] if message else []) == ()


@pytest.mark.parametrize(
    ("message", "used", "notice"),
    [
        ("I ran a 10k in 52 minutes, how many miles", ["10k", "miles"], "I did not use: “52 minutes”."),
        ("count the words of a.txt, mail b@c.de", ["count the words"], "I did not use: “a.txt”, “b@c.de”."),
        ("Wie viele Meilen sind 10 km in 52 Minuten", ["Meilen", "10 km"], "Nicht verwendet habe ich: „52 Minuten“."),
        ("combien de mots dans le texte de 5 pages", ["mots", "texte"], "Je n'ai pas utilisé : « 5 pages »."),
        ("cuántas millas son 10 km en 52 minutos", ["millas", "10 km"], "No he usado: “52 minutos”."),
    ],
)
def test_unused_names_and_numbers_are_said_first(message: str, used: list[str], notice: str) -> None:
    made = answer(message, *used)
    assert (made.answer, made.output, made.tag) == (f"{notice}\n\nIt is 7.", {"n": 7}, "SUCCESS")


@pytest.mark.parametrize(
    ("message", "used", "wishes"),
    [
        ("convert 10 kg to lb. Then write me a poem!", "10 kg to lb", ["write me a poem"]),
        ("is a@b.de valid, and book 2 flights to Rome", "a@b.de valid", ["book 2 flights to Rome"]),
        ("10 kg in Pfund und dann schreib ein Gedicht", "10 kg in Pfund", ["schreib ein Gedicht"]),
        ("10 km en miles ? Raconte-moi une blague ensuite.", "10 km en miles", ["Raconte-moi une blague ensuite"]),
        ("10 km en millas y luego escribe un poema", "10 km en millas", ["escribe un poema"]),
        ("convert 10 kg to lb and describe it; tell me a joke", "10 kg to lb", ["describe it", "tell me a joke"]),
        ("give me 20% of 150 and a joke", "20% of 150", ["a joke"]),
        ("10 kg in Pfund und einen Witz", "10 kg in Pfund", ["einen Witz"]),
        ("sum of 10 and a half", "10", []),
        ("convert 10 kg to lb. Please explain. Thanks a lot!", "10 kg to lb", []),
        ("what is 3 plus 4 and write it as a word", "3 plus 4", []),
        ("10 kg to lb. Explain this table: a,b", "10 kg to lb", []),
        ("Write 10 kg in lb", "10 kg in lb", []),
    ],
)
def test_a_further_wish_is_said(message: str, used: str, wishes: list[str]) -> None:
    """A second wish was once left out without a word."""
    found = unused_content(message, reading(message, used).used or ())
    assert [message[slice(*item.span)] for item in found if item.kind == "wish"] == wishes
    assert [item.kind for item in found if item.kind != "wish"] == []
    assert answer(message, used).answer.endswith("It is 7.")


@pytest.mark.parametrize(
    ("message", "used", "wishes"),
    [
        ("what is 5 km in miles and is that far for a beginner?", "5 km in miles", ["is that far for a beginner"]),
        ("is a@b.de valid, and what is 3 miles in km?", "a@b.de valid", ["what is 3 miles in km"]),
        ("was sind 5 km in Meilen und wie spät ist es in Tokio?", "5 km in Meilen", ["wie spät ist es in Tokio"]),
        ("5 km en miles ? Et combien de jours avant Noël ?", "5 km en miles", ["combien de jours avant Noël"]),
        ("what is 5 km in miles? is that right?", "5 km in miles", []),
        ("how many people are in IT? 5, 6", "IT", []),
        ("what is 5 km in miles? what do I set it to?", "5 km in miles", []),
        ("My son is 5. How old is he in months?", "My son is 5. How old is he in months", []),
        ("type of the field paid: string or boolean? {}", "field paid", []),
    ],
)
def test_a_further_question_is_said(message: str, used: str, wishes: list[str]) -> None:
    """A question of which no word was read was once left out without a word, unless it held a number."""
    found = unused_content(message, reading(message, used).used or ())
    assert [message[slice(*item.span)] for item in found if item.kind == "wish"] == wishes


def test_a_further_wish_of_an_answer_without_spans_is_said_where_nothing_knows_it() -> None:
    response = EmitResponse(answer="It is 7.", output={"n": 7}, tag="SUCCESS")
    for message, left in [("add 3 and 4. Write me a poem", 1), ("add 3 and 4. Describe the numbers", 0)]:
        assert len(foreign_content(message, response, ["Adds numbers and describes the sum."])) == left


@pytest.mark.parametrize(
    ("message", "used", "phrases"),
    [
        ("5 miles or 8 km, which is longer", ["5 miles", "km"], "“8 km”, “which is longer”"),
        ("next Friday the 13th", ["next Friday"], "“the 13th”"),
        ("the total, now only for Widget", ["total"], "“only for Widget”"),
        ("which region made the most revenue", ["revenue"], "“which region made the most revenue”"),
        ("wie viele Wörter ohne Zahlen", ["Wörter"], "„ohne Zahlen“"),
        ("combien de mots sans les espaces", ["mots"], "« sans les espaces »"),
        ("cuántos días hay sin domingos", ["días"], "“sin domingos”"),
    ],
)
def test_what_changes_the_question_is_asked_about(message: str, used: list[str], phrases: str) -> None:
    made = answer(message, *used)
    assert phrases in made.answer
    assert "It is 7." not in made.answer
    assert (made.output, made.tag) == (None, "NULL")


@pytest.mark.parametrize(
    ("message", "used", "phrases"),
    [
        ("how much do the prices add up to? [1, 2]", ["[1, 2]"], "prices"),
        ("¿cuánto suman los precios? [1, 2]", ["[1, 2]"], "suman los precios"),
        ("Wie hoch ist der Gesamtpreis? [1, 2]", ["[1, 2]"], "hoch ist der"),
        ("quel article coûte cher ? [1, 2]", ["[1, 2]"], "article coûte"),
    ],
)
def test_a_general_answer_gives_way_to_a_question_that_it_did_not_read(
    message: str, used: list[str], phrases: str
) -> None:
    general = replace(reading(message, *used), general=True)
    answered = EmitResponse(answer="Formatted.", tag="SUCCESS")
    shown = with_unused_content(answered, message, general)
    assert shown.tag == "NULL"
    assert phrases in shown.answer


@pytest.mark.parametrize(
    "message",
    ["hello, could you please show me this? [1, 2]", "my friend sent me a list: [1, 2]", "was ist das? [1, 2]"],
)
def test_a_general_answer_stays_where_no_question_says_more(message: str) -> None:
    general = replace(reading(message, "[1, 2]"), general=True)
    answered = EmitResponse(answer="Formatted.", tag="SUCCESS")
    assert with_unused_content(answered, message, general) is answered


@pytest.mark.parametrize(
    ("message", "used"),
    [
        ("Is this ok, yes or no? {}", ["Is this ok", "{}"]),
        ("Is that valid or did I mess it up? {}", ["Is that valid", "{}"]),
        ("My van does 42 mpg (the British sort). In litres per 100 km?", ["42 mpg", "In litres per 100 km?"]),
        ("put these in order with semicolons between", ["put these in order with semicolons"]),
        ("how many are different if upper and lower case don't matter", ["how many are different", "don't matter"]),
    ],
)
def test_turns_of_speech_ask_for_nothing(message: str, used: list[str]) -> None:
    given_answer = EmitResponse(answer="It is 7.", output={"n": 7}, tag="SUCCESS")
    general = replace(reading(message, *used), general=True)
    assert with_unused_content(given_answer, message, general).answer == "It is 7."


def test_such_words_outside_a_turn_of_speech_are_asked_about() -> None:
    assert answer("sort the names between A and C", "names").tag == "NULL"
    assert answer("this sort order is wrong, lower case first", "is wrong").tag == "NULL"


def test_a_handler_may_ask_in_its_own_words() -> None:
    made = answer("the total without VAT", "total", question="Which rate?")
    assert made.answer == (
        "I can answer for “total”, but your message also says “without VAT”, which I cannot use. Which rate?"
    )


@pytest.mark.parametrize(
    ("message", "used"),
    [
        ("how many miles are 5 km", ["miles", "5 km"]),
        ("which day is 3 March", ["day", "3 March"]),
        ("is it longer than 5 km", ["longer than 5 km"]),
        ("thanks a lot", []),
    ],
)
def test_an_answer_that_uses_everything_stays_as_it_is(message: str, used: list[str]) -> None:
    assert answer(message, *used).answer == "It is 7."


def test_the_list_is_bounded_and_starts_no_markup() -> None:
    message = " and ".join(f'"*b{number}* <i>"' for number in range(9)) + ', "' + "x" * 200 + '"'
    first = answer(message).answer.splitlines()[0]
    assert first.count("“") == 5
    assert first.endswith(" and 5 more.")
    assert r"\*b0\* \<i\>" in first
    assert len(answer(f'"{"x" * 200}"').answer.splitlines()[0]) < 90


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("Is ann@example.com valid, and what is 3 miles in km?", ["3", "miles", "km"][:1]),
        ("is ann@example.com valid, see notes.pdf", ["notes.pdf"]),
        ("is ann@example.com valid, which street is longer", ["which", "longer"]),
        ("is ann@example.com valid? 3", []),
        ("check the addresses of 3 people", []),
        ('is "someone" valid', []),
        ("ann@example.com valid?\n" + "\n".join(f"plum pear {number}" for number in range(9)), []),
    ],
)
def test_without_spans_only_what_is_foreign_is_reported(message: str, expected: list[str]) -> None:
    made = EmitResponse(answer="**ann@example.com** is valid.", output={"valid": True})
    found = foreign_content(message, made, ["Checks e-mail addresses", "check the addresses of these people"])
    assert [message[slice(*item.span)] for item in found][: len(expected) or None] == expected


def test_without_spans_nothing_is_asked() -> None:
    made = EmitResponse(answer="Fine.", output=None, tag="SUCCESS")
    shown = with_unused_content(made, "5 yards, which street is longer", MessageReading(), ["Checks e-mail"])
    assert shown.answer.endswith("\n\nFine.")
    assert shown.tag == "SUCCESS"


@pytest.mark.parametrize(("confidence", "sure"), [(None, True), (0.7, True), (0.69, False), (0.0, False)])
def test_a_low_confidence_is_said_in_words(confidence: float | None, sure: bool) -> None:
    made = EmitResponse(answer="Fine.", tag="SUCCESS", confidence=confidence)
    shown = with_unused_content(made, "check it", MessageReading(used=()))
    assert shown.answer == ("Fine." if sure else "I am not sure.\n\nFine.")
    assert shown.confidence == confidence


def test_an_answer_without_a_result_stays_as_it_is() -> None:
    made = EmitResponse(answer="I see none.", tag="NULL", confidence=0.1)
    assert with_unused_content(made, "only 3, not the 4", MessageReading(used=())) == made


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("what is 5 miles in km", "en"),
        ("was sind 5 Meilen in km, bitte", "de"),
        ("combien font 5 milles en km, s'il te plaît", "fr"),
        ("¿cuántos km son 5 millas?", "es"),
        ("5 km", "en"),
        ("5 km in miles", "en"),
        ("5 minus 3", "en"),
        ("shuffle? no just sort: pear, apple, fig", "en"),
        ("no, 5 millas en km", "es"),
        ("convert 5 miles in km", "en"),
        ("wieviel sind 5 meilen in km", "de"),
        ("wandle 5 meter in fuß um", "de"),
        ("10 kilo in pfund", "de"),
        ("zähle wörter: haus maus", "de"),
        ("20 prozent davon", "de"),
        ("convertis 5 km en milles", "fr"),
        ("5 días en horas", "es"),
        ("", "en"),
    ],
)
def test_the_language_is_guessed(text: str, language: str) -> None:
    assert message_language(text) == language


def test_what_a_handler_says_itself_is_not_said_twice() -> None:
    message = "which are under 5 kilos"
    told = EmitResponse(answer="I did not use: “5 kilos”.\n\n**2** match.", output={"n": 2}, tag="SUCCESS")
    assert with_unused_content(told, message, reading(message, "which are under")).answer == told.answer
    other = replace(told, answer="I did not use: “big”.\n\n**2** match.")
    shown = with_unused_content(other, message, reading(message, "which are under")).answer
    assert shown == "I did not use: “5 kilos”, “big”.\n\n**2** match."
