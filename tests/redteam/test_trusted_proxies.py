"""A setting of trusted proxies that would believe everybody, or nobody unnoticed, stops the start."""

import pytest

from kingdom.config import load_config
from kingdom.core.errors import BadConfiguration


@pytest.mark.parametrize("value", ["*", "0.0.0.0/0", "::/0", "10.0.0.5, *", "localhost", "10.0.0.5/8", "10.0.0"])
def test_a_proxy_is_an_address_and_never_everybody(value: str) -> None:
    with pytest.raises(BadConfiguration, match="chooses its own address"):
        load_config({"KINGDOM_TRUSTED_PROXIES": value})


@pytest.mark.parametrize("value", ["", "127.0.0.1", "10.0.0.5, 10.1.0.0/16,::1", "fd00::/8"])
def test_addresses_and_networks_of_proxies_are_taken(value: str) -> None:
    assert load_config({"KINGDOM_TRUSTED_PROXIES": value}).trusted_proxies == value
