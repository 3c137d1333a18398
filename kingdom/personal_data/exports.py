"""Writes of exports: request one, write its file, delete it when it expires."""

import math
import uuid
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.files import File
from django.core.files.base import ContentFile
from django.core.files.storage import Storage, storages
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.db.models.signals import post_delete
from django.dispatch import receiver
from django.utils.translation import gettext_noop

from kingdom.accounts.access import access_transaction
from kingdom.accounts.models import User
from kingdom.adapters.archive_store import EXPORTS
from kingdom.approvals.notifications.services import notification_create
from kingdom.core.background.jobs import MAX_ATTEMPTS, JobQueue, Lease, LeaseLost
from kingdom.core.background.task_queue import check_worker_stopping
from kingdom.core.clock import Clock, utc_now
from kingdom.core.deployment.private_folder import ensure_private_folder
from kingdom.core.errors import Busy, Gone, NotFound
from kingdom.core.text.sentences import sentence
from kingdom.personal_data.archive import archive_write
from kingdom.personal_data.models import DataExport

EXPORT_LIFE = timedelta(days=7)
EXPORT_PAUSE = timedelta(hours=1)  # after a finished one: each reads everything that its user ever wrote
EXPORT_KIND = "data_export"  # of the notification
EXPORT_LINK = "/me/#data"
FILE_NAME = "kingdom-data.zip"
_SUFFIX = ".zip"
_TOO_SOON = gettext_noop("Your data was exported within the last hour. Download that file, or try again later.")
_State = DataExport.State
export_jobs = JobQueue(
    DataExport, states=(_State.PENDING,), task="kingdom.personal_data.tasks.export_work", lease_s=300.0
)


def exports_of(*, user_id: int) -> QuerySet[DataExport]:
    """Return a user's exports, newest first."""
    return DataExport.objects.filter(user_id=user_id).order_by("-created_at", "-pk")


def export_request(*, user_id: int, clock: Clock = utc_now) -> DataExport:
    """Create an export, which a worker writes; while one is pending, return that one. It replaces earlier files.

    Raises Busy with ``retry_after``, in seconds, for an hour after one was finished.
    """
    _check_pause(user_id, clock())
    try:
        with access_transaction():
            export = DataExport.objects.create(user_id=user_id)
            for earlier in exports_of(user_id=user_id).exclude(pk=export.pk):
                earlier.delete()
            export_jobs.enqueue(export)
    except IntegrityError:
        return exports_of(user_id=user_id).get(state=_State.PENDING)
    return export


def _check_pause(user_id: int, now: datetime) -> None:
    finished = exports_of(user_id=user_id).filter(state__in=(_State.DONE, _State.EXPIRED))
    latest = finished.filter(finished_at__gt=now - EXPORT_PAUSE).order_by("-finished_at").first()
    if latest is None or latest.finished_at is None:
        return
    wait = math.ceil((latest.finished_at + EXPORT_PAUSE - now).total_seconds())
    raise Busy(_TOO_SOON, retry_after=wait)


def export_file(*, user_id: int, export_id: uuid.UUID, clock: Clock = utc_now) -> "File[bytes]":
    """Return the opened file of one of the user's exports. Raises NotFound; Gone after it has expired."""
    export = DataExport.objects.filter(pk=export_id, user_id=user_id).first()
    if export is None or export.state in (_State.PENDING, _State.FAILED):
        raise NotFound("There is no such file.")
    if export.state == _State.EXPIRED or export.expires_at is None or export.expires_at <= clock():
        raise Gone("This export has expired. Make a new one.")
    try:
        return _store().open(export_name(export.pk))
    except FileNotFoundError:
        raise NotFound("The file of this export is missing. Make a new one.") from None


def export_name(export_id: uuid.UUID) -> str:
    """Return the name of an export's file in the store. Backups do not include it."""
    return f"{export_id}{_SUFFIX}"


def exports_store_probe() -> str:
    """Store and delete an empty file; return where exports are kept. Raises ArchivesUnreachable.

    The data folder is not touched: what another account made there would be in the way of the worker.
    """
    url: str = settings.KINGDOM.exports_url
    if not url:
        return str(_drafts())
    store = _store()
    store.delete(store.save(f"{uuid.uuid4()}.probe", ContentFile(b"")))
    return url


def _store() -> Storage:
    return storages[EXPORTS]


def _drafts() -> Path:
    """Return the folder of files that are being written, on this machine."""
    root: Path = settings.KINGDOM.resolved_data
    return root / "exports"


