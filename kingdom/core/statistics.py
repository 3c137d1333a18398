"""The few statistics that evidence is judged by. Pure; fractions are 0 to 1.

Sources: Wilson (1927) for the interval of one proportion; Newcombe (1998), method 10, for the interval of a difference; Fisher's exact
test for the difference itself, since audits compare small windows; Brier (1950) and the binned expected calibration error of
Naeini, Cooper and Hauskrecht (2015) for stated probabilities.
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
    """One bin of a reliability plot: how many, what they stated on average, how many of them were right."""

    low: float
    high: float
    size: int
    stated: float
    right: float


def wilson_interval(successes: float, count: float, *, level: float = 0.95) -> ConfidenceInterval:
    """Return the two-sided Wilson interval of a proportion; (0, 1) for no observation at all.

    Weighted observations come with their effective count. Raises ValueError outside 0..count.
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


def newcombe_difference_interval(
    first: tuple[int, int], second: tuple[int, int], *, level: float = 0.95
) -> ConfidenceInterval:
    """Return Newcombe's interval of ``first`` rate minus ``second`` rate; each is (successes, count)."""
    one, other = wilson_interval(*first, level=level), wilson_interval(*second, level=level)
    rate_one, rate_other = _success_rate(first), _success_rate(second)
    gap = rate_one - rate_other
    low = gap - math.hypot(rate_one - one.low, other.high - rate_other)
    high = gap + math.hypot(one.high - rate_one, rate_other - other.low)
    return ConfidenceInterval(max(-1.0, low), min(1.0, high))


def fisher_exact_p_value(now: tuple[int, int], before: tuple[int, int]) -> float:
    """Return Fisher's one-sided p-value that ``now`` is no worse than ``before``; each is (successes, count), 1.0 without observations.

    The chance of so few or fewer successes now, were both windows drawn from one pool.
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
    """Return the mean squared distance of stated probabilities from what came; nan for none. Raises ValueError on unequal lengths."""
    pairs = list(zip(stated, right, strict=True))
    return sum((said - came) ** 2 for said, came in pairs) / len(pairs) if pairs else math.nan


def reliability_bins(stated: Sequence[float], right: Sequence[bool], *, bins: int = 10) -> tuple[ReliabilityBin, ...]:
    """Return the bins of equal width that hold anything, lowest first; 1.0 belongs to the last."""
    held: dict[int, list[tuple[float, bool]]] = {}
    for said, came in zip(stated, right, strict=True):
        held.setdefault(min(bins - 1, int(said * bins)), []).append((said, came))
    return tuple(
        ReliabilityBin(
            place / bins,
            (place + 1) / bins,
            len(ones),
            sum(said for said, _ in ones) / len(ones),
            sum(came for _, came in ones) / len(ones),
        )
        for place, ones in sorted(held.items())
    )


def expected_calibration_error(stated: Sequence[float], right: Sequence[bool], *, bins: int = 10) -> float:
    """Return the average gap between stated and seen rate over the bins, weighted by their counts; nan for none."""
    found = reliability_bins(stated, right, bins=bins)
    total = sum(one.size for one in found)
    return sum(one.size * abs(one.stated - one.right) for one in found) / total if total else math.nan


def _success_rate(observed: tuple[int, int]) -> float:
    return observed[0] / observed[1] if observed[1] else 0.5


def _z_score(level: float) -> float:
    return NormalDist().inv_cdf(0.5 + level / 2)
