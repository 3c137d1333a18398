"""Defaults of tools that no rule decides, with the shipped ones: what an agent does within its own workspace."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

# Reads of the conversation's own files, what tools exist, the session's own notes, and charts of an agent's own numbers.
# Everything else asks.
ALLOWED = (
    *("archon.fs.find", "archon.fs.read", "archon.chart.draw"),
    *("archon.memory.get", "archon.memory.put", "archon.tools.help", "archon.tools.list"),
)


def seed(apps: StateApps, _: BaseDatabaseSchemaEditor) -> None:
    """Store the shipped defaults."""
    defaults = apps.get_model("approvals", "PermissionDefault").objects
    for tool in ALLOWED:
        defaults.get_or_create(tool=tool, identity="", defaults={"effect": "allow"})
    defaults.get_or_create(tool="*", identity="", defaults={"effect": "ask"})


class Migration(migrations.Migration):
    """The table and its rows."""

    dependencies = [
        ('approvals', '0005_tainted_data'),
    ]

    operations = [
        migrations.CreateModel(
            name='PermissionDefault',
            fields=[
                ('id', models.BigAutoField(primary_key=True, serialize=False)),
                ('tool', models.CharField(help_text='An id like archon.fs.read, a group like archon.fs.*, or *.', max_length=120)),
                ('identity', models.CharField(blank=True, choices=[('', 'all identities'), ('research', 'Research'), ('analyze', 'Analyze'), ('coder', 'Coder'), ('writer', 'Writer'), ('master', 'Master')], default='', max_length=10)),
                ('effect', models.CharField(choices=[('allow', 'Allow'), ('ask', 'Ask'), ('deny', 'Deny')], max_length=5)),
                ('updated_at', models.DateTimeField(auto_now=True)),
            ],
            options={
                'db_table': 'permission_defaults',
                'constraints': [models.UniqueConstraint(fields=('tool', 'identity'), name='permission_default_once')],
            },
        ),
        migrations.RunPython(seed, migrations.RunPython.noop),
    ]
