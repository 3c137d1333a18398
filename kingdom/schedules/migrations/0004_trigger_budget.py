from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [("schedules", "0003_file_triggers")]

    operations = [
        migrations.AddField("schedule", "budget_tokens", models.BigIntegerField(blank=True, null=True)),
    ]
