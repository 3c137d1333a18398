"""Egress approvals: writes and missing credentials ask a person, and nothing is sent twice."""

import secrets
import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest

from tests.factories.http_hosts import ReceivedRequest, echo
from tests.journeys.egress.egress_world import NAME, TIMEOUT_S, World, writes
from tests.plugins.product import wait_for

pytestmark = pytest.mark.journey
BREAK = """
from kingdom.credentials.models import UserCredential
row = UserCredential.objects.get(pk={pk!r})
UserCredential.objects.filter(pk=row.pk).update(encrypted_value=row.encrypted_value[:-9] + "AAAAAAAA=")
"""


def canary() -> str:
    return f"canary-{secrets.token_hex(12)}/+="


def check_question(bob: World, question: Mapping[str, Any]) -> None:
    """Check that the question shows the whole request, with the key masked."""
    assert (question["kind"], question["choices"]) == ("tool", ["once", "session", "always", "deny"])
    lines = question["text"].splitlines()
    assert lines[0] == f"writer_{bob.role} wants to use archon.http.request."
    assert "   method: POST" in lines
    assert f"   url: {bob.origin}/first" in lines
    assert f"   headers.authorization: •••• ({NAME})" in lines
    assert '   body: {"to": "ann", "text": "hello"}' in lines
    assert [rule["text"] for rule in question["rule_preview"]] == [
        f"writer_{bob.role} may use archon.http.request without asking: POST to {bob.origin}"
    ]


def test_each_write_asks_and_none_is_sent_twice(as_user: Callable[[str], World]) -> None:
    bob, key = as_user("bob"), canary()
    bob.store(key)
    session = bob.ask(
        ("GET", "/balance", None),
        ("POST", "/first", {"to": "ann", "text": "hello"}),
        ("POST", "/second", {"to": "ben"}),
    )
    first = bob.question(session)
    check_question(bob, first)
    assert [one.method for one in bob.host.seen] == ["GET"], "nothing was sent before the answer"
    holder = bob.product.run_python(HOLDER.format(pk=session))
    assert holder.strip().endswith("HOLDER ''"), "no worker waits"

    bob.answer(first, "once")
    second = bob.question(session)
    assert f"   url: {bob.origin}/second" in second["text"].splitlines(), "the approval was for the first request only"
    assert [(one.method, one.path) for one in bob.host.seen] == [("GET", "/balance"), ("POST", "/first")]
    bob.answer(second, "once")
    done = bob.until(session, "completed", "failed")
    assert done["state"] == "completed", done
    # the handler ran three times; the host saw one run
    assert [(one.method, one.path) for one in bob.host.seen] == [
        ("GET", "/balance"),
        ("POST", "/first"),
        ("POST", "/second"),
    ]
    assert {one.headers["authorization"] for one in bob.host.seen} == {f"Bearer {key}"}
    assert [one[:2] for one in done["output"]["told"]] == [["GET", 200], ["POST", 200], ["POST", 200]]
    assert "hello" in done["output"]["told"][1][2], "the recorded answer was replayed"
    assert [(one["method"], one["outcome"]) for one in done["egress"]] == [
        ("GET", "answered"),
        ("POST", "answered"),
        ("POST", "answered"),
    ]
    assert bob.places_of(key) == []


HOLDER = """
from kingdom.sessions.models import Session
print("HOLDER", repr(Session.objects.get(pk={pk!r}).lease_owner))
"""


def test_an_always_rule_ends_questions_for_its_host_only(as_user: Callable[[str], World]) -> None:
    carol = as_user("carol")
    carol.store(canary())
    session = carol.ask(("POST", "/one", {"n": 1}), ("POST", "/two", {"n": 2}))
    carol.answer(carol.question(session), "always")
    assert carol.until(session, "completed", "failed", "awaiting_approval")["state"] == "completed", (
        "the rule covers the second, too"
    )
    again = carol.ask(("POST", "/three", {"n": 3}))
    assert carol.until(again, "completed", "failed", "awaiting_approval")["state"] == "completed"
    assert [one.path for one in carol.host.seen] == ["/one", "/two", "/three"]

    other = carol.ask(("DELETE", "/three", None))
    asked = carol.question(other)
    assert "   method: DELETE" in asked["text"].splitlines(), "the rule was for POST"
    carol.answer(asked, "deny")
    ended = carol.until(other, "completed", "failed")
    refused = {
        "code": "denied",
        "message": f"{carol.role} had to ask before it went on, and stopped: Access denied by creator.",
    }
    assert (ended["state"], ended["error"]) == ("failed", refused)
    assert len(writes(carol.host.seen)) == 3

    (rule,) = carol.api("GET", "/api/v1/permission-rules/")["results"]
    assert rule["text"] == f"POST to {carol.origin}"


def test_a_host_is_asked_about_at_its_first_use_and_again_when_withdrawn(as_user: Callable[[str], World]) -> None:
    lee, key = as_user("lee"), canary()
    lee.store(key)
    session = lee.ask(("GET", "/inbox", None))
    asked = lee.question(session)
    assert (asked["kind"], asked["choices"]) == ("host", ["allow", "deny"])
    place = lee.origin.removeprefix("http://")
    assert asked["title"] == f"May {lee.role} reach {place} for you with your key {NAME}?"
    assert lee.host.seen == []
    lee.answer(asked, "allow")
    assert lee.until(session, "completed", "failed")["state"] == "completed"
    assert [one.headers["authorization"] for one in lee.host.seen] == [f"Bearer {key}"]

    (consent,) = lee.api("GET", "/api/v1/host-consents/")["results"]
    assert (consent["specialist_role"], consent["host"]) == (lee.role, place)
    lee.api("DELETE", f"/api/v1/host-consents/{consent['id']}/", status=204)
    session = lee.ask(("GET", "/inbox", None))
    lee.answer(lee.question(session), "deny")
    ended = lee.until(session, "completed", "failed")
    assert ended["error"]["message"].endswith(f"Its user did not agree that it reaches {place}.")
    assert len(lee.host.seen) == 1


