"""``manage.py embedding_space_list``: the embedding spaces, which serves, and whether the others could."""

from typing import Any

from django.core.management.base import BaseCommand

from kingdom.routing.activation import space_switch_refusal
from kingdom.routing.spaces.selectors import SpaceSummary, spaces_list


class Command(BaseCommand):
    """Prints one line a space."""

    help = "List the embedding spaces: how far each is, its gate, which one serves, and what keeps another from being switched to."

    def handle(self, *_: Any, **__: Any) -> None:  # noqa: ANN401 - Django's signature
        """Read and print."""
        shown = spaces_list()
        for one in shown:
            self.stdout.write(_space_line(one))
        if not shown:
            self.stdout.write("There is none yet. Run `manage.py embeddings_rebuild`.")


def _space_line(one: SpaceSummary) -> str:
    gate = f"gate {one.gate}" if one.gate is not None else "no gate"
    said = "serves" if one.serves else space_switch_refusal(one.space.kind) or "can be switched to"
    return f"{one.space.kind} ({one.space.encoder or 'not begun'}): {one.space.progress}, {one.texts} vectors, {gate}; {said}"
