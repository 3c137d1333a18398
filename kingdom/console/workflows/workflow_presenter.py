"""View models of a workflow: its nodes with what may be done to them, its drawing now or at an earlier event."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from kingdom.console.inbox.approval_presenter import ApprovalView, approval_view, pending_approvals
from kingdom.console.markup.markdown import render_markdown
from kingdom.console.workflows.graph_layout import GraphLayout, graph_layout
from kingdom.console.workflows.labels import NODE_STATES, WORKFLOW_STATES, StateLabel, error_label, identity_label
from kingdom.contracts.formats.canonical import canonical_json
from kingdom.contracts.workflows.manifest import ManifestNode, WorkflowManifest
from kingdom.core.stored_sentences import in_language
from kingdom.core.web.language import localized_number
from kingdom.workflows.kernel.questions import question_of
from kingdom.workflows.models import Workflow, WorkflowNode
from kingdom.workflows.presenters import present_workflow, workflow_title
from kingdom.workflows.rules.graph_history import Graph, GraphNode
from kingdom.workflows.rules.state_machine import (
    DRAFT,
    FAILED,
    FINAL_STATES,
    NODE_TRANSITIONS,
    PAUSED,
    PENDING,
    RUNNING,
    SKIPPED,
    WORKFLOW_TRANSITIONS,
)
from kingdom.workflows.selectors import workflow_graph

WIDE_COLUMNS, NARROW_COLUMNS = 4, 2
MAX_FINDINGS = 20  # of one brief on the page; the API has them all
MAX_FINDING_LENGTH = 600  # characters
MAX_ANSWER_LENGTH = 20_000  # characters; the API has all of it
MAX_LABEL = 21  # characters that fit into a box
_ENDED_RUNS = ("completed", "null", "failed", "cancelled")


class FindingView(NamedTuple):
    """One finding of a brief: what a map ran it on, and the result as HTML."""

    item: str
    shown: SafeString


class BriefView(NamedTuple):
    """What a node gave: the first findings, and how many more there are."""

    findings: Sequence[FindingView]
    more: int
    gap: str
    tainted: bool
    artefacts: Sequence[str]


@dataclass(frozen=True, kw_only=True)
class NodeView:
    """One node. ``actions`` are what may be done to it now; ``version`` changes with all that the page shows of it."""

    id: str
    label: str
    identity: str
    identity_label: str
    specialist: str
    task: str
    prompt: str
    state: str
    shown: StateLabel
    progress: str
    depends_on: Sequence[str]
    parent: str
    attempt: int
    error: str
    brief: BriefView
    has_table: bool
    receipts: Sequence[Mapping[str, Any]]
    questions: Sequence[ApprovalView]
    actions: frozenset[str]
    version: str


class BoxView(NamedTuple):
    """One box of a drawing with the places of its texts."""

    node: NodeView
    shown: StateLabel
    progress: str
    x: int
    y: int
    text_x: int
    first_y: int
    second_y: int


class DrawingView(NamedTuple):
    """A drawing of a plan in one width; ``name`` is the class that shows it."""

    name: str
    layout: GraphLayout
    boxes: Sequence[BoxView]


def workflow_context(workflow: Workflow, at: int | None = None) -> dict[str, Any]:
    """Return what the page of a workflow shows; with ``at`` the drawing is that of an earlier event."""
    shown = present_workflow(workflow)
    stored = {node.node_id: node for node in workflow.nodes.select_related("approval__session")}
    asked = _pending_questions(workflow.user_id, shown["nodes"])
    receipts = _by_node(shown["receipts"])
    tasks = {task.id: task for task in WorkflowManifest.model_validate(workflow.manifest).nodes}
    nodes = [
        _node_view(
            node, stored[node["id"]], tasks[node["id"]], receipts.get(node["id"], []), _questions(node, stored, asked)
        )
        for node in shown["nodes"]
    ]
    return {
        "workflow": shown,
        "answer": render_markdown(_clipped(shown["answer"] or "", MAX_ANSWER_LENGTH)),
        "last_seq": workflow.last_seq,
        "title": workflow_title(workflow),
        "shown": WORKFLOW_STATES[shown["state"]],
        "final": shown["state"] in FINAL_STATES,
        "nodes": nodes,
        "drawings": drawings(nodes, None if at is None else workflow_graph(workflow=workflow, seq=at)),
        "at": at,
        "settled": sum(node.state in ("completed", "null", "skipped") for node in nodes),
        "buttons": workflow_buttons(shown["state"]),
        "output_text": "" if workflow.output is None else canonical_json(workflow.output)[:20_000],
    }


def workflow_buttons(state: str) -> tuple[str, ...]:
    """Return the moves that a user may make now, of start, pause, resume and cancel."""
    if state == DRAFT:
        return ("start", "cancel")
    moves = ["resume"] if state == PAUSED else []
    moves += [name for name, target in (("pause", PAUSED), ("cancel", "cancelled")) if _may_become(state, target)]
    return tuple(moves)


def drawings(nodes: Sequence[NodeView], earlier: Graph | None) -> list[DrawingView]:
    """Return the drawings of nodes for wide and narrow windows, as they are or as they were in an earlier graph."""
    by_id = {node.id: node for node in nodes}
    drawn: Sequence[NodeView | GraphNode] = nodes if earlier is None else earlier.nodes
    waits = {node.id: [*node.depends_on, *([node.parent] if node.parent else [])] for node in drawn}
    states = {node.id: node.state for node in drawn}
    found = []
    for name, columns in (("wide-graph", WIDE_COLUMNS), ("narrow-graph", NARROW_COLUMNS)):
        layout = graph_layout(waits, columns=columns)
        boxes = [
            BoxView(
                by_id[node_id],
                NODE_STATES[states[node_id]],
                "" if earlier is not None else by_id[node_id].progress,
                x, y, x + 12, y + 23, y + 44,
            )
            for node_id, x, y in layout.nodes
        ]  # fmt: skip
        found.append(DrawingView(name, layout, boxes))
    return found


def _may_become(state: str, target: str) -> bool:
    return target in WORKFLOW_TRANSITIONS[state]


def _by_node(receipts: Sequence[Mapping[str, Any]]) -> dict[str, list[Mapping[str, Any]]]:
    found = dict[str, list[Mapping[str, Any]]]()
    for receipt in receipts:
        found.setdefault(receipt["node"], []).append(receipt)
    return found


def _pending_questions(user_id: int, nodes: Sequence[Mapping[str, Any]]) -> dict[str, ApprovalView]:
    """Return the open questions of the sessions of nodes, by the session's id."""
    found = pending_approvals(user_id=user_id, session_ids=[session for node in nodes for session in node["sessions"]])
    return {str(session_id): view for session_id, view in found.items()}


