"""Detection of a proposal that routing could not tell from an existing specialist. Pure."""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from kingdom.routing.embeddings.similarity import Floats, Vectors, blend, unit_rows

DUPLICATE_SHARE = 0.5  # of the proposal's examples: from half of them on the two compete for each message
DUPLICATE_SCORE_SLACK = 0.05
"""How much lower an existing specialist may score than the proposal and still claim a message.

Measured on the 34 shipped recipes and built-ins: one half of a specialist's examples is found to be a duplicate of the
other half in 93 of 100 draws, and of all pairs of different specialists one is found (a code writer and a code coach).
At 0 these figures are 64 and none, at 0.1 they are 99 and two.
"""


def self_scores(messages: Vectors, rows: Vectors, purpose: Vectors) -> Floats:
    """Return the routing score (n,) of each example with the proposal without that example.

    ``messages`` and ``rows`` are the examples (n, d) as queries and as stored texts, ``purpose`` (d,) is the purpose
    line.
    """
    scores = np.empty(len(messages))
    for index, message in enumerate(messages):
        known = np.vstack([np.delete(rows, index, axis=0), purpose[None]])
        centre = unit_rows(known.astype(np.float64).mean(axis=0, keepdims=True))[0]
        scores[index] = blend(np.array([(known @ message).max()]), np.array([centre @ message]))[0]
    return scores


def majority_claimant(claimed: Sequence[str], *, share: float = DUPLICATE_SHARE) -> str:
    """Return the id of the specialist that claims at least ``share`` of the texts, "" for none.

    ``claimed`` has one entry per text: the id of the specialist that scores as well as the proposal, "" when none does.
    """
    counted = Counter(filter(None, claimed))
    if not counted:
        return ""
    best, times = min(counted.items(), key=lambda item: (-item[1], item[0]))
    return best if times >= share * len(claimed) else ""
