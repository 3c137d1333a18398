"""One advance of a workflow, in one transaction: settle what has ended, begin what is ready, end what is done.

It is safe to run at any time and as often as one likes: the workflow's row is locked, and only its rows say what is to
be done. A worker that dies in it leaves nothing of it.
"""

import uuid
from collections.abc import Iterable

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from kingdom.contracts.workflows.briefs import Brief
from kingdom.contracts.workflows.delegation import delegated_runs_refusal
from kingdom.contracts.workflows.manifest import ManifestNode, WorkflowManifest
from kingdom.core.text.sentences import sentence
from kingdom.specialists.models.specialist import SpecialistVersion
from kingdom.workflows.kernel.availability import failure_halt, unavailable_halt
from kingdom.workflows.kernel.circuit_hold import slots_held
from kingdom.workflows.kernel.completion import faults_clear, node_brief, workflow_complete
from kingdom.workflows.kernel.delegation.answers import delegation_taints, delegations_answer
from kingdom.workflows.kernel.delegation.graph_edits import children_supersede
from kingdom.workflows.kernel.event_log import workflow_lock
from kingdom.workflows.kernel.node_sessions import (
    OpenedRuns,
    OpenRunCounts,
    free_parallel,
    free_slots,
    open_run_counts,
    runs_cancel,
    runs_of,
    runs_open,
)
from kingdom.workflows.kernel.questions import node_halt
from kingdom.workflows.kernel.run_budget import budget_halt
from kingdom.workflows.kernel.run_results import run_artefacts, run_outcomes, run_result, runs_read_outside
from kingdom.workflows.kernel.transitions import allowed_duration, node_move, workflow_move
from kingdom.workflows.models import NodeRun, Workflow, WorkflowNode
from kingdom.workflows.rules.guards import Halt, drought_halt, late_halt, result_halt
from kingdom.workflows.rules.node_inputs import items_gap, node_items, reads_briefs
from kingdom.workflows.rules.node_results import result_brief
from kingdom.workflows.rules.state_machine import (
    AWAITING_APPROVAL,
    COMPLETED,
    NULL,
    PAUSED,
    PENDING,
    RUNNING,
    SETTLED_STATES,
)

BUDGET_EXCEEDED = "budget_exceeded"
AGENT_STARTED, AGENT_COMPLETED = "AgentStarted", "AgentCompleted"
WORKFLOW_WAITS, WORKFLOW_PAUSED = "WorkflowAwaitsApproval", "WorkflowPaused"


@transaction.atomic
def workflow_advance(workflow_id: uuid.UUID, *, wait: bool = True) -> bool:
    """Advance a workflow as far as it goes now; return whether it runs on.

    Raises NotFound; without ``wait`` WorkflowLocked while another process changes it.
    """
    workflow = workflow_lock(workflow_id, wait=wait)
    if workflow.state != RUNNING:
        return False
    if not workflow.user.is_active:  # it is its user who resumes it, after the account was opened again
        workflow_move(workflow, PAUSED, WORKFLOW_PAUSED, {"code": "account_closed"})
        return False
    _Advance(workflow).run()
    faults_clear(workflow)
    return workflow.state == RUNNING


