"""Fixtures of the egress journeys."""

import json
from collections.abc import Callable, Iterator

import pytest

from tests.factories.http_hosts import Host, serve
from tests.gemini_server.server import ModelServer, running_server
from tests.journeys.egress.egress_world import HANDLER, NAME, REGISTER, ROLE, World
from tests.plugins.product import prepared_product


@pytest.fixture(scope="package")
def egress_product() -> Iterator[World]:
    """Run one product for all tests of this package, with a specialist for each user."""
    host, server = serve(None)
    origin = f"127.0.0.1:{host.port}"
    environ = {"KINGDOM_EGRESS_ORIGINS": f"http://{origin}", "KINGDOM_LEASE_S": "5", "KINGDOM_LOG_LEVEL": "DEBUG"}
    with running_server() as model:
        environ |= {"GEMINI_API_KEY": model.key, "KINGDOM_GEMINI_BASE_URL": model.url}
        yield from _running(environ, host, model)
    server.shutdown()
    server.server_close()


def _running(environ: dict[str, str], host: Host, model: ModelServer) -> Iterator[World]:
    origin = f"127.0.0.1:{host.port}"
    with prepared_product(environ=environ) as product:
        spec = {
            "role": ROLE,
            "identity": "writer",
            "purpose": "Sends text messages.",
            "examples": ["Send a text message to Ann"],
            "engine": "handler",
            "handler_code": HANDLER.replace("HOST", origin),
            "egress_hosts": [origin],
            "credentials": [{"name": NAME, "host": origin, "how": "header"}],
        }
        users = ["alice", "bob", "carol", "dan", "eve", "fay", "gus", "hal", "ida", "kim", "lee"]
        for user in users:
            product.token(user)
        product.run_python(REGISTER.format(users=json.dumps(users), spec=json.dumps(spec), unasked="lee"))
        yield World(product, host, model)


@pytest.fixture
def world(egress_product: World) -> World:
    """Return the product as alice, without recorded requests."""
    egress_product.host.seen.clear()
    return egress_product


@pytest.fixture
def as_user(egress_product: World) -> Callable[[str], World]:
    """Return a function that returns the product as another user."""

    def become(name: str) -> World:
        egress_product.host.seen.clear()
        return World(egress_product.product, egress_product.host, egress_product.model, name)

    return become
