"""Computes IP networks, IPv4 and IPv6: addresses, masks, hosts, whether an address is inside, splitting, the smallest for some hosts."""

import ipaddress
import re
from typing import Any

from config.recipes.common import clean, declares_used, found_in, left_out_note, nothing, solved

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
MOST = 20  # networks of one message
MOST_ERRORS = 10
MOST_PARTS = 64  # parts of a split that are listed
ADDRESS = r"(?:\d{1,3}(?:\.\d{1,3}){3}|(?=(?:[0-9a-f]*:){2})[0-9a-f:]{2,39}(?:\.\d{1,3}){0,3})"
NETWORK = re.compile(
    rf"(?<![\w.:/])({ADDRESS})(?:\s*/\s*(\d{{1,3}}(?:\.\d{{1,3}}){{3}}|\d{{1,3}})"
    r"|\s+(?:(?:net)?mask\s+|maske\s+|máscara\s+)?((?:255|0)(?:\.\d{1,3}){3}))?(?![\w/])",
    re.IGNORECASE,
)
BARE_PREFIX = re.compile(r"(?<![\w.:])/(\d{1,3})(?!\w|\.\d)")
SPLIT_COUNT = re.compile(
    r"\b(?:split|divide|into|teile|aufteilen|in|dividir?|divide|en)\b[^\d/]{0,40}?(\d{1,6})\s*(?:equal |gleiche |iguales )?"
    r"(?:sub-?nets?|networks?|parts?|netze|teilnetze|subredes|partes)",
    re.IGNORECASE,
)
SPLIT_PREFIX = re.compile(
    r"\b(?:split|divide|teile|aufteilen|subnets? of|dividir?)\b.*?(?:into|in|to|en|as|of size)\s+/(\d{1,3})\b",
    re.IGNORECASE,
)
HOSTS = re.compile(
    r"(\d[\d,.]{0,9})\s*(?:hosts?|devices?|computers?|machines?|clients?|addresses|geräte|rechner|equipos)\b",
    re.IGNORECASE,
)
HELP = "I compute IP networks. Send me one, e.g. 192.168.1.0/24, 10.0.0.5 255.255.255.0 or 2001:db8::/48; I also split them."


@declares_used(r"(?:smallest|kleinstes?n?)")
def handle(payload: dict[str, Any], ctx: object) -> dict[str, Any]:
    """Answer one message about networks."""
    output: dict[str, Any] = {"networks": [], "inside": [], "parts": [], "parts_count": 0, "errors": []}
    texts = found_in(payload, asked_of)
    if not texts:
        return nothing(HELP)
    now = clean(payload.get("text", ""))
    text = now if NETWORK.search(now) or BARE_PREFIX.search(now) or sized(now) is not None else f"{texts[0]} {now}"
    lines = answered(text, output)
    return solved("\n\n".join(lines), output) if output["networks"] else nothing(" ".join(output["errors"]) or HELP)


def asked_of(text: str) -> list[str]:
    """Return the text when it speaks of a network."""
    about = re.search(
        r"subnet|network|netz|netmask|cidr|prefix|hosts?\b|red\b|subred|ip\b|máscara|maske|addresses",
        text,
        re.IGNORECASE,
    )
    bare = BARE_PREFIX.search(text) is not None and about is not None
    return [text] if NETWORK.search(text) or bare or (about and sized(text)) else []


def answered(text: str, output: dict[str, Any]) -> list[str]:
    """Fill in the output and return what is said."""
    matches = list(NETWORK.finditer(text))
    found = [read(match, output["errors"]) for match in matches[:MOST]]
    pairs = [(network, alone) for network, alone in found if network is not None]
    wide = [network for network, alone in pairs if not alone]
    single = [network for network, alone in pairs if alone]
    if not pairs:
        wide = from_words(text, output["errors"])
    shown = wide or single
    output["networks"] = [described(network) for network in shown]
    lines = [told(one) for one in output["networks"]]
    if wide and single:
        output["inside"] = [membership(address, network) for address in single for network in wide]
        lines = [
            f"{one['address']} is {'' if one['inside'] else 'not '}in {one['network']}." for one in output["inside"]
        ] + lines
    if (
        len(wide) == 2
        and not single
        and re.search(r"overlap|überschneid|überlapp|solap|contain|inside|part of", text, re.IGNORECASE)
    ):
        lines.insert(0, overlap(wide[0], wide[1]))
    if wide:
        lines += split(text, wide[0], output)
    notes = [left_out_note(max(0, len(matches) - MOST), MOST).strip()]
    if len(output["errors"]) > MOST_ERRORS:
        notes.insert(0, f"{len(output['errors']) - MOST_ERRORS} more are no networks.")
        del output["errors"][MOST_ERRORS:]
    return [*lines, *output["errors"], *filter(None, notes)]


