"""From what the database found to candidates in order, each with its P(right). The same for live messages and for the evaluation."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from kingdom.specialists.rules import head as heads
from kingdom.specialists.rules.calibrate import doubt, rank_scores
from kingdom.specialists.rules.canary import Let
from kingdom.specialists.rules.gate import Gate
from kingdom.specialists.rules.head import Head
from kingdom.specialists.rules.scoring import Floats, Vectors, blend

FALL = 0.1  # score behind the best over which P falls to a third: with it the second of a near tie was right about as often as stated (DEV)
SUGGESTED = 5  # specialists the head may bring in that no near example did


@dataclass(frozen=True)
class Found:
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
    canary: Let | None = None

    @property
    def shared(self) -> bool:
        """Whether everybody may use it."""
        return self.status == "verified" and self.scope == "global"


@dataclass(frozen=True)
class LoadedGate:
    """A fitted gate as a process holds it. ``order`` gives the head's row of a specialist; one without a shift is new since the fit."""

    name: str
    plain: Gate
    full: Gate | None
    head: Head | None
    order: Mapping[str, int]
    shifts: Mapping[str, float]
    ids: tuple[str, ...]

    @property
    def threshold(self) -> float:
        """P at which a message is routed."""
        return (self.full or self.plain).threshold

    @property
    def threshold_low(self) -> float:
        """P below which not even the language model is asked to choose among candidates."""
        return (self.full or self.plain).threshold_low

    def suggestions(self, message: Vectors) -> list[str]:
        """Return the specialists that the head ranks first for a message (d,); none without a head."""
        if self.head is None:
            return []
        best = np.argsort(-self.head.logits(message[None])[0])[:SUGGESTED]
        return [self.ids[place] for place in best]


@dataclass(frozen=True)
class Ranked:
    """A candidate in its place. ``score`` is the blend, ``rank`` what the order goes by.

    ``alone`` is P(right) if it were the best one, ``probability`` the same with the distance to the best one counted in.
    ``refused`` says that users said no to it for such a message.
    """

    found: Found
    score: float
    rank: float
    alone: float
    probability: float
    refused: bool


def rank(found: Sequence[Found], message: Vectors, bank: float, gate: LoadedGate | None) -> list[Ranked]:
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
        ranks, alone = _gated(found, message, bank, gate, scores)
    top = float(ranks[~refused].max()) if (~refused).any() else 0.0
    fallen = alone * np.exp(np.minimum(0.0, ranks - top) / FALL) if gate is not None else alone
    probability = np.where(refused, 0.0, fallen)
    ordered = sorted(range(len(found)), key=lambda place: (refused[place], -ranks[place], found[place].specialist_id))
    numbers = np.column_stack([scores, ranks, alone, probability]).tolist()
    return [_ranked(found[place], numbers[place], bool(refused[place])) for place in ordered]


def _ranked(found: Found, numbers: Sequence[float], refused: bool) -> Ranked:
    score, place, alone, probability = numbers
    return Ranked(found, score, place, alone, probability, refused)


def _column(found: Sequence[Found], name: str) -> Floats:
    return np.array([getattr(one, name) for one in found], dtype=np.float64)


def _gated(found: Sequence[Found], message: Vectors, bank: float, gate: LoadedGate, scores: Floats) -> tuple[Floats, Floats]:
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
    observed["doubt"] = np.full(len(found), float(doubt(logs)))
    ranks = np.where(known, rank_scores(scores, logs[places]), scores)
    return ranks, np.where(known, gate.full.probability(observed), alone)
