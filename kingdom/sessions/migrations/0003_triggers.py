"""Triggers: closed egress receipts are immutable."""

from django.db import migrations

# A receipt is closed once and never changes after that; only the reply, which replays need, is dropped. It is deleted
# with its session, which is checked at commit: a cascade may delete it before the session.
EGRESS_GUARD = """
CREATE FUNCTION session_egress_guard_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.outcome <> 'started' AND (NEW.reply IS NOT NULL OR to_jsonb(NEW) - 'reply' IS DISTINCT FROM to_jsonb(OLD) - 'reply') THEN
        RAISE EXCEPTION 'A closed egress receipt never changes.' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER session_egress_no_update BEFORE UPDATE ON session_egress
    FOR EACH ROW EXECUTE FUNCTION session_egress_guard_update();

CREATE FUNCTION session_egress_guard_delete() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT 1 FROM sessions WHERE id = OLD.session_id) THEN
        RAISE EXCEPTION 'An egress receipt is kept as long as its session.' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER session_egress_no_delete AFTER DELETE ON session_egress DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION session_egress_guard_delete();
"""
DROP_EGRESS_GUARD = """
DROP TRIGGER session_egress_no_update ON session_egress;
DROP TRIGGER session_egress_no_delete ON session_egress;
DROP FUNCTION session_egress_guard_update();
DROP FUNCTION session_egress_guard_delete();
"""


class Migration(migrations.Migration):
    """Triggers: closed egress receipts are immutable."""

    dependencies = [
        ("kingdom_sessions", "0002_initial"),
    ]

    operations = [
        migrations.RunSQL(EGRESS_GUARD, DROP_EGRESS_GUARD),
    ]
