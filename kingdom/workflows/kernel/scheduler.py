"""One advance of a workflow, in one transaction: settle what has ended, begin what is ready, end what is done.

It is safe to run at any time and as often as one likes: the workflow's row is locked, and only its rows say what is to
be done. A worker that dies in it leaves nothing of it.
"""

import uuid
from collections.abc import Sequence

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from kingdom.contracts.workflows.delegation import delegated_runs_refusal
from kingdom.contracts.workflows.manifest import ManifestNode, WorkflowManifest
from kingdom.core.text.sentences import sentence
from kingdom.workflows.kernel.availability import NodeVersion, failure_halt, node_version, slots_held, unavailable_halt
from kingdom.workflows.kernel.completion import faults_clear, workflow_complete
from kingdom.workflows.kernel.delegation.answers import delegation_taints, delegations_answer
from kingdom.workflows.kernel.delegation.graph_edits import children_supersede
from kingdom.workflows.kernel.event_log import workflow_lock
from kingdom.workflows.kernel.loaded_nodes import Extent, LoadedNodes, OpenRunCounts
from kingdom.workflows.kernel.node_sessions import (
    OpenedRuns,
    free_parallel,
    free_slots,
    runs_cancel,
    runs_open,
    runs_waiting,
)
from kingdom.workflows.kernel.questions import node_halt
from kingdom.workflows.kernel.run_budget import budget_halt
from kingdom.workflows.kernel.run_results import run_artefacts, run_outcomes, run_result, runs_of, runs_read_outside
from kingdom.workflows.kernel.transitions import allowed_duration, node_move, workflow_move
from kingdom.workflows.models import NodeRun, Workflow, WorkflowNode
from kingdom.workflows.rules.guards import Halt, drought_halt, late_halt, result_halt
from kingdom.workflows.rules.node_inputs import items_gap, node_items, reads_briefs
from kingdom.workflows.rules.node_results import result_brief
from kingdom.workflows.rules.state_machine import AWAITING_APPROVAL, COMPLETED, NULL, PAUSED, PENDING, RUNNING

BUDGET_EXCEEDED = "budget_exceeded"
AGENT_STARTED, AGENT_COMPLETED = "AgentStarted", "AgentCompleted"
WORKFLOW_WAITS, WORKFLOW_PAUSED = "WorkflowAwaitsApproval", "WorkflowPaused"


@transaction.atomic
def workflow_advance(workflow_id: uuid.UUID, *, wait: bool = True, after_run: bool = False) -> bool:
    """Advance a workflow as far as it goes now; return whether it runs on.

    ``after_run``: nothing but the end of runs leads to it, so that only the nodes that run, and those that wait for
    one that ends now, are looked at. Raises NotFound; without ``wait`` WorkflowLocked while another process changes it.
    """
    workflow = workflow_lock(workflow_id, wait=wait)
    if workflow.state != RUNNING:
        return False
    if not workflow.user.is_active:  # it is its user who resumes it, after the account was opened again
        workflow_move(workflow, PAUSED, WORKFLOW_PAUSED, {"code": "account_closed"})
        return False
    _Advance(workflow, after_run=after_run).run()
    faults_clear(workflow)
    return workflow.state == RUNNING


