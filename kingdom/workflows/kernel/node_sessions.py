"""The sessions of nodes: opened when a slot is free, stopped when their node is not wanted any more."""

import uuid
from collections.abc import Iterable, Sequence
from functools import partial
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet

from kingdom.approvals.models import SessionTaint
from kingdom.approvals.permissions.services import session_taints_copy
from kingdom.contracts.identity import BASELINE
from kingdom.contracts.spec import AgentSpec
from kingdom.contracts.workflows.briefs import Brief
from kingdom.contracts.workflows.delegation import may_delegate, node_authority
from kingdom.contracts.workflows.delegation_request import DECLARATION as DELEGATION_DECLARATION
from kingdom.contracts.workflows.manifest import (
    DEFAULT_PARALLEL,
    MAX_PARALLEL,
    FileRows,
    ManifestNode,
    NodeReference,
    WorkflowManifest,
)
from kingdom.core.errors import Conflict, LostRace
from kingdom.core.sql.composed_query import ComposedQuery
from kingdom.core.sql_parts import update_part
from kingdom.core.text.sentences import sentence
from kingdom.sessions.budgets.services import BudgetExceeded
from kingdom.sessions.events.dispatch import session_send
from kingdom.sessions.models import Session
from kingdom.sessions.services import WorkspaceScope, session_cancel, session_in_workspace
from kingdom.sessions.version_specs import spec_of_version
from kingdom.tools.gate.result_marks import data_mark
from kingdom.workflows.kernel.brief_marks import brief_source, briefs_mark
from kingdom.workflows.kernel.event_log import event_append
from kingdom.workflows.kernel.loaded_nodes import IS_NAMED, OpenRunCounts
from kingdom.workflows.models import Delegation, NodeRun, Workflow, WorkflowNode
from kingdom.workflows.rules.node_inputs import reads_briefs, session_text

_STOPPED = sentence("The workflow that this belongs to does not need it any more.")
RUN_STARTED = "AgentRunStarted"


class OpenedRuns(NamedTuple):
    """How many runs were begun, and what kept the next one from beginning."""

    opened: int
    refusal: BudgetExceeded | Conflict | None = None


class _RunInputs(NamedTuple):
    """What all runs of a node get: the briefs of the nodes before it, the sessions of these that are tainted, and what
    their sessions are and may do.
    """

    briefs: Sequence[Brief]
    tainted_sources: Sequence[uuid.UUID]
    spec: AgentSpec
    scope: WorkspaceScope

    def shown_briefs(self, task: ManifestNode) -> Sequence[Brief]:
        """Return the briefs that are shown in the node's messages."""
        return self.briefs if reads_briefs(task) else ()


def free_slots(counts: Iterable[OpenRunCounts]) -> int:
    """Return how many more sessions of a workflow may run now, by the counts of all its nodes."""
    # a session that waits for the nodes that it delegated to leaves its slot to them
    running = sum(count.running - count.parents for count in counts)
    return max(0, int(settings.KINGDOM.workflow_parallel) - running)


def free_parallel(task: ManifestNode, running: int) -> int:
    """Return how many more sessions of a node may run at a time, by the node's own bound."""
    return max(0, (task.map.parallel if task.map is not None else DEFAULT_PARALLEL) - running)


def runs_waiting(node: WorkflowNode, slots: int) -> Sequence[NodeRun]:
    """Return the first waiting runs of a node, at most ``slots``."""
    return _waiting_runs.rows(node_id=node.pk, attempt=node.attempt)[:slots] if slots > 0 else ()


def _waiting_query(node_id: uuid.UUID, attempt: int) -> QuerySet[NodeRun]:
    waiting = NodeRun.objects.filter(node_id=node_id, attempt=attempt, state=NodeRun.State.PENDING)
    return waiting.order_by("index")[:MAX_PARALLEL]


_waiting_runs = ComposedQuery(_waiting_query, node_id=uuid.UUID, attempt=int)


def runs_open(
    workflow: Workflow, node: WorkflowNode, task: ManifestNode, briefs: Sequence[Brief], waiting: Sequence[NodeRun]
) -> OpenedRuns:
    """Open sessions for waiting runs of a running node.

    A used-up budget and a deleted specialist end it; what was opened before stays.
    """
    if not waiting:
        return OpenedRuns(0)
    if node.version is None:
        return OpenedRuns(0, Conflict(f"The specialist of {node.node_id} was deleted."))
    spec = spec_of_version(node.version)
    scope = WorkspaceScope(
        workflow.pk, _ceiling(workflow, task), [DELEGATION_DECLARATION] if may_delegate(task) else ()
    )
    given = _RunInputs(briefs, _tainted_sources(workflow, task), spec, scope)
    for opened, run in enumerate(waiting):
        try:
            _run_open(workflow, node, task, given, run)
        except BudgetExceeded as refusal:
            return OpenedRuns(opened, refusal)
    return OpenedRuns(len(waiting))