def test_a_missing_credential_is_requested_and_not_mocked(as_user: Callable[[str], World]) -> None:
    dan, key = as_user("dan"), canary()
    session = dan.ask(("GET", "/inbox", None))
    asked = dan.question(session)
    assert (asked["kind"], asked["choices"]) == ("resources", ["provided", "abort"])
    assert "This needs a credential that is not stored. Store it under Credentials, then go on." in asked["text"]
    assert (
        f"name: {NAME}" in asked["text"],
        f"specialist: {dan.role}" in asked["text"],
        "host: 127.0.0.1" in asked["text"],
    ) == (True,) * 3
    dan.answer(asked, "provided")
    asked = dan.question(session)
    assert dan.host.seen == [], "saying so is not enough"
    credential = dan.store(key)
    dan.answer(asked, "provided")
    assert dan.until(session, "completed", "failed")["state"] == "completed"
    assert [one.headers["authorization"] for one in dan.host.seen] == [f"Bearer {key}"]

    for spoil, sentence in (
        (_expired, "The stored credential has expired."),
        (_broken, "The stored credential cannot be decrypted."),
    ):
        dan.host.seen.clear()
        spoil(dan, credential)
        session, new = dan.ask(("GET", "/inbox", None)), canary()
        asked = dan.question(session)
        assert (asked["kind"], sentence in asked["text"]) == ("resources", True), asked["text"]
        assert dan.host.seen == []
        dan.api("PUT", f"/api/v1/credentials/{credential}/", {"value": new})
        dan.answer(asked, "provided")
        assert dan.until(session, "completed", "failed")["state"] == "completed"
        assert [one.headers["authorization"] for one in dan.host.seen] == [f"Bearer {new}"]

    _expired(dan, credential)
    session = dan.ask(("GET", "/inbox", None))
    dan.answer(dan.question(session), "abort")
    ended = dan.until(session, "completed", "failed")
    assert "It was not given the credential that it needs" in ended["error"]["message"]
    assert dan.places_of(key) == []


def _expired(world: World, credential: str) -> None:
    world.api("POST", f"/api/v1/credentials/{credential}/expire/")


def _broken(world: World, credential: str) -> None:
    world.product.run_python(BREAK.format(pk=credential))


@contextmanager
def killed_while_paying(user: World) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Kill the worker during a POST of its session; yield the session and the question to the person."""
    arrived, let_go = threading.Event(), threading.Event()

    def script(seen: ReceivedRequest) -> tuple[int, Mapping[str, str], bytes]:
        if (seen.method, seen.path) == ("POST", "/pay") and not let_go.is_set():
            arrived.set()
            let_go.wait(TIMEOUT_S)
        return echo(seen)

    user.host.script = script
    try:
        session = user.ask(
            ("GET", "/balance", None), ("POST", "/pay", {"amount": 5}), ("POST", "/tell", {"whom": "ann"})
        )
        user.answer(user.question(session), "session")
        assert arrived.wait(TIMEOUT_S)
        worker = user.worker()
        worker.send_signal(signal.SIGKILL)
        worker.wait(60)
        asked = user.question(session) if user.until(session, "awaiting_approval", "failed", "completed") else {}
        let_go.set()
        yield session, asked
    finally:
        let_go.set()
        user.host.script = echo
    wait_for(
        lambda: user.product.call("GET", "/healthz")[1]["worker"] == "ok",
        timeout_s=TIMEOUT_S,
        what="the worker's return",
    )


@pytest.mark.parametrize(
    ("name", "choice", "told", "receipt"),
    [
        pytest.param("eve", "retry", [200, "amount"], ("answered", ""), id="retry"),
        pytest.param("hal", "skip", [0, "a person chose to go on without it"], ("failed", "skipped"), id="skip"),
        pytest.param("ida", "done", [204, ""], ("answered", "marked_done"), id="done"),
    ],
)
def test_a_worker_killed_during_a_post_asks_about_that_request(
    as_user: Callable[[str], World], name: str, choice: str, told: list[Any], receipt: tuple[str, str]
) -> None:
    """SIGKILL during a request: only a person's retry sends it again, and the code continues."""
    user, key = as_user(name), canary()
    user.store(key)
    with killed_while_paying(user) as (session, asked):
        assert (asked["kind"], asked["choices"]) == ("unknown_outcome", ["retry", "skip", "done"]), asked
        assert f"sent: POST {user.origin}/pay" in asked["text"].splitlines()
        assert [(one.method, one.path) for one in user.host.seen] == [("GET", "/balance"), ("POST", "/pay")], (
            "exactly one POST"
        )
        user.answer(asked, choice)
        done = user.until(session, "completed", "failed", "awaiting_approval")
    assert done["state"] == "completed", "the code continues without a second question"
    assert [one.path for one in user.host.seen] == ["/balance", *["/pay"] * (2 if choice == "retry" else 1), "/tell"]
    _, paid, rest = done["output"]["told"]
    assert (paid[1], told[1] in paid[2], rest[1]) == (told[0], True, 200)
    rows = [(one["outcome"], one["reason"]) for one in done["egress"]]
    assert rows == [("answered", ""), *([("unknown", "")] if choice == "retry" else []), receipt, ("answered", "")]
    assert user.places_of(key) == []
