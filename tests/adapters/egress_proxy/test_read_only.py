"""A write in the clothes of a read is a write: frameworks take headers and parameters for the method."""

import pytest

from kingdom.adapters.egress_proxy.port import is_read_only


@pytest.mark.parametrize(
    ("method", "url", "headers", "read_only"),
    [
        ("GET", "https://a.example/x?method=delete&q=_method", {"Accept": "text/plain"}, True),
        ("head", "https://a.example/", {}, True),
        ("POST", "https://a.example/", {}, False),
        ("GET", "https://a.example/", {"X-HTTP-Method-Override": "DELETE"}, False),
        ("GET", "https://a.example/", {"x-method-override": "PUT"}, False),
        ("GET", "https://a.example/?_method=DELETE", {}, False),
        ("GET", "https://a.example/?a=1;_METHOD=PUT", {}, False),
        ("GET", "https://a.example/?a=1&%5Fmethod=PUT", {}, False),
        ("GET", "https://a.example/?%255Fmethod=PUT", {}, False),
        ("GET", "https://a.example/?x-http-method-override=PUT", {}, False),
        (None, None, None, False),
    ],
)
def test_what_overrides_the_method_makes_it_a_write(
    method: object, url: object, headers: object, read_only: bool
) -> None:
    assert is_read_only(method, url, headers) is read_only
