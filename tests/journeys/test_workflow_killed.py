"""Workflows in the real product without a model: planned by the King's routes, also when its parts are killed."""

import http.client
import random
import time
from contextlib import suppress
from typing import Any

import psutil
import pytest

from tests.plugins.product import Product, wait_for
from tests.rounds import rounds

pytestmark = [pytest.mark.journey, pytest.mark.sandbox]
CONVERT = "Convert each of these and put them into a table:\n- 5 miles in km\n- 3 kg in pounds\n- 2 litres in gallons"
MAILS = [f"person{n}@example.com" for n in range(8)]
MANIFEST = {
    "agents": [
        {"id": "analyze_mails", "specialist": "email_validator", "map": {"over": MAILS, "parallel": 3}},
        {"id": "analyze_length", "specialist": "unit_converter", "input": "3 miles in km"},
        {
            "id": "analyze_words",
            "specialist": "text_statistics",
            "input": {"from": "analyze_length", "text": "How many words are in this text?"},
        },
    ]
}
PARTS = ("worker", "beat", "sandboxd", "database", "web", "application")
KILLS = [2] * rounds(2, 25)  # in each run of the workflow
ENDS = ("completed", "failed", "cancelled", "awaiting_approval")


def _start(product: Product, **source: object) -> dict[str, Any]:
    made: list[dict[str, Any]] = []

    def accepted() -> bool:
        status, answer = _call(product, "POST", "/api/v1/workflows/", body={**source, "start": True})
        assert status in (0, 201, 503), answer
        made.extend([answer] if status == 201 else [])
        return bool(made)

    wait_for(accepted, timeout_s=60, what="the workflow's start")
    return made[0]


def _call(product: Product, method: str, path: str, **options: Any) -> tuple[int, Any]:  # noqa: ANN401 - any JSON
    """Call the API; status 0 while the web process is away."""
    try:
        return product.call(method, path, **options)
    except (OSError, http.client.HTTPException):
        return 0, None


def _ended(product: Product, workflow_id: str) -> dict[str, Any]:
    """Wait for the end of a workflow and return it."""
    seen: dict[str, Any] = {}

    def ended() -> bool:
        status, found = _call(product, "GET", f"/api/v1/workflows/{workflow_id}/")
        seen.update(found if status == 200 else {})
        return seen.get("state") in ENDS

    wait_for(ended, timeout_s=150, what="the workflow's end")
    return seen


def _kill(product: Product, part: str) -> None:
    with suppress(psutil.Error):
        product.child(part).kill()


def _tables(workflow: dict[str, Any]) -> dict[str, Any]:
    """Return what is the same in every run of the manifest."""
    nodes = [(node["id"], node["state"], node["attempt"], node["runs"], node["brief"]) for node in workflow["nodes"]]
    return {"state": workflow["state"], "answer": workflow["answer"], "output": workflow["output"], "nodes": nodes}


def test_killed_parts_change_nothing(short_lease_product: Product) -> None:
    product = short_lease_product
    chance = random.Random(11)
    planned = _ended(product, _start(product, request=CONVERT)["id"])
    assert (planned["state"], planned["planned_by"]) == ("completed", "rules"), planned
    assert [node["specialist"] for node in planned["nodes"]] == ["unit_converter"]
    assert planned["answer"].count("\n") == 4
    assert "8.04" in planned["answer"]

    undisturbed = _tables(_ended(product, _start(product, manifest=MANIFEST)["id"]))
    assert undisturbed["state"] == "completed", undisturbed
    product.close_shell()  # its database connection would not outlive a kill
    for kills in KILLS:
        made = _start(product, manifest=MANIFEST)
        for part in chance.choices(PARTS, weights=(3, 1, 1, 1, 1, 1), k=kills):
            time.sleep(chance.uniform(0.05, 0.8))
            _kill(product, part)
        killed = _ended(product, made["id"])
        assert _tables(killed) == undisturbed
        sessions = [session for node in killed["nodes"] for session in node["sessions"]]
        assert len(sessions) == len(set(sessions)) == len(MAILS) + 2
