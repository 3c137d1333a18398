"""Vectors of shipped texts that the set-up computed: they are used as they are, and only where they are right."""

import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest

from kingdom.adapters.embeddings import weights
from kingdom.adapters.embeddings.minilm import Matrix, MiniLmEmbedder
from kingdom.adapters.embeddings.precomputed import read_vectors, vectors_file, write_vectors
from kingdom.council.recipes.matcher import recipes_rank
from kingdom.management.commands.encoder_prepare import shipped_texts
from kingdom.ministers.attack_similarity import neighbours_seed
from kingdom.routing.embeddings.services import space_rebuild
from kingdom.specialists.registry.builtins import builtins_install

SPACE = "minilm-test"


@pytest.fixture
def written(prepared: Path, minilm: MiniLmEmbedder) -> Iterator[MiniLmEmbedder]:
    """Return an embedder whose set-up knows two texts, by vectors that no encoder gives."""
    path = write_vectors(prepared, minilm.space, ["one text", "another"], np.eye(384, dtype=np.float32)[:2])
    yield MiniLmEmbedder(minilm._folder)
    path.unlink()


def test_known_texts_are_read_and_others_computed(written: MiniLmEmbedder, minilm: MiniLmEmbedder) -> None:
    found = written.embed(["another", "a text of the user", "one text"])
    np.testing.assert_array_equal(found[[2, 0]], np.eye(384, dtype=np.float32)[:2])
    np.testing.assert_allclose(found[1], minilm.embed(["a text of the user"])[0], atol=1e-6)


def test_a_single_text_is_always_computed(written: MiniLmEmbedder, minilm: MiniLmEmbedder) -> None:
    np.testing.assert_allclose(written.embed(["one text"]), minilm.embed(["one text"]), atol=1e-6)


def test_the_graph_of_the_set_up_is_used_and_a_broken_one_is_not(
    minilm: MiniLmEmbedder, prepared: Path, folder: Path, tmp_path: Path
) -> None:
    names = (weights.GRAPH_FILE, weights.DATA_FILE, weights.MANIFEST_FILE)
    for name in names:
        shutil.copy(folder / name, prepared / name)
    try:
        MiniLmEmbedder(tmp_path / "unused").embed(["hello"])
        assert not (tmp_path / "unused").exists()
        (prepared / weights.DATA_FILE).write_bytes(b"cut short")
        MiniLmEmbedder(folder).embed(["hello"])
    finally:
        for name in names:
            (prepared / name).unlink()


@pytest.mark.parametrize("damage", ["missing", "empty", "cut", "no archive", "other width", "other type"])
def test_a_damaged_file_gives_no_vectors(damage: str, tmp_path: Path) -> None:
    vectors = np.eye(4, dtype=np.float32)[:2]
    path = write_vectors(tmp_path, SPACE, ["a", "b"], vectors)
    assert len(read_vectors(tmp_path, SPACE, 4)) == 2
    content = path.read_bytes()
    if damage == "missing":
        path.unlink()
    elif damage == "other width":
        write_vectors(tmp_path, SPACE, ["a", "b"], vectors[:, :3])
    elif damage == "other type":
        write_vectors(tmp_path, SPACE, ["a", "b"], vectors.astype(np.float64))
    else:
        path.write_bytes({"empty": b"", "cut": content[: len(content) // 2], "no archive": b"x" * 900}[damage])
    assert len(read_vectors(tmp_path, SPACE, 4)) == 0


def test_the_file_is_replaced_as_a_whole(tmp_path: Path) -> None:
    write_vectors(tmp_path, SPACE, ["a"], np.eye(4, dtype=np.float32)[:1])
    write_vectors(tmp_path, SPACE, ["b", "\ud800 lone"], np.eye(4, dtype=np.float32)[:2])
    found = read_vectors(tmp_path, SPACE, 4)
    assert found.find("a") is None
    assert found.find("\ud800 lone") is not None
    assert list(tmp_path.iterdir()) == [vectors_file(tmp_path, SPACE)]


class _RecordingEmbedder:
    """Unit vectors of a made-up space; keeps the texts of every call with several."""

    space, dimensions = "recorded", 384

    def __init__(self) -> None:
        self.texts: set[str] = set()

    def embed(self, texts: Sequence[str], purpose: str = "query") -> Matrix:
        if len(texts) > 1:
            self.texts.update(texts)
        rows = np.random.default_rng(len(texts)).normal(size=(len(texts), self.dimensions)).astype(np.float32)
        unit: Matrix = rows / np.linalg.norm(rows, axis=1, keepdims=True)
        return unit


@pytest.mark.django_db
def test_whatever_a_new_installation_embeds_is_prepared() -> None:
    embedder = _RecordingEmbedder()
    builtins_install()
    space_rebuild(embedder=embedder)
    neighbours_seed(embedder)
    recipes_rank("I get lists of IBANs to check", embedder)
    assert len(embedder.texts) > 1_000
    assert embedder.texts - set(shipped_texts()) == set()
