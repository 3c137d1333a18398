"""What words say about how often something is needed. Pure."""

import re

_ONCE = re.compile(
    r"\b(just (this )?once|one[- ]time|one[- ]off|only (this )?once|just for today|right now only)\b", re.IGNORECASE
)


def is_one_time_request(text: str) -> bool:
    """Whether the words say that this is needed once and never again: such a task never becomes a specialist."""
    return _ONCE.search(text) is not None
