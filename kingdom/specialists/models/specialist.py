"""Models of the registry: specialists and their immutable versions."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Case, F, Func, Q, QuerySet, Value, When

from kingdom.contracts.formats.canonical import canonical_json, text_digest
from kingdom.core.field_classes import field_classes

_LARGE = ("spec", "tests")  # columns of a version


class SpecialistQuerySet(QuerySet["Specialist"]):
    """Filters of specialists."""

    def without_code(self) -> "SpecialistQuerySet":
        """Leave the columns out that hold handler code, of related versions too; they are read when asked for."""
        versions = [f"{version}__{column}" for version in ("current_version", "forked_from") for column in _LARGE]
        return self.defer("spec_snapshot", "forked_from__specialist__spec_snapshot", *versions)

    def visible_to(self, user_id: int) -> "SpecialistQuerySet":
        """Return the specialists that a user may see: verified global ones and the user's own."""
        return self.filter(
            Q(status=Specialist.Status.VERIFIED, scope=Specialist.Scope.GLOBAL) | Q(created_by_id=user_id)
        )


_Reads = models.Manager.from_queryset(SpecialistQuerySet)


class SpecialistManager(_Reads["Specialist"]):
    """The default manager. It excludes drafts, so that no list, count or export includes one by mistake."""

    def get_queryset(self) -> SpecialistQuerySet:
        """Return all specialists except drafts."""
        return SpecialistQuerySet(self.model, using=self._db).filter(draft=False)


@field_classes(public="role", staff="spec_snapshot spec_without_code credential_names", of="created_by")
class Specialist(models.Model):
    """A specialist: a role that messages are routed to. A ``draft`` is in training and gets no messages.

    ``role`` is the name that people see; its owner may change it. The specs of its versions, and with them digests, the
    agent's id and the rules about it, keep the role that they were written with.
    """

    class Status(models.TextChoices):
        """Status. Only unverified and verified specialists get messages."""

        UNVERIFIED = "unverified"
        VERIFIED = "verified"
        SUSPENDED = "suspended"
        DEPRECATED = "deprecated"

    class Scope(models.TextChoices):
        """The users who may use it: the owner, or all."""

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
    # Of the spec, as columns: routing and pages read them for many specialists, and a handler's code is large.
    spec_without_code = models.GeneratedField(
        expression=Func(F("spec_snapshot"), template="(%(expressions)s - 'handler_code')"),
        output_field=models.JSONField(),
        db_persist=True,
    )
    needs_model = models.GeneratedField(
        expression=Case(When(Q(spec_snapshot__engine="model"), then=Value(True)), default=Value(False)),
        output_field=models.BooleanField(),
        db_persist=True,
    )
    credential_names = models.GeneratedField(
        expression=Func(
            F("spec_snapshot"), template="jsonb_path_query_array(%(expressions)s, '$.credentials[*].name')"
        ),
        output_field=models.JSONField(),
        db_persist=True,
    )
    current_version = models.ForeignKey(
        "SpecialistVersion", on_delete=models.RESTRICT, null=True, blank=True, related_name="+"
    )
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.UNVERIFIED)
    scope = models.CharField(max_length=6, choices=Scope.choices, default=Scope.USER)
    execution_count = models.PositiveIntegerField(default=0)
    success_count = models.PositiveIntegerField(default=0)
    uncounted_count = models.PositiveIntegerField(default=0)  # executions that are neither success nor failure
    # Measured: the probability of success that the counters bear out (Laplace's rule), NULL before the first execution
    # that counts. What answers state of themselves does not enter it (docs/metrics.md).
    avg_confidence = models.GeneratedField(
        expression=Case(
            When(
                execution_count__gt=F("uncounted_count"),
                then=(F("success_count") + Value(1.0)) / (F("execution_count") - F("uncounted_count") + Value(2.0)),
            ),
            default=None,
        ),
        output_field=models.FloatField(null=True),
        db_persist=True,
    )
    # Of a draft: the specialist whose next version it tries, and as which it uses credentials and reaches hosts.
    revises = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    # The version it was forked from.
    forked_from = models.ForeignKey(
        "SpecialistVersion", on_delete=models.SET_NULL, null=True, blank=True, related_name="forks"
    )
    admin_approved_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    admin_approved_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)

    objects = SpecialistManager()
    everything = SpecialistQuerySet.as_manager()  # including drafts

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

    @property
    def version_role(self) -> str:
        """The role in the specs of its versions: the one it was created with, also when it was renamed."""
        return str(self.spec_snapshot["role"])

    @property
    def success_rate(self) -> float | None:
        """Served over served, failed and corrected executions; None before the first of them."""
        counted = self.execution_count - self.uncounted_count
        return self.success_count / counted if counted > 0 else None

    @property
    def acting_id(self) -> uuid.UUID:
        """The specialist as which this one acts: of a draft that revises one, that one."""
        return (self.revises_id if self.draft else None) or self.pk


@field_classes(owner="old_role new_role", of="specialist__created_by")
class SpecialistRename(models.Model):
    """One change of a specialist's name by its owner."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    specialist = models.ForeignKey(Specialist, on_delete=models.CASCADE, related_name="renames")
    old_role = models.CharField(max_length=100)
    new_role = models.CharField(max_length=100)

    class Meta:
        db_table = "agent_renames"
        ordering = ["-created_at"]

    def __str__(self) -> str:
        """Return the specialist's id."""
        return f"rename of {self.specialist_id}"


@field_classes(public="role", of="")
class RoleReservation(models.Model):
    """The role of a specialist that uses credentials. It stays reserved when the specialist is deleted."""

    role = models.CharField(max_length=100, primary_key=True)
    created_at = models.DateTimeField(auto_now_add=True)
    specialist_id = models.UUIDField()

    class Meta:
        db_table = "role_reservations"

    def __str__(self) -> str:
        """Return the role."""
        return self.role


@field_classes(public="digest", staff="spec capabilities", owner="tests", of="specialist__created_by", shared=True)
class SpecialistVersion(models.Model):
    """One immutable version, identified by the digest of its spec. Triggers prevent changes."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    specialist = models.ForeignKey(Specialist, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField()
    digest = models.CharField(max_length=64)
    spec = models.JSONField()
    tests = models.JSONField(default=list)
    # the closure that was confirmed for it (contracts.capabilities); None only before it was first recorded
    capabilities = models.JSONField(null=True)
    mock_trained = models.BooleanField(default=False)  # trained on mock replies of its hosts: never promoted

    class Meta:
        db_table = "agent_versions"
        constraints = [
            models.UniqueConstraint(fields=["specialist", "number"], name="version_number"),
            models.UniqueConstraint(fields=["specialist", "digest"], name="version_digest"),
        ]

    def __str__(self) -> str:
        """Return the number and the start of the digest."""
        return f"v{self.number} {self.digest[:12]}"

    @property
    def reviewed_digest(self) -> str:
        """The digest of what a review shows and decides on: the spec and the tests, in their order."""
        return text_digest(canonical_json({"spec": self.digest, "tests": self.tests}))
