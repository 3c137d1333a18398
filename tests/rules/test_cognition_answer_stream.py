"""A partial text shows only the answer, at each position."""

import json

import pytest

from kingdom.cognition.answer_stream import AnswerStream


def shown(form: str, text: str, width: int) -> str:
    """Feed a text in pieces of one width and return the shown text."""
    stream = AnswerStream("json" if form == "json" else "text")
    return "".join(stream.feed(text[at : at + width]) for at in range(0, len(text), width))


@pytest.mark.parametrize("width", [1, 2, 3, 7, 1000])
@pytest.mark.parametrize(
    ("text", "visible"),
    [
        pytest.param("Three words here.", "Three words here.", id="plain"),
        pytest.param("Done.\n\n[STATUS: SUCCESS]", "Done.", id="status"),
        pytest.param("[BYPASS: known] Done. [STATUS: NULL]", "Done.", id="bypass"),
        pytest.param("Done.\n[EVIDENCE: a.b done]\n[STATUS: SUCCESS]", "Done.", id="evidence"),
        pytest.param("See [1] and [status quo].", "See [1] and [status quo].", id="other brackets"),
        pytest.param('{"phase":"EXECUTE","intent":"tool_call","tools":[]}', "", id="archon"),
        pytest.param('I look.\n```json:function\n{"name":"x"}\n```', "I look.", id="function block"),
        pytest.param(
            "Use `x` and\n```python\nprint()\n```\nso.", "Use `x` and\n```python\nprint()\n```\nso.", id="other code"
        ),
    ],
)
def test_plain_text(text: str, visible: str, width: int) -> None:
    assert shown("text", text, width) == visible


@pytest.mark.parametrize("width", [1, 3, 5, 1000])
@pytest.mark.parametrize("ascii_only", [True, False])
def test_the_answer_inside_json(width: int, ascii_only: bool) -> None:
    answer = 'She said "naïve"\n\\o/ 😀 {end}'
    text = json.dumps({"answer": answer, "output": {"answer": "other"}}, ensure_ascii=ascii_only, indent=1)

    assert shown("json", text, width) == answer


def test_json_without_the_answer_first_shows_nothing() -> None:
    assert shown("json", '{"output": {"answer": "x"}, "answer": "y"}', 4) == ""
