"""Pages of permission rules."""

import uuid

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from kingdom.approvals.permissions.argument_patterns import describe_argument_pattern
from kingdom.approvals.permissions.selectors import permission_rules_of
from kingdom.approvals.permissions.services import rule_delete
from kingdom.console.request_params import current_user_id


@require_GET
@never_cache
@login_required
def permission_rules(request: HttpRequest) -> HttpResponse:
    """Show the reader's standing rules, to be removed, and the organisation's."""
    user_id = current_user_id(request)
    rows = [
        {
            "id": str(one.pk),
            "own": one.user_id == user_id,
            "effect": {"allow": "may use", "ask": "asks before it uses", "deny": "may never use"}[str(one.effect)],
            "agent": one.agent or "every agent",
            "tool": one.tool,
            "shape": describe_argument_pattern(one.shape),
            "created_at": one.created_at,
            "approval_id": one.approval_id,
        }
        for one in permission_rules_of(user_id=user_id).order_by("-created_at")
    ]
    context = {"own": [one for one in rows if one["own"]], "others": [one for one in rows if not one["own"]]}
    return render(request, "console/rules.html", context)


@require_POST
@login_required
def permission_rule_remove(request: HttpRequest, rule_id: uuid.UUID) -> HttpResponse:
    """Remove one of the reader's own rules."""
    rule_delete(user_id=current_user_id(request), rule_id=rule_id)
    messages.success(request, "The rule is gone: from now on you are asked again.")
    return redirect("rules-page")
