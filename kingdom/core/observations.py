"""Successes and failures as independent evidence: what one user repeats or alone reports decides nothing. Pure."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Protocol, TypeVar

MAX_USER_SHARE = 1 / 3  # of the weight of all, once there are three users
_ROUNDS = 60  # of a contraction by a third at least
MIN_FAILING_USERS = 3  # users whose failures together may take a specialist from everybody


class Observation(Protocol):
    """One execution: its user, the fingerprint of its message, and whether it succeeded."""

    @property
    def user(self) -> str:
        """The user's id, "" for an account that was deleted; those count as one user."""
        ...

    @property
    def message(self) -> str:
        """The same for near-identical messages of one user; "" for an execution without one, which counts by itself."""
        ...

    @property
    def success(self) -> bool:
        """Whether it succeeded and its user did not rate it bad."""
        ...


Observed = TypeVar("Observed", bound=Observation)


def distinct_messages(observations: Sequence[Observed]) -> tuple[Observed, ...]:
    """Return one observation of each message of each user, in the order of the input: oldest first.

    It is the newest failure, where there is one, else the newest: repeating a message until it succeeds does not make
    its failure a success.
    """
    kept = dict[tuple[str, str, int], int]()
    for index, one in enumerate(observations):
        key = (one.user, one.message, -1 if one.message else index)
        if key not in kept or not one.success or observations[kept[key]].success:
            kept[key] = index
    return tuple(observations[index] for index in sorted(kept.values()))


def failing_users(observations: Sequence[Observation]) -> int:
    """Return how many different users saw a failure."""
    return len({one.user for one in observations if not one.success})


def without_most_failing_user(observations: Sequence[Observed]) -> tuple[Observed, ...]:
    """Return the observations without those of the user who saw the most failures."""
    failures = Counter(one.user for one in observations if not one.success)
    if not failures:
        return tuple(observations)
    ((worst, _),) = failures.most_common(1)
    return tuple(one for one in observations if one.user != worst)


def weighted_counts(observations: Sequence[Observation]) -> tuple[float, float]:
    """Return (successes, count) in which no user weighs more than a third, once there are three of them."""
    weights = _user_weights(Counter(one.user for one in observations))
    return (
        sum(weights[one.user] for one in observations if one.success),
        sum(weights[one.user] for one in observations),
    )


def _user_weights(counts: Mapping[str, int]) -> dict[str, float]:
    """Return the weight of one observation of each user; the cap is the largest that leaves each user a third."""
    if len(counts) < MIN_FAILING_USERS:
        return dict.fromkeys(counts, 1.0)
    cap = float(max(counts.values()))
    for _ in range(_ROUNDS):
        cap = sum(min(count, cap) for count in counts.values()) * MAX_USER_SHARE
    return {user: min(1.0, cap / count) for user, count in counts.items()}
