"""Webhooks under attack, in and out: secrets, bodies, keys, repeats; changing names, redirects, endless answers."""

import base64
import hashlib
import hmac
import json
import logging
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from datetime import timedelta

import pytest
from django.core.cache import caches
from django.db import connection
from django.test import Client
from rest_framework.test import APIClient

from kingdom.accounts.models import User
from kingdom.adapters.notification_delivery import DeliveryFailed, DeliveryRejected, WebhookEndpoint, webhook_send
from kingdom.core.clock import utc_now
from kingdom.events.event_store import EventRun, NewEvent, events_store
from kingdom.schedules.models import Schedule, ScheduleRun
from kingdom.schedules.runs.firing import MAX_HOOK_BYTES
from kingdom.schedules.services import ScheduleDraft, schedule_create, schedule_pause
from kingdom.tools.models import FileVersion
from kingdom.webhooks.delivery import event_delivery_send
from kingdom.webhooks.models import EventDelivery, EventWebhook
from tests.factories import api_client
from tests.factories.access import elsewhere
from tests.factories.webhook_receiver import Receiver
from tests.factories.webhook_receiver import receiver as receiver

URL = "/api/v1/event-webhooks/"
WAIT_S = 20


@pytest.fixture(autouse=True)
def no_calls_yet(db: None) -> None:
    """Count the calls of each test by themselves."""
    caches["default"].clear()


def hook_of(user: User) -> tuple[Schedule, str]:
    schedule, secret = schedule_create(user_id=user.pk, draft=ScheduleDraft(message="How many days until Christmas?"))
    return schedule, f"/hooks/{secret}/"


def call(address: str, body: bytes = b"{}", media_type: str = "application/json", key: str = "") -> int:
    headers = {"Idempotency-Key": key} if key else {}
    return Client().post(address, body, content_type=media_type, headers=headers).status_code


@pytest.mark.django_db
def test_a_secret_that_is_wrong_by_little_opens_nothing(alice: User) -> None:
    schedule, address = hook_of(alice)
    secret = address.split("/")[2]
    digest = str(schedule.hook_digest)
    near = (
        secret[:-1],
        secret + "A",
        secret.swapcase(),
        digest,
        str(schedule.pk),
        "%00",
        "*",
        "a" * 4000,
        secret + "%20",
    )
    assert {call(f"/hooks/{wrong}/") for wrong in near} <= {400, 404}
    assert {getattr(Client(), method)(address).status_code for method in ("get", "put", "delete", "patch")} == {405}
    assert not schedule.runs.exists()


@pytest.mark.django_db
def test_a_hostile_body_is_refused_or_kept_as_data(alice: User) -> None:
    schedule, address = hook_of(alice)
    assert call(address, b"x" * (MAX_HOOK_BYTES + 1)) == 413
    for body in (b"\xff\xfe\x00", b"a\x00b", b"\x7fELF\x02\x01\x00\x00"):
        assert call(address, body, "text/plain") in (400, 415), body
    assert not schedule.runs.exists()
    assert not FileVersion.objects.filter(user=alice).exists(), "nothing of a refused call is stored"
    assert call(address, b"[" * 30_000) == 202
    path = FileVersion.objects.get(user=alice).path
    assert path.startswith("calls/")
    assert path.endswith(".json")


@pytest.mark.django_db
def test_a_key_of_a_caller_is_only_a_key(alice: User) -> None:
    schedule, address = hook_of(alice)
    for key in ("file:1", "'; DROP TABLE x", "a" * 5000, "ü" * 10, "../x"):
        assert call(address, key=key) in (202, 400, 429)
    assert ScheduleRun.objects.filter(schedule=schedule).count() <= 5


@pytest.mark.django_db
def test_a_paused_one_starts_nothing_and_a_schedule_has_no_address(alice: User) -> None:
    schedule, address = hook_of(alice)
    schedule_pause(user_id=alice.pk, schedule_id=schedule.pk)
    assert call(address) == 409
    assert not schedule.runs.exists()
    timed, secret = schedule_create(user_id=alice.pk, draft=ScheduleDraft(message="look", cron="0 8 * * *"))
    assert (secret, timed.hook_digest) == ("", None)
    assert call("/hooks/None/") == 404


@pytest.mark.django_db
def test_the_secret_is_in_no_table_no_answer_and_no_line_of_the_log(
    alice: User, caplog: pytest.LogCaptureFixture
) -> None:
    schedule, address = hook_of(alice)
    secret = address.split("/")[2]
    with caplog.at_level(logging.DEBUG):
        assert call(address) == 202
        call(f"{address}x")
        shown = api_client(alice).get(f"/api/v1/schedules/{schedule.pk}/").content.decode()
        shown += api_client(alice).get(f"/api/v1/schedules/{schedule.pk}/runs/").content.decode()
    assert secret not in shown
    lines = [line for line in caplog.text.splitlines() if "SQL" not in line]
    assert secret not in "\n".join(lines)
    with connection.cursor() as cursor:
        cursor.execute("SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'")
        for (table,) in cursor.fetchall():
            cursor.execute(f'SELECT count(*) FROM "{table}" AS one WHERE one::text LIKE %s', [f"%{secret}%"])
            assert cursor.fetchone() == (0,), table


