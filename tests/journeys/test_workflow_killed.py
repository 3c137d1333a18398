"""Workflows in the real product without a model: planned by the routes of the King, also when workers are killed."""

import random
import time
from typing import Any

import psutil
import pytest

from tests.plugins.product import Product, prepared_product, wait_for

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
ENDS = ("completed", "failed", "cancelled", "awaiting_approval")


def _start(product: Product, **source: object) -> dict[str, Any]:
    status, made = product.call("POST", "/api/v1/workflows/", body={**source, "start": True})
    assert status == 201, made
    return dict(made)


def _ended(product: Product, workflow_id: str) -> dict[str, Any]:
    """Wait for the end of a workflow and return it."""
    path = f"/api/v1/workflows/{workflow_id}/"
    wait_for(lambda: product.call("GET", path)[1]["state"] in ENDS, timeout_s=150, what="the workflow's end")
    return dict(product.call("GET", path)[1])


def _kill_worker(product: Product) -> None:
    for child in psutil.Process(product.process.pid).children():
        if "worker" in " ".join(child.cmdline()):
            child.kill()


def _tables(workflow: dict[str, Any]) -> dict[str, Any]:
    """Return what is the same in every run of the manifest."""
    nodes = [(node["id"], node["state"], node["attempt"], node["runs"], node["brief"]) for node in workflow["nodes"]]
    return {"state": workflow["state"], "answer": workflow["answer"], "output": workflow["output"], "nodes": nodes}


def test_killed_workers_change_nothing() -> None:
    chance = random.Random(11)
    with prepared_product(environ={"KINGDOM_LEASE_S": "2"}) as product:
        planned = _ended(product, _start(product, request=CONVERT)["id"])
        assert (planned["state"], planned["planned_by"]) == ("completed", "rules"), planned
        assert [node["specialist"] for node in planned["nodes"]] == ["unit_converter"]
        assert planned["answer"].count("\n") == 4
        assert "8.04" in planned["answer"]

        undisturbed = _tables(_ended(product, _start(product, manifest=MANIFEST)["id"]))
        assert undisturbed["state"] == "completed", undisturbed
        for _ in range(2):
            made = _start(product, manifest=MANIFEST)
            for _ in range(2):
                time.sleep(chance.uniform(0.05, 0.8))
                _kill_worker(product)
            killed = _ended(product, made["id"])
            assert _tables(killed) == undisturbed
            sessions = [session for node in killed["nodes"] for session in node["sessions"]]
            assert len(sessions) == len(set(sessions)) == len(MAILS) + 2
