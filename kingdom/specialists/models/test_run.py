"""Training results and test runs of a version."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from kingdom.core.jobs import LeasedJob
from kingdom.specialists.models.specialist import SpecialistVersion


class TrainingResult(models.Model):
    """How one test of a version went in one training: stored as it ends, so that a training that begins again leaves it out.

    ``result`` is the graded result in the form of ``kingdom.council.rules.training.CaseResult``; the session is the real run behind it.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    training_id = models.UUIDField()  # the case of the Council; another room's row, so no foreign key
    version = models.ForeignKey(SpecialistVersion, on_delete=models.CASCADE, related_name="training_results")
    number = models.PositiveIntegerField()
    mock = models.BooleanField(default=False)
    session = models.ForeignKey(
        "kingdom_sessions.Session", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    result = models.JSONField()

    class Meta:
        db_table = "training_results"
        constraints = [
            models.UniqueConstraint(fields=["training_id", "version", "number", "mock"], name="training_result_once")
        ]
        ordering = ["number"]

    def __str__(self) -> str:
        """Return which test of which version it is about."""
        return f"test {self.number} of {self.version_id}"


class TestRun(LeasedJob):
    """One run of all tests of a version in the sandbox, requested by a person or by a status change that needs it."""

    __test__ = False  # pytest collects imported classes whose names begin with Test

    class State(models.TextChoices):
        """Where it stands; the last three are final."""

        QUEUED = "queued"
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"
        CANCELLED = "cancelled"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    version = models.ForeignKey("specialists.SpecialistVersion", on_delete=models.CASCADE, related_name="test_runs")
    digest = models.CharField(max_length=64)
    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    state = models.CharField(max_length=9, choices=State.choices, default=State.QUEUED)
    done = models.PositiveIntegerField(default=0)
    passed = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    mock = models.BooleanField(default=False)
    results = models.JSONField(default=dict)
    error = models.TextField(blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "agent_suite_runs"
        permissions = [("run_tests", "Can have the tests of any specialist run")]
        ordering = ["-created_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["version"], condition=Q(state__in=["queued", "running"]), name="suite_run_one_open"
            )
        ]
        indexes = [models.Index(fields=["version", "-finished_at"], name="suite_run_newest")]

    def __str__(self) -> str:
        """Return how far it is."""
        return f"{self.state}: {self.passed} of {self.total}"
