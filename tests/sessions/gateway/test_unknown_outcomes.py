"""Pauses for a person: a write with an unknown outcome, and an unavailable key service."""

import pytest

from kingdom.adapters.egress_proxy.port import EgressFailed
from kingdom.adapters.key_service import KeyServiceUnavailable
from kingdom.approvals.models import Approval
from kingdom.approvals.requests.services import approvals_expire
from kingdom.credentials.models import CredentialUse
from kingdom.runtime.interrupts import HumanInputRequired
from kingdom.sessions.engine.effects import effect_request_approval
from kingdom.sessions.engine.step_transactions import session_rebuild
from kingdom.sessions.models import EgressReceipt
from tests.factories.handler_sessions import HandlerSession, OpenHandlerSession, ProgramRun
from tests.factories.sessions import answer_question

pytestmark = pytest.mark.django_db


def die_in(run: ProgramRun, path: str) -> None:
    """Send a request and lose its outcome, as a killed process does."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("kingdom.sessions.gateway.egress_log.egress_end", lambda **_: False)
        run.http("POST", path, {"n": 1})


def ask(world: HandlerSession) -> Approval:
    """Take the session as the next worker, and pause it as the loop does."""
    world.lease = world.begin()
    assert world.verdict == "ask"
    loaded = session_rebuild(world.session)
    effect_request_approval(world.lease, loaded.seq, loaded.transition.decision, "unknown_outcome")
    return Approval.objects.get(kind="unknown_outcome", state="pending")


def outcomes() -> list[tuple[str, str, str]]:
    return [(row.method, row.outcome, row.reason) for row in EgressReceipt.objects.order_by("number")]


@pytest.fixture
def interrupted(open_session: OpenHandlerSession) -> HandlerSession:
    """Return a session with an interrupted run: its second write has an unknown outcome."""
    world = open_session()
    world.store()
    world.allow(method="POST")
    run = world.run()
    run.http("GET", "/a")
    run.http("POST", "/one", {"n": 1})
    die_in(run, "/two")
    return world


def begin_again(world: HandlerSession) -> ProgramRun:
    """ProgramRun again up to the write that is not known."""
    run = world.again()
    assert world.verdict == "go"
    assert run.http("GET", "/a")["status"] == 200
    assert run.http("POST", "/one", {"n": 1})["status"] == 200
    return run


def test_skip_applies_to_one_request(interrupted: HandlerSession) -> None:
    assert f"sent: POST {interrupted.origin}/two" in ask(interrupted).text.splitlines()
    answer_question(interrupted.session.pk, choice="skip")
    run = begin_again(interrupted)
    with pytest.raises(EgressFailed, match="a person chose to go on without it"):
        run.http("POST", "/two", {"n": 1})
    assert run.http("POST", "/three", {})["status"] == 200
    assert [one.path for one in interrupted.host.seen] == ["/a", "/one", "/two", "/three"]
    assert outcomes() == [
        ("GET", "answered", ""),
        ("POST", "answered", ""),
        ("POST", "failed", "skipped"),
        ("POST", "answered", ""),
    ]


def test_done_applies_to_one_request(interrupted: HandlerSession) -> None:
    ask(interrupted)
    answer_question(interrupted.session.pk, choice="done")
    run = begin_again(interrupted)
    told = run.http("POST", "/two", {"n": 1})
    assert (told["status"], told["body"], told["headers"]) == (
        204,
        "",
        {"kingdom-outcome": "unknown, marked as done by a person"},
    )
    assert run.http("POST", "/three", {})["status"] == 200
    assert [one.path for one in interrupted.host.seen] == ["/a", "/one", "/two", "/three"]
    receipt = EgressReceipt.objects.get(reason="marked_done")
    assert (receipt.outcome, receipt.status, receipt.response_hash) == ("answered", None, ""), "no host answered"


def test_a_late_outcome_takes_precedence(interrupted: HandlerSession) -> None:
    """The first worker gets the host's answer before the person answers."""
    ask(interrupted)
    reply = {"status": 201, "headers": {}, "body": "late", "untrusted": True}
    EgressReceipt.objects.filter(outcome="started").update(outcome="answered", status=201, reply=reply)
    answer_question(interrupted.session.pk, choice="skip")
    assert begin_again(interrupted).http("POST", "/two", {"n": 1})["body"] == "late"


def test_an_expired_question_skips_the_request(interrupted: HandlerSession) -> None:
    approval = ask(interrupted)
    Approval.objects.filter(pk=approval.pk).update(expires_at=approval.created_at)
    assert approvals_expire() == 1
    with pytest.raises(EgressFailed, match="go on without it"):
        begin_again(interrupted).http("POST", "/two", {"n": 1})


def test_an_unavailable_key_service_pauses_with_a_question(
    open_session: OpenHandlerSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = open_session()
    world.store()

    def away(*_: object) -> bytes:
        raise KeyServiceUnavailable(reason="ConnectTimeout")

    with monkeypatch.context() as patch:
        patch.setattr("kingdom.credentials.vault.envelope_encryption.LocalKeyService.unwrap", away)
        with pytest.raises(HumanInputRequired) as needed:
            world.run().http("GET", "/a")
    assert needed.value.kind == "resources"
    loaded = session_rebuild(world.session)
    effect_request_approval(
        world.lease, loaded.seq, loaded.transition.decision, needed.value.kind, needed.value.subject
    )
    approval = Approval.objects.get()
    assert approval.choices == ["provided", "abort"]
    lines = approval.text.splitlines()
    assert (
        "missing: The key service does not answer, so stored credentials cannot be opened now. Try again in a moment."
        in lines
    )
    assert {"name: sms_api_key", f"specialist: {world.spec.role}", "host: 127.0.0.1"} <= set(lines)
    assert world.host.seen == []
    assert [use.outcome for use in CredentialUse.objects.all()] == ["failed"]

    answer_question(world.session.pk, choice="provided")
    assert world.again().http("GET", "/a")["status"] == 200
    assert [use.outcome for use in CredentialUse.objects.order_by("created_at")] == ["failed", "answered"]
