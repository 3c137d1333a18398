"""Clients under chaos report each request that was refused for a reason other than load or an absent part."""

from typing import cast

import pytest

from benchmarks.support.chaos_clients import Clients
from tests.factories.http_hosts import Script, serve
from tests.plugins.product import Product


class StubProduct:
    """Where requests go, and a token for each user."""

    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}"

    def token(self, user: str, *, staff: bool = False) -> str:
        """Return a token."""
        return f"{user}{staff}"


def _script(status: int) -> Script:
    return lambda _request: (status, {}, b'{"code": "internal"}')


@pytest.mark.parametrize(("status", "reported"), [(200, False), (409, False), (429, False), (503, False), (500, True)])
def test_a_refused_request_is_a_fault(status: int, reported: bool) -> None:
    host, server = serve(None)
    host.script = _script(status)
    clients = Clients(cast(Product, StubProduct(host.port)), 1, 1)
    clients._request("user0", "GET", "/api/v1/specialists/", None)
    server.shutdown()
    server.server_close()
    expected = [f'GET /api/v1/specialists/: {status} {{"code": "internal"}}'] if reported else []
    assert clients.faults() == expected
    assert clients.refusals == (status in (409, 429, 503))
