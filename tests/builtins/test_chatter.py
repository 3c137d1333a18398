"""Chatter around a question changes no answer: metamorphic tests over the first hour; what only looks like it stays."""

from random import Random

import pytest

from benchmarks.support.first_hour_judge import FirstHourMessage, judge_answer
from kingdom.cognition.handler_engine import parse_answer
from kingdom.cognition.message_reading.unused_content import with_unused_content
from kingdom.contracts.handler_result import parse_reading
from tests.builtins.asking import NOW, DrawingHost, ask, builtin, handler, output, payload, unused_words
from tests.builtins.wrapped_messages import ROLE_OF_KIND, WRAPPINGS, asking_messages, wrapped
from tests.rounds import rounds

SEED = 45
MOST_BROKEN = 0.05  # of the wrapped messages; at most a third of them wrong


def _verdict(message: FirstHourMessage, text: str) -> str:
    role, now = ROLE_OF_KIND[message.kind], f"{message.today}T12:00:00+00:00" if message.today else NOW
    spec = builtin(role).spec
    value = handler(role)(payload(text, now=now), DrawingHost())
    response, reading = parse_answer(value, spec.output_schema), parse_reading(value, len(text))
    assert not isinstance(response, str), response
    assert not isinstance(reading, str), reading
    answer = with_unused_content(response, text, reading, (spec.purpose, *spec.examples, *spec.dna_rules)).answer
    return judge_answer(message, answer)


@pytest.mark.parametrize("wrapping", WRAPPINGS)
def test_an_answer_does_not_depend_on_its_wrapping(wrapping: str) -> None:
    texts = list(wrapped(asking_messages(), wrapping, SEED))
    drawn = Random(f"{SEED}/{wrapping}").sample(texts, min(len(texts), rounds(50, 400)))
    cases = [(one, text) for one, text in drawn if _verdict(one, one.message) == "right"]
    verdicts = {text: _verdict(one, text) for one, text in cases}
    broken = [text for text, verdict in verdicts.items() if verdict != "right"]
    wrong = [text for text, verdict in verdicts.items() if verdict == "wrong"]
    assert len(cases) > 40
    assert len(broken) <= MOST_BROKEN * len(cases), broken
    assert len(wrong) <= MOST_BROKEN / 3 * len(cases) + 1, wrong


@pytest.mark.parametrize(
    ("role", "message", "said"),
    [
        ("calculator", "(1) + 2 * 3", "= **7**"),
        ("calculator", "(12) - 5", "= **7**"),
        ("text_statistics", "Hello,\nchar count w/o spaces of: open the door", "(11 without spaces)"),
        ("text_statistics", "Good evening!\nvowels out: keyboard layout", "kybrd lyt"),
        ("text_statistics", "Hey, quick question.\nhow many vowels in 'cauliflower'?", "**5**"),
        ("text_statistics", "salut !\ncombien de mots ? Le train part à midi", "**5**"),
        ("date_calculator", "Guten Morgen, welches Datum ist in 6 Wochen", "2. Januar 2027"),
        ("date_calculator", "could you tell me what day of the week 9 June 1987 was?", "is a **Tuesday**"),
        ("calculator", "15  %  de  200", "**30**"),
        ("calculator", "1. 17*23", "**391**"),
        ("calculator", "1) what percent of 60 is 45", "**75 %**"),
        ("calculator", "out of 250 guests 8% didnt show up. how many came?", "**230**"),
        ("json_formatter", "Could you help me? how many entries are in [1, 2, 3]", "**3**"),
        ("csv_statistics", "Hello,\nsum of price\nitem,price\npen,2\nink,3", "**5**"),
        ("csv_statistics", "what is the mean of price? thx\nitem,price\npen,2\nink,4", "**3**"),
        ("unit_converter", "I'd like to know how many km 5 miles is, no rush", "8.04672"),
        ("unit_converter", "quisiera saber cuántos km son 5 millas", "8,04672"),
        ("email_validator", "um, is ann@example.com valid? my colleague asked me this.", "ann@example.com"),
        ("date_calculator", "my baby was born 14 August 2026, what number of weeks old is she", "14 weeks"),
    ],
)
def test_chatter_is_left_out(role: str, message: str, said: str) -> None:
    assert said in ask(role, message).answer


@pytest.mark.parametrize(
    ("role", "message", "said"),
    [  # what a text, a table or a sum holds is no chatter
        ("text_statistics", "count the words: hi there, thanks a lot!", "Words: **5**"),
        ("text_statistics", "Good morning! How are you?\nHow many words are in this text?", "Words: **5**"),
        ("text_statistics", "uppercase this: thanks in advance, cheers", "THANKS IN ADVANCE, CHEERS"),
        ("text_statistics", "how many words: Are you coming? thanks", "Words: **4**"),
        ("text_statistics", "remove the double spaces: a  b   c", "a b c"),
        ("text_statistics", "how many characters: a  b", "Characters: **4**"),
        ("csv_statistics", "word,n\nhello,3\nthanks,5\nwhich word has the highest n? thanks", "**thanks**"),
        ("json_formatter", 'format {"note": "thanks"}', '"note": "thanks"'),
        ("json_formatter", "- a\n- b\n\nto json", '"a"'),
        ("calculator", "- 5 + 3", "**-2**"),
        ("calculator", "12  500 + 3", "**12,503**"),
        ("date_calculator", "1. Mai 2027 welcher Wochentag", "**Samstag**"),
        ("email_validator", "is this ok: ann  @x.org", "not a valid"),
        ("email_validator", "hello@x.org, hi@x.de valid?", "2 of 2"),
        ("unit_converter", "180 PS in kW bitte", "180 PS"),
    ],
)
def test_what_looks_like_chatter_stays(role: str, message: str, said: str) -> None:
    assert said in ask(role, message).answer


def test_chatter_counts_as_read_and_keeps_the_places_of_the_rest() -> None:
    message = "Hi there! Quick question: how many km is 26.2 miles? Thanks, no rush"
    assert "42.1" in ask("unit_converter", message).answer
    left = unused_words("unit_converter", message)
    assert not {"Hi", "Quick", "question", "Thanks", "rush"} & set(left.replace(",", " ").split())
    assert "26.2" not in left
    assert output("unit_converter", message)["conversions"]
