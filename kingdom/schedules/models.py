"""Models of schedules, webhooks and what they sent."""

import uuid
from datetime import datetime

from django.conf import settings
from django.db import models

from kingdom.core.field_classes import field_classes
from kingdom.schedules.rules.cron_times import TimeBounds, next_time


@field_classes(
    public="cron time_zone interval_unit", owner="message manifest plan_source file_pattern", sealed="hook_digest"
)
class Schedule(models.Model):
    """A message or workflow that Kingdom starts for its user: at the times of a cron line, by a webhook, or by a file.

    ``manifest`` is the plan of a workflow, None for a message; ``message`` then says in words what it does.
    ``cron`` is empty for a webhook, ``hook_digest`` (SHA-256 of the secret in its address) is None for a schedule.
    ``next_at`` is the next time, None for a webhook, while paused and when there is none any more. Of the line's times
    only every ``interval``-th day or week (``interval_unit``) from ``starts_on`` counts, and none after ``ends_at``.
    All messages go to one conversation; when the user deletes it, the next message starts a new one.

    ``on_file``: each file that arrives in ``watched`` (None: in any conversation of the user) and whose name fits
    ``file_pattern`` starts it, in the file's conversation; files of agents only with ``own_files``. ``last_file`` is
    the newest file version that was looked at. ``plan_source`` is what a workflow is planned from for each file, with
    ``budget_tokens`` as its bound (None: that of the plan).
    """

    class CatchUp(models.TextChoices):
        """What is sent for times that passed while Kingdom was down."""

        LATEST = "latest"
        ALL = "all"
        NONE = "none"

    class State(models.TextChoices):
        """State."""

        ACTIVE = "active"
        PAUSED = "paused"
        ENDED = "ended"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="schedules")
    conversation = models.ForeignKey(
        "orchestrator.Conversation", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    message = models.TextField()
    manifest = models.JSONField(null=True, blank=True)
    cron = models.CharField(max_length=100, blank=True)
    time_zone = models.CharField(max_length=64, default="UTC")
    interval = models.PositiveSmallIntegerField(db_default=1, default=1)
    interval_unit = models.CharField(max_length=4, db_default="", default="", blank=True)
    starts_on = models.DateField(null=True, blank=True)
    ends_at = models.DateTimeField(null=True, blank=True)
    catch_up = models.CharField(max_length=6, choices=CatchUp.choices, default=CatchUp.LATEST)
    hook_digest = models.CharField(max_length=64, null=True, blank=True, unique=True)
    on_file = models.BooleanField(db_default=False, default=False)
    watched = models.ForeignKey(
        "orchestrator.Conversation", on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    file_pattern = models.CharField(max_length=200, db_default="", default="", blank=True)
    own_files = models.BooleanField(db_default=False, default=False)
    last_file = models.BigIntegerField(db_default=0, default=0)
    plan_source = models.JSONField(null=True, blank=True)
    budget_tokens = models.BigIntegerField(null=True, blank=True)
    planning_until = models.DateTimeField(null=True, blank=True)  # lease of the process that plans for its next file
    state = models.CharField(max_length=6, choices=State.choices, default=State.ACTIVE)
    next_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [
            models.Index(fields=["next_at"], condition=models.Q(state="active"), name="schedule_due"),
            models.Index(fields=["user", "-created_at"], name="schedule_of_user"),
        ]

    def __str__(self) -> str:
        """Return the cron line or the kind, and the id."""
        return f"{self.cron or ('files' if self.on_file else 'webhook')} {self.pk}"

    @property
    def bounds(self) -> TimeBounds:
        """Which times of the cron line count."""
        return TimeBounds(self.interval, self.interval_unit, self.starts_on, self.ends_at)

    def time_after(self, moment: datetime) -> datetime | None:
        """Return the next time after a moment, None when there is none any more."""
        return next_time(self.cron, self.time_zone, moment, self.bounds)

    @property
    def is_hook(self) -> bool:
        """Whether a webhook starts it."""
        return self.hook_digest is not None


@field_classes(public="outcome", owner="reason call_key call_digest file_path", of="schedule__user")
class ScheduleRun(models.Model):
    """One time of a schedule or call of a webhook: the session or workflow that it started, or why there is none.

    ``left_out`` counts times before it that were left out. ``call_key`` is a webhook caller's idempotency key,
    ``call_digest`` that of the body it came with; empty for calls of earlier releases.
    """

    class Outcome(models.TextChoices):
        """What became of it; ``sent`` is open until its session or workflow ends."""

        SENT = "sent"
        ANSWERED = "answered"
        FAILED = "failed"
        SKIPPED = "skipped"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    schedule = models.ForeignKey(Schedule, on_delete=models.CASCADE, related_name="runs")
    due_at = models.DateTimeField()
    outcome = models.CharField(max_length=8, choices=Outcome.choices, default=Outcome.SENT)
    reason = models.TextField(blank=True)
    left_out = models.PositiveIntegerField(default=0)
    file_path = models.CharField(max_length=1024, db_default="", default="", blank=True)
    call_key = models.CharField(max_length=200, null=True, blank=True)  # noqa: DJ001 - null never collides
    call_digest = models.CharField(max_length=64, db_default="", default="", blank=True)
    session = models.OneToOneField(
        "kingdom_sessions.Session", on_delete=models.SET_NULL, null=True, blank=True, related_name="schedule_run"
    )
    workflow = models.OneToOneField(
        "workflows.Workflow", on_delete=models.SET_NULL, null=True, blank=True, related_name="schedule_run"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["schedule", "due_at"], name="schedule_run_once"),
            models.UniqueConstraint(
                fields=["schedule", "call_key"], name="schedule_call_once"
            ),  # of a file its version
        ]
        indexes = [models.Index(fields=["schedule", "-due_at"], name="schedule_run_newest")]

    def __str__(self) -> str:
        """Return the time and the outcome."""
        return f"{self.due_at:%Y-%m-%d %H:%M} {self.outcome}"
