"""Celery's door to the Council. Each task is safe to run twice and to kill."""

import uuid
from datetime import timedelta
from typing import Any

from celery import shared_task, signals

from kingdom.core.clock import utc_now
from kingdom.council.cases.erasure import pending_cases_erase
from kingdom.council.engine.executor import case_run, running_cases_hand_over
from kingdom.council.engine.reaper import cases_expire, cases_reap
from kingdom.council.proposals import evolution
from kingdom.specialists.registry.drafts import drafts_delete

DRAFT_RETENTION = timedelta(days=1)


@shared_task(ignore_result=True)
def stage_run(case_id: str) -> None:
    """Work on the stage that one case is at."""
    case_run(case_id=uuid.UUID(case_id))


@shared_task(ignore_result=True)
def case_reap() -> None:
    """Send every case again that a stage can work on and no worker has; expire what nobody can answer any more. Periodic."""
    cases_reap()
    cases_expire()


@shared_task(ignore_result=True)
def drafts_purge() -> None:
    """Delete what was in training a day ago and was never released, and cases whose user deleted what they wrote. Periodic."""
    drafts_delete(older_than=utc_now() - DRAFT_RETENTION)
    pending_cases_erase()


@shared_task(ignore_result=True)
def evolution_run(evolution_id: str) -> None:
    """Look for better rules, once."""
    evolution.evolution_run(evolution_id=uuid.UUID(evolution_id))


@shared_task(ignore_result=True)
def evolutions_propose() -> None:
    """Propose changes for what the Auditor found, as far as the settings let it; send lost tries again. Periodic."""
    evolution.evolutions_propose()
    evolution.evolutions_reap()


@signals.worker_shutting_down.connect
def hand_over_on_shutdown(**_: Any) -> None:  # noqa: ANN401 - Celery passes what it likes
    """Let what runs here go on elsewhere, instead of waiting for its lease to run out."""
    running_cases_hand_over()
