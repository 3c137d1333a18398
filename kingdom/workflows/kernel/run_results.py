"""What the sessions of a node left: outcomes for the guards, results and files for the brief. Only receipts count."""

import uuid
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from django.db.models import CharField, Exists, OuterRef, Q, QuerySet
from django.db.models.functions import Cast

from kingdom.approvals.models import SessionTaint
from kingdom.contracts.capabilities.closure import HTTP_TOOL, purpose_tool
from kingdom.contracts.identity import mandatory_tools
from kingdom.core.sql.composed_query import ComposedQuery
from kingdom.core.text.sentences import sentence
from kingdom.sessions.models import EgressReceipt, Session
from kingdom.sessions.selectors import is_bypass_over_limit
from kingdom.sessions.version_specs import session_spec
from kingdom.tools.models import FileVersion, ToolReceipt
from kingdom.workflows.hooks import CALLS_FOLDER
from kingdom.workflows.models import NodeRun, WorkflowNode
from kingdom.workflows.rules.guards import RunOutcome
from kingdom.workflows.rules.node_results import RunResult

FILE_TOOLS = ("archon.fs.read", "archon.exec.python")  # they may read the files of the workflow
OUTSIDE_TOOLS = ("archon.web.search", "archon.http.request")  # their results come from outside


def run_state(session: Session) -> str:
    """Return the state of a run whose session has ended."""
    if session.state != Session.State.COMPLETED:
        return NodeRun.State.FAILED if session.state == Session.State.FAILED else NodeRun.State.CANCELLED
    return NodeRun.State.NULL if session.status_tag == "NULL" else NodeRun.State.COMPLETED


def run_lock(session_id: uuid.UUID) -> NodeRun | None:
    """Return the run of a session with its node and its workflow, whose row is locked until the transaction ends.

    None for a session that is no run of a node. Of the workflow only what the end of a run needs is read.
    """
    return _locked_run.first(session_id=session_id)


def _locked_run_query(session_id: uuid.UUID) -> QuerySet[NodeRun]:
    rows = NodeRun.objects.select_related("node__workflow").select_for_update(of=("node__workflow",))
    unread = ("manifest", "request", "coercions", "capabilities", "answer", "output")
    return rows.filter(session=session_id).defer("node__brief", *(f"node__workflow__{name}" for name in unread))


_locked_run = ComposedQuery(_locked_run_query, session_id=uuid.UUID)


def runs_of(node: WorkflowNode) -> list[NodeRun]:
    """Return the runs of a node's present attempt, in order, each with its session and whether that read outside."""
    return _runs.rows(node_id=node.pk, attempt=node.attempt)


def _runs_query(node_id: uuid.UUID, attempt: int) -> QuerySet[NodeRun]:
    runs = NodeRun.objects.filter(node_id=node_id, attempt=attempt).select_related("session").order_by("index")
    return runs.annotate(read_outside=_read_outside("session", "session__workspace"))


_runs = ComposedQuery(_runs_query, node_id=uuid.UUID, attempt=int)


def run_outcomes(runs: Sequence[NodeRun]) -> list[RunOutcome]:
    """Return how runs ended, for the guards. The receipts of tools are read for the answers of models alone."""
    answered = [run.session.pk for run in runs if run.session is not None and _is_model_answer(run, run.session)]
    receipts = set[tuple[uuid.UUID | None, str]]()
    if answered:
        tools = mandatory_tools() | {HTTP_TOOL}
        done = ToolReceipt.objects.filter(session_id__in=answered, tool__in=tools, outcome="done")
        receipts = set(done.values_list("session_id", "tool").distinct())
    return [_run_outcome(run, receipts) for run in runs]


def _is_model_answer(run: NodeRun, session: Session) -> bool:
    return _is_of_model(session) and run.state == NodeRun.State.COMPLETED


def _is_of_model(session: Session) -> bool:
    return session.version_id is not None and session_spec(session).engine == "model"


def _run_outcome(run: NodeRun, receipts: Collection[tuple[uuid.UUID | None, str]]) -> RunOutcome:
    session = run.session
    if session is None:
        return RunOutcome(index=run.index, state="failed", error=sentence("Its session was deleted."))
    return RunOutcome(
        index=run.index,
        state=run.state,  # type: ignore[arg-type] # a run that has ended has one of these states
        answer=session.answer,
        error=session.error_message,
        tag=session.status_tag,
        model=_is_of_model(session),
        missing_tool=_missing_tool(session, receipts) if _is_model_answer(run, session) else "",
        bypass=session.bypass,
        code=session.error_code,
    )


def runs_of_node(node: WorkflowNode, *, without: str) -> QuerySet[NodeRun]:
    """Return the runs of a node's present attempt that are not in a state, in order."""
    return node.runs.filter(attempt=node.attempt).exclude(state=without).order_by("index")


def run_result(run: NodeRun) -> RunResult:
    """Return what a run left."""
    session = run.session
    if session is None or run.state != NodeRun.State.COMPLETED:
        return RunResult(item=run.item, completed=False)
    return RunResult(item=run.item, completed=True, answer=session.answer, output=session.output)


def run_artefacts(runs: Iterable[NodeRun]) -> list[dict[str, Any]]:
    """Return the newest versions of the files that runs wrote: ``{"path", "version", "session"}``."""
    session_ids = [run.session_id for run in runs if run.session_id is not None]
    written = FileVersion.objects.filter(session_id__in=session_ids).order_by("path", "-number").distinct("path")
    rows = written.values_list("path", "number", "session_id", "deleted")
    return [{"path": path, "version": number, "session": str(pk)} for path, number, pk, deleted in rows if not deleted]


def runs_read_outside(runs: Sequence[NodeRun]) -> bool:
    """Return whether one of a node's runs got something from outside: by a tool, by HTTP, or from marked data."""
    return any(vars(run)["read_outside"] for run in runs)


def sessions_read_outside(session_ids: Sequence[uuid.UUID]) -> bool:
    """Return whether a session got something from outside."""
    return Session.objects.filter(_read_outside("pk", "workspace"), pk__in=session_ids).exists()


def _read_outside(session: str, workspace: str) -> Q:
    """Return the condition that the session in a field, with its workspace in another, got something from outside."""
    called = ToolReceipt.objects.filter(session_id=OuterRef(session), tool__in=OUTSIDE_TOOLS, outcome="done")
    sent = EgressReceipt.objects.filter(session_id=OuterRef(session))
    marked = SessionTaint.objects.filter(session_id=OuterRef(session))
    looked = ToolReceipt.objects.filter(session_id=OuterRef(session), tool__in=FILE_TOOLS, outcome="done")
    body = FileVersion.objects.filter(
        workspace=Cast(OuterRef(workspace), CharField()), path__startswith=CALLS_FOLDER, agent_id=""
    )
    return Q(Exists(called)) | Q(Exists(sent)) | Q(Exists(marked)) | (Q(Exists(looked)) & Q(Exists(body)))


def _missing_tool(session: Session, receipts: Collection[tuple[uuid.UUID | None, str]]) -> str:
    """Return the mandatory tool that a session has no receipt of, "" for a reason to do without that still counts."""
    tool = purpose_tool(session_spec(session))
    if tool is None or (session.pk, tool) in receipts:
        return ""
    return "" if session.bypass and not is_bypass_over_limit(session) else tool
