"""Exports in a bucket, against a server that speaks S3: two machines that share no disk."""

import uuid
from collections.abc import Iterator
from datetime import timedelta
from io import BytesIO
from pathlib import Path
from typing import Any, TypeAlias
from zipfile import ZipFile

import boto3
import pytest
from django.conf import LazySettings
from django.utils import timezone
from moto.server import ThreadedMotoServer
from rest_framework.test import APIClient

from kingdom.accounts.models import User
from kingdom.adapters.archive_store import EXPORTS, archive_store
from kingdom.core.errors import ArchivesUnreachable, BadConfiguration
from kingdom.ops.doctor import check_exports
from kingdom.personal_data.exports import export_name, export_request, export_write, exports_expire
from kingdom.personal_data.models import DataExport
from tests.plugins.product import free_port

pytestmark = pytest.mark.django_db
S3: TypeAlias = Any  # boto3 makes its client classes at run time


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    running = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    running.start()
    host, port = running.get_host_and_port()
    yield f"http://{host}:{port}"
    running.stop()


@pytest.fixture
def bucket(server: str, settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> S3:
    """The bucket of the setting, of the test's own."""
    for name, value in {
        "AWS_ENDPOINT_URL_S3": server,
        "AWS_REGION": "us-east-1",
        "AWS_DEFAULT_REGION": "us-east-1",
        "AWS_ACCESS_KEY_ID": "testing",
        "AWS_SECRET_ACCESS_KEY": "testing",
        "AWS_EC2_METADATA_DISABLED": "true",
    }.items():
        monkeypatch.setenv(name, value)
    name = f"kingdom-{uuid.uuid4().hex[:8]}"
    boto3.client("s3").create_bucket(Bucket=name)
    url = f"s3://{name}/exports/of/users"
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"exports_url": url})
    settings.STORAGES = {**settings.STORAGES, EXPORTS: archive_store(url)}
    return boto3.resource("s3").Bucket(name)


def keys(bucket: S3) -> list[str]:
    return [entry.key for entry in bucket.objects.all()]


def on_machine(settings: LazySettings, folder: Path) -> None:
    """Go on as a process of a machine whose data folder this is."""
    folder.mkdir(exist_ok=True)
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"data": folder})


def test_one_machine_writes_it_and_another_gives_it_out(
    alice: User, as_alice: APIClient, as_bob: APIClient, bucket: S3, settings: LazySettings, tmp_path: Path
) -> None:
    on_machine(settings, tmp_path / "worker")
    export = export_request(user_id=alice.pk)
    assert export_write(export_id=export.pk)
    assert keys(bucket) == [f"exports/of/users/{export.pk}.zip"]
    assert [path for path in (tmp_path / "worker").rglob("*") if path.is_file()] == [], "no copy stays on the disk"
    on_machine(settings, tmp_path / "web")
    url = f"/api/v1/me/exports/{export.pk}/"
    answer = as_alice.get(url)
    body = answer.getvalue()
    assert (answer.status_code, int(answer["Content-Length"])) == (200, len(body))
    with ZipFile(BytesIO(body)) as archive:
        assert archive.testzip() is None
        assert "alice" in archive.read("account/account.json").decode()
    assert as_bob.get(url).status_code == 404
    bucket.objects.all().delete()
    assert as_alice.get(url).status_code == 404, "the file is missing"


def test_files_of_expired_and_deleted_exports_are_deleted(
    alice: User, as_alice: APIClient, bucket: S3, settings: LazySettings, tmp_path: Path
) -> None:
    on_machine(settings, tmp_path)
    export = export_request(user_id=alice.pk)
    export_write(export_id=export.pk)
    orphan = f"exports/of/users/{export_name(uuid.uuid4())}"
    for key in (orphan, "exports/of/users/notes.txt", "elsewhere/1.zip"):
        bucket.put_object(Key=key, Body=b"x")
    exports_expire()
    kept = {f"exports/of/users/{export.pk}.zip", "exports/of/users/notes.txt", "elsewhere/1.zip"}
    assert set(keys(bucket)) == kept, "what is not an export's stays"
    DataExport.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    exports_expire()
    assert set(keys(bucket)) == kept - {f"exports/of/users/{export.pk}.zip"}
    assert as_alice.get(f"/api/v1/me/exports/{export.pk}/").status_code == 410


def test_a_store_that_is_away_costs_no_attempt_and_says_so(
    alice: User,
    as_alice: APIClient,
    bucket: S3,
    settings: LazySettings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    on_machine(settings, tmp_path)
    export = export_request(user_id=alice.pk)
    here = settings.STORAGES
    settings.STORAGES = {**here, EXPORTS: archive_store("s3://kingdom-that-is-not-there")}
    assert not export_write(export_id=export.pk), "it waits"
    export.refresh_from_db()
    assert (export.state, export.attempts, export.lease_owner) == ("pending", 0, "")
    result = check_exports()
    assert (result.state, "NoSuchBucket" in result.detail) == ("fail", True)
    settings.STORAGES = here
    assert check_exports().state == "ok"
    assert keys(bucket) == [], "the check leaves nothing behind"
    assert export_write(export_id=export.pk)
    monkeypatch.setenv("AWS_ENDPOINT_URL_S3", f"http://127.0.0.1:{free_port()}")
    settings.STORAGES = {**here}  # a new client, which finds nobody
    refused = as_alice.get(f"/api/v1/me/exports/{export.pk}/")
    assert (refused.status_code, refused.json()["code"]) == (503, ArchivesUnreachable.code)


@pytest.mark.parametrize("url", ["https://s3.example.org/x", "s3://", "s3://key:secret@bucket", "s3://bucket?x=1", "x"])
def test_an_address_that_is_no_bucket_is_refused_without_naming_it(url: str) -> None:
    with pytest.raises(BadConfiguration) as refused:
        archive_store(url)
    assert "secret" not in refused.value.message