class _CompleteDraft(File):  # type: ignore[type-arg] # generic for the type checker only
    """A complete archive for the store, which moves it or reads it. ``progress`` is called at each part it reads."""

    def __init__(self, path: Path, progress: Callable[[], None]) -> None:
        self._opened = path.open("rb")
        super().__init__(self._opened, name=path.name)
        self._path, self._progress = path, progress

    def temporary_file_path(self) -> str:
        return str(self._path)

    def read(self, size: int = -1) -> bytes:
        self._progress()
        return self._opened.read(size)


def export_write(*, export_id: uuid.UUID) -> bool:
    """Write an export's file and notify its user; return whether this worker did. Safe to kill and to repeat."""
    lease = export_jobs.take(export_id)
    if lease is None:
        return False
    with export_jobs.interruptible(lease):
        if lease.attempts > MAX_ATTEMPTS:
            text = sentence("Your data could not be exported. Ask your admin to read the logs.")
            return _finish(lease, _State.FAILED, text)
        return _write(lease)
    return False


def _write(lease: Lease) -> bool:
    user = User.objects.get(pk=DataExport.objects.values_list("user_id", flat=True).get(pk=lease.job_id))
    ensure_private_folder(_drafts())
    draft, renew = _drafts() / f"{lease.job_id}.{uuid.uuid4().hex}.part", _renewing(lease)
    draft.touch(mode=0o600)
    try:
        archive_write(draft, user=user, progress=renew)
        size = draft.stat().st_size
        with _CompleteDraft(draft, renew) as complete:
            _store().save(export_name(uuid.UUID(str(lease.job_id))), complete)
    finally:
        draft.unlink(missing_ok=True)
    days = EXPORT_LIFE.days
    text = sentence("Your data is ready to download, for %(days)s days.", days=days)
    is_stored = _finish(lease, _State.DONE, text, size)
    if not is_stored and not DataExport.objects.filter(pk=lease.job_id).exists():  # deleted while it was written
        _file_delete(uuid.UUID(str(lease.job_id)))
    return is_stored


def _renewing(lease: Lease) -> Callable[[], None]:
    def renew() -> None:
        check_worker_stopping()
        if export_jobs.renew(lease) is None:
            raise LeaseLost("Another worker writes this export.")

    return renew


@transaction.atomic
def _finish(lease: Lease, state: DataExport.State, text: str, size: int = 0) -> bool:
    now = utc_now()
    if not export_jobs.finish(lease, state=state, size=size, finished_at=now, expires_at=now + EXPORT_LIFE):
        return False
    user_id = DataExport.objects.values_list("user_id", flat=True).get(pk=lease.job_id)
    notification_create(user_id=user_id, kind=EXPORT_KIND, text=text, link=EXPORT_LINK)
    return True


def exports_expire(*, clock: Clock = utc_now) -> int:
    """Delete the files of expired exports and return how many. Safe to repeat and to kill."""
    expired = DataExport.objects.filter(state=_State.DONE, expires_at__lte=clock())
    for pk in list(expired.values_list("pk", flat=True)[:500]):
        _file_delete(pk)
        DataExport.objects.filter(pk=pk, state=_State.DONE).update(state=_State.EXPIRED)
    return _orphans_delete(clock)


def _orphans_delete(clock: Clock) -> int:
    """Delete files without a row, and old drafts of this machine's dead workers. A row is there before its file."""
    before, count = (clock() - EXPORT_LIFE).timestamp(), 0
    found = {name for name in _store().listdir("")[1] if name.endswith(_SUFFIX)}
    with_file = DataExport.objects.filter(state__in=(_State.PENDING, _State.DONE)).values_list("pk", flat=True)
    for name in found - set(map(export_name, with_file)):
        _store().delete(name)
        count += 1
    for draft in _drafts().glob("*.part"):
        with suppress(FileNotFoundError):
            if draft.stat().st_mtime < before:
                draft.unlink()
                count += 1
    return count


def _file_delete(export_id: uuid.UUID) -> None:
    """Delete an export's file, and what this machine has of it in part."""
    _store().delete(export_name(export_id))
    for draft in _drafts().glob(f"{export_id}.*.part"):
        draft.unlink(missing_ok=True)


@receiver(post_delete, sender=DataExport)
def export_file_delete(instance: DataExport, **_: Any) -> None:  # noqa: ANN401 - a signal's arguments
    """Delete the file of a deleted export once that is committed."""
    transaction.on_commit(partial(_file_delete, instance.pk), robust=True)  # what is left is deleted as an orphan