def _run_open(workflow: Workflow, node: WorkflowNode, task: ManifestNode, given: _RunInputs, run: NodeRun) -> None:
    """Open one session. Raises BudgetExceeded before anything is stored; any other error undoes the whole advance."""
    if node.version_id is None:
        raise LostRace
    session, parts = session_in_workspace(
        user_id=workflow.user_id,
        input_text=session_text(task, given.briefs, run.item, node.edited_prompt),
        version_id=node.version_id,
        spec=given.spec,
        scope=given.scope,
    )
    pending = NodeRun.objects.filter(pk=run.pk, state=NodeRun.State.PENDING)
    begun = update_part("begun", pending, state=NodeRun.State.RUNNING, session=session)
    payload = {"index": run.index, "attempt": run.attempt, "session_id": str(session.pk)}
    event_append(workflow, RUN_STARTED, node_id=node.node_id, payload=payload, parts=[*parts, begun])
    if given.tainted_sources:
        session_taints_copy(session_id=session.pk, from_sessions=given.tainted_sources)
    _message_mark(session, task, given, run.item)
    session_send(session)


def _message_mark(session: Session, task: ManifestNode, given: _RunInputs, item: str) -> None:
    """Mark a session whose message holds words like orders from a file or a node, as reading the file would."""
    if shown := given.shown_briefs(task):
        briefs_mark(session_id=session.pk, briefs=shown, item=item)
    over = task.map.over if task.map is not None else None
    if isinstance(over, FileRows):
        data_mark(session_id=session.pk, source=over.file, data=item)
    elif isinstance(over, NodeReference):
        data_mark(session_id=session.pk, source=brief_source(over.node), data=item)
    elif task.input_file:
        data_mark(session_id=session.pk, source=task.input_file, data=task.input)


def _ceiling(workflow: Workflow, task: ManifestNode) -> frozenset[str] | None:
    """Return the tools that a node's sessions may hold at most, None for those of its identity."""
    if not task.parent:
        return BASELINE if task.baseline_only else None
    return node_authority(WorkflowManifest.model_validate(workflow.manifest), task.id).grants


def _tainted_sources(workflow: Workflow, task: ManifestNode) -> list[uuid.UUID]:
    """Return the tainted sessions that a node's message comes from: of the nodes before it, and who delegated to it."""
    above = tainted_session_ids(workflow, task.depends_on) if task.depends_on else []
    spawning = spawning_session_ids(workflow, task.id) if task.parent else []
    tainted = SessionTaint.objects.filter(session__in=spawning).values_list("session_id", flat=True).distinct()
    return [*above, *tainted]


def spawning_session_ids(workflow: Workflow, node_id: str) -> list[uuid.UUID]:
    """Return the sessions that delegated to a node, whatever became of their node's attempt: they wrote its prompt."""
    made = Delegation.objects.filter(node__workflow=workflow, children__contains=[node_id])
    return list(made.values_list("session_id", flat=True))


def tainted_session_ids(workflow: Workflow, node_ids: Iterable[str]) -> list[uuid.UUID]:
    """Return the sessions of the present attempts of some nodes that read something from outside."""
    return _tainted_sessions.rows(workflow_id=workflow.pk, node_ids=list(node_ids))


def _tainted_query(workflow_id: uuid.UUID, node_ids: list[str]) -> QuerySet[NodeRun, uuid.UUID]:
    # an array, so that the statement does not depend on how many nodes there are
    runs = NodeRun.objects.filter(node__workflow_id=workflow_id).extra(where=[IS_NAMED], params=[node_ids])  # noqa: S610 - a constant
    tainted = Exists(SessionTaint.objects.filter(session=OuterRef("session")))
    present = runs.filter(tainted, attempt=F("node__attempt"), session__isnull=False)
    return present.order_by("index").values_list("session_id", flat=True)


_tainted_sessions = ComposedQuery(_tainted_query, workflow_id=uuid.UUID, node_ids=list)


def runs_cancel(nodes: Iterable[WorkflowNode]) -> None:
    """Give up the open runs of nodes of a locked workflow; their sessions are stopped after the commit."""
    open_states = (NodeRun.State.PENDING, NodeRun.State.RUNNING)
    open_runs = NodeRun.objects.filter(node__in=[node.pk for node in nodes], state__in=open_states)
    session_ids = list(open_runs.exclude(session=None).values_list("session_id", flat=True))
    open_runs.update(state=NodeRun.State.CANCELLED)
    for session_id in session_ids:
        transaction.on_commit(partial(session_cancel, session_id=session_id, reason=_STOPPED), robust=True)


def stray_sessions() -> list[uuid.UUID]:
    """Return open sessions whose run was given up: their workflow's worker died before it stopped them."""
    given_up = Session.objects.filter(finished_at=None, node_run__state=NodeRun.State.CANCELLED)
    return list(given_up.values_list("pk", flat=True)[:500])
