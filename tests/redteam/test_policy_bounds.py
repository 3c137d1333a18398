"""Policies as a weapon: about the runs of others, with expressions made to be slow, with texts no table can hold."""

import time
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from kingdom.accounts.models import User
from kingdom.contracts.model import ModelResponse
from kingdom.contracts.sandbox import SandboxOutcome
from kingdom.core.errors import BadInput
from kingdom.events.event_store import EventRun, NewEvent, events_store
from kingdom.events.models import DomainEvent
from kingdom.policies import compilation
from kingdom.policies.evaluation.event_policies import events_evaluate
from kingdom.policies.models import Pattern, PatternFired
from kingdom.policies.rules.condition_check import is_match
from kingdom.policies.rules.condition_parser import parse_condition
from kingdom.tools.registry.tool_context import ToolEnvironment
from tests.factories import api_client
from tests.factories.capabilities import FakeSandbox
from tests.factories.cognition import model_spec
from tests.factories.policies import active_pattern, past_event
from tests.factories.tools import Kit, session_for

pytestmark = pytest.mark.django_db
URL = "/api/v1/policies/"
FAILED = 'outcome == "failed"'
WRITE = 'tool == "archon.fs.write"'
BAD_EXPRESSIONS = ["(" * 90, "a{1000}{1000}{1000}", r"(\pL{1000}){1000}", "(?=a)", r"(a)\1", "[", "a" * 201]
SLOW_EXPRESSIONS = ["(a+)+$", "(a|aa)+$", "(.*a){25}$", "^(([a-z])+.)+[A-Z]([a-z])+$", "(x+x+)+y", "((a*)*)*b"]


def failed(user: User, tool: str = "archon.exec.python") -> DomainEvent:
    events_store(EventRun(user_id=user.pk), NewEvent("ToolCompleted", {"tool": tool, "outcome": "failed"}))
    return DomainEvent.objects.latest("pk")


def fires(event: DomainEvent) -> bool:
    events_evaluate([event.pk])
    return PatternFired.objects.filter(event=event).exists()


def test_an_own_policy_counts_no_event_of_others(alice: User, bob: User) -> None:
    own = active_pattern("Notify", "ToolCompleted", f"{FAILED} and 2 in 10 min per all", covers=alice)
    failed(bob)
    assert not fires(failed(alice)), "it says what others do"
    assert fires(failed(alice))
    own.delete()
    active_pattern("Notify", "ToolCompleted", f"{FAILED} and 4 in 10 min per all")
    assert fires(failed(bob)), "a policy for everybody counts everybody"


def test_an_own_policy_before_a_call_counts_no_call_of_others(alice: User, bob: User) -> None:
    active_pattern("Block", condition=f"{WRITE} and 2 in 10 min per all", covers=alice)
    past_event("ToolRequested", bob, 5, fields={"tool": "archon.fs.write"})
    session, sandbox = session_for(alice), FakeSandbox(lambda *_: SandboxOutcome(status="ok", stdout="", ms=1.0))
    kit = Kit(session, ToolEnvironment(spec=model_spec(), workspace_id=str(session.pk), sandbox=sandbox))
    kit.allow("*")
    assert kit.one("archon.fs.write", path="notes.txt", content="hello")["success"] is True
    assert not PatternFired.objects.exists()


def test_nobody_else_sees_or_moves_an_own_policy(as_alice: APIClient, as_bob: APIClient) -> None:
    made = as_alice.post(URL, {"text": "stop a workflow when a tool fails 3 times in 10 minutes"}, format="json")
    assert made.status_code == 201, made.json()
    address = f"{URL}{made.json()['id']}/"
    for client in (as_bob, APIClient()):
        answers = {client.get(address).status_code}
        answers |= {client.post(f"{address}{move}/").status_code for move in ("activate", "deactivate")}
        assert answers <= {401, 404}, answers
    assert as_alice.post(f"{address}activate/").status_code == 403
    pattern = Pattern.objects.get(pk=made.json()["id"])
    assert (pattern.state, pattern.covers_id) == ("draft", pattern.author_id)


@pytest.mark.parametrize("expression", SLOW_EXPRESSIONS)
def test_an_expression_made_to_be_slow_takes_linear_time(expression: str) -> None:
    test, begun = parse_condition(f'host matches "{expression}"').test, time.thread_time()
    is_match(test, {"host": "a" * 100_000 + "!"})
    assert time.thread_time() - begun < 1


@pytest.mark.parametrize("expression", BAD_EXPRESSIONS)
def test_an_expression_that_is_too_large_is_refused(expression: str) -> None:
    begun = time.thread_time()
    with pytest.raises(BadInput):
        parse_condition(f'host matches "{expression}"')
    assert time.thread_time() - begun < 1


@pytest.mark.parametrize(
    "condition",
    ["not " * 249 + "a", "(" * 999, "(" * 400 + 'a == "b"' + ")" * 400, "a == 1 or " * 99, "9" * 400 + " in 3 min",
     "3 in " + "9" * 400 + " d", "a in [" + "1," * 400 + "1]", "a == " + "9" * 900, "3 in 3 min and 3 in 3 min",
     "\ud800"],
)  # fmt: skip
def test_a_condition_of_any_form_is_read_or_refused_at_once(condition: str) -> None:
    begun = time.thread_time()
    with suppress(BadInput):
        is_match(parse_condition(condition).test, {"a": 3.0})
    assert time.thread_time() - begun < 1


@pytest.mark.parametrize("text", ["a\x00b", "half \ud83d of a character", float("nan")])
@pytest.mark.parametrize("field", ["condition", "reason"])
def test_a_model_s_text_that_no_table_holds_is_a_fault_of_the_model(
    alice: User, monkeypatch: pytest.MonkeyPatch, field: str, text: object
) -> None:
    answer = {"understood": True, "name": "x", "trigger_event": "ToolCompleted", "action": "Notify", "reason": "r"}
    answer |= {"condition": 'tool == "x"'} | {field: f'tool == "{text}"' if field == "condition" else text}

    class Model:
        """Gives the same answer again and again."""

        name = "evil"

        async def generate(self, *_: Any) -> ModelResponse:  # noqa: ANN401 - the port's
            return ModelResponse(text="", finish="stop", parsed=answer)

    monkeypatch.setattr(compilation, "language_model_or_none", lambda: Model())
    made = api_client(alice).post(URL, {"text": "do a thing that no rule understands"}, format="json")
    assert made.status_code < 500 or made.json()["code"] == "model_bad_answer", made.content


def test_a_dry_run_over_very_many_events_ends(alice: User) -> None:
    at = timezone.now() - timedelta(hours=1)
    fields = {"tool": "archon.exec.python", "outcome": "failed"}
    DomainEvent.objects.bulk_create(
        DomainEvent(name="ToolCompleted", user=alice, created_at=at, fields=fields) for _ in range(20_010)
    )
    begun = time.thread_time()
    made = api_client(alice).post(
        URL, {"text": "stop a workflow when a tool fails 3 times in 10 minutes"}, format="json"
    )
    assert made.status_code == 201
    assert made.json()["dry_run"]["complete"] is False
    assert time.thread_time() - begun < 8


def test_the_error_of_one_policy_keeps_no_other(alice: User) -> None:
    active_pattern("Notify", "ToolCompleted", "tool ==", covers=alice)
    active_pattern("Notify", "ToolCompleted", 'tool == "x"', covers=alice)
    event = failed(alice, "x")
    assert fires(event)
    assert PatternFired.objects.filter(event=event).count() == 2
