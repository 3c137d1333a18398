"""Triggers: events and verdicts of a creation case are append-only."""

from django.db import migrations


CASE_GUARD = """
CREATE FUNCTION case_rows_guard_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'Events and verdicts of a case never change.' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER case_event_no_update BEFORE UPDATE ON case_events FOR EACH ROW EXECUTE FUNCTION case_rows_guard_update();
CREATE TRIGGER case_verdict_no_update BEFORE UPDATE ON case_verdicts FOR EACH ROW EXECUTE FUNCTION case_rows_guard_update();

CREATE FUNCTION case_rows_guard_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM specialist_approvals WHERE id = OLD.case_id) THEN
        RAISE EXCEPTION 'Events and verdicts are kept as long as the case.' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER case_event_no_delete AFTER DELETE ON case_events DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION case_rows_guard_delete();
CREATE CONSTRAINT TRIGGER case_verdict_no_delete AFTER DELETE ON case_verdicts DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION case_rows_guard_delete();
"""
DROP_CASE_GUARD = """
DROP TRIGGER case_event_no_update ON case_events;
DROP TRIGGER case_verdict_no_update ON case_verdicts;
DROP TRIGGER case_event_no_delete ON case_events;
DROP TRIGGER case_verdict_no_delete ON case_verdicts;
DROP FUNCTION case_rows_guard_update();
DROP FUNCTION case_rows_guard_delete();
"""


class Migration(migrations.Migration):
    """Triggers: events and verdicts of a creation case are append-only."""

    dependencies = [
        ("council", "0002_initial"),
    ]

    operations = [
        migrations.RunSQL(CASE_GUARD, DROP_CASE_GUARD),
    ]
