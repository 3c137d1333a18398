"""Files go with their conversation, and with their owner."""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.db import connection
from django.db.backends.utils import CursorWrapper
from django.utils import timezone

from kingdom.accounts.models import User
from kingdom.orchestrator.conversations.services import conversation_create, conversation_delete
from kingdom.orchestrator.tasks import workspaces_sweep
from kingdom.tools.files.workspace_services import _SWEEP_LOCK
from kingdom.tools.models import FileVersion, WorkspaceUsage
from tests.factories.tools import Kit, MakeKit

pytestmark = pytest.mark.django_db


def written(kit: Kit) -> str:
    assert kit.one("archon.fs.write", path="a/b.txt", content="c")["success"]
    assert kit.read("a/b.txt") == b"c"
    return kit.environment.workspace_id


def workspaces() -> set[str]:
    """Return the workspaces that have versions of files; those of the sizes are the same."""
    found = set(FileVersion.objects.values_list("workspace", flat=True))
    assert found == set(WorkspaceUsage.objects.values_list("workspace", flat=True))
    return found


def test_a_deleted_conversation_leaves_no_files(make_kit: MakeKit, alice: User) -> None:
    conversation = conversation_create(user_id=alice.pk)
    kit, other = make_kit(workspace_id=str(conversation.pk)), make_kit()
    kit.allow("*")
    gone, stays = written(kit), written(other)
    assert workspaces() == {gone, stays}
    conversation_delete(user_id=alice.pk, conversation_id=conversation.pk)
    assert workspaces() == {stays}


def test_a_deleted_account_leaves_no_files(kit: Kit, alice: User) -> None:
    written(kit)
    alice.delete()
    assert workspaces() == set()


def aged(workspace_id: str, days: int = 2) -> None:
    FileVersion.objects.filter(workspace=workspace_id).update(created_at=timezone.now() - timedelta(days=days))


class TestSweep:
    """Rows that no conversation or session has."""

    def test_only_what_nobody_has_goes(self, make_kit: MakeKit, alice: User) -> None:
        conversation = conversation_create(user_id=alice.pk)
        kits = [make_kit(workspace_id=str(conversation.pk)), make_kit(), make_kit(workspace_id=str(uuid.uuid4()))]
        kits[0].allow("*")
        talked, alone, orphan = (written(kit) for kit in kits)
        young = written(make_kit(workspace_id=str(uuid.uuid4())))
        for workspace_id in (talked, alone, orphan):
            aged(workspace_id)
        for _ in range(2):  # twice is once
            workspaces_sweep()
            assert workspaces() == {talked, alone, young}

    def test_another_process_is_at_it(self, make_kit: MakeKit) -> None:
        kit = make_kit(workspace_id=str(uuid.uuid4()))
        kit.allow("*")
        aged(written(kit))
        with other_connection() as cursor:
            cursor.execute("SELECT pg_advisory_lock(hashtextextended(%s, 0))", [_SWEEP_LOCK])
            workspaces_sweep()
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
