"""Builds the embedder of a kind."""

from __future__ import annotations

import pkgutil
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import structlog

from kingdom.adapters.embeddings import weights
from kingdom.adapters.embeddings.hashing import HashingEmbedder
from kingdom.adapters.embeddings.minilm import MiniLmEmbedder
from kingdom.adapters.models.config import ModelConfig

if TYPE_CHECKING:
    from kingdom.adapters.embeddings.gemini import GeminiEmbedder, OnUsage

_log = structlog.get_logger(__name__)
# By name, not by import: the SDK costs each process 40 MB and a second, and most use the local model.
_GEMINI = "kingdom.adapters.embeddings.gemini:GeminiEmbedder"


EmbedderKind = Literal["minilm", "hashing", "gemini"]


def build_embedder(
    kind: EmbedderKind, folder: Path, gemini: ModelConfig | None = None, on_usage: OnUsage | None = None
) -> MiniLmEmbedder | HashingEmbedder | GeminiEmbedder:
    """Return the embedder of a kind; its files are loaded at the first text.

    ``folder`` holds MiniLM's built graph, ``gemini`` the key and address; ``on_usage`` gets what Gemini bills. Without
    the weights package MiniLM is replaced by the hashing embedder, with a warning in the log. Its vectors are in
    another embedding space, so the two are never compared. Raises ModelNotConfigured for Gemini without a key.
    """
    if kind == "gemini":
        embedder: GeminiEmbedder = pkgutil.resolve_name(_GEMINI)(gemini or ModelConfig(provider="gemini"), on_usage)
        return embedder
    if kind == "hashing":
        return HashingEmbedder()
    if weights.package_folder() is None:
        _log.warning("embedder_degraded", reason="the weights package is not installed", using="hashing")
        return HashingEmbedder()
    return MiniLmEmbedder(folder)
