"""``manage.py embeddings_rebuild``: bring the active embedding space up to date."""

from typing import Any

from django.core.management.base import BaseCommand

from kingdom.routing.calibration.services import calibration_refit
from kingdom.routing.embeddings.services import space_rebuild
from kingdom.routing.space_build import active_space_record
from kingdom.routing.spaces.active_embedder import active_embedder
from kingdom.routing.spaces.vector_index import space_index_ensure


class Command(BaseCommand):
    """Prints one line about the space."""

    help = (
        "Embed all texts that are not embedded yet, load the negative examples, fit the calibration. "
        "Idempotent; fast without changes."
    )

    def handle(self, *_: Any, **__: Any) -> None:  # noqa: ANN401 - Django's signature
        """Embed, fit, and print the counts."""
        embedder = active_embedder()
        counts = space_rebuild(embedder=embedder)
        calibration = calibration_refit(space=embedder.space)
        indexed = "indexed" if space_index_ensure(space=embedder.space) else "scanned exactly"
        active_space_record(encoder=embedder.space)
        fitted = "no calibration" if calibration is None else f"calibration {calibration.pk}"
        new = counts["texts"] + counts["negative_examples"] + counts["choices"]
        texts = f"{counts['specialists']} specialists, {new} texts new"
        self.stdout.write(f"routing ready: {texts}, {fitted}, {indexed} ({embedder.space})")
