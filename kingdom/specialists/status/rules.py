"""The law book of a specialist's standing: which decision is possible from where, and where it leads."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from kingdom.core.errors import IllegalTransition


class StatusAndScope(NamedTuple):
    """Where a decision leads. A ``scope`` of None stays as it is."""

    status: str
    scope: str | None = None


ALLOWED_STATUS_CHANGES: Final[Mapping[str, Mapping[str, StatusAndScope]]] = {
    "promote": {"unverified": StatusAndScope("verified", "global")},
    "suspend": {"unverified": StatusAndScope("suspended"), "verified": StatusAndScope("suspended")},
    "demote": {"verified": StatusAndScope("unverified", "user"), "suspended": StatusAndScope("unverified", "user")},
    "deprecate": {status: StatusAndScope("deprecated") for status in ("unverified", "verified", "suspended")},
    "revert": {"verified": StatusAndScope("verified", "global")},  # back to the version that was verified before
    # back to what it was before, which the history says; a verified one has earned it and had it taken, so the decision is an admin's
    "restore": {
        "suspended": StatusAndScope("", None),
        "deprecated": StatusAndScope("", None),
        "verified": StatusAndScope("", None),
    },
}


def status_after(kind: str, status: str, *, before: StatusAndScope | None = None) -> StatusAndScope:
    """Return where a decision leads from ``status``; ``before`` is the standing that a restoration goes back to.

    Raises IllegalTransition when the law book has no such move.
    """
    found = ALLOWED_STATUS_CHANGES.get(kind, {}).get(status)
    if found is None or (kind == "restore" and before is None):
        raise IllegalTransition(f"A specialist that is {status} cannot be {_PAST_PARTICIPLES.get(kind, kind)}.")
    return before if kind == "restore" and before is not None else found


_PAST_PARTICIPLES = {
    "promote": "promoted",
    "suspend": "suspended",
    "demote": "demoted",
    "deprecate": "deprecated",
    "restore": "restored",
    "revert": "reverted",
}
