"""What routing must know of a spec, as generated columns: they are computed for all rows."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('specialists', '0007_waiting_since'),
    ]

    operations = [
        migrations.AddField(
            model_name='specialist',
            name='credential_names',
            field=models.GeneratedField(db_persist=True, expression=models.Func(models.F('spec_snapshot'), template="jsonb_path_query_array(%(expressions)s, '$.credentials[*].name')"), output_field=models.JSONField()),
        ),
        migrations.AddField(
            model_name='specialist',
            name='needs_model',
            field=models.GeneratedField(db_persist=True, expression=models.Case(models.When(models.Q(('spec_snapshot__engine', 'model')), then=models.Value(True)), default=models.Value(False)), output_field=models.BooleanField()),
        ),
    ]
