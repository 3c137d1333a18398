"""Secrets are sent only to their host in their declared place; responses contain none."""

import base64
import gzip
import html
import json
import logging
import traceback
import tracemalloc
from collections.abc import Callable
from typing import Any
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import SecretStr

from kingdom.adapters.egress_proxy.masking import SecretMask
from kingdom.adapters.egress_proxy.port import EgressBudget, EgressFailed, EgressRefused
from kingdom.adapters.egress_proxy.proxy import EgressProxy
from kingdom.core.deployment.logging_config import QUIET_LOGGERS
from kingdom.core.errors import CredentialMissing
from kingdom.core.text.secret_masking import MASK
from tests.factories.egress_proxy import ProxyKit, credential_requirement
from tests.factories.http_hosts import CANARY, NAME, ReceivedRequest


def _place(proxy: EgressProxy) -> str:
    token = proxy.on_request("secrets.get", {"name": "sms_api_key"})
    assert CANARY not in token
    return str(token)


def _host(kit: ProxyKit) -> str:
    return f"{NAME}:{kit.secure.port}"


def _everything(kit: ProxyKit, reply: object) -> str:
    return f"{reply} {kit.deps.permission_requests} {kit.deps.records} {json.dumps(reply)}"


@pytest.mark.parametrize(
    ("how", "field", "request_of", "arrived"),
    [
        pytest.param(
            "header",
            "",
            lambda ph: {"headers": {"Authorization": f"Bearer {ph}"}},
            lambda s: s.headers["authorization"],
            id="bearer",
        ),
        pytest.param(
            "header",
            "X-Api-Key",
            lambda ph: {"headers": {"x-api-key": ph}},
            lambda s: s.headers["x-api-key"],
            id="header",
        ),
        pytest.param("query", "key", lambda ph: {"params": {"key": ph, "q": "1"}}, lambda s: s.path, id="query"),
        pytest.param("query", "", lambda ph: {"params": {"sms_api_key": ph}}, lambda s: s.path, id="query-by-name"),
        pytest.param("basic", "", lambda ph: {"auth": ["alice", ph]}, lambda s: s.headers["authorization"], id="basic"),
        pytest.param(
            "basic",
            "bot",
            lambda ph: {"headers": {"authorization": f"Basic {ph}"}},
            lambda s: s.headers["authorization"],
            id="basic-2",
        ),
    ],
)
def test_the_host_sees_the_secret_and_nobody_else(
    kit: ProxyKit,
    how: str,
    field: str,
    request_of: Callable[[str], dict[str, Any]],
    arrived: Callable[[ReceivedRequest], str],
) -> None:
    proxy = kit.proxy(credential_requirement(how, _host(kit), field))
    placeholder = _place(proxy)
    reply = proxy.on_request(
        "http", {"method": "POST", "url": f"{kit.https}/send", "json": {"to": "+1"}, **request_of(placeholder)}
    )
    (seen,) = kit.secure.seen
    users = {"basic": field or "alice"}
    expected = {
        "header": CANARY,
        "query": quote(CANARY, safe=""),
        "basic": "Basic " + base64.b64encode(f"{users.get(how)}:{CANARY}".encode()).decode(),
    }[how]
    assert expected in arrived(seen), "the control: it did arrive"
    assert placeholder not in str(seen)
    shown = _everything(kit, reply)
    assert MASK in reply["body"], "the host echoed it"
    assert reply["masked"] > 0
    for spelling in (CANARY, quote(CANARY, safe=""), expected.removeprefix("Basic ")[8:-4]):
        assert spelling not in shown
    (receipt,) = kit.deps.records
    assert (receipt.outcome, receipt.credentials, receipt.status) == ("answered", ("sms_api_key",), 200)
    assert kit.deps.uses == [("sms_api_key", NAME, "answered", 200)]


