"""The security log on PostgreSQL: append-only, sealed in batches, exported, checked."""

import json
import re
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction

from kingdom.accounts.models import User
from kingdom.security_log import services
from kingdom.security_log.models import SecurityEvent, SecurityEventKind, SecuritySeal
from kingdom.security_log.request_actor import Actor
from kingdom.security_log.services import security_event_record, security_log_seal

pytestmark = pytest.mark.django_db


def _record(count: int) -> None:
    for number in range(count):
        security_event_record(SecurityEventKind.STATUS_CHANGED, subject=f"specialist {number}", details={"n": number})


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Seven events under three seals, and their export."""
    monkeypatch.setattr(services, "BATCH", 3)
    _record(6)  # the export itself is the seventh
    file = tmp_path / "log.jsonl"
    call_command("security_log", "export", str(file))
    return file


def test_every_event_gets_one_seal_and_a_second_run_seals_nothing() -> None:
    _record(5)
    assert security_log_seal() == 5
    assert security_log_seal() == 0
    assert SecuritySeal.objects.get().event_count == 5


def test_an_export_has_every_event_once_and_is_intact(log: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    events = [line["event"]["subject"] for line in lines if "event" in line]
    assert sorted(events) == ["", *[f"specialist {number}" for number in range(6)]]
    assert sum("seal" in line for line in lines) == 3
    call_command("security_log", "verify", str(log))
    call_command("security_log", "verify")
    assert capsys.readouterr().out.count("No event was changed or removed.") == 2


@pytest.mark.parametrize("spoil", ["change", "remove", "cut", "noise"])
def test_a_changed_export_is_refused(log: Path, spoil: str) -> None:
    lines = log.read_text().splitlines()
    changed = {
        "change": [line.replace("specialist 3", "specialist 4") for line in lines],
        "remove": [line for line in lines if "specialist 3" not in line],
        "cut": lines[:-1],
        "noise": [*lines, "[1, 2]"],
    }[spoil]
    log.write_text("\n".join(changed))
    with pytest.raises(CommandError):
        call_command("security_log", "verify", str(log))


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE security_events SET actor_name = 'mallory'",
        "UPDATE security_events SET seal_id = NULL",
        "DELETE FROM security_events",
        "UPDATE security_seals SET digest = 'x'",
        "DELETE FROM security_seals",
    ],
)
@pytest.mark.usefixtures("log")
def test_the_database_refuses_to_change_or_delete(statement: str) -> None:
    with pytest.raises(IntegrityError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)


@pytest.mark.usefixtures("log")
def test_a_change_past_the_triggers_is_found() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # a table with pending checks cannot be altered
        cursor.execute("ALTER TABLE security_events DISABLE TRIGGER USER")
        cursor.execute("UPDATE security_events SET actor_name = 'mallory' WHERE subject = 'specialist 2'")
        cursor.execute("ALTER TABLE security_events ENABLE TRIGGER USER")
    with pytest.raises(CommandError, match="1 faults"):
        call_command("security_log", "verify")


@pytest.mark.usefixtures("log")
def test_oldest_seals_removed_with_their_events_are_found(capsys: pytest.CaptureFixture[str]) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        for table, column in (("security_events", "seal_id"), ("security_seals", "id")):
            cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
            cursor.execute(f"DELETE FROM {table} WHERE {column} = 1")
            cursor.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    with pytest.raises(CommandError, match="1 faults"):
        call_command("security_log", "verify")
    assert "seal 2 is not the first: seals before it are missing" in capsys.readouterr().out


def test_an_existing_file_is_neither_replaced_nor_an_export(log: Path) -> None:
    before, events = log.read_text(), SecurityEvent.objects.count()
    with pytest.raises(CommandError, match=re.escape(str(log))):
        call_command("security_log", "export", str(log))
    assert (log.read_text(), SecurityEvent.objects.count()) == (before, events)


def test_an_event_goes_with_the_transaction_of_what_it_records() -> None:
    with transaction.atomic():
        _record(1)
        transaction.set_rollback(True)
    assert not SecurityEvent.objects.exists()


def test_it_outlives_the_account(alice: User) -> None:
    security_event_record(SecurityEventKind.SIGNED_IN, actor=Actor(id=alice.pk, name="alice"))
    User.objects.filter(pk=alice.pk).delete()
    assert SecurityEvent.objects.get(kind=SecurityEventKind.SIGNED_IN).actor_name == "alice"