class _Advance:
    """One pass over the nodes of a locked, running workflow."""

    def __init__(self, workflow: Workflow) -> None:
        self._workflow = workflow
        self._manifest = WorkflowManifest.model_validate(workflow.manifest)
        # a brief of a map is long, and an advance comes with the end of each of its runs
        self._nodes = {node.node_id: node for node in workflow.nodes.defer("brief")}
        self._open_runs = open_run_counts(workflow)
        self._versions = dict[uuid.UUID, SpecialistVersion | None]()
        self._available = set[uuid.UUID]()
        self._tasks = {task.id: task for task in self._manifest.nodes}

    def run(self) -> None:
        """Settle first, so that what waits for a node begins in the same pass; a question stops the beginning."""
        for node in self._in_state(RUNNING):
            self._settle(node)
        if any(task.is_child for task in self._manifest.nodes):
            delegations_answer(self._workflow, self._nodes)
            self._open_runs = open_run_counts(self._workflow)  # a parent that goes on takes its slot again
        if self._is_late():
            self._halt_late()
        elif not self._in_state(AWAITING_APPROVAL):
            self._begin_ready()
        if self._in_state(AWAITING_APPROVAL):
            workflow_move(self._workflow, AWAITING_APPROVAL, WORKFLOW_WAITS)
        elif all(node.state in SETTLED_STATES for node in self._nodes.values()):
            self._load_briefs(self._nodes)
            workflow_complete(self._workflow, self._manifest, self._nodes)

    def _in_state(self, state: str) -> list[WorkflowNode]:
        return [node for node in self._nodes.values() if node.state == state]

    def _load_briefs(self, node_ids: Iterable[str]) -> None:
        deferred = {name for name in node_ids if "brief" in self._nodes[name].get_deferred_fields()}
        if deferred:
            for name, brief in self._workflow.nodes.filter(node_id__in=deferred).values_list("node_id", "brief"):
                self._nodes[name].brief = brief

    def _briefs(self, task: ManifestNode) -> dict[str, Brief]:
        self._load_briefs(task.depends_on)
        return {node_id: node_brief(self._nodes[node_id]) for node_id in task.depends_on}

    def _settle(self, node: WorkflowNode) -> None:
        """Judge the result of a node whose sessions have all ended."""
        if node.pk in self._open_runs:
            return
        task, runs = self._tasks[node.node_id], runs_of(node)
        halt = result_halt(task, run_outcomes(runs))
        if halt is not None:
            node_halt(self._workflow, node, task, halt)
            return
        tainted = runs_read_outside(runs) or any(brief.tainted for brief in self._briefs(task).values())
        tainted = tainted or delegation_taints(task, self._nodes, self._manifest.nodes)
        brief = result_brief(task, [run_result(run) for run in runs], artefacts=run_artefacts(runs), tainted=tainted)
        state = NULL if brief.status == "null" else COMPLETED
        shown = {"status": brief.status, "findings": len(brief.findings), "gap": brief.gap, "tainted": tainted}
        ended = {"brief": brief.to_json(), "error_code": "", "error_message": "", "finished_at": timezone.now()}
        node_move(self._workflow, node, state, AGENT_COMPLETED, shown, **ended)

    def _is_late(self) -> bool:
        return self._workflow.deadline_at is not None and self._workflow.deadline_at < timezone.now()

    def _halt_late(self) -> None:
        """Stop what runs and ask about it; where nothing runs, ask about the first node that has not begun."""
        running = [node for node in self._in_state(RUNNING) if not self._tasks[node.node_id].is_child]
        children = children_supersede(self._workflow, running)
        for node_id in children:
            self._nodes[node_id].refresh_from_db(fields=["state"])
        runs_cancel(running)
        waiting = [] if self._in_state(AWAITING_APPROVAL) else self._in_state(PENDING)[:1]
        for node in running or waiting:
            task = self._tasks[node.node_id]
            node_halt(self._workflow, node, task, late_halt(task, allowed_duration(self._workflow)))

    def _begin_ready(self) -> None:
        slots = free_slots(self._open_runs.values())
        for node in self._nodes.values():
            task = self._tasks[node.node_id]
            if node.state == PENDING and all(self._nodes[name].state in SETTLED_STATES for name in task.depends_on):
                self._begin(node, task)
            if node.state == RUNNING and slots > 0:
                slots -= self._open(node, task, slots)
            if (
                node.state == AWAITING_APPROVAL and node.error_code == BUDGET_EXCEEDED
            ):  # one card, not one for each node that could begin
                return

    def _begin(self, node: WorkflowNode, task: ManifestNode) -> None:
        briefs = self._briefs(task)
        items = node_items(task, briefs, node.edited_prompt)
        halt = drought_halt(task, list(briefs.values()), edited=bool(node.edited_prompt)) or self._items_halt(
            task, items
        )
        halt = halt or self._unavailable_halt(node)
        if halt is not None:
            node_halt(self._workflow, node, task, halt)
            return
        kept = node.runs.filter(attempt=node.attempt).values_list("index", flat=True)
        present = set(kept) if node.attempt > 1 else set()  # kept by a retry
        added = NodeRun.objects.bulk_create(
            NodeRun(node=node, attempt=node.attempt, index=index, item=item)
            for index, item in enumerate(items)
            if index not in present
        )
        kept_open = self._open_runs.get(node.pk, OpenRunCounts())
        self._open_runs[node.pk] = kept_open._replace(pending=kept_open.pending + len(added))
        payload = {"items": len(items), "waits_for": list(task.depends_on)}
        node_move(self._workflow, node, RUNNING, AGENT_STARTED, payload, started_at=timezone.now(), finished_at=None)

    def _unavailable_halt(self, node: WorkflowNode) -> Halt | None:
        """Return the halt of a node that cannot begin; load and check its version once for all nodes that share it."""
        if node.version_id is not None:
            if node.version_id not in self._versions:
                found = SpecialistVersion.objects.select_related("specialist").defer("tests")
                self._versions[node.version_id] = found.filter(pk=node.version_id).first()
            node.version = self._versions[node.version_id]
            if node.version_id in self._available:
                return None
        halt = unavailable_halt(self._workflow, node)
        if halt is None and node.version_id is not None:
            self._available.add(node.version_id)
        return halt

    def _items_halt(self, task: ManifestNode, items: tuple[str, ...]) -> Halt | None:
        if not items:
            hint = sentence("Run the node that it maps over again, or skip this one.")
            reason = sentence("Pre-Execution Halt: %(name)s maps over nothing.", name=task.id)
            return Halt("context_drought", reason, hint)
        gap = items_gap(items) or self._delegated_gap(task, len(items))
        hint = sentence("Ask the node before it for fewer results.")
        return Halt("execution_failure", gap, hint) if gap else None

    def _delegated_gap(self, task: ManifestNode, count: int) -> str:
        """Return why a delegated node cannot run for so many items, "" when it can."""
        if not task.parent:
            return ""
        others = [node.id for node in self._manifest.nodes if node.parent and node.id != task.id]
        begun = NodeRun.objects.filter(
            node__workflow=self._workflow, node__node_id__in=others, attempt=F("node__attempt")
        )
        refused = delegated_runs_refusal(begun.count() + count)
        return refused.reason if refused is not None else ""

    def _open(self, node: WorkflowNode, task: ManifestNode, slots: int) -> int:
        """Begin waiting runs of a running node and return how many; a node that can begin none asks its user."""
        open_runs = self._open_runs.get(node.pk, OpenRunCounts())
        if not open_runs.pending:
            return 0
        halt = self._unavailable_halt(node) or budget_halt(self._workflow, self._manifest, node)
        opened = OpenedRuns(0)
        if halt is None:
            briefs = list(self._briefs(task).values()) if reads_briefs(task) else []
            room = slots_held(self._workflow, node, slots)
            room = min(room, free_parallel(task, open_runs.running))
            opened = runs_open(self._workflow, node, task, briefs, room)
            if opened.refusal is not None:
                halt = failure_halt(node, opened.refusal.message, "Retry it when the cause is gone, or skip it.")
        if halt is not None and not node.runs.filter(attempt=node.attempt, state=NodeRun.State.RUNNING).exists():
            node_halt(self._workflow, node, task, halt)
        return opened.opened
