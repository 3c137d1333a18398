"""Marks of sessions that have read tainted data."""

from django.db import models

from kingdom.core.field_classes import field_classes


@field_classes(staff="rules", owner="source", of="session__user")
class SessionTaint(models.Model):
    """One source of tainted data that a session has read. From then on its writes and sends ask a person."""

    created_at = models.DateTimeField(auto_now_add=True)
    session = models.ForeignKey("kingdom_sessions.Session", on_delete=models.CASCADE, related_name="taints")
    source = models.CharField(max_length=300, help_text="The path of a file, or the tool whose result it was.")
    rules = models.JSONField(default=list, help_text="Ids of the Guardian's rules that marked it.")

    class Meta:
        db_table = "session_taints"
        constraints = [models.UniqueConstraint(fields=["session", "source"], name="session_taint_once")]

    def __str__(self) -> str:
        """Return the session's id."""
        return f"taint of {self.session_id}"
