"""Which reverse proxies are believed when they name a client's address. Does not import Django."""

from ipaddress import ip_network

from pydantic_core import PydanticCustomError


def checked_proxies(value: str) -> str:
    """Return a comma-separated list of addresses and networks. Raises PydanticCustomError for any other, and everybody.

    A name would be believed by nobody, and everybody's network would believe what each client says of itself.
    """
    try:
        networks = [ip_network(proxy.strip()) for proxy in value.split(",") if proxy.strip()]
    except ValueError:
        networks = [ip_network("0.0.0.0/0")]
    if any(network.prefixlen == 0 for network in networks):
        raise PydanticCustomError(
            "trusted_proxies",
            "must be addresses or networks of your proxies, such as 10.0.0.5 or 10.0.0.0/24: no names, no *. "
            "A client of one that is believed chooses its own address",
        )
    return value
