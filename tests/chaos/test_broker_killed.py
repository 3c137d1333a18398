"""kill -9 of an outside broker (Redis) while a workflow runs: it ends as if nothing had happened."""

import json
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest

from tests.factories.redis_server import RedisServer, running_redis_server
from tests.plugins.product import Product, prepared_product, wait_for
from tests.rounds import rounds

pytestmark = [pytest.mark.chaos, pytest.mark.sandbox]
KILLS = rounds(7, 50)
KILLS_A_RUN = 3
KILLS_PER_LOSS = rounds(50, 10)  # the first of so many loses the broker's data, too
ITEMS = 40
ENDS_S = 120.0  # of a first run on a busy machine
# A lost message is sent again after EMPTY_QUEUE_TIMEOUT_S by a task that comes each 15 s; not after the 60 s of others.
SENT_AGAIN_S = 50.0
AGENTS = [
    {"id": "analyze_words", "specialist": "text_statistics",
     "map": {"over": [f"Count the words: {'tea ' * (number + 1)}" for number in range(ITEMS)], "parallel": 8}},
    {"id": "analyze_mails", "specialist": "email_validator",
     "map": {"over": [f"user{number}@example.com" for number in range(8)], "parallel": 4}},
    {"id": "analyze_sum", "specialist": "calculator", "input": "120 + 340"},
    {"id": "analyze_share", "specialist": "calculator",
     "input": {"from": "analyze_sum", "text": "take 19% of {result}"}},
    {"id": "analyze_valid", "specialist": "csv_statistics", "depends_on": ["analyze_share"],
     "input": {"from": "analyze_mails", "text": "Count the rows by valid."}},
    {"id": "analyze_all", "specialist": "text_statistics", "depends_on": ["analyze_words", "analyze_share"],
     "input": {"from": "analyze_valid", "text": "count the characters"}},
]  # fmt: skip
TABLES = """
import json
from collections import Counter
from kingdom.specialists.models.execution import Execution
from kingdom.workflows.models import NodeRun, Workflow, WorkflowEvent
workflow = Workflow.objects.get(pk={pk!r})
nodes = [[node.node_id, node.state, node.attempt, node.brief] for node in workflow.nodes.order_by("position")]
runs = list(NodeRun.objects.filter(node__workflow=workflow).select_related("session", "node"))
sessions = [run.session_id for run in runs]
executions = Counter(map(str, Execution.objects.filter(session__in=sessions).values_list("session", flat=True)))
events = list(WorkflowEvent.objects.filter(workflow=workflow).order_by("seq").values_list("seq", "kind"))
print(json.dumps({{
    "workflow": [workflow.state, workflow.answer, workflow.output, workflow.error_code],
    "nodes": nodes,
    "runs": sorted([run.node.node_id, run.item, run.state, run.session.state, run.session.answer] for run in runs),
    "executions": sorted(executions.values()),
    "is_ordered": [seq for seq, _ in events] == list(range(1, workflow.last_seq + 1)),
    "events": sorted(Counter(kind for _, kind in events).items()),
}}, default=str, sort_keys=True))
"""


@pytest.fixture(scope="module")
def broker() -> Iterator[RedisServer]:
    """A Redis that loses nothing by itself."""
    with running_redis_server(durable=True) as server:
        yield server


@pytest.fixture(scope="module")
def redis_product(broker: RedisServer) -> Iterator[Product]:
    """The product with its queue in that Redis."""
    with prepared_product(environ={"CELERY_BROKER_URL": f"{broker.url}/0"}) as running:
        yield running


def _start(product: Product) -> str:
    status, made = product.call("POST", "/api/v1/workflows/", body={"manifest": {"agents": AGENTS}, "start": True})
    assert status == 201, made
    return str(made["id"])


def _is_over(product: Product, workflow: str) -> bool:
    return product.call("GET", f"/api/v1/workflows/{workflow}/")[1]["state"] not in ("running", "draft")


def _tables(product: Product, workflow: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(product.run_python(TABLES.format(pk=workflow)))
    return found


@contextmanager
def _worker_stands_still(product: Product) -> Iterator[None]:
    worker = product.child("worker")
    worker.suspend()
    try:
        yield
    finally:
        worker.resume()


def _lose_messages(product: Product, broker: RedisServer) -> str:
    """Start a workflow whose first message the broker loses with all its data before a worker takes it."""
    with _worker_stands_still(product):
        workflow = _start(product)
        broker.kill(forget=True)
        broker.start()
    return workflow


def _kill_at_random(product: Product, broker: RedisServer, chance: random.Random, kills: int) -> str:
    workflow = _start(product)
    for _ in range(kills):
        time.sleep(chance.uniform(0.0, 1.0))
        broker.kill()
        time.sleep(chance.uniform(0.0, 0.5))
        broker.start()
    return workflow


def test_a_run_ends_as_if_the_broker_had_not_been_killed(redis_product: Product, broker: RedisServer) -> None:
    product, chance, kills = redis_product, random.Random(14), 0
    undisturbed = _start(product)
    wait_for(lambda: _is_over(product, undisturbed), timeout_s=ENDS_S, what="the undisturbed run")
    expected = _tables(product, undisturbed)
    assert expected["workflow"][0] == "completed"

    while kills < KILLS:
        if kills % KILLS_PER_LOSS == 0:
            workflow, more = _lose_messages(product, broker), 1
        else:
            more = min(KILLS_A_RUN, KILLS - kills)
            workflow = _kill_at_random(product, broker, chance, more)
        kills += more
        wait_for(partial(_is_over, product, workflow), timeout_s=SENT_AGAIN_S, what=f"the run of kill {kills}")
        assert _tables(product, workflow) == expected
