"""The REST API of workflows, with its cast: the owner, another user, an administrator, nobody."""

import json
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from rest_framework.test import APIClient

from kingdom.accounts.models import User
from kingdom.workflows.api.workflow_events import workflow_log
from kingdom.workflows.models import Workflow
from tests.factories import api_client
from tests.factories.workflows import (
    advanced,
    failure,
    finish_all,
    open_sessions,
    running_workflow,
    session_end,
    worker_node,
)

pytestmark = pytest.mark.django_db
URL = "/api/v1/workflows/"
MANIFEST = {"agents": [worker_node("analyze_a"), worker_node("analyze_b", "analyze_a")]}


def _post(client: APIClient, path: str = "", **body: object) -> Any:  # noqa: ANN401 - a test response
    return client.post(f"{URL}{path}", body, format="json")


def test_manifest_becomes_a_draft_with_what_it_can_do(as_alice: APIClient) -> None:
    agents = [{**worker_node("Mails"), "role": "boss", "tools": ["archon.fs.delete"]}]
    answer = _post(as_alice, manifest={"agents": agents})
    assert answer.status_code == 201, answer.json()
    body = answer.json()
    assert body["state"] == "draft"
    assert [(node["id"], node["identity"], node["state"]) for node in body["nodes"]] == [
        ("analyze_mails", "analyze", "pending")
    ]
    assert {coercion["pointer"] for coercion in body["coercions"]} == {
        "/agents/0/id",
        "/agents/0/role",
        "/agents/0/tools",
    }
    assert body["coercions"][0].keys() == {"pointer", "from", "to", "reason"}
    assert body["capabilities"]["sentence"] == "This plan only computes; it can not use the network, files or keys."
    assert as_alice.get(f"{URL}{body['id']}/").json() == body
    assert [row["id"] for row in as_alice.get(URL).json()["results"]] == [body["id"]]


def test_start_pause_resume_cancel(as_alice: APIClient) -> None:
    made = _post(as_alice, manifest=MANIFEST, start=True).json()
    assert made["state"] == "running"
    workflow = advanced(Workflow.objects.get(pk=made["id"]))
    moves = ["pause", "resume", "cancel", "cancel"]
    states = [_post(as_alice, f"{workflow.pk}/{move}/").json()["state"] for move in moves]
    assert states == ["paused", "running", "cancelled", "cancelled"]
    refused = _post(as_alice, f"{workflow.pk}/start/")
    assert (refused.status_code, refused.json()["code"]) == (409, "illegal_move")


def test_draft_is_started_later(as_alice: APIClient) -> None:
    made = _post(as_alice, manifest=MANIFEST).json()
    assert _post(as_alice, f"{made['id']}/start/").json()["state"] == "running"


def test_report_has_briefs_output_and_counts(alice: User, as_alice: APIClient) -> None:
    workflow = finish_all(running_workflow(alice, *MANIFEST["agents"]))
    body = as_alice.get(f"{URL}{workflow.pk}/").json()
    assert (body["state"], body["answer"]) == ("completed", "HELLO")
    assert body["nodes"][1]["brief"]["findings"] == [{"value": "HELLO", "quote": "HELLO", "item": ""}]
    assert body["nodes"][0]["runs"] == {"completed": 1}
    assert body["receipts"] == []


@pytest.mark.parametrize(
    ("body", "code", "pointer"),
    [
        ({"manifest": {"agents": []}}, "invalid_manifest", "/agents"),
        ({"manifest": {"agents": [worker_node("a", "b")]}}, "invalid_manifest", "/agents/0/depends_on/0"),
        ({"manifest": {"agents": [worker_node("a", specialist="nobody")]}}, "invalid_manifest", "/agents/0/specialist"),
        ({"manifest": 7}, "invalid_manifest", "/"),
        ({}, "bad_input", "/non_field_errors"),
        ({"manifest": MANIFEST, "request": "x"}, "bad_input", "/non_field_errors"),
        ({"manifest": MANIFEST, "begin": True}, "bad_input", "/begin"),
        ({"request": 7}, "bad_input", "/request"),
    ],
)
def test_bad_input_names_its_place_and_leaves_nothing(
    as_alice: APIClient, body: dict[str, object], code: str, pointer: str
) -> None:
    answer = as_alice.post(URL, body, format="json")
    assert (answer.status_code, answer.json()["code"]) == (400, code)
    assert pointer in [error["pointer"] for error in answer.json()["errors"]]
    assert Workflow.objects.count() == 0


