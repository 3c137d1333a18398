"""The event log in the database, and the circuit store."""

import json

import pytest
from asgiref.sync import async_to_sync
from django.db import connection, transaction
from hypothesis import HealthCheck, given, settings

from kingdom.accounts.models import User
from kingdom.cognition.inputs import to_jsonb
from kingdom.contracts.formats.canonical import canonical_json
from kingdom.core.background.circuit_breaker import Circuit, CircuitBreakerPolicy, record_failure
from kingdom.core.background.jobs import LeaseLost
from kingdom.core.errors import LostRace, NotFound
from kingdom.core.sql_parts import update_part
from kingdom.providers.circuit_store import DatabaseCircuitStore
from kingdom.sessions.events.event_log import LogEntry, event_append, log_append, session_lock
from kingdom.sessions.models import Session
from kingdom.sessions.selectors import events_after
from kingdom.sessions.services import session_open
from tests.factories.cognition import json_values

pytestmark = pytest.mark.django_db


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(value=json_values)
def test_jsonb_returns_normalized_values_unchanged(db: None, value: object) -> None:
    stored = to_jsonb(value)
    with connection.cursor() as cursor:
        cursor.execute("SELECT %s::jsonb::text", [json.dumps(stored)])
        (text,) = cursor.fetchone() or ("",)
    assert canonical_json(json.loads(text)) == canonical_json(stored)


def test_one_sequence_without_gaps(alice: User) -> None:
    session = session_open(user_id=alice.pk, input_text="x")
    with transaction.atomic():
        locked = session_lock(session.pk)
        for place in range(3):
            event_append(locked, "hint", {"n": place})
    assert [(event.seq, event.payload) for event in events_after(session_id=session.pk, seq=1)] == [
        (2, {"n": 1}),
        (3, {"n": 2}),
    ]


def test_rows_of_one_statement_are_appended_together_or_not_at_all(alice: User) -> None:
    session = session_open(user_id=alice.pk, input_text="x")
    entries = [LogEntry("hint", {"n": 1}), LogEntry("hint", {"n": 2})]
    with transaction.atomic():
        locked, late = session_lock(session.pk), session_lock(session.pk)
        assert [event.seq for event in log_append(locked, entries, answer="one")] == [1, 2]
        with pytest.raises(LostRace):  # the log is longer than ``late`` knows
            log_append(late, entries, answer="two")
    with transaction.atomic(), pytest.raises(LostRace):
        log_append(session_lock(session.pk), entries, old_state="awaiting_parts", answer="three")
    session.refresh_from_db()
    assert (session.last_seq, session.answer) == (2, "one")
    assert [event.payload["n"] for event in events_after(session_id=session.pk, seq=0)] == [1, 2]


def test_where_a_part_writes_nothing_nothing_is_appended(alice: User) -> None:
    session = session_open(user_id=alice.pk, input_text="x")
    other = update_part("other", Session.objects.filter(pk=session.pk, state="failed"), bypass="never")
    with transaction.atomic():
        locked = session_lock(session.pk)
        assert log_append(locked, [LogEntry("hint", {})], parts=[other], needs="other") == ()
        assert (locked.last_seq, event_append(locked, "hint", {}).seq) == (0, 1)


def test_a_worker_without_the_lease_cannot_append(alice: User) -> None:
    session = session_open(user_id=alice.pk, input_text="x")
    with transaction.atomic(), pytest.raises(LeaseLost):
        session_lock(session.pk, "somebody")
    session.delete()
    with transaction.atomic(), pytest.raises(NotFound):
        session_lock(session.pk)


def test_circuits_are_compared_and_set() -> None:
    store, opened = DatabaseCircuitStore(), record_failure(Circuit(), CircuitBreakerPolicy(threshold=1), now=5.0)
    load, swap = async_to_sync(store.load), async_to_sync(store.compare_and_set)

    assert load("gemini") == Circuit()
    assert swap("gemini", Circuit(), opened)
    assert load("gemini") == opened
    assert not swap("gemini", Circuit(), opened)
    assert swap("gemini", opened, Circuit())
    assert load("gemini") == Circuit()
