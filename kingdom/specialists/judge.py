"""The grader for what only a language model can judge. It sees what was expected; what it judges is data to it, never an instruction."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

from asgiref.sync import async_to_sync

from kingdom.contracts.calls import CallContext
from kingdom.contracts.canonical import canonical_json
from kingdom.contracts.model import ModelMessage, ModelRequest
from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.core.errors import ModelBadAnswer, ModelBlocked
from kingdom.runtime.ports import LanguageModel
from kingdom.specialists.rules.grading import Grade
from kingdom.specialists.rules.training import JUDGE_PASS, Ran

Judge = Callable[[AgentSpec, TestCase, Ran], Grade]
LONGEST_JUDGED = 12_000  # characters of an answer, and of an output
_SCHEMA = {
    "type": "object",
    "additionalProperties": False,
    "required": ["score", "reason"],
    "properties": {"score": {"type": "number", "minimum": 0, "maximum": 1}, "reason": {"type": "string", "maxLength": 400}},
}


@cache
def judge_prompt() -> str:
    """Return the instructions of the judge."""
    return (Path(__file__).parent / "prompts" / "judge.md").read_text(encoding="utf-8")


def judge_by(model: LanguageModel, call: CallContext) -> Judge:
    """Return a judge that asks a model. Blocking, for threads without an event loop.

    A model that gives no usable judgement gives the score 0; one that is away raises ModelUnavailable.
    """

    def judge(spec: AgentSpec, test: TestCase, ran: Ran) -> Grade:
        try:
            response = async_to_sync(model.generate)(call, _request(spec, test, ran))
        except (ModelBadAnswer, ModelBlocked) as error:
            return Grade(success=False, score=0.0, reason=f"the judging model gave no judgement: {error.message}")
        score, reason = float(response.parsed["score"]), str(response.parsed["reason"]).strip()
        return Grade(success=score >= JUDGE_PASS, score=score, reason=reason or "the judging model gave no reason")

    return judge


def _request(spec: AgentSpec, test: TestCase, ran: Ran) -> ModelRequest:
    output = canonical_json(ran.output)
    case = {
        "purpose": spec.purpose,
        "kind": test.kind,
        "input": test.input,
        "expected": test.expected_output,
        "answer": ran.answer[:LONGEST_JUDGED],
        "output": ran.output if len(output) <= LONGEST_JUDGED else output[:LONGEST_JUDGED],
        "status": ran.status or "SUCCESS",
    }
    return ModelRequest(
        messages=(ModelMessage(role="system", text=judge_prompt()), ModelMessage(role="user", text=canonical_json(case))),
        purpose="reasoning",
        json_schema=_SCHEMA,
        temperature=0.0,
        max_output_tokens=1000,
    )
