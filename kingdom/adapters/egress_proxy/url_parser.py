"""Reading a URL in exactly one way. Whatever two parsers might read differently is refused, not repaired. Pure."""

import ipaddress
import re
from dataclasses import dataclass

from kingdom.adapters.egress_proxy.port import EgressPolicy, EgressRefused

DEFAULT_PORTS = {"http": 80, "https": 443}
MAX_URL_LENGTH = 8192
_URL = re.compile(
    r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]*)://(?P<authority>[^/?#]*)(?P<path>[^?#]*)(?:\?(?P<query>[^#]*))?(?:#.*)?"
)
_AUTHORITY = re.compile(r"(?P<host>\[[^\]]*\]|[^:\[\]]*)(?::(?P<port>[0-9]{1,5}))?")
_LABEL = re.compile(r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?")
_NUMBER = re.compile(r"[0-9]+|0x[0-9a-f]*")
_VISIBLE = re.compile(r"[!-~]+")


@dataclass(frozen=True, kw_only=True)
class RequestTarget:
    """Where a request goes. ``path`` begins with a slash; ``query`` is None when the URL has no question mark."""

    scheme: str
    host: str
    port: int
    path: str
    query: str | None

    @property
    def authority(self) -> str:
        """The host header: host, and port where it is not the scheme's own."""
        name = f"[{self.host}]" if ":" in self.host else self.host
        return name if self.port == DEFAULT_PORTS[self.scheme] else f"{name}:{self.port}"

    @property
    def origin(self) -> str:
        """Scheme and authority."""
        return f"{self.scheme}://{self.authority}"

    @property
    def resource(self) -> str:
        """Path and query, as they go over the wire."""
        return self.path if self.query is None else f"{self.path}?{self.query}"


def parse_url(url: object) -> RequestTarget:
    """Return the parts of an absolute http or https URL. Raises EgressRefused for every other or ambiguous one."""
    if not isinstance(url, str) or len(url) > MAX_URL_LENGTH or not _VISIBLE.fullmatch(url) or "\\" in url:
        raise EgressRefused(
            "The URL must be an absolute address of visible ASCII characters; encode everything else.", reason="url"
        )
    parts = _URL.fullmatch(url)
    if parts is None or parts["scheme"].lower() not in DEFAULT_PORTS:
        raise EgressRefused("Only http and https addresses can be asked for.", reason="scheme")
    if "@" in parts["authority"]:
        raise EgressRefused("The URL names a user; credentials go through ctx.secrets.", reason="userinfo")
    found = _AUTHORITY.fullmatch(parts["authority"])
    if found is None or not found["host"]:
        raise EgressRefused("The URL's host and port cannot be read.", reason="host")
    scheme = parts["scheme"].lower()
    port = int(found["port"]) if found["port"] else DEFAULT_PORTS[scheme]
    return RequestTarget(
        scheme=scheme,
        host=_host(found["host"].lower()),
        port=_port(port),
        path=parts["path"] or "/",
        query=parts["query"],
    )


def _port(port: int) -> int:
    # below 1024 live services that are not HTTP; 80 and 443 are the two that are
    if port in DEFAULT_PORTS.values() or 1024 <= port <= 65535:
        return port
    raise EgressRefused(f"Port {port} is not one for HTTP.", reason="port")


def _host(host: str) -> str:
    if host.startswith("["):
        return _literal(ipaddress.IPv6Address, host[1:-1], "The URL's IPv6 address cannot be read.")
    labels = host.split(".")
    if _NUMBER.fullmatch(labels[-1]):
        # 2130706433, 0177.0.0.1, 0x7f.1 and 127.1 are addresses to some programs and names to others
        return _literal(
            ipaddress.IPv4Address, host, "The host is a number in an unusual form. Write four decimal numbers."
        )
    if len(host) > 253 or not all(_LABEL.fullmatch(label) for label in labels):
        raise EgressRefused("The host is not a name. International names must be written as xn--….", reason="host")
    return host


def _literal(form: type[ipaddress.IPv4Address | ipaddress.IPv6Address], text: str, sentence: str) -> str:
    if "%" in text:  # a scope names an interface of ours
        raise EgressRefused(sentence, reason="host")
    try:
        return str(form(text))
    except ValueError:
        raise EgressRefused(sentence, reason="host") from None


def check_host(target: RequestTarget, policy: EgressPolicy) -> None:
    """Raise EgressRefused unless host and port are declared in the spec and approved on its card."""
    if not any(is_same_host(target, host) for host in policy.declared):
        raise EgressRefused(
            f"{target.authority} is not declared by this specialist.", reason="undeclared", host=target.host
        )
    if not any(is_same_host(target, host) for host in policy.approved):
        raise EgressRefused(
            f"{target.authority} is declared, but nobody has approved it yet.", reason="unapproved", host=target.host
        )


def is_same_host(target: RequestTarget, declared: str) -> bool:
    """Return whether the target is what ``host`` (the scheme's own port) or ``host:port`` declares."""
    host, _, port = declared.partition(":")
    return host == target.host and (target.port == int(port) if port else target.port == DEFAULT_PORTS[target.scheme])


def check_scheme(target: RequestTarget, policy: EgressPolicy) -> None:
    """Raise EgressRefused for plain http, except where an admin opened exactly this origin."""
    if target.scheme != "https" and target.origin not in policy.origins:
        raise EgressRefused(f"{target.host} must be asked over https.", reason="scheme", host=target.host)


def parse_origins(setting: str) -> frozenset[str]:
    """Return the origins of KINGDOM_EGRESS_ORIGINS in their one spelling. Raises EgressRefused for what is no origin."""
    origins = set()
    for text in filter(None, (part.strip() for part in setting.split(","))):
        target = parse_url(text)
        if target.path != "/" or target.query is not None:
            raise EgressRefused(f"{text} is not an origin: scheme, host and port only.", reason="origin")
        origins.add(target.origin)
    return frozenset(origins)
