"""The statistics of evidence, against published figures and their own laws."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingdom.core.statistics import (
    brier_score,
    expected_calibration_error,
    fisher_exact_p_value,
    newcombe_difference_interval,
    reliability_bins,
    wilson_interval,
)

COUNTS = st.integers(1, 300).flatmap(lambda count: st.tuples(st.integers(0, count), st.just(count)))


@pytest.mark.parametrize(
    ("successes", "count", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),  # Newcombe (1998), table I, method 3
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (45, 50, 0.7864, 0.9565),
        (47, 50, 0.8378, 0.9794),
    ],
)
def test_wilson_gives_the_published_intervals(successes: int, count: int, low: float, high: float) -> None:
    assert wilson_interval(successes, count) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize(
    ("first", "second", "low", "high"),
    [
        ((56, 70), (48, 80), 0.0524, 0.3339),
        ((9, 10), (3, 10), 0.1705, 0.8090),
        ((10, 10), (0, 10), 0.6075, 1.0),
    ],  # Newcombe, method 10
)
def test_the_interval_of_a_difference(first: tuple[int, int], second: tuple[int, int], low: float, high: float) -> None:
    assert newcombe_difference_interval(first, second) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize(
    ("now", "before", "p"),
    [
        ((1, 10), (11, 14), 0.001380),
        ((3, 4), (1, 4), 0.985714),
        ((1, 4), (3, 4), 0.242857),
    ],  # the tea taster's table among them
)
def test_fishers_exact_test(now: tuple[int, int], before: tuple[int, int], p: float) -> None:
    assert fisher_exact_p_value(now, before) == pytest.approx(p, abs=1e-6)


@given(COUNTS, COUNTS)
def test_intervals_hold_their_rate_and_p_is_a_chance(first: tuple[int, int], second: tuple[int, int]) -> None:
    low, high = wilson_interval(*first)
    assert 0 <= low <= first[0] / first[1] <= high <= 1
    gap = newcombe_difference_interval(first, second)
    assert -1 <= gap.low <= first[0] / first[1] - second[0] / second[1] + 1e-12
    assert gap.high <= 1
    assert 0 < fisher_exact_p_value(first, second) <= 1


def test_nothing_seen_says_nothing() -> None:
    assert wilson_interval(0, 0) == (0.0, 1.0)
    assert fisher_exact_p_value((0, 0), (5, 5)) == 1.0
    assert math.isnan(brier_score([], []))
    assert math.isnan(expected_calibration_error([], []))
    with pytest.raises(ValueError, match="6 successes of 5"):
        wilson_interval(6, 5)


def test_calibration_of_stated_confidence() -> None:
    stated, right = [0.9, 0.9, 0.9, 0.9, 0.2, 1.0], [True, True, True, False, False, True]
    assert brier_score(stated, right) == pytest.approx((3 * 0.01 + 0.81 + 0.04) / 6)
    assert [(one.low, one.size, round(one.right, 3)) for one in reliability_bins(stated, right)] == [
        (0.2, 1, 0.0),
        (0.9, 5, 0.8),
    ]
    assert expected_calibration_error([0.5, 0.5], [True, False]) == pytest.approx(0.0)
    assert expected_calibration_error(stated, right) == pytest.approx((1 * 0.2 + 5 * abs(0.92 - 0.8)) / 6)
