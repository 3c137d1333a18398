"""Routing metrics against values computed by hand."""

import math

import numpy as np
import pytest

from kingdom.routing.calibration.metrics import RoutingOutcomes, auroc, routing_metrics


def test_figures_of_six_messages() -> None:
    found = routing_metrics(
        RoutingOutcomes(
            best=np.array([0, 1, 1, 0, 2, 0]),
            probability=np.array([0.95, 0.85, 0.75, 0.25, 0.65, 0.15]),
            accepted=np.array([True, True, True, False, True, False]),
            labels=np.array([0, 1, 2, 0, -1, -1]),
        )
    )
    assert found["closed_set"] == pytest.approx(3 / 4)
    assert found["in_scope_accuracy"] == pytest.approx(2 / 4)
    assert found["oos_recall"] == pytest.approx(1 / 2)
    assert found["oos_f1"] == pytest.approx(1 / 2)
    assert found["auroc"] == pytest.approx(7 / 8)
    assert found["overall"] == pytest.approx(3 / 6)
    assert found["j"] == pytest.approx(1 / 2)
    assert found["misroute"] == pytest.approx(2 / 4)
    assert found["ece"] == pytest.approx((0.05 + 0.15 + 0.75 + 0.75 + 0.65 + 0.15) / 6)


def test_figures_without_messages_for_nobody() -> None:
    found = routing_metrics(RoutingOutcomes(np.array([0]), np.array([0.9]), np.array([True]), np.array([0])))
    assert found["in_scope_accuracy"] == 1.0
    assert math.isnan(found["oos_recall"])
    assert math.isnan(found["auroc"])


def test_equal_probabilities_count_half() -> None:
    assert auroc(np.array([0.5, 0.9]), np.array([0.5])) == pytest.approx(0.75)
