"""Circuit breakers of providers, shared by all processes."""

from django.db import models

from kingdom.core.field_classes import field_classes


@field_classes(staff="name state", of="")
class ProviderCircuit(models.Model):
    """The circuit breaker of one provider, shared by all processes."""

    name = models.CharField(max_length=120, primary_key=True)
    state = models.JSONField(default=dict)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        db_table = "session_circuits"

    def __str__(self) -> str:
        """Return the provider's name."""
        return self.name
