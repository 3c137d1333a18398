"""Budgets: what was used is added up as sessions end; who is near a bound is told, who has reached it is stopped before the next one."""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.db import connection
from django.db.models import F, Sum
from django.db.models.functions import Coalesce

from kingdom.approvals.notice_services import notice_create
from kingdom.core.clock import utc_now
from kingdom.core.errors import Busy
from kingdom.sessions.budget_models import Budget, UsageDay
from kingdom.sessions.models import Effect, Session
from kingdom.sessions.rules import FINAL

WARN_AT = 0.8
_LOCK, _TELLING = 0x42554447, -1
FIELDS: Mapping[str, str] = {"executions": "executions", "tokens": "tokens", "cost_micros": "cost", "sandbox_s": "sandbox seconds"}
_ADD = """
INSERT INTO usage_days (user_id, day, executions, tokens, cost_micros, sandbox_ms, warned) VALUES (%s, %s, %s, %s, %s, %s, '[]')
ON CONFLICT (day, user_id) DO UPDATE SET executions = usage_days.executions + EXCLUDED.executions,
    tokens = usage_days.tokens + EXCLUDED.tokens,
    cost_micros = usage_days.cost_micros + EXCLUDED.cost_micros, sandbox_ms = usage_days.sandbox_ms + EXCLUDED.sandbox_ms
"""


class BudgetSpent(Busy):
    """The budget for today is used up. It begins anew at midnight UTC; an admin can raise it."""

    code = "budget_spent"


def usage_add(*, session: Session) -> None:
    """Add a finished session to its user's day. In the transaction that finishes it, so once."""
    usage: Mapping[str, Any] = session.usage or {}
    tokens = sum(int(usage.get(name, 0)) for name in ("prompt_tokens", "output_tokens", "thought_tokens"))
    # an offer or a question back is nobody's work; a trial costs what it costs, and is no execution
    worked = int(session.version_id is not None and session.purpose == Session.Purpose.TASK)
    row: list[int | date] = [session.user_id, utc_now().date(), worked, tokens, int(usage.get("cost_micros", 0)), _sandbox_ms(session)]
    with connection.cursor() as cursor:
        cursor.execute(_ADD, row)
    _warn(session.user_id)


def budget_check(*, user_id: int, execution: bool = False) -> None:
    """Raise BudgetSpent when the user or the organisation has reached a bound today. What runs may end; the next does not begin.

    Called in the transaction that begins something; ``execution`` when that is one. What has begun counts until it has ended, and
    where executions have a bound, their beginnings stand in a queue until commit, so that a crowd at the bound does not all get in.
    What else work takes is known only afterwards: of tokens, cost and seconds, at most what had begun goes over a bound.
    """
    for budget, used in _held(user_id):
        if budget.executions is not None:
            of = user_id if budget.whose != Budget.Whose.ORGANISATION else None
            if execution:
                _queue(of or 0)
            used["executions"] = _begun(of)
        for name, word in FIELDS.items():
            bound = getattr(budget, name)
            if bound is not None and used[name] >= bound:
                whose = "The organisation's" if budget.whose == Budget.Whose.ORGANISATION else "Your"
                raise BudgetSpent(f"{whose} budget of {word} for today is used up ({_said(name, used[name])} of {_said(name, bound)}). "
                                  "It begins anew at midnight UTC; an admin can raise it.")  # fmt: skip


def usage_days(*, user_id: int, days: int) -> list[UsageDay]:
    """Return what a user has used on each of the last days that have anything, the newest first."""
    return list(UsageDay.objects.filter(user_id=user_id, day__gt=utc_now().date() - timedelta(days=days)).order_by("-day"))


def budget_of(*, user_id: int) -> dict[str, Any]:
    """Return what a user has used today and their bounds, None for what has none."""
    used = _used(utc_now().date(), user_id)
    budget = _own(user_id)
    bounds = {name: getattr(budget, name) if budget is not None else None for name in FIELDS}
    return {"used": used, "bounds": bounds}


