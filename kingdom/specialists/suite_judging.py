"""Who judges the tests that only a language model can judge, in a process that runs tests."""

import uuid

from kingdom.contracts.calls import CallContext
from kingdom.sessions.capabilities import reasoning_model
from kingdom.specialists.judge import Judge, judge_by


def suite_judge() -> Judge | None:
    """Return a judge on this process's language model, None when none is set: such tests then count as failed."""
    model = reasoning_model()
    return None if model is None else judge_by(model, CallContext(trace_id=uuid.uuid4().hex))
