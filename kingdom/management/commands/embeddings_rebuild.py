"""``manage.py embeddings_rebuild``: what routing knows, in the embedding space that serves."""

from typing import Any

from django.core.management.base import BaseCommand

from kingdom.routing.calibration.services import calibration_refit
from kingdom.routing.embeddings.services import space_rebuild
from kingdom.routing.space_build import active_space_record
from kingdom.routing.spaces.active_embedder import active_embedder
from kingdom.routing.spaces.vector_index import space_index_ensure


class Command(BaseCommand):
    """Prints one line about the space."""

    help = "Embed all texts that are not embedded yet, load the bank, fit the gate. Safe to repeat; quick when nothing changed."

    def handle(self, *_: Any, **__: Any) -> None:  # noqa: ANN401 - Django's signature
        """Bring the serving space in step."""
        embedder = active_embedder()
        counts = space_rebuild(embedder=embedder)
        gate = calibration_refit(space=embedder.space)
        indexed = "indexed" if space_index_ensure(space=embedder.space) else "scanned exactly"
        active_space_record(encoder=embedder.space)
        fitted = "no gate" if gate is None else f"gate {gate.pk}"
        new = counts["texts"] + counts["bank"] + counts["choices"]
        self.stdout.write(
            f"routing ready: {counts['specialists']} specialists, {new} texts new, {fitted}, {indexed} ({embedder.space})"
        )
