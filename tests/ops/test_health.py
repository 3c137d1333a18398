"""``healthz``, ``doctor`` and the seeds of the schedules."""

import io
import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from pytest_django import Settings

from kingdom.config import Config
from kingdom.core.errors import BadConfiguration
from kingdom.ops import doctor, health_probes, services
from kingdom.ops.doctor import CheckResult
from kingdom.ops.launch.bootstrap import migrate_tables
from kingdom.ops.models import Heartbeat
from kingdom.ops.selectors import migration_state
from tests.plugins.product import ROOT, clean_environment


@pytest.fixture
def fresh_probe(monkeypatch: pytest.MonkeyPatch) -> None:
    """Probe in this test, and not with its outcome in the next."""
    monkeypatch.setattr(health_probes, "_last", None)
    monkeypatch.setattr(health_probes, "_answered_at", float("-inf"))


@pytest.mark.django_db
def test_healthz_reports_all_components_and_serves_without_a_worker(client: Client) -> None:
    answer = client.get("/healthz")
    assert answer.status_code == 200
    assert answer.json() == {
        "status": "ok", "database": "ok", "migrations": "ok", "disk": "ok",
        "worker": "silent", "beat": "silent", "sandbox": "refused",
    }  # fmt: skip
    assert "no-store" in answer.headers["Cache-Control"]
    services.heartbeat_record(kind=Heartbeat.Kind.WORKER)
    assert client.get("/healthz").json()["worker"] == "ok"
    services.heartbeat_remove(kind=Heartbeat.Kind.WORKER)
    assert client.get("/healthz").json()["worker"] == "silent"
    assert client.post("/healthz").status_code == 405


@pytest.mark.django_db
def test_healthz_is_unavailable_without_tables(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kingdom.ops.views._migrated_until", 0.0)
    monkeypatch.setattr("kingdom.ops.views.migrations_pending", lambda: 3)
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()["status"], answer.json()["migrations"]) == (503, "unavailable", "pending")


@pytest.mark.django_db
def test_healthz_is_unavailable_when_the_database_takes_no_write(client: Client, fresh_probe: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION READ ONLY")
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()["status"], answer.json()["database"]) == (503, "unavailable", "read-only")


@pytest.mark.django_db
def test_healthz_answers_soon_when_the_server_hangs(
    client: Client, fresh_probe: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such a server takes connections, and says nothing."""
    monkeypatch.setattr(health_probes, "CONNECT_TIMEOUT_S", 2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        host, port = silent.getsockname()
        monkeypatch.setattr(health_probes, "server_parameters", lambda: {"host": host, "port": port, "dbname": "x"})
        started = time.monotonic()
        answer = client.get("/healthz")
    assert (answer.status_code, answer.json()["database"]) == (503, "fail")
    assert time.monotonic() - started < 10


@pytest.mark.django_db
def test_healthz_is_unavailable_without_a_writable_data_folder(
    client: Client, fresh_probe: None, settings: Settings, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    settings.KINGDOM = Config.model_validate({"KINGDOM_DATA": str(tmp_path / "file")})
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()["disk"]) == (503, "unwritable")


def test_livez_asks_nothing_but_the_process(client: Client) -> None:
    """Without the mark of the database: a query in the view or in any middleware would fail."""
    answer = client.get("/livez", headers={"Host": "localhost"})
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})
    assert "no-store" in answer.headers["Cache-Control"]
    assert client.post("/livez").status_code == 405


_PROBE = """
import sys
from pathlib import Path
from kingdom.ops.health_probes import disk_state
print(disk_state(Path(sys.argv[1])))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="mount namespaces are Linux's")
@pytest.mark.parametrize(
    ("size", "filler", "state"),
    [("400m", "0", "ok"), ("200m", "0", "low"), ("200m", "180m", "full"), ("1m", "2m", "full")],
)
def test_the_probe_on_small_disks(tmp_path: Path, size: str, filler: str, state: str) -> None:
    script = (
        f'mount -t tmpfs -o size={size} tmpfs "$1" && '
        f'(head -c {filler} /dev/zero > "$1/filler" || true) 2>/dev/null && exec "$2" -W ignore -c "$3" "$1"'
    )
    unshare = ["unshare", "--mount"] if os.geteuid() == 0 else ["unshare", "--user", "--map-root-user", "--mount"]
    command = [*unshare, "sh", "-c", script, "probe", str(tmp_path), sys.executable, _PROBE]
    environ = clean_environment({"DJANGO_SETTINGS_MODULE": "kingdom.settings"})
    done = subprocess.run(command, cwd=ROOT, env=environ, capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == state
    assert list(tmp_path.glob(".health-*")) == []


@pytest.mark.django_db
def test_older_code_does_not_start_on_newer_data() -> None:
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO django_migrations (app, name, applied) VALUES ('sessions', '0999_later', now())")
        cursor.execute("INSERT INTO django_migrations (app, name, applied) VALUES ('crown', '0001_initial', now())")
    words = (
        r"newer release of Kingdom has served this database: .* crown\.0001_initial, sessions\.0999_later\. Start that"
    )
    with pytest.raises(BadConfiguration, match=words):
        migrate_tables()
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE name = '0999_later' OR app = 'crown'")
    assert migration_state().unknown == ()


@pytest.mark.django_db
def test_doctor_checks_every_component_and_advises(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "ECHO_TIMEOUT_S", 0.2)
    out = io.StringIO()
    with pytest.raises(SystemExit) as exit_info:
        call_command("doctor", "--json", stdout=out)
    report = json.loads(out.getvalue())
    state = {check["name"]: check["state"] for check in report["checks"]}
    assert list(state) == [name for name, _ in doctor.CHECKS]
    expected = {
        **dict.fromkeys(
            ("database", "database role", "vector extension", "tables", "embedder", "vault", "clock"), "ok"
        ),
        **dict.fromkeys(("broker", "worker", "beat", "sandbox"), "fail"),
        "language model": "warn",
    }
    assert expected.items() <= state.items()
    assert all(check["advice"] for check in report["checks"] if check["state"] != "ok")
    assert (report["ok"], exit_info.value.code) == (False, 1)


def test_doctor_warns_of_a_superuser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "_query_row", lambda _statement: ("kingdom", True))
    result = doctor.check_database_role()
    assert (result.state, result.detail) == ("warn", "kingdom is a superuser")
    assert "ordinary role" in result.advice


