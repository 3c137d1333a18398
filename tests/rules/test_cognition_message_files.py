"""Files of a message in the inputs of engines."""

from kingdom.cognition.decisions import RequestModel, SpawnWorker
from kingdom.cognition.engines import engine_for
from kingdom.cognition.inputs import ConversationTurn, UserMessage, from_json, to_json
from kingdom.cognition.state import AgentState, SessionLimits
from tests.factories.cognition import handler_spec, model_spec

EARLIER = (
    ConversationTurn(role="user", text="What is in a.csv?", files=("a.csv",)),
    ConversationTurn(role="model", text="Three rows."),
)
MESSAGE = UserMessage(text="Sum of it?", now="2026-01-01T00:00:00", history=EARLIER, files=("b <x>.csv",))
PLAIN = UserMessage(text="Hello.", now="2026-01-01T00:00:00", history=(ConversationTurn(role="user", text="Hi."),))


def test_a_handler_gets_paths_in_its_payload() -> None:
    made = engine_for(handler_spec()).step(AgentState(limits=SessionLimits()), MESSAGE).decision
    assert isinstance(made, SpawnWorker)
    assert made.payload["files"] == ["b <x>.csv"]
    assert made.payload["history"] == [
        {"role": "user", "text": "What is in a.csv?", "files": ["a.csv"]},
        {"role": "model", "text": "Three rows."},
    ]


def test_a_payload_without_files_has_no_field_for_them() -> None:
    made = engine_for(handler_spec()).step(AgentState(limits=SessionLimits()), PLAIN).decision
    assert isinstance(made, SpawnWorker)
    assert made.payload == {
        "text": "Hello.",
        "history": [{"role": "user", "text": "Hi."}],
        "now": "2026-01-01T00:00:00",
    }


def test_a_model_gets_escaped_paths() -> None:
    made = engine_for(model_spec()).step(AgentState(limits=SessionLimits()), MESSAGE).decision
    assert isinstance(made, RequestModel)
    first, _, last = made.request.messages[1:]
    assert first.text.endswith('[Kernel] Files in this conversation\'s workspace that this is about: ["a.csv"]')
    assert last.text.startswith("Sum of it?\n\n[Kernel] Files")
    assert "b \\u003cx>.csv" in last.text
    plain = engine_for(model_spec()).step(AgentState(limits=SessionLimits()), PLAIN).decision
    assert isinstance(plain, RequestModel)
    assert [message.text for message in plain.request.messages[1:]] == ["Hi.", "Hello."]


def test_the_log_returns_files() -> None:
    assert from_json(to_json(MESSAGE)) == MESSAGE
    old = to_json(PLAIN)
    del old["files"], old["history"][0]["files"]
    assert from_json(old) == PLAIN, "a log from before there were files"
