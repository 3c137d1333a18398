"""The registry: specialists, their immutable versions, what routing knows of them, and the evidence of their work."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q, QuerySet


class SpecialistQuerySet(QuerySet["Specialist"]):
    """Reads that every surface shares."""

    def visible_to(self, user_id: int) -> "SpecialistQuerySet":
        """Return what a user may know of: verified and global ones, and the user's own."""
        return self.filter(
            Q(status=Specialist.Status.VERIFIED, scope=Specialist.Scope.GLOBAL) | Q(created_by_id=user_id)
        )


_Reads = models.Manager.from_queryset(SpecialistQuerySet)


class SpecialistManager(_Reads["Specialist"]):
    """Everybody's way to specialists. Those in training do not exist for it: no list, count or export can forget to leave them out."""

    def get_queryset(self) -> SpecialistQuerySet:
        """Return the specialists that have left training."""
        return SpecialistQuerySet(self.model, using=self._db).filter(draft=False)


class Specialist(models.Model):
    """A role somebody can be routed to; with ``draft`` one that is still in training, for nobody to be routed to yet."""

    class Status(models.TextChoices):
        """Where it stands; only the first two are routed to."""

        UNVERIFIED = "unverified"
        VERIFIED = "verified"
        SUSPENDED = "suspended"
        DEPRECATED = "deprecated"

    class Scope(models.TextChoices):
        """Who may use it."""

        USER = "user"
        GLOBAL = "global"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    role = models.CharField(max_length=100)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, blank=True, related_name="specialists"
    )
    builtin = models.BooleanField(default=False)
    routable = models.BooleanField(default=True)
    draft = models.BooleanField(default=False)
    spec_snapshot = models.JSONField()
    current_version = models.ForeignKey(
        "SpecialistVersion", on_delete=models.RESTRICT, null=True, blank=True, related_name="+"
    )
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.UNVERIFIED)
    scope = models.CharField(max_length=6, choices=Scope.choices, default=Scope.USER)
    execution_count = models.PositiveIntegerField(default=0)
    success_count = models.PositiveIntegerField(default=0)
    avg_confidence = models.FloatField(null=True, blank=True)
    confidence_count = models.PositiveIntegerField(
        default=0
    )  # executions that stated a confidence: what the average is over
    # the version it began as a copy of; kept through all its own versions
    forked_from = models.ForeignKey(
        "SpecialistVersion", on_delete=models.SET_NULL, null=True, blank=True, related_name="forks"
    )
    admin_approved_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    admin_approved_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)

    objects = SpecialistManager()
    everything = SpecialistQuerySet.as_manager()  # drafts too: for who trains them, and for who cleans up

    class Meta:
        db_table = "dynamic_agents"
        constraints = [
            models.UniqueConstraint(fields=["created_by", "role"], name="agent_owner_role", condition=Q(draft=False)),
            models.CheckConstraint(
                condition=Q(draft=False) | Q(status="unverified", scope="user", builtin=False), name="agent_draft"
            ),
            models.UniqueConstraint(fields=["role"], condition=Q(status="verified"), name="agent_verified_role"),
        ]
        indexes = [
            models.Index(fields=["status", "scope"], name="agent_status_scope"),
            models.Index(fields=["created_by"], name="agent_owner"),
            models.Index(fields=["created_at"], name="agent_drafts", condition=Q(draft=True)),
        ]

    def __str__(self) -> str:
        """Return the role and the status."""
        return f"{self.role} ({self.status})"


class SpecialistVersion(models.Model):
    """One immutable version, addressed by the digest of its spec."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    specialist = models.ForeignKey(Specialist, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    digest = models.CharField(max_length=64)
    spec = models.JSONField()
    tests = models.JSONField(default=list)
    mock_trained = models.BooleanField(
        default=False
    )  # trained on made-up answers of its hosts: such a version is never promoted

    class Meta:
        db_table = "agent_versions"
        constraints = [
            models.UniqueConstraint(fields=["specialist", "number"], name="version_number"),
            models.UniqueConstraint(fields=["specialist", "digest"], name="version_digest"),
        ]

    def __str__(self) -> str:
        """Return the number and the start of the digest."""
        return f"v{self.number} {self.digest[:12]}"
