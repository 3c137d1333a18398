"""Parses URLs. A URL that two parsers could read differently is refused and never repaired. Pure."""

import ipaddress
import re
from collections.abc import Collection

from kingdom.adapters.egress_proxy.port import DEFAULT_PORTS, EgressPolicy, EgressRefused, RequestTarget

MAX_URL_LENGTH = 8192
_URL = re.compile(
    r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*)://(?P<authority>[^/?#]*)(?P<path>[^?#]*)(?:\?(?P<query>[^#]*))?(?:#.*)?"
)
_AUTHORITY = re.compile(r"(?P<host>\[[^\]]*\]|[^:\[\]]*)(?::(?P<port>[0-9]{1,5}))?")
_LABEL = re.compile(r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?")
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")
_VISIBLE = re.compile(r"[!-~]+")


def parse_url(url: object) -> RequestTarget:
    """Return the parts of an absolute http or https URL. Raises EgressRefused for any other or ambiguous one."""
    if not isinstance(url, str) or len(url) > MAX_URL_LENGTH or not _VISIBLE.fullmatch(url) or "\\" in url:
        message = "The URL must be absolute and consist of visible ASCII characters. Percent-encode all others."
        raise EgressRefused(message, reason="url")
    parts = _URL.fullmatch(url)
    if parts is None or parts["scheme"].lower() not in DEFAULT_PORTS:
        raise EgressRefused("Only http and https URLs can be requested.", reason="scheme")
    scheme = parts["scheme"].lower()
    host, port = _split_authority(parts["authority"])
    return RequestTarget(
        scheme=scheme,
        host=_host(host),
        port=_port(DEFAULT_PORTS[scheme] if port is None else port),
        path=parts["path"] or "/",
        query=parts["query"],
    )


def _split_authority(authority: str) -> tuple[str, int | None]:
    if "@" in authority:
        raise EgressRefused("The URL contains a user name. Use ctx.secrets for credentials.", reason="userinfo")
    match = _AUTHORITY.fullmatch(authority)
    if match is None or not match["host"]:
        raise EgressRefused("The URL's host and port are not valid.", reason="host")
    return match["host"].lower(), int(match["port"]) if match["port"] else None


def _port(port: int) -> int:
    # other ports below 1024 belong to services that do not speak HTTP
    if port in DEFAULT_PORTS.values() or 1024 <= port <= 65535:
        return port
    raise EgressRefused(f"Port {port} is not allowed. Use 80, 443, or one from 1024.", reason="port")


def _host(host: str) -> str:
    if host.startswith("["):
        return _literal(ipaddress.IPv6Address, host[1:-1], "The URL's IPv6 address is not valid.")
    labels = host.split(".")
    if _NUMBER.fullmatch(labels[-1]):
        # some programs read 2130706433, 0177.0.0.1, 0x7f.1 and 127.1 as addresses, others as names
        return _literal(
            ipaddress.IPv4Address, host, "The host is an unusual form of an IPv4 address. Write four decimal numbers."
        )
    if len(host) > 253 or not all(_LABEL.fullmatch(label) for label in labels):
        raise EgressRefused("The host is not a valid name. Write international names as xn--….", reason="host")
    return host


def _literal(form: type[ipaddress.IPv4Address | ipaddress.IPv6Address], text: str, message: str) -> str:
    if "%" in text:  # a scope id names an interface of this machine
        raise EgressRefused(message, reason="host")
    try:
        return str(form(text))
    except ValueError:
        raise EgressRefused(message, reason="host") from None


def declared_host(target: RequestTarget, declared: Collection[str]) -> str:
    """Return which of the declared hosts the target is at. Raises EgressRefused when it is at none."""
    host = next((host for host in sorted(declared) if target.is_at(host)), None)
    if host is None:
        others = [host for host in sorted(declared) if host.partition(":")[0] == target.host]
        ports = f", only {others[0]}. A declared host holds for one port: write {target.authority}" if others else ""
        raise EgressRefused(
            f"{target.authority} is not declared by this specialist{ports}.", reason="undeclared", host=target.host
        )
    return host


def check_scheme(target: RequestTarget, policy: EgressPolicy) -> None:
    """Raise EgressRefused for plain http, unless an admin opened exactly this origin."""
    if target.scheme != "https" and target.origin not in policy.origins:
        raise EgressRefused(f"{target.host} must be reached over https.", reason="scheme", host=target.host)


def parse_origins(setting: str) -> frozenset[str]:
    """Return the origins of KINGDOM_EGRESS_ORIGINS in normal form. Raises EgressRefused for an invalid one."""
    origins = set()
    for text in filter(None, (part.strip() for part in setting.split(","))):
        target = parse_url(text)
        if target.path != "/" or target.query is not None:
            raise EgressRefused(f"{text} is not an origin. Write scheme, host and port only.", reason="origin")
        origins.add(target.origin)
    return frozenset(origins)
