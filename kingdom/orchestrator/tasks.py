"""Celery's door to the orchestrator."""

import uuid

from celery import shared_task

from kingdom.orchestrator.conversations.selectors import workspaces_in_use
from kingdom.orchestrator.demand_audit import demand_audit
from kingdom.orchestrator.pipeline.message_pipeline import message_answer as answer
from kingdom.orchestrator.replay.jobs import replay_execute
from kingdom.orchestrator.replay.jobs import replays_reap as replays_send_again
from kingdom.routing.spaces.active_embedder import active_embedder
from kingdom.tools.files.workspace_services import workspaces_sweep as sweep


@shared_task(ignore_result=True)
def message_answer(session_id: str) -> None:
    """Answer one message: route it, run its session. Safe to run again after a crash at any point."""
    answer(session_id=uuid.UUID(session_id))


@shared_task(ignore_result=True)
def workspaces_sweep() -> None:
    """Remove the files of conversations that are gone. Periodic; one at a time, safe to run twice and to kill."""
    sweep(alive=workspaces_in_use)


@shared_task(ignore_result=True)
def audit_demand() -> None:
    """Let the Auditor look for common wishes that nobody serves, once a day. Periodic."""
    demand_audit(embedder=active_embedder())


@shared_task(ignore_result=True)
def replay_work(run_id: str) -> None:
    """Route the last messages again for a replay that staff asked for."""
    replay_execute(run_id=uuid.UUID(run_id))


@shared_task(ignore_result=True)
def replays_reap() -> None:
    """Send replays again that nobody works on. Periodic."""
    replays_send_again()
