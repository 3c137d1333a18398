"""Delivery of notifications: signed, retried, never to a private address, at least once."""

import base64
import hashlib
import hmac
import json
from collections.abc import Sequence
from datetime import datetime, timedelta

import pytest
from django.core.mail import EmailMessage
from pydantic import SecretStr
from pytest_django import Settings

from kingdom.accounts.models import User
from kingdom.adapters.notification_delivery import (
    DeliveryFailed,
    DeliveryRejected,
    WebhookEndpoint,
    email_send,
    webhook_secret,
    webhook_send,
)
from kingdom.approvals.models import Notification, NotificationDelivery, NotificationSettings
from kingdom.approvals.notifications.delivery import deliveries_due, delivery_send, webhook_signing_key
from kingdom.approvals.notifications.services import notification_create, notification_settings_set
from kingdom.core.background.deliveries import MAX_ATTEMPTS, backoff_delay
from kingdom.core.clock import Clock, utc_now
from tests.factories.webhook_receiver import Receiver
from tests.factories.webhook_receiver import receiver as receiver

pytestmark = pytest.mark.django_db


def at(now: datetime) -> Clock:
    """Return a clock that stands still."""
    return lambda: now


def delivery_of(user: User) -> NotificationDelivery:
    notification_create(user_id=user.pk, kind="approval", text="Shall I?", link="/approvals/1/")
    return NotificationDelivery.objects.latest("created_at")


def test_a_webhook_is_signed_so_that_its_receiver_can_tell(alice: User, receiver: Receiver) -> None:
    kept = notification_settings_set(user_id=alice.pk, email=False, webhook_url=f"{receiver.origin}/hook?a=1")
    delivery = delivery_of(alice)
    assert delivery_send(delivery_id=delivery.pk)

    ((headers, body),) = receiver.got
    key = base64.b64decode(webhook_secret(webhook_signing_key(kept)).removeprefix("whsec_"))
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    assert headers["webhook-signature"] == "v1," + base64.b64encode(hmac.digest(key, signed, hashlib.sha256)).decode()
    assert headers["webhook-id"] == str(delivery.pk)
    assert abs(int(headers["webhook-timestamp"]) - utc_now().timestamp()) < 60
    assert json.loads(body)["data"] == {
        "id": str(delivery.notification_id), "kind": "approval", "link": "/approvals/1/", "text": "Shall I?",
    }  # fmt: skip
    delivery.refresh_from_db()
    assert (delivery.state, delivery.attempts) == ("sent", 1)
    assert not delivery_send(delivery_id=delivery.pk)
    assert len(receiver.got) == 1


def test_the_organisation_hears_of_whom_but_not_what(alice: User, receiver: Receiver) -> None:
    notification_settings_set(user_id=None, email=False, webhook_url=receiver.origin)
    assert delivery_send(delivery_id=delivery_of(alice).pk)
    data = json.loads(receiver.got[0][1])["data"]
    assert (data["user"], "text" in data) == ("alice", False)


def test_a_failure_is_retried_with_backoff(alice: User, receiver: Receiver) -> None:
    notification_settings_set(user_id=alice.pk, email=False, webhook_url=receiver.origin)
    receiver.statuses = [500, 503, 204]
    delivery, now = delivery_of(alice), utc_now()
    for wait in (timedelta(seconds=30), timedelta(seconds=60)):
        assert not delivery_send(delivery_id=delivery.pk, clock=at(now))
        assert not delivery_send(delivery_id=delivery.pk, clock=at(now))  # not due
        delivery.refresh_from_db()
        assert (delivery.state, delivery.due_at - now) == ("waiting", wait)
        assert deliveries_due(now=now) == []
        now += wait
        assert deliveries_due(now=now) == [delivery.pk]
    assert delivery_send(delivery_id=delivery.pk, clock=at(now))
    assert len(receiver.got) == 3
    assert len({headers["webhook-id"] for headers, _ in receiver.got}) == 1


def test_a_delivery_is_given_up_after_the_last_attempt(alice: User, receiver: Receiver) -> None:
    notification_settings_set(user_id=alice.pk, email=False, webhook_url=receiver.origin)
    receiver.statuses, last = [500], delivery_of(alice)
    NotificationDelivery.objects.filter(pk=last.pk).update(attempts=MAX_ATTEMPTS - 1)
    assert not delivery_send(delivery_id=last.pk)
    last.refresh_from_db()
    assert (last.state, last.error) == ("given_up", "127.0.0.1 answered 500.")


def test_the_backoff_doubles_up_to_four_hours() -> None:
    assert [backoff_delay(number).total_seconds() for number in (0, 1, 8, 9, 60)] == [30, 60, 7680, 14400, 14400]


@pytest.mark.parametrize("status", [301, 302, 307, 410])
def test_a_redirect_and_410_end_the_delivery(alice: User, receiver: Receiver, status: int) -> None:
    notification_settings_set(user_id=alice.pk, email=False, webhook_url=receiver.origin)
    receiver.statuses, delivery = [status], delivery_of(alice)
    assert not delivery_send(delivery_id=delivery.pk)
    delivery.refresh_from_db()
    assert (delivery.state, len(receiver.got)) == ("given_up", 1)


