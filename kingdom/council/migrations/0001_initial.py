import django.db.models.deletion
import kingdom.council.models
import uuid
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('approvals', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='CaseEvent',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('seq', models.PositiveIntegerField()),
                ('kind', models.CharField(max_length=40)),
                ('old_state', models.CharField(blank=True, max_length=24)),
                ('new_state', models.CharField(blank=True, max_length=24)),
                ('reason', models.TextField(blank=True)),
                ('payload', models.JSONField(blank=True, default=dict)),
            ],
            options={
                'db_table': 'case_events',
                'ordering': ['seq'],
            },
        ),
        migrations.CreateModel(
            name='Evolution',
            fields=[
                ('lease_owner', models.CharField(blank=True, max_length=100)),
                ('lease_expires_at', models.DateTimeField(blank=True, null=True)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('enqueued_at', models.DateTimeField(blank=True, null=True)),
                ('retry_at', models.DateTimeField(blank=True, null=True)),
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('automatic', models.BooleanField(default=False)),
                ('state', models.CharField(choices=[('queued', 'Queued'), ('working', 'Working'), ('proposed', 'Proposed'), ('none', 'None')], default='queued', max_length=8)),
                ('reason', models.TextField(blank=True)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'db_table': 'evolutions',
                'ordering': ['-created_at'],
            },
        ),
        migrations.CreateModel(
            name='StageVerdict',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('stage', models.CharField(max_length=20)),
                ('round', models.PositiveSmallIntegerField()),
                ('inputs_digest', models.CharField(max_length=64)),
                ('verdict', models.CharField(choices=[('passed', 'Passed'), ('repair', 'Repair'), ('offer', 'Offer'), ('rejected', 'Rejected'), ('blocked', 'Blocked')], max_length=10)),
                ('reason', models.TextField()),
                ('findings', models.JSONField(default=list)),
                ('details', models.JSONField(default=dict)),
                ('spec', models.JSONField(null=True)),
                ('suite', models.JSONField(null=True)),
                ('spec_digest', models.CharField(blank=True, max_length=64)),
                ('result_digest', models.CharField(blank=True, max_length=64)),
                ('ms', models.FloatField(default=0.0)),
            ],
            options={
                'db_table': 'case_verdicts',
                'ordering': ['created_at'],
            },
        ),
        migrations.CreateModel(
            name='CreationCase',
            fields=[
                ('lease_owner', models.CharField(blank=True, max_length=100)),
                ('lease_expires_at', models.DateTimeField(blank=True, null=True)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('enqueued_at', models.DateTimeField(blank=True, null=True)),
                ('retry_at', models.DateTimeField(blank=True, null=True)),
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('updated_at', models.DateTimeField(auto_now=True)),
                ('pipeline', models.CharField(default='creation', max_length=40)),
                ('state', models.CharField(choices=[('designing', 'Designing'), ('reviewing', 'Reviewing'), ('validating', 'Validating'), ('generating_tests', 'Generating Tests'), ('awaiting_confirmation', 'Awaiting Confirmation'), ('awaiting_resources', 'Awaiting Resources'), ('training', 'Training'), ('completed', 'Completed'), ('rejected', 'Rejected'), ('expired', 'Expired'), ('failed', 'Failed')], default='designing', max_length=24)),
                ('reason', models.TextField(blank=True)),
                ('request', models.TextField()),
                ('change_request', models.TextField(blank=True)),
                ('sources', models.JSONField(blank=True, default=list)),
                ('recipe', models.CharField(blank=True, max_length=100)),
                ('supplied_proposal', models.JSONField(blank=True, null=True)),
                ('compared_training_digest', models.CharField(blank=True, max_length=64)),
                ('round', models.PositiveSmallIntegerField(default=0)),
                ('findings', models.JSONField(blank=True, default=list)),
                ('spec_proposal', models.JSONField(blank=True, null=True)),
                ('test_suite', models.JSONField(blank=True, default=list)),
                ('digest', models.CharField(blank=True, max_length=64)),
                ('offered', models.JSONField(blank=True, null=True)),
                ('confirmed_digest', models.CharField(blank=True, max_length=64)),
                ('confirmed_at', models.DateTimeField(blank=True, null=True)),
                ('confirmed_channel', models.CharField(blank=True, max_length=20)),
                ('mock', models.BooleanField(default=False)),
                ('provided_resources', models.JSONField(blank=True, default=dict)),
                ('expires_at', models.DateTimeField(blank=True, default=kingdom.council.models.default_expiry, null=True)),
                ('training_results', models.JSONField(blank=True, null=True)),
                ('backend', models.CharField(blank=True, max_length=40)),
                ('error_code', models.CharField(blank=True, max_length=60)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('last_seq', models.PositiveIntegerField(default=0)),
                ('approval', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='approvals.approval')),
            ],
            options={
                'db_table': 'specialist_approvals',
            },
        ),
    ]
