"""One time for the start and the end of what takes no time: an emitted answer, a refused request.

The answers of before got their start after their end, by the moment between two readings of the clock. Closed egress
receipts are immutable, so that those of before stay as they are.
"""

import django.utils.timezone
from django.db import migrations, models

_MEND = "UPDATE session_effects SET started_at = finished_at WHERE kind = 'emit_response' AND finished_at < started_at"


class Migration(migrations.Migration):
    dependencies = [("kingdom_sessions", "0005_message_parts")]

    operations = [
        migrations.AlterField(
            model_name="effect",
            name="started_at",
            field=models.DateTimeField(default=django.utils.timezone.now, editable=False),
        ),
        migrations.AlterField(
            model_name="egressreceipt",
            name="created_at",
            field=models.DateTimeField(default=django.utils.timezone.now, editable=False),
        ),
        migrations.RunSQL(_MEND, migrations.RunSQL.noop),
    ]
