"""The port of a key service, and the two ways it says no."""

from collections.abc import Mapping
from typing import NamedTuple, Protocol

from kingdom.core.errors import Unavailable


class WrapRefused(Exception):
    """The key service does not accept this wrapped key: altered, under another key, or bound to another context."""


class KeyServiceUnavailable(Unavailable):
    """The key service does not answer, so stored credentials cannot be opened now. Try again in a moment."""

    code = "key_service_unavailable"


class WrappedKey(NamedTuple):
    """A wrapped data key and the id of the key that wrapped it (not secret; stored with the row)."""

    key_id: str
    blob: bytes


class KeyService(Protocol):
    """Wraps and unwraps 32-byte data keys. ``context`` is authenticated: unwrapping with another context is refused."""

    @property
    def key_id(self) -> str:
        """The id that new data keys are wrapped under, e.g. ``local:0f3a…`` or ``aws:<arn>``."""
        ...

    def holds(self, key_id: str) -> bool:
        """Whether this service may be able to unwrap what was wrapped under the id."""
        ...

    def wrap(self, data_key: bytes, context: Mapping[str, str]) -> WrappedKey:
        """Wrap under the present key. Raises KeyServiceUnavailable. Blocking."""
        ...

    def unwrap(self, wrapped: WrappedKey, context: Mapping[str, str]) -> bytes:
        """Return the data key. Raises WrapRefused, KeyServiceUnavailable. Blocking."""
        ...
