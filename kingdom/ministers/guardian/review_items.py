"""What the Guardian reads of a spec: the spec itself, and its code with what that may reach. Pure."""

from collections.abc import Iterator, Mapping
from typing import Any

from kingdom.contracts.spec import AgentSpec
from kingdom.ministers.guardian.review import ReviewKind


def spec_items(spec: AgentSpec) -> Iterator[tuple[ReviewKind, dict[str, Any]]]:
    """Yield every item of a spec that the Guardian judges, with its kind."""
    yield from stored_spec_items(spec.model_dump(mode="json"))


def stored_spec_items(stored: Mapping[str, Any]) -> Iterator[tuple[ReviewKind, dict[str, Any]]]:
    """Yield the items of a spec in the form it was stored in: read and written again it might have a field more than what was judged."""
    yield "spec", dict(stored)
    if stored.get("handler_code") is not None:
        yield "handler", _handler_item(stored)


def handler_item(spec: AgentSpec) -> dict[str, Any]:
    """Return the Guardian's item of a spec's code: what it is and what it may reach."""
    return _handler_item(spec.model_dump(mode="json"))


def _handler_item(stored: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: stored[kept]
        for name, kept in (("code", "handler_code"), ("egress_hosts", "egress_hosts"), ("credentials", "credentials"))
    }
