"""Server-side request forgery: hostile requests are refused before anything is sent; honest ones succeed."""

import socket
from collections.abc import Sequence
from typing import Any

import pytest

from kingdom.adapters.egress_proxy.ip_addresses import is_public, may_connect, parse_address
from kingdom.adapters.egress_proxy.port import EgressFailed, EgressRefused
from kingdom.adapters.egress_proxy.url_parser import parse_origins, parse_url
from tests.factories.egress_proxy import ProxyKit
from tests.factories.http_hosts import NAME, serve

BAD_URLS = {
    "decimal": ("http://2130706433/", "host"),
    "octal": ("http://0177.0.0.1/", "host"),
    "octal-short": ("http://0177.1/", "host"),
    "hex": ("http://0x7f000001/", "host"),
    "hex-dotted": ("http://0x7f.0x0.0x0.0x1/", "host"),
    "short": ("http://127.1/", "host"),
    "five-numbers": ("http://1.2.3.4.5/", "host"),
    "trailing-dot-number": ("http://127.0.0.1./", "host"),
    "trailing-dot": (f"https://{NAME}./", "host"),
    "scope": ("http://[fe80::1%25eth0]/", "host"),
    "bad-ipv6": ("http://[::1/", "host"),
    "percent-host": ("http://127%2e0%2e0%2e1/", "host"),
    "full-width": ("http://１２７.0.0.1/", "url"),
    "ideographic-dot": ("http://127。0。0。1/", "url"),
    "circled": ("http://ⓛocalhost/", "url"),
    "userinfo": (f"https://{NAME}@evil.example/", "userinfo"),
    "userinfo-password": (f"https://user:pass@{NAME}/", "userinfo"),
    "userinfo-encoded": (f"https://{NAME}%40evil.example/", "host"),
    "userinfo-hash": (f"https://evil.example#@{NAME}/", "undeclared"),
    "backslash": (f"https://evil.example\\@{NAME}/", "url"),
    "backslash-path": (f"https://{NAME}\\.evil.example/", "url"),
    "empty-host": ("https:///etc/passwd", "host"),
    "no-slashes": ("https:example.com", "scheme"),
    "relative": ("//evil.example/", "scheme"),
    "file": ("file:///etc/passwd", "scheme"),
    "gopher": ("gopher://127.0.0.1:6379/_INFO", "scheme"),
    "unix": ("http+unix://%2Fvar%2Frun%2Fdocker.sock/", "scheme"),
    "port-22": (f"https://{NAME}:22/", "port"),
    "port-25": (f"https://{NAME}:25/", "port"),
    "port-0": (f"https://{NAME}:0/", "port"),
    "port-big": (f"https://{NAME}:65536/", "port"),
    "port-negative": (f"https://{NAME}:-1/", "host"),
    "port-word": (f"https://{NAME}:https/", "host"),
    "port-twice": (f"https://{NAME}:443:22/", "host"),
    "port-undeclared": (f"https://{NAME}:8443/", "undeclared"),
    "default-port-undeclared": (f"https://{NAME}/", "undeclared"),
    "subdomain": (f"https://evil.{NAME}/", "undeclared"),
    "suffix": (f"https://{NAME}.evil.example/", "undeclared"),
    "prefix": (f"https://x{NAME}/", "undeclared"),
    "crlf": (f"https://{NAME}/\r\nX-Injected: 1", "url"),
    "lf": (f"https://{NAME}/\nHost: evil", "url"),
    "tab": (f"https://{NAME}/\tx", "url"),
    "nul": (f"https://{NAME}\x00.evil.example/", "url"),
    "space": (f"https://{NAME} .evil.example/", "url"),
    "endless": (f"https://{NAME}/" + "a" * 9000, "url"),
    "not-text": (7, "url"),
    "nothing": (None, "url"),
}


@pytest.mark.parametrize(("url", "reason"), BAD_URLS.values(), ids=BAD_URLS.keys())
def test_a_url_with_two_readings_is_refused(kit: ProxyKit, url: object, reason: str) -> None:
    with pytest.raises(EgressRefused) as caught:
        kit.proxy().on_request("http", {"method": "GET", "url": url})
    assert caught.value.extra["reason"] == reason
    assert kit.deps.lookups == []
    assert (kit.plain.seen, kit.secure.seen) == ([], [])
    assert [receipt.outcome for receipt in kit.deps.records] == ["refused"]


