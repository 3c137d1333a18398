"""An answer "always" is for the specialist that asked, not for whoever has its name or the same identity."""

import uuid
from typing import Any

import pytest
from django.test import Client

from kingdom.accounts.models import User
from kingdom.approvals.models import Approval, PermissionRule
from kingdom.approvals.permissions.selectors import effective_rules
from kingdom.approvals.permissions.services import RuleDraft, rule_create
from kingdom.approvals.requests.services import SessionPosition, approval_decide, approval_request
from kingdom.contracts.tools import ToolRequest
from kingdom.sessions.engine.capabilities import build_call_context
from kingdom.sessions.models import Session
from kingdom.sessions.services import session_open
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.registry.drafts import draft_register
from kingdom.specialists.registry.selectors import version_spec
from kingdom.tools.gate.gate_checks import call_verdict
from tests.factories import agent_spec, api_client, create_global_specialist, create_own_specialist, version_of
from tests.factories.approvals import answer_to, session_of

pytestmark = pytest.mark.django_db
ROLE = "report_writer"
TOOL = "archon.fs.write"
ARGS = {"path": "notes/today.txt", "content": "hello"}
RULES = "/api/v1/permission-rules/"
ANY_CALL = ToolRequest(call_id="call_7_0", name=TOOL, args=ARGS)


@pytest.fixture
def hers(alice: User) -> Specialist:
    return create_own_specialist(alice, ROLE)


@pytest.fixture
def his(bob: User) -> Specialist:
    """Another specialist with the same identity and the same agent's id, promoted for everybody."""
    specialist = create_own_specialist(bob, ROLE)
    Specialist.objects.filter(pk=specialist.pk).update(status="verified", scope="global")
    return specialist


def session_with(user: User, specialist: Specialist) -> Session:
    return session_open(user_id=user.pk, input_text="Write it.", version_id=version_of(specialist).pk)


def effect_for(session: Session, agent: str = "") -> str:
    """Return what the gate says of a call in a session."""
    session = Session.objects.select_related("version__specialist").get(pk=session.pk)
    agent = agent or (version_spec(session.version).agent_id if session.version else "")
    rules = effective_rules(user_id=session.user_id, session_id=session.pk)
    return call_verdict(build_call_context(session, agent), rules, ANY_CALL).effect


def answered_always(session: Session, agent: str) -> Approval:
    """Let a session ask about the call, and its user answer "always"."""
    calls = [{"call_id": "call_1_0", "name": TOOL, "args": ARGS}]
    place = SessionPosition(session_id=session.pk, seq=3)
    asked = approval_request(
        user_id=session.user_id, kind="tool", subject={"agent": agent, "tools": calls}, place=place
    )
    return approval_decide(approval_id=asked.pk, actor_id=session.user_id, decision=answer_to(asked, "always"))


def test_always_is_for_the_specialist_that_asked(alice: User, bob: User, hers: Specialist, his: Specialist) -> None:
    agent = version_spec(version_of(hers)).agent_id
    assert version_spec(version_of(his)).agent_id == agent, "control: a rule cannot tell them by the agent's id"
    answered_always(session_with(alice, hers), agent)
    assert PermissionRule.objects.get().specialist_id == hers.pk
    assert effect_for(session_with(alice, hers)) == "allow", "control: it lasts for later sessions"
    assert effect_for(session_with(alice, his)) == "ask", "another specialist of the same name"
    assert effect_for(session_of(alice), agent) == "ask", "an agent of a workflow that takes its name"
    assert effect_for(session_with(bob, his)) == "ask", "another user's"
    answered_always(session_with(alice, his), agent)
    assert {rule.specialist_id for rule in PermissionRule.objects.all()} == {hers.pk, his.pk}, "each by itself"


def test_an_agent_of_a_workflow_lends_its_permission_to_no_specialist(alice: User, hers: Specialist) -> None:
    agent = version_spec(version_of(hers)).agent_id
    product = create_global_specialist(f"{ROLE}s")
    for name in (agent, version_spec(version_of(product)).agent_id):
        answered_always(session_of(alice), name)
        assert effect_for(session_of(alice), name) == "allow", "control"
    assert [rule.specialist_id for rule in PermissionRule.objects.all()] == [None, None]
    assert effect_for(session_with(alice, hers)) == "ask"
    assert effect_for(session_with(alice, product)) == "ask", "one of the product's own neither"


@pytest.mark.parametrize("effect", ["ask", "deny"])
@pytest.mark.parametrize("owner", ["hers", "everybody's"])
def test_a_rule_without_a_specialist_still_forbids(
    alice: User, carol: User, hers: Specialist, his: Specialist, effect: str, owner: str
) -> None:
    agent = version_spec(version_of(hers)).agent_id
    for specialist in (hers, his):
        draft = RuleDraft(effect="allow", tool=TOOL, specialist_id=specialist.pk)
        rule_create(user_id=alice.pk, made_by_id=alice.pk, draft=draft)
        assert effect_for(session_with(alice, specialist)) == "allow", "control"
    user_id = alice.pk if owner == "hers" else None
    rule_create(user_id=user_id, made_by_id=carol.pk, draft=RuleDraft(effect=effect, tool=TOOL, agent=agent))
    assert {effect_for(session_with(alice, one)) for one in (hers, his)} == {effect}
    assert effect_for(session_of(alice), agent) == effect


