"""The operator's commands, as scripts call them."""

import io
import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from pytest_django import Settings

from kingdom.accounts.models import ApiToken, User
from kingdom.config import Config
from kingdom.core.errors import BadInput, Conflict, KingdomError, NotFound
from kingdom.management.settings_reference import settings_page
from kingdom.ops import doctor, services
from kingdom.ops.doctor import CheckResult
from kingdom.ops.models import Heartbeat


def _said(*words: str) -> str:
    out = io.StringIO()
    call_command(*words, stdout=out)
    return out.getvalue()


@pytest.mark.django_db
def test_a_user_with_a_password_may_sign_in() -> None:
    assert _said("user_create", "dora", "--password", "seven green ladders") == "dora\n"
    assert User.objects.get(username="dora").check_password("seven green ladders")
    assert not User.objects.get(username="dora").is_staff


@pytest.mark.django_db
def test_staff_may_do_everything_and_a_user_without_password_has_none() -> None:
    _said("user_create", "olga", "--staff")
    olga = User.objects.get(username="olga")
    assert (olga.is_staff, olga.is_superuser, olga.has_usable_password()) == (True, True, False)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["bob"], Conflict),
        (["x" * 151], BadInput),
        (["not a name"], BadInput),
        (["dora", "--password", "12345678"], BadInput),
    ],
)
def test_a_user_that_cannot_be_made(words: list[str], error: type[KingdomError], bob: User) -> None:
    with pytest.raises(error):
        _said("user_create", *words)
    assert User.objects.count() == 1


@pytest.mark.django_db
def test_a_token_is_printed_alone_and_opens_the_api(alice: User) -> None:
    token = _said("token_create", "alice")
    assert token == token.strip() + "\n"
    assert " " not in token
    assert ApiToken.objects.get().user == alice
    answer = Client().get("/api/v1/me/", headers={"Authorization": f"Token {token.strip()}"})
    assert answer.json()["username"] == "alice"


@pytest.mark.django_db
def test_a_token_for_nobody(alice: User) -> None:
    User.objects.update(is_active=False)
    for name in ("alice", "nobody"):
        with pytest.raises(NotFound, match="There is no active user"):
            _said("token_create", name)


def test_the_settings_page_names_every_setting() -> None:
    page = settings_page()
    for field in Config.model_fields.values():
        assert f"| `{field.validation_alias}` |" in page


def test_the_reference_pages_are_in_step_and_one_that_is_behind_is_told(tmp_path: Path) -> None:
    _said("reference_pages", "--check")
    with pytest.raises(CommandError, match=r"agent-spec\.schema\.json"):
        _said("reference_pages", "--check", "--folder", str(tmp_path))
    assert "settings.md written" in _said("reference_pages", "--folder", str(tmp_path))
    _said("reference_pages", "--check", "--folder", str(tmp_path))
    (tmp_path / "settings.md").write_text(settings_page() + "\n")
    with pytest.raises(CommandError, match=r"Outdated pages: settings\.md\. Write them: make docs"):
        _said("reference_pages", "--check", "--folder", str(tmp_path))


@pytest.mark.django_db
def test_healthz_tells_the_parts_and_serves_without_worker(client: Client) -> None:
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
def test_healthz_does_not_serve_without_tables(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kingdom.ops.views._migrated_until", 0.0)
    monkeypatch.setattr("kingdom.ops.views.migrations_pending", lambda: 3)
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()["status"], answer.json()["migrations"]) == (503, "unavailable", "pending")


@pytest.mark.django_db
def test_doctor_asks_every_part_and_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "ECHO_TIMEOUT_S", 0.2)
    out = io.StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("doctor", "--json", stdout=out)
    found = json.loads(out.getvalue())
    state = {check["name"]: check["state"] for check in found["checks"]}
    assert list(state) == [name for name, _ in doctor.CHECKS]
    expected = {
        **dict.fromkeys(("database", "vector extension", "tables", "embedder", "clock"), "ok"),
        **dict.fromkeys(("broker", "worker", "beat", "sandbox"), "fail"),
        "language model": "warn",
    }
    assert expected.items() <= state.items()
    assert all(check["advice"] for check in found["checks"] if check["state"] != "ok")
    assert (found["ok"], ended.value.code) == (False, 1)


@pytest.mark.django_db
def test_doctor_warns_of_two_beats_and_lost_tables(monkeypatch: pytest.MonkeyPatch) -> None:
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
        well = doctor.check_model()
    assert (refused.state, well.state) == ("fail", "ok")
    assert "key was refused" in refused.advice
    assert key not in refused.detail + refused.advice


@pytest.mark.django_db
def test_one_broken_part_does_not_hide_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> CheckResult:
        raise ZeroDivisionError("sk-abcdefghijklmnopqrstuvwxyz")

    monkeypatch.setattr(doctor, "CHECKS", [("embedder", broken), ("clock", doctor.check_clock)])
    first, second = list(doctor.run_checks())
    assert (first.state, second.state) == ("fail", "ok")
    assert first.detail == "ZeroDivisionError: ••••"


@pytest.mark.django_db
def test_seeds_do_not_undo_what_an_admin_changed() -> None:
    from django_celery_beat.models import PeriodicTask  # noqa: PLC0415 - beside its use

    seeds = {"reap": {"task": "t.reap", "schedule": 15.0}}
    assert services.schedules_seed(schedules=seeds) == 1
    PeriodicTask.objects.filter(name="reap").update(enabled=False)
    assert services.schedules_seed(schedules={"reap": {"task": "t.other", "schedule": 1.0}}) == 0
    kept = PeriodicTask.objects.get(name="reap")
    assert (kept.task, kept.enabled, kept.interval.every) == ("t.reap", False, 15)
