"""Models of training results and test runs of a version."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from kingdom.core.background.jobs import WaitingJob
from kingdom.core.field_classes import field_classes
from kingdom.specialists.models.specialist import SpecialistVersion


@field_classes(owner="result", of="version__specialist__created_by", shared=True)
class TrainingResult(models.Model):
    """The result of one test in one training, stored at its end, so that a resumed training skips it.

    ``result`` is the JSON form of ``kingdom.specialists.test_runs.scoring.CaseResult``; ``session`` is the trial
    session.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    training_id = models.UUIDField()  # creation case or test run; no foreign key to a room above
    version = models.ForeignKey(SpecialistVersion, on_delete=models.CASCADE, related_name="training_results")
    number = models.PositiveIntegerField()
    mock = models.BooleanField(default=False)
    session = models.ForeignKey(
        "kingdom_sessions.Session", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    # the recorded replies that it ran on; None without
    cassette = models.ForeignKey(
        "kingdom_sessions.Cassette", on_delete=models.CASCADE, null=True, blank=True, related_name="+"
    )
    result = models.JSONField()

    class Meta:
        db_table = "training_results"
        constraints = [
            models.UniqueConstraint(fields=["training_id", "version", "number", "mock"], name="training_result_once")
        ]
        ordering = ["number"]

    def __str__(self) -> str:
        """Return the test number and the version id."""
        return f"test {self.number} of {self.version_id}"


@field_classes(staff="lease_owner digest error", owner="results", of="version__specialist__created_by", shared=True)
class TestRun(WaitingJob):
    """One run of all tests of a version in the sandbox."""

    __test__ = False  # pytest collects imported classes whose names begin with Test

    class State(models.TextChoices):
        """State of the run; the last three are final."""

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
    # the recorded replies that it ran on; None when it asked real hosts, and once its owner deleted the recording
    cassette = models.ForeignKey(
        "kingdom_sessions.Cassette", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    results = models.JSONField(default=dict)
    error = models.TextField(blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "agent_test_runs"
        permissions = [("run_tests", "Can have the tests of any specialist run")]
        ordering = ["-created_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["version"], condition=Q(state__in=["queued", "running"]), name="test_run_one_open"
            )
        ]
        indexes = [models.Index(fields=["version", "-finished_at"], name="test_run_newest")]

    def __str__(self) -> str:
        """Return the state and the counts."""
        return f"{self.state}: {self.passed} of {self.total}"
