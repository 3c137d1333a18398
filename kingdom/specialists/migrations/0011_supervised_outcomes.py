"""A supervised use knows its execution, and a training result the recording that it ran on."""

import json
import re

import django.db.models.deletion
from django.db import migrations, models

# A supervised use gets the execution of its session; without a session, the one of its message that was stored with it.
LINK = """
CREATE OR REPLACE FUNCTION agent_supervised_use_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.session_id IS NULL THEN OLD.session_id := NULL; END IF;
    IF NEW.user_id IS NULL THEN OLD.user_id := NULL; END IF;
    IF OLD.execution_id IS NULL THEN OLD.execution_id := NEW.execution_id; END IF;
    IF NEW IS NOT DISTINCT FROM OLD THEN RETURN NEW; END IF;
    RAISE EXCEPTION 'A supervised use never changes.' USING ERRCODE = 'restrict_violation';
END $$;
UPDATE agent_supervised_uses u SET execution_id = t.id FROM task_telemetry t WHERE t.session_id = u.session_id;
UPDATE agent_supervised_uses u SET execution_id = (
    SELECT t.id FROM task_telemetry t
    WHERE t.session_id IS NULL AND t.version_id = u.version_id AND t.message_fingerprint = u.message_fingerprint
        AND t.user_id IS NOT DISTINCT FROM u.user_id AND t.created_at BETWEEN u.created_at - interval '5 seconds'
        AND u.created_at
        AND NOT EXISTS (SELECT 1 FROM agent_supervised_uses other WHERE other.execution_id = t.id)
    ORDER BY t.created_at DESC LIMIT 1
) WHERE u.session_id IS NULL AND u.execution_id IS NULL AND NOT EXISTS (
    SELECT 1 FROM agent_supervised_uses other WHERE other.id > u.id AND other.session_id IS NULL
        AND other.version_id = u.version_id AND other.message_fingerprint = u.message_fingerprint
        AND other.created_at BETWEEN u.created_at - interval '10 seconds' AND u.created_at + interval '10 seconds'
);
UPDATE training_results result SET cassette_id = run.cassette_id FROM agent_test_runs run
    WHERE run.id = result.training_id AND run.cassette_id IS NOT NULL;
"""
# The database itself ends a supervised use with its execution: the retention deletes executions by SQL.
CASCADE = """
DO $$
DECLARE found text;
BEGIN
    SELECT conname INTO found FROM pg_constraint
    WHERE conrelid = 'agent_supervised_uses'::regclass AND contype = 'f' AND confrelid = 'task_telemetry'::regclass;
    EXECUTE format('ALTER TABLE agent_supervised_uses DROP CONSTRAINT %I', found);
END $$;
ALTER TABLE agent_supervised_uses ADD CONSTRAINT supervised_use_execution FOREIGN KEY (execution_id)
    REFERENCES task_telemetry (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
"""

_TOKEN = re.compile(r"[\w.~%-]+")
_SHAPE_WORDS = frozenset("no body form text null boolean string number a of the".split())
_PROBLEM = "It kept names from the data of its message, so it was deleted. Record another use."


def discard_with_user_names(apps, schema_editor):
    """Discard recordings whose forms hold names that the version does not write itself: they are a user's data."""
    RecordedExchange = apps.get_model("kingdom_sessions", "RecordedExchange")
    Cassette = apps.get_model("kingdom_sessions", "Cassette")
    bad = {
        row.cassette_id
        for row in RecordedExchange.objects.select_related("cassette__version").iterator(chunk_size=200)
        if _names_of(row) - set(_TOKEN.findall(json.dumps(row.cassette.version.spec, ensure_ascii=False)))
    }
    RecordedExchange.objects.filter(cassette__in=bad).delete()
    Cassette.objects.filter(pk__in=bad).update(state="discarded", input_text="", problem=_PROBLEM)


def _names_of(row):
    if row.body_shape.startswith("a body of the form "):
        return set(_TOKEN.findall(row.parameters))
    return set(_TOKEN.findall(f"{row.body_shape} {row.parameters}")) - _SHAPE_WORDS


class Migration(migrations.Migration):
    """A supervised use knows its execution, and a training result the recording that it ran on."""

    dependencies = [
        ("kingdom_sessions", "0007_cassettes"),
        ("specialists", "0010_supervised_uses"),
    ]

    operations = [
        migrations.AddField(
            model_name="superviseduse",
            name="execution",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="supervised_use",
                to="specialists.execution",
            ),
        ),
        migrations.AddField(
            model_name="trainingresult",
            name="cassette",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="kingdom_sessions.cassette",
            ),
        ),
        migrations.RunSQL(CASCADE, migrations.RunSQL.noop),
        migrations.RunPython(discard_with_user_names, migrations.RunPython.noop),
        migrations.RunSQL(LINK, migrations.RunSQL.noop),
    ]
