"""A stored key goes to the one specialist and the hosts that its owner gave it for, whatever is registered later."""

from collections.abc import Iterator

import pytest
from asgiref.sync import async_to_sync
from pydantic import SecretStr
from pytest_django.fixtures import Settings
from rest_framework.test import APIClient

from kingdom.accounts.models import User
from kingdom.adapters.egress_proxy.port import EgressRefused
from kingdom.approvals.consents.checks import HostConsentNeeded
from kingdom.approvals.consents.selectors import host_consents_of
from kingdom.approvals.consents.services import host_consent_grant, host_consent_withdraw
from kingdom.approvals.models import Approval
from kingdom.contracts.sandbox import SandboxOutcome
from kingdom.contracts.spec import AgentSpec
from kingdom.contracts.tools import ToolRequest
from kingdom.core.errors import CredentialMissing, NotFound
from kingdom.credentials.models import CredentialUse
from kingdom.credentials.services import credential_store
from kingdom.runtime.interrupts import HumanInputRequired
from kingdom.sessions.approval_flow import RuleBasedApproval
from kingdom.sessions.engine.capabilities import build_call_context
from kingdom.sessions.gateway.capability_check import CapabilityRefused
from kingdom.sessions.models import EgressReceipt, Session
from kingdom.sessions.services import session_open
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.models.status import StatusChange
from kingdom.specialists.registry.drafts import draft_register, draft_release
from kingdom.specialists.registry.role_reservations import RoleReserved
from kingdom.specialists.registry.services import specialist_register, version_add
from kingdom.specialists.status.promotion_evidence import promotion_evidence
from kingdom.specialists.status.services import StatusDecision, status_change_create
from kingdom.tools.gate.permission_gate import GatedApproval, PermissionGate
from kingdom.tools.registry.tool_context import ToolEnvironment
from tests.factories import version_of
from tests.factories.capabilities import FakeSandbox
from tests.factories.credentials import (
    CANARY,
    KEY,
    ROLE,
    credential_spec,
    credential_specialist,
    open_credential,
    target_of,
)
from tests.factories.handler_runs import HandlerRun
from tests.factories.http_hosts import Host, serve

pytestmark = pytest.mark.django_db
HTTP = "archon.http.request"


@pytest.fixture
def good() -> Iterator[Host]:
    """The host that keys are given for."""
    host, server = serve(None)
    yield host
    server.shutdown()
    server.server_close()


@pytest.fixture
def evil() -> Iterator[Host]:
    """A host of somebody else."""
    host, server = serve(None)
    yield host
    server.shutdown()
    server.server_close()


@pytest.fixture(autouse=True)
def opened_origins(good: Host, evil: Host, settings: Settings) -> None:
    """Let plain http reach both servers on loopback, as an operator does."""
    origins = f"{origin_of(good)},{origin_of(evil)}"
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"egress_origins": origins})


def place_of(host: Host) -> str:
    return f"127.0.0.1:{host.port}"


def origin_of(host: Host) -> str:
    return f"http://{place_of(host)}"


def stored_key(owner: User, specialist: Specialist, host: Host) -> None:
    """Store the owner's key for a specialist and a host, with their consent to the host."""
    _store(owner, specialist, place_of(host))
    host_consent_grant(user_id=owner.pk, specialist_id=specialist.pk, hosts=(place_of(host),))


def _store(owner: User, specialist: Specialist, *hosts: str) -> None:
    target = target_of(specialist.role, *hosts, specialist=specialist)
    credential_store(user_id=owner.pk, target=target, credential_key=KEY, value=SecretStr(CANARY))


def key_at(host: Host) -> list[str]:
    """Return the authorization headers that a host got."""
    return [request.headers.get("authorization", "") for request in host.seen]


def shared(specialist: Specialist) -> Specialist:
    """Make a specialist verified for everybody, as staff does."""
    Specialist.objects.filter(pk=specialist.pk).update(status="verified", scope="global")
    specialist.refresh_from_db()
    return specialist


def renamed(specialist: Specialist, role: str) -> Specialist:
    """Give a specialist and its version a role by force: rows of before names were reserved."""
    Specialist.objects.filter(pk=specialist.pk).update(
        role=role, spec_snapshot={**specialist.spec_snapshot, "role": role}
    )
    specialist.refresh_from_db()
    return specialist


