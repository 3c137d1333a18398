"""Permission rules, session grants and their evaluation, with rows in the database."""

from collections.abc import Mapping
from typing import Any

import pytest

from kingdom.accounts.models import User
from kingdom.approvals.models import PermissionRule, SessionGrant
from kingdom.approvals.permissions.services import (
    MAX_RULES_PER_USER,
    RuleDraft,
    rule_create,
    rule_delete,
    session_grants_consume_part,
    session_grants_create,
)
from kingdom.approvals.requests.services import approval_decide
from kingdom.core.errors import BadInput, Conflict, NotFound
from kingdom.sessions.models import Session
from tests.factories.approvals import AGENT, HTTP, WRITE, answer_to, asked, permission_for, session_of
from tests.factories.rows import run_part

pytestmark = pytest.mark.django_db


def says(user: User, tool: Mapping[str, Any] = HTTP, session: Session | None = None, **changes: Any) -> str:  # noqa: ANN401 - arguments
    call = {"agent_id": AGENT, "tool": tool["name"], "args": tool["args"], "call_id": "call_1_0", **changes}
    return permission_for(user_id=user.pk, session_id=session.pk if session else None, **call).effect


def other(tool: Mapping[str, Any], **args: object) -> dict[str, Any]:
    return {"name": tool["name"], "args": {**tool["args"], **args}}


def test_with_no_rules_reading_is_free_and_the_rest_asks(alice: User) -> None:
    assert says(alice, {"name": "archon.fs.read", "args": {"path": "notes.txt"}}) == "allow"
    assert says(alice) == says(alice, WRITE) == says(alice, {"name": "unheard.of", "args": {}}) == "ask"
    assert (
        permission_for(user_id=alice.pk, agent_id=AGENT, tool="archon.fs.read", args={"n": float("nan")}).effect
        == "deny"
    )


def test_once_is_for_that_very_call_until_it_ran(alice: User) -> None:
    session = session_of(alice)
    approval_decide(
        approval_id=(first := asked(alice, session)).pk, actor_id=alice.pk, decision=answer_to(first, "once")
    )

    assert says(alice, session=session) == "allow"
    assert says(alice, session=session, call_id="call_2_0") == "ask"
    assert says(alice, other(HTTP, json={"to": "+43 2"}), session) == "ask"
    assert says(alice, session=session, agent_id="writer_other") == "ask"
    assert says(alice, session=session_of(alice)) == says(alice) == "ask"
    consume = session_grants_consume_part(session_id=session.pk)
    assert (run_part(consume), run_part(consume)) == (1, 0)
    assert says(alice, session=session) == "ask"


def test_for_the_session_is_for_its_shape_there(alice: User) -> None:
    session = session_of(alice)
    approval_decide(
        approval_id=(first := asked(alice, session, WRITE)).pk, actor_id=alice.pk, decision=answer_to(first, "session")
    )
    run_part(session_grants_consume_part(session_id=session.pk))

    assert says(alice, other(WRITE, path="notes/b.txt", content="x"), session, call_id="call_9_0") == "allow"
    for path in ("other/b.txt", "notes/../b.txt", "Notes/b.txt", "notes"[:3], "/notes/b.txt", "notes//b.txt", 7):
        assert says(alice, other(WRITE, path=path), session) == "ask", path
    assert says(alice, WRITE, session_of(alice)) == "ask"
    assert not PermissionRule.objects.exists()


def test_always_saves_what_was_shown_and_no_more(alice: User, bob: User) -> None:
    session = session_of(alice)
    approval_decide(
        approval_id=(first := asked(alice, session)).pk, actor_id=alice.pk, decision=answer_to(first, "always")
    )
    rule = PermissionRule.objects.get()

    shown = first.rule_preview[0]
    assert (rule.user, rule.effect, rule.approval) == (alice, "allow", first)
    stored = {"tool": rule.tool, "agent": rule.agent, "specialist_id": "", "shape": rule.shape}
    assert {**stored, "text": shown["text"]} == shown
    assert says(alice, other(HTTP, json={"to": "+43 2"})) == "allow"
    for changed in (
        {"method": "DELETE"},
        {"url": "https://api.sms.example.evil.example/"},
        {"url": "http://api.sms.example/v1/send"},
    ):
        assert says(alice, other(HTTP, **changed)) == "ask"
    assert says(alice, agent_id="writer_other") == says(bob) == "ask"

    rule_delete(user_id=alice.pk, rule_id=rule.pk)
    assert says(alice) == "ask"


