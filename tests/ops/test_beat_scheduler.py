"""Schedules: edited in the admin, applied by the real scheduler; missed and repeated runs do no harm."""

import json
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from celery import Celery
from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import Group
from django.test import Client
from django.utils import timezone
from django_celery_beat.models import CrontabSchedule, IntervalSchedule, PeriodicTask

from kingdom.accounts.models import User
from kingdom.celery import app
from kingdom.ops.beat_scheduler import SeedingScheduler
from kingdom.ops.launch.launcher import Launcher
from tests.plugins.product import ROOT, clean_environment

NAME, TASK = "audit specialists", "kingdom.specialists.tasks.audit_run"
ADMIN = "/admin/django_celery_beat/"


@pytest.fixture
def operator(db: None) -> Client:
    """A signed-in member of the operators' group."""
    member = User.objects.create_user("opal", is_staff=True)
    member.groups.add(Group.objects.get(name="operator"))
    client = Client()
    client.force_login(member, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def beat(db: None, monkeypatch: pytest.MonkeyPatch) -> SeedingScheduler:
    """The product's scheduler on the test's connection, which it would close otherwise; it sends nothing."""
    monkeypatch.setattr("django_celery_beat.schedulers.close_old_connections", lambda: None)
    monkeypatch.setattr("kingdom.ops.beat_scheduler.close_old_connections", lambda: None)
    return new_scheduler()


def new_scheduler() -> SeedingScheduler:
    """Return a scheduler without its final write at the end of the process, when the test database no longer exists."""
    scheduler = SeedingScheduler(app=app)
    scheduler._finalize.cancel()
    return scheduler


def audit_entry() -> PeriodicTask:
    return PeriodicTask.objects.get(name=NAME)


def edit(client: Client, **changes: Any) -> Any:  # noqa: ANN401 - a response of the test client
    before = audit_entry()
    form = {
        "name": NAME,
        "task": TASK,
        "enabled": "on",
        "interval": before.interval_id or "",
        "crontab": "",
        "description": "",
    }
    return client.post(f"{ADMIN}periodictask/{before.pk}/change/", {**form, **changes})


def test_every_schedule_of_the_product_is_there_and_can_be_opened(operator: Client, beat: SeedingScheduler) -> None:
    app.loader.import_default_modules()
    assert set(settings.CELERY_BEAT_SCHEDULE) <= set(beat.schedule)
    for row in PeriodicTask.objects.filter(name__in=settings.CELERY_BEAT_SCHEDULE):
        assert operator.get(f"{ADMIN}periodictask/{row.pk}/change/").status_code == 200
        assert row.task in app.tasks


def test_an_interval_is_added_and_applies_without_a_restart(operator: Client, beat: SeedingScheduler) -> None:
    assert beat.schedule[NAME].schedule.run_every == timedelta(minutes=30)
    created = operator.post(f"{ADMIN}intervalschedule/add/", {"every": "7", "period": "minutes", **FORMSET})
    assert created.status_code == 302
    assert edit(operator, interval=IntervalSchedule.objects.get(every=7).pk).status_code == 302
    assert beat.schedule[NAME].schedule.run_every == timedelta(minutes=7)


def test_a_crontab_survives_a_restart_and_a_disabled_task_is_gone(operator: Client, beat: SeedingScheduler) -> None:
    crontab = CrontabSchedule.objects.create(minute="17")
    assert edit(operator, interval="", crontab=crontab.pk).status_code == 302
    assert beat.schedule[NAME].schedule.minute == {17}
    assert new_scheduler().schedule[NAME].schedule.minute == {17}
    assert edit(operator, interval="", crontab=crontab.pk, enabled="").status_code == 302
    assert NAME not in beat.schedule


FORMSET = {"periodictask_set-TOTAL_FORMS": "0", "periodictask_set-INITIAL_FORMS": "0"}


@pytest.mark.usefixtures("beat")
def test_a_task_of_celery_itself_can_be_disabled(operator: Client) -> None:
    row = PeriodicTask.objects.get(name="celery.backend_cleanup")
    form = {"name": row.name, "task": row.task, "interval": "", "crontab": row.crontab_id, "description": ""}
    assert operator.post(f"{ADMIN}periodictask/{row.pk}/change/", form).status_code == 302
    row.refresh_from_db()
    assert (row.enabled, row.task) == (False, "celery.backend_cleanup")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"task": "os.system"}, "Select a valid choice"),
        ({"task": "kingdom.sessions.tasks.session_run"}, "Select a valid choice"),
        ({"interval": ""}, "Choose an interval or a crontab"),
        ({"interval": "999999"}, "Select a valid choice"),
        ({"name": ""}, "This field is required"),
    ],
)
@pytest.mark.usefixtures("beat")
def test_an_invalid_entry_is_refused_with_a_message(operator: Client, changes: dict[str, str], message: str) -> None:
    answer = edit(operator, **changes)
    assert answer.status_code == 200
    assert message in answer.content.decode()
    assert (audit_entry().task, audit_entry().interval.every) == (TASK, 1800)


