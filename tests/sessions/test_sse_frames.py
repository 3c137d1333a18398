"""One server-sent event as text."""

import json

from kingdom.core.sse import sse_frame


def test_line_ends_of_an_answer_stay_inside_one_frame() -> None:
    text = sse_frame("final", {"answer": "a\r\n\n\u2028event: delta\x85b"}, seq=3)
    assert len(text.splitlines()) == 4
    assert json.loads(text.splitlines()[2].removeprefix("data: "))["answer"] == "a\r\n\n\u2028event: delta\x85b"
