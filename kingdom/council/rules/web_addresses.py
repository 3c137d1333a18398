"""Which web addresses and hosts a user's own words name. Pure."""

import re
from collections.abc import Iterable

MAX_SOURCE_URLS = 5
_URL = re.compile(r"https?://[^\s<>\"'`{}|\\^\[\]]{1,2000}", re.IGNORECASE)
_HOST = re.compile(
    r"(?<![\w.@-])(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,8}[a-z]{2,24}(?::\d{1,5})?(?![\w-])", re.IGNORECASE
)
_AUTHORITY = re.compile(r"https?://(?:[^/?#@]*@)?([^/?#@]*)", re.IGNORECASE)
_TRAILING = ".,;:!?)'\""


def urls_in_text(text: str) -> tuple[str, ...]:
    """Return the http and https addresses that a text names, in order, each once, without the sentence's own punctuation."""
    found = (match.group().rstrip(_TRAILING) for match in _URL.finditer(text))
    return tuple(dict.fromkeys(found))


def source_urls(received: Iterable[str], *texts: str) -> tuple[str, ...]:
    """Return the addresses to read: those given as such, then those in the user's words, at most five."""
    in_texts = [address for text in texts for address in urls_in_text(text)]
    return tuple(dict.fromkeys([*received, *in_texts]))[:MAX_SOURCE_URLS]


def hosts_in_texts(texts: Iterable[str]) -> frozenset[str]:
    """Return the hosts, with a port where one is written, that texts name by an address or by a bare name."""
    found: set[str] = set()
    for text in texts:
        found |= {match.group(1).lower() for match in _AUTHORITY.finditer(text)}
        # without the addresses: what stands before an @ in one is no host
        found |= {match.group().lower() for match in _HOST.finditer(_URL.sub(" ", text))}
    return frozenset(host for host in found if host)


def unrequested_hosts(wanted: Iterable[str], texts: Iterable[str]) -> tuple[str, ...]:
    """Return the hosts of a spec that the user named neither themselves nor by the name that they belong to (``example.com``)."""
    in_texts = {host.partition(":")[0] for host in hosts_in_texts(texts)}
    return tuple(host for host in wanted if not _is_under_named_host(host.partition(":")[0].lower(), in_texts))


def _is_under_named_host(host: str, in_texts: set[str]) -> bool:
    return any(host == name or host.endswith(f".{name}") for name in in_texts)
