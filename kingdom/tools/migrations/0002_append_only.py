"""Receipts are append-only in the database itself: whatever code or person asks, a row is never changed and never removed.

The one way out is a purge of a user who is gone: ``receipts_purge`` names the user in a setting of its transaction, and the trigger lets
only that user's rows go, and only while no such account exists.
"""

from django.db import migrations

FORWARDS = """
CREATE FUNCTION tool_receipts_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE'
       AND current_setting('kingdom.receipts_purge', true) = OLD.user_id::text
       AND NOT EXISTS (SELECT 1 FROM accounts_user WHERE id = OLD.user_id) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'tool receipts are append-only: % refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER tool_receipts_append_only BEFORE UPDATE OR DELETE ON tool_receipts
    FOR EACH ROW EXECUTE FUNCTION tool_receipts_guard();
CREATE TRIGGER tool_receipts_no_truncate BEFORE TRUNCATE ON tool_receipts
    FOR EACH STATEMENT EXECUTE FUNCTION tool_receipts_guard();

CREATE FUNCTION tool_receipt_chains_guard() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND NEW.user_id = OLD.user_id AND NEW.seq = OLD.seq + 1 THEN
        RETURN NEW;
    END IF;
    IF TG_OP = 'DELETE' AND current_setting('kingdom.receipts_purge', true) = OLD.user_id::text THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'a chain of tool receipts only grows: % refused', TG_OP USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER tool_receipt_chains_grow BEFORE UPDATE OR DELETE ON tool_receipt_chains
    FOR EACH ROW EXECUTE FUNCTION tool_receipt_chains_guard();
"""
BACKWARDS = """
DROP TRIGGER IF EXISTS tool_receipts_append_only ON tool_receipts;
DROP TRIGGER IF EXISTS tool_receipts_no_truncate ON tool_receipts;
DROP TRIGGER IF EXISTS tool_receipt_chains_grow ON tool_receipt_chains;
DROP FUNCTION tool_receipts_guard();
DROP FUNCTION tool_receipt_chains_guard();
"""


class Migration(migrations.Migration):
    """Triggers of the receipts."""

    dependencies = [("tools", "0001_initial")]
    operations = [migrations.RunSQL(FORWARDS, BACKWARDS)]
