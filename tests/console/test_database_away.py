"""An absent database is 503 with Retry-After for programs and people, and no stream ends for it."""

import asyncio
import uuid
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any, NoReturn

import pytest
from django.db import OperationalError, connection
from django.test import Client

from kingdom.core import sse
from kingdom.core.sse import PING, authorized_stream, stored_rows_stream

PROGRAMS = ("/api/v1/me/", "/api/v1/specialists/", f"/api/v1/sessions/{uuid.uuid4()}/", "/api/v1/sessions/{}/events/")
PEOPLE = ("/", "/approvals/", "/admin/", "/specialists/", f"/c/{uuid.uuid4()}/")


def _away(*_: object) -> NoReturn:
    raise OperationalError("connection to server failed: Connection refused")


@pytest.fixture
def visitor(as_alice: Client) -> Iterator[Client]:
    """A signed-in client from whose next request on the database is away."""
    as_alice.raise_request_exception = False
    with connection.execute_wrapper(_away):
        yield as_alice


@pytest.mark.parametrize("path", PROGRAMS)
def test_a_program_gets_503_and_when_to_try_again(visitor: Client, path: str) -> None:
    answer = visitor.get(path.format(uuid.uuid4()), headers={"Accept": "application/json, text/event-stream"})
    assert (answer.status_code, answer["Content-Type"]) == (503, "application/problem+json")
    assert int(answer["Retry-After"]) > 0
    assert answer.json()["code"] == "database_away"


def test_a_write_gets_503_too(visitor: Client) -> None:
    answer = visitor.post("/api/v1/conversations/", {}, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (503, "database_away")
    assert int(answer["Retry-After"]) > 0


@pytest.mark.parametrize("path", PEOPLE)
def test_a_person_gets_a_page_that_says_so_and_reloads(visitor: Client, path: str) -> None:
    answer = visitor.get(path)
    assert answer.status_code == 503
    assert int(answer["Retry-After"]) > 0
    text = answer.content.decode()
    assert "The database does not answer at the moment" in text
    assert "reloads by itself" in text
    assert "Internal error" not in text


@pytest.mark.django_db
def test_an_own_error_of_the_database_stays_an_internal_error(as_alice: Client) -> None:
    def refuse(*_: object) -> NoReturn:
        raise ValueError("a fault of ours")

    as_alice.raise_request_exception = False
    with connection.execute_wrapper(refuse):
        assert as_alice.get("/approvals/").status_code == 500


@pytest.mark.django_db
async def test_a_stream_outlives_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sse, "DATABASE_RETRY_S", 0.01)
    reads = [OperationalError("gone"), OperationalError("gone"), [{"seq": 1}]]
    checks = [OperationalError("gone"), True]

    def read(after: int) -> tuple[list[dict[str, int]], dict[str, str] | None]:
        found = reads.pop(0) if reads else []
        if isinstance(found, OperationalError):
            raise found
        assert isinstance(found, list)
        return found, {"state": "completed"}

    def is_authorized() -> bool:
        found = checks.pop(0) if checks else True
        if isinstance(found, OperationalError):
            raise found
        return bool(found)

    @asynccontextmanager
    async def quiet() -> AsyncIterator[Any]:
        yield asyncio.Queue[dict[str, Any]]()

    frames = stored_rows_stream(quiet(), read, after=0, row_frame=lambda row: f"row {row['seq']}\n\n")
    seen = [frame async for frame in authorized_stream(frames, is_authorized, recheck_s=0.0)]
    assert seen[:3] == [PING, PING, "row 1\n\n"]
    assert seen[3].startswith("event: final")
