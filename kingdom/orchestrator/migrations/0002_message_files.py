"""Messages name files."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """One column."""

    dependencies = [("orchestrator", "0001_initial")]
    operations = [migrations.AddField("message", "files", models.JSONField(blank=True, default=list))]
