"""Workflows in the real product without a model: planned by the King's routes, also when its parts are killed."""

import http.client
import json
import random
import time
from collections.abc import Sequence
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
WEIGHTS = (3, 1, 1, 1, 1, 1)
RUNS, KILLS = rounds(2, 25), 2  # runs of the workflow, and kills in each of them
ENDS = ("completed", "failed", "cancelled", "awaiting_approval")

# The rows of all workflows by their ids, without ids and times of their own.
READ_TABLES = """
import json
from collections import Counter, defaultdict
from kingdom.sessions.models import Session
from kingdom.specialists.models.execution import Execution
from kingdom.workflows.models import NodeRun, WorkflowEvent
found = defaultdict(dict)
for event in WorkflowEvent.objects.order_by("workflow", "seq"):
    found[str(event.workflow_id)].setdefault("events", []).append((event.seq, event.kind, event.node_id))
for run in NodeRun.objects.select_related("node", "session").order_by("node__workflow", "node__position", "index"):
    row = (run.node.node_id, run.index, run.item, run.attempt, run.state, run.session.state, run.session.answer)
    found[str(run.node.workflow_id)].setdefault("runs", []).append(row)
counts = Counter(Session.objects.exclude(workspace=None).values_list("workspace", flat=True))
executions = Counter(Execution.objects.values_list("session__workspace", flat=True))
for workflow_id, tables in found.items():
    tables["seqs"] = [seq for seq, _, _ in tables["events"]]
    tables["events"] = sorted([kind, node] for _, kind, node in tables["events"])
    tables["sessions"] = sum(n for key, n in counts.items() if str(key) == workflow_id)
    tables["executions"] = sum(n for key, n in executions.items() if str(key) == workflow_id)
print(json.dumps(found))
"""


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


def _stored(product: Product, workflow_ids: Sequence[str]) -> list[dict[str, Any]]:
    """Return the stored rows of workflows; their logs have no gaps."""
    found = json.loads(product.run_python(READ_TABLES))
    tables = [found[workflow_id] for workflow_id in workflow_ids]
    for stored in tables:
        assert stored.pop("seqs") == list(range(1, len(stored["events"]) + 1))
    return tables


def _check_same(product: Product, ends: Sequence[dict[str, Any]]) -> None:
    """Check that all runs of a workflow ended like the first one, in what is shown and in what is stored."""
    first, *others = ends
    assert first["state"] == "completed", first
    for other in others:
        assert _tables(other) == _tables(first)
    undisturbed, *disturbed = _stored(product, [workflow["id"] for workflow in ends])
    assert undisturbed["sessions"] == undisturbed["executions"] == len(MAILS) + 2
    assert all(stored == undisturbed for stored in disturbed)


def test_killed_parts_change_nothing(short_lease_product: Product) -> None:
    product = short_lease_product
    chance = random.Random(11)
    planned = _ended(product, _start(product, request=CONVERT)["id"])
    assert (planned["state"], planned["planned_by"]) == ("completed", "rules"), planned
    assert [node["specialist"] for node in planned["nodes"]] == ["unit_converter"]
    assert planned["answer"].count("\n") == 4
    assert "8.04" in planned["answer"]

    ends = [_ended(product, _start(product, manifest=MANIFEST)["id"])]
    product.close_shell()  # its database connection would not outlive a kill
    for _ in range(RUNS):
        made = _start(product, manifest=MANIFEST)
        for part in chance.choices(PARTS, weights=WEIGHTS, k=KILLS):
            time.sleep(chance.uniform(0.05, 0.8))
            _kill(product, part)
        ends.append(_ended(product, made["id"]))
    _check_same(product, ends)
