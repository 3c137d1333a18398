"""Celery tasks of the orchestrator."""

import uuid
from contextlib import closing

from celery import shared_task

from kingdom.orchestrator.conversations.selectors import workspaces_in_use
from kingdom.orchestrator.demand.audit import demand_audit
from kingdom.orchestrator.pipeline.message_pipeline import message_answer as answer
from kingdom.orchestrator.replay.jobs import replay_execute
from kingdom.orchestrator.replay.jobs import replays_reap as replays_send_again
from kingdom.routing.spaces.active_embedder import active_embedder
from kingdom.sessions.engine.lease import session_leases
from kingdom.tools.files.workspace_services import workspaces_sweep as sweep


@shared_task(ignore_result=True)
def message_answer(session_id: str) -> None:
    """Route messages and run their sessions: those that wait, each in its turn, until none is left.

    Idempotent after a crash at any point.
    """
    with closing(session_leases(session_id=uuid.UUID(session_id))) as leases:
        for lease in leases:
            answer(session_id=lease.job_id, lease=lease)


@shared_task(ignore_result=True)
def workspaces_sweep() -> None:
    """Delete the workspaces of deleted conversations. Periodic, idempotent."""
    sweep(alive=workspaces_in_use)


@shared_task(ignore_result=True)
def audit_demand() -> None:
    """Run the Auditor's daily search for unmet demand. Periodic."""
    demand_audit(embedder=active_embedder())


@shared_task(ignore_result=True)
def replay_work(run_id: str) -> None:
    """Run a replay."""
    replay_execute(run_id=uuid.UUID(run_id))


@shared_task(ignore_result=True)
def replays_reap() -> None:
    """Send the tasks of orphaned replays again. Periodic."""
    replays_send_again()
