"""Policies about a whole run: what it has cost, how long it took, to how many it has sent."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from kingdom.accounts.models import User
from kingdom.approvals.permissions.selectors import effective_rules
from kingdom.events.event_store import EventRun, NewEvent, events_store
from kingdom.events.models import DomainEvent
from kingdom.events.tool_events import tool_event_run, tool_requested_events
from kingdom.policies.evaluation.call_policies import policy_rules
from kingdom.policies.evaluation.dry_run import dry_run
from kingdom.policies.evaluation.event_policies import events_evaluate
from kingdom.policies.models import PatternFired
from kingdom.policies.rules.condition_check import check_condition
from kingdom.policies.rules.condition_parser import parse_condition
from kingdom.policies.rules.condition_tree import BadCondition
from kingdom.policies.rules.plain_words import read_policy
from tests.factories.policies import active_pattern
from tests.factories.tools import Kit, wanted
from tests.factories.workflows import create_worker, running_workflow, worker_node

pytestmark = pytest.mark.django_db
SENT = 'tool == "archon.http.request" and method not in ["GET", "HEAD", "OPTIONS"] and run.recipients > 3'


def finished(run: EventRun, **fields: object) -> DomainEvent:
    events_store(run, NewEvent("AgentRunFinished", {"state": "completed", **fields}))
    event = DomainEvent.objects.latest("pk")
    events_evaluate([event.pk])
    return event


def test_a_workflow_is_paused_when_its_sessions_together_cost_too_much(alice: User, bob: User) -> None:
    create_worker()
    workflow = running_workflow(alice, worker_node("analyze_a"), worker_node("analyze_b", "analyze_a"))
    rule = read_policy("stop everything that spends more than 5 dollars")
    active_pattern("Suspend", rule.trigger_event, rule.condition)
    run = EventRun(user_id=alice.pk, workflow_id=workflow.pk)
    finished(EventRun(user_id=bob.pk), cost=4.0)  # another run
    finished(run, cost=2.0)
    finished(run, cost=3.0)
    assert not PatternFired.objects.exists()
    finished(run)  # of unknown cost
    assert not PatternFired.objects.exists()
    last = finished(run, cost=0.01)
    assert PatternFired.objects.get().outcome == "workflow_paused"
    workflow.refresh_from_db()
    assert workflow.state == "paused"
    report = dry_run(rule, user_id=None)
    assert (report["events"], report["matches"], report["examples"][0]["event"]) == (5, 1, last.pk)


def test_the_time_of_a_run_counts_from_its_begin(alice: User) -> None:
    create_worker()
    workflow = running_workflow(alice, worker_node("analyze_a"))
    active_pattern("Notify", "AgentRunFinished", "run.seconds > 600", covers=alice)
    run = EventRun(user_id=alice.pk, workflow_id=workflow.pk)
    finished(run, seconds=1)
    assert not PatternFired.objects.exists()
    DomainEvent.objects.filter(name="WorkflowStarted").update(created_at=timezone.now() - timedelta(minutes=11))
    finished(run, seconds=1)
    assert PatternFired.objects.get().outcome == "notified"


def test_all_totals_that_policies_read_of_an_event_are_one_statement(alice: User) -> None:
    create_worker()
    workflow = running_workflow(alice, worker_node("analyze_a"))
    DomainEvent.objects.filter(name="WorkflowStarted").update(created_at=timezone.now() - timedelta(minutes=11))
    run = EventRun(user_id=alice.pk, workflow_id=workflow.pk)
    events_store(run, NewEvent("ToolRequested", {"recipients": 2}), NewEvent("ToolRequested", {"recipients": 3}))
    finished(run, cost=2.5)
    fits = "run.cost == 4.0 and run.recipients == 5 and run.seconds > 600 and run.seconds < 700"
    patterns = [active_pattern("Notify", "AgentRunFinished", condition, covers=alice) for condition in (fits, fits)]
    events_store(run, NewEvent("AgentRunFinished", {"state": "completed", "cost": 1.5}))
    with CaptureQueriesContext(connection) as captured:
        events_evaluate([DomainEvent.objects.latest("pk").pk])
    assert set(PatternFired.objects.values_list("pattern", flat=True)) == {pattern.pk for pattern in patterns}
    assert len([query for query in captured if "SUM(" in query["sql"] or "MIN(" in query["sql"]]) == 1


def test_one_message_to_many_and_many_messages_to_one_each_are_asked_about(kit: Kit) -> None:
    active_pattern("RequestApproval", condition=SENT)
    rules = effective_rules(user_id=kit.session.user_id, session_id=kit.session.pk)

    def send(*people: str) -> bool:
        """Judge a request, then store that it was sent, as the gate does; return whether a policy asks."""
        url = "https://api.example.com/send"
        request = wanted("archon.http.request", method="POST", url=url, json={"to": list(people)})
        asks = any(rule.scope == "policy" for rule in policy_rules(rules, kit.ctx, request))
        events_store(tool_event_run(kit.ctx), *tool_requested_events(kit.ctx, [request]))
        return asks

    assert [send("a@x.org"), send("b@x.org"), send("c@x.org")] == [False, False, False]
    assert send("d@x.org") is True
    DomainEvent.objects.all().delete()
    assert send("a@x.org", "b@x.org", "c@x.org", "d@x.org") is True
    kit.one("archon.fs.write", path="a.txt", content="to: a@x.org")
    assert DomainEvent.objects.filter(name="ToolRequested").latest("pk").fields.get("recipients") is None


def test_a_path_is_compared_however_it_is_written(kit: Kit) -> None:
    kit.allow("*")
    rule = read_policy("never let anyone write to /etc")
    active_pattern(rule.action, rule.trigger_event, rule.condition)
    for path in ("etc/passwd", "./etc/passwd", "notes/../etc/passwd", "ETC/passwd", "/etc/passwd"):
        assert kit.one("archon.fs.write", path=path, content="x")["success"] is False, path
    for path in ("etcetera.txt", "notes/etc.txt"):
        assert kit.one("archon.fs.write", path=path, content="x")["success"] is True, path


def test_a_total_of_the_run_is_no_part_of_a_count() -> None:
    with pytest.raises(BadCondition, match="without a count"):
        check_condition(parse_condition("run.cost > 1 and 3 in 10 min"), "AgentRunFinished")