def test_a_rule_of_everybody_or_of_an_identity_is_about_all(alice: User, carol: User, hers: Specialist) -> None:
    identity = str(version_spec(version_of(hers)).identity)
    for user_id, agent in ((alice.pk, ""), (alice.pk, identity), (None, ""), (None, identity)):
        rule = rule_create(
            user_id=user_id, made_by_id=carol.pk, draft=RuleDraft(effect="allow", tool=TOOL, agent=agent)
        )
        assert effect_for(session_with(alice, hers)) == "allow"
        rule.delete()
    assert effect_for(session_with(alice, hers)) == "ask", "control"


def test_an_organisation_allows_one_agents_id_to_no_specialist(alice: User, carol: User, hers: Specialist) -> None:
    """Anybody may give a specialist of theirs the name that an admin had another one in mind for."""
    agent = version_spec(version_of(hers)).agent_id
    rule_create(user_id=None, made_by_id=carol.pk, draft=RuleDraft(effect="allow", tool=TOOL, agent=agent))
    assert effect_for(session_with(alice, hers)) == "ask"
    draft = RuleDraft(effect="allow", tool=TOOL, agent=agent, specialist_id=hers.pk)
    rule_create(user_id=None, made_by_id=carol.pk, draft=draft)
    assert effect_for(session_with(alice, hers)) == "allow"


def test_a_draft_that_revises_one_acts_as_it(alice: User, hers: Specialist) -> None:
    draft = draft_register(spec=agent_spec(ROLE), owner=alice, tests=(), revises_id=hers.pk)
    assert draft.specialist.acting_id == hers.pk
    answered_always(session_with(alice, hers), version_spec(version_of(hers)).agent_id)
    trial = session_with(alice, hers)
    Session.objects.filter(pk=trial.pk).update(version=draft)
    assert effect_for(trial) == "allow"


def test_a_question_of_an_earlier_release_makes_a_rule_for_no_specialist(alice: User, hers: Specialist) -> None:
    session, agent = session_with(alice, hers), version_spec(version_of(hers)).agent_id
    calls = [{"call_id": "call_1_0", "name": TOOL, "args": ARGS}]
    place = SessionPosition(session_id=session.pk, seq=3)
    asked = approval_request(user_id=alice.pk, kind="tool", subject={"agent": agent, "tools": calls}, place=place)
    Approval.objects.filter(pk=asked.pk).update(
        rule_preview=[{key: rule[key] for key in ("tool", "agent", "shape", "text")} for rule in asked.rule_preview]
    )
    approval_decide(approval_id=asked.pk, actor_id=alice.pk, decision=answer_to(asked, "always"))
    assert PermissionRule.objects.get().specialist_id is None
    assert effect_for(session_with(alice, hers)) == "ask", "it is asked again"


def test_a_rule_names_its_specialist_to_its_owner(
    alice: User, bob: User, as_alice: Client, hers: Specialist, his: Specialist
) -> None:
    agent = version_spec(version_of(hers)).agent_id
    answered_always(session_with(alice, hers), agent)
    answered_always(session_of(alice), agent)
    rows = as_alice.get(RULES).json()["results"]
    assert {(row["specialist_id"], row["specialist_role"]) for row in rows} == {(str(hers.pk), ROLE), (None, "")}
    browser = Client()
    browser.force_login(alice)
    page = browser.get("/rules/").content.decode()
    assert f"of the specialist {ROLE} alone" in page
    assert "in workflows, of no specialist" in page
    asked = Approval.objects.get(session__version__specialist=hers)
    shown = as_alice.get(f"/api/v1/approvals/{asked.pk}/").json()
    assert [rule["specialist_id"] for rule in shown["rule_preview"]] == [str(hers.pk)]


def test_a_user_makes_rules_about_what_they_may_see(alice: User, bob: User, hers: Specialist, his: Specialist) -> None:
    wanted: dict[str, Any] = {"effect": "allow", "tool": TOOL, "agent": version_spec(version_of(hers)).agent_id}
    mine, foreign = api_client(alice), api_client(bob)
    for client, specialist, status in ((mine, hers, 201), (mine, his, 201), (foreign, his, 201), (foreign, hers, 400)):
        answer = client.post(RULES, {**wanted, "specialist_id": str(specialist.pk)}, format="json")
        assert answer.status_code == status, answer.content
    unknown = foreign.post(RULES, {**wanted, "specialist_id": str(uuid.uuid4())}, format="json")
    hidden = foreign.post(RULES, {**wanted, "specialist_id": str(hers.pk)}, format="json")
    assert unknown.status_code == 400
    assert unknown.json()["detail"] == hidden.json()["detail"], "it does not tell that hers exists"
    assert effect_for(session_with(alice, hers)) == "allow"
    assert effect_for(session_with(bob, his)) == "allow"
    assert not PermissionRule.objects.filter(user=bob, specialist=hers).exists()
