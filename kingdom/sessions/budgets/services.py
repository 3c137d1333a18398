"""Budget enforcement: adds usage when a session ends, alerts at 80 % of a limit, blocks new work at 100 %."""

import json
import uuid
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import connection, transaction
from django.db.models import Q

from kingdom.approvals.notifications.services import notification_create
from kingdom.contracts.model import Usage
from kingdom.contracts.prices import format_money
from kingdom.core.clock import utc_now
from kingdom.core.errors import Busy
from kingdom.core.text.sentences import sentence_template
from kingdom.events.event_store import EventRun, NewEvent, events_store
from kingdom.sessions.budgets.selectors import BUDGET_FIELDS, budgets_applicable, executions_started
from kingdom.sessions.models import Budget, Session, UsageDay

ALERT_THRESHOLD = 0.8
_NO_USAGE = Usage()
_LOCK_CLASS, _ALERT_LOCK = 0x42554447, -1
_UPSERT_USAGE = """
INSERT INTO usage_days (user_id, day, executions, tokens, unpriced_tokens, cost_micros, sandbox_ms, alerted_limits)
SELECT %(user)s, %(day)s, %(executions)s, %(tokens)s, %(unpriced)s, %(cost)s, spent.ms, '[]'
FROM (
    SELECT greatest(0, round(coalesce(extract(epoch FROM sum(finished_at - started_at)), 0) * 1000))::bigint AS ms
    FROM session_effects WHERE session_id = %(session)s::uuid AND kind = 'spawn_worker' AND finished_at IS NOT NULL
) AS spent
WHERE spent.ms > 0 OR %(counts)s
ON CONFLICT (day, user_id) DO UPDATE SET
    executions = usage_days.executions + EXCLUDED.executions,
    tokens = usage_days.tokens + EXCLUDED.tokens,
    unpriced_tokens = usage_days.unpriced_tokens + EXCLUDED.unpriced_tokens,
    cost_micros = usage_days.cost_micros + EXCLUDED.cost_micros,
    sandbox_ms = usage_days.sandbox_ms + EXCLUDED.sandbox_ms
RETURNING EXISTS (SELECT FROM budgets)
"""  # the clocks of two hosts may differ: no time below zero


_ADD_TO_SESSION = """
UPDATE sessions SET usage = usage || (
    SELECT coalesce(jsonb_object_agg(key, CASE
        WHEN jsonb_typeof(value) = 'number' THEN to_jsonb(coalesce((usage ->> key)::bigint, 0) + value::bigint)
        ELSE value END), '{}')
    FROM jsonb_each(%s::jsonb)
)
WHERE id = %s::uuid AND finished_at IS NULL
"""


class BudgetExceeded(Busy):
    """The budget for today is used up. It begins anew at midnight UTC; an admin can raise it."""

    code = "budget_spent"


def session_usage_add(*, session: Session) -> None:
    """Add a session to its user's usage. Call it once, in the transaction that ends the session.

    Its model calls are counted already, each by ``model_usage_add``. A session without usage of its own locks no row of
    its user: the end of a part locks that row before the session that waits for the parts.
    """
    if session.version_id is None:  # a proposal, a question, or what waited for its parts
        return
    executions = int(session.purpose == Session.Purpose.TASK)  # a trial has costs but is no execution
    _usage_add(session.user_id, executions=executions, sandbox_of=session.pk)


def session_calls_add(*, session_id: str, usage: Usage) -> None:
    """Add a call that no log has (a web search, an embedding) to a running session, whose end adds what its log has."""
    counts = {name: value for name, value in asdict(usage).items() if value}
    with connection.cursor() as cursor:
        cursor.execute(_ADD_TO_SESSION, [json.dumps(counts), session_id])


def model_usage_add(*, user_id: int | None, usage: Usage) -> None:
    """Add one model call to a user's usage; None: to the installation's own."""
    _usage_add(user_id, usage=usage)


@transaction.atomic(savepoint=False)
def _usage_add(
    user_id: int | None, *, executions: int = 0, usage: Usage = _NO_USAGE, sandbox_of: uuid.UUID | None = None
) -> None:
    """Add usage to a user's day, with the sandbox time of a session; without any of it no row is locked."""
    values: dict[str, Any] = {"user": user_id, "day": utc_now().date(), "executions": executions}
    values |= {"tokens": usage.billed_tokens, "unpriced": usage.unpriced_tokens, "cost": usage.cost_micros}
    values |= {"session": sandbox_of, "counts": sandbox_of is None or executions > 0}
    with connection.cursor() as cursor:
        cursor.execute(_UPSERT_USAGE, values)
        has_budgets = cursor.fetchone() == (True,)
    if has_budgets:
        _alerts_send(user_id)


