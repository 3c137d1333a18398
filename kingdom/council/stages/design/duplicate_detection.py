"""When a proposal is too near a specialist that exists: routing could not tell the two apart. Pure."""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from kingdom.routing.embeddings.similarity import Floats, Vectors, blend, unit_rows

DUPLICATE_SHARE = 0.5  # of the proposal's own examples: from half of them on, the two would compete for each message
DUPLICATE_SCORE_SLACK = 0.05
"""By how much an existing specialist may fall short of the proposal itself and still claim a message.

Measured on the shipped recipes and built-ins (34): cut in two halves, one half is known for a duplicate of the other in 93 of 100
draws; of all pairs of different ones, one is taken for a duplicate (a writer of code and a coach who explains it). At 0 it is 64 of
100 and none, at 0.1 it is 99 and two.
"""


def self_scores(messages: Vectors, rows: Vectors, purpose: Vectors) -> Floats:
    """Return the routing score of each example with the proposal itself, (n,), the example left out of what is known of it.

    ``messages`` and ``rows`` are the examples (n, d) as queries and as stored texts, ``purpose`` (d,) is the purpose line.
    """
    scores = np.empty(len(messages))
    for place, message in enumerate(messages):
        known = np.vstack([np.delete(rows, place, axis=0), purpose[None]])
        centre = unit_rows(known.astype(np.float64).mean(axis=0, keepdims=True))[0]
        scores[place] = blend(np.array([(known @ message).max()]), np.array([centre @ message]))[0]
    return scores


def majority_claimant(claimed: Sequence[str], *, share: float = DUPLICATE_SHARE) -> str:
    """Return the id of the specialist that claims at least ``share`` of the texts, empty for none.

    ``claimed`` has one entry a text: the id of the one that would get it as well as the proposal would, empty where nobody would.
    """
    counted = Counter(one for one in claimed if one)
    if not counted:
        return ""
    best, times = min(counted.items(), key=lambda item: (-item[1], item[0]))
    return best if times >= share * len(claimed) else ""
