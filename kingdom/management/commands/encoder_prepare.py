"""``manage.py encoder_prepare``: build the sentence encoder and embed the shipped texts before the first start."""

import os
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from kingdom.adapters.embeddings import weights
from kingdom.adapters.embeddings.minilm import MiniLmEmbedder, is_complete
from kingdom.adapters.embeddings.onnx_export import export_onnx
from kingdom.adapters.embeddings.precomputed import write_vectors
from kingdom.core.errors import KingdomError
from kingdom.council.recipes.catalogue import available_recipes
from kingdom.ministers.guardian.text.policy import load_policy
from kingdom.routing.embeddings.negative_examples import negative_examples_read
from kingdom.routing.embeddings.request_text import request_text
from kingdom.routing.embeddings.services import purpose_line
from kingdom.specialists.registry.builtins import builtins_read


class Command(BaseCommand):
    """Writes into the virtual environment; reads no database. A later call embeds only what is new."""

    help = "Build the sentence encoder and embed the shipped texts (part of `make setup`; idempotent)."
    requires_system_checks: list[str] = []

    def handle(self, *_: Any, **__: Any) -> None:  # noqa: ANN401 - Django's signature
        """Build, embed, and print one line."""
        folder = weights.prepared_folder()
        try:
            if not is_complete(folder):
                export_onnx(folder)
            embedder = MiniLmEmbedder(folder, threads=os.cpu_count() or 1)
            texts = list(dict.fromkeys(shipped_texts()))
            write_vectors(folder, embedder.space, texts, embedder.embed(texts))
        except KingdomError as error:
            raise CommandError(error.message) from error
        self.stdout.write(f"sentence encoder prepared, {len(texts)} texts embedded")


def shipped_texts() -> Iterator[str]:
    """Yield the texts that a new installation embeds: of built-ins, recipes, negative examples and Guardian rules."""
    specs = [*(builtin.spec for builtin in builtins_read()), *(recipe.spec for recipe in available_recipes())]
    for spec in specs:
        yield from map(request_text, (purpose_line(spec.role, spec.purpose), *spec.examples))
    yield from map(request_text, negative_examples_read())
    for compiled in load_policy().rules:
        if "request" in compiled.rule.applies_to:
            yield from (*compiled.rule.positive, *compiled.rule.negative)
