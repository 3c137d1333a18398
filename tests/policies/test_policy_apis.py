"""The REST API of policies, with its cast: the author, another user, staff with and without the right, nobody."""

import io
import json

import pytest
from django.contrib.auth.models import Group, Permission
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from kingdom.accounts.models import User
from kingdom.accounts.services import token_create
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.model import ModelRequest, ModelResponse
from kingdom.events.event_store import EventRun, NewEvent, events_store
from kingdom.events.models import DomainEvent
from kingdom.policies.evaluation.event_policies import events_evaluate
from kingdom.policies.models import Pattern
from tests.factories import api_client
from tests.factories.policies import past_event
from tests.factories.workflows import advanced, create_worker, node_states, running_workflow, session_end, worker_node
from tests.factories.workflows import open_sessions as sessions_of

pytestmark = pytest.mark.django_db
URL = "/api/v1/policies/"
RULE = "stop a workflow when a tool fails 3 times in 10 minutes"


def test_a_rule_becomes_a_draft_with_its_dry_run(as_alice: APIClient, alice: User, bob: User) -> None:
    for minutes in (30, 9, 5, 1):
        past_event("ToolCompleted", alice, minutes, fields={"outcome": "failed"}, session_id="0" * 32)
    past_event("ToolCompleted", bob, 2, fields={"outcome": "failed"})
    answer = as_alice.post(URL, {"text": RULE}, format="json")
    assert answer.status_code == 201, answer.json()
    body = answer.json()
    assert body["state"] == "draft"
    assert body["covers"] == "own"
    assert body["pattern"]["trigger_event"] == "ToolCompleted"
    assert body["pattern"]["condition"] == 'outcome == "failed" and 3 in 10 min'
    assert body["pattern"]["action"] == {"Suspend": {"reason": RULE}}
    assert (body["dry_run"]["events"], body["dry_run"]["matches"]) == (4, 1)
    assert body["dry_run"]["sentence"].startswith("It would have fired once on 4 stored events")
    assert body["dry_run"]["examples"][0]["fields"] == {"outcome": "failed"}
    assert as_alice.get(f"{URL}{body['id']}/").json() == body


def test_what_is_not_understood_names_the_place_and_stores_nothing(as_alice: APIClient) -> None:
    before = Pattern.objects.count()
    answer = as_alice.post(URL, {"text": f"{RULE} on Mondays"}, format="json")
    assert answer.status_code == 400
    assert answer.json()["code"] == "policy_not_understood"
    assert "mondays" in answer.json()["detail"]
    assert RULE in answer.json()["detail"]
    assert as_alice.post(URL, {"text": "x" * 501}, format="json").status_code == 400
    assert Pattern.objects.count() == before


def test_only_staff_with_the_right_activate(as_alice: APIClient, as_bob: APIClient, reviewer: User) -> None:
    policy = as_alice.post(URL, {"text": RULE}, format="json").json()
    path = f"{URL}{policy['id']}/"
    assert as_alice.post(f"{path}activate/").status_code == 403
    assert as_bob.get(path).status_code == 404
    assert as_bob.post(f"{path}activate/").status_code == 404
    assert APIClient().post(f"{path}activate/").status_code == 401
    plain_staff = User.objects.create_user("dave", is_staff=True)
    assert api_client(plain_staff).post(f"{path}activate/").status_code == 404
    as_reviewer = api_client(reviewer)
    assert as_reviewer.post(f"{path}activate/").json()["state"] == "active"
    assert as_reviewer.post(f"{path}activate/").status_code == 409
    assert as_reviewer.post(f"{path}deactivate/").json()["state"] == "inactive"
    assert policy["id"] in [row["id"] for row in as_reviewer.get(URL).json()["results"]]
    assert policy["id"] not in [row["id"] for row in as_bob.get(URL).json()["results"]]


def test_a_policy_for_everybody_shows_nobody_the_events_of_others(as_bob: APIClient, alice: User, bob: User) -> None:
    reviewer = User.objects.create_user("dave", is_staff=True)
    reviewer.user_permissions.add(Permission.objects.get(codename="activate_pattern"))
    past_event("ToolCompleted", alice, 5, fields={"outcome": "failed", "host": "secret.example"})
    as_reviewer = api_client(reviewer)
    rule = "notify me when a tool fails"
    path = f"{URL}{as_reviewer.post(URL, {'text': rule}, format='json').json()['id']}/"
    shown = as_reviewer.post(f"{path}activate/").json()
    assert shown["dry_run"]["examples"][0]["fields"]["host"] == "secret.example"
    assert "secret.example" not in json.dumps(Pattern.objects.get(pk=shown["id"]).dry_run)
    failed = NewEvent("ToolCompleted", {"outcome": "failed"})
    for user in (alice, bob, alice):
        events_store(EventRun(user_id=user.pk), failed)
    events_evaluate(list(DomainEvent.objects.filter(pending=True).values_list("pk", flat=True)))
    told = reviewer.notifications.count()
    assert told == 3
    assert as_reviewer.get(path).json()["fired"] == 3
    reviewer.user_permissions.clear()
    for client, fired in ((as_bob, 1), (api_client(User.objects.get(pk=reviewer.pk)), 0)):
        body = client.get(path).json()
        assert (body["dry_run"], body["text"], body["last_error"], body["fired"]) == (None, "", "", fired)
    events_store(EventRun(user_id=alice.pk), failed)
    events_evaluate(list(DomainEvent.objects.filter(pending=True).values_list("pk", flat=True)))
    assert reviewer.notifications.count() == told


