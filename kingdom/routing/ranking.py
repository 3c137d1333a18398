"""Rank the specialists near a message with P(right), for live routing and for the evaluation."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from kingdom.routing.calibration.calibrator import LoadedCalibration
from kingdom.routing.calibration.linear_classifier import log_softmax
from kingdom.routing.calibration.observations import entropy, rank_scores
from kingdom.routing.embeddings.similarity import Flags, Floats, Vectors, blend
from kingdom.specialists.status.canary_rules import CanaryState

# Distance in score behind the best candidate over which P falls by the factor e. Measured on DEV: with 0.1 the second
# candidate of a near tie is right about as often as stated.
PROBABILITY_DECAY = 0.1


class ForkOrigin(NamedTuple):
    """The specialist that a fork comes from.

    ``is_unchanged``: but for its role, its spec is still that of the version it was forked from.
    """

    specialist_id: str
    is_unchanged: bool


@dataclass(frozen=True)
class NearbySpecialist:
    """A specialist near the message. ``best`` (nearest text), ``centre``, ``purpose`` and ``negative`` are cosines.

    Without stored rows of that kind ``purpose`` is 0 and ``negative`` is -2. ``learned``: its nearest text is a message
    that the user sent to it by an override. ``missing_credentials`` are the names of those that it needs and the user
    has not stored, or that expired.
    """

    specialist_id: str
    version_id: str
    role: str
    status: str
    scope: str
    best: float
    centre: float
    purpose: float
    negative: float
    nearest: str
    canary: CanaryState | None = None
    learned: bool = False
    needs_model: bool = False
    missing_credentials: tuple[str, ...] = ()
    fork: ForkOrigin | None = None

    def is_fork_of(self, other: "NearbySpecialist") -> bool:
        """Return whether it was forked from another one."""
        return self.fork is not None and self.fork.specialist_id == other.specialist_id

    @property
    def shared(self) -> bool:
        """Whether all users may use it."""
        return self.status == "verified" and self.scope == "global"


@dataclass(frozen=True)
class RankedCandidate:
    """A ranked candidate. ``score`` is the blend, ``rank`` the sort key.

    ``standalone_probability`` is P(right) if it were the best candidate; ``probability`` includes the distance to the
    best one. ``refused`` is True when the user's own corrections say that it is wrong for such a message.
    """

    found: NearbySpecialist
    score: float
    rank: float
    standalone_probability: float
    probability: float
    refused: bool


def rank_candidates(
    found: Sequence[NearbySpecialist],
    message: Vectors,
    negative_similarity: float,
    calibration: LoadedCalibration | None,
) -> list[RankedCandidate]:
    """Return the candidates of a message (d,), best first and refused ones last.

    ``negative_similarity`` is the score of the message against the negative examples. Without a calibration P is the
    cosine to the nearest text, clipped to 0..1: no probability, but the value that the uncalibrated thresholds are
    compared with.
    """
    if not found:
        return []
    scores = blend(_column(found, "best"), _column(found, "centre"))
    refused = _column(found, "negative") > _column(found, "best")
    if calibration is None:
        ranks, standalone = scores, np.clip(_column(found, "best"), 0.0, 1.0)
        decayed = standalone
    else:
        ranks, standalone = _calibrated(found, message, negative_similarity, calibration, scores)
        decayed = standalone * np.exp(np.minimum(0.0, ranks - _tops(found, ranks, refused)) / PROBABILITY_DECAY)
    probability = np.where(refused, 0.0, decayed)
    order = sorted(range(len(found)), key=lambda i: (refused[i], -ranks[i], found[i].specialist_id))
    columns = zip(*(values.tolist() for values in (scores, ranks, standalone, probability, refused)), strict=True)
    candidates = [RankedCandidate(nearby, *numbers) for nearby, numbers in zip(found, columns, strict=True)]
    return [candidates[i] for i in order]


def _tops(found: Sequence[NearbySpecialist], ranks: Floats, refused: Flags) -> Floats:
    """Return for each candidate the best rank that its probability is compared with.

    A refused candidate still counts for the others, so that an override makes no unrelated specialist more probable; it
    does not count for the one that the user chose instead.
    """
    not_refused = float(ranks[~refused].max()) if (~refused).any() else 0.0
    learned = np.array([nearby.learned for nearby in found])
    return np.where(learned, not_refused, float(ranks.max()))


def _column(found: Sequence[NearbySpecialist], name: str) -> Floats:
    return np.array([getattr(nearby, name) for nearby in found], dtype=np.float64)


def _calibrated(
    found: Sequence[NearbySpecialist],
    message: Vectors,
    negative_similarity: float,
    calibration: LoadedCalibration,
    scores: Floats,
) -> tuple[Floats, Floats]:
    """Return the sort key and P(right) of each candidate; the classifier is used for those that it knows."""
    observed = {
        "adjusted": scores - np.array([calibration.shifts.get(nearby.specialist_id, 0.0) for nearby in found]),
        "negative_similarity": np.full(len(found), negative_similarity),
        "purpose": _column(found, "purpose"),
    }
    standalone = calibration.plain.probability(observed)
    if calibration.full is None or calibration.classifier is None:
        return scores, standalone
    logs = log_softmax(calibration.classifier.logits(message[None])[0])
    rows = np.array([calibration.classifier_rows.get(nearby.specialist_id, -1) for nearby in found])
    known = rows >= 0
    observed["entropy"] = np.full(len(found), float(entropy(logs)))
    ranks = np.where(known, rank_scores(scores, logs[rows]), scores)
    return ranks, np.where(known, calibration.full.probability(observed), standalone)
