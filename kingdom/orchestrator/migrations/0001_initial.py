import django.db.models.deletion
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='ReplayDifference',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('current', models.JSONField()),
                ('changed', models.JSONField()),
            ],
            options={
                'db_table': 'route_replay_differences',
                'ordering': ['pk'],
            },
        ),
        migrations.CreateModel(
            name='ReplayRun',
            fields=[
                ('lease_owner', models.CharField(blank=True, max_length=100)),
                ('lease_expires_at', models.DateTimeField(blank=True, null=True)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('enqueued_at', models.DateTimeField(blank=True, null=True)),
                ('retry_at', models.DateTimeField(blank=True, null=True)),
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('change', models.CharField(choices=[('space', 'Space'), ('calibration', 'Calibration'), ('without', 'Without'), ('with_version', 'With Version')], max_length=12)),
                ('target', models.CharField(max_length=100)),
                ('label', models.CharField(max_length=160)),
                ('active_target', models.CharField(blank=True, max_length=40)),
                ('message_count', models.PositiveIntegerField()),
                ('state', models.CharField(choices=[('queued', 'Queued'), ('running', 'Running'), ('done', 'Done'), ('failed', 'Failed'), ('cancelled', 'Cancelled')], default='queued', max_length=9)),
                ('done', models.PositiveIntegerField(default=0)),
                ('total', models.PositiveIntegerField(default=0)),
                ('difference_count', models.PositiveIntegerField(default=0)),
                ('current_ms', models.FloatField(default=0)),
                ('changed_ms', models.FloatField(default=0)),
                ('cursor_at', models.DateTimeField(blank=True, null=True)),
                ('cursor_id', models.UUIDField(blank=True, null=True)),
                ('error', models.TextField(blank=True)),
                ('started_at', models.DateTimeField(blank=True, null=True)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'db_table': 'route_replays',
                'ordering': ['-created_at'],
                'permissions': [('replay_routes', 'Can route the last messages of all users again, and see their beginnings')],
            },
        ),
        migrations.CreateModel(
            name='RouteRecord',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('kind', models.CharField(max_length=12)),
                ('role', models.CharField(blank=True, max_length=100)),
                ('confidence', models.FloatField()),
                ('scope', models.CharField(blank=True, max_length=6)),
                ('receipt', models.JSONField()),
                ('by', models.CharField(default='king', max_length=10)),
                ('overridden_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'db_table': 'route_receipts',
            },
        ),
        migrations.CreateModel(
            name='Conversation',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('updated_at', models.DateTimeField(auto_now=True)),
                ('title', models.CharField(blank=True, max_length=200)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='conversations', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Message',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('role', models.CharField(choices=[('user', 'User'), ('specialist', 'Specialist')], max_length=10)),
                ('content', models.TextField()),
                ('files', models.JSONField(blank=True, default=list)),
                ('idempotency_key', models.CharField(blank=True, max_length=200, null=True)),
                ('request_digest', models.CharField(blank=True, max_length=64)),
                ('conversation', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='messages', to='orchestrator.conversation')),
            ],
        ),
    ]
