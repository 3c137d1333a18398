"""Statistics for judging evidence. Pure functions; fractions are 0 to 1.

Sources: Wilson (1927) for the interval of one proportion; Newcombe (1998), method 10, for the interval of a difference;
Fisher's exact test for the difference itself, since audits compare small windows; Brier (1950) and the binned expected
calibration error of Naeini, Cooper and Hauskrecht (2015) for stated probabilities; Laplace's rule of succession (the
mean of a Beta(1, 1) prior updated with the observations) for a probability that is measured from few of them.
"""

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import NamedTuple


class ConfidenceInterval(NamedTuple):
    """A confidence interval of a proportion or of a difference of two."""

    low: float
    high: float


class ReliabilityBin(NamedTuple):
    """One bin of a reliability plot: size, mean stated probability, share of correct ones."""

    low: float
    high: float
    size: int
    stated: float
    right: float


def wilson_interval(successes: float, count: float, *, level: float = 0.95) -> ConfidenceInterval:
    """Return the two-sided Wilson interval of a proportion; (0, 1) without observations.

    For weighted observations pass the effective count. Raises ValueError outside 0..count.
    """
    if not 0 <= successes <= count:
        raise ValueError(f"{successes} successes of {count}")
    if count == 0:
        return ConfidenceInterval(0.0, 1.0)
    z, rate = _z_score(level), successes / count
    middle = (rate + z * z / (2 * count)) / (1 + z * z / count)
    half = z / (1 + z * z / count) * math.sqrt(rate * (1 - rate) / count + z * z / (4 * count * count))
    return ConfidenceInterval(
        0.0 if successes == 0 else max(0.0, middle - half), 1.0 if successes == count else min(1.0, middle + half)
    )


def smoothed_rate(successes: float, count: float, *, prior: float = 0.5) -> float:
    """Return the mean of Beta(2 prior + successes, 2 (1 - prior) + failures): ``prior`` without observations.

    Counts may be weighted.
    """
    return (successes + 2 * prior) / (count + 2)


def newcombe_difference_interval(
    first: tuple[int, int], second: tuple[int, int], *, level: float = 0.95
) -> ConfidenceInterval:
    """Return Newcombe's interval of ``first`` rate minus ``second`` rate; each is (successes, count)."""
    interval, other = wilson_interval(*first, level=level), wilson_interval(*second, level=level)
    rate, other_rate = _success_rate(first), _success_rate(second)
    difference = rate - other_rate
    low = difference - math.hypot(rate - interval.low, other.high - other_rate)
    high = difference + math.hypot(interval.high - rate, other_rate - other.low)
    return ConfidenceInterval(max(-1.0, low), min(1.0, high))


def fisher_exact_p_value(now: tuple[int, int], before: tuple[int, int]) -> float:
    """Return Fisher's one-sided p-value that ``now`` is no worse than ``before``; each is (successes, count).

    It is the chance of so few successes now if both windows came from one pool; 1.0 without observations.
    """
    (good, count), (good_before, count_before) = now, before
    if count == 0 or count_before == 0:
        return 1.0
    total, pool = good + good_before, count + count_before
    most = math.comb(pool, count)
    fewest = max(0, total - count_before)
    ways = sum(math.comb(total, k) * math.comb(pool - total, count - k) for k in range(fewest, good + 1))
    return min(1.0, ways / most)


def brier_score(stated: Sequence[float], right: Sequence[bool]) -> float:
    """Return the mean squared error of stated probabilities; nan for none. Raises ValueError on unequal lengths."""
    pairs = list(zip(stated, right, strict=True))
    return sum((probability - outcome) ** 2 for probability, outcome in pairs) / len(pairs) if pairs else math.nan


def reliability_bins(stated: Sequence[float], right: Sequence[bool], *, bins: int = 10) -> tuple[ReliabilityBin, ...]:
    """Return the non-empty bins of equal width, lowest first; 1.0 belongs to the last bin."""
    pairs_by_bin: dict[int, list[tuple[float, bool]]] = {}
    for probability, outcome in zip(stated, right, strict=True):
        pairs_by_bin.setdefault(min(bins - 1, int(probability * bins)), []).append((probability, outcome))
    return tuple(
        ReliabilityBin(
            number / bins,
            (number + 1) / bins,
            len(pairs),
            sum(probability for probability, _ in pairs) / len(pairs),
            sum(outcome for _, outcome in pairs) / len(pairs),
        )
        for number, pairs in sorted(pairs_by_bin.items())
    )


def expected_calibration_error(stated: Sequence[float], right: Sequence[bool], *, bins: int = 10) -> float:
    """Return the mean gap between stated and observed rate over the bins, weighted by their sizes; nan for none."""
    filled = reliability_bins(stated, right, bins=bins)
    total = sum(part.size for part in filled)
    return sum(part.size * abs(part.stated - part.right) for part in filled) / total if total else math.nan


def _success_rate(observed: tuple[int, int]) -> float:
    return observed[0] / observed[1] if observed[1] else 0.5


def _z_score(level: float) -> float:
    return NormalDist().inv_cdf(0.5 + level / 2)
