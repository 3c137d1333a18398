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
            name='ApprovalEvent',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('kind', models.CharField(choices=[('asked', 'Asked'), ('decided', 'Decided'), ('expired', 'Expired'), ('cancelled', 'Cancelled')], max_length=10)),
                ('channel', models.CharField(blank=True, max_length=20)),
                ('choice', models.CharField(blank=True, max_length=20)),
                ('reason', models.TextField(blank=True)),
            ],
            options={
                'db_table': 'approval_events',
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='HostConsent',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('spec_digest', models.CharField(max_length=64)),
                ('hosts', models.JSONField()),
            ],
            options={
                'db_table': 'host_consents',
            },
        ),
        migrations.CreateModel(
            name='Notification',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('kind', models.CharField(max_length=40)),
                ('text', models.CharField(max_length=1000)),
                ('link', models.CharField(blank=True, max_length=300)),
                ('read_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'db_table': 'notifications',
            },
        ),
        migrations.CreateModel(
            name='NotificationDelivery',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('way', models.CharField(choices=[('email', 'Email'), ('webhook', 'Webhook'), ('organisation', 'Organisation')], max_length=12)),
                ('state', models.CharField(choices=[('waiting', 'Waiting'), ('sent', 'Sent'), ('given_up', 'Given Up')], default='waiting', max_length=10)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('due_at', models.DateTimeField()),
                ('error', models.CharField(blank=True, max_length=200)),
                ('sent_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'verbose_name_plural': 'notification deliveries',
                'db_table': 'notification_deliveries',
            },
        ),
        migrations.CreateModel(
            name='NotificationSettings',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('email', models.BooleanField(default=False)),
                ('webhook_url', models.CharField(blank=True, max_length=2000)),
                ('webhook_generation', models.PositiveIntegerField(default=1, editable=False)),
                ('updated_at', models.DateTimeField(auto_now=True)),
            ],
            options={
                'verbose_name_plural': 'notification settings',
                'db_table': 'notification_settings',
            },
        ),
        migrations.CreateModel(
            name='PermissionRule',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('effect', models.CharField(choices=[('allow', 'Allow'), ('ask', 'Ask'), ('deny', 'Deny')], max_length=5)),
                ('tool', models.CharField(help_text='An id like archon.http.request, a group like archon.fs.*, or *.', max_length=120)),
                ('agent', models.CharField(blank=True, help_text="Empty (any), an identity like coder, or one agent's id.", max_length=100)),
                ('shape', models.JSONField(blank=True, default=dict, help_text='E.g. {"host": "api.example.org", "method": "POST"} or {"path": "notes/"}.')),
            ],
            options={
                'db_table': 'permission_rules',
            },
        ),
        migrations.CreateModel(
            name='SessionGrant',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('once', models.BooleanField()),
                ('call_id', models.CharField(blank=True, max_length=200)),
                ('tool', models.CharField(max_length=120)),
                ('agent', models.CharField(max_length=100)),
                ('shape', models.JSONField(blank=True, default=dict)),
                ('consumed_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'db_table': 'session_grants',
            },
        ),
        migrations.CreateModel(
            name='Approval',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('session_seq', models.PositiveIntegerField(blank=True, null=True)),
                ('kind', models.CharField(choices=[('tool', 'Tool'), ('creation', 'Creation'), ('resources', 'Resources'), ('quality', 'Quality'), ('safety', 'Safety'), ('unknown_outcome', 'Unknown Outcome')], max_length=20)),
                ('subject', models.JSONField()),
                ('args_hash', models.CharField(max_length=64)),
                ('title', models.CharField(max_length=500)),
                ('text', models.TextField()),
                ('choices', models.JSONField()),
                ('rule_preview', models.JSONField(blank=True, default=list)),
                ('state', models.CharField(choices=[('pending', 'Pending'), ('decided', 'Decided'), ('expired', 'Expired'), ('cancelled', 'Cancelled')], default='pending', max_length=10)),
                ('choice', models.CharField(blank=True, max_length=20)),
                ('note', models.TextField(blank=True)),
                ('decided_at', models.DateTimeField(blank=True, null=True)),
                ('channel', models.CharField(blank=True, max_length=20)),
                ('expires_at', models.DateTimeField()),
                ('decided_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'db_table': 'approvals',
                'permissions': [('decide_for_others', 'Can answer the questions of others')],
            },
        ),
    ]
