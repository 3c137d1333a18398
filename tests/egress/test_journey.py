"""A specialist's code calls a declared host with a stored key: through the REST API, and the key is at the host and nowhere else."""

import secrets

import pytest

from tests.egress.conftest import NAME, ROLE, World

pytestmark = pytest.mark.journey


def test_the_key_is_in_the_request_the_host_saw_and_nowhere_else(world: World) -> None:
    canary = f"canary/+{secrets.token_hex(8)}=&<a>-never-anywhere"
    credential = world.store(canary)
    done = world.until(world.ask(("GET", "/messages?to=ann", None)), "completed", "failed")
    assert done["state"] == "completed", done
    assert (done["specialist"]["role"], done["answer"]) == (ROLE, "I asked 1 times.")
    assert [(one.method, one.path, one.headers["authorization"]) for one in world.host.seen] == [
        ("GET", "/messages?to=ann", f"Bearer {canary}")
    ]
    # the host echoed its whole request: the program got it masked
    ((method, status, text),) = done["output"]["told"]
    assert (method, status) == ("GET", 200)
    assert "GET /messages?to=ann" in text
    assert "Bearer ••••" in text

    (receipt,) = done["egress"]
    assert (receipt["method"], receipt["outcome"], receipt["status"], receipt["credentials"]) == ("GET", "answered", 200, [NAME])
    assert receipt["headers"]["authorization"] == "••••"
    assert receipt["masked"] >= 2
    listed = world.api("GET", "/api/v1/credentials/")["results"]
    (use,) = next(one for one in listed if one["id"] == credential)["last_uses"]
    assert (use["host"], use["outcome"], use["http_status"]) == ("127.0.0.1", "answered", 200)

    assert canary not in str(done)
    assert world.places_of(canary) == []
    assert world.places_of("I asked 1 times."), "the search would find what is there"
