"""Schedules of the product's periodic tasks in Django's admin.

They replace the library's pages: its form accepts any task with any arguments, and its inline script breaks
the content policy.
"""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext, gettext_lazy, pgettext_lazy
from django_celery_beat.admin import CrontabScheduleAdmin, IntervalScheduleAdmin  # the import registers all of them
from django_celery_beat.models import ClockedSchedule, CrontabSchedule, IntervalSchedule, PeriodicTask, SolarSchedule

from kingdom.core.web.admin_base import breakable_name
from kingdom.ops.schedule_words import crontab_words, interval_words

MAX_INTERVAL_S = 31 * 24 * 3600

for _model in (ClockedSchedule, CrontabSchedule, IntervalSchedule, PeriodicTask, SolarSchedule):
    admin.site.unregister(_model)


def periodic_task_names() -> list[str]:
    """Return the dotted names of the product's periodic tasks, sorted."""
    return sorted({str(entry["task"]) for entry in settings.CELERY_BEAT_SCHEDULE.values()})


class PeriodicTaskForm(forms.ModelForm):  # type: ignore[type-arg] # generic only for the type checker
    """The schedule of one of the product's periodic tasks."""

    task = forms.ChoiceField(
        choices=lambda: [(name, name) for name in periodic_task_names()], label=pgettext_lazy("admin", "task")
    )

    class Meta:
        model = PeriodicTask
        fields = ["name", "task", "enabled", "interval", "crontab", "description"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - Django's signature
        """Offer the task of an entry that Celery itself created."""
        super().__init__(*args, **kwargs)
        task, known = self.fields["task"], periodic_task_names()
        if self.instance.pk and self.instance.task not in known and isinstance(task, forms.ChoiceField):
            task.choices = [(name, name) for name in (self.instance.task, *known)]
        interval, crontab = self.fields["interval"], self.fields["crontab"]
        if isinstance(interval, forms.ModelChoiceField) and isinstance(crontab, forms.ModelChoiceField):
            interval.label_from_instance = interval_words  # type: ignore[assignment] # as Django documents
            crontab.label_from_instance = crontab_words  # type: ignore[assignment] # as above

    def clean(self) -> dict[str, Any]:
        """Require an interval or a crontab, not both."""
        cleaned = super().clean() or {}
        if (cleaned.get("interval") is None) == (cleaned.get("crontab") is None):
            raise forms.ValidationError(gettext("Choose an interval or a crontab, one of the two."))
        return cleaned


@admin.register(PeriodicTask)
class PeriodicTaskAdmin(admin.ModelAdmin):  # type: ignore[type-arg] # generic only for the type checker
    """Schedules of periodic tasks. Changes apply within seconds and survive restarts, which restore deleted entries."""

    form = PeriodicTaskForm
    list_display = ("name", "task_name", "due", "enabled", "last_run_at", "total_run_count")
    list_select_related = ("interval", "crontab")
    list_filter = ("enabled",)
    search_fields = ("name", "task")
    ordering = ("name",)
    readonly_fields = ("last_run_at", "total_run_count")

    @admin.display(description="task", ordering="task")
    def task_name(self, entry: PeriodicTask) -> str:
        """Return the task; the library's own title of the column is in no language but English."""
        return breakable_name(str(entry.task))

    @admin.display(description=gettext_lazy("Due"), ordering="interval")
    def due(self, entry: PeriodicTask) -> str:
        """Return when it runs."""
        if entry.crontab is not None:
            return crontab_words(entry.crontab)
        return interval_words(entry.interval) if entry.interval is not None else ""

    def delete_queryset(self, request: HttpRequest, queryset: Any) -> None:  # noqa: ANN401 - Django's signature
        """Delete one by one: only that notifies beat."""
        for entry in queryset:
            entry.delete()


class IntervalForm(forms.ModelForm):  # type: ignore[type-arg] # as above
    """An interval between two runs."""

    class Meta:
        model = IntervalSchedule
        fields = ["every", "period"]

    def clean(self) -> dict[str, Any]:
        """Allow intervals from a second to 31 days."""
        cleaned = super().clean() or {}
        if cleaned.get("every") and cleaned.get("period"):
            seconds = IntervalSchedule(
                every=cleaned["every"], period=cleaned["period"]
            ).schedule.run_every.total_seconds()
            if not 1 <= seconds <= MAX_INTERVAL_S:
                raise forms.ValidationError(gettext("The interval must be between 1 second and 31 days."))
        return cleaned


@admin.register(IntervalSchedule)
class IntervalAdmin(IntervalScheduleAdmin):  # type: ignore[misc] # ships no types
    """Intervals, and the tasks that use them."""

    form = IntervalForm


class CrontabForm(forms.ModelForm):  # type: ignore[type-arg] # as above
    """A crontab schedule."""

    class Meta:
        model = CrontabSchedule
        fields = ["minute", "hour", "day_of_month", "month_of_year", "day_of_week", "timezone"]

    def clean(self) -> dict[str, Any]:
        """Refuse a day that no month has: beat would skip such an entry silently."""
        cleaned = super().clean() or {}
        if not self.errors:
            try:
                _ = CrontabSchedule(**cleaned).schedule
            except ValueError as error:
                raise forms.ValidationError(f"{error}") from None
        return cleaned


@admin.register(CrontabSchedule)
class CrontabAdmin(CrontabScheduleAdmin):  # type: ignore[misc] # ships no types
    """Crontab schedules, and the tasks that use them."""

    form = CrontabForm
    fields = ("words", "minute", "hour", "day_of_month", "month_of_year", "day_of_week", "timezone")
    readonly_fields = ("words",)
    list_display = ("words", "minute", "hour", "day_of_month", "month_of_year", "day_of_week", "timezone")

    @admin.display(description=gettext_lazy("Due"))
    def words(self, crontab: CrontabSchedule) -> str:
        """Return when it is due."""
        return crontab_words(crontab) if crontab.pk else ""
