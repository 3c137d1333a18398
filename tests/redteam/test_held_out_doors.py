"""Held-out tests at every door of their owner: no address, stream, receipt, file or export quotes one.

The walk over all addresses also finds answers that a cache may keep.
"""

import json
import re
import uuid
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from kingdom.accounts.models import User
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.spec import TestCase
from kingdom.council.models import CreationCase
from kingdom.council.stages.base import StageResult
from kingdom.personal_data.archive import archive_write
from kingdom.sessions.models import EgressReceipt, Session
from kingdom.sessions.trials.trial_sessions import trial_open
from kingdom.specialists.models.specialist import Specialist
from kingdom.tools.models import ToolReceipt
from kingdom.tools.receipts.services import ToolCallOutcome, receipt_append
from tests.factories import version_of
from tests.factories.council import Council, confirmed, opened
from tests.factories.rows import plant
from tests.factories.tools import wanted

pytestmark = pytest.mark.django_db(transaction=True)
HELD_OUT = "held-out-4711"
SHOWN = tuple(TestCase(input=f"shown {n}", expected_output={"answer": f"SHOWN {n}"}) for n in range(4))
HIDDEN = tuple(TestCase(input=f"{HELD_OUT} {n}", expected_output={"answer": HELD_OUT}, held_out=True) for n in range(2))
ENDLESS = {"live-events", "notification-events"}  # streams without an end, of which nothing is a test's

KEPT = {"conversation-picture"}  # the browser keeps it and asks before it shows it: test_pictures.py


def _tests(*_: object) -> StageResult:
    details = {"total": 6, "held_out": 2}
    return StageResult(verdict="passed", reason="6 tests.", suite=(*SHOWN, *HIDDEN), details=details)


@pytest.fixture
def council() -> Council:
    """A Council that writes two held-out tests."""
    return Council(says={"tests": _tests})


@pytest.fixture
def trial(alice: User, council: Council) -> Session:
    """A trial of Alice's own specialist on a held-out test, in which a tool and a host were called with its words."""
    case = council.work(confirmed(council.work(opened(alice))))
    assert case.state == "completed", case.reason
    version = version_of(Specialist.objects.get(cases=case))
    session, _ = trial_open(user_id=alice.pk, version_id=version.pk, text=HIDDEN[0].input)
    Session.objects.filter(pk=session.pk).update(answer=HELD_OUT, state="completed")
    for is_trial in (True, False):  # an earlier release stored the arguments of trials
        ctx = CallContext(
            trace_id="t", user_id=str(alice.pk), session_id=str(session.pk), agent_id="research_a", trial=is_trial
        )
        ended = ToolCallOutcome(outcome="done", result={"success": True}, side="read")
        receipt_append(ctx=ctx, request=wanted("archon.web.search", query=HIDDEN[0].input), ended=ended)
    plant(EgressReceipt, session=session, url=f"https://bank.example/?q={HELD_OUT}")
    return session


def _routes(resolver: URLResolver, prefix: str = "") -> Iterator[tuple[str, str]]:
    for entry in resolver.url_patterns:
        path = prefix + str(entry.pattern)
        if isinstance(entry, URLResolver):
            yield from _routes(entry, path)
        elif isinstance(entry, URLPattern) and not path.startswith("admin/"):
            yield entry.name or "", path


def _reads(client: Client, ids: dict[str, object]) -> Iterator[tuple[str, int, str]]:
    """Yield the name of each route, the status of a GET and what it answered, with these ids in its address."""
    for name, pattern in _routes(get_resolver()):
        path = re.sub(r"<\w+:(\w+)>", lambda found: str(ids.get(found.group(1), uuid.uuid4())), pattern)
        if name in ENDLESS or not re.fullmatch(r"[\w./-]*", path):
            continue
        answer = client.get(f"/{path}", HTTP_ACCEPT="application/json, text/html")
        assert name in KEPT or "no-store" in answer["Cache-Control"], name
        content = b"".join(answer) if answer.streaming else answer.content
        yield name, answer.status_code, content.decode()


def test_no_address_of_its_owner_quotes_one_and_no_answer_may_be_kept(
    alice: User, trial: Session, council: Council
) -> None:
    waiting = council.work(opened(alice))
    assert HELD_OUT in json.dumps(waiting.test_suite), "control"
    assert waiting.state == "awaiting_confirmation"
    assert trial.version is not None
    finished = CreationCase.objects.exclude(pk=waiting.pk).get()
    client = Client()
    client.force_login(alice)
    reached = set[str]()
    for case in (waiting, finished):
        ids: dict[str, object] = {"session_id": trial.pk, "pk": trial.version.specialist_id, "case_id": case.pk}
        ids |= {"specialist_id": trial.version.specialist_id, "approval_id": waiting.approval_id}
        for name, status, content in _reads(client, ids):
            assert HELD_OUT not in content, name
            reached |= {name} if status == 200 else set()
    expected = {"specialist", "specialist-page", "specialist-export", "specialist-download", "specialist-test-runs"}
    expected |= {"creation", "creation-page", "creation-card", "creation-events", "approval", "approval-page", "events"}
    assert expected | {"tool-receipts", "creations", "data-exports"} <= reached


@pytest.mark.parametrize("path", ["/api/v1/sessions/{}/", "/api/v1/sessions/{}/events/", "/turns/{}/"])
def test_a_trial_is_nobody_s_session(path: str, alice: User, trial: Session) -> None:
    client = Client()
    client.force_login(alice)
    address = path.format(trial.pk)
    assert client.get(address, HTTP_ACCEPT="application/json").status_code == 404
    Session.objects.filter(pk=trial.pk).update(purpose="task")
    assert HELD_OUT in client.get(address, HTTP_ACCEPT="application/json").content.decode(), "control"


def test_receipts_of_trials_have_no_arguments(alice: User, trial: Session) -> None:
    client = Client()
    client.force_login(alice)
    found = client.get("/api/v1/tool-receipts/").json()["results"]
    assert [one["args"] for one in found] == [{}, {}]
    assert [one.args for one in ToolReceipt.objects.order_by("seq")] == [{}, {"query": HIDDEN[0].input}]


def test_the_export_of_all_personal_data_has_none(alice: User, trial: Session, tmp_path: Path) -> None:
    archive_write(tmp_path / "alice.zip", user=alice)
    with ZipFile(tmp_path / "alice.zip") as archive:
        texts = {name: archive.read(name).decode() for name in archive.namelist()}
    assert [name for name, text in texts.items() if HELD_OUT in text] == []
    assert any("shown 1" in text for text in texts.values()), "control"
