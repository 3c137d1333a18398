"""Who judges the tests that only a language model can judge, in a process that runs tests."""

import uuid

from kingdom.adapters.models.config import ModelConfig
from kingdom.contracts.calls import CallContext
from kingdom.sessions.capabilities import language_model, model_config
from kingdom.specialists.judge import Judge, judge_by


def suite_judge() -> Judge | None:
    """Return a judge on this process's language model, None when none is set: such tests then count as failed."""
    if model_config("reasoning").provider == ModelConfig().provider:
        return None
    return judge_by(language_model(), CallContext(trace_id=uuid.uuid4().hex))
