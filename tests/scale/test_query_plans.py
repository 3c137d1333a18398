"""No statement of a message, a page or a periodic task reads a whole large table."""

import asyncio
import re
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import connection, connections
from pytest_django import DjangoDbBlocker
from rest_framework.test import APIClient

from kingdom.accounts.models import User
from kingdom.adapters.pubsub_registry import close_channels
from kingdom.contracts.sandbox import SandboxOutcome
from kingdom.orchestrator.conversations.services import message_post
from kingdom.orchestrator.models import Conversation
from kingdom.sessions.engine.reaper import sessions_reap
from kingdom.sessions.engine.runner import session_run
from kingdom.sessions.models import Session
from kingdom.specialists.evidence.hourly_metrics import executions_purge
from tests.factories import create_global_specialist, create_user
from tests.factories.capabilities import FakeWorker, always, graph
from tests.factories.king import King, prepared
from tests.factories.pooler import migrated_copy
from tests.plugins.idle_queue import idle_queue

ROWS = 12_000
HANDLER = "def handle(payload, ctx):\n    return {'answer': 'done', 'output': None}\n"
# A further row is of another user and another hour; what it has of its own besides these and its key.
AT = "now() - n * interval '1 hour'"
USER = "1000 + n % 1000"
OWN_VALUES = {
    "sessions": {"conversation_id": "gen_random_uuid()", "finished_at": AT},
    "orchestrator_conversation": {},
    "orchestrator_message": {"session_id": "NULL", "conversation_id": "gen_random_uuid()"},
    "route_receipts": {"session_id": "gen_random_uuid()", "message_id": "gen_random_uuid()"},
    "session_events": {"session_id": "gen_random_uuid()"},
    "session_effects": {"session_id": "gen_random_uuid()", "idempotency_key": "gen_random_uuid()"},
    # an eighth is of the version: its newest executions are then not the newest of all
    "task_telemetry": {
        **{"session_id": "gen_random_uuid()", "trace_id": "gen_random_uuid()"},
        "version_id": 'CASE WHEN n % 8 = 0 THEN model."version_id" ELSE gen_random_uuid() END',
    },
    "domain_events": {"session_id": "gen_random_uuid()"},
    "tool_receipts": {"session_id": "gen_random_uuid()", "seq": "n"},
}

ADMIN_LISTS = [
    *("/admin/events/domainevent/", "/admin/specialists/execution/", "/admin/kingdom_sessions/session/"),
    "/admin/orchestrator/routerecord/",
]


