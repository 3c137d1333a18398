"""Workflows of tests: plans of handlers and agents, and sessions that end as a test says."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from django.db import transaction

from kingdom.accounts.models import User
from kingdom.cognition.inputs import Failure
from kingdom.contracts.model import ModelResponse
from kingdom.sessions.engine.completion import SessionResult, session_finish
from kingdom.sessions.events.event_log import session_lock
from kingdom.sessions.models import Session
from kingdom.workflows.kernel.scheduler import workflow_advance
from kingdom.workflows.models import NodeRun, Workflow, WorkflowEvent
from kingdom.workflows.planning.resolution import manifest_read, plan_resolve
from kingdom.workflows.services import workflow_create, workflow_start
from tests.factories import create_global_specialist
from tests.factories.capabilities import answer as model_says

HANDLER = "def handle(payload, ctx):\n    return {'answer': payload['text'].upper(), 'output': None}\n"
IDENTITIES = ("research", "analyze", "coder", "writer")
Ending = Callable[[Session], SessionResult]


def create_worker(role: str = "shouter") -> None:
    """Store a global handler specialist."""
    create_global_specialist(role, identity="analyze", engine="handler", handler_code=HANDLER)


def create_agents() -> None:
    """Store the built-ins that run agents."""
    for identity in IDENTITIES:
        create_global_specialist(f"{identity}_agent", identity=identity)


def worker_node(node_id: str, *above: str, text: object = "hello", **more: object) -> dict[str, Any]:
    """Return a node of the handler specialist; with ``above`` and no text its input is the first one's result."""
    given: object = {"from": above[0]} if above else text
    return {"id": node_id, "specialist": "shouter", "input": given, "depends_on": list(above), **more}


def draft_workflow(user: User, *agents: dict[str, Any], **more: object) -> Workflow:
    """Store a draft of a manifest."""
    parsed = manifest_read({"agents": list(agents), **more}, user_id=user.pk)
    plan = plan_resolve(parsed.manifest, user_id=user.pk)
    return workflow_create(user_id=user.pk, plan=plan, coercions=parsed.coercions)


def running_workflow(user: User, *agents: dict[str, Any], **more: object) -> Workflow:
    """Store a workflow, start it and advance it once."""
    workflow = workflow_start(user_id=user.pk, workflow_id=draft_workflow(user, *agents, **more).pk)
    return advanced(workflow)


def advanced(workflow: Workflow) -> Workflow:
    """Advance a workflow and return it as it is then."""
    workflow_advance(workflow.pk)
    workflow.refresh_from_db()
    return workflow


def success(session: Session) -> SessionResult:
    """Return an end like that of the handler."""
    return SessionResult(state="completed", answer=session.input_text.upper(), tag="SUCCESS")


def answer(text: str, tag: str = "SUCCESS", output: object = None) -> Ending:
    """Return an end with these words."""
    return lambda _session: SessionResult(state="completed", answer=text, tag=tag, output=output)


def failure(message: str = "It broke.") -> Ending:
    """Return a failed end."""
    return lambda _session: SessionResult(state="failed", failure=Failure(code="handler_error", message=message))


def open_sessions(workflow: Workflow, node_id: str = "") -> list[Session]:
    """Return the running sessions of a workflow, or of one node, in order."""
    runs = NodeRun.objects.filter(node__workflow=workflow, state="running").order_by("node__position", "index")
    runs = runs.filter(node__node_id=node_id) if node_id else runs
    return [run.session for run in runs.select_related("session") if run.session is not None]


@transaction.atomic
def session_end(session: Session, ending: Ending = success) -> None:
    """End a session as its worker does, in one transaction."""
    session_finish(session_lock(session.pk), ending(session))


def finish_all(workflow: Workflow, endings: Mapping[str, Ending] | None = None) -> Workflow:
    """Advance a workflow and end its sessions until nothing runs; ``endings`` by node, else success."""
    ends = endings or {}
    while True:
        workflow = advanced(workflow)
        runs = NodeRun.objects.filter(node__workflow=workflow, state="running").select_related("session", "node")
        if not runs:
            return workflow
        for run in runs:
            assert run.session is not None
            session_end(run.session, ends.get(run.node.node_id, success))


def node_states(workflow: Workflow) -> dict[str, str]:
    """Return the states of the nodes by their ids."""
    return dict(workflow.nodes.values_list("node_id", "state"))


def event_kinds(workflow: Workflow, node_id: str | None = None) -> list[str]:
    """Return the kinds of a workflow's events in order, of one node where given."""
    events = WorkflowEvent.objects.filter(workflow=workflow)
    events = events if node_id is None else events.filter(node_id=node_id)
    return list(events.values_list("kind", flat=True))


def output_of(workflow: Workflow) -> dict[str, Any]:
    """Return the output of a completed workflow."""
    assert isinstance(workflow.output, dict)
    return workflow.output


def brief_of(workflow: Workflow, node_id: str) -> dict[str, Any]:
    """Return the brief of a settled node."""
    brief = workflow.nodes.get(node_id=node_id).brief
    assert isinstance(brief, dict)
    return brief


def wish(*nodes: object, strategy: str = "child", **more: object) -> ModelResponse:
    """Return a model's answer that delegates."""
    body = json.dumps({"reason": "Numbers.", "new_nodes": list(nodes), "strategy": strategy, **more})
    return model_says(f"I need help.\n```json:delegation\n{body}\n```")


def agent(node_id: str = "analyze_numbers", **more: object) -> dict[str, Any]:
    """Return an agent that is asked for."""
    return {"id": node_id, "prompt": "Add them up.", **more}
