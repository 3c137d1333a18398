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
    """What this process last saw serving."""

    kind: str = ""


_last_active = _LastActive()


def active_embedder() -> Embedder:
    """Return this process's embedder of the space that serves now. One read by primary key."""
    _last_active.kind = active_space_kind()
    return cached_embedder(_last_active.kind)


def last_active_embedder() -> Embedder:
    """Return the embedder that served when this process last looked, without a read; the caller checks by what it finds."""
    return cached_embedder(_last_active.kind) if _last_active.kind else active_embedder()


def last_active_kind() -> str:
    """Return the kind of the embedder that served when this process last looked."""
    return _last_active.kind


def maintained_embedders(*, building: bool = True) -> list[Embedder]:
    """Return the embedders of all spaces that are kept in step, the one that serves first; one beside it that is away is left out."""
    found = [active_embedder()]
    for kind in maintained_space_kinds(building=building)[1:]:
        try:
            found.append(cached_embedder(kind))
        except KingdomError as error:
            _log.warning("space_not_kept", kind=kind, reason=error.message)
    return list({one.space: one for one in found}.values())
