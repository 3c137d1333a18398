"""A specialist that sends, from its creation to another user's message with their own key.

A real handler in a real sandbox; a service on loopback over TLS stands for the provider of text messages.
"""

import json
import os
import socket
import ssl
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import trustme
from pytest_django.fixtures import Settings

from kingdom.accounts.models import User
from kingdom.adapters.egress_proxy.http_transport import default_tls_context
from kingdom.approvals.models import Approval
from kingdom.approvals.requests.services import ApprovalDecision, approval_decide
from kingdom.council.rules.capability_card import training_note
from kingdom.council.stages.train import run as train
from kingdom.sessions.engine.runner import session_run
from kingdom.sessions.models import RecordedExchange, Session
from kingdom.sessions.services import session_open
from kingdom.specialists.models.execution import Execution
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion
from kingdom.specialists.models.test_run import TestRun
from kingdom.specialists.registry.drafts import draft_find, draft_release
from kingdom.specialists.sending.cassettes import cassette_delete, cassette_open, cassettes_of
from kingdom.specialists.status.promotion_evidence import promotion_evidence_summary
from kingdom.specialists.status.services import PromotionNotReady
from kingdom.specialists.test_runs import services
from tests.factories import api_client, create_user, version_of
from tests.factories.http_hosts import NAME, Host, serve
from tests.factories.sandboxd import Sandboxd
from tests.factories.sms_provider import SmsProvider, give_key, sms_spec, sms_tests
from tests.factories.specialists import approve_by_guardian, client_of, decide
from tests.factories.training import ProgressLog, stage_context, stage_input_for
from tests.rounds import rounds

pytestmark = [pytest.mark.sandbox, pytest.mark.django_db(transaction=True)]
PORT = 8443  # the Guardian accepts no port of no service
PLACE = f"127.78.{os.getpid() >> 8 & 255}.{os.getpid() & 127 | 1}"  # a loopback address of this process alone
ALICES_KEY, BOBS_KEY = "canary-alices-sms-key", "canary-bobs-sms-key"


@pytest.fixture
def provider(settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Host]:
    """The provider over TLS, found by its name, with both users' keys."""
    authority = trustme.CA()
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(NAME).configure_cert(context)
    authority.cert_pem.write_to_path(str(tmp_path / "ca.pem"))
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "ca.pem"))
    monkeypatch.setattr("celery.current_app.send_task", lambda *_args, **_options: None)  # the test is the worker
    lookup = socket.getaddrinfo
    monkeypatch.setattr(
        socket, "getaddrinfo", lambda host, *args, **options: lookup(PLACE if host == NAME else host, *args, **options)
    )
    host, server = serve(context, PLACE, PORT)
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"egress_origins": f"https://{NAME}:{host.port}"})
    host.script = SmsProvider({ALICES_KEY, BOBS_KEY})
    default_tls_context.cache_clear()
    yield host
    default_tls_context.cache_clear()
    server.shutdown()
    server.server_close()


@pytest.fixture
def origin(provider: Host) -> str:
    """Its address."""
    return f"https://{NAME}:{provider.port}"


@pytest.fixture
def carol(transactional_db: None) -> User:
    """An administrator, who owns nothing."""
    return create_user("carol", staff=True)


def created(alice: User, origin: str) -> Specialist:
    """Create the specialist as the Council does: trained on mock replies, then released."""
    spec, tests = sms_spec(origin), sms_tests(origin)
    result = train(stage_input_for(alice, spec, tests, mock=True), stage_context(ProgressLog()))
    assert result.verdict == "passed", result.reason
    version = draft_find(spec=spec, owner_id=alice.pk, tests=tests)
    assert version is not None
    made = draft_release(specialist=version.specialist)
    give_key(alice, made, spec, ALICES_KEY)
    return made


def asked(user: User, specialist: Specialist, text: str, choices: tuple[str, ...] = ("once",)) -> Session:
    """Run a session to its end in the sandbox, and answer each question in turn as its user."""
    session = session_open(user_id=user.pk, input_text=text, version_id=version_of(specialist).pk)
    session_run(session_id=session.pk)
    for choice in choices:
        question = Approval.objects.get(session=session, state="pending")
        decision = ApprovalDecision(choice=choice, args_hash=question.args_hash, channel="web")
        approval_decide(approval_id=question.pk, actor_id=user.pk, decision=decision)
        session_run(session_id=session.pk)
    session.refresh_from_db()
    return session


def run_of_tests(specialist: Specialist, user: User) -> TestRun:
    run = services.test_run_request(specialist_id=specialist.pk, user=user)
    assert services.test_run_execute(run_id=run.pk)
    run.refresh_from_db()
    assert run.state == "done", run.error
    return run


def unmet(specialist: Specialist) -> dict[str, str]:
    summary = promotion_evidence_summary(Specialist.objects.get(pk=specialist.pk))
    return {one["code"]: one["figure"] for one in summary["conditions"] if not one["met"]}


def executions(version: SpecialistVersion, count: int) -> None:
    Execution.objects.bulk_create(
        Execution(version=version, routed="specialist", success=True, outcome="served", confidence=0.95, latency_ms=5)
        for _ in range(count)
    )


