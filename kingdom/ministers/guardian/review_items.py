"""The items of a spec that the Guardian reviews: the spec itself, and its code with its hosts and credentials. Pure."""

from collections.abc import Iterator, Mapping
from typing import Any

from kingdom.contracts.spec import AgentSpec
from kingdom.ministers.guardian.review import ReviewKind


def spec_items(spec: AgentSpec) -> Iterator[tuple[ReviewKind, dict[str, Any]]]:
    """Yield (kind, item) for each item of a spec that the Guardian reviews."""
    yield from stored_spec_items(spec.model_dump(mode="json"))


def stored_spec_items(stored: Mapping[str, Any]) -> Iterator[tuple[ReviewKind, dict[str, Any]]]:
    """Yield (kind, item) of a spec as it is stored: parsing could add new fields, which would change its digest."""
    yield "spec", dict(stored)
    if stored.get("handler_code") is not None:
        yield "handler", _handler_item(stored)


def handler_item(spec: AgentSpec) -> dict[str, Any]:
    """Return the item of a spec's code: ``{"code", "egress_hosts", "credentials"}``."""
    return _handler_item(spec.model_dump(mode="json"))


def _handler_item(stored: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "code": stored["handler_code"],
        "egress_hosts": stored["egress_hosts"],
        "credentials": stored["credentials"],
    }
