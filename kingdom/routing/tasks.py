"""Celery tasks of routing. Each is idempotent and safe to kill."""

from uuid import UUID

from celery import shared_task

from kingdom.routing.calibration.services import calibration_fit
from kingdom.routing.duplicate_audit import duplicates_audit as audit_duplicates
from kingdom.routing.space_build import space_build_execute, spaces_refresh, specialist_refresh
from kingdom.routing.spaces.active_embedder import active_embedder
from kingdom.routing.spaces.services import spaces_reap as spaces_send_again


@shared_task(ignore_result=True)
def specialist_embed_texts(specialist_id: str) -> None:
    """Bring one specialist's vectors in step with its spec in every space that is kept, and the gates with them when that is due."""
    specialist_refresh(specialist_id=UUID(specialist_id))


@shared_task(ignore_result=True)
def routing_refresh() -> None:
    """Embed what is not embedded yet, refit gates when that is due, and make vector indexes once they pay: in every complete space."""
    spaces_refresh()


@shared_task(ignore_result=True)
def build_space(space_id: int) -> None:
    """Build an embedding space beside the one that serves."""
    space_build_execute(space_id=space_id)


@shared_task(ignore_result=True)
def spaces_reap() -> None:
    """Send builds of spaces again that nobody works on. Periodic."""
    spaces_send_again()


@shared_task(ignore_result=True)
def fit_router_calibration() -> None:
    """Fit the gate of the serving space anew, beside the one that serves."""
    calibration_fit(space=active_embedder().space)


@shared_task(ignore_result=True)
def duplicates_audit() -> None:
    """Report verified specialists that serve the same requests, once a day. Further calls on the same day do nothing."""
    audit_duplicates(space=active_embedder().space)
