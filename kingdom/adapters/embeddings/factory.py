"""Which embedder a process uses."""

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
    from kingdom.adapters.embeddings.gemini import GeminiEmbedder

_log = structlog.get_logger(__name__)
# By name, not by import: the SDK costs each process 40 MB and a second, and most embed with the local model.
_GEMINI = "kingdom.adapters.embeddings.gemini:GeminiEmbedder"


EmbedderKind = Literal["minilm", "hashing", "gemini"]


def build_embedder(
    kind: EmbedderKind, folder: Path, gemini: ModelConfig | None = None
) -> MiniLmEmbedder | HashingEmbedder | GeminiEmbedder:
    """Return the embedder of that kind; ``folder`` holds MiniLM's built graph, ``gemini`` key and address. Nothing is loaded yet.

    Without the weights package MiniLM becomes the hashing embedder, the degraded mode, with a warning in the log. Its vectors are of
    another embedding space, so nothing is compared across the two. Raises ModelNotConfigured for Gemini without a key.
    """
    if kind == "gemini":
        made: GeminiEmbedder = pkgutil.resolve_name(_GEMINI)(gemini or ModelConfig(provider="gemini"))
        return made
    if kind == "hashing":
        return HashingEmbedder()
    if weights.package_folder() is None:
        _log.warning("embedder_degraded", reason="the weights package is not installed", using="hashing")
        return HashingEmbedder()
    return MiniLmEmbedder(folder)
