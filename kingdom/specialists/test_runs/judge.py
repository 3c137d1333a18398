"""A grader on a language model. It treats the judged answer as data, never as an instruction."""

import uuid
from collections.abc import Callable
from functools import cache
from pathlib import Path

from kingdom.contracts.call_context import CallContext
from kingdom.contracts.formats.canonical import canonical_json
from kingdom.contracts.model import ModelMessage, ModelRequest
from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.core.background.event_loop import run_async
from kingdom.core.errors import ModelBadAnswer, ModelBlocked
from kingdom.providers.language_models import language_model_or_none
from kingdom.runtime.ports import LanguageModel
from kingdom.specialists.test_runs.grading import TrialGrade
from kingdom.specialists.test_runs.scoring import JUDGE_PASS_SCORE, TrialOutcome

TrialJudge = Callable[[AgentSpec, TestCase, TrialOutcome], TrialGrade]
MAX_JUDGED_CHARS = 12_000  # characters of an answer, and of an output
_SCHEMA = {
    "type": "object",
    "additionalProperties": False,
    "required": ["score", "reason"],
    "properties": {
        "score": {"type": "number", "minimum": 0, "maximum": 1},
        "reason": {"type": "string", "maxLength": 400},
    },
}


@cache
def judge_prompt() -> str:
    """Return the system prompt of the judge."""
    return (Path(__file__).parent / "prompts" / "judge.md").read_text(encoding="utf-8")


def llm_judge(model: LanguageModel, call: CallContext) -> TrialJudge:
    """Return a judge that asks a model. Blocking, for threads without an event loop.

    The score is 0 if the model returns no valid judgement. The judge raises ModelUnavailable if the model is not
    available.
    """

    def judge(spec: AgentSpec, test: TestCase, ran: TrialOutcome) -> TrialGrade:
        try:
            response = run_async(model.generate, call, _judge_request(spec, test, ran))
        except (ModelBadAnswer, ModelBlocked) as error:
            return TrialGrade(success=False, score=0.0, reason=f"the judging model gave no judgement: {error.message}")
        score, reason = float(response.parsed["score"]), str(response.parsed["reason"]).strip()
        return TrialGrade(
            success=score >= JUDGE_PASS_SCORE, score=score, reason=reason or "the judging model gave no reason"
        )

    return judge


def _judge_request(spec: AgentSpec, test: TestCase, ran: TrialOutcome) -> ModelRequest:
    output = canonical_json(ran.output)
    case = {
        "purpose": spec.purpose,
        "kind": test.kind,
        "input": test.input,
        "expected": test.expected_output,
        "answer": ran.answer[:MAX_JUDGED_CHARS],
        "output": ran.output if len(output) <= MAX_JUDGED_CHARS else output[:MAX_JUDGED_CHARS],
        "status": ran.status or "SUCCESS",
    }
    return ModelRequest(
        messages=(
            ModelMessage(role="system", text=judge_prompt()),
            ModelMessage(role="user", text=canonical_json(case)),
        ),
        purpose="reasoning",
        json_schema=_SCHEMA,
        temperature=0.0,
        max_output_tokens=1000,
    )


def configured_judge() -> TrialJudge | None:
    """Return a judge on the configured language model, None when none is set: tests that need a judge then fail."""
    model = language_model_or_none()
    return None if model is None else llm_judge(model, CallContext(trace_id=uuid.uuid4().hex))
