"""The budget of one workflow: what its models have used, a warning at 80 %, and the halt when it is used up.

A session is counted when it has ended, so those that run when the budget is used up may exceed it. Running a node again
after this halt allows the same amount once more.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from django.conf import settings
from django.db.models import BigIntegerField, Sum
from django.db.models.fields.json import KT
from django.db.models.functions import Cast

from kingdom.contracts.prices import format_money
from kingdom.contracts.workflows.manifest import WorkflowManifest
from kingdom.core.text.sentences import sentence
from kingdom.sessions.models import Session
from kingdom.workflows.kernel.event_log import USAGE_FIELDS, event_append
from kingdom.workflows.models import NodeRun, Workflow, WorkflowEvent, WorkflowNode
from kingdom.workflows.rules.guards import Halt

BUDGET_WARNING = "BudgetWarning"
_ALERT_THRESHOLD = 0.8
_TOKENS = ("prompt_tokens", "output_tokens", "thought_tokens")


class _Limit(NamedTuple):
    """One bound of a workflow and what is used of it."""

    name: str
    limit: int
    used: int

    @property
    def share(self) -> float:
        """The used share of it, 0 to 1 and more."""
        return self.used / self.limit


def budget_halt(workflow: Workflow, manifest: WorkflowManifest, node: WorkflowNode) -> Halt | None:
    """Return the halt of a node that a locked workflow has no budget left for; warn once when 80 % are used."""
    if manifest.budget_tokens is None and manifest.budget_micros is None:
        return None
    used = _usage(workflow)
    limits = list(_limits(workflow, manifest, used))
    for limit in limits:
        if limit.share >= _ALERT_THRESHOLD:
            _warn_once(workflow, limit)
    spent = next((limit for limit in limits if limit.share >= 1), None)
    if spent is None:
        return _unpriced_halt(workflow, manifest, node, used["unpriced_tokens"])
    amount = f"{_amount(spent.name, spent.used)} of {_amount(spent.name, spent.limit)}"
    reason = sentence(
        "Budget Exceeded: %(name)s cannot begin: the budget of this workflow is used up (%(amount)s).",
        name=node.node_id,
        amount=amount,
    )
    hint = sentence("Retry allows the same amount once more. Or skip it, or abort.")
    return Halt("budget_exceeded", reason, hint)


def _unpriced_halt(workflow: Workflow, manifest: WorkflowManifest, node: WorkflowNode, unpriced: int) -> Halt | None:
    """Return the halt of a node whose cost nobody would count: a price is unknown, and there is no bound of tokens."""
    if not unpriced or manifest.budget_tokens is not None or workflow.budget_extensions:
        return None
    reason = sentence(
        "Budget Exceeded: %(name)s cannot begin: the price of %(count)s tokens that this workflow used is unknown, so "
        "its budget cannot be held.",
        name=node.node_id,
        count=f"{unpriced:,}",
    )
    return Halt("budget_exceeded", reason, sentence("Retry goes on without counting them. Or skip it, or abort."))


def _limits(workflow: Workflow, manifest: WorkflowManifest, used: Mapping[str, int]) -> Iterator[_Limit]:
    rounds = 1 + workflow.budget_extensions
    if manifest.budget_tokens is not None:
        yield _Limit("tokens", manifest.budget_tokens * rounds, sum(used[name] for name in _TOKENS))
    if manifest.budget_micros is not None:
        yield _Limit("cost_micros", manifest.budget_micros * rounds, used["cost_micros"])


def _usage(workflow: Workflow) -> dict[str, int]:
    """Return what the sessions of a workflow used: the ended ones, also of given up attempts, by its sums, and of those
    that run what is in no log yet.
    """
    running = Session.objects.filter(node_run__node__workflow=workflow, node_run__state=NodeRun.State.RUNNING)
    sums = {name: Sum(Cast(KT(f"usage__{name}"), BigIntegerField())) for name in USAGE_FIELDS}
    open_usage = running.filter(finished_at=None).order_by().aggregate(**sums)
    return {name: int(workflow.used.get(name, 0)) + int(open_usage[name] or 0) for name in USAGE_FIELDS}


def _warn_once(workflow: Workflow, limit: _Limit) -> None:
    warned = WorkflowEvent.objects.filter(workflow=workflow, kind=BUDGET_WARNING)
    if not warned.filter(payload__limit=limit.name, payload__of=limit.limit).exists():
        used = {"scope": "workflow", "limit": limit.name, "of": limit.limit, "used": round(limit.share, 4)}
        event_append(workflow, BUDGET_WARNING, payload=used)


def _amount(name: str, value: int) -> str:
    return format_money(value, settings.KINGDOM.currency) if name == "cost_micros" else f"{value:,} tokens"