def read(match: re.Match[str], errors: list[str]) -> tuple[Network | None, bool]:
    """Return the network that a match means and whether it is a lone address; notes what cannot be."""
    address, prefix, mask = match.groups()
    wanted = prefix or mask
    try:
        ipaddress.ip_address(address)
        return ipaddress.ip_network(f"{address}/{wanted}" if wanted else address, strict=False), wanted is None
    except ValueError as error:
        errors.append(f"{match.group().strip()[:60]} is no network: {str(error).rstrip('.')[:120]}.")
        return None, False


def sized(text: str) -> int | None:
    """Return for how many hosts a network is wanted, None when none is."""
    match = HOSTS.search(text)
    wanted = re.search(r"smallest|need|enough|fit|for|which|what|für|brauche|para|necesito|least", text, re.IGNORECASE)
    if match is None or wanted is None or re.search(r"how many", text, re.IGNORECASE):
        return None
    return int(re.sub(r"\D", "", match.group(1)) or 0)


def from_words(text: str, errors: list[str]) -> list[Network]:
    """Return the network for "/27" or "50 hosts", at the address 0.0.0.0 or 10.0.0.0."""
    bare = BARE_PREFIX.search(text)
    if bare:
        prefix = int(bare.group(1))
        if prefix <= 32 and "ipv6" not in text.lower():
            return [ipaddress.IPv4Network(("10.0.0.0" if prefix >= 8 else "0.0.0.0", prefix))]  # noqa: S104 - the address of a network
        if prefix <= 128:
            return [ipaddress.IPv6Network(("2001:db8::", prefix), strict=False)]
        errors.append(f"/{prefix} is no prefix: 0 to 32 for IPv4, 0 to 128 for IPv6.")
        return []
    hosts = sized(text)
    if not hosts or hosts > 2**24 - 2:
        errors.append("I find networks for 1 to 16,777,214 hosts.")
        return []
    prefix = 30 if hosts <= 2 else 32 - (hosts + 1).bit_length()
    return [ipaddress.IPv4Network(("10.0.0.0", prefix))]


def described(network: Network) -> dict[str, Any]:
    """Return everything about a network."""
    four = isinstance(network, ipaddress.IPv4Network)
    count = network.num_addresses
    plain = four and network.prefixlen < 31  # /31 and /32 have neither network nor broadcast address (RFC 3021)
    first, last = network[0], network[-1]
    return {
        "network": str(network),
        "version": network.version,
        "prefix": network.prefixlen,
        "netmask": str(network.netmask),
        "wildcard": str(network.hostmask),
        "address": str(first),
        "broadcast": str(last) if plain else "",
        "first_host": str(first + 1 if plain else first),
        "last_host": str(last - 1 if plain else last),
        "addresses": str(count),
        "hosts": str(count - 2 if plain else count),
        "private": network.is_private,
    }


def membership(address: Network, network: Network) -> dict[str, Any]:
    """Return whether a lone address is in a network."""
    return {"address": str(address[0]), "network": str(network), "inside": address[0] in network}


def overlap(first: Network, second: Network) -> str:
    """Return how two networks lie to each other."""
    if first.version != second.version or not first.overlaps(second):
        return f"{first} and {second} do not overlap."
    small, large = (first, second) if first.prefixlen >= second.prefixlen else (second, first)
    return f"{first} and {second} are the same." if small == large else f"{small} lies in {large}."


def split(text: str, network: Network, output: dict[str, Any]) -> list[str]:
    """Split a network when the message asks for it; return what is said."""
    by_prefix, by_count = SPLIT_PREFIX.search(text), SPLIT_COUNT.search(text)
    if by_prefix is None and by_count is None:
        return []
    prefix = (
        int(by_prefix.group(1))
        if by_prefix
        else network.prefixlen + (int(by_count.group(1) if by_count else 1) - 1).bit_length()
    )
    if not network.prefixlen < prefix <= network.max_prefixlen:
        output["errors"].append(f"{network} cannot be split into parts of /{prefix}.")
        return []
    step, count = 2 ** (network.max_prefixlen - prefix), 2 ** (prefix - network.prefixlen)
    output["parts"] = [f"{network[place * step]}/{prefix}" for place in range(min(count, MOST_PARTS))]
    output["parts_count"] = count
    more = f"\n- … and {count - MOST_PARTS:,} more" if count > MOST_PARTS else ""
    return [f"Split into {count:,} parts of /{prefix}:" + "".join(f"\n- {part}" for part in output["parts"]) + more]


def told(one: dict[str, Any]) -> str:
    """Return a network in words."""
    lines = [f"**{one['network']}** ({'private' if one['private'] else 'public'}, IPv{one['version']})"]
    lines.append(f"- hosts: {int(one['hosts']):,} ({one['first_host']} to {one['last_host']})")
    lines.append(f"- mask: {one['netmask']}, wildcard {one['wildcard']}")
    if one["broadcast"]:
        lines.append(f"- network address {one['address']}, broadcast {one['broadcast']}")
    return "\n".join(lines)
