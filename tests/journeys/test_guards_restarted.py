"""Each guard of a workflow in the real product: its card and events, and each way on after a restart of everything."""

import json
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.gemini_server.answers import Answer, Seen
from tests.gemini_server.script import failure
from tests.gemini_server.server import ModelServer, running_server
from tests.plugins.data_template import copy_template
from tests.plugins.postgres import throwaway_folder
from tests.plugins.product import Product, running_product, wait_for

pytestmark = pytest.mark.journey
WAYS = ("retry", "edit", "skip", "abort")
FINE = "[BYPASS: it is known] It grows by 3 %. [STATUS: SUCCESS]"
# What the model answers to a prompt that names a case, until it is mended.
CASES: Mapping[str, Answer] = {
    "case-null": Answer(text="There is no such market. [STATUS: NULL]"),
    "case-receipt": Answer(text="It grows by 3 %. [STATUS: SUCCESS]"),
    "case-broken": failure(400, message="This request is not for me."),
    "case-steps": Answer(tool_calls=(("archon.fs.find", {"base": ".", "pattern": "*"}),)),
    "case-slow": Answer(text="late", first_byte_s=600.0),
}


class Guard(NamedTuple):
    """A plan that provokes a guard, the words of its card, and the node that asks."""

    plan: Mapping[str, Any]
    words: str
    node: str = "research_a"


def _agent(case: str, node_id: str = "research_a", *above: str) -> dict[str, Any]:
    return {"id": node_id, "prompt": f"Look at the market ({case}).", "depends_on": list(above)}


GUARDS: Mapping[str, Guard] = {
    "semantic_null": Guard({"agents": [_agent("case-null")]}, "research_a reported a Semantic Null: There is no such"),
    "protocol_violation": Guard({"agents": [_agent("case-receipt")]}, "without a receipt of archon.web.search"),
    "execution_failure": Guard({"agents": [_agent("case-broken")]}, "Execution Failure: research_a did not end well"),
    "step_limit": Guard({"agents": [_agent("case-steps")]}, "Step Limit: research_a"),
    "time_limit": Guard({"agents": [_agent("case-slow")], "deadline_s": 1}, "Time Limit: research_a had not ended"),
    "budget_exceeded": Guard(
        {"agents": [_agent("fine"), _agent("fine", "writer_b", "research_a")], "budget_tokens": 60},
        "Budget Exceeded: writer_b cannot begin",
        "writer_b",
    ),
    "context_drought": Guard(
        {"agents": [_agent("case-null"), _agent("fine", "writer_b", "research_a")]},
        "Pre-Execution Halt: writer_b has nothing to work on",
        "writer_b",
    ),
}
ENDS: Mapping[str, str] = {"retry": "completed", "edit": "completed", "skip": "completed", "abort": "failed"}


class _Model:
    """The rule of the model: each case answers as it does until all are mended."""

    is_mended = False

    def __call__(self, seen: Seen) -> Answer:
        body = str(seen.body)
        named = [] if self.is_mended else [answer for case, answer in CASES.items() if case in body]
        return named[0] if named else Answer(text=FINE, usage=(50, 10, 0))


def _start(product: Product, plan: Mapping[str, Any]) -> str:
    status, made = product.call("POST", "/api/v1/workflows/", body={"manifest": plan, "start": True})
    assert status == 201, made
    return str(made["id"])


def _get(product: Product, workflow_id: str) -> dict[str, Any]:
    status, found = product.call("GET", f"/api/v1/workflows/{workflow_id}/")
    assert status == 200, found
    return dict(found)


def _rest(product: Product, workflow_ids: list[str]) -> list[dict[str, Any]]:
    """Wait until no workflow runs, and return them."""
    found: list[dict[str, Any]] = []

    def rested() -> bool:
        found[:] = [_get(product, workflow_id) for workflow_id in workflow_ids]
        return all(workflow["state"] != "running" for workflow in found)

    wait_for(rested, timeout_s=120, what="the workflows")
    return found


