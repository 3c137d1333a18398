"""Evaluates policies on tool calls before they run: each that fits becomes a rule for exactly that call."""

import uuid
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.utils import timezone

from kingdom.approvals.permissions.rule_matching import EffectiveRule
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.tools import ToolRequest
from kingdom.events.event_store import workflow_of_session
from kingdom.events.tool_events import tool_event_fields
from kingdom.policies.evaluation.actions import is_fired_or_faulty
from kingdom.policies.evaluation.matching import EventSubject
from kingdom.policies.models import Pattern, PatternFired
from kingdom.policies.rules.condition_check import RUN_KIND
from kingdom.policies.rules.pattern_definition import BEFORE_IT_RUNS


def policy_rules(rules: Sequence[EffectiveRule], ctx: CallContext, request: ToolRequest) -> list[EffectiveRule]:
    """Return the rules for one call: those that are no policies, and the policies that fit it. Blocking.

    A policy that cannot be evaluated applies. What fits is recorded, once for each call; a trial is not recorded.
    """
    others = [rule for rule in rules if rule.scope != "policy"]
    policies = [rule for rule in rules if rule.scope == "policy"]
    if not policies:
        return others
    subject = _subject(ctx, request)
    fitting = [
        replace(rule, call_id=request.call_id)
        for rule in policies
        if is_fired_or_faulty(rule.id, rule.condition, subject)
    ]
    if fitting and not ctx.trial:
        _record(fitting, ctx, request)
    return others + fitting


def _subject(ctx: CallContext, request: ToolRequest) -> EventSubject:
    session_id = uuid.UUID(ctx.session_id)
    workflow_id = workflow_of_session(session_id)
    run = {RUN_KIND: "workflow" if workflow_id else "session"}
    return EventSubject(
        name=BEFORE_IT_RUNS,
        at=timezone.now(),
        values=_with_values(tool_event_fields(ctx.agent_id, request)) | run,
        user_id=int(ctx.user_id),
        session_id=session_id,
        workflow_id=workflow_id,
    )


def _with_values(fields: dict[str, Any]) -> dict[str, Any]:
    """Return the fields as they are stored: without those that have no value."""
    return {name: value for name, value in fields.items() if value}


def _record(fitting: Sequence[EffectiveRule], ctx: CallContext, request: ToolRequest) -> None:
    denies = any(rule.effect == "deny" for rule in fitting)
    PatternFired.objects.bulk_create(
        (
            PatternFired(
                pattern_id=rule.id,
                subject=f"call:{ctx.session_id}:{request.call_id}"[:250],
                user_id=int(ctx.user_id),
                action=_action(rule),
                outcome="blocked" if rule.effect == "deny" else "left_to_the_more_severe" if denies else "asked",
                decisive=(rule.effect == "deny") is denies,
            )
            for rule in fitting
        ),
        ignore_conflicts=True,
    )


def _action(rule: EffectiveRule) -> str:
    return Pattern.Action.BLOCK if rule.effect == "deny" else Pattern.Action.REQUEST_APPROVAL
