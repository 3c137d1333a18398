import uuid
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
    ]

    operations = [
        migrations.CreateModel(
            name='Budget',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('scope', models.CharField(choices=[('user', 'User'), ('everybody', 'Everybody'), ('organisation', 'Organisation')], max_length=12)),
                ('executions', models.PositiveIntegerField(blank=True, help_text='sessions a day', null=True)),
                ('tokens', models.PositiveBigIntegerField(blank=True, help_text='tokens a day, read and written', null=True)),
                ('cost_micros', models.PositiveBigIntegerField(blank=True, help_text='millionths of the currency of the prices, a day', null=True)),
                ('sandbox_s', models.PositiveIntegerField(blank=True, help_text='seconds of code in the sandbox, a day', null=True)),
            ],
            options={
                'db_table': 'budgets',
            },
        ),
        migrations.CreateModel(
            name='Effect',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('seq', models.PositiveIntegerField()),
                ('kind', models.CharField(max_length=40)),
                ('name', models.CharField(blank=True, max_length=120)),
                ('args_hash', models.CharField(max_length=64)),
                ('repeatable', models.BooleanField()),
                ('status', models.CharField(choices=[('started', 'Started'), ('approved', 'Approved'), ('done', 'Done'), ('failed', 'Failed'), ('skipped', 'Skipped')], default='started', max_length=10)),
                ('attempts', models.PositiveSmallIntegerField(default=1)),
                ('owner', models.CharField(blank=True, max_length=100)),
                ('result_hash', models.CharField(blank=True, max_length=64)),
                ('started_at', models.DateTimeField(auto_now_add=True)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'db_table': 'session_effects',
                'ordering': ['seq'],
            },
        ),
        migrations.CreateModel(
            name='EgressReceipt',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('effect_seq', models.PositiveIntegerField()),
                ('number', models.PositiveIntegerField()),
                ('request_hash', models.CharField(max_length=64)),
                ('read_only', models.BooleanField()),
                ('method', models.CharField(blank=True, max_length=10)),
                ('url', models.TextField(blank=True)),
                ('host', models.CharField(blank=True, max_length=260)),
                ('address', models.CharField(blank=True, max_length=64)),
                ('headers', models.JSONField(default=dict)),
                ('body_hash', models.CharField(blank=True, max_length=64)),
                ('credentials', models.JSONField(default=list)),
                ('outcome', models.CharField(choices=[('started', 'Started'), ('answered', 'Answered'), ('refused', 'Refused'), ('failed', 'Failed'), ('unknown', 'Unknown')], default='started', max_length=10)),
                ('reason', models.CharField(blank=True, max_length=60)),
                ('message', models.TextField(blank=True)),
                ('status', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('sent_bytes', models.PositiveIntegerField(default=0)),
                ('received_bytes', models.PositiveIntegerField(default=0)),
                ('response_hash', models.CharField(blank=True, max_length=64)),
                ('masked', models.PositiveIntegerField(default=0)),
                ('ms', models.FloatField(blank=True, null=True)),
                ('reply', models.JSONField(blank=True, null=True)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'db_table': 'session_egress',
                'ordering': ['effect_seq', 'number'],
            },
        ),
    ]
