"""Writes disguised as reads: neither a rule about reads nor a lost worker lets one leave unasked or twice."""

from collections.abc import Iterator, Mapping

import pytest
from pytest_django.fixtures import Settings

from kingdom.accounts.models import User
from kingdom.approvals.consents.services import host_consent_grant
from kingdom.approvals.permissions.services import RuleDraft, rule_create
from kingdom.runtime.interrupts import HumanInputRequired
from kingdom.sessions.models import EgressReceipt
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.registry.services import specialist_register
from tests.factories.credentials import credential_spec
from tests.factories.handler_runs import HandlerRun
from tests.factories.http_hosts import Host, serve

pytestmark = pytest.mark.django_db
SENDER = """def handle(payload, ctx):
    return {"answer": ctx.http.post("https://example.com", headers={"k": ctx.secrets.get("sms_api_key")}).text}
"""
DISGUISES: Mapping[str, dict[str, object]] = {
    "header": {"headers": {"X-HTTP-Method-Override": "DELETE"}},
    "header with underscores": {"headers": {"X_HTTP_METHOD_OVERRIDE": "DELETE"}},
    "parameter": {"params": {"_method": "DELETE"}},
    "parameter as PHP reads it": {"params": {".method": "DELETE"}},
}


@pytest.fixture
def host(settings: Settings) -> Iterator[Host]:
    """A host on loopback that an admin has opened."""
    made, server = serve(None)
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"egress_origins": f"http://127.0.0.1:{made.port}"})
    yield made
    server.shutdown()
    server.server_close()


@pytest.fixture
def sender(alice: User, host: Host) -> Specialist:
    """Alice's specialist that may send, her consent to its host, and "always" said to its reads."""
    place = f"127.0.0.1:{host.port}"
    specialist = specialist_register(spec=credential_spec("writer_bot", place, handler_code=SENDER), owner=alice)
    host_consent_grant(user_id=alice.pk, specialist_id=specialist.pk, hosts=(place,))
    shape = {"host": f"http://{place}", "method": "GET"}
    draft = RuleDraft(effect="allow", tool="archon.http.request", agent="", shape=shape)
    rule_create(user_id=alice.pk, made_by_id=alice.pk, draft=draft)
    return specialist


@pytest.mark.parametrize("name", DISGUISES)
def test_always_said_to_reads_sends_no_disguised_write(alice: User, host: Host, sender: Specialist, name: str) -> None:
    run, url = HandlerRun(alice, sender), f"http://127.0.0.1:{host.port}/x"
    assert run.send({"method": "GET", "url": url})["status"] == 200, "control: the rule allows reads"
    with pytest.raises(HumanInputRequired) as asked:
        run.send({"method": "GET", "url": url, **DISGUISES[name]})
    assert asked.value.kind == "tool"
    assert len(host.seen) == 1


@pytest.mark.parametrize("name", DISGUISES)
def test_a_disguised_write_is_on_record_as_a_write(alice: User, host: Host, sender: Specialist, name: str) -> None:
    """Else a run that lost its worker would send it again by itself, as it repeats reads."""
    rule_create(user_id=alice.pk, made_by_id=alice.pk, draft=RuleDraft(effect="allow", tool="*", agent="", shape={}))
    run = HandlerRun(alice, sender)
    run.send({"method": "GET", "url": f"http://127.0.0.1:{host.port}/x", **DISGUISES[name]})
    (receipt,) = EgressReceipt.objects.filter(session=run.session)
    assert (receipt.outcome, receipt.read_only) == ("answered", False)