class _Advance:
    """One pass over the nodes of a locked, running workflow; ``after_run`` as for ``workflow_advance``."""

    def __init__(self, workflow: Workflow, *, after_run: bool) -> None:
        self._workflow = workflow
        self._manifest = WorkflowManifest.model_validate(workflow.manifest)
        self._tasks = {task.id: task for task in self._manifest.nodes}
        has_delegated = any(task.parent for task in self._manifest.nodes)
        extent: Extent = "all" if has_delegated else "active" if after_run else "unsettled"
        self._nodes = LoadedNodes(workflow, self._tasks, extent)
        self._versions = dict[uuid.UUID, NodeVersion | None]()
        self._available = set[uuid.UUID]()
        self._added_runs = dict[uuid.UUID, list[NodeRun]]()

    def run(self) -> None:
        """Settle first, so that what waits for a node begins in the same pass; a question stops the beginning."""
        settled = {node.node_id for node in self._nodes.in_state(RUNNING) if self._settle(node)}
        if any(task.is_child for task in self._manifest.nodes) and delegations_answer(
            self._workflow, self._nodes.by_id
        ):
            self._nodes.reload_open_runs()  # a parent that goes on takes its slot again
        if self._is_late():
            self._nodes.load_unsettled()
            self._halt_late()
        elif not self._nodes.in_state(AWAITING_APPROVAL):
            self._nodes.load_dependants(settled)
            self._begin_ready()
        if self._nodes.in_state(AWAITING_APPROVAL):
            workflow_move(self._workflow, AWAITING_APPROVAL, WORKFLOW_WAITS)
        elif self._nodes.are_all_settled():
            workflow_complete(self._workflow, self._manifest, self._nodes.briefs(list(self._tasks)))

    def _settle(self, node: WorkflowNode) -> bool:
        """Judge the result of a node whose sessions have all ended; return whether it is settled now."""
        if node.pk in self._nodes.open_runs:
            return False
        task, runs = self._tasks[node.node_id], runs_of(node)
        halt = result_halt(task, run_outcomes(runs))
        if halt is not None:
            node_halt(self._workflow, node, task, halt)
            return False
        tainted = runs_read_outside(runs) or any(
            brief.tainted for brief in self._nodes.briefs(task.depends_on).values()
        )
        tainted = tainted or delegation_taints(task, self._nodes.by_id, self._manifest.nodes)
        brief = result_brief(task, [run_result(run) for run in runs], artefacts=run_artefacts(runs), tainted=tainted)
        state = NULL if brief.status == "null" else COMPLETED
        shown = {"status": brief.status, "findings": len(brief.findings), "gap": brief.gap, "tainted": tainted}
        ended = {"brief": brief.to_json(), "error_code": "", "error_message": "", "finished_at": timezone.now()}
        node_move(self._workflow, node, state, AGENT_COMPLETED, shown, **ended)
        self._nodes.brief_keep(brief)
        return True

    def _is_late(self) -> bool:
        return self._workflow.deadline_at is not None and self._workflow.deadline_at < timezone.now()

    def _halt_late(self) -> None:
        """Stop what runs and ask about it; where nothing runs, ask about the first node that has not begun."""
        running = [node for node in self._nodes.in_state(RUNNING) if not self._tasks[node.node_id].is_child]
        children = children_supersede(self._workflow, running)
        for node_id in children:
            self._nodes.by_id[node_id].refresh_from_db(fields=["state"])
        runs_cancel(running)
        waiting = [] if self._nodes.in_state(AWAITING_APPROVAL) else self._nodes.in_state(PENDING)[:1]
        for node in running or waiting:
            task = self._tasks[node.node_id]
            node_halt(self._workflow, node, task, late_halt(task, allowed_duration(self._workflow)))

    def _begin_ready(self) -> None:
        slots = free_slots(self._nodes.open_runs.values())
        for node in self._nodes.by_id.values():
            task = self._tasks[node.node_id]
            if node.state == PENDING and self._nodes.may_begin(task):
                self._begin(node, task)
            if node.state == RUNNING and slots > 0:
                slots -= self._open(node, task, slots)
            if (
                node.state == AWAITING_APPROVAL and node.error_code == BUDGET_EXCEEDED
            ):  # one card, not one for each node that could begin
                return

    def _begin(self, node: WorkflowNode, task: ManifestNode) -> None:
        briefs = self._nodes.briefs(task.depends_on)
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
        if not present:
            self._added_runs[node.pk] = added
        kept_open = self._nodes.open_runs.get(node.pk, OpenRunCounts())
        self._nodes.open_runs[node.pk] = kept_open._replace(is_waiting=kept_open.is_waiting or bool(added))
        payload = {"items": len(items), "waits_for": list(task.depends_on)}
        node_move(self._workflow, node, RUNNING, AGENT_STARTED, payload, started_at=timezone.now(), finished_at=None)

    def _unavailable_halt(self, node: WorkflowNode) -> Halt | None:
        """Return the halt of a node that cannot begin; load and check its version once for all nodes that share it."""
        version_id = node.version_id
        if version_id is None:
            return unavailable_halt(self._workflow, node, None)
        if version_id not in self._versions:
            self._versions[version_id] = node_version(version_id, self._workflow.user_id)
        found = self._versions[version_id]
        node.version = found.version if found is not None else None
        if version_id in self._available:
            return None
        halt = unavailable_halt(self._workflow, node, found)
        if halt is None:
            self._available.add(version_id)
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
        open_runs = self._nodes.open_runs.get(node.pk, OpenRunCounts())
        if not open_runs.is_waiting:
            return 0
        halt = self._unavailable_halt(node) or budget_halt(self._workflow, self._manifest, node)
        opened = OpenedRuns(0)
        if halt is None:
            briefs = list(self._nodes.briefs(task.depends_on).values()) if reads_briefs(task) else []
            room = slots_held(self._workflow, node, slots)
            room = min(room, free_parallel(task, open_runs.running))
            opened = runs_open(self._workflow, node, task, briefs, self._waiting_runs(node, room))
            if opened.refusal is not None:
                halt = failure_halt(node, opened.refusal.message, "Retry it when the cause is gone, or skip it.")
        if halt is not None and not node.runs.filter(attempt=node.attempt, state=NodeRun.State.RUNNING).exists():
            node_halt(self._workflow, node, task, halt)
        return opened.opened

    def _waiting_runs(self, node: WorkflowNode, count: int) -> Sequence[NodeRun]:
        added = self._added_runs.get(node.pk)
        return runs_waiting(node, count) if added is None else added[: max(0, count)]