def budget_check(*, user_id: int, execution: bool = False) -> None:
    """Raise BudgetExceeded when the user or the organisation has reached a limit today. Running work may end.

    Call it in the transaction that starts the work; ``execution`` marks the start of an execution. Running executions
    count. A limit of executions holds a lock until commit, so that concurrent starts cannot exceed it. Tokens, cost and
    seconds are known only afterwards: each model call and each run of code may exceed its limit once.
    """
    for budget, used in budgets_applicable(user_id):
        if budget.executions is not None:
            counted_user = user_id if budget.scope != Budget.Scope.ORGANISATION else None
            if execution:
                _budget_lock(counted_user or 0)
            used["executions"] = executions_started(counted_user)
        _limits_check(budget, used)


def model_budget_check(*, user_id: int | None) -> None:
    """Raise BudgetExceeded when a limit of tokens or cost is reached: the next model call would exceed it further.

    Other limits are checked where work starts: a session that has begun may end without more of the model.
    """
    for budget, used in budgets_applicable(user_id):
        _limits_check(budget, used, names=("tokens", "cost_micros"))


_EXCEEDED_OF_USER = sentence_template(
    "Your budget of %(label)s for today is used up (%(used)s of %(limit)s). It begins anew at midnight UTC; an admin "
    "can raise it."
)
_EXCEEDED_OF_ORGANISATION = sentence_template(
    "The organisation's budget of %(label)s for today is used up (%(used)s of %(limit)s). It begins anew at midnight "
    "UTC; an admin can raise it."
)


def _limits_check(budget: Budget, used: Mapping[str, float], names: Iterable[str] = BUDGET_FIELDS) -> None:
    form = _EXCEEDED_OF_ORGANISATION if budget.scope == Budget.Scope.ORGANISATION else _EXCEEDED_OF_USER
    for name in names:
        limit = getattr(budget, name)
        if limit is not None and used[name] >= limit:
            amounts = {"used": _format_amount(name, used[name]), "limit": _format_amount(name, limit)}
            raise BudgetExceeded(form % {"label": BUDGET_FIELDS[name], **amounts})


def _budget_lock(lock_key: int) -> None:
    """Take the advisory lock of a budget until commit: user id, 0 for the organisation, -1 for notifications.

    Notifications need a lock of their own: a session that ends holds rows that a starting session waits for.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [_LOCK_CLASS, lock_key])


def _alerts_send(user_id: int | None) -> None:
    """Notify a user once a day of each own limit that is 80 % used, and the admins of each of the organisation's."""
    budgets = budgets_applicable(user_id)
    if not budgets:
        return
    day = UsageDay.objects.select_for_update().get(Q(user_id=user_id), day=utc_now().date())
    for budget, used in budgets:
        for name in BUDGET_FIELDS:
            limit = getattr(budget, name)
            if limit and used[name] / limit >= ALERT_THRESHOLD and _alert_claim(day, budget, name):
                _alert_notify(budget, name, used[name], user_id)


def _alert_claim(day: UsageDay, budget: Budget, name: str) -> bool:
    """Record an alert of today; returns whether it is the first one."""
    key = f"{budget.scope}:{name}"
    if key in day.alerted_limits:
        return False
    if budget.scope == Budget.Scope.ORGANISATION:
        _budget_lock(_ALERT_LOCK)  # a concurrent session of another user may send the same alert
        if UsageDay.objects.filter(day=day.day, alerted_limits__contains=[key]).exists():
            return False
    day.alerted_limits = [*day.alerted_limits, key]
    day.save(update_fields=["alerted_limits"])
    return True


_ALERT_OF_USER = sentence_template(
    "You have used %(share)s of your budget of %(label)s for today (%(used)s of %(limit)s)."
)
_ALERT_OF_ORGANISATION = sentence_template(
    "The organisation has used %(share)s of its budget of %(label)s for today (%(used)s of %(limit)s)."
)


def _alert_notify(budget: Budget, name: str, used: float, user_id: int | None) -> None:
    is_organisation = budget.scope == Budget.Scope.ORGANISATION
    limit = getattr(budget, name)
    form = _ALERT_OF_ORGANISATION if is_organisation else _ALERT_OF_USER
    text = form % {
        "share": f"{used / limit:.0%}",
        "label": BUDGET_FIELDS[name],
        "used": _format_amount(name, used),
        "limit": _format_amount(name, limit),
    }
    warning = {"scope": str(budget.scope), "limit": name, "used": round(used / limit, 4)}
    events_store(EventRun(user_id=None if is_organisation else user_id), NewEvent("BudgetWarning", warning))
    users = get_user_model().objects.filter(is_active=True)
    recipients = users.filter(Q(is_staff=True) if is_organisation else Q(pk=user_id))
    for recipient_id in recipients.values_list("pk", flat=True):
        notification_create(user_id=recipient_id, kind="budget", text=text, link="/usage/")


def _format_amount(name: str, value: float) -> str:
    return format_money(value, settings.KINGDOM.currency) if name == "cost_micros" else f"{value:,.0f}"
