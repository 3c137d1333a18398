"""Record the confirmed capability closure of each version, and keep it from changing."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from pydantic import ValidationError

from kingdom.contracts.capabilities.closure import capability_closure
from kingdom.contracts.spec import AgentSpec

# As before, and the closure: it is recorded once. That of a built-in follows the product, as its tests do.
GUARD = """
CREATE OR REPLACE FUNCTION agent_version_guard_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (NEW.id, NEW.specialist_id, NEW.number, NEW.digest, NEW.spec, NEW.created_at)
        IS DISTINCT FROM (OLD.id, OLD.specialist_id, OLD.number, OLD.digest, OLD.spec, OLD.created_at)
        OR ((NEW.tests IS DISTINCT FROM OLD.tests
             OR (OLD.capabilities IS NOT NULL AND NEW.capabilities IS DISTINCT FROM OLD.capabilities))
            AND NOT EXISTS (SELECT 1 FROM dynamic_agents WHERE id = OLD.specialist_id AND builtin))
    THEN
        RAISE EXCEPTION 'A version of a specialist never changes. Add a new version.' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
"""
GUARD_BEFORE = """
CREATE OR REPLACE FUNCTION agent_version_guard_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (NEW.id, NEW.specialist_id, NEW.number, NEW.digest, NEW.spec, NEW.created_at)
        IS DISTINCT FROM (OLD.id, OLD.specialist_id, OLD.number, OLD.digest, OLD.spec, OLD.created_at)
        OR (NEW.tests IS DISTINCT FROM OLD.tests
            AND NOT EXISTS (SELECT 1 FROM dynamic_agents WHERE id = OLD.specialist_id AND builtin))
    THEN
        RAISE EXCEPTION 'A version of a specialist never changes. Add a new version.' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
"""
CHUNK = 500


def record_closures(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Record the closure of each version. It holds no more than the card that its owner confirmed showed.

    A spec that this release cannot read stays without one, and its code may then ask for nothing.
    """
    versions = apps.get_model("specialists", "SpecialistVersion")
    rows = versions.objects.filter(capabilities=None).only("pk", "spec")
    for version in rows.iterator(chunk_size=CHUNK):
        try:
            closure = capability_closure(AgentSpec.model_validate(version.spec))
        except ValidationError:
            continue
        versions.objects.filter(pk=version.pk, capabilities=None).update(capabilities=closure.to_json())


class Migration(migrations.Migration):
    """Record the confirmed capability closure of each version, and keep it from changing."""

    dependencies = [
        ("specialists", "0004_role_reservations"),
    ]

    operations = [
        migrations.AddField("specialistversion", "capabilities", models.JSONField(null=True)),
        migrations.RunPython(record_closures, migrations.RunPython.noop),
        migrations.RunSQL(GUARD, GUARD_BEFORE),
    ]
