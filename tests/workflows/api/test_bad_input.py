"""Bad plans and times: problem details name the place, and nothing is stored, at both doors that take them."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from kingdom.policies.models import Pattern
from kingdom.schedules.models import Schedule
from kingdom.sessions.models import Session
from kingdom.workflows.models import Workflow, WorkflowNode
from tests.factories.workflows import worker_node

pytestmark = pytest.mark.django_db
A, B, MANY = "analyze_a", "analyze_b", [worker_node(f"analyze_{n}") for n in range(51)]
CHAIN = [worker_node(f"analyze_{n}", *([f"analyze_{n - 1}"] if n else [])) for n in range(11)]
MANIFESTS: list[tuple[list[Any], str]] = [
    ([worker_node(A, B), worker_node(B, A)], "/agents"),  # a cycle
    ([worker_node(A, A)], "/agents"),
    ([worker_node(A, "analyze_ghost")], "/agents/0/input/from"),
    ([worker_node(A) | {"depends_on": ["analyze_ghost"]}], "/agents/0/depends_on/0"),
    ([worker_node(A), worker_node(A)], "/agents/1/id"),
    ([worker_node(A) | {"specialist": "nobody_here"}], "/agents/0/specialist"),
    (MANY, "/agents"),
    (CHAIN, "/agents"),
    ([{"id": A, "specialist": "shouter", "map": {"over": []}}], "/agents/0/map/over"),
    ([{"id": A, "specialist": "shouter", "map": {"over": "analyze_ghost.findings"}}], "/agents/0/map/over"),
    ([{"id": A, "specialist": "shouter", "map": {"over": ["x"], "parallel": 17}}], "/agents/0/map/parallel"),
    ([{"id": A}], "/agents/0"),
    ([], "/agents"),
    ([7], "/agents/0"),
]
TIMES: list[tuple[dict[str, str], str]] = [
    ({"cron": "0 8 31 2 *"}, "/cron"),
    ({"cron": "0 8 31 4,6,9,11 *"}, "/cron"),
    ({"cron": "61 8 * * *"}, "/cron"),
    ({"cron": "0 8 * *"}, "/cron"),
    ({"cron": "@daily"}, "/cron"),
    ({"cron": "0 8 * * *", "time_zone": "Mars/Olympus"}, "/time_zone"),
    ({"cron": "0 8 * * *", "time_zone": "../../etc/passwd"}, "/time_zone"),
]


def refused(client: APIClient, url: str, body: object, pointer: str) -> None:
    answer = client.post(url, body, format="json")
    assert answer.status_code == 400, answer.json()
    assert answer["Content-Type"] == "application/problem+json"
    named = [error["pointer"] for error in answer.json()["errors"]]
    assert any(found == pointer or found.startswith(f"{pointer}/") for found in named), named
    stored = [model.objects.count() for model in (Schedule, Workflow, WorkflowNode, Session)]
    assert stored == [0, 0, 0, 0]


@pytest.mark.parametrize(("agents", "pointer"), MANIFESTS)
def test_a_bad_plan_is_refused_with_its_place(as_alice: APIClient, agents: list[Any], pointer: str) -> None:
    manifest = {"agents": agents}
    refused(as_alice, "/api/v1/workflows/", {"manifest": manifest, "start": True}, pointer)
    refused(as_alice, "/api/v1/schedules/", {"cron": "0 8 * * *", "workflow": manifest}, pointer)
    refused(as_alice, "/api/v1/schedules/", {"hook": True, "workflow": manifest}, pointer)


@pytest.mark.parametrize(("times", "pointer"), TIMES)
def test_a_bad_time_is_refused_with_its_place(as_alice: APIClient, times: dict[str, str], pointer: str) -> None:
    refused(as_alice, "/api/v1/schedules/", {"message": "Hello", **times}, pointer)


RULES = ["", "block", "x" * 501, "tell me when an agent fails 5000 times in 1 min", "ask me 3 times in 0 minutes"]


@pytest.mark.parametrize("text", RULES)
def test_a_policy_that_cannot_be_parsed_is_refused_with_its_place(as_alice: APIClient, text: str) -> None:
    before = Pattern.objects.count()
    refused(as_alice, "/api/v1/policies/", {"text": text}, "/text")
    assert Pattern.objects.count() == before


def test_nothing_to_do_is_refused_with_its_place(as_alice: APIClient) -> None:
    refused(as_alice, "/api/v1/workflows/", {"manifest": "convert 5 miles in km", "start": True}, "/manifest")
    refused(as_alice, "/api/v1/schedules/", {"cron": "0 8 * * *"}, "/message")