def test_an_honest_request_goes_through_with_its_name(kit: ProxyKit) -> None:
    for base, host in ((kit.https, kit.secure), (kit.http, kit.plain)):
        reply = kit.proxy().on_request("http", {"method": "GET", "url": f"{base}/v1?q=1#part", "params": {"page": 2}})
        assert (reply["status"], reply["untrusted"]) == (200, True)
        (seen,) = host.seen
        assert (seen.path, seen.headers["host"]) == ("/v1?q=1&page=2", f"{NAME}:{host.port}")
    assert {receipt.address for receipt in kit.deps.records} == {"127.0.0.1"}


SPECIAL = {
    "loopback": "127.0.0.1",
    "loopback-high": "127.255.255.254",
    "this-network": "0.0.0.0",
    "this-network-2": "0.1.2.3",
    "ten": "10.0.0.1",
    "cgnat": "100.64.0.1",
    "link-local": "169.254.1.1",
    "metadata": "169.254.169.254",
    "metadata-ecs": "169.254.170.2",
    "metadata-alibaba": "100.100.100.200",
    "metadata-azure": "168.63.129.16",
    "metadata-oracle": "192.0.0.192",
    "172": "172.16.0.1",
    "172-end": "172.31.255.255",
    "protocol": "192.0.0.1",
    "documentation": "192.0.2.1",
    "6to4-relay": "192.88.99.1",
    "192-168": "192.168.1.1",
    "benchmark": "198.18.0.1",
    "multicast": "224.0.0.1",
    "reserved": "240.0.0.1",
    "broadcast": "255.255.255.255",
    "v6-unspecified": "::",
    "v6-loopback": "::1",
    "v6-mapped-loopback": "::ffff:127.0.0.1",
    "v6-mapped-public": "::ffff:8.8.8.8",
    "v6-mapped-hex": "::ffff:7f00:1",
    "v6-compatible": "::127.0.0.1",
    "v6-nat64": "64:ff9b::7f00:1",
    "v6-nat64-public": "64:ff9b::808:808",
    "v6-nat64-local": "64:ff9b:1::1",
    "v6-6to4": "2002:7f00:1::",
    "v6-teredo": "2001::1",
    "v6-documentation": "2001:db8::1",
    "v6-documentation-2": "3fff::1",
    "v6-link-local": "fe80::1",
    "v6-link-local-scope": "fe80::1%lo",
    "v6-public-scope": "2606:4700:4700::1111%eth0",
    "v6-unique-local": "fd00::1",
    "v6-metadata": "fd00:ec2::254",
    "v6-site-local": "fec0::1",
    "v6-multicast": "ff02::1",
    "v6-discard": "100::1",
    "v6-srv6": "5f00::1",
    "noise": "not an address",
    "empty": "",
}
PUBLIC = (
    "8.8.8.8",
    "1.1.1.1",
    "93.184.215.14",
    "2606:4700:4700::1111",
    "2a00:1450:4001:80b::200e",
    "100.128.0.1",
    "172.32.0.1",
    "11.0.0.1",
)
NEVER = (
    "0.0.0.0",
    "169.254.169.254",
    "169.254.170.2",
    "100.100.100.200",
    "168.63.129.16",
    "fd00:ec2::254",
    "fe80::1",
    "224.0.0.1",
)
NEVER_6 = ("::", "255.255.255.255", "::ffff:10.0.0.1", "64:ff9b::a00:1", "2002:a00:1::", "192.0.0.192", "ff02::1")


@pytest.mark.parametrize("address", SPECIAL.values(), ids=SPECIAL.keys())
def test_a_name_that_leads_inside_is_refused(kit: ProxyKit, address: str) -> None:
    for addresses in ([address], ["93.184.215.14", address], [address, "93.184.215.14"]):
        kit.deps.addresses = addresses
        with pytest.raises(EgressRefused) as caught:
            kit.proxy(origins=frozenset()).on_request("http", {"method": "GET", "url": kit.https})
        assert caught.value.extra["reason"] == "address"
    assert kit.secure.seen == []


@pytest.mark.parametrize("address", PUBLIC)
def test_public_addresses_are_public(address: str) -> None:
    assert may_connect(address, opened=False)


@pytest.mark.parametrize("address", [*NEVER, *NEVER_6])
def test_what_no_admin_can_open(address: str) -> None:
    assert not may_connect(address, opened=True)


