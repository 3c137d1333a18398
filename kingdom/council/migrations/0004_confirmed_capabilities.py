"""Keep the closure on the card that a case's owner confirmed."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Keep the closure on the card that a case's owner confirmed."""

    dependencies = [
        ("council", "0003_triggers"),
    ]

    operations = [
        migrations.AddField("creationcase", "confirmed_capabilities", models.JSONField(blank=True, null=True)),
    ]
