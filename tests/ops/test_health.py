"""``healthz``, ``doctor`` and the seeds of the schedules."""

import io
import json

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from pytest_django import Settings

from kingdom.config import Config
from kingdom.ops import doctor, services
from kingdom.ops.doctor import CheckResult
from kingdom.ops.models import Heartbeat


@pytest.mark.django_db
def test_healthz_reports_all_components_and_serves_without_a_worker(client: Client) -> None:
    answer = client.get("/healthz")
    assert answer.status_code == 200
    assert answer.json() == {
        "status": "ok", "database": "ok", "migrations": "ok",
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
def test_doctor_checks_every_component_and_advises(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "ECHO_TIMEOUT_S", 0.2)
    out = io.StringIO()
    with pytest.raises(SystemExit) as exit_info:
        call_command("doctor", "--json", stdout=out)
    report = json.loads(out.getvalue())
    state = {check["name"]: check["state"] for check in report["checks"]}
    assert list(state) == [name for name, _ in doctor.CHECKS]
    expected = {
        **dict.fromkeys(("database", "vector extension", "tables", "embedder", "vault", "clock"), "ok"),
        **dict.fromkeys(("broker", "worker", "beat", "sandbox"), "fail"),
        "language model": "warn",
    }
    assert expected.items() <= state.items()
    assert all(check["advice"] for check in report["checks"] if check["state"] != "ok")
    assert (report["ok"], exit_info.value.code) == (False, 1)


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
