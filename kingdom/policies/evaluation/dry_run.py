"""Evaluates a pattern on the events that are stored: how often it would have fired, and on which."""

import time
from collections import deque
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from kingdom.events.models import DomainEvent
from kingdom.policies.evaluation.matching import EventSubject, event_subject, run_key, values_with_totals
from kingdom.policies.rules.condition_check import is_match
from kingdom.policies.rules.condition_tree import Condition, Window
from kingdom.policies.rules.pattern_definition import PatternDefinition

MAX_EVENTS, MAX_S, MAX_EXAMPLES = 20_000, 3.0, 5


class _WindowCounter:
    """Counts fitting events by what they have in common, oldest first."""

    def __init__(self, window: Window | None) -> None:
        self._window, self._times = window, dict[object, deque[datetime]]()

    def is_full(self, subject: EventSubject) -> bool:
        """Count an event that fits; return whether there are enough of them now."""
        if self._window is None:
            return True
        times = self._times.setdefault(run_key(subject, self._window), deque(maxlen=self._window.count))
        times.append(subject.at)
        within = timedelta(seconds=self._window.seconds)
        return len(times) == self._window.count and subject.at - times[0] < within


def dry_run(pattern: PatternDefinition, *, user_id: int | None) -> dict[str, Any]:
    """Return ``{events, matches, examples, since, complete, sentence}`` over the newest stored events of the trigger.

    ``user_id``: only that user's; None: everybody's. At most 20,000 events and 3 seconds; ``complete`` is false when
    there were more.
    """
    events = DomainEvent.objects.filter(name=pattern.trigger_event)
    if user_id is not None:
        events = events.filter(user_id=user_id)
    newest = list(events.order_by("-pk").values_list("pk", flat=True)[: MAX_EVENTS + 1])
    if not newest:
        return _report(0, [], None, complete=True)
    oldest = newest[:MAX_EVENTS][-1]
    rows = events.filter(pk__gte=oldest).order_by("pk").iterator(chunk_size=1000)
    seen, matches, first = _scan(pattern.parsed(), rows)
    return _report(seen, matches, first, complete=len(newest) <= MAX_EVENTS and seen >= len(newest))


def without_details(report: Mapping[str, Any]) -> dict[str, Any]:
    """Return a report with only the ids of its examples: what is stored must not outlive the events."""
    return {**report, "examples": [{"event": example["event"]} for example in report["examples"]]}


def with_details(report: Mapping[str, Any], *, user_id: int | None) -> dict[str, Any]:
    """Return a stored report with those of its examples that are still stored. ``user_id``: as of ``dry_run``."""
    events = DomainEvent.objects.filter(pk__in=[example["event"] for example in report["examples"]])
    if user_id is not None:
        events = events.filter(user_id=user_id)
    return {**report, "examples": [_example(event) for event in events.order_by("pk")]}


def _scan(condition: Condition, rows: Any) -> tuple[int, list[DomainEvent], datetime | None]:  # noqa: ANN401 - an iterator
    counter, matches, seen, first = _WindowCounter(condition.window), list[DomainEvent](), 0, None
    until = time.monotonic() + MAX_S
    for event in rows:
        seen, first = seen + 1, first or event.created_at
        subject = event_subject(event)
        if is_match(condition.test, values_with_totals(subject, condition.test)) and counter.is_full(subject):
            matches.append(event)
        if time.monotonic() > until:
            break
    return seen, matches, first


def _report(seen: int, matches: list[DomainEvent], first: datetime | None, *, complete: bool) -> dict[str, Any]:
    since = f" since {first:%Y-%m-%d %H:%M} UTC" if first else ""
    more = "" if complete else "; older or further events were not looked at"
    times = "once" if len(matches) == 1 else f"{len(matches):,} times"
    events = "one stored event" if seen == 1 else f"{seen:,} stored events"
    sentence = (
        f"It would have fired {times} on {events}{since}{more}."
        if seen
        else "No such event is stored yet, so nothing can be said about how often it would have fired."
    )
    return {
        "events": seen,
        "matches": len(matches),
        "examples": [_example(event) for event in matches[-MAX_EXAMPLES:]],
        "since": first.isoformat() if first else None,
        "complete": complete,
        "sentence": sentence,
    }


def _example(event: DomainEvent) -> dict[str, Any]:
    run = event.workflow_id or event.session_id
    return {
        "event": event.pk,
        "name": event.name,
        "created_at": event.created_at.isoformat(),
        "run": str(run) if run else None,
        "fields": event.fields,
    }
