"""The law book of a specialist's standing: which decision is possible from where, and where it leads."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from kingdom.core.errors import IllegalMove


class Standing(NamedTuple):
    """Where a decision leads. A ``scope`` of None stays as it is."""

    status: str
    scope: str | None = None


MOVES: Final[Mapping[str, Mapping[str, Standing]]] = {
    "promote": {"unverified": Standing("verified", "global")},
    "suspend": {"unverified": Standing("suspended"), "verified": Standing("suspended")},
    "demote": {"verified": Standing("unverified", "user"), "suspended": Standing("unverified", "user")},
    "deprecate": {status: Standing("deprecated") for status in ("unverified", "verified", "suspended")},
    "revert": {"verified": Standing("verified", "global")},  # back to the version that was verified before
    # back to what it was before, which the history says; a verified one has earned it and had it taken, so the decision is an admin's
    "restore": {"suspended": Standing("", None), "deprecated": Standing("", None), "verified": Standing("", None)},
}


def move(kind: str, status: str, *, before: Standing | None = None) -> Standing:
    """Return where a decision leads from ``status``; ``before`` is the standing that a restoration goes back to.

    Raises IllegalMove when the law book has no such move.
    """
    found = MOVES.get(kind, {}).get(status)
    if found is None or (kind == "restore" and before is None):
        raise IllegalMove(f"A specialist that is {status} cannot be {_DONE.get(kind, kind)}.")
    return before if kind == "restore" and before is not None else found


_DONE = {
    "promote": "promoted",
    "suspend": "suspended",
    "demote": "demoted",
    "deprecate": "deprecated",
    "restore": "restored",
    "revert": "reverted",
}
