"""Permission rules of users and of the organisation, and grants of one session."""

import uuid

from django.conf import settings
from django.db import models

from kingdom.core.field_classes import field_classes


@field_classes(staff="effect tool agent", owner="shape", shared=True)
class PermissionRule(models.Model):
    """A rule of one user, or of the whole organisation (no user).

    With a ``specialist`` it is about that one alone. Without, a rule that allows one agent's id is about agents that
    belong to no specialist; every other one is about all that its ``agent`` names.
    """

    class Effect(models.TextChoices):
        """Effect; a deny overrides every other rule."""

        ALLOW = "allow"
        ASK = "ask"
        DENY = "deny"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="permission_rules",
        help_text="Empty: the whole organisation.",
    )
    effect = models.CharField(max_length=5, choices=Effect.choices)
    tool = models.CharField(max_length=120, help_text="An id like archon.http.request, a group like archon.fs.*, or *.")
    agent = models.CharField(
        max_length=100, blank=True, help_text="Empty (any), an identity like coder, or one agent's id."
    )
    specialist = models.ForeignKey(
        "specialists.Specialist",
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="+",
        help_text="Whose calls the rule is about. Without it, one agent's id is allowed only outside of specialists.",
    )
    shape = models.JSONField(
        default=dict, blank=True, help_text='E.g. {"host": "api.example.org", "method": "POST"} or {"path": "notes/"}.'
    )
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    approval = models.ForeignKey(
        "approvals.Approval", on_delete=models.SET_NULL, null=True, blank=True, related_name="rules"
    )

    class Meta:
        db_table = "permission_rules"
        constraints = [
            models.UniqueConstraint(
                fields=["user", "effect", "tool", "agent", "specialist", "shape"],
                name="permission_rule_once",
                nulls_distinct=False,
            )
        ]

    def __str__(self) -> str:
        """Return the effect and the tool."""
        return f"{self.effect} {self.tool}"


@field_classes(staff="tool", of="")
class PermissionDefault(models.Model):
    """What happens to a call that no rule decides: per tool and identity, for everybody. Every rule goes before it."""

    class ForIdentity(models.TextChoices):
        """The agents that a default is about: all, or those of one identity."""

        ALL = "", "all identities"
        RESEARCH = "research"
        ANALYZE = "analyze"
        CODER = "coder"
        WRITER = "writer"
        MASTER = "master"

    id = models.BigAutoField(primary_key=True)
    tool = models.CharField(max_length=120, help_text="An id like archon.fs.read, a group like archon.fs.*, or *.")
    identity = models.CharField(max_length=10, blank=True, choices=ForIdentity.choices, default=ForIdentity.ALL)
    effect = models.CharField(max_length=5, choices=PermissionRule.Effect.choices)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        db_table = "permission_defaults"
        constraints = [models.UniqueConstraint(fields=["tool", "identity"], name="permission_default_once")]

    def __str__(self) -> str:
        """Return the effect, the tool and the identity."""
        return f"{self.effect} {self.tool}{f' for {self.identity}_' if self.identity else ''}"


@field_classes(staff="call_id tool agent", owner="shape", of="session__user")
class SessionGrant(models.Model):
    """A permission in one session: for one call (``once``, by id and exact arguments), or for a shape until it ends."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    session = models.ForeignKey("kingdom_sessions.Session", on_delete=models.CASCADE, related_name="grants")
    approval = models.ForeignKey("approvals.Approval", on_delete=models.CASCADE, related_name="grants")
    once = models.BooleanField()
    call_id = models.CharField(max_length=200, blank=True)
    tool = models.CharField(max_length=120)
    agent = models.CharField(max_length=100)
    shape = models.JSONField(default=dict, blank=True)
    consumed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        db_table = "session_grants"
        indexes = [models.Index(fields=["session"], name="session_grant_open", condition=models.Q(consumed_at=None))]

    def __str__(self) -> str:
        """Return the tool and the duration."""
        return f"{self.tool} {'once' if self.once else 'for the session'}"
