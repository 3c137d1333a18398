"""Signed webhooks of events: registered, fanned out with the event, signed, retried, given up, and nobody else's."""

import base64
import hashlib
import hmac
import json
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.db import transaction
from rest_framework.test import APIClient

from kingdom.accounts.models import User
from kingdom.core.background.deliveries import MAX_ATTEMPTS
from kingdom.core.clock import Clock, utc_now
from kingdom.events.event_store import EventRun, NewEvent, events_store
from kingdom.webhooks import delivery as webhook_delivery
from kingdom.webhooks.delivery import event_deliveries_due, event_delivery_send
from kingdom.webhooks.models import EventDelivery, EventWebhook
from tests.factories import api_client
from tests.factories.webhook_receiver import Receiver
from tests.factories.webhook_receiver import receiver as receiver

pytestmark = pytest.mark.django_db
URL = "/api/v1/event-webhooks/"
FAILED = NewEvent("AgentFailed", {"code": "handler_error", "specialist": "mailer"})


def registered(client: APIClient, receiver: Receiver, **more: object) -> dict[str, Any]:
    """Register the receiver for failures and return the answer."""
    answer = client.post(URL, {"url": f"{receiver.origin}/in", "events": ["AgentFailed"], **more}, format="json")
    assert answer.status_code == 201, answer.json()
    body: dict[str, Any] = answer.json()
    return body


def at(now: datetime) -> Clock:
    """Return a clock that stands still."""
    return lambda: now


def fail(user: User) -> None:
    events_store(EventRun(user_id=user.pk), FAILED)


