"""A permission rule is about one specialist.

A rule that an answer "always" made gets the specialist whose question was answered. The others keep none: what they
allow to one agent's id holds only for agents of workflows from now on, and is asked again by specialists.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

BIND = """
UPDATE permission_rules AS rule
   SET specialist_id = CASE WHEN agent.draft THEN coalesce(agent.revises_id, agent.id) ELSE agent.id END
  FROM approvals JOIN sessions ON sessions.id = approvals.session_id
       JOIN agent_versions AS version ON version.id = sessions.version_id
       JOIN dynamic_agents AS agent ON agent.id = version.specialist_id
 WHERE approvals.id = rule.approval_id AND rule.effect = 'allow'
"""


class Migration(migrations.Migration):
    """The specialist of a rule."""

    dependencies = [
        ("approvals", "0007_former_users"),
        ("kingdom_sessions", "0012_trial_recordings"),
        ("specialists", "0015_spec_without_code"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="permissionrule", name="permission_rule_once"),
        migrations.AddField(
            model_name="permissionrule",
            name="specialist",
            field=models.ForeignKey(
                blank=True,
                help_text="Whose calls the rule is about. Without it, one agent's id is allowed only outside of specialists.",
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="specialists.specialist",
            ),
        ),
        migrations.RunSQL(BIND, migrations.RunSQL.noop),
        migrations.AddConstraint(
            model_name="permissionrule",
            constraint=models.UniqueConstraint(
                fields=("user", "effect", "tool", "agent", "specialist", "shape"),
                name="permission_rule_once",
                nulls_distinct=False,
            ),
        ),
    ]
