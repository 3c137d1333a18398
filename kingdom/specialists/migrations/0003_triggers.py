"""Triggers: versions and status changes are immutable."""

from django.db import migrations

# A version never changes, but for two cases: the tests of a built-in follow its files (they are not part of the
# digest), and a version is deleted with its specialist. Deletion is checked at commit, because a cascade may delete
# the versions before or after the specialist. A status change never changes (its actor may become NULL) and is
# deleted with its specialist.
VERSION_GUARD = """
CREATE FUNCTION agent_version_guard_update() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER agent_version_no_update BEFORE UPDATE ON agent_versions
    FOR EACH ROW EXECUTE FUNCTION agent_version_guard_update();

CREATE FUNCTION agent_version_guard_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM dynamic_agents WHERE id = OLD.specialist_id) THEN
        RAISE EXCEPTION 'A version of a specialist is kept as long as the specialist.' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER agent_version_no_delete AFTER DELETE ON agent_versions DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION agent_version_guard_delete();
"""
DROP_VERSION_GUARD = """
DROP TRIGGER agent_version_no_update ON agent_versions;
DROP TRIGGER agent_version_no_delete ON agent_versions;
DROP FUNCTION agent_version_guard_update();
DROP FUNCTION agent_version_guard_delete();
"""
STATUS_CHANGE_GUARD = """
CREATE FUNCTION agent_status_change_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' THEN
        IF NEW.actor_id IS NULL THEN OLD.actor_id := NULL; END IF;
        IF NEW IS NOT DISTINCT FROM OLD THEN RETURN NEW; END IF;
        RAISE EXCEPTION 'A status change never changes.' USING ERRCODE = 'restrict_violation';
    END IF;
    IF EXISTS (SELECT 1 FROM dynamic_agents WHERE id = OLD.specialist_id) THEN
        RAISE EXCEPTION 'A status change is kept as long as its specialist.' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER agent_status_change_no_update BEFORE UPDATE ON agent_status_changes
    FOR EACH ROW EXECUTE FUNCTION agent_status_change_guard();
CREATE CONSTRAINT TRIGGER agent_status_change_no_delete AFTER DELETE ON agent_status_changes DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION agent_status_change_guard();
"""
DROP_STATUS_CHANGE_GUARD = """
DROP TRIGGER agent_status_change_no_update ON agent_status_changes;
DROP TRIGGER agent_status_change_no_delete ON agent_status_changes;
DROP FUNCTION agent_status_change_guard();
"""


class Migration(migrations.Migration):
    """Triggers: versions and status changes are immutable."""

    dependencies = [
        ("specialists", "0002_initial"),
    ]

    operations = [
        migrations.RunSQL(VERSION_GUARD, DROP_VERSION_GUARD),
        migrations.RunSQL(STATUS_CHANGE_GUARD, DROP_STATUS_CHANGE_GUARD),
    ]
