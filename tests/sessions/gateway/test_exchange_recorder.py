"""Recording a cassette: with the owner's consent, supervised, without a value of a request or a secret of a reply."""

import json
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.core.serializers import serialize
from django.db import Error, transaction
from django.utils import timezone
from pytest_django.fixtures import Settings

from kingdom.accounts.models import User
from kingdom.adapters.egress_proxy.port import EgressRefused
from kingdom.approvals.consents.services import host_consent_grant
from kingdom.approvals.permissions.services import RuleDraft, rule_create
from kingdom.contracts.capabilities.closure import HTTP_TOOL
from kingdom.sessions.gateway import exchange_recorder
from kingdom.sessions.gateway.exchange_recorder import ExchangeRecorder
from kingdom.sessions.models import Cassette, EgressReceipt, RecordedExchange, Session
from kingdom.specialists.models.execution import Execution
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.models.supervised_use import SupervisedUse
from kingdom.specialists.registry.selectors import version_spec
from kingdom.specialists.registry.services import specialist_register
from kingdom.specialists.sending.cassettes import cassette_open
from kingdom.specialists.sending.supervised_uses import supervised_use_count
from tests.factories import version_of
from tests.factories.handler_runs import HandlerRun
from tests.factories.http_hosts import Host, serve
from tests.factories.sms_provider import KEY, SmsProvider, give_key, sms_spec

pytestmark = pytest.mark.django_db
SECRET = "canary-sms-key-93f1"
MESSAGE = {"to": "+4915112345678", "text": "the words of the message"}


@pytest.fixture
def host(settings: Settings) -> Iterator[Host]:
    """The provider on loopback, opened by an admin."""
    made, server = serve(None)
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"egress_origins": f"http://127.0.0.1:{made.port}"})
    made.script = SmsProvider({SECRET})
    yield made
    server.shutdown()
    server.server_close()


@pytest.fixture
def url(host: Host) -> str:
    """Where it takes messages."""
    return f"http://127.0.0.1:{host.port}/v1/messages"


@pytest.fixture
def sender(alice: User, host: Host) -> Specialist:
    """Alice's own specialist, with her key."""
    spec = sms_spec(f"http://127.0.0.1:{host.port}")
    made = specialist_register(spec=spec, owner=alice)
    give_key(alice, made, spec, SECRET)
    return made


def consented(user: User, sender: Specialist) -> Cassette:
    return cassette_open(user_id=user.pk, specialist_id=sender.pk)


def sent(user: User, sender: Specialist, url: str, body: object = None) -> HandlerRun:
    """Send once, approved in the inbox, and end the session."""
    run = HandlerRun(user, sender)
    body = body or MESSAGE
    run.answer(run.ask(url, key=KEY, method="POST", body=body), "once")
    run.request(url, key=KEY, method="POST", body=body)
    run.finish()
    return run


def test_a_supervised_use_is_recorded_by_its_form(alice: User, sender: Specialist, url: str) -> None:
    cassette = consented(alice, sender)
    assert cassette == consented(alice, sender), "asked twice, one waits"
    run = sent(alice, sender, url)
    cassette.refresh_from_db()
    assert (cassette.state, cassette.input_text) == ("recorded", run.session.input_text)
    row = RecordedExchange.objects.get()
    assert (row.method, row.origin, row.path) == ("POST", url.removesuffix("/v1/messages"), "/v1/messages")
    assert (row.body_shape, row.parameters, row.status) == ("{text: string, to: string}", "", 201)
    assert json.loads(row.body) == {"id": "SM000001", "account": "••••", "state": "queued"}
    assert "set-cookie" not in row.headers
    stored = serialize("json", [cassette, row])
    for hidden in (SECRET, MESSAGE["to"], MESSAGE["text"], "8472"):
        assert hidden not in stored
    use = SupervisedUse.objects.get()
    receipt = EgressReceipt.objects.get()
    assert [(one["host"], one["path"], one["status"], one["receipt"]) for one in use.sends] == [
        ("127.0.0.1", "/v1/messages", 201, str(receipt.pk))
    ]
    sent(alice, sender, url)
    assert RecordedExchange.objects.count() == 1, "one consent, one use"


def test_without_consent_nothing_is_recorded(alice: User, bob: User, sender: Specialist, url: str) -> None:
    sent(alice, sender, url)
    old = consented(alice, sender)
    Cassette.objects.filter(pk=old.pk).update(created_at=timezone.now() - timedelta(hours=25))
    sent(alice, sender, url)
    Cassette.objects.filter(pk=old.pk).update(created_at=timezone.now(), user=bob)
    sent(alice, sender, url)
    assert not RecordedExchange.objects.exists()
    assert consented(alice, sender) != old, "a consent of yesterday is none"


def test_a_lasting_rule_is_no_supervision(alice: User, sender: Specialist, url: str) -> None:
    draft = RuleDraft(effect="allow", tool=HTTP_TOOL, agent="", shape={})
    rule_create(user_id=alice.pk, made_by_id=alice.pk, draft=draft)
    run = HandlerRun(alice, sender)
    assert run.request(url, key=KEY, method="POST", body=MESSAGE)["status"] == 201
    run.finish()
    assert not SupervisedUse.objects.exists(), "nobody looked at it"
    consented(alice, sender)
    sent(alice, sender, url)  # asks, although the rule allows
    assert (Cassette.objects.get().state, SupervisedUse.objects.count()) == ("recorded", 1)


