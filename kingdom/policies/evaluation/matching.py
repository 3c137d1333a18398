"""Holds patterns against events: the test on one event, and the count of those before it."""

import uuid
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Aggregate, FloatField, Min, Q, QuerySet, Sum
from django.db.models.fields.json import KT
from django.db.models.functions import Cast

from kingdom.events.models import DomainEvent
from kingdom.policies.rules.condition_check import RUN_KIND, RUN_SECONDS, RUN_SUMS, is_match, run_totals_of
from kingdom.policies.rules.condition_tree import Comparison, Condition, Conjunction, Node, Window

_BEGINNINGS = ("WorkflowStarted", "AgentStarted")
MAX_COUNTED = 5000  # events of a window that are looked at, newest first


@dataclass(frozen=True, kw_only=True)
class EventSubject:
    """What a condition is held against: a stored event, or a call that is about to become one (``pk`` None).

    ``totals`` are those of its run that a condition has read: other conditions on it read them again.
    """

    name: str
    at: datetime
    values: Mapping[str, Any]
    user_id: int | None = None
    session_id: uuid.UUID | None = None
    workflow_id: uuid.UUID | None = None
    pk: int | None = None
    totals: dict[str, float] = field(default_factory=dict, compare=False, repr=False)


def event_subject(event: DomainEvent) -> EventSubject:
    """Return a stored event as a subject."""
    return EventSubject(
        name=event.name,
        at=event.created_at,
        values=event_values(event),
        user_id=event.user_id,
        session_id=event.session_id,
        workflow_id=event.workflow_id,
        pk=event.pk,
    )


def event_values(event: DomainEvent) -> dict[str, Any]:
    """Return the values that a condition reads."""
    kind = "workflow" if event.workflow_id else "session" if event.session_id else ""
    return {**event.fields, RUN_KIND: kind}


def run_key(subject: EventSubject, window: Window) -> object:
    """Return what the events of a window have in common."""
    by_run = subject.workflow_id or subject.session_id or subject.pk
    return {"run": by_run, "user": subject.user_id, "all": ""}[window.per]


def values_with_totals(subject: EventSubject, test: Node) -> Mapping[str, Any]:
    """Return the values of an event, with the totals of its run that a condition reads. At most one statement."""
    totals = run_totals_of(test)
    if missing := sorted(totals - subject.totals.keys()):
        subject.totals.update(_run_totals(subject, missing))
    return {**subject.values, **{name: subject.totals[name] for name in totals}}


def _run_totals(subject: EventSubject, names: Collection[str]) -> dict[str, float]:
    """Return totals of the run of an event, in one statement."""
    run = _of_run(DomainEvent.objects.order_by(), subject, Window(1, 1, "run"))
    if subject.pk is not None:
        run = run.filter(pk__lte=subject.pk)
    elif subject.session_id is not None:  # the gate may have stored the very call that it judges
        run = run.exclude(session_id=subject.session_id, fields__call=subject.values.get("call", ""))
    read = {event for name in names for event in _events_read(name)}
    aliases = {f"total_{number}": _total(name) for number, name in enumerate(names)}
    found = run.filter(name__in=read).aggregate(**aliases)
    return {name: _with_own(subject, name, value) for name, value in zip(names, found.values(), strict=True)}


def _events_read(name: str) -> Collection[str]:
    return _BEGINNINGS if name == RUN_SECONDS else (RUN_SUMS[name][0],)


def _total(name: str) -> Aggregate:
    of_events = Q(name__in=_events_read(name))
    if name == RUN_SECONDS:
        return Min("created_at", filter=of_events)
    return Sum(Cast(KT(f"fields__{RUN_SUMS[name][1]}"), FloatField()), filter=of_events)


def _with_own(subject: EventSubject, name: str, stored: Any) -> float:  # noqa: ANN401 - a time or a sum
    """Return a total with what the event itself adds, by what is stored of the run; None for nothing."""
    if name == RUN_SECONDS:
        return (subject.at - stored).total_seconds() if stored else 0.0
    event, path = RUN_SUMS[name]
    # a call that is judged is not stored yet
    own = subject.values.get(path) if subject.pk is None and subject.name == event else None
    return float((stored or 0.0) + (own or 0))


def is_fired(condition: Condition, subject: EventSubject) -> bool:
    """Return whether a pattern fires on an event: it fits, and enough like it came before within the window.

    Raises ValueError for a window with more events than are looked at: a part of them would be a wrong count.
    """
    if not is_match(condition.test, values_with_totals(subject, condition.test)):
        return False
    window = condition.window
    if window is None or window.count == 1:
        return True
    found = 1
    for looked_at, event in enumerate(_earlier(subject, window, condition.test), start=1):
        if looked_at > MAX_COUNTED:
            raise ValueError(f"More than {MAX_COUNTED:,} events within the time: make it shorter, or count per run.")
        found += is_match(condition.test, event_values(event))
        if found >= window.count:
            return True
    return False


def _earlier(subject: EventSubject, window: Window, test: Node) -> Iterator[DomainEvent]:
    since = subject.at - timedelta(seconds=window.seconds)
    events = DomainEvent.objects.filter(name=subject.name, created_at__gt=since, created_at__lte=subject.at)
    if subject.pk is not None:
        events = events.filter(pk__lt=subject.pk)
    elif subject.session_id is not None:  # the gate may have stored the very call that it judges
        events = events.exclude(session_id=subject.session_id, fields__call=subject.values.get("call", ""))
    return (
        _of_run(_with_equal_fields(events, test), subject, window)
        .order_by("-pk")[: MAX_COUNTED + 1]
        .iterator(chunk_size=500)
    )


def _with_equal_fields(events: QuerySet[DomainEvent], test: Node) -> QuerySet[DomainEvent]:
    """Return the events whose fields have the values that a condition requires.

    Only MAX_COUNTED events are looked at: many others must not hide those that fit.
    """
    for part in test.parts if isinstance(test, Conjunction) else [test]:
        if isinstance(part, Comparison) and part.operator == "==" and part.path != RUN_KIND:
            events = events.filter(fields__contains={part.path: part.value})
    return events


def _of_run(events: QuerySet[DomainEvent], subject: EventSubject, window: Window) -> QuerySet[DomainEvent]:
    if window.per == "all":
        return events
    if window.per == "user":
        return events.filter(user_id=subject.user_id) if subject.user_id is not None else events.none()
    if subject.workflow_id is not None:
        return events.filter(workflow_id=subject.workflow_id)
    return events.filter(session_id=subject.session_id) if subject.session_id is not None else events.none()
