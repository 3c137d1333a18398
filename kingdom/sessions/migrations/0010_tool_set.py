"""Which tools a session's model was told of, by the digest of what it was told."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """One column."""

    dependencies = [("kingdom_sessions", "0009_budgets")]
    operations = [migrations.AddField("session", "tool_set", models.CharField(blank=True, max_length=64))]
