"""What a person is shown of a value that a handler returned: through the engine, with its check of the message."""

from kingdom.cognition.decisions import EmitResponse
from kingdom.cognition.engines import engine_for, fold
from kingdom.cognition.inputs import UserMessage, WorkerResult
from kingdom.cognition.state import SessionLimits
from kingdom.contracts.spec import AgentSpec


def shown_answer(spec: AgentSpec, text: str, value: object) -> EmitResponse:
    """Return the answer of a session in which the handler of ``spec`` returned this value for the message."""
    events = (UserMessage(text=text, now=""), WorkerResult(status="ok", value=value, check_used=True))
    decision = fold(engine_for(spec), SessionLimits(), events)[-1].decision
    assert isinstance(decision, EmitResponse), decision
    return decision
