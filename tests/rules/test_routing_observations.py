"""A fit reads its examples in blocks: what it observes is what the whole matrix of scores would show."""

import tempfile
import tracemalloc
from collections.abc import Sequence

import numpy as np
import pytest

from kingdom.routing.calibration import leave_one_out, observations
from kingdom.routing.calibration.calibration_fit import FittedCalibration, NegativeFeedback, fit_calibration
from kingdom.routing.calibration.example_blocks import example_blocks
from kingdom.routing.calibration.linear_classifier import log_softmax
from kingdom.routing.calibration.observations import (
    ChosenObserver,
    LeftOutObserver,
    MessageObserver,
    Observation,
    Reading,
    observe_examples,
    rank_scores,
)
from kingdom.routing.calibration.stored_examples import StoredExamples
from kingdom.routing.embeddings.similarity import BELOW_EVERY_COSINE, Examples, Floats, Ints, Vectors, unit_rows
from tests.factories.vectors import blend_scores, clusters

BLOCK_SIZES = (1, 7, 50, 1_000_000)
WIDTH = 24


@pytest.fixture(params=BLOCK_SIZES)
def reading(request: pytest.FixtureRequest) -> Reading:
    return Reading(block_rows=request.param)


@pytest.fixture(params=[False, True], ids=["without_classifier", "with_classifier"])
def logits(request: pytest.FixtureRequest) -> Floats | None:
    """Return logits of 40 messages and 9 specialists, or none."""
    return np.random.default_rng(4).normal(size=(40, 9)) * 2 if request.param else None


def uneven(owners: int = 9) -> Examples:
    """Return clusters of which each has another number of examples; some have no purpose line."""
    whole = clusters(owners, 8, spread=1.3)
    chance = np.random.default_rng(8)
    keep = chance.random(len(whole.owners)) < 0.7
    keep[np.searchsorted(whole.owners, np.arange(owners)) + 1] = True  # every owner has a message
    return Examples.of(whole.vectors[keep], whole.owners[keep], whole.calibrates[keep])


def texts(count: int, seed: int = 9) -> Vectors:
    return unit_rows(np.random.default_rng(seed).normal(size=(count, WIDTH)))


def dense(scores: Floats, purposes: Floats, logits: Floats | None) -> Observation:
    """Return the best of each row of a whole matrix of scores."""
    logs = None if logits is None else log_softmax(logits)
    best = np.asarray(rank_scores(scores, logs).argmax(axis=1))
    row = np.arange(len(best))
    entropies = None if logs is None else -(np.exp(logs) * np.maximum(logs, -50.0)).sum(axis=1)
    return Observation(best, scores[row, best], purposes[row, best], entropies)


def purpose_cosines(messages: Vectors, examples: Examples) -> Floats:
    found = np.zeros((len(messages), examples.count))
    for row in np.flatnonzero(~examples.calibrates):
        found[:, examples.owners[row]] = messages @ examples.vectors[row]
    return found


def agree(found: Observation, expected: Observation) -> None:
    assert found.owners.tolist() == expected.owners.tolist()
    np.testing.assert_allclose(found.scores, expected.scores, atol=1e-6)
    np.testing.assert_allclose(found.purposes, expected.purposes, atol=1e-6)
    assert (found.entropies is None) == (expected.entropies is None)
    if found.entropies is not None and expected.entropies is not None:
        np.testing.assert_allclose(found.entropies, expected.entropies, atol=1e-9)


def left_out_scores(examples: Examples, rows: Sequence[int]) -> Floats:
    """Return the scores of each row against all examples but itself."""
    everything = np.arange(len(examples.owners))
    return np.stack([blend_scores(examples.vectors[[row]], examples, everything != row)[0] for row in rows])


