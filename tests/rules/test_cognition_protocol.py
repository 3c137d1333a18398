"""Three wire forms of tool requests; an ambiguous text is an error."""

import pytest

from kingdom.cognition.protocol import MalformedToolRequest, ParsedToolRequests, parse_tool_requests
from kingdom.contracts.model import ToolCall
from kingdom.contracts.tools import ToolRequest

TOOLS = '[{"name":"archon.fs.read","args":{"path":"a"}}]'
ARCHON = '{"phase":"EXECUTE","intent":"tool_call","summary":"s","tools":' + TOOLS + ',"requires_permission":true}'
BLOCK = '```json:function\n{"name":"archon.fs.read","args":{"path":"a"}}\n```'
CALL = ToolCall(id="n1", name="archon.fs.read", args={"path": "a"})


@pytest.mark.parametrize(
    ("text", "calls", "call_id", "form"),
    [
        pytest.param(ARCHON, (), "call_7_0", "text", id="archon alone"),
        pytest.param(f"I will read.\n```json\n{ARCHON}\n```\n", (), "call_7_0", "text", id="archon in a block"),
        pytest.param(
            f"I will read.\n```\n{ARCHON}\n```\n", (), "call_7_0", "text", id="archon in a block without a name"
        ),
        pytest.param(f"I read {{it}}: {ARCHON} and then {{I}} go on.", (), "call_7_0", "text", id="archon in prose"),
        pytest.param(
            f"I will:\n{ARCHON}\nas before.\n```text\n{ARCHON}\n```", (), "call_7_0", "text", id="an example beside it"
        ),
        pytest.param(f"I will read.\n{BLOCK}", (), "call_7_0", "text", id="function block"),
        pytest.param(
            BLOCK.replace('"args"', '"arguments"'), (), "call_7_0", "text", id="function block with arguments"
        ),
        pytest.param("I will read.", (CALL,), "n1", "native", id="native"),
    ],
)
def test_every_form_is_the_same_request(text: str, calls: tuple[ToolCall, ...], call_id: str, form: str) -> None:
    asked = parse_tool_requests(text, calls, step=7)

    assert isinstance(asked, ParsedToolRequests)
    assert asked.form == form
    assert asked.requests == (ToolRequest(call_id=call_id, name="archon.fs.read", args={"path": "a"}),)


@pytest.mark.parametrize(
    ("text", "calls", "summary"),
    [
        pytest.param(ARCHON, (), "s", id="archon alone"),
        pytest.param(f"I will read.\n```json\n{ARCHON}\n```\n", (), "s", id="the object's own first"),
        pytest.param(ARCHON.replace('"s"', '""'), (), "", id="an empty one alone: JSON is no reason"),
        pytest.param(ARCHON.replace('"s"', "[1]"), (), "", id="no text"),
        pytest.param(f"I will read\nthe notes.\n{BLOCK}", (), "I will read the notes.", id="beside a block"),
        pytest.param("I will read. [STATUS: SUCCESS]", (CALL,), "I will read.", id="native"),
        pytest.param("", (CALL,), "", id="native without words"),
        pytest.param("a " * 5_000, (CALL,), "a " * 149 + "a…", id="too long"),
    ],
)
def test_the_reason_of_a_request(text: str, calls: tuple[ToolCall, ...], summary: str) -> None:
    asked = parse_tool_requests(text, calls, step=7)
    assert isinstance(asked, ParsedToolRequests)
    assert asked.summary == summary


@pytest.mark.parametrize(
    ("text", "calls", "why"),
    [
        pytest.param(BLOCK, (CALL,), "Use one form", id="text and native"),
        pytest.param(f"{BLOCK}\n```json\n{ARCHON}\n```", (), "more than one", id="two text forms"),
        pytest.param(f"```json\n{ARCHON}\n```\n```json\n{ARCHON}\n```", (), "more than one", id="two archons"),
        pytest.param(f"First {ARCHON} and then {ARCHON}.", (), "more than one", id="two in prose"),
        pytest.param(f"{ARCHON}\n```json\n{ARCHON}\n```", (), "more than one", id="one in prose and one in a block"),
        pytest.param(f"First {ARCHON} and then {ARCHON[:-5]}", (), "not valid JSON", id="one in prose that is cut off"),
        pytest.param("{" * 50_000 + ARCHON[:-5], (), "not valid JSON", id="braces without end"),
        pytest.param(ARCHON.replace('"phase"', '"intent":"x","phase"'), (), "twice", id="a key twice in prose"),
        pytest.param(ARCHON[:-5], (), "not valid JSON", id="cut off"),
        pytest.param('```json:function\n{"name":"x","args":{}}', (), "not closed", id="open fence"),
        pytest.param(BLOCK.replace('"args"', '"name":"archon.fs.delete","args"'), (), "twice", id="a key twice"),
        pytest.param(ARCHON.replace("EXECUTE", "PLAN"), (), "EXECUTE", id="other phase"),
        pytest.param(ARCHON.replace(TOOLS, "[]"), (), "at least one", id="no tools"),
        pytest.param(ARCHON.replace('{"path":"a"}', '"a"'), (), "must be an object", id="args is text"),
        pytest.param('```json:function\n{"tool":"x"}\n```', (), "A tool is", id="no name"),
        pytest.param('```json:function\n{"name":"x","args":{},"arguments":{}}\n```', (), "args only", id="args twice"),
        pytest.param('```json:function\n{"name":"x","args":{"n":NaN}}\n```', (), "NaN", id="NaN"),
        pytest.param("\n".join([BLOCK] * 17), (), "More than 16", id="too many"),
        pytest.param("", (CALL, CALL), "same id", id="one id twice"),
        pytest.param("```json:function\n" + "[" * 100_000 + "\n```", (), "nested", id="nested without end"),
    ],
)
def test_ambiguous_or_broken_requests_are_errors(text: str, calls: tuple[ToolCall, ...], why: str) -> None:
    unclear = parse_tool_requests(text, calls, step=1)

    assert isinstance(unclear, MalformedToolRequest)
    assert why in unclear.reason


@pytest.mark.parametrize(
    "text",
    [
        "Plain words.",
        '{"answer": "json, but no request"}',
        f'{{"answer": "a request looks like this", "example": {ARCHON}}}',
        f"It looks like this:\n```text\n{ARCHON}\n```",
        "```json\n{broken\n```",
        'It is called "tool_call".',
        "```python\nprint({})\n```",
    ],
)
def test_other_text_is_an_answer(text: str) -> None:
    assert parse_tool_requests(text, (), step=1) is None
