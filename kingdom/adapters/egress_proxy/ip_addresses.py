"""Decides which network addresses may be connected to. Pure.

Sources: the IANA special-purpose registries for IPv4 and IPv6 (RFC 6890 and its updates), and the documented metadata
addresses of clouds.
"""

import ipaddress
from typing import TypeAlias

Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address

_SPECIAL_4 = tuple(
    ipaddress.IPv4Network(net)
    for net in (
        "0.0.0.0/8",  # this network
        "10.0.0.0/8",
        "100.64.0.0/10",  # carrier-grade NAT
        "127.0.0.0/8",
        "169.254.0.0/16",  # link-local, cloud metadata
        "172.16.0.0/12",
        "192.0.0.0/24",
        "192.0.2.0/24",
        "192.31.196.0/24",
        "192.52.193.0/24",
        "192.88.99.0/24",  # 6to4 relays
        "192.168.0.0/16",
        "192.175.48.0/24",
        "198.18.0.0/15",  # benchmarking
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",  # reserved, broadcast
    )
)
# Only global unicast IPv6, without the ranges that embed another address or are not routed.
_GLOBAL_6 = ipaddress.IPv6Network("2000::/3")
_SPECIAL_6 = tuple(
    ipaddress.IPv6Network(net)
    for net in (
        "2001::/23",  # Teredo and protocol assignments
        "2001:db8::/32",
        "2002::/16",  # 6to4: embeds an IPv4 address
        "2620:4f:8000::/48",
        "3fff::/20",
    )
)
# Not even an origin that an admin opened may lead to these: metadata services, multicast, broadcast.
_ALWAYS_BLOCKED = (
    ipaddress.IPv4Network("0.0.0.0/8"),
    ipaddress.IPv4Network("169.254.0.0/16"),
    ipaddress.IPv4Network("100.100.100.200/32"),  # metadata of Alibaba Cloud
    ipaddress.IPv4Network("168.63.129.16/32"),  # host services of Azure
    ipaddress.IPv4Network("192.0.0.192/32"),  # metadata of Oracle Cloud
    ipaddress.IPv4Network("224.0.0.0/4"),
    ipaddress.IPv4Network("240.0.0.0/4"),
    ipaddress.IPv6Network("::/128"),
    ipaddress.IPv6Network("fe80::/10"),
    ipaddress.IPv6Network("ff00::/8"),
    ipaddress.IPv6Network("fd00:ec2::/32"),  # metadata of AWS
    ipaddress.IPv6Network("fd20:ce::/32"),  # metadata of Google Cloud
    ipaddress.IPv6Network("::ffff:0:0/96"),  # IPv4-mapped: only the IPv4 form is accepted
    ipaddress.IPv6Network("64:ff9b::/96"),  # NAT64
    ipaddress.IPv6Network("64:ff9b:1::/48"),
    ipaddress.IPv6Network("2002::/16"),
)


def parse_address(text: str) -> Address | None:
    """Return the address, None for invalid text or one with a scope id, which names an interface of this machine."""
    if "%" in text:
        return None
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None


def _in_networks(address: Address, networks: tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...]) -> bool:
    return any(address.version == network.version and address in network for network in networks)


def is_public(address: Address) -> bool:
    """Return whether the address is on the public internet. IPv4 embedded in IPv6 never is."""
    if _in_networks(address, _ALWAYS_BLOCKED):
        return False
    if isinstance(address, ipaddress.IPv4Address):
        return address.is_global and not _in_networks(address, _SPECIAL_4)
    return address in _GLOBAL_6 and not _in_networks(address, _SPECIAL_6)


def may_connect(text: str, *, opened: bool) -> bool:
    """Return whether to connect: if public, or if an admin ``opened`` the origin and it is not always blocked."""
    address = parse_address(text)
    if address is None or _in_networks(address, _ALWAYS_BLOCKED):
        return False
    return opened or is_public(address)
