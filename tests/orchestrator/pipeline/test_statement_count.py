"""Upper bound of the SQL statements of one message, from the request that posts it to the stored answer."""

from functools import partial

import pytest
from django.db.backends.utils import CursorWrapper
from rest_framework.test import APIClient

from kingdom.contracts.sandbox import SandboxOutcome
from kingdom.orchestrator.models import Conversation, Message
from kingdom.orchestrator.pipeline import message_pipeline
from kingdom.orchestrator.pipeline.message_pipeline import message_answer
from kingdom.sessions.engine.lease import session_take
from kingdom.sessions.engine.runner import session_run
from kingdom.specialists.models.specialist import Specialist
from tests.factories.capabilities import FakeWorker, always, graph
from tests.factories.king import King

RENEWAL = 'UPDATE "sessions" SET "lease_expires_at"'  # every half second or more: a slow machine sends some
BOUND = 37  # the search of candidates is not among them: the King of this test answers without it


@pytest.fixture
def statements(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The statements of all threads, savepoints included, without the renewals of leases."""
    sent: list[str] = []
    execute = CursorWrapper.execute

    def counted(self: CursorWrapper, sql: str, params: object = None) -> object:
        if not sql.startswith(RENEWAL):
            sent.append(sql)
        return execute(self, sql, params)  # type: ignore[arg-type]  # as Django calls it

    monkeypatch.setattr(CursorWrapper, "execute", counted)
    return sent


def test_statements_of_a_message(
    talk: Conversation,
    as_alice: APIClient,
    king: King,
    converter: Specialist,
    statements: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    worker = FakeWorker(SandboxOutcome(status="ok", value={"answer": "30.9 pounds", "output": None}))
    monkeypatch.setattr(message_pipeline, "session_run", partial(session_run, graphs=always(graph(worker=worker))))
    king.says("specialist", converter)
    counts = []
    for number in range(4):
        statements.clear()
        path = f"/api/v1/conversations/{talk.pk}/messages/"
        posted = as_alice.post(path, {"content": f"{number} kg in pounds"}, format="json")
        assert posted.status_code == 202, posted.content
        lease = session_take(session_id=posted.json()["session_id"])
        message_answer(session_id=posted.json()["session_id"], lease=lease)
        counts.append(len(statements))
        assert Message.objects.filter(role="specialist", content="30.9 pounds").count() == number + 1
    assert counts[-1] <= BOUND, "\n".join(statements)
    assert counts[-1] <= counts[1], "a message costs no more statements after more turns"
