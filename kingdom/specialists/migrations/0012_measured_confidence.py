"""The confidence of a specialist is measured from its counters, no longer the mean of what its answers state."""

from django.db import migrations, models
from django.db.models import Case, F, Value, When


class Migration(migrations.Migration):
    """The confidence of a specialist is measured from its counters."""

    dependencies = [("specialists", "0011_supervised_outcomes")]

    operations = [
        migrations.RemoveField(model_name="specialist", name="avg_confidence"),
        migrations.RemoveField(model_name="specialist", name="confidence_count"),
        migrations.AddField(
            model_name="specialist",
            name="avg_confidence",
            field=models.GeneratedField(
                db_persist=True,
                expression=Case(
                    When(
                        execution_count__gt=F("uncounted_count"),
                        then=(F("success_count") + Value(1.0))
                        / (F("execution_count") - F("uncounted_count") + Value(2.0)),
                    ),
                    default=None,
                ),
                output_field=models.FloatField(null=True),
            ),
        ),
    ]