def test_a_verified_specialist_of_the_same_role_gets_no_key(alice: User, bob: User, good: Host, evil: Host) -> None:
    """The attack: Bob's verified sms_sender declares Bob's host, and Alice has a key for her own sms_sender."""
    own = credential_specialist(alice, ROLE, place_of(good))
    stored_key(alice, own, good)
    assert HandlerRun(alice, own).request(f"{origin_of(good)}/send", key=KEY)["status"] == 200
    assert key_at(good) == [f"Bearer {CANARY}"], "control: the key goes where it was given for"

    with pytest.raises(RoleReserved, match="belongs to a specialist that uses credentials"):
        specialist_register(
            spec=credential_spec(ROLE, place_of(evil)),
            owner=bob,
            status=Specialist.Status.VERIFIED,
            scope=Specialist.Scope.GLOBAL,
        )
    trap = shared(renamed(credential_specialist(bob, "sms_trap", place_of(evil)), ROLE))
    run = HandlerRun(alice, trap)
    question = run.ask(f"{origin_of(evil)}/take", key=KEY)
    assert (question.kind, question.choices, question.user) == ("host", ["allow", "deny"], alice)
    assert place_of(evil) in question.title
    run.answer(question, "allow")  # even then: the key was not given for this specialist
    question = run.ask(f"{origin_of(evil)}/take", key=KEY)
    assert (question.kind, question.subject["specialist_id"]) == ("resources", str(trap.pk))
    assert evil.seen == []
    assert [use.outcome for use in CredentialUse.objects.filter(specialist_id=trap.pk)] == ["missing"]


def test_a_fork_under_another_name_gets_no_key_of_its_original(alice: User, bob: User, good: Host) -> None:
    original = shared(credential_specialist(bob, ROLE, place_of(good)))
    stored_key(alice, original, good)
    fork = credential_specialist(alice, "sms_sender_2", place_of(good))
    Specialist.objects.filter(pk=fork.pk).update(forked_from=version_of(original))
    host_consent_grant(user_id=alice.pk, specialist_id=fork.pk, hosts=(place_of(good),))
    with pytest.raises(CredentialMissing):
        open_credential(alice, fork.role, host=place_of(good), specialist=fork)
    assert HandlerRun(alice, fork).ask(f"{origin_of(good)}/send", key=KEY).kind == "resources"
    assert good.seen == []


def test_a_rename_takes_no_key_along_and_gets_none(alice: User, good: Host, evil: Host) -> None:
    sender, trap = (credential_specialist(alice, role, place_of(good)) for role in (ROLE, "sms_trap"))
    stored_key(alice, sender, good)
    renamed(sender, "sms_old")
    renamed(trap, ROLE)
    host_consent_grant(user_id=alice.pk, specialist_id=trap.pk, hosts=(place_of(good),))
    assert HandlerRun(alice, trap).ask(f"{origin_of(good)}/send", key=KEY).kind == "resources"
    assert HandlerRun(alice, sender).request(f"{origin_of(good)}/send", key=KEY)["status"] == 200
    assert len(good.seen) == 1


def test_a_new_version_with_a_new_host_asks_and_gets_no_key(alice: User, good: Host, evil: Host) -> None:
    sender = credential_specialist(alice, ROLE, place_of(good))
    stored_key(alice, sender, good)
    version_add(specialist=sender, spec=credential_spec(ROLE, place_of(evil)))
    run = HandlerRun(alice, sender)
    with pytest.raises(CapabilityRefused, match="not declared"):
        run.request(f"{origin_of(good)}/send", key=KEY)
    question = run.ask(f"{origin_of(evil)}/take", key=KEY)
    assert (question.kind, question.subject["host"]) == ("host", place_of(evil))
    run.answer(question, "allow")
    question = run.ask(f"{origin_of(evil)}/take", key=KEY)
    assert (question.kind, "was given for" in question.text) == ("resources", True)
    assert (good.seen, evil.seen) == ([], [])
    assert [use.outcome for use in CredentialUse.objects.all()] == ["unbound"]


def test_a_new_version_with_the_same_host_asks_nothing(alice: User, good: Host) -> None:
    sender = credential_specialist(alice, ROLE, place_of(good))
    stored_key(alice, sender, good)
    version_add(specialist=sender, spec=credential_spec(ROLE, place_of(good), purpose="Sends short texts."))
    assert HandlerRun(alice, sender).request(f"{origin_of(good)}/send", key=KEY)["status"] == 200
    assert key_at(good) == [f"Bearer {CANARY}"]


