"""What sessions' versions say, each parsed once a process: a version never changes, and its code may be large."""

import threading
import uuid
from collections import OrderedDict
from typing import Any, NamedTuple, Protocol

from kingdom.contracts.capabilities.closure import CapabilityClosure
from kingdom.contracts.spec import AgentSpec
from kingdom.core.errors import Conflict
from kingdom.sessions.models import Session

MAX_SPECS = 64


class StoredVersion(Protocol):
    """A row of a version, which belongs to a room above."""

    @property
    def pk(self) -> Any: ...  # noqa: ANN401 - as Django declares keys

    @property
    def spec(self) -> Any: ...  # noqa: ANN401 - JSON

    @property
    def capabilities(self) -> Any: ...  # noqa: ANN401 - JSON

    @property
    def specialist(self) -> Any: ...  # noqa: ANN401 - a row of a room above


class _VersionFacts(NamedTuple):
    spec: AgentSpec
    confirmed: frozenset[str] | None


_specs: OrderedDict[uuid.UUID, _VersionFacts] = OrderedDict()
_lock = threading.Lock()


def session_spec(session: Session) -> AgentSpec:
    """Return the spec of a session's version. Raises Conflict when the session is not bound to a version.

    It queries the database only for a version that this process has not used lately.
    """
    return _facts_of(session).spec


def spec_of_version(version: StoredVersion) -> AgentSpec:
    """Return the spec of a version. Queries as ``session_spec`` does, where the version's spec was not read."""
    return (_known(version.pk) or _stored(version)).spec


def confirmed_tools(session: Session) -> frozenset[str] | None:
    """Return the tools on the card that was confirmed for a session's version: it may hold no others.

    None without a version, and for the product's own versions: their tools are those of their identity, which the
    operator may extend. What an identity gets later is on no card that was confirmed before. Queries as
    ``session_spec`` does.
    """
    return None if session.version_id is None else _facts_of(session).confirmed


def tool_bound(session: Session) -> frozenset[str] | None:
    """Return the tools that a session may hold at most: by its ceiling and by its version's card; None for no bound."""
    bounds = (confirmed_tools(session), session.grants_ceiling)
    known = [frozenset(bound) for bound in bounds if bound is not None]
    return frozenset.intersection(*known) if known else None


def _facts_of(session: Session) -> _VersionFacts:
    if session.version_id is None:
        raise Conflict("This session has no specialist yet.")
    facts = _known(session.version_id)
    if facts is not None:
        return facts
    if session.version is None:
        raise Conflict("This session has no specialist yet.")
    return _stored(session.version)


def _known(version_id: uuid.UUID) -> _VersionFacts | None:
    with _lock:
        facts = _specs.get(version_id)
        if facts is not None:
            _specs.move_to_end(version_id)
        return facts


def _stored(version: StoredVersion) -> _VersionFacts:
    is_builtin = version.specialist.builtin
    confirmed = None if is_builtin else CapabilityClosure.from_json(version.capabilities).grants
    facts = _VersionFacts(AgentSpec.model_validate(version.spec), confirmed)
    with _lock:
        _specs[version.pk] = facts
        if len(_specs) > MAX_SPECS:
            _specs.popitem(last=False)
    return facts
