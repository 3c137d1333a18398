"""Pages of permission rules, of the hosts that a user has agreed to, and of a user's drafts of policies."""

import uuid

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from kingdom.approvals.consents.selectors import host_consents_of
from kingdom.approvals.consents.services import host_consent_withdraw
from kingdom.approvals.models import PermissionRule
from kingdom.approvals.permissions.argument_patterns import describe_argument_pattern
from kingdom.approvals.permissions.selectors import permission_rules_of
from kingdom.approvals.permissions.services import rule_delete
from kingdom.console.request_params import current_user_id
from kingdom.contracts.identity import Identity
from kingdom.core.stored_sentences import in_language
from kingdom.policies.selectors import unused_drafts_of
from kingdom.policies.services import policy_draft_delete

_EFFECT_LABELS = {
    "allow": gettext_noop("may use"),
    "ask": gettext_noop("asks before it uses"),
    "deny": gettext_noop("may never use"),
}


@require_GET
@never_cache
@login_required
def permission_rules(request: HttpRequest) -> HttpResponse:
    """Show the reader's own rules, hosts that they have agreed to, drafts of policies, the organisation's rules."""
    user_id = current_user_id(request)
    rules = permission_rules_of(user_id=user_id).order_by("-created_at")
    context = {
        "own": [_rule_row(rule) for rule in rules if rule.user_id == user_id],
        "organisation": [_rule_row(rule) for rule in rules if rule.user_id != user_id],
        "consents": host_consents_of(user_id=user_id),
        "drafts": unused_drafts_of(user_id=user_id),
    }
    return render(request, "console/inbox/rules.html", context)


@require_POST
@login_required
def permission_rule_remove(request: HttpRequest, rule_id: uuid.UUID) -> HttpResponse:
    """Remove one of the reader's own rules."""
    rule_delete(user_id=current_user_id(request), rule_id=rule_id)
    messages.success(request, gettext("Rule deleted. You will be asked again."))
    return redirect("rules-page")


@require_POST
@login_required
def host_consent_remove(request: HttpRequest, consent_id: uuid.UUID) -> HttpResponse:
    """Withdraw one of the reader's consents to a host."""
    host_consent_withdraw(user_id=current_user_id(request), consent_id=consent_id)
    messages.success(request, gettext("Withdrawn. You will be asked again before it reaches that host."))
    return redirect("rules-page")


@require_POST
@login_required
def policy_draft_remove(request: HttpRequest, policy_id: uuid.UUID) -> HttpResponse:
    """Delete one of the reader's drafts of policies."""
    policy_draft_delete(actor_id=current_user_id(request), pattern_id=policy_id, as_staff=False)
    messages.success(request, gettext("Draft deleted."))
    return redirect("rules-page")


def _whose(rule: PermissionRule) -> str:
    """Return whose calls a rule is about, "" when its agent says all."""
    if rule.specialist is not None:
        return gettext("of the specialist %(role)s alone") % {"role": rule.specialist.role}
    is_one_agent = rule.agent and rule.agent not in set(Identity)
    return gettext("in workflows, of no specialist") if is_one_agent and rule.effect == "allow" else ""


def _rule_row(rule: PermissionRule) -> dict[str, object]:
    return {
        "id": str(rule.pk),
        "effect": gettext(_EFFECT_LABELS[str(rule.effect)]),
        "agent": rule.agent or gettext("every agent"),
        "whose": _whose(rule),
        "tool": rule.tool,
        "shape": in_language(describe_argument_pattern(rule.shape)),
        "created_at": rule.created_at,
        "approval_id": rule.approval_id,
    }
