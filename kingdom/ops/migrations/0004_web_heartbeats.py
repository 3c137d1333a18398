"""The heartbeat of web processes."""


from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("ops", "0003_price_permissions"),
    ]

    operations = [
        migrations.AlterField(
            model_name="heartbeat",
            name="kind",
            field=models.CharField(choices=[("web", "Web"), ("worker", "Worker"), ("beat", "Beat")], max_length=10),
        ),
    ]
