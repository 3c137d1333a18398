"""The spec without a handler's code, as a generated column: pages and routing read it for many specialists."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('specialists', '0014_former_users'),
    ]

    operations = [
        migrations.AddField(
            model_name='specialist',
            name='spec_without_code',
            field=models.GeneratedField(db_persist=True, expression=models.Func(models.F('spec_snapshot'), template="(%(expressions)s - 'handler_code')"), output_field=models.JSONField()),
        ),
    ]
