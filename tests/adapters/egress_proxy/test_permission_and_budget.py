"""The permission gate, budgets, limits and records."""

import contextlib
import socket
import threading
import time
from typing import Literal

import pytest

from kingdom.adapters.egress_proxy.port import EgressBudget, EgressFailed, EgressPermissionRequest, EgressRefused
from kingdom.core.errors import NotAllowed
from kingdom.core.text.secret_masking import MASK
from tests.factories.egress_proxy import ProxyKit, credential_requirement
from tests.factories.http_hosts import NAME


def test_the_gate_gets_the_request_as_written(kit: ProxyKit) -> None:
    proxy = kit.proxy(credential_requirement("query", f"{NAME}:{kit.secure.port}", "key"))
    token = proxy.on_request("secrets.get", {"name": "sms_api_key"})
    proxy.on_request(
        "http",
        {
            "method": "post",
            "url": kit.https,
            "params": {"key": token},
            "json": {"to": "+1"},
            "headers": {"x-token": "abc", "x-b": "c"},
        },
    )
    (ask,) = kit.deps.permission_requests
    assert (ask.method, ask.safe, ask.body_preview, ask.credentials) == (
        "POST",
        False,
        '{"to": "+1"}',
        ("sms_api_key",),
    )
    assert ask.url == f"{kit.https}/?key={{{{secret:sms_api_key}}}}"
    assert (ask.headers["x-token"], ask.headers["x-b"]) == (MASK, "c")
    (receipt,) = kit.deps.records
    assert (receipt.url, receipt.headers["x-token"]) == (ask.url, MASK)


def test_any_verdict_but_allow_refuses(kit: ProxyKit) -> None:
    for verdict in ("deny", "", None, True, "ALLOW", "maybe"):
        kit.deps.verdict = verdict  # type: ignore[assignment]
        with pytest.raises(EgressRefused) as caught:
            kit.proxy().on_request("http", {"url": kit.https})
        assert caught.value.extra["reason"] == "permission"
    assert kit.secure.seen == []


def test_an_error_of_the_gate_is_raised(kit: ProxyKit) -> None:
    def ask(_: EgressPermissionRequest) -> Literal["allow", "deny"]:
        raise NotAllowed("Waiting for Alice.")

    kit.deps.permission = ask  # type: ignore[method-assign, assignment]
    proxy = kit.proxy()
    with pytest.raises(NotAllowed):
        proxy.on_request("http", {"method": "DELETE", "url": kit.https})
    assert isinstance(proxy.blocking_error, NotAllowed)
    assert kit.secure.seen == []


def test_refusals_before_the_gate_do_not_reach_it(kit: ProxyKit) -> None:
    with pytest.raises(EgressRefused):
        kit.proxy().on_request("http", {"url": "https://evil.example/"})
    assert kit.deps.permission_requests == []


def test_the_budget_of_calls(kit: ProxyKit) -> None:
    proxy = kit.proxy(budget=EgressBudget(calls=2))
    for _ in range(2):
        proxy.on_request("http", {"url": kit.https})
    with pytest.raises(EgressRefused) as caught:
        proxy.on_request("http", {"url": kit.https})
    assert caught.value.extra["reason"] == "budget_calls"
    assert len(kit.secure.seen) == 2


def test_the_budget_of_bytes(kit: ProxyKit) -> None:
    kit.secure.script = lambda _: (200, {}, b"x" * 3000)
    proxy = kit.proxy(budget=EgressBudget(bytes=5000))
    sizes = [len(proxy.on_request("http", {"url": kit.https})["body"]) for _ in range(2)]
    assert sizes[0] == 3000
    assert sizes[1] < 2000
    with pytest.raises(EgressRefused) as caught:
        proxy.on_request("http", {"url": kit.https})
    assert caught.value.extra["reason"] == "budget_bytes"


