"""Celery tasks of routing. Each is idempotent and safe to kill."""

from uuid import UUID

from celery import shared_task

from kingdom.routing import space_build
from kingdom.routing.calibration import services as calibration_services
from kingdom.routing.embeddings.duplicate_audit import duplicates_audit as audit_duplicates
from kingdom.routing.spaces.active_embedder import active_embedder
from kingdom.routing.spaces.services import spaces_reap as requeue_lost_builds


@shared_task(ignore_result=True)
def specialist_embed_texts(specialist_id: str) -> None:
    """Embed a specialist's current spec in all maintained spaces, and refit their calibrations if due."""
    space_build.specialist_refresh(specialist_id=UUID(specialist_id))


@shared_task(ignore_result=True)
def routing_refresh() -> None:
    """Embed missing texts, refit due calibrations and create vector indexes in all complete spaces. Periodic."""
    space_build.spaces_refresh()


@shared_task(ignore_result=True)
def space_build_execute(space_id: int) -> None:
    """Build an inactive embedding space."""
    space_build.space_build_execute(space_id=space_id)


@shared_task(ignore_result=True)
def spaces_reap() -> None:
    """Requeue builds of spaces without a live worker. Periodic."""
    requeue_lost_builds()


@shared_task(ignore_result=True)
def calibration_fit() -> None:
    """Fit a calibration for the active space without activating it."""
    calibration_services.calibration_fit(space=active_embedder().space)


@shared_task(ignore_result=True)
def duplicates_audit() -> None:
    """Report verified specialists that serve the same requests. Periodic; one report a day."""
    audit_duplicates(space=active_embedder().space)
