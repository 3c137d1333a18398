"""The end of a workflow: its answer from the nodes that nobody waits for, and what is stopped when it fails."""

import uuid
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from kingdom.contracts.workflows.briefs import Brief, input_text
from kingdom.contracts.workflows.manifest import WorkflowManifest
from kingdom.core.text.sentences import sentence_template
from kingdom.workflows.kernel.event_log import workflow_lock
from kingdom.workflows.kernel.node_sessions import runs_cancel
from kingdom.workflows.kernel.questions import questions_withdraw
from kingdom.workflows.kernel.transitions import node_move, workflow_move
from kingdom.workflows.models import Workflow, WorkflowNode
from kingdom.workflows.rules.node_results import brief_from_json
from kingdom.workflows.rules.state_machine import CANCELLED, COMPLETED, FAILED, RUNNING, SETTLED_STATES

WORKFLOW_COMPLETED, WORKFLOW_FAILED, WORKFLOW_CANCELLED = "WorkflowCompleted", "WorkflowFailed", "WorkflowCancelled"
AGENT_CANCELLED = "AgentCancelled"
MAX_FAULTS = 5  # of advances in a row, at most one a minute: then the workflow is given up
FAULT_WAIT = timedelta(minutes=1)
_INTERNAL_ERROR = sentence_template(
    "This failed by a fault of Kingdom itself, which was recorded under %(id)s. Run a node again."
)


def node_brief(node: WorkflowNode) -> Brief:
    """Return the brief of a settled node. Raises ValueError for one without."""
    if node.brief is None:
        raise ValueError(f"{node.node_id} has no brief yet")
    return brief_from_json(node.brief)


def workflow_complete(workflow: Workflow, manifest: WorkflowManifest, briefs: Mapping[str, Brief]) -> None:
    """Complete a locked workflow whose nodes have all ended: the results of its last nodes, and every gap.

    ``briefs`` are those of all its nodes, in their order.
    """
    ends = [briefs[node_id] for node_id in manifest.sinks]
    output = {
        "results": {brief.source: _values(brief) for brief in ends},
        "gaps": _gaps(manifest, briefs),
        "artefacts": [dict(artefact) for brief in briefs.values() for artefact in brief.artefacts],
        "tainted": any(brief.tainted for brief in ends),
    }
    answer = "\n\n".join(_section(brief, heading=len(ends) > 1) for brief in ends)
    ended: dict[str, Any] = {"answer": answer, "output": output, "error_code": "", "error_message": ""}
    workflow_move(workflow, COMPLETED, WORKFLOW_COMPLETED, **ended, has_unstored_tables=bool(manifest.mapped_nodes))


def _gaps(manifest: WorkflowManifest, briefs: Mapping[str, Brief]) -> dict[str, str]:
    """Return what is missing, by the nodes; a child's gap is its parent's to tell."""
    found = {node.id: briefs[node.id].gap for node in manifest.nodes if not node.is_child}
    return {node_id: gap for node_id, gap in found.items() if gap}


def workflow_fail(workflow: Workflow, code: str, message: str) -> None:
    """Fail a locked workflow and stop what is open of it."""
    _nodes_stop(workflow)
    workflow_move(
        workflow, FAILED, WORKFLOW_FAILED, {"error": message, "code": code}, error_code=code, error_message=message
    )


@transaction.atomic
def advance_fault_record(workflow_id: uuid.UUID) -> None:
    """Count an advance that failed by a fault of Kingdom itself; after the last one the workflow fails, for all to see.

    Faults of one minute count as one: each end of a session tries again, and a passing fault has time to pass.
    """
    workflow = workflow_lock(workflow_id)
    now = timezone.now()
    if workflow.state != RUNNING or (workflow.attempts and workflow.retry_at is not None and workflow.retry_at > now):
        return
    if workflow.attempts + 1 >= MAX_FAULTS:
        workflow_fail(workflow, "internal_error", _INTERNAL_ERROR % {"id": workflow.pk})
        faults_clear(workflow)
    else:
        again = {"attempts": workflow.attempts + 1, "retry_at": now + FAULT_WAIT}
        Workflow.objects.filter(pk=workflow.pk).update(**again)


def faults_clear(workflow: Workflow) -> None:
    """Forget the faults of a locked workflow: an advance has ended well."""
    if workflow.attempts:
        Workflow.objects.filter(pk=workflow.pk).update(attempts=0, retry_at=None)


def workflow_stop(workflow: Workflow) -> None:
    """Cancel a locked workflow and stop what is open of it."""
    _nodes_stop(workflow)
    workflow_move(workflow, CANCELLED, WORKFLOW_CANCELLED)


def _nodes_stop(workflow: Workflow) -> None:
    ended = (*SETTLED_STATES, FAILED, CANCELLED)
    nodes = list(workflow.nodes.exclude(state__in=ended))
    runs_cancel(nodes)
    questions_withdraw(nodes)
    for node in nodes:
        node_move(workflow, node, CANCELLED, AGENT_CANCELLED)


def _values(brief: Brief) -> Any:  # noqa: ANN401 - any JSON value
    values = [finding.value for finding in brief.findings]
    return values[0] if len(values) == 1 else values


def _item_table(brief: Brief) -> str:
    """Return the results of a map as a markdown table: each item with what was said of it."""
    rows = [f"| {_cell(finding.item)} | {_cell(finding.quote)} |" for finding in brief.findings]
    return "\n".join(["| item | result |", "|---|---|", *rows])


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def _section(brief: Brief, *, heading: bool) -> str:
    text = (_item_table(brief) if any(finding.item for finding in brief.findings) else input_text(brief)) or brief.gap
    noted = f"{text}\n\n({brief.gap})" if brief.gap and brief.findings else text
    return f"**{brief.source}**\n\n{noted}" if heading else noted
