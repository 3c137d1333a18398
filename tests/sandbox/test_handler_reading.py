"""A real handler in the real sandbox declares what it read, and the engine compares it with the message."""

from collections.abc import Iterator

import pytest

from kingdom.adapters.sandbox.host.service import SandboxService
from kingdom.cognition.decisions import AgentDecision, EmitResponse, Exit, SpawnWorker
from kingdom.cognition.engines import engine_for, fold
from kingdom.cognition.inputs import UserMessage, WorkerResult
from kingdom.cognition.state import SessionLimits
from kingdom.contracts.identity import Identity
from kingdom.contracts.sandbox import Program, SandboxLimits
from kingdom.contracts.spec import AgentSpec
from tests.factories.sandboxd import bubblewrap_service

CODE = """
import re

def handle(payload, ctx):
    found = re.search(r"(\\d+) miles", payload["text"])
    if found is None:
        return {"answer": "I see no miles.", "output": None, "status": "NULL"}
    km = int(found.group(1)) * 1.609344
    used = [list(found.span())] if "bad span" not in payload["text"] else [[0, 9999]]
    result = {"answer": f"{found.group()} are {km} km.", "output": {"km": km}, "used": used}
    if "silent" in payload["text"]:
        del result["used"]
    return result
"""
SPEC = AgentSpec.model_validate(
    {
        "role": "mile_converter",
        "identity": Identity.ANALYZE,
        "purpose": "Converts miles to km.",
        "engine": "handler",
        "output_schema": {"type": "object", "properties": {"km": {"type": "number"}}},
        "handler_code": CODE,
    }
)

pytestmark = pytest.mark.sandbox


@pytest.fixture(scope="module")
def sandbox() -> Iterator[SandboxService]:
    """The real thing, on the backend this machine has without an engine."""
    with bubblewrap_service() as service:
        yield service


def decide(sandbox: SandboxService, text: str) -> AgentDecision:
    """Return the engine's last decision on a message, with the handler run in the sandbox."""
    engine, message = engine_for(SPEC), UserMessage(text=text, now="2026-11-21T22:30:00+00:00")
    spawned = fold(engine, SessionLimits(), [message])[-1].decision
    assert isinstance(spawned, SpawnWorker)
    with sandbox.open(Program(code=CODE), SandboxLimits()) as session:
        outcome = session.call(dict(spawned.payload), 10.0)
    return fold(engine, SessionLimits(), [message, WorkerResult.of(outcome)])[-1].decision


@pytest.mark.parametrize(
    ("text", "answer", "tag"),
    [
        ("5 miles", "5 miles are 8.04672 km.", "SUCCESS"),
        ("😀 5 miles in 40 minutes", "I did not use: “40 minutes”.\n\n5 miles are 8.04672 km.", "SUCCESS"),
        (
            "5 miles or 8 furlongs, which is longer",
            "I can answer for “5 miles”, but your message also says “8 furlongs”, “which is longer”, which I cannot "
            "use. Do you want my answer without it? Then send the message again without these words.",
            "NULL",
        ),
        ("8 furlongs, which is longer", "I see no miles.", "NULL"),
        ("silent 5 miles in notes.txt", "I did not use: “notes.txt”.\n\n5 miles are 8.04672 km.", "SUCCESS"),
    ],
)
def test_what_a_handler_did_not_read_reaches_the_person(
    sandbox: SandboxService, text: str, answer: str, tag: str
) -> None:
    decision = decide(sandbox, text)
    assert isinstance(decision, EmitResponse)
    assert (decision.answer, decision.tag) == (answer, tag)


def test_a_span_outside_of_the_message_is_a_bad_answer(sandbox: SandboxService) -> None:
    decision = decide(sandbox, "bad span 5 miles")
    assert isinstance(decision, Exit)
    assert decision.failure is not None
    assert decision.failure.code == "bad_answer"
