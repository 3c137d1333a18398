"""What the Guardian reads of a spec: the spec itself, and its code with what that may reach. Pure."""

from collections.abc import Iterator
from typing import Any

from kingdom.contracts.spec import AgentSpec
from kingdom.ministers.guardian.review import Kind


def spec_items(spec: AgentSpec) -> Iterator[tuple[Kind, dict[str, Any]]]:
    """Yield every item of a spec that the Guardian judges, with its kind."""
    yield "spec", spec.model_dump(mode="json")
    if spec.handler_code is not None:
        yield "handler", handler_item(spec)


def handler_item(spec: AgentSpec) -> dict[str, Any]:
    """Return the Guardian's item of a spec's code: what it is and what it may reach."""
    credentials = [wanted.model_dump(mode="json") for wanted in spec.credentials]
    return {"code": spec.handler_code, "egress_hosts": list(spec.egress_hosts), "credentials": credentials}