def test_what_was_not_answered_well_is_discarded_with_the_reason(alice: User, sender: Specialist, url: str) -> None:
    cassette = consented(alice, sender)
    sent(alice, sender, url, {"to": "nobody", "text": "x"})
    cassette.refresh_from_db()
    assert (cassette.state, RecordedExchange.objects.count()) == ("discarded", 0)
    assert "answered with an error" in cassette.problem
    assert not SupervisedUse.objects.exists()


def test_a_long_reply_is_not_cut(alice: User, sender: Specialist, url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exchange_recorder, "MAX_REPLY_CHARS", 10)
    cassette = consented(alice, sender)
    sent(alice, sender, url)
    cassette.refresh_from_db()
    assert (cassette.state, RecordedExchange.objects.count()) == ("discarded", 0)
    assert "longer than 10 characters" in cassette.problem


def test_a_use_that_only_reads_leaves_the_recording_open(alice: User, sender: Specialist, url: str) -> None:
    cassette = consented(alice, sender)
    run = HandlerRun(alice, sender)
    run.request(url, key=KEY)
    run.finish()
    cassette.refresh_from_db()
    assert (cassette.state, RecordedExchange.objects.count()) == ("recording", 0)


def test_a_supervised_use_is_never_changed(alice: User, sender: Specialist, url: str) -> None:
    sent(alice, sender, url)
    with pytest.raises(Error, match="never changes"), transaction.atomic():
        SupervisedUse.objects.update(sends=[])
    version = version_of(sender)
    Session.objects.get().delete()
    assert SupervisedUse.objects.get(version=version).session is None, "it outlives the session"


def test_only_served_uses_count(alice: User, sender: Specialist, url: str) -> None:
    version = version_of(sender)
    sent(alice, sender, url)
    execution = Execution.objects.get()
    assert (SupervisedUse.objects.get().execution, execution.outcome) == (execution, "failed")
    assert supervised_use_count(version) == 0, "sent, but its answer has no status"
    Execution.objects.update(outcome="served")
    assert supervised_use_count(version) == 1
    Execution.objects.update(outcome="corrected")
    Session.objects.get().delete()
    assert supervised_use_count(version) == 0, "a use rated as wrong stays wrong without its conversation"
    Execution.objects.all()._raw_delete(Execution.objects.db)  # as the retention does, by SQL
    assert not SupervisedUse.objects.exists()


@pytest.mark.parametrize(("method", "extra"), [("GET", {"x-http-method-override": "DELETE"}), ("POST", {})])
def test_what_only_reads_by_its_card_sends_nothing(
    alice: User, host: Host, url: str, method: str, extra: dict[str, str]
) -> None:
    code = 'def run(ctx, text):\n    return ctx.http.get(text, headers={"x-http-method-override": "DELETE"})\n'
    spec = sms_spec(f"http://127.0.0.1:{host.port}")
    reader = specialist_register(spec=spec.model_copy(update={"handler_code": code}), owner=alice)
    host_consent_grant(user_id=alice.pk, specialist_id=reader.pk, hosts=spec.egress_hosts)
    run = HandlerRun(alice, reader)
    with pytest.raises(EgressRefused, match="only reads"):
        run.request(url, method=method, extra=extra)
    assert host.seen == []
    assert EgressReceipt.objects.values_list("outcome", "reason").get() == ("refused", "not_on_card")


def test_a_credential_provided_midway_is_still_supervised(alice: User, host: Host, url: str) -> None:
    spec = sms_spec(f"http://127.0.0.1:{host.port}")
    made = specialist_register(spec=spec, owner=alice)
    host_consent_grant(user_id=alice.pk, specialist_id=made.pk, hosts=spec.egress_hosts)
    cassette, run = consented(alice, made), HandlerRun(alice, made)
    run.answer(run.ask(url, key=KEY, method="POST", body=MESSAGE), "once")
    missing = run.ask(url, key=KEY, method="POST", body=MESSAGE)
    assert missing.kind == "resources"
    give_key(alice, made, spec, SECRET)
    run.answer(missing, "provided")
    assert run.request(url, key=KEY, method="POST", body=MESSAGE)["status"] == 201
    run.finish()
    outcomes = EgressReceipt.objects.order_by("number").values_list("outcome", flat=True)
    assert list(outcomes) == ["refused", "answered"]
    cassette.refresh_from_db()
    assert (cassette.state, SupervisedUse.objects.count()) == ("recorded", 1)


def test_numbers_continue_after_a_use_that_only_read(alice: User, sender: Specialist, url: str) -> None:
    cassette = consented(alice, sender)
    reader, other = HandlerRun(alice, sender), HandlerRun(alice, sender)
    reader.request(url, key=KEY)
    other.request(url, key=KEY)
    reader.finish()
    other.request(f"{url}?page=2", key=KEY)
    assert list(cassette.exchanges.order_by("number").values_list("number", flat=True)) == [2, 3]


def test_a_header_of_a_reply_keeps_no_secret_of_a_known_format(alice: User, sender: Specialist, url: str) -> None:
    consented(alice, sender)
    token = "ghp_" + "a1B2c3D4" * 5
    reply = {"status": 200, "headers": {"x-note": f"use {token}"}, "body": ""}
    recorder = ExchangeRecorder(HandlerRun(alice, sender).session, version_spec(version_of(sender)))
    recorder.add({"method": "GET", "url": url}, reply, read_only=True)
    assert RecordedExchange.objects.get().headers == {"x-note": "use ••••"}
