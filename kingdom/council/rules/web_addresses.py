"""Web addresses and hosts that a user's text names. Pure."""

import re
from collections.abc import Iterable

MAX_SOURCE_URLS = 5
_URL = re.compile(r"https?://[^\s<>\"'`{}|\\^\[\]]{1,2000}", re.IGNORECASE)
_HOST = re.compile(
    r"(?<![\w.@-])(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,8}[a-z]{2,24}(?::\d{1,5})?(?![\w-])", re.IGNORECASE
)
_IPV4 = re.compile(r"(?<![\w.@-])(?:\d{1,3}\.){3}\d{1,3}(?::\d{1,5})?(?![\w-]|\.\w)")
_AUTHORITY = re.compile(r"https?://(?:[^/?#@]*@)?([^/?#@]*)", re.IGNORECASE)
_TRAILING = ".,;:!?)'\""


def urls_in_text(text: str) -> tuple[str, ...]:
    """Return the http and https addresses in a text, in order, each once, without the sentence's punctuation."""
    urls = (match.group().rstrip(_TRAILING) for match in _URL.finditer(text))
    return tuple(dict.fromkeys(urls))


def source_urls(sources: Iterable[str], *texts: str) -> tuple[str, ...]:
    """Return the addresses to read: the explicit ones, then those in the user's texts, at most five."""
    in_texts = [address for text in texts for address in urls_in_text(text)]
    return tuple(dict.fromkeys([*sources, *in_texts]))[:MAX_SOURCE_URLS]


def hosts_in_texts(texts: Iterable[str]) -> frozenset[str]:
    """Return the hosts that texts name by an address or a bare name, with the port where one is written."""
    hosts: set[str] = set()
    for text in texts:
        hosts |= {match.group(1).lower() for match in _AUTHORITY.finditer(text)}
        bare = _URL.sub(" ", text)  # the part before an @ of an address is no host
        hosts |= {match.group().lower() for pattern in (_HOST, _IPV4) for match in pattern.finditer(bare)}
    return frozenset(filter(None, hosts))


def unrequested_hosts(wanted: Iterable[str], texts: Iterable[str]) -> tuple[str, ...]:
    """Return the hosts of a spec that the user's texts name neither exactly nor by a parent domain.

    The number of a machine is named exactly.
    """
    requested = {host.partition(":")[0] for host in hosts_in_texts(texts)}
    return tuple(host for host in wanted if not _is_under_requested_host(host.partition(":")[0].lower(), requested))


def _is_under_requested_host(host: str, requested: set[str]) -> bool:
    is_number = _IPV4.fullmatch(host) is not None
    return any(host == name or (not is_number and host.endswith(f".{name}")) for name in requested)
