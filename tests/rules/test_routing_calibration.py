"""Calibration: fitted from examples only, deterministic, and low for unseen topics."""

import json

import numpy as np
import pytest

from kingdom.routing.calibration import calibration_fit, calibrator, lbfgs, linear_classifier
from kingdom.routing.calibration.calibration_fit import NegativeFeedback
from kingdom.routing.calibration.calibrator import Calibrator
from kingdom.routing.calibration.observations import DEFAULT_READING, LeftOutObserver, MessageObserver, observe_examples
from kingdom.routing.embeddings.similarity import Examples, Floats, Vectors, negative_example_scores, unit_rows
from tests.factories.vectors import blend_scores, clusters

NO_BANK = np.zeros((0, 24), dtype=np.float32)


def far_texts(count: int = 60, seed: int = 9) -> Vectors:
    """Return random directions, far from all specialists."""
    return unit_rows(np.random.default_rng(seed).normal(size=(count, 24)))


def stated(
    examples: Examples, bank: Vectors, asked: Vectors, fitted: calibration_fit.FittedCalibration
) -> tuple[list[int], Floats]:
    """Return the specialist ranked first and P(right) of live messages."""
    observer = MessageObserver(asked, None if fitted.classifier is None else fitted.classifier.logits(asked))
    observe_examples(examples, (observer,), DEFAULT_READING)
    observed = observer.observation()
    features = observed.features(negative_example_scores(asked, bank), fitted.shifts)
    return observed.owners.tolist(), fitted.calibrator.probability(features)


def test_it_routes_what_is_near_and_refuses_what_is_far() -> None:
    examples, bank = clusters(8, 9), far_texts()
    fitted = calibration_fit.fit_calibration(examples, bank)
    assert fitted is not None
    fresh = clusters(8, 4)  # the same centres by the same seed, with other messages
    best, probability = stated(examples, bank, fresh.vectors, fitted)
    served = (np.array(best) == fresh.owners) & (probability >= fitted.calibrator.threshold)
    _, nobody = stated(examples, bank, far_texts(seed=77), fitted)
    assert served.mean() > 0.8
    assert (nobody >= fitted.calibrator.threshold).mean() < 0.05


def test_a_fit_depends_on_examples_and_seed_alone() -> None:
    examples, bank = clusters(6, 6), far_texts()
    first, again = (
        calibration_fit.fit_calibration(examples, bank, seed=4),
        calibration_fit.fit_calibration(examples, bank, seed=4),
    )
    assert first is not None
    assert again is not None
    assert first.calibrator.as_json() == again.calibrator.as_json()
    assert first.shifts.tolist() == again.shifts.tolist()


def test_a_gate_survives_json() -> None:
    fitted = calibration_fit.fit_calibration(clusters(6, 6), far_texts())
    assert fitted is not None
    assert Calibrator.from_json(json.loads(json.dumps(fitted.calibrator.as_json()))) == fitted.calibrator


def test_without_examples_the_bank_alone_sets_the_bar() -> None:
    examples = clusters(6, 0)
    fitted = calibration_fit.fit_calibration(examples, far_texts(200))
    assert fitted is not None
    _, nobody = stated(examples, far_texts(200), far_texts(200, seed=5), fitted)
    assert (nobody >= fitted.calibrator.threshold).mean() < 0.2
    assert calibration_fit.fit_calibration(examples, NO_BANK) is None


def test_without_a_bank_a_gate_is_fitted_all_the_same() -> None:
    fitted = calibration_fit.fit_calibration(clusters(6, 6), NO_BANK)
    assert fitted is not None
    assert 0 < fitted.calibrator.threshold < 1
    assert "far_rejected" not in fitted.figures


def test_one_specialist_alone_can_be_fitted() -> None:
    fitted = calibration_fit.fit_calibration(clusters(1, 8), far_texts())
    assert fitted is not None
    assert fitted.classifier is None
    assert np.isfinite(fitted.calibrator.threshold)


def test_few_examples_mean_no_head() -> None:
    thin, thick = (
        calibration_fit.fit_calibration(clusters(5, 2), far_texts()),
        calibration_fit.fit_calibration(clusters(5, 8), far_texts()),
    )
    assert thin is not None
    assert thin.full is None
    assert thick is not None
    assert thick.full is not None


