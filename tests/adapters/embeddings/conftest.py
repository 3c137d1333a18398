"""One built graph for all tests of a process."""

from pathlib import Path

import pytest

from kingdom.adapters.embeddings.minilm import MiniLmEmbedder


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("models")


@pytest.fixture(scope="session")
def minilm(folder: Path) -> MiniLmEmbedder:
    embedder = MiniLmEmbedder(folder)
    embedder.embed(["build and load"])
    return embedder
