import django.db.models.deletion
import uuid
from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from kingdom.core.staff_groups import groups_allow, permissions_make

# Who decides on specialists or on routing sees first what it would do; an auditor sees that it was looked at.
GROUPS = {
    "reviewer": ["view_replayrun", "replay_routes"],
    "operator": ["view_replayrun", "replay_routes"],
    "auditor": ["view_replayrun"],
}


def groups_extend(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Let the groups of staff see and ask for replays."""
    permissions_make(apps, "orchestrator")
    groups_allow(apps, "orchestrator", GROUPS)


class Migration(migrations.Migration):

    dependencies = [
        ('orchestrator', '0002_message_files'),
        ('specialists', '0008_staff'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='ReplayRun',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('change', models.CharField(choices=[('space', 'Space'), ('gate', 'Gate'), ('without', 'Without'), ('with_version', 'With Version')], max_length=12)),
                ('target', models.CharField(max_length=100)),
                ('label', models.CharField(max_length=160)),
                ('serving', models.CharField(blank=True, max_length=40)),
                ('last', models.PositiveIntegerField()),
                ('state', models.CharField(choices=[('queued', 'Queued'), ('running', 'Running'), ('done', 'Done'), ('failed', 'Failed'), ('cancelled', 'Cancelled')], default='queued', max_length=9)),
                ('done', models.PositiveIntegerField(default=0)),
                ('total', models.PositiveIntegerField(default=0)),
                ('flips', models.PositiveIntegerField(default=0)),
                ('now_ms', models.FloatField(default=0)),
                ('then_ms', models.FloatField(default=0)),
                ('after_at', models.DateTimeField(blank=True, null=True)),
                ('after_id', models.UUIDField(blank=True, null=True)),
                ('error', models.TextField(blank=True)),
                ('started_at', models.DateTimeField(blank=True, null=True)),
                ('touched_at', models.DateTimeField(blank=True, null=True)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('requested_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'db_table': 'route_replays',
                'ordering': ['-created_at'],
                'permissions': [('replay_routes', 'Can have the last messages of all users routed again, and see how they begin')],
            },
        ),
        migrations.CreateModel(
            name='ReplayFlip',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('now', models.JSONField()),
                ('then', models.JSONField()),
                ('message', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='orchestrator.message')),
                ('run', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='found', to='orchestrator.replayrun')),
            ],
            options={
                'db_table': 'route_replay_flips',
                'ordering': ['pk'],
                'constraints': [models.UniqueConstraint(fields=('run', 'message'), name='replay_flip_once')],
            },
        ),
        migrations.RunPython(groups_extend, migrations.RunPython.noop),
    ]
