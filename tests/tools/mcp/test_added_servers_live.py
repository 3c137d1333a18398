"""The workers of a running product read the tools of a server that an admin adds."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.factories.mcp_server import Crm
from tests.plugins.product import Product, prepared_product, wait_for

pytestmark = pytest.mark.journey
TOKEN = "token-of-the-added-server"
ADD = """
import json
from pydantic import SecretStr
from kingdom.accounts.models import User
from kingdom.tools.mcp.server_services import mcp_server_add, mcp_server_request_read
admin = User.objects.get(username="chief")
server = mcp_server_add(actor_id=admin.pk, name="shop", url={url!r}, token=SecretStr({token!r}))
mcp_server_request_read(server_id=server.pk)
"""
READ = """
import json
from kingdom.tools.models import AddedMcpServer
server = AddedMcpServer.objects.get()
tools = list(server.tools.values_list("tool_id", "identities"))
print(json.dumps([server.read_at is not None, server.last_error, tools]))
"""


@pytest.fixture(scope="module")
def crm() -> Iterator[Crm]:
    """The server of the official package."""
    server = Crm()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def own_product(crm: Crm) -> Iterator[Product]:
    """The product, to which the operator opened the server's private origin."""
    with prepared_product(environ={"KINGDOM_EGRESS_ORIGINS": crm.origin}) as running:
        yield running


def test_a_worker_reads_the_tools_and_no_log_has_the_token(own_product: Product, crm: Crm) -> None:
    own_product.token("chief", staff=True)
    own_product.run_python(ADD.format(url=f"{crm.origin}/mcp", token=TOKEN))

    def found() -> Any:  # noqa: ANN401 - JSON
        return json.loads(own_product.run_python(READ))

    wait_for(lambda: found()[0], timeout_s=60, what="the reading")
    assert found() == [True, "", [["mcp.shop.find_customer", []]]]
    assert set(crm.authorization) == {f"Bearer {TOKEN}"}
    logs = [path for path in own_product.data.rglob("*.log*") if path.is_file()]
    assert logs
    assert not [path for path in logs if TOKEN in path.read_text(errors="replace")]
