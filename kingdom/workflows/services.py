"""Writes of workflows: create, start, pause, resume, cancel, act on a node; and what sessions and answers lead to."""

import uuid
from collections.abc import Mapping
from typing import NamedTuple, cast, get_args

from django.db import transaction
from django.utils import timezone

from kingdom.accounts.access import access_lock, access_transaction
from kingdom.approvals.models import Approval
from kingdom.approvals.requests.services import ApprovalDecision, approval_decide
from kingdom.contracts.workflows.manifest_errors import ManifestCoercion
from kingdom.core.errors import BadInput, IllegalTransition, LostRace
from kingdom.core.sql_parts import update_part
from kingdom.events.models import DomainEvent
from kingdom.sessions.fair_queue import admission_check, admission_take
from kingdom.sessions.models import Session
from kingdom.workflows.dispatch import workflow_enqueue
from kingdom.workflows.hooks import conversation_check
from kingdom.workflows.kernel.completion import workflow_stop
from kingdom.workflows.kernel.event_log import RunEnd, event_append, usage_add, workflow_lock
from kingdom.workflows.kernel.node_actions import NodeAction, node_action_apply
from kingdom.workflows.kernel.questions import question_of
from kingdom.workflows.kernel.run_results import run_lock, run_state
from kingdom.workflows.kernel.transitions import deadline_from_now, workflow_move
from kingdom.workflows.models import NodeRun, Workflow, WorkflowNode
from kingdom.workflows.planning.planner import request_plan
from kingdom.workflows.planning.resolution import ResolvedPlan, manifest_read, plan_resolve
from kingdom.workflows.planning.row_items import rows_read, run_files_store
from kingdom.workflows.planning.run_files import RunFiles
from kingdom.workflows.rules.graph_history import PLANNED, graph_row
from kingdom.workflows.rules.state_machine import AWAITING_APPROVAL, DRAFT, FINAL_STATES, PAUSED, RUNNING
from kingdom.workflows.selectors import node_of, workflow_of

MAX_REQUEST_LENGTH = 8_000  # characters of a request in plain words
RUN_FINISHED, APPROVAL_DECIDED = "AgentRunFinished", "ApprovalDecided"


class PlanOrigin(NamedTuple):
    """Where a plan comes from: the request in plain words ("" for a manifest), what planned it, the conversation."""

    request: str = ""
    planned_by: Workflow.Planner = Workflow.Planner.MANIFEST
    conversation_id: uuid.UUID | None = None


class PlanInputs(NamedTuple):
    """What a plan may read: files posted with it, by their paths, and those of a conversation; the chosen column.

    ``budget_tokens`` bounds its run in place of the plan's own bound.
    """

    files: Mapping[str, bytes] = {}
    conversation_id: uuid.UUID | None = None
    column: str = ""
    budget_tokens: int | None = None


_BY_HAND = PlanOrigin()
_NO_INPUTS = PlanInputs()


class CheckedPlan(NamedTuple):
    """A plan that can run now, what was repaired in it, and where it comes from."""

    plan: ResolvedPlan
    coercions: tuple[ManifestCoercion, ...] = ()
    origin: PlanOrigin = _BY_HAND
    files: RunFiles | None = None


@access_transaction()
def workflow_create(
    *, user_id: int, plan: ResolvedPlan, coercions: tuple[ManifestCoercion, ...] = (), origin: PlanOrigin = _BY_HAND
) -> Workflow:
    """Store a draft of a plan with its nodes and its capability closure, and return it. Nothing runs yet."""
    workflow = Workflow.objects.create(
        user_id=user_id,
        request=origin.request,
        planned_by=origin.planned_by,
        conversation_id=origin.conversation_id,
        manifest=plan.manifest.model_dump(mode="json"),
        coercions=[coercion.to_json() for coercion in coercions],
        capabilities=plan.capabilities.to_json(),
    )
    WorkflowNode.objects.bulk_create(
        WorkflowNode(
            workflow=workflow, position=position, node_id=node.id, role=node.role, version_id=plan.versions[node.id]
        )
        for position, node in enumerate(plan.manifest.nodes)
    )
    workflow_locked = workflow_lock(workflow.pk)
    planned = {"nodes": [node.id for node in plan.manifest.nodes], "graph": list(map(graph_row, plan.manifest.nodes))}
    event_append(workflow_locked, PLANNED, payload=planned)
    return workflow_locked


