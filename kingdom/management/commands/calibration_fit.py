"""``manage.py calibration_fit``: a gate as it would be now, beside the one that serves."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from kingdom.routing.calibration.services import calibration_fit
from kingdom.routing.spaces.active_embedder import active_embedder


class Command(BaseCommand):
    """Prints the gate's number, and whether it is a new one."""

    help = "Fit the gate of the serving space anew, beside the one that serves. `route_replay --gate` shows what flips; then `calibration_switch`."

    def handle(self, *_: Any, **__: Any) -> None:  # noqa: ANN401 - Django's signature
        """Fit and print."""
        gate = calibration_fit(space=active_embedder().space)
        if gate is None:
            raise CommandError("There is nothing to fit a gate from.")
        said = "serves already: nothing has changed since it was fitted" if gate.active else "does not serve yet"
        self.stdout.write(f"gate {gate.pk} of {gate.encoder}: {said}")
