"""``manage.py embedding_space_list``: the embedding spaces and their states."""

from typing import Any

from django.core.management.base import BaseCommand

from kingdom.routing.spaces.activation import space_switch_refusal
from kingdom.routing.spaces.selectors import SpaceSummary, spaces_list


class Command(BaseCommand):
    """Prints one line per space."""

    help = "List the embedding spaces: progress, calibration, the active one, and what prevents a switch."

    def handle(self, *_: Any, **__: Any) -> None:  # noqa: ANN401 - Django's signature
        """Read and print."""
        summaries = spaces_list()
        for summary in summaries:
            self.stdout.write(_space_line(summary))
        if not summaries:
            self.stdout.write("There is no embedding space yet. Run `manage.py embeddings_rebuild`.")


def _space_line(summary: SpaceSummary) -> str:
    space = summary.space
    calibration = f"calibration {summary.calibration}" if summary.calibration is not None else "no calibration"
    state = "active" if summary.active else space_switch_refusal(space.kind) or "can be activated"
    name = f"{space.kind} ({space.encoder or 'not begun'})"
    return f"{name}: {space.progress}, {summary.texts} vectors, {calibration}; {state}"
