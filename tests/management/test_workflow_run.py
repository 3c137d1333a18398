"""``manage.py workflow_run``: works on a workflow to its end; exit code 0 only when it is completed."""

import json
from functools import partial
from io import StringIO
from pathlib import Path
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command

from kingdom.accounts.models import User
from kingdom.sessions.models import Session
from tests.factories.workflows import create_worker, failure, session_end, success, worker_node

pytestmark = pytest.mark.django_db
NODES = [worker_node("analyze_a"), worker_node("analyze_b", "analyze_a")]


@pytest.fixture
def manifest(tmp_path: Path, alice: User) -> Path:
    """A file with a manifest of two nodes."""
    create_worker()
    path = tmp_path / "plan.json"
    path.write_text(json.dumps({"agents": NODES}))
    return path


def _end_sessions(monkeypatch: pytest.MonkeyPatch, *, ok: bool) -> None:
    """End each session instead of running its code: the sandbox has tests of its own."""

    def run(*, session_id: UUID) -> bool:
        session_end(Session.objects.get(pk=session_id), success if ok else failure())
        return True

    monkeypatch.setattr("kingdom.workflows.local_run.session_run", run)


def _run(path: Path, *options: str) -> str:
    out = StringIO()
    partial(call_command, "workflow_run", str(path), "--user", "alice", *options)(stdout=out)
    return out.getvalue()


def test_completed_workflow_is_printed(manifest: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _end_sessions(monkeypatch, ok=True)
    lines = _run(manifest).splitlines()
    assert lines[0].endswith("  completed")
    assert lines[1].startswith("This plan only computes")
    assert lines[2:] == ["  analyze_a: completed", "  analyze_b: completed", "HELLO"]


def test_report_as_json(manifest: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _end_sessions(monkeypatch, ok=True)
    report = json.loads(_run(manifest, "--json"))
    assert (report["state"], report["output"]["results"]) == ("completed", {"analyze_b": "HELLO"})


def test_workflow_that_waits_exits_with_one(
    manifest: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _end_sessions(monkeypatch, ok=False)
    with pytest.raises(SystemExit) as ended:
        call_command("workflow_run", str(manifest), "--user", "alice")
    assert ended.value.code == 1
    out = capsys.readouterr().out
    assert "analyze_a: awaiting_approval  Execution Failure" in out
    assert "under Approvals" in out


@pytest.mark.parametrize("text", ["", "{", "[]", '{"agents": 3}'])
def test_bad_file_is_refused(manifest: Path, text: str) -> None:
    manifest.write_text(text)
    with pytest.raises(CommandError):
        _run(manifest)
    with pytest.raises(CommandError, match="cannot be read"):
        _run(manifest.with_name("none.json"))
