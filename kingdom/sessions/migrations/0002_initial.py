import django.db.models.deletion
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('kingdom_sessions', '0001_initial'),
        ('orchestrator', '0001_initial'),
        ('specialists', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='budget',
            name='user',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.CreateModel(
            name='SandboxLimitOverride',
            fields=[
                ('specialist', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='sandbox_limits', serialize=False, to='specialists.specialist', verbose_name='specialist')),
                ('memory_mb', models.PositiveIntegerField(blank=True, help_text='MiB, swap included', null=True)),
                ('cpu', models.FloatField(blank=True, help_text='cores', null=True)),
                ('processes', models.PositiveIntegerField(blank=True, help_text='processes and threads', null=True)),
                ('timeout_s', models.FloatField(blank=True, help_text='seconds a call', null=True)),
                ('tmp_mb', models.PositiveIntegerField(blank=True, help_text='MiB in /tmp', null=True)),
                ('reason', models.CharField(max_length=300)),
                ('updated_at', models.DateTimeField(auto_now=True)),
                ('set_by', models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name_plural': 'sandbox limit overrides',
                'db_table': 'sandbox_limits',
            },
        ),
        migrations.CreateModel(
            name='Session',
            fields=[
                ('lease_owner', models.CharField(blank=True, max_length=100)),
                ('lease_expires_at', models.DateTimeField(blank=True, null=True)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('enqueued_at', models.DateTimeField(blank=True, null=True)),
                ('retry_at', models.DateTimeField(blank=True, null=True)),
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('purpose', models.CharField(choices=[('task', 'Task'), ('trial', 'Trial')], default='task', max_length=10)),
                ('state', models.CharField(choices=[('running', 'Running'), ('awaiting_approval', 'Awaiting Approval'), ('completed', 'Completed'), ('failed', 'Failed'), ('cancelled', 'Cancelled')], default='running', max_length=20)),
                ('input_text', models.TextField()),
                ('answer', models.TextField(blank=True)),
                ('output', models.JSONField(blank=True, null=True)),
                ('confidence', models.FloatField(blank=True, null=True)),
                ('error_code', models.CharField(blank=True, max_length=60)),
                ('error_message', models.TextField(blank=True)),
                ('status_tag', models.CharField(blank=True, max_length=10)),
                ('usage', models.JSONField(blank=True, default=dict)),
                ('limits', models.JSONField(blank=True, default=dict)),
                ('tool_snapshot', models.CharField(blank=True, max_length=64)),
                ('last_seq', models.PositiveIntegerField(default=0)),
                ('trace_id', models.CharField(max_length=64)),
                ('task_name', models.CharField(max_length=200)),
                ('cancel_requested_at', models.DateTimeField(blank=True, null=True)),
                ('forked_at_seq', models.PositiveIntegerField(blank=True, null=True)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('conversation', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='sessions', to='orchestrator.conversation')),
                ('forked_from', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='forks', to='kingdom_sessions.session')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('version', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='sessions', to='specialists.specialistversion')),
            ],
            options={
                'db_table': 'sessions',
            },
        ),
        migrations.AddField(
            model_name='egressreceipt',
            name='session',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='egress', to='kingdom_sessions.session'),
        ),
        migrations.AddField(
            model_name='effect',
            name='session',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='effects', to='kingdom_sessions.session'),
        ),
        migrations.CreateModel(
            name='SessionEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seq', models.PositiveIntegerField()),
                ('kind', models.CharField(max_length=40)),
                ('payload', models.JSONField()),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='events', to='kingdom_sessions.session')),
            ],
            options={
                'db_table': 'session_events',
                'ordering': ['seq'],
            },
        ),
        migrations.CreateModel(
            name='UsageDay',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('day', models.DateField()),
                ('executions', models.PositiveIntegerField(default=0)),
                ('tokens', models.PositiveBigIntegerField(default=0)),
                ('cost_micros', models.PositiveBigIntegerField(default=0)),
                ('sandbox_ms', models.PositiveBigIntegerField(default=0)),
                ('alerted_limits', models.JSONField(default=list)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'db_table': 'usage_days',
            },
        ),
        migrations.AddConstraint(
            model_name='budget',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('scope', 'user'), ('user__isnull', False)), models.Q(models.Q(('scope', 'user'), _negated=True), ('user', None)), _connector='OR'), name='budget_user'),
        ),
        migrations.AddConstraint(
            model_name='budget',
            constraint=models.UniqueConstraint(fields=('scope', 'user'), name='budget_one_each', nulls_distinct=False),
        ),
        migrations.AddIndex(
            model_name='session',
            index=models.Index(fields=['user', '-created_at'], name='session_user_time'),
        ),
        migrations.AddIndex(
            model_name='session',
            index=models.Index(fields=['-created_at', '-id'], name='session_newest'),
        ),
        migrations.AddIndex(
            model_name='session',
            index=models.Index(condition=models.Q(('state', 'running')), fields=['lease_expires_at'], name='session_lease'),
        ),
        migrations.AddConstraint(
            model_name='egressreceipt',
            constraint=models.UniqueConstraint(fields=('session', 'effect_seq', 'number'), name='session_egress_number'),
        ),
        migrations.AddConstraint(
            model_name='effect',
            constraint=models.UniqueConstraint(fields=('session', 'seq'), name='session_effect_seq'),
        ),
        migrations.AddConstraint(
            model_name='sessionevent',
            constraint=models.UniqueConstraint(fields=('session', 'seq'), name='session_event_seq'),
        ),
        migrations.AddConstraint(
            model_name='usageday',
            constraint=models.UniqueConstraint(fields=('day', 'user'), name='usage_day_user'),
        ),
    ]
