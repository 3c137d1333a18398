"""Machines under load: they are killed and come back, then all go over to a release with a migration.

Two machines and one kill in every run (three kinds of start take most of the time), three and twelve with TEST_LONG.
"""

import json
import secrets
import shutil
import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import psutil
import psycopg
import pytest

from tests.factories.cluster_load import ClusterLoad
from tests.factories.pooler import SERVER_CONNECTIONS, migrated_copy, running_pooler
from tests.factories.redis_server import running_redis
from tests.plugins.postgres import throwaway_folder
from tests.plugins.product import ROOT, Product, running_product, wait_for
from tests.rounds import rounds

pytestmark = [pytest.mark.sandbox, pytest.mark.timeout(rounds(900, 7_200))]  # five starts of a machine
MACHINES = rounds(2, 3)
MESSAGES = rounds(40, 2_000)
CLIENTS = rounds(3, 8)
PAUSE_S = rounds(1, 0)
KILLS = rounds(1, 12)
ANSWERED_S = 300.0  # for the messages of the last kill
_MIGRATION = """
from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("ops", "{before}")]
    operations = [migrations.RunSQL("CREATE TABLE release_of_the_test (id integer)", "DROP TABLE release_of_the_test")]
"""


class Cluster:
    """Machines with a data folder each over one database behind PgBouncer, and one Redis."""

    def __init__(self, folder: Path, environ: dict[str, str]) -> None:
        """Start the first machine, which prepares the database, then the others."""
        self._folder, self._environ = folder, environ
        self._running = [ExitStack() for _ in range(MACHINES)]
        self.machines: list[Product] = []
        for number in range(MACHINES):
            self.machines.append(self._start(number, None, ROOT))

    def kill(self, number: int) -> None:
        """End all processes of a machine at once."""
        above = psutil.Process(self.machines[number].process.pid)
        for process in [above, *above.children(recursive=True)]:
            with suppress(psutil.NoSuchProcess):
                process.send_signal(signal.SIGKILL)
        self._running[number].close()

    def start(self, number: int, root: Path) -> None:
        """Start a machine again, with the code of a folder."""
        self.machines[number] = self._start(number, self.machines[number].port, root)

    def stop(self, number: int) -> None:
        """Stop a machine as its operator does."""
        self._running[number].close()

    def close(self) -> None:
        """Stop all machines."""
        for running in self._running:
            running.close()

    def _start(self, number: int, port: int | None, root: Path) -> Product:
        data = self._folder / f"machine{number}"
        return self._running[number].enter_context(running_product(data, environ=self._environ, port=port, root=root))


@pytest.fixture(scope="module")
def database() -> Iterator[tuple[str, str]]:
    """The address of a migrated database behind PgBouncer, and its server's own."""
    with migrated_copy() as name, running_pooler(name, size=MACHINES * SERVER_CONNECTIONS) as addresses:
        yield addresses


@pytest.fixture(scope="module")
def cluster(database: tuple[str, str]) -> Iterator[Cluster]:
    """Machines that share the database, a Redis and their keys."""
    pooled, direct = database
    with running_redis() as redis, throwaway_folder() as folder:
        environ = {
            "DATABASE_URL": pooled,
            "KINGDOM_DATABASE_DIRECT_URL": direct,
            "CELERY_BROKER_URL": f"{redis}/0",
            "KINGDOM_LIVE_URL": f"{redis}/1",
            "KINGDOM_SECRET_KEY": secrets.token_urlsafe(48),
            "KINGDOM_VAULT_KEYS": secrets.token_urlsafe(48),
            "KINGDOM_SIGNING_KEYS": secrets.token_urlsafe(48),
            "KINGDOM_EMBEDDER": "hashing",
            "KINGDOM_LEASE_S": "6",
        }
        running = Cluster(folder, environ)
        try:
            yield running
        finally:
            running.close()


@pytest.fixture(scope="module")
def next_release() -> Iterator[Path]:
    """The folder of a later release: the same code with one more migration."""
    with throwaway_folder() as folder:
        for name in ("kingdom", "config", "templates"):
            # with the byte code, which a start would else make anew, but what another process is writing
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("*.pyc.*"))
        shutil.copy(ROOT / "manage.py", folder / "manage.py")
        migrations = folder / "kingdom" / "ops" / "migrations"
        before = max(file.stem for file in migrations.glob("0*.py"))
        (migrations / "9000_release_of_the_test.py").write_text(_MIGRATION.format(before=before))
        yield folder


def test_kills_and_a_rolling_upgrade_lose_and_double_no_message(
    cluster: Cluster, database: tuple[str, str], next_release: Path
) -> None:
    load = ClusterLoad(cluster.machines, CLIENTS, MESSAGES, PAUSE_S)
    with load.running():
        for kill in range(KILLS):
            cluster.kill(kill % MACHINES)
            cluster.start(kill % MACHINES, ROOT)
        for number in range(MACHINES):
            cluster.stop(number)
            cluster.start(number, next_release)
    load.wait_answered(ANSWERED_S)
    assert len(load.sent) >= MESSAGES
    assert load.errors == []
    wrong = {message.number: message.answer for message in load.sent if message.expected not in plain(message.answer)}
    assert wrong == {}
    roles = [Counter(found["role"] for found in load.messages_of(message)) for message in load.sent]
    assert [counted for counted in roles if counted != {"user": 1, "specialist": 1}] == []
    with psycopg.connect(database[1]) as server:
        assert server.execute("SELECT count(*) FROM release_of_the_test").fetchone() == (0,)
    wait_for(lambda: differing(cluster) == {}, timeout_s=120.0, what="equal machines")


def differing(cluster: Cluster) -> dict[str, str]:
    """Return what is not the same on all machines. A killed process counts until its heartbeat is old."""
    checks = json.loads(cluster.machines[0].manage("doctor", "--cluster", "--json"))["checks"]
    return {check["name"]: check["detail"] for check in checks if check["state"] != "ok"}


def plain(answer: str) -> str:
    """Return an answer without what stands between digits."""
    return answer.replace(",", "").replace(" ", "")
