"""Two machines with a data folder each serve one database behind PgBouncer in transaction mode."""

import json
import secrets
import signal
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from tests.factories.pooler import migrated_copy, running_pooler
from tests.plugins.postgres import throwaway_folder
from tests.plugins.product import Product, running_product, wait_for

pytestmark = pytest.mark.sandbox
MESSAGES = 8


@pytest.fixture(scope="module")
def cluster() -> Iterator[tuple[Product, Product]]:
    """Two machines that share the database and their keys, by settings alone."""
    with ExitStack() as stack:
        pooled, direct = stack.enter_context(running_pooler(stack.enter_context(migrated_copy())))
        environ = {
            "DATABASE_URL": pooled,
            "KINGDOM_DATABASE_DIRECT_URL": direct,
            "KINGDOM_SECRET_KEY": secrets.token_urlsafe(48),
            "KINGDOM_VAULT_KEYS": secrets.token_urlsafe(48),
            "KINGDOM_SIGNING_KEYS": secrets.token_urlsafe(48),
            "KINGDOM_EMBEDDER": "hashing",
            "KINGDOM_LEASE_S": "6",
        }
        folder = stack.enter_context(throwaway_folder())
        first = stack.enter_context(running_product(folder / "first", environ=environ))
        second = stack.enter_context(running_product(folder / "second", environ=environ))
        second.tokens["alice"] = first.token("alice")
        yield first, second


def send(machine: Product, text: str) -> dict[str, Any]:
    """Send a message in a new conversation through a machine and return the acceptance."""
    status, conversation = machine.call("POST", "/api/v1/conversations/", body={})
    assert status == 201, conversation
    path = f"/api/v1/conversations/{conversation['id']}/messages/"
    status, accepted = machine.call("POST", path, body={"content": text})
    assert status == 202, accepted
    return dict(accepted)


def session_of(machine: Product, accepted: dict[str, Any]) -> dict[str, Any]:
    """Return a message's session as a machine shows it."""
    status, session = machine.call("GET", f"/api/v1/sessions/{accepted['session_id']}/")
    assert status == 200, session
    return dict(session)


def streamed_events(machine: Product, accepted: dict[str, Any]) -> list[str]:
    """Read a session's stream through a machine to its end; return the names of its events."""
    headers = {"Authorization": f"Token {machine.token('alice')}", "Accept": "text/event-stream"}
    request = urllib.request.Request(machine.url + accepted["events_url"], headers=headers)
    with urllib.request.urlopen(request, timeout=60) as stream:
        return [line.decode().removeprefix("event:").strip() for line in stream if line.startswith(b"event:")]


def test_one_machine_streams_what_the_other_took(cluster: tuple[Product, Product]) -> None:
    first, second = cluster
    accepted = send(first, "12 * 12 + 1")
    events = streamed_events(second, accepted)
    session = session_of(second, accepted)
    assert session["state"] == "completed", (session, events)
    assert "145" in session["answer"]
    assert events, "the other machine's stream has the events"


def test_doctor_finds_both_machines_equal(cluster: tuple[Product, Product]) -> None:
    first, second = cluster
    first.manage("doctor", "--cluster")  # fails when one differs
    checks = json.loads(second.manage("doctor", "--cluster", "--json"))["checks"]
    by_name = {check["name"]: check for check in checks}
    assert by_name["processes"]["detail"].startswith("6 on 1 machines: ")  # two data folders of this machine
    for name in ("code", "packages", "secret key", "vault key", "signing key"):
        assert by_name[name]["state"] == "ok", by_name[name]


def test_a_killed_machine_loses_no_message_and_doubles_none(cluster: tuple[Product, Product]) -> None:
    first, second = cluster
    sent = [(number, send((first, second)[number % 2], f"{number} * 1000 + 7")) for number in range(1, MESSAGES + 1)]
    first.process.send_signal(signal.SIGKILL)
    first.process.wait(timeout=30)
    waiting = dict(sent)

    def all_ended() -> bool:
        for number in list(waiting):
            if session_of(second, waiting[number])["state"] == "completed":
                del waiting[number]
        return not waiting

    wait_for(all_ended, timeout_s=120.0, what="the answers of the machine that is left")
    for number, accepted in sent:
        session = session_of(second, accepted)
        assert str(number * 1000 + 7) in session["answer"].replace(",", "").replace(" ", ""), json.dumps(session)
        path = f"/api/v1/conversations/{session['conversation_id']}/messages/"
        status, messages = second.call("GET", path)
        assert status == 200
        assert len(messages["results"]) == 2, "one question and one answer"
