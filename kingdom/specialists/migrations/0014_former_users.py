"""A status change whose actor's account is deleted says "former user" instead of the name."""

from django.db import migrations

GUARD = """
CREATE OR REPLACE FUNCTION agent_status_change_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' THEN
        IF NEW.actor_id IS NULL THEN
            IF OLD.actor_id IS NOT NULL AND NEW.actor_name = 'former user' THEN OLD.actor_name := NEW.actor_name; END IF;
            OLD.actor_id := NULL;
        END IF;
        IF NEW IS NOT DISTINCT FROM OLD THEN RETURN NEW; END IF;
        RAISE EXCEPTION 'A status change never changes.' USING ERRCODE = 'restrict_violation';
    END IF;
    IF EXISTS (SELECT 1 FROM dynamic_agents WHERE id = OLD.specialist_id) THEN
        RAISE EXCEPTION 'A status change is kept as long as its specialist.' USING ERRCODE = 'restrict_violation';
    END IF;
    RETURN NULL;
END $$;
"""
BEFORE = """
CREATE OR REPLACE FUNCTION agent_status_change_guard() RETURNS trigger LANGUAGE plpgsql AS $$
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
"""


class Migration(migrations.Migration):
    """The guard of status changes."""

    dependencies = [("specialists", "0013_renames")]

    operations = [migrations.RunSQL(GUARD, BEFORE)]
