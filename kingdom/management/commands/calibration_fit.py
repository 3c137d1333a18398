"""``manage.py calibration_fit``: fit a new calibration beside the active one."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from kingdom.routing.calibration.services import calibration_fit
from kingdom.routing.spaces.active_embedder import active_embedder


class Command(BaseCommand):
    """Prints the calibration's number, and whether it is new."""

    help = (
        "Fit a new calibration of the active space beside the active one. `route_replay --calibration` shows what "
        "changes; `calibration_switch` activates it."
    )

    def handle(self, *_: Any, **__: Any) -> None:  # noqa: ANN401 - Django's signature
        """Fit and print."""
        calibration = calibration_fit(space=active_embedder().space)
        if calibration is None:
            raise CommandError(
                "There are no examples to fit a calibration from. Run `manage.py embeddings_rebuild` first."
            )
        state = "active already: nothing has changed since its fit" if calibration.active else "not active"
        self.stdout.write(f"calibration {calibration.pk} of {calibration.encoder}: {state}")
