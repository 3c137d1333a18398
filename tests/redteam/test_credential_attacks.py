"""Ways to a key of somebody else, or to another host, by the REST API and by the requests of a handler."""

from collections.abc import Iterator
from typing import Any

import pytest
from pytest_django.fixtures import Settings
from rest_framework.test import APIClient

from kingdom.accounts.models import User
from kingdom.adapters.egress_proxy.port import EgressRefused
from kingdom.approvals.models import HostConsent
from kingdom.credentials.models import UserCredential
from kingdom.specialists.models.specialist import Specialist
from tests.factories.credentials import CANARY, HOST, KEY, ROLE, client_of, credential_specialist
from tests.factories.handler_runs import HandlerRun
from tests.factories.http_hosts import Host, serve

pytestmark = pytest.mark.django_db
ADDRESS = "/api/v1/credentials/"


@pytest.fixture
def host(settings: Settings) -> Iterator[Host]:
    """A host on loopback that an admin has opened, at its port and at the next one."""
    made, server = serve(None)
    origins = f"http://127.0.0.1:{made.port},http://127.0.0.1:{made.port + 1}"
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"egress_origins": origins})
    yield made
    server.shutdown()
    server.server_close()


def stored(client: APIClient, specialist: Specialist, **fields: object) -> Any:  # noqa: ANN401 - a response
    given = {"specialist_id": str(specialist.pk), "credential_key": KEY, "value": CANARY, **fields}
    return client.post(ADDRESS, given, format="json")


def shared(specialist: Specialist) -> Specialist:
    Specialist.objects.filter(pk=specialist.pk).update(status="verified", scope="global")
    return specialist


@pytest.mark.parametrize(
    "other",
    [
        *("evil.example", "api.sms.example.", "API.SMS.EXAMPLE", "api.sms.example:443", "api.sms.example:8443"),
        *("*.sms.example", "sms.example", "x.api.sms.example", "api.sms.example@evil.example"),
        *("api.sms.example/..", "аpi.sms.example", "127.0.0.1", ""),
    ],
)
def test_a_key_is_stored_for_the_declared_spelling_of_a_host_alone(alice: User, other: str) -> None:
    specialist, client = credential_specialist(alice), client_of(alice)
    for hosts in ([other], [HOST, other]):
        assert stored(client, specialist, hosts=hosts).status_code == 400, hosts
    assert not UserCredential.objects.exists()
    assert stored(client, specialist, hosts=[HOST]).status_code == 201, "control"


def test_no_key_is_stored_for_or_moved_to_a_specialist_that_its_owner_cannot_use(alice: User, bob: User) -> None:
    own, foreign = credential_specialist(alice), credential_specialist(bob, "bobs_sender")
    trap = shared(credential_specialist(bob, "sms_trap", "evil.example"))
    client = client_of(alice)
    assert stored(client, foreign).status_code == 404
    assert stored(client, foreign, specialist_id=None, specialist_role="bobs_sender").status_code == 404
    assert stored(client, own, specialist_role="sms_trap").status_code == 404, "id and role of two specialists"
    made = stored(client, own).json()
    bind = f"{ADDRESS}{made['id']}/bind/"
    for target, status in (
        ({"specialist_id": str(foreign.pk)}, 404),
        ({"specialist_id": str(trap.pk), "hosts": [HOST]}, 400),
        ({"specialist_id": str(own.pk), "hosts": ["evil.example"]}, 400),
    ):
        assert client.post(bind, target, format="json").status_code == status, target
    smuggled = {"value": f"{CANARY}-2", "specialist_id": str(trap.pk), "hosts": ["evil.example"], "user": bob.pk}
    assert client.put(f"{ADDRESS}{made['id']}/", smuggled, format="json").status_code in (200, 400)
    row = UserCredential.objects.get()
    assert (row.user, row.specialist_id, row.hosts) == (alice, own.pk, [HOST])