@pytest.fixture
def own_database(django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """A database that is dropped afterwards: the dead rows would slow down every other test."""
    with migrated_copy() as name, django_db_blocker.unblock(), idle_queue():
        before = connection.settings_dict["NAME"]
        _close_connections()
        connection.settings_dict["NAME"] = name
        try:
            yield
        finally:
            close_channels()
            _close_connections()
            connection.settings_dict["NAME"] = before


def _close_connections() -> None:
    """Close the connections of this thread and of the one that coroutines use: the next ones read another database."""
    connection.close()
    asyncio.run(sync_to_async(connections.close_all)())


@pytest.fixture
def king(monkeypatch: pytest.MonkeyPatch) -> King:
    """The King's verdicts are the test's; what is done with them is the product's."""
    return King(monkeypatch)


def columns_of(table: str) -> dict[str, str]:
    """Return the columns of a table that can be written, each with its type."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT attname, format_type(atttypid, NULL) FROM pg_attribute "
            "WHERE attrelid = to_regclass(%s) AND attnum > 0 AND NOT attisdropped AND attgenerated = ''",
            [table],
        )
        return dict(cursor.fetchall())


def grow(table: str, own: dict[str, str]) -> None:
    """Add ``ROWS`` rows like the first one of a table, with keys of their own."""
    columns = columns_of(table)
    own = {"id": "gen_random_uuid()" if columns["id"] == "uuid" else "1000000 + n", "created_at": AT, **own}
    if "user_id" in columns:
        own = {"user_id": USER, **own}
    names = ", ".join(f'"{name}"' for name in columns)
    values = ", ".join(f"({own[name]})::{kind}" if name in own else f'model."{name}"' for name, kind in columns.items())
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        cursor.execute(
            f"INSERT INTO {table} ({names}) SELECT {values} "
            f"FROM (SELECT * FROM {table} LIMIT 1) AS model, generate_series(1, {ROWS}) AS n"
        )
        assert cursor.rowcount == ROWS, f"{table} has no row to multiply"
        cursor.execute("RESET session_replication_role")
        cursor.execute(f"ANALYZE {table}")


@contextmanager
def explained() -> Iterator[dict[str, list[dict[str, Any]]]]:
    """Yield the plan nodes of each distinct statement that runs in the block, by its text."""
    plans: dict[str, list[dict[str, Any]]] = {}

    def explain(execute: Callable[..., object], sql: object, params: object, many: bool, context: object) -> object:
        text = str(sql)
        if not many and re.match(r"\s*(SELECT|UPDATE|DELETE|WITH)\b", text) and text not in plans:
            plans[text] = []
            with connection.connection.cursor() as cursor:
                cursor.execute(f"EXPLAIN (FORMAT JSON) {text}", params)
                plans[text] = list(nodes(cursor.fetchone()[0][0]["Plan"]))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(explain):
        yield plans


def nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for child in plan.get("Plans", []):
        yield from nodes(child)


def whole_reads(plans: dict[str, list[dict[str, Any]]]) -> list[str]:
    """Return the statements that read a whole large table, row by row, with the node that does."""
    found = []
    for text, plan in plans.items():
        for node in plan:
            is_scan = node["Node Type"] in ("Seq Scan", "Index Scan", "Index Only Scan", "Parallel Seq Scan")
            if not is_scan or node["Relation Name"] not in OWN_VALUES or node.get("Index Cond"):
                continue
            # an index in order that ends with the page, or one of few rows, reads no more than it returns
            if node["Node Type"] != "Seq Scan" and (is_partial(node["Index Name"]) or not node.get("Filter")):
                continue
            found.append(f"{node['Node Type']} of {node['Relation Name']} ({node.get('Filter', '')}): {text}")
    return found


def is_partial(index: str) -> bool:
    with connection.connection.cursor() as cursor:
        cursor.execute("SELECT indpred IS NOT NULL FROM pg_index WHERE indexrelid = to_regclass(%s)", [index])
        return bool(cursor.fetchone()[0])


def message_through(king: King, user: User, talk: Conversation) -> Session:
    """Post a message, route it and run its session."""
    posted = message_post(user_id=user.pk, conversation_id=talk.pk, content="14 kg in pounds")
    session = prepared(Session.objects.get(pk=posted.session_id))
    worker = FakeWorker(SandboxOutcome(status="ok", value={"answer": "30.9 pounds", "output": {"n": 3}}))
    session_run(session_id=session.pk, graphs=always(graph(worker=worker)))
    session.refresh_from_db()
    assert session.state == "completed"
    return session


def test_with_many_rows_nothing_reads_a_whole_table(own_database: None, king: King) -> None:
    alice = create_user("alice")
    talk = Conversation.objects.create(user=alice)
    king.says("specialist", create_global_specialist("unit_converter", engine="handler", handler_code=HANDLER))
    message_through(king, alice, talk)
    present = [name for name in OWN_VALUES if table_has_rows(name)]
    for table in present:
        grow(table, OWN_VALUES[table])
    client = APIClient()
    client.force_login(alice)
    with explained() as plans:
        session = message_through(king, alice, talk)
        sessions_reap()
        assert executions_purge() > 0
        for path in paths_of(talk, session):
            assert client.get(path).status_code == 200, path
        client.force_login(create_user("boss", staff=True))
        for path in ADMIN_LISTS:
            assert client.get(path).status_code == 200, path
    assert len(plans) > 80
    found = whole_reads(plans)
    assert found == [], "\n".join(found)


def paths_of(talk: Conversation, session: Session) -> list[str]:
    """Return the pages and lists that a user opens most."""
    return [
        *(f"/api/v1/conversations/{talk.pk}/{part}" for part in ("", "messages/")),
        *("/api/v1/conversations/", f"/api/v1/sessions/{session.pk}/", f"/api/v1/routes/{session.pk}/"),
        *("/api/v1/events/", "/api/v1/approvals/", "/api/v1/notifications/", "/api/v1/specialists/"),
        *("/", f"/c/{talk.pk}/", "/specialists/", "/approvals/", "/usage/", "/me/"),
    ]


def table_has_rows(table: str) -> bool:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT EXISTS (SELECT 1 FROM {table})")
        return bool(cursor.fetchone()[0])


def test_the_check_finds_a_read_of_a_whole_table(own_database: None) -> None:
    alice = create_user("alice")
    Conversation.objects.create(user=alice, title="a")
    grow("orchestrator_conversation", {})
    with explained() as plans:
        assert not Conversation.objects.filter(title=str(uuid.uuid4())).exists()
    assert len(whole_reads(plans)) == 1