def workflow_plan_check(*, user_id: int, source: object, inputs: PlanInputs = _NO_INPUTS) -> CheckedPlan:
    """Return the plan of a manifest, or of what a request in plain words (a text) asks for. Nothing is stored.

    Blocking: the rows of files are read. Raises InvalidManifest, BadInput for an empty or too long request; NoPlan for
    one that nothing here serves, NotFound for a conversation that is not the user's.
    """
    if inputs.conversation_id is not None:
        conversation_check(user_id, inputs.conversation_id)
    files = RunFiles(user_id, posted=inputs.files, workspace_id=str(inputs.conversation_id or ""))
    if isinstance(source, str):
        _check_request(source)
        planned = request_plan(source, user_id=user_id, files=files, column=inputs.column)
        planned_by = Workflow.Planner.MODEL if planned.by_model else Workflow.Planner.RULES
        origin, parsed = PlanOrigin(source, planned_by, inputs.conversation_id), planned.parsed
    else:
        origin, parsed = (
            _BY_HAND._replace(conversation_id=inputs.conversation_id),
            manifest_read(source, user_id=user_id),
        )
    manifest = rows_read(parsed.manifest, files)
    if inputs.budget_tokens is not None:
        manifest = manifest.model_copy(update={"budget_tokens": inputs.budget_tokens})
    return CheckedPlan(plan_resolve(manifest, user_id=user_id), parsed.coercions, origin, files)


def _check_request(request: str) -> None:
    if not request.strip():
        raise BadInput("Say what is wanted.")
    if len(request.strip()) > MAX_REQUEST_LENGTH:
        raise BadInput(f"A request has at most {MAX_REQUEST_LENGTH:,} characters.")


def workflow_plan(*, user_id: int, source: object, inputs: PlanInputs = _NO_INPUTS) -> Workflow:
    """Store a draft of a manifest, or of what a request in plain words (a text) asks for. Nothing runs yet.

    The files that it maps over become files of the workflow. Raises InvalidManifest; NoPlan for a request that nothing
    here serves.
    """
    return checked_plan_store(
        user_id=user_id, checked=workflow_plan_check(user_id=user_id, source=source, inputs=inputs)
    )


def workflow_run(*, user_id: int, source: object, inputs: PlanInputs = _NO_INPUTS) -> Workflow:
    """Plan a workflow and start it; nothing of it is stored when it cannot start.

    Raises what ``workflow_plan`` and ``workflow_start`` raise; QueueTooLong and TooManyOpenMessages before a model is
    asked for the plan.
    """
    admission_check(user_id=user_id)
    checked = workflow_plan_check(user_id=user_id, source=source, inputs=inputs)
    with transaction.atomic():
        workflow = checked_plan_store(user_id=user_id, checked=checked)
        return workflow_start(user_id=user_id, workflow_id=workflow.pk)


@access_transaction()
def checked_plan_store(*, user_id: int, checked: CheckedPlan) -> Workflow:
    """Store a draft of a checked plan; the files that it maps over become files of the workflow. Nothing runs yet."""
    workflow = workflow_create(user_id=user_id, plan=checked.plan, coercions=checked.coercions, origin=checked.origin)
    if checked.files is not None:
        run_files_store(
            user_id=user_id, workspace_id=str(workflow.pk), manifest=checked.plan.manifest, files=checked.files
        )
    return workflow


@transaction.atomic
def workflow_start(*, user_id: int, workflow_id: uuid.UUID) -> Workflow:
    """Start a draft. Raises NotFound, IllegalTransition, AccessEnded; QueueTooLong, TooManyOpenMessages."""
    access_lock(user_id=user_id)
    workflow = _locked_own(user_id, workflow_id)
    if workflow.state != DRAFT:
        raise IllegalTransition(f"This workflow is {workflow.state}, not a draft.", state=workflow.state)
    admission_take(user_id=user_id)
    deadline = deadline_from_now(workflow)
    workflow_move(workflow, RUNNING, "WorkflowStarted", started_at=timezone.now(), deadline_at=deadline)
    workflow_enqueue(workflow)
    return workflow


@access_transaction()
def workflow_pause(*, user_id: int, workflow_id: uuid.UUID) -> Workflow:
    """Begin nothing more of a workflow; what runs goes on to its end. Raises NotFound, IllegalTransition."""
    workflow = _locked_own(user_id, workflow_id)
    workflow_move(workflow, PAUSED, "WorkflowPaused")
    return workflow


@transaction.atomic
def workflow_suspend(event: DomainEvent, reason: str) -> str:
    """Pause the workflow of an event that a policy suspends; its user resumes it. Return what was done.

    Returns "" for an event of no workflow.
    """
    if event.workflow_id is None:
        return ""
    workflow = workflow_lock(event.workflow_id)
    if workflow.state not in (RUNNING, AWAITING_APPROVAL):
        return "nothing_to_suspend"
    workflow_move(workflow, PAUSED, "WorkflowPaused", {"code": "policy", "reason": reason})
    return "workflow_paused"


