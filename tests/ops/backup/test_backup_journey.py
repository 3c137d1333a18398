"""Back up a product under load, restore the archive elsewhere, and go on working there."""

import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from kingdom.core.deployment.embedded_postgres import DATABASE_NAME, socket_folder
from kingdom.ops.backup.database_copy import stopped_server
from kingdom.ops.launch.database_roles import connect_superuser
from tests.plugins.postgres import throwaway_folder
from tests.plugins.product import ROOT, Product, clean_environment, prepared_product, running_product, wait_for

pytestmark = pytest.mark.journey
_TABLES = "SELECT schemaname || '.' || quote_ident(tablename) FROM pg_tables WHERE schemaname IN ('public', 'pgmq')"
STATES = """
from collections import Counter
from django.db import connection
from kingdom.orchestrator.models import Message
from kingdom.sessions.models import Session
fields = [f.name for f in Message._meta.fields if f.name not in ("content", "id", "conversation")]
print(Counter(Session.objects.values_list("state", flat=True)), Message.objects.count())
answered = set(Message.objects.filter(role="specialist").values_list("session_id", flat=True))
print([m for m in Message.objects.filter(role="user").values(*fields) if m["session"] not in answered][:5])
with connection.cursor() as cursor:
    cursor.execute("SELECT count(*), min(vt - now()), max(vt - now()), max(read_ct) FROM pgmq.q_kingdom")
    print(cursor.fetchall())
"""


def _table_counts(data: Path) -> dict[str, int]:
    """Return the number of rows of every table of a stopped product."""
    with (
        stopped_server(data, log=data / "logs" / "count.log"),
        connect_superuser(str(socket_folder(data / "pg")), dbname=DATABASE_NAME) as database,
    ):
        names = [str(row[0]) for row in database.execute(_TABLES)]
        return {name: int(str(database.execute(f"SELECT count(*) FROM {name}").fetchall()[0][0])) for name in names}


def _waiting_tasks(data: Path) -> int:
    """Return how many tasks of a stopped product are not due."""
    with (
        stopped_server(data, log=data / "logs" / "count.log"),
        connect_superuser(str(socket_folder(data / "pg")), dbname=DATABASE_NAME) as database,
    ):
        row = database.execute("SELECT count(*) FROM pgmq.q_kingdom WHERE vt > clock_timestamp()").fetchone()
        return int(str(row[0])) if row else 0


def _manage(data: Path, *words: str, environ: dict[str, str] | None = None) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "manage.py", *words, "--data", str(data)]
    return subprocess.run(
        command, cwd=ROOT, env=clean_environment(environ), capture_output=True, text=True, timeout=240, check=False
    )


def _ask(product: Product, conversation: str, text: str) -> dict[str, Any]:
    end = time.monotonic() + 180
    while unanswered := _unanswered(product, conversation):
        assert time.monotonic() < end, f"{unanswered} messages without an answer: {product.run_python(STATES)}"
    known = {row["id"] for row in _rows(product, conversation)}
    status, message = product.call("POST", f"/api/v1/conversations/{conversation}/messages/", body={"content": text})
    assert status == 202, message

    def answer() -> dict[str, Any] | None:
        replies = [row for row in _rows(product, conversation) if row["id"] not in known and row["role"] != "user"]
        return replies[-1] if replies and replies[-1]["content"] else None

    wait_for(answer, timeout_s=120, what=f"the answer to {text}")
    found = answer()
    assert found is not None
    return found


class _Load:
    """One user who writes messages until told to stop; remembers what the API has accepted."""

    def __init__(self, product: Product, conversation: str) -> None:
        self._product, self._conversation = product, conversation
        self.accepted: list[tuple[float, str]] = []
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run)

    def _run(self) -> None:
        number = 0
        while not self._stop.is_set():
            number += 1
            text = f"is user{number}@example.com a valid address?"
            path = f"/api/v1/conversations/{self._conversation}/messages/"
            if self._product.call("POST", path, body={"content": text})[0] == 202:
                self.accepted.append((time.time(), text))
            time.sleep(0.5)

    def __enter__(self) -> "_Load":
        self._thread.start()
        wait_for(lambda: len(self.accepted) >= 5, timeout_s=60, what="some messages")
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()


