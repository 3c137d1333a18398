"""A language model designs a specialist with a key and a host.

Through the REST API, with the real worker, broker and sandbox.
"""

import os
import ssl
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import trustme

from tests.factories import parcel_service
from tests.factories.http_hosts import Host, serve
from tests.gemini_server import ModelServer, running_server
from tests.plugins.postgres import throwaway_folder
from tests.plugins.product import Product, prepared_product, wait_for

pytestmark = [pytest.mark.journey, pytest.mark.xdist_group("parcels")]  # one product, one port of the service
TIMEOUT_S = 240.0
STANDS = ("awaiting_confirmation", "awaiting_resources", "completed", "rejected", "failed", "expired")


@dataclass
class World:
    """The product, its model, the parcel service, and one person."""

    product: Product
    model: ModelServer
    host: Host
    user: str

    def api(self, method: str, path: str, body: object = None, *, status: int = 200) -> Any:  # noqa: ANN401 - any JSON value
        got, answer = self.product.call(method, path, user=self.user, body=body)
        assert got == status, (got, answer)
        return answer

    def open(self, request: str, **more: object) -> dict[str, Any]:
        """Open a case and wait until somebody is asked, or it ends."""
        case = self.api("POST", "/api/v1/creations/", {"request": request, **more}, status=201)
        return self.until(case["id"], *STANDS)

    def until(self, case_id: str, *states: str) -> dict[str, Any]:
        path = f"/api/v1/creations/{case_id}/"
        wait_for(lambda: self.api("GET", path)["state"] in states, timeout_s=TIMEOUT_S, what=f"the case to be {states}")
        shown: dict[str, Any] = self.api("GET", path)
        return shown

    def say(self, case_id: str, what: str, body: object) -> None:
        self.api("POST", f"/api/v1/creations/{case_id}/{what}/", body)

    def ask(self, text: str) -> dict[str, Any]:
        """Send a message and return its session when it is over."""
        conversation = self.api("POST", "/api/v1/conversations/", {}, status=201)["id"]
        posted = self.api("POST", f"/api/v1/conversations/{conversation}/messages/", {"content": text}, status=202)
        path = f"/api/v1/sessions/{posted['session_id']}/"
        wait_for(
            lambda: self.api("GET", path)["state"] in ("completed", "failed"), timeout_s=TIMEOUT_S, what="an answer"
        )
        shown: dict[str, Any] = self.api("GET", path)
        return shown


@pytest.fixture(scope="module")
def running() -> Iterator[tuple[Product, ModelServer, Host]]:
    """One product for all tests here. It finds the service by name, and trusts who vouches for it."""
    authority, context = trustme.CA(), ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(parcel_service.NAME).configure_cert(context)
    host, server = serve(context, parcel_service.PLACE, parcel_service.PORT)
    host.script = parcel_service.service
    with running_server() as model, throwaway_folder() as folder:
        trusted, names = folder / "trusted.pem", folder / "names"
        authority.cert_pem.write_to_path(trusted)
        names.mkdir()
        (names / "sitecustomize.py").write_text(parcel_service.resolver())
        with prepared_product(environ=_environ(model, trusted, names)) as product:
            yield product, model, host
    server.shutdown()
    server.server_close()


def _environ(model: ModelServer, trusted: Path, names: Path) -> dict[str, str]:
    return {
        "GEMINI_API_KEY": model.key,
        "KINGDOM_GEMINI_BASE_URL": model.url,
        "KINGDOM_EGRESS_ORIGINS": f"https://{parcel_service.HOST}",
        "SSL_CERT_FILE": str(trusted),
        "PYTHONPATH": os.pathsep.join(filter(None, [str(names), os.environ.get("PYTHONPATH", "")])),
    }


@pytest.fixture
def world(running: tuple[Product, ModelServer, Host], request: pytest.FixtureRequest) -> World:
    """The same with nothing scripted and nothing seen yet, and a person of one's own."""
    product, model, host = running
    host.seen.clear()
    model.clear()
    model.rule(parcel_service.answer)
    return World(product, model, host, f"user{abs(hash(request.node.name)) % 10_000}")


def test_a_designed_specialist_calls_its_host_with_the_key(world: World) -> None:
    case = world.open(parcel_service.NEED + f", the service is {parcel_service.HOST}")
    assert case["state"] == "awaiting_confirmation", (case["state"], case["reason"], case["verdicts"])
    card = case["card"]
    assert (card["role"], card["hosts"], card["designed"]["flags"]) == (parcel_service.ROLE, [parcel_service.HOST], [])
    assert f"call {parcel_service.HOST} with your key `{parcel_service.KEY_NAME}`" in card["power"]
    assert case["tests"]["held_out"] > 0
    assert len(case["tests"]["cases"]) + case["tests"]["held_out"] == case["tests"]["total"]
    assert world.host.seen == []  # nothing was called before the approval

    world.say(case["id"], "confirm", {"digest": case["digest"]})
    assert world.until(case["id"], *STANDS)["state"] == "awaiting_resources"
    world.say(case["id"], "credentials", {"credentials": {parcel_service.KEY_NAME: parcel_service.KEY}})
    done = world.until(case["id"], "completed", "rejected", "failed")
    assert done["state"] == "completed", (done["reason"], done["training_results"])
    assert done["backend"]
    assert {one.method for one in world.host.seen} == {"GET"}

    world.host.seen.clear()
    answered = world.ask("where is parcel PK987654")
    assert (answered["specialist"]["role"], answered["answer"]) == (parcel_service.ROLE, "PK987654 is in Leipzig.")
    assert [(one.path, one.headers["x-api-key"]) for one in world.host.seen] == [
        ("/v1/parcels/PK987654", parcel_service.KEY)
    ]
    told = " ".join(text for seen in world.model.requests for text in seen.texts)
    assert parcel_service.KEY not in told + str(world.api("GET", f"/api/v1/creations/{case['id']}/")) + str(answered)


def test_without_the_key_it_trains_on_made_up_answers(world: World) -> None:
    case = world.open(parcel_service.NEED + f", the service is {parcel_service.HOST}")
    assert case["state"] == "awaiting_confirmation", (case["state"], case["reason"], case["verdicts"])
    world.say(case["id"], "confirm", {"digest": case["digest"], "mock": True})
    done = world.until(case["id"], "completed", "rejected", "failed")
    assert (done["state"], done["mock"]) == ("completed", True), (done["reason"], done["training_results"])
    assert world.host.seen == []


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"tools": ["archon.web.search", "archon.exec.python"]}, "tool that its identity does not grant"),
        ({"hosts": [parcel_service.HOST, "webhook.site"]}, "host that no specialist may call"),
        (
            {
                "credentials": [
                    {"name": "aws_root_key", "host": parcel_service.HOST, "how": "header", "field": "", "scope": ""}
                ]
            },
            "credential that no specialist may have",
        ),
    ],
)
def test_power_it_may_not_have_is_blocked_with_the_reason(world: World, changes: dict[str, Any], reason: str) -> None:
    world.model.clear()
    world.model.rule(partial(parcel_service.answer, **changes))
    case = world.open(parcel_service.NEED)
    assert case["state"] == "rejected"
    assert reason in case["reason"]
    assert world.host.seen == []
    assert parcel_service.ROLE not in str(world.api("GET", "/api/v1/specialists/"))
