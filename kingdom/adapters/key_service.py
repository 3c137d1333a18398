"""The interface of a key service, and its two errors."""

from collections.abc import Mapping
from typing import NamedTuple, Protocol

from kingdom.core.errors import Unavailable


class WrapRefused(Exception):
    """The wrapped key was altered, belongs to another key, or was wrapped with another context."""


class KeyServiceUnavailable(Unavailable):
    """The key service does not answer, so stored credentials cannot be opened now. Try again in a moment."""

    code = "key_service_unavailable"


class WrappedKey(NamedTuple):
    """A wrapped data key and the id of the key that wrapped it (not secret; stored with the row)."""

    key_id: str
    blob: bytes


class KeyService(Protocol):
    """Wraps and unwraps 32-byte data keys. ``context`` is authenticated: unwrapping needs the same one."""

    @property
    def key_id(self) -> str:
        """The id of the key that wraps new data keys, e.g. ``local:0f3a…`` or ``aws:<arn>``."""
        ...

    def holds(self, key_id: str) -> bool:
        """Return whether this service holds the key of the id."""
        ...

    def wrap(self, data_key: bytes, context: Mapping[str, str]) -> WrappedKey:
        """Wrap with the current key. Blocking. Raises KeyServiceUnavailable."""
        ...

    def unwrap(self, wrapped: WrappedKey, context: Mapping[str, str]) -> bytes:
        """Return the data key. Blocking. Raises WrapRefused, KeyServiceUnavailable."""
        ...
