"""Budgets: what was used is added up as sessions end; who is near a bound is told, who has reached it is stopped before the next one."""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.db import connection
from django.db.models import F, Sum

from kingdom.approvals.notifications.services import notification_create
from kingdom.core.clock import utc_now
from kingdom.core.errors import Busy
from kingdom.sessions.budgets.models import Budget, UsageDay
from kingdom.sessions.budgets.selectors import BUDGET_FIELDS, budgets_applicable, executions_started
from kingdom.sessions.models import Effect, Session

ALERT_THRESHOLD = 0.8
_LOCK_CLASS, _ALERT_LOCK = 0x42554447, -1
_UPSERT_USAGE = """
INSERT INTO usage_days (user_id, day, executions, tokens, cost_micros, sandbox_ms, warned) VALUES (%s, %s, %s, %s, %s, %s, '[]')
ON CONFLICT (day, user_id) DO UPDATE SET executions = usage_days.executions + EXCLUDED.executions,
    tokens = usage_days.tokens + EXCLUDED.tokens,
    cost_micros = usage_days.cost_micros + EXCLUDED.cost_micros, sandbox_ms = usage_days.sandbox_ms + EXCLUDED.sandbox_ms
"""


class BudgetExceeded(Busy):
    """The budget for today is used up. It begins anew at midnight UTC; an admin can raise it."""

    code = "budget_spent"


def usage_add(*, session: Session) -> None:
    """Add a finished session to its user's day. In the transaction that finishes it, so once."""
    usage: Mapping[str, Any] = session.usage or {}
    tokens = sum(int(usage.get(name, 0)) for name in ("prompt_tokens", "output_tokens", "thought_tokens"))
    # an offer or a question back is nobody's work; a trial costs what it costs, and is no execution
    worked = int(session.version_id is not None and session.purpose == Session.Purpose.TASK)
    row: list[int | date] = [
        session.user_id,
        utc_now().date(),
        worked,
        tokens,
        int(usage.get("cost_micros", 0)),
        _sandbox_ms(session),
    ]
    with connection.cursor() as cursor:
        cursor.execute(_UPSERT_USAGE, row)
    _alerts_send(session.user_id)


def budget_check(*, user_id: int, execution: bool = False) -> None:
    """Raise BudgetSpent when the user or the organisation has reached a bound today. What runs may end; the next does not begin.

    Called in the transaction that begins something; ``execution`` when that is one. What has begun counts until it has ended, and
    where executions have a bound, their beginnings stand in a queue until commit, so that a crowd at the bound does not all get in.
    What else work takes is known only afterwards: of tokens, cost and seconds, at most what had begun goes over a bound.
    """
    for budget, used in budgets_applicable(user_id):
        if budget.executions is not None:
            of = user_id if budget.whose != Budget.Whose.ORGANISATION else None
            if execution:
                _budget_lock(of or 0)
            used["executions"] = executions_started(of)
        for name, word in BUDGET_FIELDS.items():
            bound = getattr(budget, name)
            if bound is not None and used[name] >= bound:
                whose = "The organisation's" if budget.whose == Budget.Whose.ORGANISATION else "Your"
                raise BudgetExceeded(f"{whose} budget of {word} for today is used up ({_format_amount(name, used[name])} of {_format_amount(name, bound)}). "
                                  "It begins anew at midnight UTC; an admin can raise it.")  # fmt: skip


def _budget_lock(place: int) -> None:
    """Wait for whoever begins on the same budget, a user's number or 0; or, at TELLING, tells. Until the end of the transaction.

    Two places, because a session that ends holds rows that one that begins waits for.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [_LOCK_CLASS, place])


def _sandbox_ms(session: Session) -> int:
    ran = Effect.objects.filter(session=session, kind="spawn_worker", finished_at__isnull=False)
    spent: timedelta | None = ran.aggregate(spent=Sum(F("finished_at") - F("started_at")))["spent"]
    return max(0, round(spent.total_seconds() * 1000)) if spent else 0  # two hosts' clocks may disagree


def _alerts_send(user_id: int) -> None:
    """Tell a user once a day of each bound that is 80 % used; the admins of the organisation's."""
    today = utc_now().date()
    day = UsageDay.objects.select_for_update().get(day=today, user_id=user_id)
    for budget, used in budgets_applicable(user_id):
        near = [
            name for name in BUDGET_FIELDS if (bound := getattr(budget, name)) and used[name] / bound >= ALERT_THRESHOLD
        ]
        for name in near:
            key = f"{budget.whose}:{name}"
            if key in day.warned:
                continue
            if budget.whose == Budget.Whose.ORGANISATION:
                _budget_lock(_ALERT_LOCK)  # another user's session may tell of the same in this moment
                if _is_alerted(key, today):
                    continue
            day.warned = [*day.warned, key]
            day.save(update_fields=["warned"])
            _alert_notify(budget, name, used[name], user_id)


def _is_alerted(key: str, today: date) -> bool:
    return UsageDay.objects.filter(day=today, warned__contains=[key]).exists()


def _alert_notify(budget: Budget, name: str, used: float, user_id: int) -> None:
    whole = budget.whose == Budget.Whose.ORGANISATION
    share = used / getattr(budget, name)
    text = (
        f"{'The organisation has' if whole else 'You have'} used {share:.0%} of {'its' if whole else 'your'} budget of {BUDGET_FIELDS[name]} "
        f"for today ({_format_amount(name, used)} of {_format_amount(name, getattr(budget, name))})."
    )
    people = (
        get_user_model().objects.filter(is_active=True, is_staff=True).values_list("pk", flat=True)
        if whole
        else [user_id]
    )
    for one in people:
        notification_create(user_id=one, kind="budget", text=text, link="/usage/")


def _format_amount(name: str, value: float) -> str:
    return f"{value / 1_000_000:.2f}" if name == "cost_micros" else f"{value:,.0f}"
