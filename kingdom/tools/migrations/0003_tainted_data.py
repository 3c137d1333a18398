"""Marks of file versions whose text is tainted."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """The column."""

    dependencies = [
        ('tools', '0002_triggers'),
    ]

    operations = [
        migrations.AddField(
            model_name='fileversion',
            name='marks',
            field=models.JSONField(default=list),
        ),
    ]
