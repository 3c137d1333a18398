"""The allowed status changes of specialists. Pure."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from kingdom.core.errors import IllegalTransition


class StatusAndScope(NamedTuple):
    """The status and scope after a status change. A ``scope`` of None does not change."""

    status: str
    scope: str | None = None


ALLOWED_STATUS_CHANGES: Final[Mapping[str, Mapping[str, StatusAndScope]]] = {
    "promote": {"unverified": StatusAndScope("verified", "global")},
    "suspend": {"unverified": StatusAndScope("suspended"), "verified": StatusAndScope("suspended")},
    "demote": {"verified": StatusAndScope("unverified", "user"), "suspended": StatusAndScope("unverified", "user")},
    "deprecate": {status: StatusAndScope("deprecated") for status in ("unverified", "verified", "suspended")},
    "revert": {"verified": StatusAndScope("verified", "global")},  # to the previous verified version
    # The target follows from the history. A verified specialist is restored after a revert.
    "restore": {
        "suspended": StatusAndScope("", None),
        "deprecated": StatusAndScope("", None),
        "verified": StatusAndScope("", None),
    },
}


def status_after(kind: str, status: str, *, before: StatusAndScope | None = None) -> StatusAndScope:
    """Return status and scope after a status change of the kind from ``status``.

    ``before`` is the target of a restoration.

    Raises IllegalTransition if the change is not allowed.
    """
    target = ALLOWED_STATUS_CHANGES.get(kind, {}).get(status)
    if target is None or (kind == "restore" and before is None):
        raise IllegalTransition(f"A specialist that is {status} cannot be {_PAST_PARTICIPLES.get(kind, kind)}.")
    return before if kind == "restore" and before is not None else target


_PAST_PARTICIPLES = {
    "promote": "promoted",
    "suspend": "suspended",
    "demote": "demoted",
    "deprecate": "deprecated",
    "restore": "restored",
    "revert": "reverted",
}