@pytest.mark.django_db
def test_doctor_warns_of_two_beats_and_missing_migrations(monkeypatch: pytest.MonkeyPatch) -> None:
    services.heartbeat_record(kind=Heartbeat.Kind.BEAT)
    assert doctor.check_beat().state == "ok"
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO ops_heartbeats SELECT 'beat@other:1', kind, started_at, seen_at, details FROM ops_heartbeats"
        )
    assert (doctor.check_beat().state, "Stop all but one" in doctor.check_beat().advice) == ("warn", True)
    monkeypatch.setattr(doctor, "migrations_pending", lambda: 2)
    assert doctor.check_migrations() == CheckResult(
        "tables", "fail", "2 migrations are not applied", "Run: manage.py bootstrap"
    )


@pytest.mark.django_db
def test_doctor_names_a_wrong_key_without_showing_it(settings: Settings) -> None:
    from tests.gemini_server.server import running_server  # noqa: PLC0415 - only this test needs it

    key = "AIzaSyWrong-Wrong-Wrong-Wrong-Wrong-0000"
    with running_server() as server:
        settings.KINGDOM = Config.model_validate({"GEMINI_API_KEY": key, "KINGDOM_GEMINI_BASE_URL": server.url})
        refused = doctor.check_model()
        settings.KINGDOM = Config.model_validate({"GEMINI_API_KEY": server.key, "KINGDOM_GEMINI_BASE_URL": server.url})
        accepted = doctor.check_model()
    assert (refused.state, accepted.state) == ("fail", "ok")
    assert "key was refused" in refused.advice
    assert key not in refused.detail + refused.advice


@pytest.mark.django_db
def test_a_broken_check_does_not_hide_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> CheckResult:
        raise ZeroDivisionError("sk-abcdefghijklmnopqrstuvwxyz")

    monkeypatch.setattr(doctor, "CHECKS", [("embedder", broken), ("clock", doctor.check_clock)])
    first, second = list(doctor.run_checks())
    assert (first.state, second.state) == ("fail", "ok")
    assert first.detail == "ZeroDivisionError: ••••"


@pytest.mark.django_db
def test_seeds_keep_an_admins_changes() -> None:
    from django_celery_beat.models import PeriodicTask  # noqa: PLC0415 - beside its use

    seeds = {"reap": {"task": "t.reap", "schedule": 15.0}}
    assert services.schedules_seed(schedules=seeds) == 1
    PeriodicTask.objects.filter(name="reap").update(enabled=False)
    assert services.schedules_seed(schedules={"reap": {"task": "t.other", "schedule": 1.0}}) == 0
    kept = PeriodicTask.objects.get(name="reap")
    assert (kept.task, kept.enabled, kept.interval.every) == ("t.reap", False, 15)


@pytest.mark.django_db
def test_doctor_names_the_model_of_the_running_product() -> None:
    """It told of its own shell's, which may have another key or none."""
    assert doctor.check_model().detail.startswith("none is set")
    services.heartbeat_record(kind=Heartbeat.Kind.WORKER, details={"model": "gemini:gemini-2.5-flash"})
    result = doctor.check_model()
    assert result.state == "warn"
    assert "the running workers use gemini:gemini-2.5-flash, this shell offline" in result.detail