def test_an_event_arrives_signed(as_alice: APIClient, alice: User, receiver: Receiver) -> None:
    made = registered(as_alice, receiver)
    fail(alice)
    events_store(EventRun(user_id=alice.pk), NewEvent("AgentStarted", {"specialist": "mailer"}))
    (due,) = event_deliveries_due(now=utc_now() + timedelta(seconds=1))
    assert event_delivery_send(delivery_id=due) is True
    assert event_delivery_send(delivery_id=due) is False
    ((headers, body),) = receiver.got
    key = base64.b64decode(made["secret"].removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    assert headers["webhook-signature"] == f"v1,{expected}"
    assert headers["webhook-id"] == str(due)
    message = json.loads(body)
    assert (message["type"], message["data"]["fields"]) == ("AgentFailed", FAILED.fields)
    shown = as_alice.get(f"{URL}{made['id']}/").json()
    assert [row["state"] for row in shown["deliveries"]] == ["sent"]
    assert "secret" not in shown


def test_the_delivery_is_stored_with_the_event_or_not_at_all(
    as_alice: APIClient, alice: User, receiver: Receiver
) -> None:
    registered(as_alice, receiver)
    with transaction.atomic():
        fail(alice)
        assert EventDelivery.objects.count() == 1
        transaction.set_rollback(True)
    assert not EventDelivery.objects.exists()


def test_a_failure_is_retried_with_the_same_id_and_given_up_with_a_word(
    as_alice: APIClient, alice: User, receiver: Receiver
) -> None:
    receiver.statuses = [500]
    made = registered(as_alice, receiver)
    fail(alice)
    fail(alice)
    first, now = EventDelivery.objects.earliest("event_id"), utc_now()
    for _ in range(MAX_ATTEMPTS):
        now += timedelta(hours=5)
        assert event_delivery_send(delivery_id=first.pk, clock=at(now)) is False
    assert {headers["webhook-id"] for headers, _ in receiver.got} == {str(first.pk)}
    assert len(receiver.got) == MAX_ATTEMPTS
    assert set(EventDelivery.objects.values_list("state", flat=True)) == {"given_up"}
    assert as_alice.get(f"{URL}{made['id']}/").json()["state"] == "disabled"
    said = alice.notifications.get(kind="event_webhook").text
    assert "2 events were not delivered" in said
    fail(alice)
    assert EventDelivery.objects.count() == 2


def test_a_private_address_and_plain_http_are_refused(as_alice: APIClient, alice: User) -> None:
    for url in ("http://example.com/in", "ftp://example.com", "https://user:word@example.com/"):
        assert as_alice.post(URL, {"url": url, "events": ["AgentFailed"]}, format="json").status_code == 400
    assert as_alice.post(URL, {"url": "https://x.example/", "events": ["Nothing"]}, format="json").status_code == 400
    assert as_alice.post(URL, {"url": "https://x.example/", "events": []}, format="json").status_code == 400
    assert not EventWebhook.objects.exists()
    inside = as_alice.post(URL, {"url": "https://127.0.0.1/in", "events": ["AgentFailed"]}, format="json")
    if inside.status_code == 201:  # the address is refused when it is called
        fail(alice)
        assert event_delivery_send(delivery_id=EventDelivery.objects.get().pk) is False
        assert EventWebhook.objects.get().state == "disabled"


def test_only_own_events_and_everybodys_with_the_right(
    as_alice: APIClient, as_bob: APIClient, alice: User, bob: User, carol: User, receiver: Receiver
) -> None:
    made = registered(as_alice, receiver)
    fail(bob)
    assert not EventDelivery.objects.exists()
    body = {"url": f"{receiver.origin}/in", "events": ["AgentFailed"], "everybody": True}
    assert as_alice.post(URL, body, format="json").status_code == 403
    carol.user_permissions.add(Permission.objects.get(codename="cover_everybody"))
    as_staff = api_client(User.objects.get(pk=carol.pk))
    assert as_staff.post(URL, body, format="json").status_code == 201
    fail(bob)
    assert EventDelivery.objects.get().webhook.user_id == carol.pk
    assert as_bob.get(f"{URL}{made['id']}/").status_code == 404
    assert as_bob.delete(f"{URL}{made['id']}/").status_code == 404
    assert APIClient().get(URL).status_code == 401
    assert as_alice.delete(f"{URL}{made['id']}/").status_code == 204


def test_a_webhook_ends_with_the_right_or_the_account_of_its_owner(
    as_alice: APIClient, alice: User, receiver: Receiver
) -> None:
    staff = User.objects.create_user("dave", is_staff=True)
    staff.user_permissions.add(Permission.objects.get(codename="cover_everybody"))
    of_all = registered(api_client(User.objects.get(pk=staff.pk)), receiver, everybody=True)
    of_alice = registered(as_alice, receiver)
    fail(alice)
    staff.user_permissions.clear()
    User.objects.filter(pk=alice.pk).update(is_active=False)
    for delivery in EventDelivery.objects.all():
        assert event_delivery_send(delivery_id=delivery.pk) is False
    assert not receiver.got
    assert set(EventDelivery.objects.values_list("state", flat=True)) == {"given_up"}
    assert EventWebhook.objects.get(pk=of_all["id"]).last_error.startswith("Its owner may not")
    assert EventWebhook.objects.get(pk=of_alice["id"]).last_error.startswith("The account")


def test_a_disabled_webhook_gets_nothing_that_waited(as_alice: APIClient, alice: User, receiver: Receiver) -> None:
    registered(as_alice, receiver)
    fail(alice)
    EventWebhook.objects.update(state="disabled")
    assert event_delivery_send(delivery_id=EventDelivery.objects.get().pk) is False
    assert (EventDelivery.objects.get().state, receiver.got) == ("given_up", [])


def test_one_users_many_deliveries_do_not_keep_others_waiting(
    as_alice: APIClient, alice: User, as_bob: APIClient, bob: User, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(webhook_delivery, "BATCH_SIZE", 2)
    registered(as_alice, receiver)
    registered(as_bob, receiver)
    for _ in range(5):
        fail(alice)
    fail(bob)
    due = event_deliveries_due(now=utc_now() + timedelta(seconds=1))
    owners = EventDelivery.objects.filter(pk__in=due).values_list("webhook__user_id", flat=True)
    assert sorted(owners) == sorted([alice.pk, bob.pk])


@pytest.mark.parametrize("host", ["127.0.0.1", "10.0.0.8", "169.254.169.254", "[::1]", "[fd00::1]"])
def test_a_private_address_is_refused_when_it_is_registered(as_alice: APIClient, host: str) -> None:
    refused = as_alice.post(URL, {"url": f"https://{host}/in", "events": ["AgentFailed"]}, format="json")
    assert (refused.status_code, "not on the public internet" in refused.json()["detail"]) == (400, True)
    settings = {"email": False, "webhook_url": f"https://{host}/in"}
    assert as_alice.put("/api/v1/notifications/settings/", settings, format="json").status_code == 400
    assert not EventWebhook.objects.exists()