@pytest.mark.parametrize("declared", [True, False])
def test_a_redirect_to_another_host_gets_nothing(alice: User, good: Host, evil: Host, declared: bool) -> None:
    good.script = lambda _: (307, {"location": f"{origin_of(evil)}/take"}, b"")
    hosts = (place_of(good), place_of(evil)) if declared else (place_of(good),)
    sender = specialist_register(spec=credential_spec(ROLE, place_of(good), egress_hosts=hosts), owner=alice)
    stored_key(alice, sender, good)
    run = HandlerRun(alice, sender)
    reply = run.request(f"{origin_of(good)}/send", key=KEY)
    assert (reply["status"], evil.seen) == (307, []), "the proxy shows a redirect and does not follow it"
    if not declared:
        with pytest.raises(CapabilityRefused, match="not declared"):
            run.request(reply["headers"]["location"], key=KEY)
    else:
        run.answer(run.ask(reply["headers"]["location"], key=KEY), "allow")  # the new host is asked about
        run.request(f"{origin_of(good)}/send", key=KEY)
        with pytest.raises(EgressRefused, match=f"may only go to {place_of(good)}"):
            run.request(reply["headers"]["location"], key=KEY)
    assert evil.seen == []


def test_a_withdrawn_consent_asks_again_within_the_same_run(alice: User, bob: User, carol: User, good: Host) -> None:
    sender = credential_specialist(alice, ROLE, place_of(good))
    stored_key(alice, sender, good)
    run = HandlerRun(alice, sender)
    run.request(f"{origin_of(good)}/1", key=KEY)
    (consent,) = host_consents_of(user_id=alice.pk)
    for other in (bob, carol):
        with pytest.raises(NotFound):
            host_consent_withdraw(user_id=other.pk, consent_id=consent.pk)
    host_consent_withdraw(user_id=alice.pk, consent_id=consent.pk)
    question = run.ask(f"{origin_of(good)}/2", key=KEY)
    assert (question.kind, len(good.seen)) == ("host", 1)
    run.answer(question, "allow")
    run.request(f"{origin_of(good)}/1", key=KEY)  # replayed
    assert run.request(f"{origin_of(good)}/2", key=KEY)["status"] == 200
    assert [request.path for request in good.seen] == ["/1", "/2"]


def test_a_denied_host_is_not_reached(alice: User, good: Host) -> None:
    sender = credential_specialist(alice, ROLE, place_of(good))
    run = HandlerRun(alice, sender)
    run.answer(run.ask(f"{origin_of(good)}/1"), "deny")
    assert good.seen == []
    assert not host_consents_of(user_id=alice.pk).exists()
    assert HandlerRun(alice, sender).ask(f"{origin_of(good)}/1").kind == "host", "a denial is for this session"


def test_consent_and_key_are_those_of_the_user_who_runs_it(alice: User, bob: User, carol: User, good: Host) -> None:
    """Alice owns and has agreed; Bob runs it and is asked himself; Carol, an admin, cannot answer for him."""
    sender = shared(credential_specialist(alice, ROLE, place_of(good)))
    stored_key(alice, sender, good)
    run = HandlerRun(bob, sender)
    question = run.ask(f"{origin_of(good)}/send", key=KEY)
    assert (question.kind, question.user) == ("host", bob)
    for actor, channel in ((carol, "admin"), (alice, "web"), (carol, "api")):
        with pytest.raises(NotFound):
            run.answer(question, "allow", actor=actor, channel=channel)
    run.answer(question, "allow")
    missing = run.ask(f"{origin_of(good)}/send", key=KEY)
    assert (missing.kind, good.seen) == ("resources", []), "Alice's key is not Bob's"
    _store(bob, sender, place_of(good))
    run.answer(missing, "provided")
    assert run.request(f"{origin_of(good)}/send", key=KEY)["status"] == 200
    assert {use.user for use in CredentialUse.objects.all()} == {bob}
    assert {consent.user for consent in host_consents_of(user_id=bob.pk)} == {bob}


def test_where_nobody_can_be_asked_it_is_refused(alice: User, good: Host) -> None:
    """A test of a version: nobody is asked, and the code reads why."""
    sender = credential_specialist(alice, ROLE, place_of(good))
    session = session_open(user_id=alice.pk, input_text="Send it.", version_id=version_of(sender).pk)
    Session.objects.filter(pk=session.pk).update(purpose=Session.Purpose.TRIAL)
    call = build_call_context(Session.objects.select_related("version__specialist").get(pk=session.pk), "writer_x")
    gate = _gate(credential_spec(ROLE, place_of(good)))
    with pytest.raises(HostConsentNeeded, match=r"has not agreed to that host.*where nobody can be asked"):
        gate.require_consent(call, place_of(good))
    assert not Approval.objects.exists()


def _gate(spec: AgentSpec) -> ToolEnvironment:
    sandbox = FakeSandbox(lambda *_: SandboxOutcome(status="ok", stdout="", ms=1.0))
    return ToolEnvironment(workspace_id="w", spec=spec, sandbox=sandbox)