def test_node_actions(alice: User, as_alice: APIClient) -> None:
    workflow = finish_all(running_workflow(alice, *MANIFEST["agents"]), {"analyze_a": failure()})
    node = as_alice.get(f"{URL}{workflow.pk}/").json()["nodes"][0]
    assert (node["state"], node["error"]["code"]) == ("awaiting_approval", "execution_failure")
    assert node["approval_id"] is not None
    path = f"{workflow.pk}/nodes/analyze_a/"
    assert _post(as_alice, path, action="edit").status_code == 400
    assert _post(as_alice, path, action="burn").status_code == 400
    assert _post(as_alice, path, action="edit", prompt="hi").json()["state"] == "running"
    (session,) = open_sessions(advanced(workflow))
    session_end(session)
    assert finish_all(workflow).answer == "HI"
    assert _post(as_alice, path, action="skip").status_code == 409
    assert _post(as_alice, path, action="retry").json()["state"] == "running"
    assert _post(as_alice, f"{workflow.pk}/nodes/nobody/", action="retry").status_code == 404


@pytest.mark.parametrize("who", ["bob", "carol"])
def test_others_see_and_move_nothing(alice: User, who: str, request: pytest.FixtureRequest) -> None:
    workflow = running_workflow(alice, *MANIFEST["agents"])
    client = api_client(request.getfixturevalue(who))
    assert client.get(URL).json()["results"] == []
    assert client.get(f"{URL}{workflow.pk}/").status_code == 404
    for path in ("start/", "pause/", "resume/", "cancel/"):
        assert _post(client, f"{workflow.pk}/{path}").status_code == 404
    assert _post(client, f"{workflow.pk}/nodes/analyze_a/", action="abort").status_code == 404
    workflow.refresh_from_db()
    assert workflow.state == "running"


def test_anonymous_is_asked_to_sign_in(alice: User, as_stranger: APIClient) -> None:
    workflow = running_workflow(alice, *MANIFEST["agents"])
    assert as_stranger.get(f"{URL}{workflow.pk}/").status_code == 401
    assert _post(as_stranger, manifest=MANIFEST).status_code == 401


def test_events_are_listed_and_streamed_to_the_end(alice: User, as_alice: APIClient) -> None:
    workflow = finish_all(running_workflow(alice, worker_node("analyze_a")))
    listed = as_alice.get(f"{URL}{workflow.pk}/events/", HTTP_ACCEPT="application/json").json()
    assert listed["state"] == "completed"
    assert [event["seq"] for event in listed["events"]] == list(range(1, workflow.last_seq + 1))

    async def stream() -> list[str]:
        return [frame async for frame in workflow_log(workflow.pk).stream(alice.pk, 2)]

    frames = async_to_sync(stream)()
    assert frames[0].startswith("event: event\nid: 3\n")
    assert len(frames) == workflow.last_seq - 2 + 1
    assert json.loads(frames[-1].split("data: ")[1])["state"] == "completed"
    assert frames[-1].startswith("event: final\n")


def test_the_graph_of_an_earlier_time(as_alice: APIClient, alice: User) -> None:
    """The number of an event gives the graph as it was; one that the log does not have is named."""
    workflow = running_workflow(alice, worker_node("analyze_a"), worker_node("analyze_b", "analyze_a"))
    url = f"{URL}{workflow.pk}/"
    first = as_alice.get(url, {"at": 1}).json()["graph"]
    assert (first["state"], [node["state"] for node in first["nodes"]]) == ("draft", ["pending", "pending"])
    now = as_alice.get(url, {"at": workflow.last_seq}).json()
    assert [node["state"] for node in now["graph"]["nodes"]] == [node["state"] for node in now["nodes"]]
    assert now["graph"]["nodes"][1]["depends_on"] == ["analyze_a"]
    assert "graph" not in as_alice.get(url).json()
    for wrong in ("0", "x", str(workflow.last_seq + 1)):
        assert as_alice.get(url, {"at": wrong}).status_code == 400
