"""When a proposal is too near a specialist that exists: routing would send its messages there already. Pure."""

from collections import Counter
from collections.abc import Sequence

SHARE = 0.5  # of the proposal's own examples: from half of them on, the two would compete for each message


def takes_over(claimed: Sequence[str], *, share: float = SHARE) -> str:
    """Return the id of the specialist that claims at least ``share`` of the texts, empty for none.

    ``claimed`` has one entry a text: the id of the one that routing would send it to, empty where it would go to nobody.
    """
    counted = Counter(one for one in claimed if one)
    if not counted:
        return ""
    best, times = min(counted.items(), key=lambda item: (-item[1], item[0]))
    return best if times >= share * len(claimed) else ""
