from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('specialists', '0011_telemetry_indexes'),
    ]

    operations = [
        migrations.AlterField(
            model_name='statuschange',
            name='kind',
            field=models.CharField(choices=[('promote', 'Promote'), ('suspend', 'Suspend'), ('demote', 'Demote'), ('deprecate', 'Deprecate'), ('restore', 'Restore'), ('revert', 'Revert')], max_length=10),
        ),
    ]
