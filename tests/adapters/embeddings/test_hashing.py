"""The degraded mode, and when it takes over."""

from pathlib import Path

import numpy as np
import pytest

from kingdom.adapters.embeddings import weights
from kingdom.adapters.embeddings.factory import build_embedder
from kingdom.adapters.embeddings.hashing import HashingEmbedder
from kingdom.adapters.embeddings.minilm import MiniLmEmbedder


def test_rows_are_unit_and_the_same_every_time() -> None:
    texts = ["convert kilograms", "", "?!", "convert kilogram"]
    first, again = HashingEmbedder().embed(texts), HashingEmbedder().embed(texts)
    np.testing.assert_array_equal(first, again)
    np.testing.assert_allclose(np.linalg.norm(first, axis=1), 1.0, atol=1e-5)


def test_alike_spelling_is_near() -> None:
    asked, near, far = HashingEmbedder().embed(
        ["convert kilograms to pounds", "converting 5 kilogram to pound", "my cat sleeps"]
    )
    assert asked @ near > 0.4 > asked @ far


def test_a_known_vector_stays_what_it_was() -> None:
    vector = HashingEmbedder().embed(["hello"])[0]
    assert np.flatnonzero(vector)[:3].tolist() == np.flatnonzero(HashingEmbedder().embed(["HELLO"])[0])[:3].tolist()
    assert HashingEmbedder().space == "hashing-384-v1"


def test_minilm_is_taken_when_its_weights_are_there() -> None:
    assert isinstance(build_embedder("minilm", Path("nowhere")), MiniLmEmbedder)
    assert isinstance(build_embedder("hashing", Path("nowhere")), HashingEmbedder)


def test_without_the_weights_hashing_takes_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weights, "package_folder", lambda: None)
    assert isinstance(build_embedder("minilm", Path("nowhere")), HashingEmbedder)