def test_a_deny_beats_everything(alice: User, carol: User) -> None:
    session = session_of(alice)
    approval_decide(
        approval_id=(first := asked(alice, session)).pk, actor_id=alice.pk, decision=answer_to(first, "always")
    )
    assert says(alice, session=session) == "allow"
    rule_create(
        user_id=None, made_by_id=carol.pk, draft=RuleDraft(effect="deny", tool="*", shape={"host": "*.sms.example"})
    )
    verdict = permission_for(
        user_id=alice.pk,
        agent_id=AGENT,
        tool=HTTP["name"],
        args=HTTP["args"],
        session_id=session.pk,
        call_id="call_1_0",
    )
    assert (verdict.effect, verdict.reason, verdict.scope) == ("deny", "A rule forbids this.", "organisation")
    assert says(alice, other(HTTP, url="https://example.org/")) == "ask"
    assert says(alice, other(HTTP, url="https://api.sms.example\\@example.org/")) == "deny"  # unclear: no way around


def test_where_the_organisation_asks_each_time_nothing_lasts(alice: User, carol: User) -> None:
    rule_create(user_id=alice.pk, made_by_id=alice.pk, draft=RuleDraft(effect="allow", tool="archon.fs.*"))
    assert says(alice, WRITE) == "allow"
    rule_create(
        user_id=None, made_by_id=carol.pk, draft=RuleDraft(effect="ask", tool="archon.fs.write", agent="writer")
    )
    session = session_of(alice)
    question = asked(alice, session, WRITE)
    assert (says(alice, WRITE), question.choices, question.rule_preview) == ("ask", ["once", "deny"], [])
    with pytest.raises(BadInput):
        approval_decide(approval_id=question.pk, actor_id=alice.pk, decision=answer_to(question, "always"))
    approval_decide(approval_id=question.pk, actor_id=alice.pk, decision=answer_to(question, "once"))
    assert says(alice, WRITE, session) == "allow"
    assert says(alice, WRITE, agent_id="coder_x") == "allow"


def test_rules_are_each_owners_own(alice: User, bob: User, carol: User) -> None:
    draft = RuleDraft(effect="deny", tool="archon.exec.python")
    mine = rule_create(user_id=alice.pk, made_by_id=alice.pk, draft=draft)
    organisation_rule = rule_create(user_id=None, made_by_id=carol.pk, draft=draft)
    assert rule_create(user_id=alice.pk, made_by_id=alice.pk, draft=draft) == mine
    assert rule_create(user_id=None, made_by_id=carol.pk, draft=draft) == organisation_rule
    for user, rule in ((bob, mine), (alice, organisation_rule), (carol, organisation_rule)):
        with pytest.raises(NotFound):
            rule_delete(user_id=user.pk, rule_id=rule.pk)
    assert PermissionRule.objects.count() == 2


@pytest.mark.parametrize(
    "wrong",
    [
        {"effect": "maybe"},
        *({"tool": tool} for tool in ("archon.*.write", "", "Archon.fs")),
        *({"agent": agent} for agent in ("wizard", "coder_")),
        *({"shape": {"host": host}} for host in ("A.example", "a/b", 7)),
        *({"shape": {"path": path}} for path in ("../x", "/etc", "")),
        {"shape": {"hosts": "a"}},
        {"shape": {"method": "post"}},
        {"shape": {"args": "12"}},
    ],
)
def test_a_rule_that_could_not_mean_one_thing_is_refused(alice: User, wrong: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        rule_create(
            user_id=alice.pk,
            made_by_id=alice.pk,
            draft=RuleDraft(**{"effect": "allow", "tool": "archon.fs.write", **wrong}),
        )


def test_there_is_a_most(alice: User) -> None:
    PermissionRule.objects.bulk_create(
        PermissionRule(user=alice, effect="ask", tool=f"x.t{number}") for number in range(MAX_RULES_PER_USER)
    )
    with pytest.raises(Conflict):
        rule_create(user_id=alice.pk, made_by_id=alice.pk, draft=RuleDraft(effect="ask", tool="x"))


@pytest.mark.django_db(transaction=True)
def test_what_is_allowed_is_written_only_with_the_answer() -> None:
    alice = User.objects.create_user("alice")
    with pytest.raises(RuntimeError):
        session_grants_create(approval=asked(alice, session_of(alice)))
    assert not SessionGrant.objects.exists()
