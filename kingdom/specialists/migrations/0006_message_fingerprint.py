"""The keyed fingerprint of an execution's message: near-identical messages of one user count once."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("specialists", "0005_version_capabilities"),
    ]

    operations = [
        migrations.AddField(
            model_name="execution",
            name="message_fingerprint",
            field=models.CharField(blank=True, max_length=32),
        ),
    ]
