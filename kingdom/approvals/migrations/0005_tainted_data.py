"""Sessions that have read tainted data."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """The table."""

    dependencies = [
        ('approvals', '0004_disclosure_events'),
        ('kingdom_sessions', '0003_triggers'),
    ]

    operations = [
        migrations.CreateModel(
            name='SessionTaint',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('source', models.CharField(help_text='The path of a file, or the tool whose result it was.', max_length=300)),
                ('rules', models.JSONField(default=list, help_text="Ids of the Guardian's rules that marked it.")),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='taints', to='kingdom_sessions.session')),
            ],
            options={
                'db_table': 'session_taints',
                'constraints': [models.UniqueConstraint(fields=('session', 'source'), name='session_taint_once')],
            },
        ),
    ]