def test_a_key_is_its_owners_alone(alice: User, bob: User, carol: User) -> None:
    own = credential_specialist(alice)
    made = stored(client_of(alice), own).json()
    address = f"{ADDRESS}{made['id']}/"
    for client, status in ((client_of(bob), 404), (client_of(carol), 404), (APIClient(), 401)):
        answers = [
            client.get(address),
            client.put(address, {"value": "mine-0123456789"}, format="json"),
            client.post(f"{address}bind/", {"specialist_id": str(own.pk)}, format="json"),
            client.post(f"{address}expire/"),
            client.delete(address),
        ]
        assert [answer.status_code for answer in answers] == [status] * len(answers)
    for client in (client_of(alice), client_of(bob), client_of(carol)):
        assert CANARY not in client.get(ADDRESS).content.decode()
    assert client_of(carol).get(ADDRESS).json()["results"] == [], "an admin's own list has no key of others"


@pytest.mark.parametrize("forged", ["another host", "another specialist", "lasting", "other hash", "other user"])
def test_an_answer_consents_to_what_was_asked_and_to_nothing_else(
    alice: User, bob: User, host: Host, forged: str
) -> None:
    place = f"127.0.0.1:{host.port}"
    sender, trap = credential_specialist(alice, ROLE, place), credential_specialist(alice, "sms_trap", place)
    question = HandlerRun(alice, sender).ask(f"http://{place}/1")
    decision: dict[str, object] = {"choice": "allow", "args_hash": question.args_hash}
    if forged == "another host":
        decision |= {"host": "evil.example", "subject": {**question.subject, "host": "evil.example"}}
    elif forged == "another specialist":
        decision |= {"specialist_id": str(trap.pk), "subject": {**question.subject, "specialist_id": str(trap.pk)}}
    elif forged == "lasting":
        decision["choice"] = "always"
    elif forged == "other hash":
        decision["args_hash"] = "0" * 64
    client = client_of(bob if forged == "other user" else alice)
    answer = client.post(f"/api/v1/approvals/{question.pk}/decide/", decision, format="json")
    consents = list(HostConsent.objects.values_list("user", "specialist", "host"))
    if forged in ("another host", "another specialist"):
        assert (answer.status_code, consents) in ((400, []), (200, [(alice.pk, sender.pk, place)]))
    else:
        assert (answer.status_code // 100, consents) == (4, [])
    assert client.post("/api/v1/host-consents/", {"host": "evil.example"}, format="json").status_code == 405


def test_a_placeholder_is_worth_nothing_elsewhere(alice: User, host: Host) -> None:
    """In another run, altered, at another port, and in each place that was not declared."""
    place, next_port = f"127.0.0.1:{host.port}", f"127.0.0.1:{host.port + 1}"
    sender = credential_specialist(alice, ROLE, place, egress_hosts=(place, next_port))
    assert stored(client_of(alice), sender).status_code == 201
    for at in (place, next_port):
        HostConsent.objects.create(user=alice, specialist=sender, host=at)
    first, second = HandlerRun(alice, sender), HandlerRun(alice, sender)
    url, token = f"http://{place}/x", first.placeholder(KEY)
    wrong: list[dict[str, Any]] = [
        {"url": f"http://{next_port}/x", "headers": {"authorization": token}},
        *({"url": url, "headers": {name: token}} for name in ("x-key", "cookie", "user-agent")),
        *({"url": at} for at in (f"{url}/{token}", f"{url}?k={token}", f"{url}?{token}=k")),
        *({"url": url, "params": params} for params in ({"k": token}, {token: "k"})),
        *({"method": "POST", "url": url, name: value} for name, value in (("data", token), ("json", [token]))),
        {"url": url, "auth": ["u", token]},
        {"url": url, "auth": [token, "p"]},
    ]
    for request in wrong:
        with pytest.raises(EgressRefused):
            first.send({"method": "GET", **request})
    altered = f"{token[:-1]}{'1' if token[-1] == '0' else '0'}"
    for run, header in ((second, token), (first, altered)):
        with pytest.raises(EgressRefused, match="not a placeholder of this run"):
            run.send({"method": "GET", "url": url, "headers": {"authorization": header}})
    assert host.seen == []
    first.send({"method": "GET", "url": url, "headers": {"authorization": token}})
    assert host.seen[-1].headers["authorization"] == CANARY, "control: in its place it is"
