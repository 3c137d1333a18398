"""Pages of specialists, findings of the Auditor, and usage."""

import uuid
from collections.abc import Iterable, Mapping
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from kingdom.accounts.models import User
from kingdom.console.request_params import current_user_id, form_text, page_number
from kingdom.console.specialists.gallery_presenter import beginning, gallery_card, success_words, verified_progress
from kingdom.console.specialists.usage_presenter import budget_usage_rows, usage_plots
from kingdom.contracts.capabilities.sending import may_send
from kingdom.core.clock import utc_now
from kingdom.core.errors import BadInput, Busy, Conflict, NotAllowed, NotFound
from kingdom.core.stored_sentences import in_language
from kingdom.core.web.language import localized_percent
from kingdom.council.proposals.fork_proposals import fork_proposal_open
from kingdom.council.proposals.owner_edits import specialist_edit_open
from kingdom.sessions.budgets.selectors import budget_summary
from kingdom.sessions.budgets.usage import usage_history, usage_summary
from kingdom.specialists.audits.figure_labels import labelled_figures
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.registry import detail_selectors
from kingdom.specialists.registry.selectors import open_test_run, specialist_card, version_spec
from kingdom.specialists.sending.cassettes import cassette_open, cassettes_delete, cassettes_of, is_recordable
from kingdom.specialists.status.owner_actions import is_paused, owner_action_apply, owner_rename
from kingdom.specialists.status.promotion_evidence import promotion_evidence_summary
from kingdom.specialists.status.selectors import is_or_was_shared
from kingdom.specialists.test_runs.services import test_run_request

SPECIALISTS_PER_PAGE = 30
DAYS = 30
FINDINGS_PERMISSION = "specialists.view_auditfinding"
_USER_ERRORS = (BadInput, Busy, Conflict, NotAllowed)
_STATUS_CSS_CLASSES = {"verified": "good", "suspended": "bad", "deprecated": "bad"}


@require_GET
@never_cache
@login_required
def specialists(request: HttpRequest) -> HttpResponse:
    """Show the reader's own specialists of any status, and the shared ones."""
    user_id = current_user_id(request)
    all_shared = detail_selectors.specialists_shared(user_id=user_id)
    shared = Paginator(all_shared, SPECIALISTS_PER_PAGE).get_page(page_number(request))
    own = list(detail_selectors.specialists_owned(user_id=user_id)[:SPECIALISTS_PER_PAGE])
    progress = verified_progress(own)
    context = {
        "own": [{**_specialist_row(specialist), "progress": progress.get(specialist.pk)} for specialist in own],
        "shared": [gallery_card(specialist) for specialist in shared],
        "beginning": beginning(user_id=user_id),
        "page": shared,
        "ask_key": uuid.uuid4().hex,
    }
    return render(request, "console/specialists/specialists.html", context)


@require_GET
@never_cache
@login_required
def specialist(request: HttpRequest, specialist_id: uuid.UUID) -> HttpResponse:
    """Show one specialist with its status; to its owner also its evidence and versions."""
    user_id = current_user_id(request)
    found = detail_selectors.specialist_for_reader(user_id=user_id, pk=specialist_id)
    own = found.created_by_id == user_id
    private = not own and detail_selectors.is_card_private(found)
    usable = [Specialist.Status.VERIFIED, *([Specialist.Status.UNVERIFIED] if own else [])]
    context = {
        "specialist": {
            **_specialist_row(found),
            **({"purpose": gettext("This specialist is now private.")} if private else {}),
        },
        "card": None if private else specialist_card(found),
        "own": own,
        "changes": detail_selectors.status_changes_of(found, whole=own or found.builtin),
        "usable": found.status in usable,
        "ask_key": uuid.uuid4().hex,
        **(_owner_context(found) if own else {}),
    }
    return render(request, "console/specialists/specialist.html", context)


@require_POST
@login_required
def specialist_action(request: HttpRequest, specialist_id: uuid.UUID) -> HttpResponse:
    """Apply the pressed button to the reader's own specialist: tests, a proposal, an edit, pause, resume, delete."""
    user_id = current_user_id(request)
    found = detail_selectors.specialist_for_reader(user_id=user_id, pk=specialist_id)
    if found.created_by_id != user_id:
        raise NotFound("There is no such specialist.")
    try:
        if request.POST.get("do") == "edit":
            case = specialist_edit_open(
                user_id=user_id,
                specialist_id=found.pk,
                changes=_edited_fields(request, found.spec_snapshot),
                digest=form_text(request, "digest"),
            )
            return redirect("creation-page", case_id=case.pk)
        messages.success(request, _apply_action(request, found, user_id))
    except _USER_ERRORS as error:
        messages.error(request, in_language(error.message))
    if request.POST.get("do") == "delete":
        return redirect("specialists-page")
    return redirect("specialist-page", specialist_id=found.pk)