def _questions(
    node: Mapping[str, Any], stored: Mapping[str, WorkflowNode], asked: Mapping[str, ApprovalView]
) -> list[ApprovalView]:
    """Return the open questions about a node: the guard's, and those of its sessions."""
    own = question_of(stored[node["id"]])
    views = [asked[session] for session in node["sessions"] if session in asked]
    return [*([approval_view(own)] if own is not None else []), *views]


def _node_view(
    node: Mapping[str, Any],
    stored: WorkflowNode,
    task: ManifestNode,
    receipts: Sequence[Mapping[str, Any]],
    questions: Sequence[ApprovalView],
) -> NodeView:
    task_text = _task_text(task)
    asked = "+".join(question.id for question in questions)
    return NodeView(
        id=node["id"],
        label=_clipped(node["id"], MAX_LABEL),
        identity=node["identity"],
        identity_label=identity_label(node["identity"]),
        specialist=node["specialist"] if task.specialist else "",
        task=task_text,
        prompt=stored.edited_prompt or task_text,
        state=node["state"],
        shown=NODE_STATES[node["state"]],
        progress=_progress(node["runs"]) if task.map is not None else "",
        depends_on=node["depends_on"],
        parent=task.parent,
        attempt=node["attempt"],
        error=f"{error_label(node['error']['code'])}: {in_language(node['error']['message'])}" if node["error"] else "",
        brief=brief_view(node["brief"] or {}),
        has_table=task.map is not None and bool(node["brief"]),
        receipts=receipts,
        questions=questions,
        actions=_actions(stored, asked=bool(questions)),
        version=f"{node['state']}/{node['attempt']}/{sorted(node['runs'].items())}/{asked}/{len(receipts)}",
    )


def _task_text(task: ManifestNode) -> str:
    """Return the prompt of an agent, or the input of a specialist where it is a text."""
    return task.prompt or (task.input if isinstance(task.input, str) else "")


def brief_view(brief: Mapping[str, Any]) -> BriefView:
    """Return the findings of a stored brief that the page shows."""
    findings = brief.get("findings", [])
    return BriefView(
        [_finding(finding) for finding in findings[:MAX_FINDINGS]],
        max(0, len(findings) - MAX_FINDINGS),
        brief.get("gap", ""),
        bool(brief.get("tainted")),
        [str(artefact.get("path", "")) for artefact in brief.get("artefacts", [])],
    )


def _clipped(text: str, longest: int) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def _progress(runs: Mapping[str, int]) -> str:
    """Return how many items of a map have ended, e.g. ``147 of 200``."""
    total, ended = sum(runs.values()), sum(runs.get(state, 0) for state in _ENDED_RUNS)
    figures = {"passed": localized_number(ended), "total": localized_number(total)}
    return gettext("%(passed)s of %(total)s") % figures if total else ""


def _finding(finding: Mapping[str, Any]) -> FindingView:
    value = finding["value"]
    text = value if isinstance(value, str) else finding["quote"]
    shown = render_markdown(_short(text)) if text else format_html("<code>{}</code>", _short(canonical_json(value)))
    return FindingView(finding["item"][:MAX_FINDING_LENGTH], shown)


def _short(text: str) -> str:
    if len(text) <= MAX_FINDING_LENGTH:
        return text
    values = {"text": text[:MAX_FINDING_LENGTH], "count": localized_number(len(text))}
    return gettext("%(text)s… (%(count)s characters)") % values


def _actions(node: WorkflowNode, *, asked: bool) -> frozenset[str]:
    """Return what may be done to a node beside answering a question about it."""
    workflow = node.workflow
    if asked or workflow.state == DRAFT:
        return frozenset()
    actions = {"retry", "edit"} if node.state not in (PENDING, RUNNING) else set[str]()
    if workflow.state not in FINAL_STATES:
        targets = NODE_TRANSITIONS[str(node.state)]
        actions |= {name for name, target in (("skip", SKIPPED), ("abort", FAILED)) if target in targets}
    return frozenset(actions)
