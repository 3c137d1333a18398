"""Which embedder a process uses."""

from pathlib import Path
from typing import Literal

import structlog

from kingdom.adapters.embeddings import weights
from kingdom.adapters.embeddings.hashing import HashingEmbedder
from kingdom.adapters.embeddings.minilm import MiniLmEmbedder

_log = structlog.get_logger(__name__)


def build_embedder(kind: Literal["minilm", "hashing"], folder: Path) -> MiniLmEmbedder | HashingEmbedder:
    """Return the embedder of that kind; ``folder`` holds MiniLM's built graph. Cheap: nothing is loaded before the first text.

    Without the weights package MiniLM becomes the hashing embedder, the degraded mode, with a warning in the log. Its vectors are of
    another embedding space, so nothing is compared across the two.
    """
    if kind == "hashing":
        return HashingEmbedder()
    if weights.package_folder() is None:
        _log.warning("embedder_degraded", reason="the weights package is not installed", using="hashing")
        return HashingEmbedder()
    return MiniLmEmbedder(folder)