@pytest.mark.parametrize("address", ["127.0.0.1", "10.1.2.3", "192.168.1.1", "::1", "fd12::1", "100.64.0.1"])
def test_what_an_admin_can_open(address: str) -> None:
    assert may_connect(address, opened=True)
    assert not may_connect(address, opened=False)


def test_every_address_that_python_calls_special_is_refused() -> None:
    for text in SPECIAL.values():
        address = parse_address(text)
        assert address is None or not is_public(address), text


def test_an_opened_origin_is_exactly_that_origin(kit: ProxyKit) -> None:
    only_https = frozenset({kit.https})
    assert kit.proxy(origins=only_https).on_request("http", {"url": kit.https})["status"] == 200
    with pytest.raises(EgressRefused, match="https"):
        kit.proxy(origins=only_https).on_request("http", {"url": kit.http})
    with pytest.raises(EgressRefused, match="https"):
        kit.proxy(origins=frozenset({f"http://{NAME}:1024"})).on_request("http", {"url": kit.http})
    assert kit.plain.seen == []
    assert kit.deps.consents == [f"{NAME}:{kit.secure.port}"], "nobody is asked about a request that is never sent"


def test_declared_is_not_consented(kit: ProxyKit) -> None:
    kit.deps.without_consent = set(kit.hosts)
    for proxy in (kit.proxy(), kit.proxy(declared=frozenset())):
        with pytest.raises(EgressRefused):
            proxy.on_request("http", {"url": kit.https})
    assert kit.deps.consents == [f"{NAME}:{kit.secure.port}"], "of an undeclared host nobody is asked"
    assert kit.deps.lookups == []
    assert kit.secure.seen == []


def test_a_withdrawn_consent_counts_at_the_next_call_of_the_same_run(kit: ProxyKit) -> None:
    proxy = kit.proxy()
    assert proxy.on_request("http", {"url": kit.https})["status"] == 200
    kit.deps.without_consent = set(kit.hosts)
    with pytest.raises(EgressRefused, match="Nobody has agreed"):
        proxy.on_request("http", {"url": kit.https})
    assert len(kit.secure.seen) == 1


def test_a_rebinding_name_is_looked_up_once_and_pinned(kit: ProxyKit) -> None:
    inside, server = serve(None, "127.0.0.2", kit.plain.port)  # the same port at another address
    answers = [["127.0.0.1"], ["127.0.0.2"], ["169.254.169.254"]]

    def rebinding(host: str, port: int) -> list[str]:
        kit.deps.lookups.append((host, port))
        return answers.pop(0)

    kit.deps.lookup = rebinding  # type: ignore[method-assign]
    proxy = kit.proxy()
    for _ in range(3):
        assert proxy.on_request("http", {"url": kit.http})["status"] == 200
    assert (len(kit.deps.lookups), len(kit.plain.seen), inside.seen) == (1, 3, [])
    assert kit.proxy().on_request("http", {"url": kit.http})["status"] == 200  # control: the other host is really there
    assert len(inside.seen) == 1
    with pytest.raises(EgressRefused):
        kit.proxy().on_request("http", {"url": kit.http})
    server.shutdown()
    server.server_close()


