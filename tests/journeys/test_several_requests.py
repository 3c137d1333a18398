"""A message of several requests in the real product: answered part by part, also when workers are killed meanwhile."""

import json
import random
import time
from contextlib import suppress
from typing import Any

import psutil
import pytest

from tests.plugins.product import Product, wait_for

pytestmark = [pytest.mark.journey, pytest.mark.sandbox]
TEXT = "Is ann@example.com valid, and what is 3 miles in km? Also, how many days until Christmas?"
ROLES = ["email_validator", "unit_converter", "date_calculator"]
COUNTS = """
import json
from kingdom.orchestrator.models import Message, MessagePart
from kingdom.sessions.models import Session
from kingdom.specialists.models.execution import Execution
run = Session.objects.get(pk="{run}")
parts = MessagePart.objects.filter(run=run)
print(json.dumps({{
    "answers": Message.objects.filter(conversation=run.conversation, role="specialist").count(),
    "sessions": Session.objects.filter(conversation=run.conversation).count(),
    "executions": sorted(
        Execution.objects.filter(session__part__run=run).values_list("version__specialist__role", flat=True)
    ),
    "notes": run.events.filter(kind="part_finished").count(),
}}))
"""


def send(product: Product, text: str) -> str:
    _, made = product.call("POST", "/api/v1/conversations/", body={})
    status, posted = product.call("POST", f"/api/v1/conversations/{made['id']}/messages/", body={"content": text})
    assert status == 202
    return str(posted["session_id"])


def ended(product: Product, run: str) -> dict[str, Any]:
    """Wait for the end of a session and return it."""

    def is_over() -> bool:
        return product.call("GET", f"/api/v1/sessions/{run}/")[1]["state"] in ("completed", "failed", "cancelled")

    wait_for(is_over, timeout_s=150, what="the answer")
    body: dict[str, Any] = product.call("GET", f"/api/v1/sessions/{run}/")[1]
    return body


def kill_worker(product: Product) -> None:
    with suppress(psutil.NoSuchProcess):
        product.child("worker").kill()


def test_killed_workers_lose_no_part_and_answer_none_twice(short_lease_product: Product) -> None:
    product = short_lease_product
    chance = random.Random(7)
    whole = ended(product, send(product, "what is 3 miles in km and 5 miles in km?"))
    assert whole["parts"] == []
    for _ in range(2):
        run = send(product, TEXT)
        time.sleep(chance.uniform(0.05, 0.6))
        kill_worker(product)
        body = ended(product, run)
        assert body["state"] == "completed", body
        assert [part["agent"] for part in body["parts"]] == ROLES
        assert [part["state"] for part in body["parts"]] == ["completed"] * 3
        assert "4.828032" in body["parts"][1]["answer"]
        positions = [body["answer"].index(part["answer"]) for part in body["parts"]]
        assert positions == sorted(positions)
        counts = json.loads(product.run_python(COUNTS.format(run=run)))
        assert counts == {"answers": 1, "sessions": 4, "executions": sorted(ROLES), "notes": 3}
