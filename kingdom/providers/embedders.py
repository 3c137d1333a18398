"""The sentence embedders of this installation, built from the settings."""

import functools
from pathlib import Path

from django.conf import settings
from django.db import transaction

from kingdom.adapters.embeddings.factory import EmbedderKind, build_embedder
from kingdom.adapters.embeddings.minilm import MiniLmEmbedder
from kingdom.adapters.embeddings.pair_classifier import PairClassifier
from kingdom.contracts.model import Usage
from kingdom.providers.language_models import model_config
from kingdom.providers.model_metering import call_record, current_caller
from kingdom.runtime.ports import Embedder
from kingdom.runtime.wrappers import ModelUse


@functools.cache
def cached_embedder(kind: EmbedderKind) -> Embedder:
    """Return this process's embedder of a kind. The first text loads its files."""
    return create_embedder(kind)


def configured_embedder() -> Embedder:
    """Return the embedder of the setting. It does not change when routing activates another embedding space."""
    return cached_embedder(settings.KINGDOM.embedder)


@functools.cache
def cached_classifier(weights_file: Path) -> PairClassifier | None:
    """Return this process's classifier with the weights of a file.

    None without MiniLM's files, and where the setting asks for the embedder that needs no model. With Gemini as
    embedder it reads by MiniLM all the same.
    """
    if settings.KINGDOM.embedder == "hashing":
        return None
    encoder = cached_embedder("minilm")
    return PairClassifier(encoder, weights_file) if isinstance(encoder, MiniLmEmbedder) else None


def create_embedder(kind: EmbedderKind) -> Embedder:
    """Return a new embedder of a kind with this installation's folder, key and address.

    Raises ModelNotConfigured for Gemini without a key.
    """
    return build_embedder(kind, settings.KINGDOM.resolved_data / "models", model_config("chat"), _usage_record)


def _usage_record(model: str, usage: Usage) -> None:
    """Record what a call was billed: for its caller, else for the installation.

    After the commit of the present transaction: until then it would lock rows of usage out of their order.
    """
    caller, use = current_caller(), ModelUse(model=model, purpose="chat", usage=usage)
    record = functools.partial(call_record, use, user_id=caller.user_id, session_id=caller.session_id)
    transaction.on_commit(record, robust=True)
