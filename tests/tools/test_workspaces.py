"""Files go with their conversation, and with their owner."""

from pathlib import Path

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks

from kingdom.accounts.models import User
from kingdom.orchestrator.services import conversation_create, conversation_delete
from kingdom.tools.models import WorkspaceUse
from kingdom.tools.workspace_services import workspace_folder
from tests.tools.conftest import Kit, MakeKit

pytestmark = pytest.mark.django_db


def written(kit: Kit) -> Path:
    assert kit.one("archon.fs.write", path="a/b.txt", content="c")["success"]
    folder = workspace_folder(kit.world.workspace_id)
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
    assert list(WorkspaceUse.objects.values_list("workspace", flat=True)) == [other.world.workspace_id]


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
