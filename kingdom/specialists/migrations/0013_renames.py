"""Changes of a specialist's name by its owner."""

import uuid

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Changes of a specialist's name by its owner."""

    dependencies = [("specialists", "0012_measured_confidence")]

    operations = [
        migrations.CreateModel(
            name="SpecialistRename",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("old_role", models.CharField(max_length=100)),
                ("new_role", models.CharField(max_length=100)),
                (
                    "specialist",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="renames",
                        to="specialists.specialist",
                    ),
                ),
            ],
            options={"db_table": "agent_renames", "ordering": ["-created_at"]},
        ),
    ]
