"""The sentence embedders of this installation, built from the settings."""

import functools

from django.conf import settings

from kingdom.adapters.embeddings.factory import EmbedderKind, build_embedder
from kingdom.providers.language_models import model_config
from kingdom.runtime.ports import Embedder


@functools.cache
def cached_embedder(kind: EmbedderKind) -> Embedder:
    """Return this process's embedder of a kind. The first text loads its files."""
    return create_embedder(kind)


def configured_embedder() -> Embedder:
    """Return the embedder of the setting. It does not change when routing activates another embedding space."""
    return cached_embedder(settings.KINGDOM.embedder)


def create_embedder(kind: EmbedderKind) -> Embedder:
    """Return a new embedder of a kind with this installation's folder, key and address.

    Raises ModelNotConfigured for Gemini without a key.
    """
    return build_embedder(kind, settings.KINGDOM.resolved_data / "models", model_config("chat"))
