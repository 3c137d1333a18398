"""The briefs of delegated nodes: handed to the session that waits for them, as marked data."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils import timezone

from kingdom.approvals.permissions.services import session_taints_copy
from kingdom.contracts.formats.canonical import canonical_json
from kingdom.contracts.workflows.briefs import MAX_BRIEF_TEXT, Brief
from kingdom.contracts.workflows.manifest import ManifestNode, WorkflowManifest
from kingdom.core.errors import IllegalTransition
from kingdom.sessions.engine.delegation import delegation_finish
from kingdom.sessions.models import Session
from kingdom.workflows.kernel.brief_marks import briefs_mark
from kingdom.workflows.kernel.completion import node_brief
from kingdom.workflows.kernel.event_log import event_append
from kingdom.workflows.kernel.node_sessions import spawning_session_ids, tainted_session_ids
from kingdom.workflows.kernel.run_results import sessions_read_outside
from kingdom.workflows.models import Delegation, Workflow, WorkflowNode
from kingdom.workflows.rules.state_machine import RUNNING, SETTLED_STATES

DELEGATION_ANSWERED = "DelegationAnswered"
Nodes = Mapping[str, WorkflowNode]


def delegations_answer(workflow: Workflow, nodes: Nodes) -> int:
    """Let the sessions go on whose delegated nodes have all ended, in a locked workflow; return how many.

    A session's lock comes before the workflow's everywhere else. Here it is taken after it, so it is never waited for:
    a session that another transaction holds now goes on at the next advance.
    """
    waiting = Delegation.objects.filter(node__workflow=workflow, answered_at=None, strategy="child")
    due = [one for one in waiting.select_related("node") if _all_ended(one, nodes)]
    return sum(_answer(workflow, delegation, nodes) for delegation in due)


def delegation_taints(task: ManifestNode, nodes: Nodes, children: Sequence[ManifestNode]) -> bool:
    """Return whether a node has something from outside by its delegations: from its parent, or from its children."""
    if task.parent and sessions_read_outside(spawning_session_ids(nodes[task.id].workflow, task.id)):
        return True
    ended = [nodes[child.id] for child in children if child.parent == task.id]
    return any(node_brief(node).tainted for node in ended if node.brief is not None)


def parents_waiting(workflow: Workflow, manifest: WorkflowManifest, node_id: str) -> frozenset[str]:
    """Return the nodes above a delegated one, each of which waits for the next; none for a node of the plan.

    Raises IllegalTransition for a node whose parent has its answer, or is over: only that one can be run again.
    """
    found, task = set[str](), manifest.node(node_id)
    while task.is_child:
        open_ones = Delegation.objects.filter(node__workflow=workflow, node__node_id=task.parent, answered_at=None)
        waits = any(task.id in delegation.children for delegation in open_ones.filter(node__state=RUNNING))
        if not waits:
            raise IllegalTransition(f"{task.parent} does not wait for {task.id} any more. Run {task.parent} again.")
        found.add(task.parent)
        task = manifest.node(task.parent)
    return frozenset(found)


def _all_ended(delegation: Delegation, nodes: Nodes) -> bool:
    return all(nodes[name].state in SETTLED_STATES for name in delegation.children)


def _answer(workflow: Workflow, delegation: Delegation, nodes: Nodes) -> bool:
    locked = Session.objects.select_for_update(skip_locked=True).filter(pk=delegation.session_id)
    session = next(iter(locked), None)
    if session is None:
        return False
    briefs = [node_brief(nodes[name]) for name in delegation.children]
    _marks_return(workflow, session, briefs, _earlier_briefs(delegation, nodes))
    result = {"success": any(brief.is_usable for brief in briefs), "briefs": [_shown(brief) for brief in briefs]}
    went_on = delegation_finish(session, delegation.seq, result)
    Delegation.objects.filter(pk=delegation.pk).update(answered_at=timezone.now())
    payload = {"session_id": str(session.pk), "nodes": delegation.children, "went_on": went_on}
    event_append(workflow, DELEGATION_ANSWERED, node_id=delegation.node.node_id, payload=payload)
    return went_on


def _earlier_briefs(delegation: Delegation, nodes: Nodes) -> list[Brief]:
    """Return the briefs that the session of a delegation was handed for its earlier ones, oldest first."""
    answered = Delegation.objects.filter(
        session=delegation.session_id, seq__lt=delegation.seq, answered_at__isnull=False
    )
    return [node_brief(nodes[name]) for one in answered.order_by("seq") for name in one.children if name in nodes]


def _marks_return(workflow: Workflow, session: Session, briefs: Sequence[Brief], earlier: Sequence[Brief]) -> None:
    """Mark a session that gets briefs by all that their nodes read, and by words in them that read like orders.

    Without this, a child that reads a hostile page would give its words to a parent that may still write unasked.
    """
    children = [brief.source for brief in briefs]
    session_taints_copy(session_id=session.pk, from_sessions=tainted_session_ids(workflow, children))
    briefs_mark(session_id=session.pk, briefs=briefs, earlier=earlier)


def _shown(brief: Brief) -> Mapping[str, Any]:
    """Return a brief as a model reads it; one that is cut says how much of it is there."""
    value = brief.to_json()
    text = canonical_json(value)
    if len(text) <= MAX_BRIEF_TEXT:
        return value
    cut = {"first": MAX_BRIEF_TEXT, "of": len(text), "text": text[:MAX_BRIEF_TEXT]}
    return {"source": brief.source, "status": brief.status, "gap": brief.gap, "tainted": brief.tainted, **cut}