def test_a_host_that_is_slow_is_cut_off_at_the_deadline(kit: ProxyKit) -> None:
    def slow(_: object) -> tuple[int, dict[str, str], bytes]:
        time.sleep(1.5)
        return 200, {}, b"late"

    kit.secure.script = slow
    proxy = kit.proxy(budget=EgressBudget(call_seconds=0.3, seconds=0.5))
    reasons = []
    for _ in range(3):
        with pytest.raises((EgressFailed, EgressRefused)) as caught:
            proxy.on_request("http", {"url": kit.https})
        reasons.append(caught.value.extra["reason"])
    assert reasons == ["timeout", "timeout", "budget_seconds"]


def test_the_deadline_holds_while_bytes_keep_coming(kit: ProxyKit) -> None:
    listener = socket.create_server(("127.0.0.1", 0))

    def drip() -> None:
        peer, _ = listener.accept()
        peer.recv(4096)
        peer.sendall(b"HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n")
        with contextlib.suppress(OSError):  # until the proxy closes the connection
            for _ in range(1000):
                peer.sendall(b"x")
                time.sleep(0.02)
        peer.close()

    dripping = threading.Thread(target=drip)
    dripping.start()
    host = f"{NAME}:{listener.getsockname()[1]}"
    proxy = kit.proxy(
        declared=frozenset({host}), origins=frozenset({f"http://{host}"}), budget=EgressBudget(call_seconds=0.3)
    )
    with pytest.raises(EgressFailed) as caught:
        proxy.on_request("http", {"url": f"http://{host}/"})
    assert caught.value.extra["reason"] == "timeout"
    dripping.join(10)
    assert not dripping.is_alive()
    listener.close()


def test_large_replies_are_cut_and_say_so(kit: ProxyKit) -> None:
    kit.secure.script = lambda _: (200, {}, b"x" * (2 << 20))
    reply = kit.proxy().on_request("http", {"url": kit.https})
    assert (len(reply["body"]), reply["truncated"]) == (1 << 20, True)


def test_bodies_that_are_not_utf_8_do_not_crash(kit: ProxyKit) -> None:
    kit.secure.script = lambda _: (200, {"x-odd": "\xff"}, b"\xff\xfe\x00")
    assert kit.proxy().on_request("http", {"url": kit.https})["body"].endswith("\x00")


def test_a_host_that_is_not_there(kit: ProxyKit) -> None:
    host = f"{NAME}:1025"
    proxy = kit.proxy(declared=frozenset({host}), origins=frozenset({f"http://{host}"}))
    with pytest.raises(EgressFailed):
        proxy.on_request("http", {"url": f"http://{host}"})
    (receipt,) = kit.deps.records
    assert (receipt.outcome, receipt.status, receipt.host) == ("failed", None, NAME)


def test_a_name_that_does_not_resolve(kit: ProxyKit) -> None:
    def nowhere(host: str, port: int) -> list[str]:
        raise OSError

    kit.deps.lookup = nowhere  # type: ignore[method-assign]
    with pytest.raises(EgressFailed, match="no address"):
        kit.proxy().on_request("http", {"url": kit.https})
    kit.deps.lookup = lambda host, port: []  # type: ignore[method-assign]
    with pytest.raises(EgressRefused):
        kit.proxy().on_request("http", {"url": kit.https})


def test_each_method_arrives(kit: ProxyKit) -> None:
    for method in ("GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"):
        assert kit.proxy().on_request("http", {"method": method, "url": kit.https})["status"] == 200
    assert [seen.method for seen in kit.secure.seen] == ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"]


def test_bodies_arrive_as_meant(kit: ProxyKit) -> None:
    for args in ({"json": {"a": [1]}}, {"data": {"a": "b c"}}, {"data": "plain"}):
        kit.proxy().on_request("http", {"method": "POST", "url": kit.https, **args})
    assert [(seen.headers["content-type"], seen.body) for seen in kit.secure.seen] == [
        ("application/json", b'{"a": [1]}'),
        ("application/x-www-form-urlencoded", b"a=b+c"),
        ("text/plain; charset=utf-8", b"plain"),
    ]
