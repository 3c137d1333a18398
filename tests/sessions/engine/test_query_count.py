"""Upper bound of the SQL statements of a session."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from kingdom.contracts.sandbox import SandboxOutcome
from kingdom.sessions.engine.runner import session_run
from tests.factories.capabilities import FakeWorker, always, graph
from tests.factories.sessions import OpenSession

RENEWAL = 'UPDATE "sessions" SET "lease_expires_at"'  # every half second or more: a slow machine sends some


@pytest.mark.django_db
def test_statements_of_a_handler_session(open_handler: OpenSession) -> None:
    session = open_handler()
    worker = FakeWorker(SandboxOutcome(status="ok", value={"answer": "Three.", "output": {"n": 3}}))
    with CaptureQueriesContext(connection) as captured:
        session_run(session_id=session.pk, graphs=always(graph(worker=worker)))
    statements = [query["sql"] for query in captured if not query["sql"].startswith(("SAVEPOINT", "RELEASE", RENEWAL))]
    assert len(statements) <= 14, "\n".join(statements)