def test_messages_find_their_best_specialist(
    reading: Reading, logits: Floats | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(observations, "ROWS_AT_ONCE", 3)
    examples, asked = uneven(), texts(40)
    observer = MessageObserver(asked, logits)
    observe_examples(examples, (observer,), reading)
    agree(observer.observation(), dense(blend_scores(asked, examples), purpose_cosines(asked, examples), logits))


def test_a_left_out_example_is_scored_without_itself(
    reading: Reading, logits: Floats | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(observations, "ROWS_AT_ONCE", 16)
    examples = uneven()
    rows = leave_one_out.sample_rows(examples, seed=0, limit=40)
    if logits is not None:
        logits = logits[: len(rows)]
    observer = LeftOutObserver(examples, rows, logits)
    observe_examples(examples, (observer,), reading)
    scores, purposes = left_out_scores(examples, rows.tolist()), purpose_cosines(examples.vectors[rows], examples)
    row, own = np.arange(len(rows)), examples.owners[rows]
    np.testing.assert_allclose(observer.own_scores, scores[row, own], atol=1e-6)
    agree(observer.best(), dense(scores, purposes, logits))
    scores[row, own] = BELOW_EVERY_COSINE
    others = None if logits is None else logits.copy()
    if others is not None:
        others[row, own] = -np.inf
    agree(observer.others(), dense(scores, purposes, others))


def test_a_given_specialist_is_scored_whoever_is_best(reading: Reading, logits: Floats | None) -> None:
    examples, asked = uneven(), texts(40)
    owners: Ints = np.random.default_rng(2).integers(examples.count, size=40)
    observer = ChosenObserver(asked, owners, logits)
    observe_examples(examples, (observer,), reading)
    found, row = observer.observation(), np.arange(40)
    np.testing.assert_allclose(found.scores, blend_scores(asked, examples)[row, owners], atol=1e-6)
    np.testing.assert_allclose(found.purposes, purpose_cosines(asked, examples)[row, owners], atol=1e-6)


def test_of_equal_specialists_the_first_is_best(reading: Reading) -> None:
    vectors = np.repeat(texts(1), 30, axis=0)
    examples = Examples.of(vectors, np.repeat(np.arange(10), 3), np.ones(30, dtype=np.bool_))
    observer = MessageObserver(vectors[:2])
    observe_examples(examples, (observer,), reading)
    assert observer.observation().owners.tolist() == [0, 0]


def test_blocks_have_whole_owners_and_all_rows(reading: Reading) -> None:
    examples = uneven()
    blocks = list(example_blocks(examples, reading.block_rows))
    assert np.concatenate([block.owners + block.first_owner for block in blocks]).tolist() == examples.owners.tolist()
    assert np.concatenate([block.vectors for block in blocks]).tolist() == examples.vectors.tolist()
    for block in blocks:
        assert len(block.vectors) <= reading.block_rows or block.count == 1
        assert set(range(block.columns.start, block.columns.stop)) == set(examples.owners[block.rows].tolist())


def numbers(fitted: FittedCalibration) -> list[float]:
    """Return all numbers of a calibration, one after another."""
    parts = [fitted.plain, *([fitted.full] if fitted.full else [])]
    found = [[*part.separate.weights, *part.state.weights, part.threshold, part.threshold_low] for part in parts]
    return [*np.concatenate(found).tolist(), *fitted.shifts.tolist(), *fitted.figures.values()]


@pytest.mark.parametrize(
    ("owners", "each", "with_classifier"), [(300, 16, False), (25, 16, True)], ids=["thousands", "with_classifier"]
)
def test_a_fit_in_blocks_is_the_fit_at_once(owners: int, each: int, with_classifier: bool) -> None:
    examples, negatives = clusters(owners, each, spread=1.0), texts(100)
    feedback = NegativeFeedback(examples.vectors[5:25], (examples.owners[5:25] + 1) % owners)

    def fitted_numbers(block_rows: int) -> list[float]:
        fitted = fit_calibration(
            examples, negatives, feedback, with_classifier=with_classifier, reading=Reading(block_rows=block_rows)
        )
        assert fitted is not None
        assert (fitted.classifier is not None) == with_classifier
        return numbers(fitted)

    at_once = fitted_numbers(1_000_000)
    for block_rows in (1, 60, 1_000):
        np.testing.assert_allclose(fitted_numbers(block_rows), at_once, atol=1e-5)


def test_a_sample_is_said_in_the_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = fit_calibration(clusters(20, 10), texts(60))
    monkeypatch.setattr(leave_one_out.sample_rows, "__defaults__", (50,))
    sampled = fit_calibration(clusters(20, 10), texts(60))
    assert whole is not None
    assert sampled is not None
    assert (whole.figures["examples"], whole.figures["sampled_examples"]) == (200.0, 200.0)
    assert (sampled.figures["examples"], sampled.figures["sampled_examples"]) == (200.0, 50.0)


def test_a_fit_ends_where_its_callback_says() -> None:
    seen: list[int] = []

    def stop() -> None:
        seen.append(len(seen))
        if len(seen) == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fit_calibration(clusters(20, 10), texts(60), reading=Reading(on_block=stop, block_rows=22))
    assert seen == [0, 1, 2]


def test_a_fit_holds_a_block_of_its_vectors(monkeypatch: pytest.MonkeyPatch) -> None:
    """The vectors of 60,000 examples take 92 MB as the products read them."""
    monkeypatch.setattr(leave_one_out.sample_rows, "__defaults__", (200,))
    owners, each = 3_000, 20
    chance = np.random.default_rng(0)
    with tempfile.TemporaryFile() as file:
        for _ in range(owners):
            centre = chance.normal(size=384)
            file.write(unit_rows(centre + chance.normal(size=(each, 384))).astype(">f2").tobytes())
        file.flush()
        stored = StoredExamples(
            file, np.repeat(np.arange(owners), each), np.ones(owners * each, dtype=np.bool_), owners
        )
        tracemalloc.start()
        fitted = fit_calibration(stored, unit_rows(chance.normal(size=(20, 384))), reading=Reading(block_rows=2_000))
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert fitted is not None
    assert fitted.classifier is None
    assert fitted.figures["closed_set"] > 0.9
    assert peak < 30e6
