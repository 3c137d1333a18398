"""Schedules in Django's admin: when the product's own periodic tasks run. What the library's pages offer beyond that is left out.

Its form would take any task with any arguments, on any queue; its page brings a script of its own, which the content policy forbids.
"""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin
from django.http import HttpRequest
from django_celery_beat.admin import CrontabScheduleAdmin, IntervalScheduleAdmin  # importing it registers all of them
from django_celery_beat.models import ClockedSchedule, CrontabSchedule, IntervalSchedule, PeriodicTask, SolarSchedule

MAX_INTERVAL_S = 31 * 24 * 3600  # seconds between two runs

for _model in (ClockedSchedule, CrontabSchedule, IntervalSchedule, PeriodicTask, SolarSchedule):
    admin.site.unregister(_model)


def periodic_task_names() -> list[str]:
    """Return the names of the tasks that the product runs by itself."""
    return sorted({str(entry["task"]) for entry in settings.CELERY_BEAT_SCHEDULE.values()})


class PeriodicTaskForm(forms.ModelForm):  # type: ignore[type-arg] # generic only for the type checker
    """When one of the product's periodic tasks runs."""

    task = forms.ChoiceField(choices=lambda: [(one, one) for one in periodic_task_names()])

    class Meta:
        model = PeriodicTask
        fields = ["name", "task", "enabled", "interval", "crontab", "description"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - Django's signature
        """Let an entry that Celery itself made keep its task."""
        super().__init__(*args, **kwargs)
        task, known = self.fields["task"], periodic_task_names()
        if self.instance.pk and self.instance.task not in known and isinstance(task, forms.ChoiceField):
            task.choices = [(one, one) for one in (self.instance.task, *known)]

    def clean(self) -> dict[str, Any]:
        """Refuse an entry without a time, or with two."""
        given = super().clean() or {}
        if (given.get("interval") is None) == (given.get("crontab") is None):
            raise forms.ValidationError("Choose an interval or a crontab, one of the two.")
        return given


@admin.register(PeriodicTask)
class PeriodicTaskAdmin(admin.ModelAdmin):  # type: ignore[type-arg] # generic only for the type checker
    """What runs when. A change is taken up within seconds and is not undone by a restart; a missing entry comes back with it."""

    form = PeriodicTaskForm
    list_display = ("name", "task", "interval", "crontab", "enabled", "last_run_at", "total_run_count")
    list_select_related = ("interval", "crontab")
    list_filter = ("enabled",)
    search_fields = ("name", "task")
    ordering = ("name",)
    readonly_fields = ("last_run_at", "total_run_count")

    def delete_queryset(self, request: HttpRequest, queryset: Any) -> None:  # noqa: ANN401 - Django's signature
        """Delete one by one: that tells beat of it."""
        for entry in queryset:
            entry.delete()


class IntervalForm(forms.ModelForm):  # type: ignore[type-arg] # as above
    """A time between two runs."""

    class Meta:
        model = IntervalSchedule
        fields = ["every", "period"]

    def clean(self) -> dict[str, Any]:
        """Refuse what would never come, and what comes all the time."""
        given = super().clean() or {}
        if given.get("every") and given.get("period"):
            seconds = IntervalSchedule(every=given["every"], period=given["period"]).schedule.run_every.total_seconds()
            if not 1 <= seconds <= MAX_INTERVAL_S:
                raise forms.ValidationError("From a second to 31 days may lie between two runs.")
        return given


@admin.register(IntervalSchedule)
class IntervalAdmin(IntervalScheduleAdmin):  # type: ignore[misc] # ships no types
    """Times between two runs, and what uses them."""

    form = IntervalForm


class CrontabForm(forms.ModelForm):  # type: ignore[type-arg] # as above
    """Times of the clock and the calendar."""

    class Meta:
        model = CrontabSchedule
        fields = ["minute", "hour", "day_of_month", "month_of_year", "day_of_week", "timezone"]

    def clean(self) -> dict[str, Any]:
        """Refuse a day that no month has: beat would leave such an entry out without a word."""
        given = super().clean() or {}
        if not self.errors:
            try:
                _ = CrontabSchedule(**given).schedule
            except ValueError as error:
                raise forms.ValidationError(f"{error}") from None
        return given


@admin.register(CrontabSchedule)
class CrontabAdmin(CrontabScheduleAdmin):  # type: ignore[misc] # ships no types
    """Times of the clock, and what uses them."""

    form = CrontabForm