@transaction.atomic
def workflow_resume(*, user_id: int, workflow_id: uuid.UUID) -> Workflow:
    """Go on with a paused workflow. Raises NotFound, IllegalTransition, AccessEnded, TooManyOpenMessages."""
    access_lock(user_id=user_id)
    workflow = _locked_own(user_id, workflow_id)
    if workflow.state != PAUSED:
        raise IllegalTransition(f"This workflow is {workflow.state}, not paused.", state=workflow.state)
    admission_take(user_id=user_id)
    waits = workflow.nodes.filter(state=AWAITING_APPROVAL).exists()
    deadline = deadline_from_now(workflow)  # a pause takes nothing of the workflow's time
    workflow_move(workflow, AWAITING_APPROVAL if waits else RUNNING, "WorkflowResumed", deadline_at=deadline)
    workflow_enqueue(workflow)
    return workflow


@access_transaction()
def workflow_cancel(*, user_id: int, workflow_id: uuid.UUID) -> Workflow:
    """Stop a workflow and its sessions; one that is over stays as it is. Raises NotFound."""
    workflow = _locked_own(user_id, workflow_id)
    if workflow.state not in FINAL_STATES:
        workflow_stop(workflow)
    return workflow


@transaction.atomic
def node_act(*, user_id: int, workflow_id: uuid.UUID, node_id: str, action: NodeAction, prompt: str = "") -> Workflow:
    """Retry, edit, skip or abort a node; a question about it is answered by this.

    Raises NotFound, IllegalTransition, BadInput, AccessEnded, and the errors of an approval that was answered
    meanwhile.
    """
    access_lock(user_id=user_id, exclusive=True)
    node = node_of(user_id=user_id, workflow_id=workflow_id, node_id=node_id)
    question = question_of(node)
    if question is not None:  # its lock comes before the workflow's
        decision = ApprovalDecision(choice=action, args_hash=question.args_hash, note=prompt)
        approval_decide(approval_id=question.pk, actor_id=user_id, decision=decision)
        return workflow_of(user_id=user_id, workflow_id=workflow_id)
    workflow = workflow_lock(workflow_id)
    if workflow.state in FINAL_STATES:  # it runs again
        admission_take(user_id=user_id)
    node.refresh_from_db()
    node_action_apply(workflow, node, action, prompt)
    return workflow


@transaction.atomic(savepoint=False)
def run_finished(*, session: Session) -> uuid.UUID | None:
    """Record the end of a node's session; return its workflow if that is to be advanced after the commit.

    Call it in the transaction that ends the session. A run that was given up meanwhile stays as it is: its node was run
    again, skipped, or its workflow stopped.
    """
    run = run_lock(session.pk)
    if run is None:
        return None
    workflow, state = run.node.workflow, run_state(session)
    payload = {"index": run.index, "attempt": run.attempt, "session_id": str(session.pk), "state": state}
    end = RunEnd(session.usage, advance_due=workflow.state == RUNNING)
    running = NodeRun.objects.filter(pk=run.pk, state=NodeRun.State.RUNNING)
    ended = update_part("ended", running, state=state)
    try:
        event_append(workflow, RUN_FINISHED, node_id=run.node.node_id, payload=payload, end=end, parts=[ended])
    except LostRace:  # it was given up
        usage_add(workflow, session.usage)
        return None
    return workflow.pk if end.advance_due else None


@transaction.atomic
def question_answered(*, approval: Approval) -> None:
    """Carry out the answer to a guard's question. Call it in the transaction of the answer.

    A question that nobody answered in time is an abort. An answer that nothing waits for is ignored.
    """
    node = WorkflowNode.objects.filter(approval=approval).first()
    if node is None:
        return
    workflow = workflow_lock(node.workflow_id)
    node.refresh_from_db()
    if node.state != AWAITING_APPROVAL or node.approval_id != approval.pk or workflow.state in FINAL_STATES:
        return
    action = approval.choice if approval.choice in get_args(NodeAction) else "abort"
    answer = {"approval_id": str(approval.pk), "choice": approval.choice, "state": approval.state, "action": action}
    event_append(workflow, APPROVAL_DECIDED, node_id=node.node_id, payload=answer)
    node_action_apply(workflow, node, cast(NodeAction, action), approval.note)


@transaction.atomic
def escalation_aborted(*, approval: Approval) -> None:
    """Abort the node whose session asked again for more than it may have. Call it in the transaction of the answer."""
    run = NodeRun.objects.filter(session=approval.session).select_related("node").first() if approval.session else None
    if run is None:
        return
    workflow = workflow_lock(run.node.workflow_id)
    node = WorkflowNode.objects.get(pk=run.node_id)
    if node.state != RUNNING or node.attempt != run.attempt or workflow.state in FINAL_STATES:
        return
    answer = {"approval_id": str(approval.pk), "choice": approval.choice, "state": approval.state, "action": "abort"}
    event_append(workflow, APPROVAL_DECIDED, node_id=node.node_id, payload=answer)
    node.error_code, node.error_message = "escalation", approval.title
    node_action_apply(workflow, node, "abort")


def _locked_own(user_id: int, workflow_id: uuid.UUID) -> Workflow:
    workflow_of(user_id=user_id, workflow_id=workflow_id)
    return workflow_lock(workflow_id)
