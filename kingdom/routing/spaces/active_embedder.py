"""The embedder of the active embedding space, cached per process."""

from dataclasses import dataclass

import structlog

from kingdom.core.errors import KingdomError
from kingdom.providers.embedders import cached_embedder
from kingdom.routing.spaces.selectors import active_space_kind, maintained_space_kinds
from kingdom.runtime.ports import Embedder

_log = structlog.get_logger(__name__)


@dataclass
class _LastActive:
    """The embedder kind that this process read last."""

    kind: str = ""


_last_active = _LastActive()


def active_embedder() -> Embedder:
    """Return the embedder of the active space, after one read by primary key."""
    _last_active.kind = active_space_kind()
    return cached_embedder(_last_active.kind)


def last_active_embedder() -> Embedder:
    """Return the embedder of the last active space without a new read. The caller must detect a switch."""
    return cached_embedder(_last_active.kind) if _last_active.kind else active_embedder()


def last_active_kind() -> str:
    """Return the embedder kind that was active at the last read, "" before the first."""
    return _last_active.kind


def maintained_embedders(*, building: bool = True) -> list[Embedder]:
    """Return the available embedders of maintained spaces, the active one first."""
    embedders = [active_embedder()]
    for kind in maintained_space_kinds(building=building)[1:]:
        try:
            embedders.append(cached_embedder(kind))
        except KingdomError as error:
            _log.warning("space_not_maintained", kind=kind, reason=error.message)
    return list({embedder.space: embedder for embedder in embedders}.values())
