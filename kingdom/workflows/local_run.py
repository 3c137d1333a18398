"""Works on one workflow in this process until it rests, beside any workers. For the command line."""

import time
import uuid
from typing import NamedTuple

from kingdom.sessions.engine.runner import session_run
from kingdom.sessions.models import Session
from kingdom.workflows.kernel.scheduler import workflow_advance
from kingdom.workflows.models import NodeRun

_POLL_S = 0.2


class RestingSession(NamedTuple):
    """A session that waits for an answer of its user."""

    session_id: uuid.UUID
    node_id: str


def workflow_work(workflow_id: uuid.UUID) -> list[RestingSession]:
    """Advance a workflow and run its sessions until it is over, paused, or waits for its user.

    Returns the sessions that wait for an answer, none when it is the workflow that ended or waits. What another worker
    holds is waited for.
    """
    while workflow_advance(workflow_id):
        runs = NodeRun.objects.filter(node__workflow_id=workflow_id, state=NodeRun.State.RUNNING)
        runs = runs.exclude(session__state=Session.State.AWAITING_PARTS)  # what it delegated to runs meanwhile
        open_runs = [(run.session, run.node.node_id) for run in runs.select_related("session", "node")]
        sessions = [(session, node_id) for session, node_id in open_runs if session is not None]
        resting = [RestingSession(found.pk, node) for found, node in sessions if _rests(found)]
        if sessions and len(resting) == len(sessions):
            return resting
        ran = [session_run(session_id=session.pk) for session, _ in sessions if not _rests(session)]
        if not any(ran):
            time.sleep(_POLL_S)
    return []


def _rests(session: Session) -> bool:
    return session.state == Session.State.AWAITING_APPROVAL