def _held(user_id: int) -> list[tuple[Budget, dict[str, float]]]:
    """Return the budgets that hold for a user, each with what was used of it."""
    today = utc_now().date()
    own, whole = _own(user_id), Budget.objects.filter(whose=Budget.Whose.ORGANISATION).first()
    mine = [(own, _used(today, user_id))] if own is not None else []
    return mine + ([(whole, _used(today))] if whole is not None else [])


def _queue(place: int) -> None:
    """Wait for whoever begins on the same budget, a user's number or 0; or, at TELLING, tells. Until the end of the transaction.

    Two places, because a session that ends holds rows that one that begins waits for.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [_LOCK, place])


def _begun(user_id: int | None) -> int:
    """Return today's executions, those that go on with them."""
    midnight = utc_now().replace(hour=0, minute=0, second=0, microsecond=0)
    running = Session.objects.filter(purpose=Session.Purpose.TASK, created_at__gte=midnight).exclude(state__in=FINAL)
    if user_id is not None:
        running = running.filter(user_id=user_id)
    return running.count() + int(_used(utc_now().date(), user_id)["executions"])


def _own(user_id: int) -> Budget | None:
    found = {
        budget.whose: budget for budget in Budget.objects.filter(user_id=user_id) | Budget.objects.filter(whose=Budget.Whose.EVERYBODY)
    }
    return found.get(Budget.Whose.USER) or found.get(Budget.Whose.EVERYBODY)


def _used(day: date, user_id: int | None = None) -> dict[str, float]:
    """Return what a user, or everybody together, has used on a day."""
    rows = UsageDay.objects.filter(day=day)
    if user_id is not None:
        rows = rows.filter(user_id=user_id)
    names = ("executions", "tokens", "cost_micros", "sandbox_ms")
    sums: dict[str, Any] = rows.aggregate(**{f"all_{name}": Coalesce(Sum(name), 0) for name in names})
    used: dict[str, float] = {name: sums[f"all_{name}"] for name in names[:3]}
    return {**used, "sandbox_s": round(sums["all_sandbox_ms"] / 1000, 1)}


def _sandbox_ms(session: Session) -> int:
    ran = Effect.objects.filter(session=session, kind="spawn_worker", finished_at__isnull=False)
    spent: timedelta | None = ran.aggregate(spent=Sum(F("finished_at") - F("started_at")))["spent"]
    return max(0, round(spent.total_seconds() * 1000)) if spent else 0  # two hosts' clocks may disagree


def _warn(user_id: int) -> None:
    """Tell a user once a day of each bound that is 80 % used; the admins of the organisation's."""
    today = utc_now().date()
    day = UsageDay.objects.select_for_update().get(day=today, user_id=user_id)
    for budget, used in _held(user_id):
        near = [name for name in FIELDS if (bound := getattr(budget, name)) and used[name] / bound >= WARN_AT]
        for name in near:
            key = f"{budget.whose}:{name}"
            if key in day.warned:
                continue
            if budget.whose == Budget.Whose.ORGANISATION:
                _queue(_TELLING)  # another user's session may tell of the same in this moment
                if _told(key, today):
                    continue
            day.warned = [*day.warned, key]
            day.save(update_fields=["warned"])
            _tell(budget, name, used[name], user_id)


def _told(key: str, today: date) -> bool:
    return UsageDay.objects.filter(day=today, warned__contains=[key]).exists()


def _tell(budget: Budget, name: str, used: float, user_id: int) -> None:
    whole = budget.whose == Budget.Whose.ORGANISATION
    share = used / getattr(budget, name)
    text = (
        f"{'The organisation has' if whole else 'You have'} used {share:.0%} of {'its' if whole else 'your'} budget of {FIELDS[name]} "
        f"for today ({_said(name, used)} of {_said(name, getattr(budget, name))})."
    )
    people = get_user_model().objects.filter(is_active=True, is_staff=True).values_list("pk", flat=True) if whole else [user_id]
    for one in people:
        notice_create(user_id=one, kind="budget", text=text, link="/usage/")


def _said(name: str, value: float) -> str:
    return f"{value / 1_000_000:.2f}" if name == "cost_micros" else f"{value:,.0f}"