def test_the_http_tool_of_a_model_asks_about_the_host_first(alice: User, good: Host) -> None:
    spec = credential_spec("sms_model", place_of(good), identity="research", engine="model", handler_code=None)
    sender = specialist_register(spec=spec, owner=alice)
    session = session_open(user_id=alice.pk, input_text="Send it.", version_id=version_of(sender).pk)
    call = build_call_context(Session.objects.select_related("version__specialist").get(pk=session.pk), spec.agent_id)
    gate = PermissionGate(_gate(spec))
    request = [ToolRequest(call_id="1", name=HTTP, args={"url": f"{origin_of(good)}/1"})]
    approval = GatedApproval(gate, RuleBasedApproval())
    with pytest.raises(HumanInputRequired) as asked:
        async_to_sync(approval.ask)(call, "", (), request)
    assert (asked.value.kind, asked.value.subject["host"]) == ("host", place_of(good))
    host_consent_grant(user_id=alice.pk, specialist_id=sender.pk, hosts=(place_of(good),))
    assert async_to_sync(approval.ask)(call, "", (), request) is None, "then the call itself is asked about"
    assert good.seen == []


@pytest.mark.parametrize("end", ["kept", "deprecated", "deleted"])
def test_the_name_of_a_specialist_with_credentials_is_not_taken_again(
    alice: User, bob: User, carol: User, end: str
) -> None:
    first = credential_specialist(alice)
    if end == "deprecated":
        Specialist.objects.filter(pk=first.pk).update(status="deprecated")
    elif end == "deleted":
        Specialist.objects.filter(pk=first.pk).update(current_version=None)
        first.delete()
    harmless = credential_spec(credentials=[], egress_hosts=[])
    for owner, status in ((bob, "unverified"), (carol, "verified"), (bob, "verified")):
        for spec in (credential_spec(), harmless):
            with pytest.raises(RoleReserved):
                specialist_register(spec=spec, owner=owner, status=Specialist.Status(status))
    draft = draft_register(spec=harmless, owner=bob, tests=()).specialist
    with pytest.raises(RoleReserved):
        draft_release(specialist=draft)
    assert not Specialist.objects.filter(role=ROLE).exclude(pk=first.pk).exists()
    assert credential_specialist(bob, "sms_sender_2").role == "sms_sender_2", "another name is free"


def test_who_had_the_name_before_cannot_be_verified_or_use_credentials(alice: User, bob: User, carol: User) -> None:
    before = specialist_register(spec=credential_spec(credentials=[], egress_hosts=[]), owner=bob)
    credential_specialist(alice)
    with pytest.raises(RoleReserved):
        version_add(specialist=before, spec=credential_spec())
    assert version_add(specialist=before, spec=credential_spec(credentials=[], egress_hosts=[], purpose="Sends."))
    before.refresh_from_db()
    assert promotion_evidence(before).role_taken
    Specialist.objects.filter(pk=before.pk).update(status="suspended", scope="global")
    decision = StatusDecision(specialist_id=before.pk, kind=StatusChange.Kind.RESTORE, reason="Fine.", actor=carol)
    StatusChange.objects.create(
        specialist=before, version=version_of(before), digest="", kind="suspend", actor=carol, actor_name="carol",
        reason="It failed.", old_status="verified", new_status="suspended", old_scope="global", new_scope="global",
        evidence={},
    )  # fmt: skip
    with pytest.raises(RoleReserved):
        status_change_create(decision=decision)


def test_consents_are_listed_and_withdrawn_by_their_user(
    alice: User, good: Host, as_alice: APIClient, as_bob: APIClient, as_stranger: APIClient
) -> None:
    sender = credential_specialist(alice, ROLE, place_of(good))
    run = HandlerRun(alice, sender)
    run.answer(run.ask(f"{origin_of(good)}/1"), "allow")
    (listed,) = as_alice.get("/api/v1/host-consents/").json()["results"]
    assert (listed["specialist_id"], listed["specialist_role"], listed["host"]) == (
        *(str(sender.pk), ROLE),
        place_of(good),
    )
    assert as_bob.get("/api/v1/host-consents/").json()["results"] == []
    address = f"/api/v1/host-consents/{listed['id']}/"
    assert (as_stranger.delete(address).status_code, as_bob.delete(address).status_code) == (401, 404)
    assert (as_alice.delete(address).status_code, as_alice.delete(address).status_code) == (204, 404)
    assert run.ask(f"{origin_of(good)}/1").kind == "host"
    assert not EgressReceipt.objects.filter(outcome="answered").exists()
