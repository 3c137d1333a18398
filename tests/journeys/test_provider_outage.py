"""A provider that goes away under running workflows on real workers: they wait, nobody is asked, and all go on."""

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests.gemini_server.answers import Answer, Seen
from tests.gemini_server.script import failure
from tests.gemini_server.server import ModelServer, running_server
from tests.plugins.product import Product, free_port, prepared_product, wait_for

pytestmark = [pytest.mark.journey, pytest.mark.sandbox]
ITEMS = [f"customer {number}" for number in range(24)]
PARALLEL = 6
OF_MODEL = {
    "agents": [
        {"id": "writer_each", "prompt": "Greet.", "map": {"over": ITEMS, "parallel": PARALLEL}},
        {"id": "writer_end", "prompt": "Sum up.", "depends_on": ["writer_each"]},
    ]
}
WITHOUT = {"agents": [{"id": "analyze_miles", "specialist": "unit_converter", "input": "3 miles in km"}]}
ASKED = ("AgentFailed", "ApprovalRequested", "AgentRetried")
STORED = """
import json
from kingdom.providers.models import ProviderCircuit
from kingdom.sessions.models import Session, SessionEvent
from kingdom.workflows.models import NodeRun
workflow = "{workflow_id}"
runs = NodeRun.objects.filter(node__workflow=workflow)
circuit = ProviderCircuit.objects.filter(pk="gemini").first()
waits = SessionEvent.objects.filter(session__workspace=workflow, kind="waiting")
print(json.dumps({{
    "circuit": circuit.state["state"] if circuit else "",
    "runs": sorted(runs.values_list("node__node_id", "index", "attempt", "state")),
    "sessions": Session.objects.filter(workspace=workflow).count(),
    "waits": sorted(set(waits.values_list("payload__code", flat=True))),
}}))
"""
KINDS = """
from kingdom.workflows.models import WorkflowEvent
print(*WorkflowEvent.objects.filter(workflow="{workflow_id}").order_by("seq").values_list("kind", flat=True))
"""


class _Provider:
    """The model: slow enough to be caught in the middle; while it is overloaded, it refuses each call."""

    is_overloaded = False

    def __call__(self, _seen: Seen) -> Answer:
        return failure(503) if self.is_overloaded else Answer(text="Fine.", first_byte_s=0.3)


class _Outages:
    """The ways in which the provider goes away and comes back at the same address."""

    def __init__(self, port: int) -> None:
        self._port, self._provider = port, _Provider()
        self._server: Any = None
        self.server: ModelServer
        self.arrive()

    def arrive(self) -> None:
        """Listen again."""
        self._provider.is_overloaded = False
        self._server = running_server(port=self._port)
        self.server = self._server.__enter__()
        self.server.rule(self._provider)

    def leave(self) -> None:
        """Stop to listen; what is connected is cut off."""
        self._server.__exit__(None, None, None)

    @contextmanager
    def away(self, how: str) -> Iterator[None]:
        """Be away during the block."""
        if how == "overloaded":
            self._provider.is_overloaded = True
            yield
            self._provider.is_overloaded = False
        else:
            self.leave()
            yield
            self.arrive()


def _start(product: Product, manifest: dict[str, Any], user: str) -> str:
    status, made = product.call("POST", "/api/v1/workflows/", user=user, body={"manifest": manifest, "start": True})
    assert status == 201, made
    return str(made["id"])


def _get(product: Product, workflow_id: str, user: str) -> dict[str, Any]:
    status, found = product.call("GET", f"/api/v1/workflows/{workflow_id}/", user=user)
    assert status == 200, found
    return dict(found)


def _wait_told(product: Product, workflow_id: str, user: str) -> None:
    """Wait until a workflow says that it waits for the model."""

    def told() -> bool:
        return "the language model" in _get(product, workflow_id, user)["waits_for"]

    wait_for(told, timeout_s=60, what="the reason of the wait")


def _done(workflow: dict[str, Any]) -> int:
    return int(workflow["nodes"][0]["runs"].get("completed", 0))


def _stored(product: Product, workflow_id: str) -> dict[str, Any]:
    return dict(json.loads(product.run_python(STORED.format(workflow_id=workflow_id))))


def _kinds(product: Product, workflow_id: str) -> list[str]:
    return product.run_python(KINDS.format(workflow_id=workflow_id)).split()


@pytest.mark.parametrize("how", ["overloaded", "unreachable"])
def test_workflows_wait_for_the_provider_and_go_on_by_themselves(how: str) -> None:
    outages = _Outages(free_port())
    environ = {"GEMINI_API_KEY": outages.server.key, "KINGDOM_GEMINI_BASE_URL": outages.server.url}
    try:
        with prepared_product(environ=environ) as product:
            _check_outage(product, outages, how)
    finally:
        outages.leave()


def _check_outage(product: Product, outages: _Outages, how: str) -> None:
    first = _start(product, OF_MODEL, "alice")
    wait_for(lambda: _done(_get(product, first, "alice")) >= 3, timeout_s=90, what="the first items")
    with outages.away(how):
        wait_for(lambda: _stored(product, first)["circuit"] == "open", timeout_s=60, what="the open circuit")
        second = _start(product, OF_MODEL, "bob")
        others = _start(product, WITHOUT, "bob")
        wait_for(lambda: _get(product, others, "bob")["state"] == "completed", timeout_s=60, what="the other workflow")
        _wait_told(product, first, "alice")
        _wait_told(product, second, "bob")
        done, asked = _done(_get(product, first, "alice")), len(outages.server.requests)
        time.sleep(5)
        assert _done(_get(product, first, "alice")) == done
        assert len(outages.server.requests) - asked <= 1, "at most the one call that tries it"
        for workflow_id, user in ((first, "alice"), (second, "bob")):
            found = _get(product, workflow_id, user)
            assert (found["state"], found["error"]) == ("running", None), found
        assert _stored(product, second)["sessions"] <= 1, "at most the one that tries it"
    for workflow_id, user in ((first, "alice"), (second, "bob")):
        _check_end(product, workflow_id, user)
    assert _stored(product, first)["circuit"] == "closed"
    assert _stored(product, first)["waits"] == ["model_unreachable"], "what ran has waited, too"
    status, inbox = product.call("GET", "/api/v1/approvals/", user="alice")
    assert (status, inbox["results"]) == (200, [])


def _check_end(product: Product, workflow_id: str, user: str) -> None:
    """Check that a workflow ends as without an outage: each item once, nothing failed, nobody asked."""
    wait_for(lambda: _get(product, workflow_id, user)["state"] != "running", timeout_s=240, what="the end")
    found, stored = _get(product, workflow_id, user), _stored(product, workflow_id)
    assert found["state"] == "completed", found
    each = [["writer_each", index, 1, "completed"] for index in range(len(ITEMS))]
    assert stored["runs"] == [*each, ["writer_end", 0, 1, "completed"]]
    assert stored["sessions"] == len(ITEMS) + 1
    kinds = _kinds(product, workflow_id)
    assert not set(ASKED) & set(kinds)
    assert kinds[-1] == "WorkflowCompleted"