def test_another_worker_takes_over_after_the_lease(alice: User, receiver: Receiver) -> None:
    notification_settings_set(user_id=alice.pk, email=False, webhook_url=receiver.origin)
    delivery, now = delivery_of(alice), utc_now()
    NotificationDelivery.objects.filter(pk=delivery.pk).update(
        attempts=1, due_at=now + timedelta(minutes=2)
    )  # claimed, then nothing
    assert not delivery_send(delivery_id=delivery.pk, clock=at(now))
    assert delivery_send(delivery_id=delivery.pk, clock=at(now + timedelta(minutes=2)))
    assert len(receiver.got) == 1


def test_what_was_switched_off_meanwhile_does_not_go(alice: User, receiver: Receiver) -> None:
    notification_settings_set(user_id=alice.pk, email=False, webhook_url=receiver.origin)
    delivery = delivery_of(alice)
    notification_settings_set(user_id=alice.pk, email=False, webhook_url="")
    assert not delivery_send(delivery_id=delivery.pk)
    assert (NotificationDelivery.objects.get().state, receiver.got) == ("given_up", [])


@pytest.mark.parametrize("addresses", [["127.0.0.1"], ["10.0.0.1"], ["169.254.169.254"], ["93.184.215.14", "::1"], []])
def test_a_name_that_leads_inside_is_never_called(addresses: Sequence[str]) -> None:
    hook = WebhookEndpoint(url="https://hooks.example.org/", key=b"k")
    with pytest.raises(DeliveryRejected, match="public internet"):
        webhook_send(hook, message_id="1", body="{}", now=utc_now(), lookup=lambda _host, _port: addresses)


def test_an_unknown_name_and_a_silent_server_are_tried_again(receiver: Receiver) -> None:
    def nowhere(_host: str, _port: int) -> list[str]:
        raise OSError

    with pytest.raises(DeliveryFailed) as failed:
        webhook_send(
            WebhookEndpoint(url="https://hooks.example.org/", key=b"k"),
            message_id="1",
            body="{}",
            now=utc_now(),
            lookup=nowhere,
        )
    assert not failed.value.permanent
    closed = WebhookEndpoint(url="http://127.0.0.1:9/", key=b"k", origins="http://127.0.0.1:9")
    with pytest.raises(DeliveryRejected):  # a port that is not one for HTTP
        webhook_send(closed, message_id="1", body="{}", now=utc_now())


def test_the_key_of_a_webhook_is_in_no_row_and_no_repr(alice: User, receiver: Receiver) -> None:
    kept = notification_settings_set(user_id=alice.pk, email=False, webhook_url=receiver.origin)
    key = webhook_secret(webhook_signing_key(kept)).removeprefix("whsec_")
    assert key not in str(list(NotificationSettings.objects.values()))
    assert "key" not in repr(WebhookEndpoint(url="x", key=b"secret-key"))


class TestEmail:
    @pytest.fixture(autouse=True)
    def _server(self, settings: Settings) -> None:
        settings.KINGDOM = settings.KINGDOM.model_copy(update={"email_url": SecretStr("smtp://mail.example")})

    def test_an_enabled_user_gets_mail(self, alice: User, bob: User, mailoutbox: list[EmailMessage]) -> None:
        User.objects.filter(pk=alice.pk).update(email="alice@example.org")
        notification_settings_set(user_id=alice.pk, email=True, webhook_url="")
        delivery = delivery_of(alice)
        notification_create(user_id=bob.pk, kind="hint", text="Not by mail.")
        assert NotificationDelivery.objects.count() == 1
        assert delivery_send(delivery_id=delivery.pk)
        (mail,) = mailoutbox
        assert (mail.to, mail.subject) == (["alice@example.org"], "Kingdom: Shall I?")
        assert "/approvals/1/" in mail.body

    def test_an_unreachable_server_is_a_temporary_failure(self) -> None:
        def away(_: EmailMessage) -> int:
            raise ConnectionRefusedError("user:password@host")

        with pytest.raises(DeliveryFailed) as failed:
            email_send(to="a@example.org", subject="s", text="t", message_id="1", send=away)
        assert (failed.value.permanent, "password" in failed.value.message) == (False, False)
        with pytest.raises(DeliveryRejected):
            email_send(to="a@example.org", subject="s\nBcc: x@example.org", text="t", message_id="1")

    def test_without_a_server_there_is_no_delivery(self, alice: User, settings: Settings) -> None:
        User.objects.filter(pk=alice.pk).update(email="alice@example.org")
        notification_settings_set(user_id=alice.pk, email=True, webhook_url="")
        settings.KINGDOM = settings.KINGDOM.model_copy(update={"email_url": None})
        notification_create(user_id=alice.pk, kind="hint", text="x")
        assert (Notification.objects.count(), NotificationDelivery.objects.count()) == (1, 0)
