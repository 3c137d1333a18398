"""Pipelines as data: which stages a case passes, in which state each runs, and what its verdict depends on. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from kingdom.contracts.canonical import digest
from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.council.rules import moves
from kingdom.council.rules.given import Given

if TYPE_CHECKING:
    from kingdom.council.stages.base import Work

Name = Literal["design", "review", "validate", "tests", "train"]


class Step(NamedTuple):
    """One stage of a pipeline. ``inputs`` are the fields of its ``Work`` that its verdict depends on: equal ones, no second run."""

    stage: Name
    state: str
    onward: str
    inputs: tuple[str, ...]
    timeout_s: float


CREATION: tuple[Step, ...] = (
    Step(
        "design",
        moves.DESIGNING,
        moves.REVIEWING,
        ("request", "wishes", "sources", "recipe", "fork_of", "spec", "suite", "findings", "round", "let_pass", "given"),
        600.0,
    ),
    Step("review", moves.REVIEWING, moves.VALIDATING, ("request", "spec", "let_pass"), 300.0),
    Step("validate", moves.VALIDATING, moves.GENERATING, ("spec", "suite"), 300.0),
    Step("tests", moves.GENERATING, moves.CONFIRMATION, ("request", "spec", "suite", "earlier"), 600.0),
    Step("train", moves.TRAINING, moves.COMPLETED, ("spec", "suite", "mock", "revises"), 1800.0),
)
PIPELINES: Mapping[str, tuple[Step, ...]] = {"creation": CREATION}
JUDGES: tuple[Name, ...] = ("review", "validate", "tests")  # whose yes a card needs before a person is asked


def step_of(pipeline: str, state: str) -> Step | None:
    """Return the stage that runs in a state; None where a person is waited for, or nobody is."""
    return next((step for step in PIPELINES[pipeline] if step.state == state), None)


def inputs_digest(step: Step, work: Work) -> str:
    """Return the digest of what a stage's verdict depends on."""
    return digest({"stage": step.stage, **{name: plain(getattr(work, name)) for name in step.inputs}})


def proposal_digest(spec: AgentSpec, suite: Sequence[TestCase]) -> str:
    """Return the digest of a spec with its tests: what a person's yes is bound to."""
    return digest({"spec": plain(spec), "tests": plain(tuple(suite))})


def seen_by_designer(suite: Sequence[TestCase]) -> tuple[TestCase, ...]:
    """Return the tests that are not held out."""
    return tuple(test for test in suite if not test.held_out)


def plain(value: Any) -> Any:  # noqa: ANN401 - any field of Work
    """Return a field of ``Work`` as JSON."""
    if isinstance(value, AgentSpec | TestCase):
        return value.model_dump(mode="json")
    if isinstance(value, Given):
        return value.to_json()
    if isinstance(value, tuple):
        return [plain(one) for one in value]
    return value if value is None or isinstance(value, str | int | float | bool) else str(value)
