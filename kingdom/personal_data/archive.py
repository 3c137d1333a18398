"""The archive of one user's data: a ZIP file, written row by row and one conversation at a time."""

import json
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from django.core.serializers.json import DjangoJSONEncoder

from kingdom.accounts.models import User
from kingdom.core.errors import NotFound
from kingdom.orchestrator.models import Conversation
from kingdom.orchestrator.sharing.transcript import conversation_data, conversation_markdown
from kingdom.personal_data.exported_rows import CHUNK_SIZE, ROW_FILES, exported_rows
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion
from kingdom.tools.files.services import file_read, files_of
from kingdom.tools.models import FileVersion, WorkspaceUsage

_README = """This archive holds what Kingdom keeps of {name}.

account/        your account, API tokens (without their secrets), browsers, notifications
approvals/      questions that you were asked, and your answers
conversations/  each as conversation.md to read and conversation.json for programs, with files/ as they are
                and versions/ as they were
creations/      specialists that you asked the Council for
credentials/    names, hosts and uses of your credentials; a stored value leaves the vault for its host only
other-files/    files of workflows
receipts/       every tool call and every request to a host that ran for you
recordings/     supervised requests that you agreed to record
rules/          permissions that you gave or refused for good, policies, webhooks
schedules/      schedules and what they started
specialists/    your specialists with every version; held-out tests stay out, or they would test nothing any more
usage/          executions, tokens and costs
workflows/      plans, nodes and results

Files that end in .jsonl have one JSON object a line. Times are in UTC.
"""
_FOLDER_TITLE = re.compile(r"[^\w-]+")
Progress = Callable[[], None]


def archive_write(path: Path, *, user: User, progress: Progress = lambda: None) -> None:
    """Write all data of a user to a ZIP file. ``progress`` is called after each part; what it raises ends the work.

    In memory are at most one conversation, one file, one specialist's version and some hundred rows.
    """
    with ZipFile(path, "w", ZIP_DEFLATED) as archive:
        archive.writestr("README.txt", _README.format(name=user.get_username()))
        _write_json(archive, "account/account.json", _account(user))
        folders = _write_conversations(archive, user.pk, progress)
        _write_files(archive, user.pk, folders, progress)
        _write_versions(archive, user.pk, folders, progress)
        _write_specialists(archive, user.pk, progress)
        for file in ROW_FILES:
            _write_lines(archive, f"{file.path}.jsonl", exported_rows(file, user_id=user.pk), progress)


def _account(user: User) -> Mapping[str, Any]:
    about = ("id", "username", "first_name", "last_name", "email", "date_joined", "last_login")
    return {name: getattr(user, name) for name in (*about, "theme", "language", "time_zone")}


def _write_conversations(archive: ZipFile, user_id: int, progress: Progress) -> dict[str, str]:
    """Write each conversation and return the folders by id."""
    folders = dict[str, str]()
    for conversation in Conversation.objects.filter(user_id=user_id).order_by("created_at").iterator(chunk_size=100):
        folder = folders[str(conversation.pk)] = _conversation_folder(conversation)
        _write_json(archive, f"{folder}/conversation.json", conversation_data(conversation))
        archive.writestr(f"{folder}/conversation.md", conversation_markdown(conversation))
        progress()
    return folders


def _conversation_folder(conversation: Conversation) -> str:
    title = _FOLDER_TITLE.sub("-", conversation.title).strip("-")[:40]
    parts = (f"{conversation.created_at:%Y-%m-%d}", title, str(conversation.pk)[:8])
    return "conversations/" + "_".join(part for part in parts if part)


def _write_files(archive: ZipFile, user_id: int, folders: Mapping[str, str], progress: Progress) -> None:
    workspaces = WorkspaceUsage.objects.filter(user_id=user_id).order_by("pk").values_list("pk", flat=True)
    for workspace in workspaces.iterator():
        folder = folders.get(workspace, f"other-files/{workspace}")
        for entry in files_of(workspace_id=workspace):
            try:
                data = file_read(workspace_id=workspace, path=entry.path)
            except NotFound:
                continue  # removed meanwhile
            archive.writestr(f"{folder}/files/{entry.path}", data)
            progress()


def _write_versions(archive: ZipFile, user_id: int, folders: Mapping[str, str], progress: Progress) -> None:
    rows = FileVersion.objects.filter(user_id=user_id, deleted=False).order_by("workspace", "path", "number")
    for pk in rows.values_list("pk", flat=True).iterator():
        version = FileVersion.objects.filter(pk=pk).first()
        if version is None:
            continue
        folder = folders.get(version.workspace, f"other-files/{version.workspace}")
        archive.writestr(f"{folder}/versions/{version.path}.v{version.number}", bytes(version.content))
        progress()


def _write_specialists(archive: ZipFile, user_id: int, progress: Progress) -> None:
    for specialist in Specialist.objects.filter(created_by_id=user_id).order_by("created_at"):
        folder = f"specialists/{specialist.role}_{str(specialist.pk)[:8]}"
        names = ("id", "role", "created_at", "status", "scope", "execution_count", "success_count", "last_used_at")
        _write_json(archive, f"{folder}/specialist.json", {name: getattr(specialist, name) for name in names})
        for version in (
            SpecialistVersion.objects.filter(specialist=specialist).order_by("number").iterator(chunk_size=1)
        ):
            _write_json(archive, f"{folder}/version-{version.number}.json", _version(version))
        progress()


def _version(version: SpecialistVersion) -> Mapping[str, Any]:
    visible = [test for test in version.tests if not test.get("held_out", True)]
    return {
        "number": version.number,
        "created_at": version.created_at,
        "digest": version.digest,
        "spec": version.spec,
        "tests": visible,
        "held_out_tests": len(version.tests) - len(visible),
    }


def _write_json(archive: ZipFile, name: str, value: object) -> None:
    archive.writestr(name, json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False, indent=2))


def _write_lines(archive: ZipFile, name: str, rows: Iterator[Mapping[str, Any]], progress: Progress) -> None:
    with archive.open(name, "w", force_zip64=True) as member:
        for number, row in enumerate(rows, start=1):
            line = json.dumps(row, cls=DjangoJSONEncoder, ensure_ascii=False)
            member.write(line.encode() + b"\n")
            if number % CHUNK_SIZE == 0:
                progress()
    progress()