@pytest.mark.django_db(transaction=True)
def test_the_same_call_many_times_at_once_starts_once(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kingdom.core.background.task_queue.task_send", lambda *_: None)
    schedule, address = hook_of(alice)
    got = list[int]()
    threads = [elsewhere(lambda: got.append(call(address, key="same"))) for _ in range(6)]
    for thread in threads:
        thread.join(WAIT_S)
    assert set(got) <= {202, 503}, got
    assert schedule.runs.count() == 1


def test_a_name_that_changes_between_check_and_call_is_looked_up_once(receiver: Receiver) -> None:
    origin = receiver.origin.replace("127.0.0.1", "rebind.example")
    answers = [["127.0.0.1"], ["169.254.169.254"]]
    hook = WebhookEndpoint(url=f"{origin}/in", key=b"k", origins=origin)
    webhook_send(hook, message_id="1", body="{}", now=utc_now(), lookup=lambda *_: answers.pop(0))
    assert len(answers) == 1, "the connection goes to the address that was checked"
    assert receiver.got[0][0]["host"] == origin.removeprefix("http://")


@pytest.mark.parametrize(
    "addresses",
    [["127.0.0.1"], ["8.8.8.8", "127.0.0.1"], ["::1"], ["::ffff:169.254.169.254"], ["169.254.169.254"],
     ["fd00:ec2::254"], ["64:ff9b::a9fe:a9fe"], ["fe80::1%eth0"], ["0.0.0.0"], ["2002:7f00:1::"], ["no address"], [""]],
)  # fmt: skip
def test_a_name_that_leads_inside_is_never_called(addresses: list[str]) -> None:
    hook = WebhookEndpoint(url="https://inside.example/in", key=b"k")
    with pytest.raises(DeliveryRejected):
        webhook_send(hook, message_id="1", body="{}", now=utc_now(), lookup=lambda *_: addresses)


URLS = (
    "https://127.0.0.1/", "https://[::1]/", "https://[::ffff:7f00:1]/", "https://2130706433/", "https://0x7f.1/",
    "https://169.254.169.254/latest/", "https://user@x.example/", "https://x.example:22/", "https://x.example:0/",
    "https://x.example\\@127.0.0.1/", "https://x.example#@y.example", "gopher://x.example/",
    "https://x.example/\r\nA: b",
    "https://127.0.0.1./", "https://[fe80::1%25eth0]/", "https://x..example/", "https:///x", "https://[64:ff9b::7f00:1]/",
)  # fmt: skip


@pytest.mark.django_db
def test_no_such_address_is_registered_for_events_or_notifications(as_alice: APIClient, alice: User) -> None:
    plain = {"webhook_url": "https://x.example/in", "email": False}
    assert as_alice.put("/api/v1/notifications/settings/", plain, format="json").status_code == 200
    for url in URLS:
        made = as_alice.post(URL, {"url": url, "events": ["AgentFailed"]}, format="json")
        settings = {"webhook_url": url, "email": False}
        stored = as_alice.put("/api/v1/notifications/settings/", settings, format="json")
        if url != "https://x.example#@y.example":  # the fragment is not sent
            assert (made.status_code, stored.status_code) in {(400, 400)}, url
            assert "errors" in stored.json() or "webhook" in stored.json()["detail"].lower(), stored.json()
    assert EventWebhook.objects.filter(user=alice).count() <= 1


@pytest.fixture
def endless() -> Iterator[tuple[str, list[int]]]:
    """A server whose answer never ends; and how many bytes it could send."""
    sent, over, server = list[int](), threading.Event(), socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        peer, _ = server.accept()
        with peer:
            peer.recv(65_536)
            peer.sendall(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
            while not over.is_set():
                try:
                    peer.sendall(b"10000\r\n" + b"x" * 65_536 + b"\r\n")
                except OSError:
                    return
                sent.append(65_536)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.getsockname()[1]}", sent
    over.set()
    server.close()
    thread.join(WAIT_S)


def test_an_endless_answer_is_not_read(endless: tuple[str, list[int]]) -> None:
    origin, sent = endless
    hook, begun = WebhookEndpoint(url=f"{origin}/in", key=b"k", origins=origin), time.monotonic()
    with suppress(DeliveryFailed):
        assert webhook_send(hook, message_id="1", body="{}", now=utc_now()) == 200
    assert time.monotonic() - begun < 12
    assert sum(sent) < 50_000_000


@pytest.mark.django_db
def test_a_redirect_is_not_followed_and_a_retry_is_signed_anew_for_its_own_time(
    as_alice: APIClient, as_bob: APIClient, alice: User, bob: User, receiver: Receiver
) -> None:
    body = {"url": f"{receiver.origin}/in", "events": ["AgentFailed"]}
    secrets = [client.post(URL, body, format="json").json()["secret"] for client in (as_alice, as_bob)]
    assert len(set(secrets)) == 2
    receiver.statuses = [500, 302]
    events_store(EventRun(user_id=alice.pk), NewEvent("AgentFailed", {"code": "handler_error", "specialist": "m"}))
    now = utc_now()
    for moment in (now + timedelta(seconds=1), now + timedelta(hours=1), now + timedelta(hours=9)):
        event_delivery_send(delivery_id=EventDelivery.objects.get().pk, clock=lambda at=moment: at)  # type: ignore[misc]
    assert len(receiver.got) == 2, "a redirect ends it"
    stamps = [int(headers["webhook-timestamp"]) for headers, _ in receiver.got]
    assert stamps[1] - stamps[0] >= 3000, "a receiver refuses what is old: the retry has its own time"
    for headers, data in receiver.got:
        signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + data
        keys = [base64.b64decode(secret.removeprefix("whsec_")) for secret in secrets]
        made = [f"v1,{base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()}" for key in keys]
        assert headers["webhook-signature"] == made[0] != made[1]
        assert not any(secret in str(headers) + data.decode() for secret in secrets)
        assert json.loads(data)["data"]["user"] == alice.pk
