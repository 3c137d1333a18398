"""Files go with their conversation, and with their owner."""

import os
import shutil
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from kingdom.accounts.models import User
from kingdom.orchestrator.conversations.services import conversation_create, conversation_delete
from kingdom.orchestrator.tasks import workspaces_sweep
from kingdom.tools.files.workspace_services import _SWEEP_LOCK, workspace_folder
from kingdom.tools.models import FileVersion, WorkspaceUsage
from tests.factories.tools import Kit, MakeKit

pytestmark = pytest.mark.django_db


def written(kit: Kit) -> Path:
    assert kit.one("archon.fs.write", path="a/b.txt", content="c")["success"]
    folder = workspace_folder(kit.environment.workspace_id)
    assert (folder / "a" / "b.txt").read_text() == "c"
    return folder


def test_a_deleted_conversation_leaves_no_files(
    make_kit: MakeKit, alice: User, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    conversation = conversation_create(user_id=alice.pk)
    kit, other = make_kit(workspace_id=str(conversation.pk)), make_kit()
    kit.allow("*")
    gone, stays = written(kit), written(other)
    with django_capture_on_commit_callbacks(execute=True):
        conversation_delete(user_id=alice.pk, conversation_id=conversation.pk)
    assert (gone.exists(), stays.exists()) == (False, True)
    assert list(WorkspaceUsage.objects.values_list("workspace", flat=True)) == [other.environment.workspace_id]


def test_a_deleted_account_leaves_no_files(
    kit: Kit, alice: User, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    folder = written(kit)
    with django_capture_on_commit_callbacks(execute=True):
        alice.delete()
    assert not folder.exists()


@pytest.mark.parametrize("name", ["..", "../../etc", "", "A" * 36, "/etc"])
def test_only_a_uuid_names_a_workspace(name: str) -> None:
    with pytest.raises(ValueError, match="UUID"):
        workspace_folder(name)


def aged(folder: Path, days: int = 2) -> None:
    then = time.time() - days * 86_400
    os.utime(folder, (then, then))
    FileVersion.objects.filter(workspace=folder.name).update(created_at=timezone.now() - timedelta(days=days))


class TestSweep:
    """Folders and rows that no conversation or session has.

    What a crash between a deletion's commit and its last act leaves.
    """

    def test_only_what_nobody_has_goes(
        self,
        make_kit: MakeKit,
        alice: User,
        tmp_path: Path,
        django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
    ) -> None:
        conversation = conversation_create(user_id=alice.pk)
        kits = [make_kit(workspace_id=str(conversation.pk)), make_kit(), make_kit(workspace_id=str(uuid.uuid4()))]
        kits[0].allow("*")
        talked, alone, orphan = (written(kit) for kit in kits)
        young, stray = tmp_path / "workspaces" / str(uuid.uuid4()), tmp_path / "workspaces" / "lost+found"
        for folder in (young, stray):
            folder.mkdir()
        for folder in (talked, alone, orphan, stray):
            aged(folder)
        with django_capture_on_commit_callbacks(execute=True):
            workspaces_sweep()
        assert [one.exists() for one in (talked, alone, young, stray, orphan)] == [True, True, True, True, False]
        assert set(FileVersion.objects.values_list("workspace", flat=True)) == {talked.name, alone.name}
        assert set(WorkspaceUsage.objects.values_list("workspace", flat=True)) == {talked.name, alone.name}
        with django_capture_on_commit_callbacks(execute=True):
            workspaces_sweep()
        assert talked.exists(), "twice is once"

    def test_rows_without_a_folder_go_too(self, make_kit: MakeKit) -> None:
        kit = make_kit(workspace_id=str(uuid.uuid4()))
        kit.allow("*")
        folder = written(kit)
        shutil.rmtree(folder)
        FileVersion.objects.update(created_at=timezone.now() - timedelta(days=2))
        workspaces_sweep()
        assert not FileVersion.objects.exists()

    def test_another_process_is_at_it(self, make_kit: MakeKit) -> None:
        kit = make_kit(workspace_id=str(uuid.uuid4()))
        kit.allow("*")
        folder = written(kit)
        aged(folder)
        with other_connection() as cursor:
            cursor.execute("SELECT pg_advisory_lock(hashtextextended(%s, 0))", [_SWEEP_LOCK])
            workspaces_sweep()
        assert folder.exists()
        assert FileVersion.objects.exists()


@contextmanager
def other_connection() -> Iterator[CursorWrapper]:
    """Another session of the database, as another process has one."""
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            yield cursor
    finally:
        other.close()