@pytest.mark.parametrize(
    ("page", "form", "message"),
    [
        ("intervalschedule", {"every": "0", "period": "seconds"}, "greater than or equal to 1"),
        ("intervalschedule", {"every": "32", "period": "days"}, "31 days"),
        ("crontabschedule", {"minute": "0", "hour": "0", "day_of_month": "30", "month_of_year": "2"}, "never occurs"),
        ("crontabschedule", {"minute": "61", "hour": "0", "day_of_month": "*", "month_of_year": "*"}, "61"),
    ],
)
def test_an_invalid_time_is_refused_with_a_message(
    operator: Client, page: str, form: dict[str, str], message: str
) -> None:
    answer = operator.post(f"{ADMIN}{page}/add/", {"day_of_week": "*", "timezone": "UTC", **form, **FORMSET})
    assert answer.status_code == 200
    assert message in answer.content.decode()


def test_three_days_without_beat_are_one_run(beat: SeedingScheduler, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[str] = []
    monkeypatch.setattr(SeedingScheduler, "producer", None)  # nothing is sent, so no broker is needed
    monkeypatch.setattr(beat, "apply_async", lambda entry, **_: sent.append(entry.name))
    PeriodicTask.objects.update(last_run_at=timezone.now() - timedelta(days=3))
    PeriodicTask.objects.get(name=NAME).save()  # notifies beat
    for _ in range(3 * len(settings.CELERY_BEAT_SCHEDULE)):
        beat.tick()
    assert 1 <= sent.count(NAME) <= 2  # not 72; a second one where its time comes while the test runs
    assert set(settings.CELERY_BEAT_SCHEDULE) <= set(sent)


def test_the_process_of_beat_has_no_models_but_those_of_schedules_and_heartbeats(tmp_path: Path) -> None:
    launcher = Launcher(data=tmp_path, host="127.0.0.1", port=8000, environ=clean_environment())
    command = [sys.executable, "-c", BEAT_CODE]
    done = subprocess.run(command, env=launcher._beat(0).env, cwd=ROOT, capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)
    assert found["apps"] == ["django_celery_beat", "django_structlog", "ops"]
    assert found["scheduler"] == "kingdom.ops.beat_scheduler:SeedingScheduler"
    assert found["schedule"] == sorted(settings.CELERY_BEAT_SCHEDULE)
    assert found["rooms"] == [], "no table of another room can be reached by a model"


BEAT_CODE = """
import json, sys
from django.apps import apps
from kingdom.celery import app
app.loader.init_worker()
app.finalize()
import kingdom.ops.beat_scheduler
print(json.dumps({
    "apps": sorted(apps.app_configs),
    "scheduler": app.conf.beat_scheduler,
    "schedule": sorted(app.conf.beat_schedule),
    "rooms": [name for name in sys.modules if name.startswith("kingdom.") and ".models" in name and "ops" not in name],
}))
"""


def test_a_task_that_beat_does_not_import_is_sent_as_one_that_it_does(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[dict[str, Any]] = []
    monkeypatch.setattr(Celery, "send_task", lambda _self, name, *_, **options: sent.append({"name": name, **options}))
    app.loader.import_default_modules()
    app.tasks[TASK].apply_async()
    app.send_task(TASK)
    imported, named = sent
    assert named["ignore_result"] is imported["ignore_result"] is True
    assert named["declare"] == imported["declare"] == []


@pytest.mark.parametrize("name", sorted(settings.CELERY_BEAT_SCHEDULE))
@pytest.mark.django_db
def test_every_periodic_task_is_idempotent(name: str) -> None:
    app.loader.import_default_modules()
    task = app.tasks[settings.CELERY_BEAT_SCHEDULE[name]["task"]]
    task()
    before = row_counts()
    task()
    assert row_counts() == before


def row_counts() -> dict[str, int]:
    """Return the number of rows of each table."""
    return {model._meta.label: model._base_manager.count() for model in apps.get_models() if model._meta.managed}