def test_low_bar_never_lies_above_the_bar() -> None:
    for each in (3, 6, 12):
        fitted = calibration_fit.fit_calibration(clusters(6, each, spread=1.5), far_texts())
        assert fitted is not None
        assert 0 <= fitted.calibrator.threshold_low <= fitted.calibrator.threshold <= 1


def test_a_corrected_route_lowers_what_the_wrong_one_is_given() -> None:
    examples, bank = clusters(6, 8, spread=1.0), far_texts()
    wrong = NegativeFeedback(np.repeat(examples.vectors[examples.owners == 2], 6, axis=0), np.full(54, 2))
    plain, warned = (
        calibration_fit.fit_calibration(examples, bank),
        calibration_fit.fit_calibration(examples, bank, wrong),
    )
    assert plain is not None
    assert warned is not None
    asked = examples.vectors[examples.owners == 2]
    assert stated(examples, bank, asked, warned)[1].mean() < stated(examples, bank, asked, plain)[1].mean()


def test_taking_a_specialist_away_changes_who_is_first() -> None:
    examples = clusters(2, 5, spread=0.3)
    rows = np.flatnonzero((examples.owners == 0) & examples.calibrates)[:1]
    observer = LeftOutObserver(examples, rows, np.array([[3.0, 1.0]]))
    observe_examples(examples, (observer,), DEFAULT_READING)
    others = observer.others()
    assert observer.best().owners.tolist() == [0]
    assert others.owners.tolist() == [1]
    np.testing.assert_allclose(others.scores, blend_scores(examples.vectors[rows], examples)[:, 1], atol=1e-6)
    assert others.entropies is not None
    assert others.entropies[0] == pytest.approx(0.0)


def test_more_certain_features_never_state_less() -> None:
    fitted = calibration_fit.fit_calibration(clusters(8, 9), far_texts())
    assert fitted is not None
    scores = np.linspace(0, 1, 20)
    observed = {"adjusted": scores, "negative_similarity": np.full(20, 0.1), "purpose": np.full(20, 0.3)}
    assert (np.diff(fitted.plain.probability(observed)) > 0).all()


def test_the_passing_share_counts_at_or_above() -> None:
    levels = np.array([0.0, 1.0, 2.0])
    found = calibrator._passing(np.array([0.0, 1.0, 5.0]), levels, np.array([0.25, 0.25, 0.5]))
    assert found.tolist() == [1.0, 0.75, 0.5]


def test_logistic_regression_recovers_known_odds() -> None:
    chance = np.random.default_rng(0)
    feature = chance.normal(size=(4000, 1))
    labels = (chance.random(4000) < calibrator.sigmoid(2.0 * feature[:, 0] - 0.5)).astype(np.float64)
    found = calibrator.fit_logistic_regression(feature, labels, np.ones(4000), ridge=1e-9)
    slope = found.weights[1] / found.scales[0]
    assert slope == pytest.approx(2.0, abs=0.2)
    assert found.weights[0] - slope * found.means[0] == pytest.approx(-0.5, abs=0.15)


def test_a_feature_that_never_varies_weighs_nothing() -> None:
    features = np.column_stack([np.arange(10.0), np.full(10, 7.0)])
    found = calibrator.fit_logistic_regression(features, (np.arange(10) > 4).astype(np.float64), np.ones(10))
    assert abs(found.weights[2]) < 1e-6


def test_descent_finds_the_least_of_a_bowl() -> None:
    scale = np.array([1.0, 10.0, 100.0])
    found = lbfgs.lbfgs_minimize(
        lambda at: (float(scale @ (at - 3) ** 2), 2 * scale * (at - 3)), np.zeros(3), steps=100, tolerance=1e-9
    )
    np.testing.assert_allclose(found, 3.0, atol=1e-6)


def test_the_head_separates_its_owners_and_starts_warm() -> None:
    examples = clusters(5, 8)
    cold = linear_classifier.fit_linear_classifier(examples.vectors, examples.owners, examples.count)
    warm = linear_classifier.fit_linear_classifier(examples.vectors, examples.owners, examples.count, start=cold)
    assert (cold.logits(examples.vectors).argmax(axis=1) == examples.owners).mean() > 0.95
    np.testing.assert_allclose(warm.logits(examples.vectors), cold.logits(examples.vectors), atol=0.2)


def test_log_softmax_keeps_what_is_taken_away_out() -> None:
    logs = linear_classifier.log_softmax(np.array([[1.0, -np.inf, 1.0]]))
    np.testing.assert_allclose(np.exp(logs), [[0.5, 0.0, 0.5]])