def _apply_action(request: HttpRequest, found: Specialist, user_id: int) -> str:
    user = User.objects.get(pk=user_id)
    match request.POST.get("do", ""):
        case "offer":
            fork_proposal_open(user_id=user_id, specialist_id=found.pk, why=form_text(request, "why"))
            return gettext("Proposal sent. You will be notified of the decision.")
        case "rename":
            renamed = owner_rename(user=user, specialist_id=found.pk, role=form_text(request, "role").strip())
            return gettext("It is called %(role)s now.") % {"role": renamed.role}
        case "pause":
            owner_action_apply(user=user, specialist_id=found.pk, action="pause")
            return gettext("Paused. It gets no message until you resume it.")
        case "resume":
            owner_action_apply(user=user, specialist_id=found.pk, action="resume")
            return gettext("Resumed.")
        case "record":
            cassette_open(user_id=user_id, specialist_id=found.pk)
            return gettext("Use it once within 24 hours and approve what it sends: that use is recorded for its tests.")
        case "forget-recordings":
            cassettes_delete(user_id=user_id, specialist_id=found.pk)
            return gettext("Its recordings are deleted, and what its tests answered on them.")
        case "delete":
            owner_action_apply(user=user, specialist_id=found.pk, action="delete")
            return gettext("%(role)s is deleted. Its answers stay where they were given.") % {"role": found.role}
    test_run_request(specialist_id=found.pk, user=user)
    return gettext("The tests are running. This page shows their progress.")


def _edited_fields(request: HttpRequest, spec: Mapping[str, Any]) -> dict[str, Any]:
    """Return the changed fields of the edit form: the purpose, one example per field, and rules by lines."""
    fields = {
        "purpose": _form_lines(form_text(request, "purpose")),
        "examples": _without_blank(request.POST.getlist("examples")),
        "dna_rules": _without_blank(_form_lines(form_text(request, "dna_rules")).split("\n")),
    }
    before = {
        "purpose": _form_lines(str(spec.get("purpose", ""))),
        "examples": _without_blank(spec.get("examples", ())),
        "dna_rules": _without_blank(_form_lines("\n".join(spec.get("dna_rules", ()))).split("\n")),
    }
    return {name: value for name, value in fields.items() if value != before[name]}


def _without_blank(texts: Iterable[str]) -> list[str]:
    return [text for text in map(_form_lines, texts) if text]


def _form_lines(text: str) -> str:
    """Return a text with "\\n" at the ends of lines: a browser sends "\\r\\n"."""
    return text.replace("\r\n", "\n").strip()


@require_GET
@never_cache
@login_required
def finding(request: HttpRequest, entry_id: uuid.UUID) -> HttpResponse:
    """Show a finding of the Auditor; its notification links here."""
    staff = request.user.is_staff
    found = detail_selectors.finding_for_reader(user_id=current_user_id(request), staff=staff, pk=entry_id)
    context = {
        "finding": found,
        "figures": labelled_figures(found.code, found.figures),
        "admin": staff and request.user.has_perm(FINDINGS_PERMISSION),
    }
    return render(request, "console/specialists/finding.html", context)


@require_GET
@never_cache
@login_required
def usage(request: HttpRequest) -> HttpResponse:
    """Show the reader's usage, and today's budget."""
    user_id = current_user_id(request)
    today = budget_summary(user_id=user_id)
    days = usage_history(user_id=user_id, days=DAYS)
    context = {
        "budget": budget_usage_rows(today),
        "today": today,
        "days": days,
        "plots": usage_plots({row.day: row for row in days}, today=utc_now().date(), days=DAYS),
        "summary": usage_summary(user_id=user_id, days=DAYS),
        "day_count": DAYS,
    }
    return render(request, "console/specialists/usage.html", context)


def _specialist_row(specialist: Specialist) -> dict[str, Any]:
    runs = specialist.execution_count
    return {
        "id": str(specialist.pk),
        "role": specialist.role,
        "purpose": specialist.spec_without_code.get("purpose", ""),
        "status": specialist.status,
        "css_class": _STATUS_CSS_CLASSES.get(specialist.status, ""),
        "runs": runs,
        "rate": success_words(specialist.success_count, runs - specialist.uncounted_count),
        "success_rate": localized_percent(rate, 1) if (rate := specialist.success_rate) is not None else "",
    }


def _owner_context(specialist: Specialist) -> dict[str, Any]:
    """Return what only the owner sees: evidence, versions with test runs, findings of the Auditor."""
    version = specialist.current_version
    return {
        "evidence": promotion_evidence_summary(specialist),
        "versions": detail_selectors.versions_with_test_runs(specialist),
        "findings": detail_selectors.open_findings_of(specialist),
        "running": open_test_run(version) if version is not None else None,
        "paused": is_paused(specialist),
        "never_shared": not is_or_was_shared(specialist),
        "spec": specialist.spec_snapshot,
        "sends": version is not None and may_send(version_spec(version)),
        "recordable": is_recordable(specialist),
        "recordings": cassettes_of(specialist),
    }
