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
from kingdom.core.errors import BadInput, KingdomError
from kingdom.schedules.models import Schedule
from kingdom.schedules.rules.schedule_text import read_schedule
from kingdom.schedules.selectors import next_times, runs_of, schedule_of, schedules_of
from kingdom.schedules.services import ScheduleDraft, schedule_create, schedule_delete, schedule_pause, schedule_resume

SHOWN_RUNS = 30
_ACTIONS = {"pause": schedule_pause, "resume": schedule_resume}


@never_cache
@login_required
def schedules(request: HttpRequest) -> HttpResponse:
    """Show the reader's schedules, or create one from the form; a mistake keeps what was typed."""
    error, typed = "", {name: form_text(request, name) for name in ("text", "time_zone")}
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
    rows = [_row(schedule) for schedule in schedules_of(user_id=current_user_id(request))]
    context = {"schedules": rows, "error": error, "typed": typed}
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
    if action not in _ACTIONS:
        raise BadInput("Choose pause, resume or delete.")
    _ACTIONS[action](user_id=user_id, schedule_id=schedule_id)
    return redirect("schedule-page", schedule_id)


def _created(request: HttpRequest) -> tuple[Schedule, str]:
    text, time_zone = form_text(request, "text").strip(), form_text(request, "time_zone").strip() or "UTC"
    if form_text(request, "by") == "hook":
        draft = ScheduleDraft(message=text)
    else:
        read = read_schedule(text)
        draft = ScheduleDraft(message=read.message, cron=read.cron, time_zone=time_zone)
    return schedule_create(user_id=current_user_id(request), draft=draft)


def _row(schedule: Schedule) -> dict[str, object]:
    return {"schedule": schedule, "next_times": next_times(schedule)}
