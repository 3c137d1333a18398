"""The versions of files and the tools that sessions were told of; chains know the hash before their end; rates are not logged."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Tables and columns."""

    dependencies = [("tools", "0002_append_only"), migrations.swappable_dependency(settings.AUTH_USER_MODEL)]
    operations = [
        migrations.AddField("receiptchain", "previous_hash", models.CharField(default="", max_length=64)),
        migrations.CreateModel(
            name="ToolSet",
            fields=[
                ("digest", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("declarations", models.JSONField()),
            ],
            options={"db_table": "tool_sets"},
        ),
        migrations.CreateModel(
            name="FileVersion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("workspace", models.CharField(max_length=64)),
                ("path", models.CharField(max_length=1024)),
                ("number", models.PositiveIntegerField()),
                ("content", models.BinaryField()),
                ("size", models.BigIntegerField()),
                ("sha256", models.CharField(max_length=64)),
                ("deleted", models.BooleanField(default=False)),
                ("agent_id", models.CharField(blank=True, max_length=100)),
                ("session_id", models.UUIDField(null=True)),
                (
                    "user",
                    models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL),
                ),
            ],
            options={
                "db_table": "file_versions",
                "indexes": [models.Index(fields=["user"], include=["size"], name="file_version_size")],
                "constraints": [models.UniqueConstraint(fields=("workspace", "path", "number"), name="file_version_number")],
            },
        ),
        migrations.RunSQL("ALTER TABLE tool_rates SET UNLOGGED", "ALTER TABLE tool_rates SET LOGGED"),
    ]
