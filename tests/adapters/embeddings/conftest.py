"""One built graph for all tests of a process."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from kingdom.adapters.embeddings import weights
from kingdom.adapters.embeddings.minilm import MiniLmEmbedder


@pytest.fixture(scope="package", autouse=True)
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Return an empty folder in place of the virtual environment's, so that each test builds or computes for itself."""
    folder = tmp_path_factory.mktemp("prepared")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(weights, "prepared_folder", lambda: folder)
        yield folder


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("models")


@pytest.fixture(scope="package")
def minilm(folder: Path, prepared: Path) -> MiniLmEmbedder:
    embedder = MiniLmEmbedder(folder)
    embedder.embed(["build and load"])
    return embedder
