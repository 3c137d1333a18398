"""``manage.py embeddings_rebuild``: what routing knows, in an embedding space."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from kingdom.orchestrator.replaying import space_replay
from kingdom.runtime.ports import Embedder
from kingdom.specialists.embedding_services import embedder_of, process_embedder, space_rebuild
from kingdom.specialists.gate_services import gate_refit
from kingdom.specialists.space_services import space_drop, space_index_ensure


class Command(BaseCommand):
    """Prints one line about the space, and one a message that would be routed elsewhere."""

    help = "Embed all texts that are not embedded yet, load the bank, fit the gate. Safe to repeat; quick when nothing changed."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the embedder and what to compare."""
        parser.add_argument("--embedder", choices=["minilm", "hashing", "gemini"], help="build this one's space beside the one in use")
        parser.add_argument(
            "--replay", type=int, default=0, metavar="N", help="route the last N messages in both spaces and list what flips"
        )
        parser.add_argument("--drop", metavar="SPACE", help="remove a space that is no longer used, and do nothing else")

    def handle(self, *_: Any, **options: Any) -> None:  # noqa: ANN401 - Django's signature
        """Build, then compare."""
        if options["drop"]:
            self.stdout.write(f"{options['drop']}: {space_drop(space=options['drop'])} rows removed")
            return
        current = process_embedder()
        embedder = embedder_of(options["embedder"]) if options["embedder"] else current
        self.stdout.write(_built(embedder))
        if options["replay"]:
            seen, flips = space_replay(now=current, then=embedder, last=options["replay"])
            self.stdout.write(f"{len(flips)} of the last {seen} messages would flip")
            for flip in flips:
                self.stdout.write(f"  {flip.message_id}: {flip.now} -> {flip.then}")


def _built(embedder: Embedder) -> str:
    counts = space_rebuild(embedder=embedder)
    gate = gate_refit(space=embedder.space)
    indexed = "indexed" if space_index_ensure(space=embedder.space) else "scanned exactly"
    fitted = "no gate" if gate is None else f"gate {gate.pk}"
    new = counts["texts"] + counts["bank"] + counts["choices"]
    return f"routing ready: {counts['specialists']} specialists, {new} texts new, {fitted}, {indexed} ({embedder.space})"
