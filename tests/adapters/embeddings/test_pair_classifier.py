"""Pairs of texts get the score of a linear classifier on the encoder's token states."""

import json
from pathlib import Path

import numpy as np
import pytest

from kingdom.adapters.embeddings import weights
from kingdom.adapters.embeddings.minilm import MiniLmEmbedder, is_complete
from kingdom.adapters.embeddings.pair_classifier import PAIR_TOKENS, PairClassifier
from kingdom.core.errors import BadConfiguration

PAIRS = [
    ("Pay invoices.", "Ask the manager first."),
    ("Write poems.", "Four lines."),
    ("", "Größe: 東京 🙂"),
    ("word " * 90, "long " * 300),
]


@pytest.fixture
def classifier(minilm: MiniLmEmbedder, tmp_path: Path) -> PairClassifier:
    file = tmp_path / "weights.npz"
    random = np.random.default_rng(3)
    np.savez(file, weights=random.normal(size=1536).astype(np.float32), intercept=np.float32(0.5))
    return PairClassifier(minilm, file)


def test_a_score_is_the_weighted_sum_of_the_features(classifier: PairClassifier, tmp_path: Path) -> None:
    with np.load(tmp_path / "weights.npz") as arrays:
        expected = classifier.features(PAIRS) @ arrays["weights"] + 0.5
    np.testing.assert_allclose(classifier.scores(PAIRS), expected, rtol=1e-4, atol=1e-3)
    assert classifier.scores([]) == []


def test_the_features_are_mean_and_extremes_of_the_sentence_and_mean_of_the_context(
    classifier: PairClassifier, minilm: MiniLmEmbedder
) -> None:
    context, sentence = PAIRS[0]
    first, second = minilm.token_ids(context), minilm.token_ids(sentence)[1:]
    states = minilm.token_states([[*first, *second]])[0]
    inside = states[len(first) : -1]
    found = classifier.features(PAIRS[:1])[0].reshape(4, weights.DIMENSIONS)
    expected = [inside.mean(0), inside.max(0) / 2, inside.min(0) / 2, states[: len(first)].mean(0) / 2]
    np.testing.assert_allclose(found, expected, atol=1e-5)


def test_a_pair_does_not_depend_on_its_neighbours(classifier: PairClassifier) -> None:
    together = classifier.scores(PAIRS * 9)
    for place, pair in enumerate(PAIRS):
        assert together[place] == pytest.approx(classifier.scores([pair])[0], abs=1e-3)


def test_the_context_counts_and_long_texts_are_cut(classifier: PairClassifier) -> None:
    one, other = classifier.scores([("Pay invoices.", "Wait."), ("Write poems.", "Wait.")])
    assert one != pytest.approx(other, abs=1e-3)
    ids, start = classifier._pair_ids("word " * 90, "long " * 300)
    assert len(ids) == PAIR_TOKENS
    assert start == 24
    assert ids[start - 1] == ids[-1]


@pytest.mark.parametrize("content", [b"", b"no archive", b"PK\x03\x04 cut"])
def test_unreadable_weights_are_refused(minilm: MiniLmEmbedder, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "weights.npz").write_bytes(content)
    with pytest.raises(BadConfiguration, match=r"weights\.npz"):
        PairClassifier(minilm, tmp_path / "weights.npz").scores(PAIRS[:1])


def test_a_graph_of_an_older_format_is_not_complete(minilm: MiniLmEmbedder, folder: Path) -> None:
    manifest = folder / weights.MANIFEST_FILE
    written = manifest.read_text()
    assert is_complete(folder)
    try:
        manifest.write_text(json.dumps({**json.loads(written), "graph_format": weights.GRAPH_FORMAT - 1}))
        assert not is_complete(folder)
    finally:
        manifest.write_text(written)