@pytest.mark.parametrize(
    "request_of",
    [
        pytest.param(lambda ph: {"headers": {"x-other": ph}}, id="other-header"),
        pytest.param(lambda ph: {"headers": {ph: "x"}}, id="header-name"),
        pytest.param(lambda ph: {"params": {"authorization": ph}}, id="query"),
        pytest.param(lambda ph: {"params": {ph: "1"}}, id="query-name"),
        pytest.param(lambda ph: {"data": f"key={ph}"}, id="body"),
        pytest.param(lambda ph: {"json": {"deep": [{"key": ph}]}}, id="json"),
        pytest.param(lambda ph: {"data": {"key": ph}}, id="form"),
        pytest.param(lambda ph: {"auth": ["user", ph]}, id="basic"),
        pytest.param(lambda ph: {"auth": [ph, "x"]}, id="basic-user"),
        pytest.param(lambda ph: {"path": f"/{ph}"}, id="path"),
        pytest.param(lambda ph: {"headers": {"authorization": ph.upper()}}, id="altered"),
        pytest.param(
            lambda ph: {"headers": {"authorization": ph[:-1] + ("0" if ph[-1] != "0" else "1")}}, id="guessed"
        ),
        pytest.param(lambda ph: {"headers": {"authorization": ph, "x-copy": ph}}, id="right-and-wrong"),
    ],
)
def test_a_placeholder_anywhere_else_is_refused(kit: ProxyKit, request_of: Callable[[str], dict[str, Any]]) -> None:
    proxy = kit.proxy(credential_requirement("header", _host(kit)))
    args = request_of(_place(proxy))
    with pytest.raises(EgressRefused):
        proxy.on_request("http", {"method": "POST", "url": kit.https + args.pop("path", "/"), **args})
    assert kit.secure.seen == []
    assert kit.deps.uses == [], "not even opened"


def test_another_host_does_not_get_it(kit: ProxyKit) -> None:
    proxy = kit.proxy(credential_requirement("header", _host(kit)))
    placeholder = _place(proxy)
    with pytest.raises(EgressRefused, match=r"may only go to"):
        proxy.on_request("http", {"url": kit.http, "headers": {"authorization": placeholder}})
    assert kit.plain.seen == []


def test_a_placeholder_of_another_run_is_refused(kit: ProxyKit) -> None:
    own, other = (kit.proxy(credential_requirement("header", _host(kit))) for _ in range(2))
    assert _place(own) == _place(own) != _place(other)
    with pytest.raises(EgressRefused, match="placeholder of this run"):
        own.on_request("http", {"url": kit.https, "headers": {"authorization": _place(other)}})


def test_undeclared_credentials_have_no_placeholder(kit: ProxyKit) -> None:
    for name in ("other_key", "", None, 7, ["sms_api_key"]):
        with pytest.raises(EgressRefused):
            kit.proxy(credential_requirement()).on_request("secrets.get", {"name": name})


def test_a_missing_credential_is_an_error_and_sends_nothing(kit: ProxyKit) -> None:
    kit.deps.secrets.clear()
    proxy = kit.proxy(credential_requirement("header", _host(kit)))
    with pytest.raises(CredentialMissing):
        proxy.on_request("http", {"url": kit.https, "headers": {"authorization": _place(proxy)}})
    assert isinstance(proxy.blocking_error, CredentialMissing)
    assert kit.secure.seen == []


def test_a_secret_echoed_by_another_call_of_the_run_is_masked(kit: ProxyKit) -> None:
    proxy = kit.proxy(credential_requirement("header", _host(kit)))
    proxy.on_request("http", {"url": kit.https, "headers": {"authorization": _place(proxy)}})
    kit.plain.script = lambda _: (200, {"x-leak": CANARY}, CANARY.encode())
    reply = proxy.on_request("http", {"url": kit.http})
    assert (reply["headers"]["x-leak"], reply["body"]) == (MASK, MASK)