def _act(product: Product, workflow_id: str, node: str, way: str) -> dict[str, Any]:
    body = {"action": way, **({"prompt": "Look at the market of Peru."} if way == "edit" else {})}
    status, found = product.call("POST", f"/api/v1/workflows/{workflow_id}/nodes/{node}/", body=body)
    assert status == 200, found
    return dict(found)


def _events(product: Product, workflow_id: str) -> list[dict[str, Any]]:
    headers = {"Authorization": f"Token {product.token('alice')}", "Accept": "application/json"}
    request = urllib.request.Request(f"{product.url}/api/v1/workflows/{workflow_id}/events/", headers=headers)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return list(json.loads(answer.read())["events"])


def _halted(product: Product) -> dict[tuple[str, str], str]:
    """Provoke each guard once for each way on; return the ids of the workflows, all of which wait for their user."""
    made = {(code, way): _start(product, guard.plan) for code, guard in GUARDS.items() for way in WAYS}
    droughts = [workflow_id for (code, _), workflow_id in made.items() if code == "context_drought"]
    _rest(product, list(made.values()))
    for workflow_id in droughts:
        _act(product, workflow_id, "research_a", "skip")
    _rest(product, droughts)
    return made


def _check_card(product: Product, code: str, workflow_id: str) -> None:
    """Check that a workflow waits with the card, the reason, the hint and the events of its guard."""
    guard, workflow = GUARDS[code], _get(product, workflow_id)
    node = next(node for node in workflow["nodes"] if node["id"] == guard.node)
    assert (workflow["state"], node["state"], node["error"]["code"]) == ("awaiting_approval", "awaiting_approval", code)
    status, card = product.call("GET", f"/api/v1/approvals/{node['approval_id']}/")
    assert (status, card["kind"], card["state"], card["choices"]) == (200, "quality", "pending", list(WAYS))
    assert guard.words in card["text"]
    about = [event for event in _events(product, workflow_id) if event["node"] == guard.node]
    (failed,) = [event["payload"] for event in about if event["kind"] == "AgentFailed"]
    (asked,) = [event["payload"] for event in about if event["kind"] == "ApprovalRequested"]
    assert (failed["code"], asked["approval_id"]) == (code, node["approval_id"])
    assert guard.words in failed["error"]
    assert failed["recovery_hint"] in card["text"]


def test_each_guard_asks_and_each_way_on_is_there_after_a_restart() -> None:
    model = _Model()
    with throwaway_folder() as folder, running_server() as server:
        copy_template("bootstrapped", folder / "data")
        made, tokens = _before_the_restart(folder, server, model)
        model.is_mended = True
        with running_product(folder / "data", environ=_environ(server)) as product:
            product.tokens.update(tokens)
            for (code, _), workflow_id in made.items():
                _check_card(product, code, workflow_id)
            for (code, way), workflow_id in made.items():
                _act(product, workflow_id, GUARDS[code].node, way)
            ended = _rest(product, list(made.values()))
    for (code, way), workflow in zip(made, ended, strict=True):
        is_dry = (code, way) == ("context_drought", "retry")
        assert workflow["state"] == ("awaiting_approval" if is_dry else ENDS[way]), (code, way, workflow["nodes"])
        node = next(node for node in workflow["nodes"] if node["id"] == GUARDS[code].node)
        assert (node["state"] == "skipped") == (way == "skip")
        if way == "skip":
            assert GUARDS[code].words in workflow["output"]["gaps"][node["id"]]


def _environ(server: ModelServer) -> dict[str, str]:
    return {"GEMINI_API_KEY": server.key, "KINGDOM_GEMINI_BASE_URL": server.url}


def _before_the_restart(
    folder: Path, server: ModelServer, model: _Model
) -> tuple[dict[tuple[str, str], str], dict[str, str]]:
    server.rule(model)
    with running_product(folder / "data", environ=_environ(server)) as product:
        return _halted(product), product.tokens
