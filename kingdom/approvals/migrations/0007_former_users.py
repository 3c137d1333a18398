"""A disclosure to a person whose account is deleted says "former user" instead of the name."""

from django.db import migrations

GUARD = """
CREATE OR REPLACE FUNCTION disclosure_events_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND NEW.actor_name = 'former user'
       AND NOT EXISTS (SELECT 1 FROM accounts_user WHERE id = OLD.actor_ref) THEN
        OLD.actor_name := NEW.actor_name;
        IF NEW IS NOT DISTINCT FROM OLD THEN RETURN NEW; END IF;
    END IF;
    RAISE EXCEPTION 'disclosure events are append-only: % refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
"""
BEFORE = """
CREATE OR REPLACE FUNCTION disclosure_events_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'disclosure events are append-only: % refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
"""


class Migration(migrations.Migration):
    """The guard of disclosures."""

    dependencies = [("approvals", "0006_permission_defaults"), ("accounts", "0002_own_account")]

    operations = [migrations.RunSQL(GUARD, BEFORE)]
