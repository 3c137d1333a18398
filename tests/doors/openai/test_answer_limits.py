"""Limits of an answer: however a text comes in pieces, what is sent is the same."""

from hypothesis import given
from hypothesis import strategies as st

from kingdom.doors.openai.answer_limits import LimitedText

TEXTS = st.text(alphabet="ab\n", max_size=40)
STOPS = st.lists(st.text(alphabet="ab\n", min_size=1, max_size=4), max_size=4)


def expected(text: str, stops: list[str], max_tokens: int | None) -> tuple[str, str | None]:
    """Return what is sent of a whole text, and why it ends."""
    ends = [place for place in (text.find(stop) for stop in stops) if place >= 0]
    before = text[: min(ends)] if ends else text
    if max_tokens is not None and len(before) > max_tokens * 4:
        return before[: max_tokens * 4], "length"
    return before, "stop" if ends else None


@given(st.lists(TEXTS, max_size=8), STOPS, st.none() | st.integers(1, 8))
def test_the_pieces_of_a_text_do_not_matter(pieces: list[str], stops: list[str], max_tokens: int | None) -> None:
    limited = LimitedText(max_tokens=max_tokens, stops=stops)
    sent = "".join([*map(limited.add, pieces), limited.close()])
    assert (sent, limited.finish) == expected("".join(pieces), stops, max_tokens)
    assert limited.sent == sent


def test_only_characters_that_may_begin_a_stop_text_wait() -> None:
    limited = LimitedText(stops=["END", "\n\n"])
    assert limited.add("one\n") == "one"
    assert limited.add("two E") == "\ntwo "
    assert limited.add("N") == ""
    assert limited.add("ough") == "ENough"
    assert limited.add(" END of it") == " "
    assert (limited.add("more"), limited.close(), limited.finish) == ("", "", "stop")


def test_an_answer_of_exactly_the_limit_is_whole() -> None:
    limited = LimitedText(max_tokens=2)
    assert limited.add("12345678") + limited.close() == "12345678"
    assert limited.finish is None
    limited = LimitedText(max_tokens=2)
    assert limited.add("123456789") + limited.close() == "12345678"
    assert limited.finish == "length"


def test_a_note_is_sent_whole_behind_a_cut_answer() -> None:
    limited = LimitedText(max_tokens=1)
    assert limited.add("an answer") == "an a"
    assert limited.add_note("\n\nDecide there.") == "\n\nDecide there."
    assert limited.sent == "an a\n\nDecide there."
