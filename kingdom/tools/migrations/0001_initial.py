import django.db.models.deletion
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('kingdom_sessions', '0002_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='ReceiptChain',
            fields=[
                ('user_id', models.BigIntegerField(primary_key=True, serialize=False)),
                ('seq', models.BigIntegerField()),
                ('hash', models.CharField(max_length=64)),
                ('previous_hash', models.CharField(default='', max_length=64)),
            ],
            options={
                'db_table': 'tool_receipt_chains',
            },
        ),
        migrations.CreateModel(
            name='ToolRate',
            fields=[
                ('key', models.CharField(max_length=200, primary_key=True, serialize=False)),
                ('until', models.DateTimeField(db_index=True)),
            ],
            options={
                'db_table': 'tool_rates',
            },
        ),
        migrations.CreateModel(
            name='ToolSnapshot',
            fields=[
                ('digest', models.CharField(max_length=64, primary_key=True, serialize=False)),
                ('declarations', models.JSONField()),
            ],
            options={
                'db_table': 'tool_sets',
            },
        ),
        migrations.CreateModel(
            name='ToolReceipt',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('user_id', models.BigIntegerField()),
                ('seq', models.BigIntegerField()),
                ('session_id', models.UUIDField()),
                ('trace_id', models.CharField(blank=True, max_length=64)),
                ('agent_id', models.CharField(max_length=100)),
                ('call_id', models.CharField(max_length=200)),
                ('tool', models.CharField(max_length=120)),
                ('side', models.CharField(blank=True, max_length=10)),
                ('outcome', models.CharField(choices=[('done', 'Done'), ('failed', 'Failed'), ('refused', 'Refused'), ('interrupted', 'Interrupted')], max_length=12)),
                ('reason', models.CharField(blank=True, max_length=40)),
                ('args', models.JSONField()),
                ('args_hash', models.CharField(max_length=64)),
                ('result_hash', models.CharField(max_length=64)),
                ('started_at', models.DateTimeField()),
                ('finished_at', models.DateTimeField()),
                ('previous_hash', models.CharField(max_length=64)),
                ('hash', models.CharField(max_length=64)),
            ],
            options={
                'db_table': 'tool_receipts',
                'indexes': [models.Index(fields=['session_id', 'seq'], name='tool_receipt_session'), models.Index(fields=['-started_at', '-id'], name='tool_receipt_newest')],
                'constraints': [models.UniqueConstraint(fields=('user_id', 'seq'), name='tool_receipt_place')],
            },
        ),
        migrations.CreateModel(
            name='WorkspaceUsage',
            fields=[
                ('workspace', models.CharField(max_length=64, primary_key=True, serialize=False)),
                ('bytes', models.BigIntegerField(default=0)),
                ('files', models.IntegerField(default=0)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'db_table': 'workspace_use',
            },
        ),
        migrations.CreateModel(
            name='FileVersion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('workspace', models.CharField(max_length=64)),
                ('path', models.CharField(max_length=1024)),
                ('number', models.PositiveIntegerField()),
                ('content', models.BinaryField()),
                ('size', models.BigIntegerField()),
                ('sha256', models.CharField(max_length=64)),
                ('deleted', models.BooleanField(default=False)),
                ('agent_id', models.CharField(blank=True, max_length=100)),
                ('session_id', models.UUIDField(null=True)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'db_table': 'file_versions',
                'indexes': [models.Index(fields=['user'], include=('size',), name='file_version_size')],
                'constraints': [models.UniqueConstraint(fields=('workspace', 'path', 'number'), name='file_version_number')],
            },
        ),
        migrations.CreateModel(
            name='MemoryItem',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=100)),
                ('value', models.JSONField()),
                ('updated_at', models.DateTimeField(auto_now=True)),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='kingdom_sessions.session')),
            ],
            options={
                'db_table': 'tool_memory',
                'constraints': [models.UniqueConstraint(fields=('session', 'key'), name='tool_memory_key')],
            },
        ),
        migrations.CreateModel(
            name='ToolCall',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('call_id', models.CharField(max_length=200)),
                ('args_hash', models.CharField(max_length=64)),
                ('repeatable', models.BooleanField()),
                ('started_at', models.DateTimeField()),
                ('result', models.JSONField(null=True)),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='kingdom_sessions.session')),
            ],
            options={
                'db_table': 'tool_calls',
                'constraints': [models.UniqueConstraint(fields=('session', 'call_id'), name='tool_call_once')],
            },
        ),
    ]
