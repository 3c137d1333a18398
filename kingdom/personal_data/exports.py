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
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.db.models.signals import post_delete
from django.dispatch import receiver
from django.utils.translation import gettext_noop

from kingdom.accounts.access import access_transaction
from kingdom.accounts.models import User
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


def export_file(*, user_id: int, export_id: uuid.UUID, clock: Clock = utc_now) -> Path:
    """Return the file of one of the user's exports. Raises NotFound; Gone after it has expired."""
    export = DataExport.objects.filter(pk=export_id, user_id=user_id).first()
    if export is None or export.state in (_State.PENDING, _State.FAILED):
        raise NotFound("There is no such file.")
    path = export_path(export.pk)
    if export.state == _State.EXPIRED or export.expires_at is None or export.expires_at <= clock():
        raise Gone("This export has expired. Make a new one.")
    if not path.is_file():
        raise NotFound("The file of this export is missing. Make a new one.")
    return path


def export_path(export_id: uuid.UUID) -> Path:
    """Return where the file of an export is. Backups do not include it."""
    root: Path = settings.KINGDOM.resolved_data
    return root / "exports" / f"{export_id}.zip"


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
    path = export_path(lease.job_id)
    ensure_private_folder(path.parent)
    partial_path = path.with_name(f"{lease.job_id}.{uuid.uuid4().hex}.part")
    partial_path.touch(mode=0o600)
    try:
        archive_write(partial_path, user=user, progress=_renewing(lease))
        size = partial_path.stat().st_size
        partial_path.replace(path)
    finally:
        partial_path.unlink(missing_ok=True)
    days = EXPORT_LIFE.days
    text = sentence("Your data is ready to download, for %(days)s days.", days=days)
    is_stored = _finish(lease, _State.DONE, text, size)
    if not is_stored and not DataExport.objects.filter(pk=lease.job_id).exists():  # deleted while it was written
        _file_delete(lease.job_id)
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
    """Delete files without a row, and partial files of dead workers, once they are old."""
    folder, count = export_path(uuid.UUID(int=0)).parent, 0
    before = (clock() - EXPORT_LIFE).timestamp()
    for entry in folder.iterdir() if folder.is_dir() else ():
        with suppress(FileNotFoundError):
            if entry.stat().st_mtime < before:
                entry.unlink()
                count += 1
    return count


def _file_delete(export_id: uuid.UUID) -> None:
    path = export_path(export_id)
    path.unlink(missing_ok=True)
    for part in path.parent.glob(f"{export_id}.*.part"):
        part.unlink(missing_ok=True)


@receiver(post_delete, sender=DataExport)
def export_file_delete(instance: DataExport, **_: Any) -> None:  # noqa: ANN401 - a signal's arguments
    """Delete the file of a deleted export once that is committed."""
    transaction.on_commit(partial(_file_delete, instance.pk))
