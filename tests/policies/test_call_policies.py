"""Policies about tool calls: they block and ask before a call runs, narrow only, and are all recorded."""

import pytest

from kingdom.accounts.models import User
from kingdom.approvals.permissions.rule_matching import PermissionQuery, evaluate_rules
from kingdom.approvals.permissions.selectors import effective_rules
from kingdom.events.models import DomainEvent
from kingdom.policies.models import Pattern, PatternFired
from kingdom.tools.models import ToolReceipt
from tests.factories.policies import active_pattern, past_event
from tests.factories.tools import Kit

pytestmark = pytest.mark.django_db
WRITE = 'tool == "archon.fs.write"'


def write(kit: Kit) -> bool:
    return bool(kit.one("archon.fs.write", path="notes.txt", content="hello")["success"])


def test_block_stops_a_call_that_every_rule_allows(kit: Kit) -> None:
    policy = active_pattern("Block", condition=WRITE)
    result = kit.one("archon.fs.write", path="notes.txt", content="hello")
    assert result["denied"] is True
    assert policy.name in result["reason"]
    assert ToolReceipt.objects.get().reason == "permission"
    fired = PatternFired.objects.get()
    assert (fired.pattern, fired.action, fired.outcome, fired.decisive) == (policy, "Block", "blocked", True)
    assert kit.one("archon.fs.find", pattern="*")["success"] is True


def test_request_approval_overrides_a_standing_permission(kit: Kit) -> None:
    active_pattern("RequestApproval", condition=WRITE)
    assert write(kit) is False
    assert PatternFired.objects.get().outcome == "asked"


def test_the_most_severe_wins_and_all_are_recorded(kit: Kit) -> None:
    asking = active_pattern("RequestApproval", condition=WRITE)
    blocking = active_pattern("Block", condition=WRITE)
    assert write(kit) is False
    fired = {row.pattern_id: (row.outcome, row.decisive) for row in PatternFired.objects.all()}
    assert fired == {blocking.pk: ("blocked", True), asking.pk: ("left_to_the_more_severe", False)}


@pytest.mark.parametrize("state", [Pattern.State.DRAFT, Pattern.State.INACTIVE])
def test_only_an_active_policy_acts(kit: Kit, state: str) -> None:
    active_pattern("Block", condition=WRITE, state=state)
    assert write(kit) is True
    assert not PatternFired.objects.exists()


def test_a_policy_covers_its_authors_runs_only(kit: Kit, bob: User) -> None:
    active_pattern("Block", condition=WRITE, covers=bob)
    assert write(kit) is True


def test_a_policy_that_cannot_be_evaluated_applies_and_is_shown(kit: Kit, carol: User) -> None:
    policy = active_pattern("Block", condition="tool ==")
    assert write(kit) is False
    policy.refresh_from_db()
    assert policy.error_count >= 1
    assert "it ends too early" in policy.last_error
    assert carol.notifications.filter(kind="policy_error").count() == 1


def test_a_window_counts_earlier_calls_of_the_run(kit: Kit) -> None:
    active_pattern("Block", condition=f"{WRITE} and 3 in 10 min")
    for minutes in (20, 5):
        fields = {"tool": "archon.fs.write", "call": str(minutes)}
        past_event("ToolRequested", minutes_ago=minutes, session=kit.session, fields=fields)
    assert write(kit) is True
    assert write(kit) is False


def test_no_policy_loosens_anything(kit: Kit) -> None:
    """A policy that asks, held against a call that a rule denies: the call stays denied."""
    kit.allow("archon.fs.write", "deny")
    active_pattern("RequestApproval", condition=WRITE)
    active_pattern("Notify", condition=WRITE)
    assert write(kit) is False
    assert DomainEvent.objects.get(name="ToolCompleted").fields["outcome"] == "refused"


def test_a_policy_that_nobody_held_against_a_call_applies(alice: User) -> None:
    active_pattern("Block", condition='tool == "something.else"')
    verdict = evaluate_rules(
        effective_rules(user_id=alice.pk), PermissionQuery(agent_id="coder_x", tool="archon.fs.read")
    )
    assert verdict.effect == "deny"
