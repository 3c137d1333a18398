"""Triggers: security events and seals are append-only; the staff who may read them."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from kingdom.core.staff_groups import app_permissions_create, group_permissions_add

# The only change of an event is its seal, once.
GUARD = """
CREATE FUNCTION security_events_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND OLD.seal_id IS NULL AND NEW.seal_id IS NOT NULL
       AND to_jsonb(NEW) - 'seal_id' = to_jsonb(OLD) - 'seal_id' THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'the security log is append-only: % refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER security_events_append_only BEFORE UPDATE OR DELETE ON security_events
    FOR EACH ROW EXECUTE FUNCTION security_events_guard();
CREATE TRIGGER security_events_no_truncate BEFORE TRUNCATE ON security_events
    FOR EACH STATEMENT EXECUTE FUNCTION security_events_guard();

CREATE FUNCTION security_seals_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the security log is append-only: % refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER security_seals_append_only BEFORE UPDATE OR DELETE ON security_seals
    FOR EACH ROW EXECUTE FUNCTION security_seals_guard();
CREATE TRIGGER security_seals_no_truncate BEFORE TRUNCATE ON security_seals
    FOR EACH STATEMENT EXECUTE FUNCTION security_seals_guard();
"""
DROP_GUARD = """
DROP TRIGGER security_events_append_only ON security_events;
DROP TRIGGER security_events_no_truncate ON security_events;
DROP TRIGGER security_seals_append_only ON security_seals;
DROP TRIGGER security_seals_no_truncate ON security_seals;
DROP FUNCTION security_events_guard();
DROP FUNCTION security_seals_guard();
"""
GROUPS = {
    "auditor": ["view_securityevent", "view_securityseal", "export_security_log"],
    "operator": ["view_securityevent", "view_securityseal"],
}


def staff_groups_extend(apps: Apps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Let auditors read and export, and operators read."""
    app_permissions_create(apps, "security_log")
    group_permissions_add(apps, "security_log", GROUPS)


class Migration(migrations.Migration):
    """Triggers: security events and seals are append-only; the staff who may read them."""

    dependencies = [
        ("security_log", "0001_initial"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [
        migrations.RunSQL(GUARD, DROP_GUARD),
        migrations.RunPython(staff_groups_extend, migrations.RunPython.noop),
    ]
