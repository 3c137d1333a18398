"""The stored domain events."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from kingdom.core.field_classes import field_classes


@field_classes(staff="name fields")
class DomainEvent(models.Model):
    """One event, stored in the transaction of what it reports. By id they are in the order of their run.

    A run is a session, a workflow, or a session of a workflow (then both are set). The references have no constraint in
    the database: an event must not lock the rows that it is about. Rows go with their run and their user.
    ``pending``: patterns are still to be held against it.
    """

    id = models.BigAutoField(primary_key=True)
    created_at = models.DateTimeField()
    name = models.CharField(max_length=40)
    session = models.ForeignKey(
        "kingdom_sessions.Session", on_delete=models.CASCADE, null=True, db_constraint=False, related_name="+"
    )
    workflow = models.ForeignKey(
        "workflows.Workflow", on_delete=models.CASCADE, null=True, db_constraint=False, related_name="+"
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, db_constraint=False, related_name="+"
    )
    fields = models.JSONField(default=dict)
    pending = models.BooleanField(default=False)

    class Meta:
        db_table = "domain_events"
        indexes = [
            models.Index(fields=["name", "-created_at"], name="domain_event_name_time"),
            models.Index(fields=["id"], name="domain_event_pending", condition=Q(pending=True)),
        ]

    def __str__(self) -> str:
        """Return the number and the name."""
        return f"event {self.pk} {self.name}"
