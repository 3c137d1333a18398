"""Celery's door to the Council. Each task is safe to run twice and to kill."""

import uuid
from datetime import timedelta
from typing import Any

from celery import shared_task, signals

from kingdom.core.clock import utc_now
from kingdom.council import evolution_services
from kingdom.council.answering import cases_expire
from kingdom.council.executor import case_run, hand_over_all
from kingdom.council.forgetting_services import cases_erase
from kingdom.council.lease import cases_reap
from kingdom.specialists.draft_services import drafts_forget

DRAFTS_KEPT = timedelta(days=1)


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
    drafts_forget(older_than=utc_now() - DRAFTS_KEPT)
    cases_erase()


@shared_task(ignore_result=True)
def evolution_work(evolution_id: str) -> None:
    """Look for better rules, once."""
    evolution_services.evolution_work(evolution_id=uuid.UUID(evolution_id))


@shared_task(ignore_result=True)
def evolutions_look() -> None:
    """Propose changes for what the Auditor found, as far as the settings let it; send lost tries again. Periodic."""
    evolution_services.evolutions_propose()
    evolution_services.evolutions_reap()


@signals.worker_shutting_down.connect
def hand_over(**_: Any) -> None:  # noqa: ANN401 - Celery passes what it likes
    """Let what runs here go on elsewhere, instead of waiting for its lease to run out."""
    hand_over_all()