def test_an_example_goes_with_its_event(as_alice: APIClient, alice: User) -> None:
    past_event("ToolCompleted", alice, 5, fields={"outcome": "failed"})
    made = as_alice.post(URL, {"text": "notify me when a tool fails"}, format="json").json()
    assert len(made["dry_run"]["examples"]) == 1
    DomainEvent.objects.all().delete()
    assert as_alice.get(f"{URL}{made['id']}/").json()["dry_run"]["examples"] == []


def test_reviewers_hold_the_right() -> None:
    group = Group.objects.get(name="reviewer")
    assert group.permissions.filter(codename="activate_pattern").exists()


def test_a_policy_in_plain_words_then_stops_a_run(as_alice: APIClient, alice: User, reviewer: User) -> None:
    """Written in plain words, activated by staff, then a workflow whose tools fail begins nothing more."""
    create_worker()
    policy = as_alice.post(URL, {"text": RULE}, format="json").json()
    api_client(reviewer).post(f"{URL}{policy['id']}/activate/")
    workflow = running_workflow(alice, worker_node("analyze_a"), worker_node("analyze_b", "analyze_a"))
    (session,) = sessions_of(workflow)
    for _ in range(3):
        failed = NewEvent("ToolCompleted", {"tool": "archon.exec.python", "outcome": "failed"})
        events_store(EventRun(user_id=alice.pk, session_id=session.pk), failed)

    events_evaluate(list(DomainEvent.objects.filter(pending=True).values_list("pk", flat=True)))
    session_end(session)
    assert advanced(workflow).state == "paused"
    assert node_states(workflow)["analyze_b"] == "pending"
    paused = DomainEvent.objects.get(workflow=workflow, name="WorkflowPaused")
    assert paused.fields["state"] == "paused"
    assert as_alice.get(f"{URL}{policy['id']}/").json()["fired"] == 1
    assert as_alice.post(f"/api/v1/workflows/{workflow.pk}/resume/").json()["state"] == "running"


def test_the_command_shows_the_pattern(capsys: pytest.CaptureFixture[str]) -> None:
    out = io.StringIO()
    call_command("policy_compile", RULE, "--json", stdout=out)
    report = json.loads(out.getvalue())
    assert report["pattern"]["action"].keys() == {"Suspend"}
    assert report["dry_run"]["events"] == 0
    before = Pattern.objects.count()
    with pytest.raises(CommandError, match="was not understood"):
        call_command("policy_compile", "make me happy")
    assert Pattern.objects.count() == before


class _Model:
    """A language model that answers what a test says."""

    name = "test-model"

    def __init__(self, *answers: dict[str, object]) -> None:
        self._answers, self.requests = list(answers), list[ModelRequest]()

    async def generate(self, _ctx: CallContext, request: ModelRequest) -> ModelResponse:
        """Return the next answer."""
        self.requests.append(request)
        return ModelResponse(text="", finish="stop", parsed=self._answers.pop(0))


def test_the_model_compiles_what_the_rules_do_not(as_alice: APIClient, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = {
        "understood": True,
        "name": "x",
        "trigger_event": "ToolCompleted",
        "condition": "weather == 'rain'",
        "action": "Notify",
        "reason": "It failed.",
    }
    model = _Model(wrong, {**wrong, "condition": "seconds > 60"}, {"understood": False})
    monkeypatch.setattr("kingdom.policies.compilation.language_model_or_none", lambda: model)
    answer = as_alice.post(URL, {"text": "tell me when a tool is slow"}, format="json").json()
    assert answer["pattern"]["condition"] == "seconds > 60"
    assert "has no field 'weather'" in model.requests[1].messages[-1].text
    assert as_alice.post(URL, {"text": "sing"}, format="json").json()["code"] == "policy_not_understood"


def test_a_page_of_policies_asks_once_for_the_right_and_the_counts(alice: User, reviewer: User) -> None:
    """The first read of each user is left out: it fills the caches of permissions and content types."""
    shipped = Pattern.objects.filter(state=Pattern.State.ACTIVE, covers=None)
    statements = {}
    for count in (1, 12):
        for number in range(count):
            Pattern.objects.create(
                key=f"own_{count}_{number}", name="x", trigger_event="AgentFailed", condition="*", action="Notify",
                reason="x", covers=alice, author=alice,
            )  # fmt: skip
        for user in (alice, reviewer):
            client = api_client(user)
            assert client.get(URL).status_code == 200
            with CaptureQueriesContext(connection) as seen:
                assert len(client.get(f"{URL}?limit=100").json()["results"]) >= count + shipped.count()
            statements[user.username, count] = len(seen)
    assert statements["alice", 1] == statements["alice", 12]
    assert statements["carol", 1] == statements["carol", 12]


def test_a_token_of_staff_without_the_scope_admin_has_the_rights_of_its_user_alone(reviewer: User, bob: User) -> None:
    past_event("ToolCompleted", bob, 2, fields={"outcome": "failed"})
    everybodys = api_client(reviewer).post(URL, {"text": RULE}, format="json").json()
    program = APIClient()
    program.credentials(
        HTTP_AUTHORIZATION=f"Token {token_create(user=reviewer, name='ci', scopes=['read', 'write'])[1]}"
    )
    own = program.post(URL, {"text": RULE}, format="json").json()
    assert (everybodys["covers"], own["covers"]) == ("everybody", "own")
    assert (everybodys["dry_run"]["events"], own["dry_run"]["events"]) == (1, 0)
    assert program.get(f"{URL}{everybodys['id']}/").status_code == 404, "a draft of staff"
    assert [one["id"] for one in program.get(URL).json()["results"] if one["state"] == "draft"] == [own["id"]]
    assert program.post(f"{URL}{own['id']}/activate/").status_code == 403
