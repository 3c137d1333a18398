"""Defaults per tool and identity: what is decided where no rule is."""

from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.urls import reverse

from kingdom.accounts.models import User
from kingdom.approvals.models import PermissionDefault
from kingdom.approvals.permissions.rule_matching import TAINT_RULE, EffectiveRule, PermissionQuery, evaluate_rules
from kingdom.approvals.permissions.services import RuleDraft, rule_create
from kingdom.approvals.permissions.trial_policy import trial_verdict
from kingdom.contracts.identity import BASELINE, UNASKED
from kingdom.tools.registry.tool_registry import all_tools
from tests.factories.approvals import permission_for

pytestmark = pytest.mark.django_db
READ, WRITE = "archon.fs.read", "archon.fs.write"


def default(effect: str, tool: str, identity: str = "") -> None:
    PermissionDefault.objects.update_or_create(tool=tool, identity=identity, defaults={"effect": effect})


def effect(user: User, tool: str, agent_id: str = "writer_a") -> str:
    return permission_for(user_id=user.pk, agent_id=agent_id, tool=tool, args={"path": "notes/a.txt"}).effect


def test_as_shipped_reading_ones_own_files_is_allowed_and_everything_else_asks(alice: User) -> None:
    with connection.schema_editor() as editor:
        import_module("kingdom.approvals.migrations.0006_permission_defaults").seed(apps, editor)
    assert {tool: effect(alice, tool) for tool in all_tools()} == {
        tool: "allow" if tool in BASELINE | UNASKED else "ask" for tool in all_tools()
    }
    PermissionDefault.objects.all().delete()
    assert (effect(alice, READ), effect(alice, WRITE), effect(alice, "acme.crm.find")) == ("allow", "ask", "ask")


def test_the_most_specific_default_decides_and_of_equal_ones_the_strictest(alice: User) -> None:
    default("deny", "*")
    default("allow", "archon.fs.*")
    default("ask", "archon.fs.*", "coder")
    default("allow", WRITE)
    default("deny", WRITE, "coder")
    PermissionDefault.objects.filter(tool=READ).delete()
    assert effect(alice, "archon.web.search") == "deny"
    assert (effect(alice, READ), effect(alice, READ, "coder_a")) == ("allow", "ask")
    assert (effect(alice, WRITE), effect(alice, WRITE, "coder_a")) == ("allow", "deny")
    assert effect(alice, WRITE, "a strange id") == "allow", "of no identity: the defaults for all"


def test_reading_can_be_made_to_ask(alice: User) -> None:
    default("ask", READ, "research")
    assert (effect(alice, READ, "research_a"), effect(alice, READ, "writer_a")) == ("ask", "allow")


@pytest.mark.parametrize("stored", ["allow", "ask", "deny"])
@pytest.mark.parametrize("ruled", ["allow", "ask", "deny"])
@pytest.mark.parametrize("of_organisation", [True, False])
def test_every_rule_goes_before_a_default(
    alice: User, carol: User, stored: str, ruled: str, of_organisation: bool
) -> None:
    default(stored, WRITE, "writer")
    owner = None if of_organisation else alice.pk
    rule_create(user_id=owner, made_by_id=carol.pk, draft=RuleDraft(effect=ruled, tool=WRITE))
    assert effect(alice, WRITE) == ruled


def test_no_default_lifts_what_tainted_data_asks_for() -> None:
    call = PermissionQuery(agent_id="writer_a", tool=WRITE, args={"path": "a"})
    allowed = EffectiveRule(id="default", effect="allow", tool=WRITE, scope="default")
    assert evaluate_rules([allowed], call).effect == "allow"
    assert evaluate_rules([allowed, TAINT_RULE], call).effect == "ask"


def test_in_a_trial_a_default_that_asks_does_not_deny_and_one_that_denies_does() -> None:
    call = PermissionQuery(agent_id="writer_a", tool=WRITE)
    for stored, tried in (("ask", "allow"), ("deny", "deny"), ("allow", "allow")):
        rule = EffectiveRule(id="default", effect=stored, tool="*", scope="default")  # type: ignore[arg-type] # of the three
        assert trial_verdict(WRITE, evaluate_rules([rule], call)).effect == tried
    chosen = EffectiveRule(id="default", effect="ask", tool=WRITE, scope="default")
    assert trial_verdict(WRITE, evaluate_rules([chosen], call)).effect == "allow"


@pytest.mark.parametrize(
    ("tool", "agent", "is_rule"), [("*", "", False), ("*", "writer", True), (WRITE, "", True), ("archon.*", "", True)]
)
def test_a_default_that_an_admin_chose_to_ask_is_a_rule_for_a_handlers_reads(
    tool: str, agent: str, is_rule: bool
) -> None:
    default = EffectiveRule(id="default", effect="ask", tool=tool, agent=agent, scope="default")
    verdict = evaluate_rules([default], PermissionQuery(agent_id="writer_a", tool=WRITE))
    assert (verdict.effect, verdict.rule_id is not None) == ("ask", is_rule)


@pytest.fixture
def as_carol(carol: User) -> Client:
    """The admin."""
    client = Client()
    client.force_login(carol)
    return client


def test_admins_keep_the_table(as_carol: Client, alice: User) -> None:
    url = reverse("admin:approvals_permissiondefault_add")
    values = {"tool": WRITE, "identity": "writer", "effect": "allow"}
    assert "no tool" not in as_carol.get(url).content.decode()
    assert as_carol.post(url, values | {"tool": "Not A Tool"}).status_code == 200, "the form says what is wrong"
    assert as_carol.post(url, values).status_code == 302
    assert (effect(alice, WRITE), effect(alice, WRITE, "coder_a")) == ("allow", "ask")
    assert as_carol.post(url, values).status_code == 200, "once for each tool and identity"
    row = PermissionDefault.objects.get(tool=WRITE)
    change = reverse("admin:approvals_permissiondefault_change", args=[row.pk])
    assert as_carol.post(change, values | {"effect": "deny"}).status_code == 302
    assert effect(alice, WRITE) == "deny"


@pytest.mark.parametrize("cast", ["user", "staff", "anonymous"])
def test_nobody_else_reads_or_keeps_it(alice: User, cast: str) -> None:
    client = Client()
    if cast != "anonymous":
        alice.is_staff = cast == "staff"
        alice.save()
        client.force_login(alice)
    url = reverse("admin:approvals_permissiondefault_add")
    assert client.get(url).status_code in (302, 403, 404)
    assert client.post(url, {"tool": "*", "identity": "", "effect": "allow"}).status_code in (302, 403, 404)
    assert not PermissionDefault.objects.filter(effect="allow", tool="*").exists()
