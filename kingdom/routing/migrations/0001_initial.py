import django.db.models.deletion
import pgvector.django.halfvec
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
            name='EmbeddingSpace',
            fields=[
                ('lease_owner', models.CharField(blank=True, max_length=100)),
                ('lease_expires_at', models.DateTimeField(blank=True, null=True)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('enqueued_at', models.DateTimeField(blank=True, null=True)),
                ('retry_at', models.DateTimeField(blank=True, null=True)),
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('kind', models.CharField(max_length=20, unique=True)),
                ('encoder', models.CharField(blank=True, max_length=80)),
                ('state', models.CharField(choices=[('queued', 'Queued'), ('building', 'Building'), ('ready', 'Ready'), ('failed', 'Failed')], default='queued', max_length=8)),
                ('done', models.PositiveIntegerField(default=0)),
                ('total', models.PositiveIntegerField(default=0)),
                ('error', models.TextField(blank=True)),
                ('started_at', models.DateTimeField(blank=True, null=True)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'db_table': 'embedding_spaces',
                'ordering': ['kind'],
                'permissions': [('switch_routing', 'Can build and switch embedding spaces, fit and switch calibrations')],
            },
        ),
        migrations.CreateModel(
            name='NegativeExample',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('text', models.TextField()),
                ('text_digest', models.CharField(max_length=64)),
                ('encoder', models.CharField(max_length=80)),
                ('vector', pgvector.django.halfvec.HalfVectorField(dimensions=384)),
                ('source', models.CharField(default='shipped', max_length=40)),
            ],
            options={
                'db_table': 'negative_examples',
            },
        ),
        migrations.CreateModel(
            name='RouterCalibration',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('encoder', models.CharField(max_length=80)),
                ('parameters', models.JSONField()),
                ('classifier', models.BinaryField(blank=True, null=True)),
                ('figures', models.JSONField(default=dict)),
                ('inputs_digest', models.CharField(max_length=64)),
                ('active', models.BooleanField(default=False)),
                ('pinned', models.BooleanField(default=False)),
            ],
            options={
                'db_table': 'router_calibrations',
            },
        ),
        migrations.CreateModel(
            name='RoutingChange',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('subject', models.CharField(choices=[('space', 'Space'), ('calibration', 'Calibration')], max_length=11)),
                ('encoder', models.CharField(blank=True, max_length=80)),
                ('before', models.CharField(max_length=40)),
                ('after', models.CharField(max_length=40)),
                ('actor_name', models.CharField(max_length=150)),
                ('reason', models.TextField(blank=True)),
            ],
            options={
                'db_table': 'routing_changes',
                'ordering': ['-created_at'],
            },
        ),
        migrations.CreateModel(
            name='ActiveEmbeddingSpace',
            fields=[
                ('id', models.PositiveSmallIntegerField(default=1, primary_key=True, serialize=False)),
                ('kind', models.CharField(max_length=20)),
            ],
            options={
                'db_table': 'active_embedding_space',
                'constraints': [models.CheckConstraint(condition=models.Q(('id', 1)), name='active_space_one_row')],
            },
        ),
        migrations.CreateModel(
            name='AgentEmbedding',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('kind', models.CharField(choices=[('purpose', 'Purpose'), ('example', 'Example'), ('generated', 'Generated'), ('negative', 'Negative'), ('centroid', 'Centroid')], max_length=10)),
                ('text', models.TextField(blank=True)),
                ('text_digest', models.CharField(max_length=64)),
                ('encoder', models.CharField(max_length=80)),
                ('vector', pgvector.django.halfvec.HalfVectorField(dimensions=384)),
                ('source', models.CharField(choices=[('spec', 'Spec'), ('feedback', 'Feedback')], default='spec', max_length=8)),
                ('shared', models.BooleanField(default=False, editable=False)),
                ('owner', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'db_table': 'agent_embeddings',
            },
        ),
    ]
