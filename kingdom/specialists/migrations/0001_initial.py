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
            name='Canary',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('share', models.FloatField()),
                ('required_executions', models.PositiveIntegerField()),
                ('executions', models.PositiveIntegerField(default=0)),
                ('successes', models.PositiveIntegerField(default=0)),
                ('state', models.CharField(choices=[('running', 'Running'), ('passed', 'Passed'), ('failed', 'Failed'), ('ended', 'Ended')], default='running', max_length=7)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'verbose_name_plural': 'canaries',
                'db_table': 'agent_canaries',
            },
        ),
        migrations.CreateModel(
            name='Execution',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('routed', models.CharField(max_length=20)),
                ('success', models.BooleanField()),
                ('confidence', models.FloatField(blank=True, null=True)),
                ('latency_ms', models.FloatField()),
                ('prompt_tokens', models.PositiveIntegerField(default=0)),
                ('output_tokens', models.PositiveIntegerField(default=0)),
                ('cost_micros', models.PositiveBigIntegerField(default=0)),
                ('tool_calls', models.PositiveIntegerField(default=0)),
                ('error_code', models.CharField(blank=True, max_length=60)),
                ('feedback', models.CharField(blank=True, choices=[('good', 'Good'), ('bad', 'Bad')], max_length=4)),
                ('counts_as_success', models.GeneratedField(db_persist=True, expression=models.Case(models.When(models.Q(('success', True), models.Q(('feedback', 'bad'), _negated=True)), then=models.Value(True)), default=models.Value(False)), output_field=models.BooleanField())),
            ],
            options={
                'verbose_name': 'execution',
                'db_table': 'task_telemetry',
            },
        ),
        migrations.CreateModel(
            name='HourlyMetrics',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('hour', models.DateTimeField()),
                ('user_ref', models.BigIntegerField(default=0)),
                ('executions', models.PositiveIntegerField(default=0)),
                ('successes', models.PositiveIntegerField(default=0)),
                ('confidence_count', models.PositiveIntegerField(default=0)),
                ('confidence_sum', models.FloatField(default=0)),
                ('latency_ms_sum', models.FloatField(default=0)),
                ('tokens', models.PositiveBigIntegerField(default=0)),
                ('cost_micros', models.PositiveBigIntegerField(default=0)),
            ],
            options={
                'db_table': 'telemetry_hours',
            },
        ),
        migrations.CreateModel(
            name='Specialist',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('role', models.CharField(max_length=100)),
                ('builtin', models.BooleanField(default=False)),
                ('routable', models.BooleanField(default=True)),
                ('draft', models.BooleanField(default=False)),
                ('spec_snapshot', models.JSONField()),
                ('status', models.CharField(choices=[('unverified', 'Unverified'), ('verified', 'Verified'), ('suspended', 'Suspended'), ('deprecated', 'Deprecated')], default='unverified', max_length=12)),
                ('scope', models.CharField(choices=[('user', 'User'), ('global', 'Global')], default='user', max_length=6)),
                ('execution_count', models.PositiveIntegerField(default=0)),
                ('success_count', models.PositiveIntegerField(default=0)),
                ('avg_confidence', models.FloatField(blank=True, null=True)),
                ('confidence_count', models.PositiveIntegerField(default=0)),
                ('admin_approved_at', models.DateTimeField(blank=True, null=True)),
                ('last_used_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'db_table': 'dynamic_agents',
            },
        ),
        migrations.CreateModel(
            name='SpecialistVersion',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('number', models.PositiveIntegerField()),
                ('digest', models.CharField(max_length=64)),
                ('spec', models.JSONField()),
                ('tests', models.JSONField(default=list)),
                ('mock_trained', models.BooleanField(default=False)),
            ],
            options={
                'db_table': 'agent_versions',
            },
        ),
        migrations.CreateModel(
            name='StatusChange',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('digest', models.CharField(max_length=64)),
                ('kind', models.CharField(choices=[('promote', 'Promote'), ('suspend', 'Suspend'), ('demote', 'Demote'), ('deprecate', 'Deprecate'), ('restore', 'Restore'), ('revert', 'Revert'), ('revise', 'Revise')], max_length=10)),
                ('old_status', models.CharField(max_length=12)),
                ('new_status', models.CharField(max_length=12)),
                ('old_scope', models.CharField(max_length=6)),
                ('new_scope', models.CharField(max_length=6)),
                ('actor_name', models.CharField(max_length=150)),
                ('automatic', models.BooleanField(default=False)),
                ('reason', models.TextField()),
                ('evidence', models.JSONField(default=dict)),
            ],
            options={
                'db_table': 'agent_status_changes',
                'ordering': ['-created_at'],
                'permissions': [('set_specialist_status', 'Can promote, suspend, demote, deprecate and restore specialists')],
            },
        ),
        migrations.CreateModel(
            name='TestRun',
            fields=[
                ('lease_owner', models.CharField(blank=True, max_length=100)),
                ('lease_expires_at', models.DateTimeField(blank=True, null=True)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('enqueued_at', models.DateTimeField(blank=True, null=True)),
                ('retry_at', models.DateTimeField(blank=True, null=True)),
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('digest', models.CharField(max_length=64)),
                ('state', models.CharField(choices=[('queued', 'Queued'), ('running', 'Running'), ('done', 'Done'), ('failed', 'Failed'), ('cancelled', 'Cancelled')], default='queued', max_length=9)),
                ('done', models.PositiveIntegerField(default=0)),
                ('passed', models.PositiveIntegerField(default=0)),
                ('total', models.PositiveIntegerField(default=0)),
                ('mock', models.BooleanField(default=False)),
                ('results', models.JSONField(default=dict)),
                ('error', models.TextField(blank=True)),
                ('started_at', models.DateTimeField(blank=True, null=True)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'db_table': 'agent_test_runs',
                'ordering': ['-created_at'],
                'permissions': [('run_tests', 'Can have the tests of any specialist run')],
            },
        ),
        migrations.CreateModel(
            name='TrainingResult',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('training_id', models.UUIDField()),
                ('number', models.PositiveIntegerField()),
                ('mock', models.BooleanField(default=False)),
                ('result', models.JSONField()),
            ],
            options={
                'db_table': 'training_results',
                'ordering': ['number'],
            },
        ),
        migrations.CreateModel(
            name='AuditReport',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('kind', models.CharField(choices=[('performance', 'Performance'), ('demand', 'Demand'), ('duplicates', 'Duplicates')], max_length=12)),
                ('slot', models.DateTimeField()),
                ('looked_at', models.PositiveIntegerField(default=0)),
                ('standards', models.JSONField(default=dict)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'db_table': 'audit_reports',
                'ordering': ['-created_at'],
                'constraints': [models.UniqueConstraint(fields=('kind', 'slot'), name='audit_report_slot')],
            },
        ),
        migrations.CreateModel(
            name='AuditFinding',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('key', models.CharField(max_length=200)),
                ('code', models.CharField(max_length=40)),
                ('level', models.CharField(max_length=8)),
                ('message', models.TextField()),
                ('action', models.CharField(max_length=24)),
                ('figures', models.JSONField(default=dict)),
                ('evidence', models.JSONField(default=list)),
                ('state', models.CharField(choices=[('open', 'Open'), ('acted', 'Acted'), ('dismissed', 'Dismissed'), ('gone', 'Gone')], default='open', max_length=9)),
                ('last_seen', models.DateTimeField()),
                ('resolution', models.TextField(blank=True)),
                ('resolved_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('report', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='findings', to='specialists.auditreport')),
            ],
            options={
                'verbose_name_plural': 'audit findings',
                'db_table': 'audit_findings',
                'ordering': ['-last_seen'],
                'permissions': [('resolve_finding', "Can close the Auditor's findings")],
            },
        ),
    ]