def test_a_backup_under_load_is_restored_and_goes_on() -> None:
    with throwaway_folder() as folder:
        archive = folder / "kingdom.tar"
        with prepared_product() as product:
            product.token("alice")
            conversation = product.call("POST", "/api/v1/conversations/", body={"title": "kings"})[1]["id"]
            first = _ask(product, conversation, "is ann@example.com a valid address?")
            with _Load(product, conversation) as load:
                before = time.time()
                done = _manage(product.data, "backup", str(archive))
                assert done.returncode == 0, done.stderr
                accepted = [text for at, text in load.accepted if at < before]
            assert "The keys are not in it" in done.stdout
            assert archive.stat().st_mode & 0o777 == 0o600
            assert sorted(path.name for path in folder.iterdir()) == ["kingdom.tar"]
            again = _manage(product.data, "backup", str(archive))
            assert (again.returncode, again.stderr) == (
                1,
                f"{archive} exists and is not overwritten. Choose another name.\n",
            )
            running = _manage(product.data, "restore", str(archive), "--force")
            assert running.returncode == 1
            assert running.stderr.startswith(f"Kingdom already runs on {product.data}")
            secret = (product.data / "keys" / "secret_key").read_bytes()
            assert secret not in archive.read_bytes()
            tokens = product.tokens
        _restored_product_works(folder / "new", archive, tokens, conversation, [first["content"], *accepted])
        _stopped_copy_is_equal(folder, tokens)


def _restored_product_works(
    data: Path, archive: Path, tokens: dict[str, str], conversation: str, contents: list[str]
) -> None:
    restored = _manage(data, "restore", str(archive))
    assert restored.returncode == 0, restored.stderr
    assert _waiting_tasks(data) == 0, "no worker of the restored product holds a task"
    assert "The archive has no keys" in restored.stdout
    assert sorted(path.name for path in data.iterdir()) == ["keys", "logs", "pg", "run", "static", "workspaces"]
    second = _manage(data, "restore", str(archive))
    assert second.returncode == 1
    assert "has a database. Restore into an empty folder" in second.stderr
    with running_product(data) as product:
        product.tokens = dict(tokens)
        seen = {row["content"] for row in _rows(product, conversation)}
        assert [text for text in contents if text not in seen] == [], "accepted before the backup, and gone after it"
        answer = _ask(product, conversation, "and is bob@@example.com?")
        assert "bob" in answer["content"] or "valid" in answer["content"]


def _rows(product: Product, conversation: str) -> list[dict[str, Any]]:
    """Return every message of a conversation."""
    path: str | None = f"/api/v1/conversations/{conversation}/messages/"
    rows: list[dict[str, Any]] = []
    while path:
        time.sleep(0.3)  # a user may read so often
        status, page = product.call("GET", path)
        assert status == 200, page
        rows += page["results"]
        path = page["next"] and page["next"].removeprefix(product.url)
    return rows


def _unanswered(product: Product, conversation: str) -> int:
    rows = _rows(product, conversation)
    questions = [row for row in rows if row["role"] == "user"]
    return 2 * len(questions) - len(rows)


def _stopped_copy_is_equal(folder: Path, tokens: dict[str, str]) -> None:
    """Back up the stopped product with its keys, replace another one by it, and compare every table."""
    archive, data = folder / "keys.tar", folder / "new"
    done = _manage(data, "backup", str(archive), "--with-keys")
    assert done.returncode == 0, done.stderr
    assert "It has the key files" in done.stdout
    secret = (data / "keys" / "secret_key").read_bytes()
    counts = _table_counts(data)
    assert len(counts) > 60
    shutil.rmtree(data / "pg" / "pg_wal")  # the disaster
    damaged = bytearray(archive.read_bytes())
    damaged[len(damaged) // 2] ^= 1
    (folder / "damaged.tar").write_bytes(damaged)
    refused = _manage(data, "restore", str(folder / "damaged.tar"), "--force")
    assert refused.returncode == 1
    assert "is damaged or no backup of Kingdom" in refused.stderr
    assert not (data / "restore.new").exists()
    assert not (data / "pg" / "pg_wal").exists(), "nothing was changed"
    forced = _manage(data, "restore", str(archive), "--force")
    assert forced.returncode == 0, forced.stderr
    assert (data / "keys" / "secret_key").read_bytes() == secret
    assert len(list(data.glob("replaced-*/pg/PG_VERSION"))) == 1
    assert {name: (data / name).stat().st_mode & 0o777 for name in ("keys", "workspaces")} == {
        "keys": 0o700,
        "workspaces": 0o700,
    }
    assert _table_counts(data) == counts
    with running_product(data) as product:
        product.tokens = dict(tokens)
        assert product.call("GET", "/api/v1/me/")[0] == 200
