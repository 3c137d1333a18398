import django.db.models.deletion
import uuid
from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from kingdom.core.staff_groups import groups_allow, permissions_make

SEE = ["view_embeddingspace", "view_routinggate", "view_routingchange"]
GROUPS = {"reviewer": SEE, "operator": [*SEE, "switch_routing"], "auditor": SEE}


def groups_extend(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Let the groups of staff see spaces and gates, and operators switch them."""
    permissions_make(apps, "specialists")
    groups_allow(apps, "specialists", GROUPS)


class Migration(migrations.Migration):

    dependencies = [
        ('specialists', '0013_revisions'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='routinggate',
            name='pinned',
            field=models.BooleanField(default=False),
        ),
        migrations.CreateModel(
            name='EmbeddingSpace',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('kind', models.CharField(max_length=20, unique=True)),
                ('encoder', models.CharField(blank=True, max_length=80)),
                ('state', models.CharField(choices=[('queued', 'Queued'), ('building', 'Building'), ('ready', 'Ready'), ('failed', 'Failed')], default='queued', max_length=8)),
                ('done', models.PositiveIntegerField(default=0)),
                ('total', models.PositiveIntegerField(default=0)),
                ('error', models.TextField(blank=True)),
                ('started_at', models.DateTimeField(blank=True, null=True)),
                ('touched_at', models.DateTimeField(blank=True, null=True)),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('requested_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'db_table': 'embedding_spaces',
                'ordering': ['kind'],
                'permissions': [('switch_routing', 'Can build and switch embedding spaces, fit and switch gates')],
            },
        ),
        migrations.CreateModel(
            name='RoutingChoice',
            fields=[
                ('id', models.PositiveSmallIntegerField(default=1, primary_key=True, serialize=False)),
                ('kind', models.CharField(max_length=20)),
            ],
            options={
                'db_table': 'routing_choice',
                'constraints': [models.CheckConstraint(condition=models.Q(('id', 1)), name='routing_choice_one_row')],
            },
        ),
        migrations.CreateModel(
            name='RoutingChange',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('what', models.CharField(choices=[('space', 'Space'), ('gate', 'Gate')], max_length=5)),
                ('encoder', models.CharField(blank=True, max_length=80)),
                ('before', models.CharField(max_length=40)),
                ('after', models.CharField(max_length=40)),
                ('actor_name', models.CharField(max_length=150)),
                ('reason', models.TextField(blank=True)),
                ('actor', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'db_table': 'routing_changes',
                'ordering': ['-created_at'],
                'indexes': [models.Index(fields=['what', '-created_at'], name='routing_change_time')],
            },
        ),
        migrations.RunPython(groups_extend, migrations.RunPython.noop),
    ]
