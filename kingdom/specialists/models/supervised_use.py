"""Supervised uses: executions of an unverified specialist whose every send its owner approved in the inbox."""

import uuid

from django.conf import settings
from django.db import models

from kingdom.core.field_classes import field_classes
from kingdom.specialists.models.execution import Execution
from kingdom.specialists.models.specialist import SpecialistVersion


@field_classes(staff="sends", sealed="message_fingerprint", of="user")
class SupervisedUse(models.Model):
    """One supervised use of one version, stored when its session ends; a trigger prevents changes.

    ``sends`` is a list of ``{"method", "host", "path", "status", "receipt", "approval"}``: the path holds only parts
    that are written in the code; the ids name the egress receipt and the approval. It outlives the session, so that
    deleting conversations neither improves nor destroys the evidence, and ends with its execution, whose outcome says
    whether it counts.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    version = models.ForeignKey(SpecialistVersion, on_delete=models.CASCADE, related_name="supervised_uses")
    session = models.OneToOneField(
        "kingdom_sessions.Session", on_delete=models.SET_NULL, null=True, blank=True, related_name="supervised_use"
    )
    execution = models.OneToOneField(
        Execution, on_delete=models.CASCADE, null=True, blank=True, related_name="supervised_use"
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    message_fingerprint = models.CharField(max_length=32)  # keyed; near-identical messages count once
    sends = models.JSONField()

    class Meta:
        db_table = "agent_supervised_uses"
        ordering = ["-created_at"]

    def __str__(self) -> str:
        """Return the number of sends and the version id."""
        return f"{len(self.sends)} sends of {self.version_id}"
