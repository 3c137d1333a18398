"""Similarity scores and leave-one-out scores."""

import numpy as np
import pytest

from kingdom.routing.calibration import leave_one_out
from kingdom.routing.embeddings import similarity
from kingdom.routing.embeddings.similarity import BELOW_EVERY_COSINE, Examples, Vectors, unit_rows
from tests.factories.vectors import blend_scores, clusters


def messages(examples: Examples, seed: int = 1) -> Vectors:
    """Return random unit vectors of the width of the examples."""
    return unit_rows(np.random.default_rng(seed).normal(size=(7, examples.vectors.shape[1])))


def test_the_blend_is_half_the_nearest_example_and_half_the_centroid() -> None:
    examples = clusters(3, 4)
    asked = messages(examples)
    found = blend_scores(asked, examples)
    for owner in range(3):
        rows = examples.vectors[examples.owners == owner]
        centre = rows.astype(np.float64).mean(axis=0)
        centre /= np.linalg.norm(centre)
        expected = 0.5 * (asked @ rows.T).max(axis=1) + 0.5 * asked @ centre
        np.testing.assert_allclose(found[:, owner], expected, atol=1e-6)


def test_an_owner_without_kept_rows_scores_below_every_cosine() -> None:
    found = similarity.best_per_owner(np.ones((2, 1)), np.array([1]), 3)
    assert found.tolist() == [[BELOW_EVERY_COSINE, 1.0, BELOW_EVERY_COSINE]] * 2


def test_the_bank_score_is_the_mean_of_the_three_nearest() -> None:
    bank = np.eye(4, dtype=np.float32)
    asked = unit_rows(np.array([[3.0, 2.0, 1.0, 0.0]]))
    assert similarity.negative_example_scores(asked, bank)[0] == pytest.approx(float(np.sort(asked[0])[-3:].mean()))


def test_a_bank_text_does_not_find_itself() -> None:
    bank = np.eye(4, dtype=np.float32)
    assert similarity.negative_example_scores(bank, bank, np.arange(4)).tolist() == [0.0] * 4
    assert similarity.negative_example_scores(bank, np.zeros((0, 4), dtype=np.float32)).tolist() == [0.0] * 4


def test_purposes_are_scored_against_but_are_no_messages() -> None:
    examples = clusters(3, 4)
    assert examples.calibrates[leave_one_out.sample_rows(examples, seed=0)].all()
    assert (leave_one_out.fold_assignment(examples, seed=0)[~examples.calibrates] == -1).all()


def test_the_only_row_of_an_owner_is_never_left_out() -> None:
    examples = Examples.of(np.eye(3, dtype=np.float32), np.array([0, 1, 1]), np.array([True, True, True]))
    assert leave_one_out.sample_rows(examples, seed=0).tolist() == [1, 2]


def test_a_large_set_is_sampled_by_the_seed_alone() -> None:
    examples = clusters(4, 6)
    first, again, other = (leave_one_out.sample_rows(examples, seed=seed, limit=10) for seed in (1, 1, 2))
    assert len(first) == 10
    assert first.tolist() == again.tolist() != other.tolist()


def test_folds_are_dealt_evenly_within_each_owner() -> None:
    examples = clusters(3, 10)
    fold = leave_one_out.fold_assignment(examples, seed=3)
    for owner in range(3):
        own = fold[(examples.owners == owner) & examples.calibrates]
        assert np.bincount(own, minlength=leave_one_out.FOLDS).tolist() == [2] * leave_one_out.FOLDS


def test_mu_needs_two_left_out_examples() -> None:
    means = leave_one_out.mean_own_scores(np.array([0.2, 0.4, 0.6, 0.9]), np.array([0, 0, 0, 1]), 3)
    np.testing.assert_allclose(means, [0.4, 0.4, 0.4])
