"""From what the database found to candidates in order, each with its P(right). The same for live messages and for the evaluation."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kingdom.routing.calibration import linear_classifier as heads
from kingdom.routing.calibration.calibration_fit import entropy, rank_scores
from kingdom.routing.calibration.calibrator import LoadedCalibration
from kingdom.routing.embeddings.similarity import Floats, Vectors, blend
from kingdom.specialists.status.canary_rules import CanaryState

PROBABILITY_DECAY = 0.1  # score behind the best over which P falls to a third: with it the second of a near tie was right about as often as stated (DEV)


@dataclass(frozen=True)
class NearbySpecialist:
    """One specialist near the message. ``best`` (nearest text), ``centre``, ``purpose`` and ``negative`` are cosines.

    Without such rows ``purpose`` is 0 and ``negative`` -2.
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

    @property
    def shared(self) -> bool:
        """Whether everybody may use it."""
        return self.status == "verified" and self.scope == "global"


@dataclass(frozen=True)
class RankedCandidate:
    """A candidate in its place. ``score`` is the blend, ``rank`` what the order goes by.

    ``alone`` is P(right) if it were the best one, ``probability`` the same with the distance to the best one counted in.
    ``refused`` says that users said no to it for such a message.
    """

    found: NearbySpecialist
    score: float
    rank: float
    alone: float
    probability: float
    refused: bool


def rank_candidates(
    found: Sequence[NearbySpecialist], message: Vectors, bank: float, gate: LoadedCalibration | None
) -> list[RankedCandidate]:
    """Return the candidates of a message (d,), best first; refused ones come last. ``bank`` is its score against texts for nobody.

    Without a gate P is the plain cosine to the nearest text, clipped to 0..1: no probability, only what the uncalibrated bars compare with.
    """
    if not found:
        return []
    scores = blend(_column(found, "best"), _column(found, "centre"))
    refused = _column(found, "negative") > _column(found, "best")
    if gate is None:
        ranks, alone = scores, np.clip(_column(found, "best"), 0.0, 1.0)
    else:
        ranks, alone = _calibrated(found, message, bank, gate, scores)
    top = float(ranks[~refused].max()) if (~refused).any() else 0.0
    fallen = alone * np.exp(np.minimum(0.0, ranks - top) / PROBABILITY_DECAY) if gate is not None else alone
    probability = np.where(refused, 0.0, fallen)
    ordered = sorted(range(len(found)), key=lambda place: (refused[place], -ranks[place], found[place].specialist_id))
    numbers = np.column_stack([scores, ranks, alone, probability]).tolist()
    return [_ranked_candidate(found[place], numbers[place], bool(refused[place])) for place in ordered]


def _ranked_candidate(found: NearbySpecialist, numbers: Sequence[float], refused: bool) -> RankedCandidate:
    score, place, alone, probability = numbers
    return RankedCandidate(found, score, place, alone, probability, refused)


def _column(found: Sequence[NearbySpecialist], name: str) -> Floats:
    return np.array([getattr(one, name) for one in found], dtype=np.float64)


def _calibrated(
    found: Sequence[NearbySpecialist], message: Vectors, bank: float, gate: LoadedCalibration, scores: Floats
) -> tuple[Floats, Floats]:
    """Return what the order goes by and P(right) of each candidate. One the head does not know is judged by the gate without it."""
    observed = {
        "adjusted": scores - np.array([gate.shifts.get(one.specialist_id, 0.0) for one in found]),
        "bank": np.full(len(found), bank),
        "purpose": _column(found, "purpose"),
    }
    alone = gate.plain.probability(observed)
    if gate.full is None or gate.head is None:
        return scores, alone
    logs = heads.log_softmax(gate.head.logits(message[None])[0])
    places = np.array([gate.order.get(one.specialist_id, -1) for one in found])
    known = places >= 0
    observed["doubt"] = np.full(len(found), float(entropy(logs)))
    ranks = np.where(known, rank_scores(scores, logs[places]), scores)
    return ranks, np.where(known, gate.full.probability(observed), alone)
