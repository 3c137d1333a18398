"""An absent database is 503 with Retry-After for programs and people, and no stream ends for it."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any, NoReturn

import psycopg
import pytest
from django.db import IntegrityError, OperationalError, ProgrammingError, connection
from django.test import Client

from kingdom.core import sse
from kingdom.core.database import infrastructure_fault
from kingdom.core.errors import DatabaseAway
from kingdom.core.sse import PING, authorized_stream, stored_rows_stream

NOBODY = "00000000-0000-4000-8000-000000000000"  # of no row; the same in all processes of a run
PROGRAMS = ("/api/v1/me/", "/api/v1/specialists/", f"/api/v1/sessions/{NOBODY}/", "/api/v1/sessions/{}/events/")
PEOPLE = ("/", "/approvals/", "/admin/", "/specialists/", f"/c/{NOBODY}/")


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
    answer = visitor.get(path.format(NOBODY), headers={"Accept": "application/json, text/event-stream"})
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


@pytest.mark.parametrize("state", [None, "08006", "57P01", "57P03", "53300", "40P01"])
def test_a_broken_connection_is_the_installation_s_fault(state: str | None) -> None:
    error = OperationalError("gone")
    error.__cause__ = _driver_error(state)
    assert isinstance(infrastructure_fault(error), DatabaseAway)


@pytest.mark.parametrize(
    "error", [ProgrammingError("no such table"), IntegrityError("twice"), ValueError("a fault of ours")]
)
def test_other_errors_are_not(error: Exception) -> None:
    assert infrastructure_fault(error) is None


def test_a_statement_that_took_too_long_is_its_own_fault() -> None:
    error = OperationalError("canceling statement due to statement timeout")
    error.__cause__ = _driver_error("57014")
    assert infrastructure_fault(error) is None


def _driver_error(state: str | None) -> psycopg.Error:
    return psycopg.OperationalError("gone") if state is None else psycopg.errors.lookup(state)("gone")


@pytest.mark.django_db
def test_a_stream_outlives_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
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

    async def collect() -> list[str]:
        return [frame async for frame in authorized_stream(frames, is_authorized, recheck_s=0.0)]

    seen = asyncio.run(collect())
    assert seen[:3] == [PING, PING, "row 1\n\n"]
    assert seen[3].startswith("event: final")
