"""The receipts of one's own agents over HTTP."""

import pytest
from rest_framework.test import APIClient

from kingdom.accounts.models import User
from kingdom.contracts.call_context import CallContext
from kingdom.sessions.models import Session
from kingdom.tools.receipts.services import ToolCallOutcome, receipt_append
from tests.factories.tools import session_for, wanted

pytestmark = pytest.mark.django_db
URL = "/api/v1/tool-receipts/"


def done(session: Session, tool: str = "archon.fs.write", outcome: str = "done", **args: object) -> None:
    ctx = CallContext(trace_id="t", user_id=str(session.user_id), session_id=str(session.pk), agent_id="writer_a")
    receipt_append(
        ctx=ctx,
        request=wanted(tool, **args),
        ended=ToolCallOutcome(outcome=outcome, result={"success": True}, side="write"),
    )


@pytest.fixture
def session(alice: User) -> Session:
    """A session of Alice's that wrote twice and was refused once, beside another that read."""
    made = session_for(alice)
    done(made, path="a", content="x" * 2_000)
    done(made, path="b", password="hunter22222")
    done(made, "archon.fs.delete", "refused", path="a")
    done(session_for(alice), "archon.fs.read", path="a")
    return made


def test_newest_first_without_secrets(as_alice: APIClient, session: Session) -> None:
    found = as_alice.get(URL).json()["results"]
    assert [(one["seq"], one["tool"], one["outcome"]) for one in found] == [
        (4, "archon.fs.read", "done"),
        (3, "archon.fs.delete", "refused"),
        (2, "archon.fs.write", "done"),
        (1, "archon.fs.write", "done"),
    ]
    assert "hunter22222" not in str(found)
    assert len(found[3]["args"]["content"]) < 600
    assert [one["previous_hash"] for one in found[:3]] == [one["hash"] for one in found[1:]]
    assert found[0]["ms"] >= 0


@pytest.mark.parametrize(
    ("query", "places"), [("tool=archon.fs.write", [2, 1]), ("outcome=refused", [3]), ("tool=none", [])]
)
def test_some_of_them(as_alice: APIClient, session: Session, query: str, places: list[int]) -> None:
    assert [one["seq"] for one in as_alice.get(f"{URL}?{query}").json()["results"]] == places
    assert [one["seq"] for one in as_alice.get(f"{URL}?session={session.pk}").json()["results"]] == [3, 2, 1]


def test_by_pages(as_alice: APIClient, session: Session) -> None:
    first = as_alice.get(f"{URL}?limit=3").json()
    second = as_alice.get(first["next"]).json()
    assert [[one["seq"] for one in page["results"]] for page in (first, second)] == [[4, 3, 2], [1]]


def test_they_are_hers_alone(as_bob: APIClient, as_stranger: APIClient, session: Session) -> None:
    assert as_bob.get(f"{URL}?session={session.pk}").json()["results"] == []
    assert as_stranger.get(URL).status_code == 401


@pytest.mark.parametrize("query", ["session=x", "outcome=maybe", "tool=%00", f"tool={'x' * 300}"])
def test_what_is_no_filter(as_alice: APIClient, query: str) -> None:
    answer = as_alice.get(f"{URL}?{query}")
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_input")


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_nobody_writes_them(as_alice: APIClient, method: str) -> None:
    assert getattr(as_alice, method)(URL).status_code == 405
