"""Disclosures of users' words to staff, append-only."""

import uuid
from django.db import migrations, models

GUARD = """
CREATE FUNCTION disclosure_events_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'disclosure events are append-only: % refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER disclosure_events_append_only BEFORE UPDATE OR DELETE ON disclosure_events
    FOR EACH ROW EXECUTE FUNCTION disclosure_events_guard();
"""
DROP_GUARD = """
DROP TRIGGER IF EXISTS disclosure_events_append_only ON disclosure_events;
DROP FUNCTION disclosure_events_guard();
"""


class Migration(migrations.Migration):
    """The table and its guard."""

    dependencies = [
        ('approvals', '0003_host_consents_by_user'),
    ]

    operations = [
        migrations.CreateModel(
            name='DisclosureEvent',
            fields=[
                ('id', models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ('created_at', models.DateTimeField(auto_now_add=True)),
                ('disclosure_id', models.UUIDField()),
                ('kind', models.CharField(choices=[('opened', 'Opened'), ('shown', 'Shown')], max_length=6)),
                ('actor_ref', models.BigIntegerField()),
                ('actor_name', models.CharField(max_length=150)),
                ('owner_ref', models.BigIntegerField()),
                ('model', models.CharField(max_length=100)),
                ('object_id', models.CharField(max_length=64)),
                ('reason', models.TextField()),
                ('expires_at', models.DateTimeField()),
            ],
            options={
                'db_table': 'disclosure_events',
                'permissions': [('disclose_words', 'Can read the words of a user in one row, with a reason that the user is told')],
                'indexes': [models.Index(fields=['actor_ref', 'model', 'object_id', '-expires_at'], name='disclosure_of_actor'), models.Index(fields=['owner_ref', '-created_at'], name='disclosure_of_owner'), models.Index(fields=['-created_at'], name='disclosure_newest')],
            },
        ),
        migrations.RunSQL(GUARD, DROP_GUARD),
    ]
