"""Pages of schedules and webhooks."""

import uuid

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from kingdom.console.request_params import current_user_id, form_text
from kingdom.contracts.workflows.manifest import MAX_BUDGET
from kingdom.core.errors import BadInput, KingdomError
from kingdom.core.stored_sentences import in_language
from kingdom.schedules.models import Schedule
from kingdom.schedules.rules.schedule_text import MAX_TEXT
from kingdom.schedules.runs.file_triggers import waiting_files
from kingdom.schedules.selectors import next_times, runs_of, schedule_of, schedules_of
from kingdom.schedules.services import (
    WORKFLOW_TASK,
    ScheduleDraft,
    draft_of_times,
    schedule_create,
    schedule_delete,
    schedule_edit,
    schedule_pause,
    schedule_resume,
    text_values,
)
from kingdom.workflows.presenters import workflow_title
from kingdom.workflows.selectors import workflows_of

SHOWN_RUNS = 30
SHOWN_WORKFLOWS = 50  # the newest ones, to choose from
_FIELDS = ("text", "time_zone", "workflow", "budget_tokens")
_ACTIONS = {"pause": schedule_pause, "resume": schedule_resume}


def _typed(request: HttpRequest) -> dict[str, str]:
    """Return what stands in the form: what was sent, at first the words of the link."""
    linked = {"text": request.GET.get("text", "")[:MAX_TEXT]}
    return linked | {name: sent for name in _FIELDS if (sent := form_text(request, name))}


@never_cache
@login_required
def schedules(request: HttpRequest) -> HttpResponse:
    """Show the reader's schedules, or create one from the form; a mistake keeps what was typed.

    A link from an answer has the words of the message in it (``?text=``): they stand in the form, and nothing is set.
    """
    error, typed = "", _typed(request)
    if request.method == "POST":
        try:
            schedule, secret = _created(request)
        except KingdomError as fault:
            error = fault.message
        else:
            address = request.build_absolute_uri(reverse("hook", args=[secret])) if secret else ""
            if not address:
                messages.success(request, gettext("The schedule is set."))
                return redirect("schedule-page", schedule.pk)
            context = {"schedule": schedule, "address": address}
            return render(request, "console/schedules/webhook.html", context)
    user_id = current_user_id(request)
    context = {
        "schedules": [_row(schedule) for schedule in schedules_of(user_id=user_id)],
        "error": error,
        "typed": typed,
        "workflows": [
            {"id": str(found.pk), "title": workflow_title(found)}
            for found in workflows_of(user_id=user_id).order_by("-created_at")[:SHOWN_WORKFLOWS]
        ],
    }
    return render(request, "console/schedules/list.html", context, status=400 if error else 200)


@require_GET
@never_cache
@login_required
def schedule(request: HttpRequest, schedule_id: uuid.UUID) -> HttpResponse:
    """Show one schedule with its next times and its history."""
    found = schedule_of(user_id=current_user_id(request), schedule_id=schedule_id)
    runs = runs_of(schedule=found)[:SHOWN_RUNS]
    return render(request, "console/schedules/schedule.html", {**_row(found), "runs": runs})


@require_POST
@login_required
def schedule_change(request: HttpRequest, schedule_id: uuid.UUID) -> HttpResponse:
    """Pause, resume or delete one of the reader's schedules."""
    user_id, action = current_user_id(request), form_text(request, "action")
    if action == "delete":
        schedule_delete(user_id=user_id, schedule_id=schedule_id)
        messages.success(request, gettext("Deleted. Its conversation stays."))
        return redirect("schedules-page")
    if action == "edit":
        return _edited(request, schedule_id)
    if action not in _ACTIONS:
        raise BadInput("Choose pause, resume, edit or delete.")
    _ACTIONS[action](user_id=user_id, schedule_id=schedule_id)
    return redirect("schedule-page", schedule_id)


def _edited(request: HttpRequest, schedule_id: uuid.UUID) -> HttpResponse:
    """Change when a schedule sends, by a cron line or by words; a mistake is said on its page."""
    when, time_zone = form_text(request, "when").strip(), form_text(request, "time_zone").strip()
    user_id = current_user_id(request)
    try:
        draft = draft_of_times(when, user_id=user_id, time_zone=time_zone)
        schedule_edit(user_id=user_id, schedule_id=schedule_id, draft=draft)
    except BadInput as error:
        messages.error(request, in_language(error.message))
    return redirect("schedule-page", schedule_id)


def _created(request: HttpRequest) -> tuple[Schedule, str]:
    text, time_zone = form_text(request, "text").strip(), form_text(request, "time_zone").strip()
    workflow = form_text(request, "workflow") or None
    if form_text(request, "by") == "hook":
        draft = ScheduleDraft(message=text, workflow=workflow, budget_tokens=_budget(request))
    else:
        words = f"{text}{WORKFLOW_TASK}" if workflow else text
        values = text_values(words, user_id=current_user_id(request), time_zone=time_zone)
        values |= {"message": ""} if workflow else {}
        values |= {"catch_up": Schedule.CatchUp.ALL} if "on_file" in values else {}
        draft = ScheduleDraft(**values, workflow=workflow, budget_tokens=_budget(request))
    return schedule_create(user_id=current_user_id(request), draft=draft)


def _budget(request: HttpRequest) -> int | None:
    """Return the tokens that each run of a workflow may take, None for no bound. Raises BadInput."""
    text = form_text(request, "budget_tokens").strip()
    if not text:
        return None
    if not text.isascii() or not text.isdigit() or not 1 <= int(text[:17]) <= MAX_BUDGET:
        raise BadInput(f"A budget is a whole number of tokens from 1 to {MAX_BUDGET:,}.")
    return int(text[:17])


def _row(schedule: Schedule) -> dict[str, object]:
    waiting = len(waiting_files(schedule)) if schedule.on_file else 0
    return {"schedule": schedule, "next_times": next_times(schedule), "waiting": waiting}
