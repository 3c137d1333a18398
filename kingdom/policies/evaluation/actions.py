"""What a pattern does when it fires, and what becomes of its errors."""

import uuid
from dataclasses import replace

import structlog
from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import F

from kingdom.approvals.notifications.services import notification_create, notifications_create
from kingdom.core.errors import KingdomError, LostRace
from kingdom.core.text.sentences import sentence
from kingdom.events.models import DomainEvent
from kingdom.policies.evaluation.matching import EventSubject, is_fired
from kingdom.policies.hooks import run_suspend
from kingdom.policies.models import Pattern
from kingdom.policies.rules.condition_parser import parse_condition
from kingdom.policies.rules.condition_tree import BadCondition, Condition
from kingdom.policies.selectors import may_activate

NOTICE, ERROR_NOTICE = "policy", "policy_error"
_log = structlog.get_logger(__name__)


def action_carry_out(pattern: Pattern, event: DomainEvent, *, is_decisive: bool) -> str:
    """Carry out the action of a pattern on an event and return what was done, as a code.

    Everybody whom a pattern notifies is notified, also where a more severe one decides.
    """
    if pattern.action == Pattern.Action.NOTIFY:
        return _notify(pattern, event)
    if not is_decisive:
        return "left_to_the_more_severe"
    if pattern.action == Pattern.Action.SUSPEND:
        return _suspend(pattern, event)
    return _asked(event)


def error_note(pattern: Pattern, error: Exception) -> None:
    """Count an error of a pattern, show it, and tell staff the first time."""
    text = f"{type(error).__name__}: {error}"[:300]
    _log.error("pattern_error", pattern=pattern.key, error=text)
    Pattern.objects.filter(pk=pattern.pk).update(error_count=F("error_count") + 1, last_error=text)
    if pattern.error_count == 0:
        staff = get_user_model().objects.filter(is_active=True, is_staff=True).values_list("pk", flat=True)
        said = sentence(
            "The policy “%(title)s” has an error; where it cannot be evaluated it acts on every event: %(text)s",
            title=pattern.name,
            text=text,
        )
        notifications_create(user_ids=list(staff), kind=ERROR_NOTICE, text=said, link=_admin_link(pattern))


def is_fired_or_faulty(pattern_id: uuid.UUID | str, condition: str, subject: EventSubject) -> bool:
    """Return whether a pattern fires; one that cannot be evaluated does, since the stricter outcome is the safe one."""
    try:
        return is_fired(_own_window(pattern_id, parse_condition(condition)), subject)
    except (BadCondition, ValueError, TypeError, KeyError, ArithmeticError) as error:
        pattern = Pattern.objects.filter(pk=pattern_id).first()
        if pattern is not None:
            error_note(pattern, error)
        return True


def _own_window(pattern_id: uuid.UUID | str, condition: Condition) -> Condition:
    """Return a condition that counts only events which its pattern covers: of one user's those of this user."""
    window = condition.window
    if window is None or window.per != "all" or Pattern.objects.filter(pk=pattern_id, covers=None).exists():
        return condition
    return replace(condition, window=replace(window, per="user"))


def _notify(pattern: Pattern, event: DomainEvent) -> str:
    recipient = pattern.covers_id or pattern.author_id or event.user_id
    if pattern.covers_id is None and recipient not in (None, event.user_id) and not may_activate(recipient):
        return "author_lost_the_right"
    if recipient is None:
        return "nobody_to_notify"
    notification_create(user_id=recipient, kind=NOTICE, text=_said(pattern, event))
    return "notified"


def _suspend(pattern: Pattern, event: DomainEvent) -> str:
    reason = pattern.reason or sentence("The policy “%(title)s” stopped this.", title=pattern.name)
    try:
        with transaction.atomic():
            done = run_suspend(event, reason)
    except LostRace:
        raise
    except KingdomError as error:
        error_note(pattern, error)
        return f"not_suspended:{error.code}"
    if event.user_id is not None and done != "nothing_to_suspend":
        notification_create(user_id=event.user_id, kind=NOTICE, text=_said(pattern, event))
    return done


def _asked(event: DomainEvent) -> str:
    """Return the outcome of an approval that a failed node asks for: its guard has asked, and nothing loosens that."""
    if event.workflow_id is None or not event.fields.get("node"):
        return "run_is_over"
    asked = DomainEvent.objects.filter(workflow_id=event.workflow_id, name="ApprovalRequested", pk__gt=event.pk)
    return "asked" if asked.filter(fields__node=event.fields["node"]).exists() else "no_question_found"


def _said(pattern: Pattern, event: DomainEvent) -> str:
    details = ", ".join(f"{name} {value}" for name, value in event.fields.items() if name in _SHOWN)
    reason = f" {pattern.reason}" if pattern.reason else ""
    said = f"{event.name}{f' ({details})' if details else ''}.{reason}"
    return sentence("Policy “%(title)s”: %(event)s", title=pattern.name, event=said)


_SHOWN = ("specialist", "node", "tool", "host", "code", "cost", "outcome")


def _admin_link(pattern: Pattern) -> str:
    return f"/admin/policies/pattern/{pattern.pk}/change/"
