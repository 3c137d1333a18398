"""The guards of a node: when its run must not go on without a person, why, and what would help. Pure."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

from kingdom.contracts.workflows.briefs import Brief
from kingdom.contracts.workflows.manifest import ManifestNode

GuardCode = Literal[
    "context_drought",
    "semantic_null",
    "protocol_violation",
    "execution_failure",
    "step_limit",
    "time_limit",
    "budget_exceeded",
]
_TAG = re.compile(r"\[STATUS:\s*(?:SUCCESS|NULL)\s*\]", re.IGNORECASE)
_MAX_EXCERPT = 300


@dataclass(frozen=True)
class Halt:
    """Why a node waits for a person: the guard, the reason and a hint, both for people."""

    code: GuardCode
    reason: str
    recovery_hint: str


@dataclass(frozen=True, kw_only=True)
class RunOutcome:
    """How one session of a node ended.

    ``model``: a language model answered. ``missing_tool``: the mandatory tool without a receipt, "" where none is
    mandatory, where there is a receipt, or where the agent gave a reason to do without. ``bypass`` is that reason,
    which was one too many where a tool is missing. ``code`` is that of a failure.
    """

    index: int
    state: Literal["completed", "null", "failed", "cancelled"]
    answer: str = ""
    error: str = ""
    tag: str = ""
    model: bool = False
    missing_tool: str = ""
    bypass: str = ""
    code: str = ""


def drought_halt(node: ManifestNode, briefs: Sequence[Brief], *, edited: bool) -> Halt | None:
    """Return the halt of a node whose dependencies gave it nothing, before anything is run.

    A node whose prompt was edited for this has its own task; one with an input of its own never lacks it.
    """
    needed = _needed_briefs(node, briefs)
    if edited or not needed or any(brief.is_usable for brief in needed):
        return None
    gaps = "; ".join(f"{brief.source}: {brief.gap or 'it gave nothing'}" for brief in needed)
    hint = f"Run {needed[0].source} again first, or give {node.id} a prompt that needs nothing of it."
    return Halt("context_drought", f"Pre-Execution Halt: {node.id} has nothing to work on ({gaps}).", hint)


def _needed_briefs(node: ManifestNode, briefs: Sequence[Brief]) -> list[Brief]:
    """Return the briefs that a node works on; a specialist with an input of its own needs none."""
    named = [brief for brief in briefs if brief.source in node.references]
    return named or ([] if node.specialist else list(briefs))


def late_halt(node: ManifestNode, allowed: timedelta) -> Halt:
    """Return the halt of a node that had not ended when the time of its workflow was over."""
    reason = f"Time Limit: {node.id} had not ended when this workflow had taken longer than {allowed}. It was stopped."
    return Halt("time_limit", reason, "Retry allows the same time once more. Or skip it, or abort.")


def result_halt(node: ManifestNode, runs: Sequence[RunOutcome]) -> Halt | None:
    """Return the halt of a node whose sessions have ended, None when its result can be relied on."""
    lost = [run for run in runs if run.state in ("failed", "cancelled")]
    if lost:
        return _failure_halt(node, lost, len(runs))
    if all(run.state == "null" for run in runs):
        if node.role == "observer":
            return None
        said = _excerpt(runs[0].answer)
        hint = "Edit the prompt: ask for something else or say where to look. Or skip it, and go on without its result."
        return Halt("semantic_null", f"{node.id} reported a Semantic Null: {said}", hint)
    violations = [text for run in runs if (text := _violation(run))]
    if not violations:
        return None
    return Halt("protocol_violation", f"Protocol Violation: {node.id} {violations[0]}", _VIOLATION_HINT)


def _failure_halt(node: ManifestNode, lost: Sequence[RunOutcome], count: int) -> Halt:
    first = _excerpt(lost[0].error)
    limit = _CODED_HALTS.get(lost[0].code)
    if limit is not None and len({run.code for run in lost}) == 1:
        numbered = f"{node.id} ({len(lost):,} of {count:,} items)" if count > 1 else node.id
        return Halt(limit.code, f"{limit.reason}: {numbered}: {first}", limit.recovery_hint)
    if count == 1:
        return Halt("execution_failure", f"Execution Failure: {node.id} did not end well: {first}", _FAILURE_HINT)
    numbers = ", ".join(str(run.index + 1) for run in lost[:10]) + (" …" if len(lost) > 10 else "")
    reason = (
        f"Execution Failure: {len(lost):,} of {count:,} items of {node.id} failed (number {numbers}). First: {first}"
    )
    return Halt("execution_failure", reason, "Retry runs only these items. Skip goes on without them.")


_VIOLATION_HINT = "Retry it. If it happens again, say in the prompt what it has to use, or skip it."
_SMALLER = "Edit the prompt: ask for less at once. Or retry it, or skip it and go on without its result."
_CODED_HALTS: Mapping[str, Halt] = {  # by the code that all lost sessions ended with
    "protocol_violation": Halt("protocol_violation", "Protocol Violation", _VIOLATION_HINT),
    "step_limit": Halt("step_limit", "Step Limit", _SMALLER),
    "deadline_exceeded": Halt("time_limit", "Time Limit", _SMALLER),
    "budget_spent": Halt("execution_failure", "Cost Limit", "Retry it after midnight UTC, or ask an admin for more."),
}
_FAILURE_HINT = "Retry it when the cause is gone, edit the prompt, or skip it and go on without its result."


def _violation(run: RunOutcome) -> str:
    """Return what a model's answer lacks, as the end of a sentence; "" for a good one."""
    if not run.model or run.state != "completed":
        return ""
    if run.missing_tool and run.bypass:
        said = _excerpt(run.bypass)
        return f"gave a reason to do without {run.missing_tool} ({said}), but reasons are used up for this hour."
    if run.missing_tool:
        return f"answered without a receipt of {run.missing_tool}, which its identity has to use."
    if run.tag == "":
        return "ended its answer without a status tag."
    return "gave more than one status tag." if _TAG.search(run.answer) else ""


def _excerpt(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= _MAX_EXCERPT else f"{flat[:_MAX_EXCERPT]}…"