SPELLINGS: dict[str, Callable[[str], bytes]] = {
    "plain": str.encode,
    "upper": lambda text: text.upper().encode(),
    "quote": lambda text: quote(text, safe="").encode(),
    "quote-lower": lambda text: quote(text, safe="").lower().encode(),
    "quote-path": lambda text: quote(text).encode(),
    "quote-plus": lambda text: quote_plus(text).encode(),
    "all-percent": lambda text: "".join(f"%{byte:02X}" for byte in text.encode()).encode(),
    "json": lambda text: json.dumps({"key": text}).encode(),
    "json-slash": lambda text: json.dumps({"key": text}).replace("/", "\\/").encode(),
    "html": lambda text: html.escape(text).encode(),
    "hex": lambda text: text.encode().hex().encode(),
    "base64": lambda text: base64.b64encode(text.encode()),
    "base64-url": lambda text: base64.urlsafe_b64encode(text.encode()),
    "base64-user": lambda text: base64.b64encode(f"user:{text}".encode()),
    "base64-shift-1": lambda text: base64.b64encode(f"x{text}yy".encode()),
    "base64-shift-2": lambda text: base64.b64encode(f"xx{text}y".encode()),
    "utf-16": lambda text: text.encode("utf-16"),
}


@pytest.mark.parametrize("spell", SPELLINGS.values(), ids=SPELLINGS.keys())
@settings(deadline=None, database=None)
@given(secret=st.text(st.characters(codec="ascii", categories=["L", "N", "P", "S"]), min_size=12, max_size=60))
def test_no_spelling_survives(spell: Callable[[str], bytes], secret: str) -> None:
    mask = SecretMask()
    mask.add([SecretStr(secret)])
    text = spell(secret)
    clean, count = mask.apply(b"before " + text + b" after")
    assert count >= 1
    assert text not in clean
    assert secret.encode() not in clean
    assert mask.apply(b"innocent text of a reply")[1] == 0 or secret in "innocent text of a reply"


@pytest.mark.parametrize("spell", SPELLINGS.values(), ids=SPELLINGS.keys())
@pytest.mark.parametrize("secret", ["4711", "a/b c", "x", "p&ss12"])
def test_a_text_with_a_short_secret_is_masked_as_a_whole(spell: Callable[[str], bytes], secret: str) -> None:
    mask = SecretMask()
    mask.add([SecretStr(secret), SecretStr("a-long-secret-beside-it")])
    assert mask.apply(b"<<<< " + spell(secret) + b" >>>>") == (MASK.encode(), 1)
    assert mask.apply(b"<<<<" + spell(secret) + b">>>>", 4) == (MASK.encode(), 1), "also beyond the cut"
    assert mask.apply(b"<<<< >>>>") == (b"<<<< >>>>", 0)
    assert mask.apply(b"< a-long-secret-beside-it >") in ((f"< {MASK} >".encode(), 1), (MASK.encode(), 1))


def test_an_echo_of_all_guesses_does_not_tell_which_is_right() -> None:
    guesses = " ".join(f"{number:04}" for number in range(10_000)).encode()
    masked = set()
    for secret in ("0000", "4711", "9999"):
        mask = SecretMask()
        mask.add([SecretStr(secret)])
        masked.add(mask.apply(guesses))
    assert masked == {(MASK.encode(), 1)}


@settings(deadline=None, database=None)
@given(st.integers(0, 120), st.integers(1, 90))
def test_a_cut_never_leaves_a_part_of_a_secret(most: int, tail: int) -> None:
    secret = "S3CRET-0123456789-ABCDEFGH"
    mask = SecretMask()
    mask.add([SecretStr(secret)])
    text = (b"." * 40 + secret.encode() + b"." * 20 + secret.encode() + b"." * tail)[: most + mask.longest]
    clean, _ = mask.apply(text, most)
    assert b"S3C" not in clean
    assert b"FGH" not in clean
    assert clean.count(b".") <= most, "bytes beyond the cut are not passed on"


