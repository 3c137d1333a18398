"""Celery tasks of the Council. Each task is safe to run twice and to kill."""

import uuid
from datetime import timedelta
from typing import Any

from celery import shared_task, signals

from kingdom.core.clock import utc_now
from kingdom.council.cases.erasure import pending_cases_erase
from kingdom.council.engine import try_out_runner
from kingdom.council.engine.executor import case_run, running_cases_hand_over
from kingdom.council.engine.reaper import cases_expire, cases_reap
from kingdom.council.engine.try_outs import try_out_jobs
from kingdom.council.proposals import evolution
from kingdom.specialists.registry.drafts import drafts_delete

DRAFT_RETENTION = timedelta(days=1)


@shared_task(ignore_result=True)
def stage_run(case_id: str) -> None:
    """Run the current stage of one case."""
    case_run(case_id=uuid.UUID(case_id))


@shared_task(ignore_result=True)
def try_out_run(try_out_id: str) -> None:
    """Try one draft on its inputs."""
    try_out_runner.try_out_run(try_out_id=uuid.UUID(try_out_id))


@shared_task(ignore_result=True)
def case_reap() -> None:
    """Send orphaned cases and try-outs again, and expire unanswered cases. Periodic."""
    cases_reap()
    try_out_jobs.reap()
    cases_expire()


@shared_task(ignore_result=True)
def drafts_purge() -> None:
    """Delete drafts that were not released within a day, and erase cases of deleted conversations. Periodic."""
    drafts_delete(older_than=utc_now() - DRAFT_RETENTION)
    pending_cases_erase()


@shared_task(ignore_result=True)
def evolution_run(evolution_id: str) -> None:
    """Run one search for better rules."""
    evolution.evolution_run(evolution_id=uuid.UUID(evolution_id))


@shared_task(ignore_result=True)
def evolutions_propose() -> None:
    """Start searches for the Auditor's findings within the daily limit; send lost searches again. Periodic."""
    evolution.evolutions_propose()
    evolution.evolutions_reap()


@signals.worker_shutting_down.connect
def hand_over_on_shutdown(**_: Any) -> None:  # noqa: ANN401 - Celery passes what it likes
    """Give running cases back at once, so that other workers need not wait for their leases to expire."""
    running_cases_hand_over()