def test_it_earns_its_place(boxes: Sandboxd, alice: User, carol: User, provider: Host, origin: str) -> None:
    sender = created(alice, origin)
    version = version_of(sender)
    approve_by_guardian(version)
    assert provider.seen == [], "training sends nothing"
    _way_on_named(sender, carol, origin)
    cassette_open(user_id=alice.pk, specialist_id=sender.pk)
    for number in range(3):
        done = asked(alice, sender, f"text +49151777000{number}: the meeting is at {number}")
        assert (done.state, done.output and done.output["to"]) == ("completed", f"+49151777000{number}"), (
            done.error_message
        )
    assert [one.headers["authorization"] for one in provider.seen] == [f"Bearer {ALICES_KEY}"] * 3
    assert unmet(sender)["cassette"] == "its tests have not been run on the recorded replies: run them now"
    assert "supervised" not in unmet(sender)

    run = run_of_tests(sender, carol)
    failed = [case["reason"] for case in run.results["cases"] if not case["success"]]
    assert (failed, run.passed, run.total, run.mock) == ([], 10, 10, False)
    assert [case["kind"] for case in run.results["cases"][5:]] == ["normal", *["tool_failure"] * 4]
    assert len(provider.seen) == 3, "the tests replayed what was recorded"
    with pytest.raises(PromotionNotReady, match=r"3 executions \(50 needed\)"):
        decide(sender, "promote", carol)

    sends = rounds(1, 47)  # more of them, really sent and each approved
    for number in range(sends):
        assert asked(alice, sender, f"text +4915177701{number:03}: the meeting is at {number}").state == "completed"
    executions(version, 47 - sends)
    assert len(provider.seen) == 3 + sends
    _seen_by_staff(sender, carol, sends=3 + sends)
    change = decide(sender, "promote", carol)
    met = {one["code"]: one["figure"] for one in change.evidence["conditions"]}
    assert met["supervised"] == f"{3 + sends} of 3 supervised uses, each send approved by its owner"
    assert met["cassette"] == "10 of 10 tests passed on recorded replies"
    assert change.evidence["sends"][0]["counts"] == {"answered 201": 3 + sends}
    _used_by_bob(sender, provider, origin)


def _way_on_named(sender: Specialist, carol: User, origin: str) -> None:
    """What is trained on mock replies is no dead end: each reason says what to do."""
    assert run_of_tests(sender, carol).passed < len(sms_tests(origin)), "without recorded replies its sends are refused"
    way_on = unmet(sender)
    assert way_on["mock"] == "trained on mock replies: record a supervised use and run its tests on it"
    assert way_on["cassette"].startswith("no real replies are recorded: its owner records one supervised use")
    assert way_on["supervised"].startswith("0 of 3 supervised uses")


def _seen_by_staff(sender: Specialist, carol: User, *, sends: int) -> None:
    """The API and the review page say what it sent where, and show no body, number or key."""
    shown = api_client(carol).get(f"/api/v1/specialists/{sender.pk}/evidence/").json()
    (sent,) = shown["sends"]
    assert (sent["host"], sent["method"], sent["path"], sent["total"]) == (NAME, "POST", "/v1/messages", sends)
    page = client_of(carol).get(f"/admin/specialists/specialist/{sender.pk}/review/").content.decode()
    assert "What it sent where" in page
    assert "POST /v1/messages" in page
    for text in (page, json.dumps(shown)):
        assert not any(hidden in text for hidden in ("+4915177700", "the meeting", ALICES_KEY, "SM00000"))


def _used_by_bob(sender: Specialist, provider: Host, origin: str) -> None:
    """Another user agrees to the host, gives their own key, and it sends with that key."""
    bob = create_user("bob-with-a-key")
    sender.refresh_from_db()
    refused = asked(bob, sender, "text +441234567890: from Bob", choices=())
    question = Approval.objects.get(session=refused)
    assert question.kind == "host", "the owner's consent is not his"
    give_key(bob, sender, sms_spec(origin), BOBS_KEY)
    done = asked(bob, sender, "text +441234567890: from Bob")
    assert (done.state, done.output and done.output["to"]) == ("completed", "+441234567890")
    assert provider.seen[-1].headers["authorization"] == f"Bearer {BOBS_KEY}"


def test_a_request_of_another_form_fails_its_test_with_the_reason(
    boxes: Sandboxd, alice: User, provider: Host, origin: str
) -> None:
    sender = created(alice, origin)
    cassette_open(user_id=alice.pk, specialist_id=sender.pk)
    asked(alice, sender, "text +4915177700009: hello")
    RecordedExchange.objects.update(body_shape="{text: string, to: number}")
    run = run_of_tests(sender, alice)
    sends = [case for case in run.results["cases"] if not case["success"]]
    assert len(sends) == 4, "three tests that send, and the recorded message"
    assert sends[0]["reason"] == (
        f"Its recording holds no request like this: POST {origin}/v1/messages with {{text: string, to: string}}. "
        "Record a supervised use that makes it."
    )


def test_a_new_version_is_trained_on_the_recording(boxes: Sandboxd, alice: User, provider: Host, origin: str) -> None:
    sender = created(alice, origin)
    base = version_of(sender)
    cassette_open(user_id=alice.pk, specialist_id=sender.pk)
    asked(alice, sender, "text +4915177700009: hello")
    spec = sms_spec(origin, purpose="Sends one text message to a phone number with your own key.")
    assert "replays the recording" in training_note(spec, recorded=True)
    work: Any = stage_input_for(alice, spec, sms_tests(origin), revises=base.pk)
    result = train(work, stage_context(ProgressLog()))
    assert result.verdict == "passed", result.reason
    assert (result.details["total"], result.details["mock"]) == (10, False)
    assert len(provider.seen) == 1, "only the supervised use was sent"
    cassette_delete(user_id=alice.pk, specialist_id=sender.pk, cassette_id=cassettes_of(sender)[0].pk)
    assert not RecordedExchange.objects.exists(), "a withdrawn consent takes the recording with it"