def test_compressed_and_cut_replies_are_masked_too(kit: ProxyKit) -> None:
    budget = EgressBudget(response_bytes=1000)
    proxy = kit.proxy(credential_requirement("header", _host(kit)), budget=budget)
    text = b"x" * 990 + CANARY.encode() + b"y" * 5000
    for headers, body in (({}, text), ({"content-encoding": "gzip"}, gzip.compress(text))):
        kit.secure.script = lambda _, headers=headers, body=body: (200, headers, body)  # type: ignore[misc]
        reply = proxy.on_request("http", {"url": kit.https, "headers": {"authorization": _place(proxy)}})
        assert (reply["truncated"], reply["masked"]) == (True, 1)
        assert reply["body"] == "x" * 990 + MASK


def test_a_small_reply_that_unpacks_to_a_large_one_stays_small(kit: ProxyKit) -> None:
    bomb = gzip.compress(b"\0" * (64 << 20), 9)
    kit.secure.script = lambda _: (200, {"content-encoding": "gzip"}, bomb)
    tracemalloc.start()
    reply = kit.proxy().on_request("http", {"url": kit.https})
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (len(reply["body"]), reply["truncated"]) == (1 << 20, True)
    assert peak < 16 << 20, "unpacked within the bound, not cut afterwards"
    for encoding, body in (("br", b"x"), ("gzip", b"not gzip")):
        kit.secure.script = lambda _, encoding=encoding, body=body: (200, {"content-encoding": encoding}, body)  # type: ignore[misc]
        with pytest.raises(EgressFailed):
            kit.proxy().on_request("http", {"url": kit.https})


def _our_frames(error: BaseException) -> str:
    """Return the traceback with all locals, without frames of tests, which may know the secret."""
    frames = (
        (frame, line)
        for frame, line in traceback.walk_tb(error.__traceback__)
        if "/tests/" not in frame.f_code.co_filename
    )
    return "".join(traceback.StackSummary.extract(frames, capture_locals=True).format()) + repr(error)


def test_nothing_in_logs_or_tracebacks(kit: ProxyKit, caplog: pytest.LogCaptureFixture) -> None:
    for name in QUIET_LOGGERS:
        logging.getLogger(name).setLevel(logging.WARNING)  # as logging_config does
    proxy = kit.proxy(credential_requirement("header", _host(kit)))
    args = {"url": kit.https, "headers": {"authorization": _place(proxy)}}
    answers: list[tuple[dict[str, str], bytes]] = [
        ({"content-length": "5000"}, b"short"),
        ({"content-encoding": "br"}, b""),
    ]
    with caplog.at_level(logging.DEBUG):
        proxy.on_request("http", args)  # the host echoes the secret in a header, which a library might log
        kit.secure.script = lambda _: (200, *answers.pop(0))
        for _ in range(2):
            with pytest.raises(EgressFailed) as caught:
                proxy.on_request("http", args)
            shown = _our_frames(caught.value)
            assert "send_request" in shown
            assert "values" in shown
            assert CANARY not in shown
            assert caught.value.__suppress_context__ or caught.value.__context__ is None
    assert CANARY in kit.secure.seen[-1].headers["authorization"], "the control: it was on its way"
    assert CANARY not in caplog.text


@pytest.mark.parametrize("secret", ["line\r\nbreak-x: 1", "nul\x00inside", "ünïcödé-secret"])
def test_a_secret_that_fits_in_no_header_is_refused_unseen(kit: ProxyKit, secret: str) -> None:
    kit.deps.secrets["sms_api_key"] = secret
    proxy = kit.proxy(credential_requirement("header", _host(kit)))
    with pytest.raises(EgressRefused) as caught:
        proxy.on_request("http", {"url": kit.https, "headers": {"authorization": _place(proxy)}})
    assert secret not in caught.value.message
    assert kit.secure.seen == []
    assert [use[2] for use in kit.deps.uses] == ["refused"]
