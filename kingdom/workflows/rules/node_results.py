"""The brief of a node that has ended. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kingdom.contracts.workflows.briefs import Brief, BriefStatus, Finding, finding_of
from kingdom.contracts.workflows.manifest import ManifestNode
from kingdom.core.text.sentences import sentence

_MAX_TASK = 2_000


@dataclass(frozen=True, kw_only=True)
class RunResult:
    """What one session of a node left: its answer and output where it completed."""

    item: str
    completed: bool
    answer: str = ""
    output: object = None


def result_brief(
    node: ManifestNode, runs: Sequence[RunResult], *, artefacts: Sequence[Mapping[str, Any]] = (), tainted: bool = False
) -> Brief:
    """Return the brief of a node whose sessions have ended; items without a result are named as a gap."""
    return _brief(node, runs, "success", "", artefacts, tainted=tainted)


def skipped_brief(
    node: ManifestNode,
    runs: Sequence[RunResult],
    reason: str,
    *,
    artefacts: Sequence[Mapping[str, Any]] = (),
    tainted: bool = False,
) -> Brief:
    """Return the brief of a skipped node: the gap is marked, and what some items of a map gave is kept."""
    return _brief(
        node,
        runs,
        "skipped",
        sentence("It was skipped: %(sentence)s", sentence=reason) if reason else sentence("It was skipped."),
        artefacts,
        tainted=tainted,
    )


def brief_from_json(value: Mapping[str, Any]) -> Brief:
    """Return a stored brief."""
    findings = tuple(Finding(**finding) for finding in value["findings"])
    return Brief(**{**value, "findings": findings, "artefacts": tuple(value["artefacts"])})


def _brief(
    node: ManifestNode,
    runs: Sequence[RunResult],
    status: BriefStatus,
    gap: str,
    artefacts: Sequence[Mapping[str, Any]],
    *,
    tainted: bool,
) -> Brief:
    findings = tuple(finding_of(run.answer, run.output, run.item) for run in runs if run.completed)
    missing = len(runs) - len(findings)
    if missing and node.map is not None:
        gap = f"{gap} {missing:,} of {len(runs):,} items gave nothing.".strip()
    elif missing:
        gap = gap or sentence("It gave nothing.")
    return Brief(
        source=node.id,
        task=(node.prompt or node.specialist)[:_MAX_TASK],
        status="null" if status == "success" and not findings else status,
        findings=findings,
        artefacts=tuple(artefacts),
        gap=gap,
        tainted=tainted,
    )