def test_the_operating_system_is_never_asked_for_the_name_again(kit: ProxyKit, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    real = socket.getaddrinfo

    def spy(host: str, port: int, family: int = 0, type: int = 0, proto: int = 0, flags: int = 0) -> object:
        asked.append(host)
        return real(host, port, family, type, proto, flags)

    monkeypatch.setattr(socket, "getaddrinfo", spy)
    assert kit.proxy().on_request("http", {"url": kit.https})["status"] == 200
    assert NAME not in asked


def test_redirects_are_shown_and_not_followed(kit: ProxyKit) -> None:
    for status in (301, 302, 303, 307, 308):
        kit.secure.script = lambda _, status=status: (status, {"location": f"{kit.http}/stolen"}, b"")  # type: ignore[misc]
        reply = kit.proxy().on_request("http", {"url": kit.https})
        assert (reply["status"], reply["headers"]["location"]) == (status, f"{kit.http}/stolen")
    assert kit.plain.seen == []


def test_the_certificate_must_fit_the_name(kit: ProxyKit) -> None:
    other = f"other.example:{kit.secure.port}"
    proxy = kit.proxy(declared=frozenset({other}), origins=frozenset({f"https://{other}"}))
    with pytest.raises(EgressFailed):
        proxy.on_request("http", {"url": f"https://{other}/"})
    assert kit.secure.seen == []


HEADERS: Sequence[Any] = [
    pytest.param({"x-a": "1\r\nx-b: 2"}, id="crlf-value"),
    pytest.param({"x-a": "1\nx-b: 2"}, id="lf-value"),
    pytest.param({"x-a\r\nx-b": "1"}, id="crlf-name"),
    pytest.param({"x-a: 1\r\nx-b": "1"}, id="colon-name"),
    pytest.param({"x a": "1"}, id="space-name"),
    pytest.param({"": "1"}, id="empty-name"),
    pytest.param({"x-a": "\x00"}, id="nul"),
    pytest.param({"x-a": "ü"}, id="not-ascii"),
    pytest.param({"x-a": 7}, id="number"),
    pytest.param({"x-a": ["1", "2"]}, id="list"),
    pytest.param({"X-A": "1", "x-a": "2"}, id="twice"),
    pytest.param({"host": "evil.example"}, id="host"),
    pytest.param({"Content-Length": "0"}, id="length"),
    pytest.param({"transfer-encoding": "chunked"}, id="chunked"),
    pytest.param({"connection": "upgrade"}, id="connection"),
    pytest.param({"upgrade": "h2c"}, id="upgrade"),
    pytest.param({"proxy-authorization": "x"}, id="proxy"),
    pytest.param({"x-a": "a" * 9000}, id="oversize-value"),
    pytest.param({f"x-{number}": "a" * 8000 for number in range(5)}, id="oversize-all"),
    pytest.param({f"x-{number}": "a" for number in range(65)}, id="too-many"),
    pytest.param(["x-a", "1"], id="not-an-object"),
]


@pytest.mark.parametrize("headers", HEADERS)
def test_headers_that_are_more_than_headers(kit: ProxyKit, headers: object) -> None:
    with pytest.raises(EgressRefused) as caught:
        kit.proxy().on_request("http", {"url": kit.https, "headers": headers})
    assert caught.value.extra["reason"] == "headers"
    assert kit.secure.seen == []


@pytest.mark.parametrize(
    "args",
    [
        pytest.param({"method": "CONNECT"}, id="connect"),
        pytest.param({"method": "TRACE"}, id="trace"),
        pytest.param({"method": "GET /x HTTP/1.1\r\n"}, id="method-injection"),
        pytest.param({"json": {}, "data": "x"}, id="two-bodies"),
        pytest.param({"json": float("nan")}, id="nan"),
        pytest.param({"data": [1]}, id="data-list"),
        pytest.param({"data": "\ud800"}, id="surrogate"),
        pytest.param({"params": "a=b"}, id="params-text"),
        pytest.param({"params": {"a": "b" * 9000}}, id="params-endless"),
        pytest.param({"data": "x" * ((1 << 20) + 1)}, id="large-body"),
        pytest.param({"verify": False}, id="unknown-option"),
        pytest.param({"allow_redirects": True}, id="unknown-option-2"),
        pytest.param({"auth": "user"}, id="auth-text"),
        pytest.param({"auth": ["us:er", "x"]}, id="auth-colon"),
        pytest.param({"auth": ["user", "x"], "headers": {"authorization": "x"}}, id="auth-twice"),
    ],
)
def test_options_of_a_bad_form(kit: ProxyKit, args: dict[str, object]) -> None:
    with pytest.raises(EgressRefused):
        kit.proxy().on_request("http", {"url": kit.https, **args})
    assert kit.secure.seen == []


@pytest.mark.parametrize("args", [None, [], "GET", 7])
def test_requests_that_are_no_objects(kit: ProxyKit, args: object) -> None:
    for op in ("http", "secrets.get", "files.read", "eval"):
        with pytest.raises(EgressRefused):
            kit.proxy().on_request(op, args)


def test_origins_have_one_spelling() -> None:
    assert parse_origins("http://10.0.0.5:8080, https://Intranet.example:443/ ,") == frozenset(
        {"http://10.0.0.5:8080", "https://intranet.example"}
    )
    for text in ("10.0.0.5", "https://a.example/path", "https://a.example?x", "ftp://a.example"):
        with pytest.raises(EgressRefused):
            parse_origins(text)
    assert parse_url("https://[2606:4700::1111]/").host == "2606:4700::1111"
