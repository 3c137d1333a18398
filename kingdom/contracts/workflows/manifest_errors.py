"""What is wrong with a manifest, by its place, and what was repaired in it. Pure."""

from collections.abc import Sequence
from typing import NamedTuple

from kingdom.core.errors import BadInput

MAX_ERRORS = 20  # that one answer names


class ManifestFault(NamedTuple):
    """One fault: a JSON pointer into the manifest and a sentence."""

    pointer: str
    detail: str


class ManifestCoercion(NamedTuple):
    """One repair: the JSON pointer, what was there (as text), what is there now, and why."""

    pointer: str
    before: str
    after: str
    reason: str

    def to_json(self) -> dict[str, str]:
        """Return the form of the API: ``{"pointer", "from", "to", "reason"}``."""
        return {"pointer": self.pointer, "from": self.before, "to": self.after, "reason": self.reason}


class InvalidManifest(BadInput):
    """The manifest is not valid."""

    code = "invalid_manifest"


def raise_faults(faults: Sequence[ManifestFault]) -> None:
    """Raise InvalidManifest that names each place; ``extra["errors"]`` holds ``{"pointer", "detail"}``."""
    if not faults:
        return
    named = faults[:MAX_ERRORS]
    more = f" … and {len(faults) - MAX_ERRORS} more." if len(faults) > MAX_ERRORS else ""
    text = " ".join(f"{fault.pointer}: {fault.detail}" for fault in named) + more
    raise InvalidManifest(text, errors=[{"pointer": fault.pointer, "detail": fault.detail} for fault in named])
