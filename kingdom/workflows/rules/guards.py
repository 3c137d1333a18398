"""The guards of a node: when its run must not go on without a person, why, and what would help. Pure."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

from kingdom.contracts.workflows.briefs import Brief
from kingdom.contracts.workflows.manifest import ManifestNode
from kingdom.core.text.sentences import sentence, sentence_template

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
    hint = sentence(
        "Run %(source)s again first, or give %(name)s a prompt that needs nothing of it.",
        source=needed[0].source,
        name=node.id,
    )
    reason = sentence("Pre-Execution Halt: %(name)s has nothing to work on (%(gaps)s).", name=node.id, gaps=gaps)
    return Halt("context_drought", reason, hint)


def _needed_briefs(node: ManifestNode, briefs: Sequence[Brief]) -> list[Brief]:
    """Return the briefs that a node works on; a specialist with an input of its own needs none."""
    named = [brief for brief in briefs if brief.source in node.references]
    return named or ([] if node.specialist else list(briefs))


def late_halt(node: ManifestNode, allowed: timedelta) -> Halt:
    """Return the halt of a node that had not ended when the time of its workflow was over."""
    reason = sentence(
        "Time Limit: %(name)s had not ended when this workflow had taken longer than %(time)s. It was stopped.",
        name=node.id,
        time=allowed,
    )
    return Halt("time_limit", reason, sentence("Retry allows the same time once more. Or skip it, or abort."))


def result_halt(node: ManifestNode, runs: Sequence[RunOutcome]) -> Halt | None:
    """Return the halt of a node whose sessions have ended, None when its result can be relied on."""
    lost = [run for run in runs if run.state in ("failed", "cancelled")]
    if lost:
        return _failure_halt(node, lost, len(runs))
    if all(run.state == "null" for run in runs):
        if node.role == "observer":
            return None
        said = _excerpt(runs[0].answer)
        hint = sentence(
            "Edit the prompt: ask for something else or say where to look. Or skip it, and go on without its result."
        )
        reason = sentence("%(name)s reported a Semantic Null: %(answer)s", name=node.id, answer=said)
        return Halt("semantic_null", reason, hint)
    violations = [text for run in runs if (text := _violation(run))]
    if not violations:
        return None
    reason = sentence("Protocol Violation: %(name)s %(sentence)s", name=node.id, sentence=violations[0])
    return Halt("protocol_violation", reason, _VIOLATION_HINT)


def _failure_halt(node: ManifestNode, lost: Sequence[RunOutcome], count: int) -> Halt:
    first = _excerpt(lost[0].error)
    limit = _CODED_HALTS.get(lost[0].code)
    if limit is not None and len({run.code for run in lost}) == 1:
        label = node.id
        if count > 1:
            label = sentence(
                "%(name)s (%(count)s of %(total)s items)", name=node.id, count=f"{len(lost):,}", total=f"{count:,}"
            )
        reason = limit.reason % {"label": label, "sentence": first}
        return Halt(limit.code, reason, limit.recovery_hint)
    if count == 1:
        reason = sentence("Execution Failure: %(name)s did not end well: %(sentence)s", name=node.id, sentence=first)
        return Halt("execution_failure", reason, _FAILURE_HINT)
    numbers = ", ".join(str(run.index + 1) for run in lost[:10]) + (" …" if len(lost) > 10 else "")
    reason = sentence(
        "Execution Failure: %(count)s of %(total)s items of %(name)s failed (number %(numbers)s). First: %(sentence)s",
        count=f"{len(lost):,}",
        total=f"{count:,}",
        name=node.id,
        numbers=numbers,
        sentence=first,
    )
    return Halt("execution_failure", reason, sentence("Retry runs only these items. Skip goes on without them."))


_VIOLATION_HINT = sentence("Retry it. If it happens again, say in the prompt what it has to use, or skip it.")
_SMALLER = sentence("Edit the prompt: ask for less at once. Or retry it, or skip it and go on without its result.")
_CODED_HALTS: Mapping[str, Halt] = {  # by the code that all lost sessions ended with
    "protocol_violation": Halt(
        "protocol_violation", sentence_template("Protocol Violation: %(label)s: %(sentence)s"), _VIOLATION_HINT
    ),
    "step_limit": Halt("step_limit", sentence_template("Step Limit: %(label)s: %(sentence)s"), _SMALLER),
    "deadline_exceeded": Halt("time_limit", sentence_template("Time Limit: %(label)s: %(sentence)s"), _SMALLER),
    "budget_spent": Halt(
        "execution_failure",
        sentence_template("Cost Limit: %(label)s: %(sentence)s"),
        sentence("Retry it after midnight UTC, or ask an admin for more."),
    ),
}
_FAILURE_HINT = sentence("Retry it when the cause is gone, edit the prompt, or skip it and go on without its result.")


def _violation(run: RunOutcome) -> str:
    """Return what a model's answer lacks, as the end of a sentence; "" for a good one."""
    if not run.model or run.state != "completed":
        return ""
    if run.missing_tool and run.bypass:
        said = _excerpt(run.bypass)
        return sentence(
            "gave a reason to do without %(tool)s (%(reason)s), but reasons are used up for this hour.",
            tool=run.missing_tool,
            reason=said,
        )
    if run.missing_tool:
        return sentence("answered without a receipt of %(tool)s, which its identity has to use.", tool=run.missing_tool)
    if run.tag == "":
        return sentence("ended its answer without a status tag.")
    return sentence("gave more than one status tag.") if _TAG.search(run.answer) else ""


def _excerpt(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= _MAX_EXCERPT else f"{flat[:_MAX_EXCERPT]}…"
