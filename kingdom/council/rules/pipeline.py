"""Pipelines as data: their stages, the state in which each runs, and the inputs that its verdict depends on. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from kingdom.contracts.formats.canonical import json_digest
from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.council.rules import state_machine
from kingdom.council.rules.supplied_proposal import SuppliedProposal

if TYPE_CHECKING:
    from kingdom.council.stages.base import StageInput

StageName = Literal["design", "review", "validate", "tests", "train"]


class PipelineStage(NamedTuple):
    """One stage of a pipeline.

    Its verdict depends on ``inputs``, fields of ``StageInput``; it does not run twice on equal ones.
    """

    name: StageName
    state: str
    next_state: str
    inputs: tuple[str, ...]
    timeout_s: float


CREATION_PIPELINE: tuple[PipelineStage, ...] = (
    PipelineStage(
        "design",
        state_machine.DESIGNING,
        state_machine.REVIEWING,
        (
            "request",
            "change_request",
            "sources",
            "recipe",
            "fork_of",
            "spec",
            "suite",
            "findings",
            "round",
            "overturned_digests",
            "supplied_proposal",
        ),
        600.0,
    ),
    PipelineStage(
        "review", state_machine.REVIEWING, state_machine.VALIDATING, ("request", "spec", "overturned_digests"), 300.0
    ),
    PipelineStage("validate", state_machine.VALIDATING, state_machine.GENERATING_TESTS, ("spec", "suite"), 300.0),
    PipelineStage(
        "tests",
        state_machine.GENERATING_TESTS,
        state_machine.AWAITING_CONFIRMATION,
        ("request", "spec", "suite", "previous_tests"),
        600.0,
    ),
    PipelineStage(
        "train", state_machine.TRAINING, state_machine.COMPLETED, ("spec", "suite", "mock", "revises"), 1800.0
    ),
)
PIPELINES: Mapping[str, tuple[PipelineStage, ...]] = {"creation": CREATION_PIPELINE}
JUDGING_STAGES: tuple[StageName, ...] = ("review", "validate", "tests")  # must pass before the owner is asked


def pipeline_stage(pipeline: str, state: str) -> PipelineStage | None:
    """Return the stage that runs in a state; None in a state that waits for a person or is final."""
    return next((stage for stage in PIPELINES[pipeline] if stage.state == state), None)


def stage_inputs_digest(stage: PipelineStage, stage_input: StageInput) -> str:
    """Return the digest of the inputs that a stage's verdict depends on."""
    return json_digest(
        {"stage": stage.name, **{name: as_json_value(getattr(stage_input, name)) for name in stage.inputs}}
    )


def proposal_digest(spec: AgentSpec, suite: Sequence[TestCase]) -> str:
    """Return the digest of a spec with its tests, which a confirmation is bound to."""
    return json_digest({"spec": as_json_value(spec), "tests": as_json_value(tuple(suite))})


def visible_tests(suite: Sequence[TestCase]) -> tuple[TestCase, ...]:
    """Return the tests that are not held out."""
    return tuple(test for test in suite if not test.held_out)


def as_json_value(value: Any) -> Any:  # noqa: ANN401 - any field of StageInput
    """Return a field of ``StageInput`` as JSON."""
    if isinstance(value, AgentSpec | TestCase):
        return value.model_dump(mode="json")
    if isinstance(value, SuppliedProposal):
        return value.to_json()
    if isinstance(value, tuple):
        return [as_json_value(item) for item in value]
    return value if value is None or isinstance(value, str | int | float | bool) else str(value)
