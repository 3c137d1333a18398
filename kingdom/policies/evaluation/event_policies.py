"""Evaluates active patterns on stored events and carries out what follows. Safe to repeat and to kill."""

from collections.abc import Sequence
from datetime import timedelta

import structlog
from django.db import InterfaceError, OperationalError, transaction
from django.db.models import Q
from django.utils import timezone

from kingdom.core.errors import LostRace
from kingdom.events.models import DomainEvent
from kingdom.policies.evaluation.actions import action_carry_out, error_note, is_fired_or_faulty
from kingdom.policies.evaluation.matching import event_subject
from kingdom.policies.models import Pattern, PatternFired
from kingdom.policies.rules.pattern_definition import BEFORE_IT_RUNS, SEVERITY

BATCH_SIZE = 500
LATE = timedelta(seconds=10)  # an event that its own process has not looked at by then was lost with it
_GATE_ACTIONS = (Pattern.Action.REQUEST_APPROVAL, Pattern.Action.BLOCK)
_log = structlog.get_logger(__name__)


def events_evaluate(ids: Sequence[int]) -> None:
    """Evaluate the active patterns on events, each in a transaction of its own."""
    for pk in ids:
        try:
            event_evaluate(pk)
        except Exception:  # a fault of one event must not keep the others waiting; the periodic task repeats it
            _log.exception("event_not_evaluated", event_id=pk)


def events_evaluate_late() -> int:
    """Evaluate the patterns on events whose process died before it did; return how many."""
    late = DomainEvent.objects.filter(pending=True, created_at__lt=timezone.now() - LATE)
    ids = list(late.order_by("pk").values_list("pk", flat=True)[:BATCH_SIZE])
    events_evaluate(ids)
    return len(ids)


@transaction.atomic
def event_evaluate(pk: int) -> None:
    """Record every pattern that fires on a waiting event, and carry out their actions, the most severe one first."""
    event = DomainEvent.objects.select_for_update(skip_locked=True).filter(pk=pk, pending=True).first()
    if event is None:
        return
    fired = sorted(_fired(event), key=lambda pattern: SEVERITY.index(pattern.action), reverse=True)
    for position, pattern in enumerate(fired):
        subject = f"event:{event.pk}"
        row, created = PatternFired.objects.get_or_create(
            pattern=pattern,
            subject=subject,
            defaults={
                "event": event,
                "user_id": event.user_id,
                "action": pattern.action,
                "outcome": "",
                "decisive": position == 0,
            },
        )
        if created:
            row.outcome = _carried_out(pattern, event, is_decisive=position == 0)[:60]
            row.save(update_fields=["outcome"])
    DomainEvent.objects.filter(pk=pk).update(pending=False)


def _carried_out(pattern: Pattern, event: DomainEvent, *, is_decisive: bool) -> str:
    try:
        with transaction.atomic():
            return action_carry_out(pattern, event, is_decisive=is_decisive)
    except (OperationalError, InterfaceError, LostRace):  # it passes: the event stays pending and is repeated
        raise
    except Exception as error:  # the row says so, and staff are told; the other patterns still act
        _log.exception("policy_action_failed", pattern=pattern.key, event_id=event.pk)
        error_note(pattern, error)
        return "failed"


def _fired(event: DomainEvent) -> list[Pattern]:
    patterns = Pattern.objects.filter(state=Pattern.State.ACTIVE, trigger_event=event.name)
    patterns = patterns.filter(Q(covers=None) | Q(covers_id=event.user_id))
    if event.name == BEFORE_IT_RUNS:  # the gate has judged the call by these
        patterns = patterns.exclude(action__in=_GATE_ACTIONS)
    ordered, subject = patterns.order_by("created_at", "pk"), event_subject(event)
    return [pattern for pattern in ordered if is_fired_or_faulty(pattern.pk, pattern.condition, subject)]
