"""JSON forms of a workflow for its owner, shared by the API, the event stream and the command."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from django.utils.translation import gettext

from kingdom.contracts.identity import identity_of
from kingdom.contracts.workflows.manifest import FileRows, ManifestNode, WorkflowManifest
from kingdom.core.stored_sentences import in_language
from kingdom.tools.receipts.selectors import receipts_of_sessions
from kingdom.workflows.kernel.questions import question_of
from kingdom.workflows.kernel.result_tables import stored_table
from kingdom.workflows.models import NodeRun, Workflow, WorkflowEvent, WorkflowNode
from kingdom.workflows.planning.row_items import file_maps
from kingdom.workflows.rules.graph_history import Graph
from kingdom.workflows.selectors import node_runs_of, workflow_wait

MAX_RECEIPTS = 1_000


def present_workflow(workflow: Workflow) -> dict[str, Any]:
    """Return a workflow as JSON values: state, manifest, coercions, capabilities, nodes, answer, output, receipts."""
    manifest = WorkflowManifest.model_validate(workflow.manifest)
    runs = list(node_runs_of(workflow_id=workflow.pk))
    by_node = defaultdict[Any, list[NodeRun]](list)
    for run in runs:
        by_node[run.node_id].append(run)
    nodes = workflow.nodes.select_related("approval", "version__specialist")
    tasks = {task.id: task for task in manifest.nodes}
    return {
        "id": str(workflow.pk),
        "state": str(workflow.state),
        "request": workflow.request,
        "planned_by": str(workflow.planned_by),
        "manifest": manifest.to_json(),
        "coercions": workflow.coercions,
        "capabilities": workflow.capabilities,
        "conversation_id": str(workflow.conversation_id) if workflow.conversation_id else None,
        "inputs": [_present_input(node_id, rows) for node_id, rows in file_maps(manifest)],
        "nodes": [_present_node(node, tasks[node.node_id], by_node[node.pk]) for node in nodes],
        "waits_for": wait_sentence(workflow_wait(workflow)),
        "answer": workflow.answer,
        "output": workflow.output,
        "error": _error(workflow.error_code, workflow.error_message),
        "receipts": _receipts(runs),
        "created_at": workflow.created_at.isoformat(),
        **{name: _iso(getattr(workflow, name)) for name in ("started_at", "deadline_at", "finished_at")},
    }


def wait_sentence(wait: Mapping[str, Any]) -> str:
    """Return why a workflow waits as a sentence in the reader's language, "" without a reason."""
    match wait.get("code"):
        case "account_closed":
            return gettext("The account of its user is closed.")
        case "circuit_open":
            return gettext("Waiting for %(part)s, which does not answer; tried again at %(time)s.") % _waited_part(wait)
        case "circuit_trial":
            return gettext("Waiting for %(part)s: another run tries whether it answers.") % _waited_part(wait)
        case "sessions_wait":
            return gettext("Waiting for %(part)s, which does not answer.") % {"part": _lost_part(wait["part"])}
        case _:
            return in_language(wait.get("reason", ""))


def _lost_part(code: str) -> str:
    """Return the words for the part of the installation that a fault's code is about."""
    parts = {"model_unreachable": gettext("the language model"), "sandbox_lost": gettext("the sandbox")}
    return parts.get(code, gettext("a part of this installation"))


def _waited_part(wait: Mapping[str, Any]) -> dict[str, str]:
    """Return the words for the part of an event, and the time of its probe."""
    parts = {"model": gettext("the language model"), "tool": gettext("the tool %(name)s")}
    part = parts.get(str(wait["part"]), gettext("the host %(name)s")) % {"name": wait["name"]}
    until = datetime.fromisoformat(str(wait["until"])).astimezone(UTC)
    return {"part": part, "time": f"{until:%H:%M} UTC"}


def _iso(time: datetime | None) -> str | None:
    return time.isoformat() if time is not None else None


def _present_input(node_id: str, rows: FileRows) -> dict[str, Any]:
    return {
        "node": node_id, "file": rows.file, "column": rows.column, "rows": len(rows.items), "sentence": rows.note,
    }  # fmt: skip


def workflow_title(workflow: Workflow) -> str:
    """Return the request in one line, else the nodes of the plan."""
    if workflow.request:
        return " ".join(workflow.request.split())[:120]
    ids = [node["id"] for node in workflow.manifest["nodes"]]
    first = ", ".join(ids[:3])
    more = len(ids) - 3
    return gettext("%(first)s and %(more)s more") % {"first": first, "more": more} if more > 0 else first


def present_graph(graph: Graph) -> dict[str, Any]:
    """Return the graph as it was after one event as JSON values."""
    nodes = [
        {**asdict(node), "depends_on": list(node.depends_on), "parent": node.parent or None} for node in graph.nodes
    ]
    return {"at": graph.seq, "state": graph.state, "nodes": nodes}


def present_event(event: WorkflowEvent) -> dict[str, Any]:
    """Return one row of the log as JSON values."""
    return {
        "seq": event.seq,
        "kind": event.kind,
        "node": event.node_id,
        "payload": event.payload,
        "created_at": event.created_at.isoformat(),
    }


def _present_node(node: WorkflowNode, task: ManifestNode, runs: list[NodeRun]) -> dict[str, Any]:
    question = question_of(node)
    specialist = node.version.specialist.role if node.version is not None else None
    identity = node.version.spec["identity"] if node.version is not None else str(identity_of(node.node_id) or "")
    present = [run for run in runs if run.attempt == node.attempt]
    counts = Counter(str(run.state) for run in present)
    return {
        "table": _table_file(node, task),
        "id": node.node_id,
        "identity": identity,
        "role": node.role,
        "specialist": specialist,
        "state": str(node.state),
        "depends_on": list(task.depends_on),
        "parent": task.parent or None,
        "attempt": node.attempt,
        "brief": node.brief,
        "error": _error(node.error_code, node.error_message),
        "approval_id": str(question.pk) if question is not None else None,
        "runs": dict(counts),
        "sessions": [str(run.session_id) for run in present if run.session_id is not None],
    }


def _table_file(node: WorkflowNode, task: ManifestNode) -> str:
    return stored_table(node.workflow, node.node_id) if task.map is not None and node.brief else ""


def _error(code: str, message: str) -> dict[str, str] | None:
    return {"code": code, "message": message} if code else None


def _receipts(runs: list[NodeRun]) -> list[dict[str, Any]]:
    """Return the receipts of all tools that the workflow's sessions used, the first ``MAX_RECEIPTS`` by their order."""
    nodes = {run.session_id: run.node.node_id for run in runs if run.session_id is not None}
    found = receipts_of_sessions(session_ids=list(nodes))[:MAX_RECEIPTS]
    return [
        {
            "node": nodes[receipt.session_id],
            "session_id": str(receipt.session_id),
            "tool": receipt.tool,
            "outcome": receipt.outcome,
            "args_hash": receipt.args_hash,
            "result_hash": receipt.result_hash,
        }
        for receipt in found
    ]
