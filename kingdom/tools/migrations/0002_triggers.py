"""Triggers: tool receipts are append-only."""

from django.db import migrations

# Only a purge of a deleted user removes rows: receipts_purge names the user in a setting of its transaction, and the
# trigger accepts only rows of that user, and only while no such account exists. tool_rates is UNLOGGED: after a crash
# of the server the counters start at zero.
RECEIPT_GUARD = """
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
DROP_RECEIPT_GUARD = """
DROP TRIGGER IF EXISTS tool_receipts_append_only ON tool_receipts;
DROP TRIGGER IF EXISTS tool_receipts_no_truncate ON tool_receipts;
DROP TRIGGER IF EXISTS tool_receipt_chains_grow ON tool_receipt_chains;
DROP FUNCTION tool_receipts_guard();
DROP FUNCTION tool_receipt_chains_guard();
"""
RATES_UNLOGGED = """
ALTER TABLE tool_rates SET UNLOGGED
"""
DROP_RATES_UNLOGGED = """
ALTER TABLE tool_rates SET LOGGED
"""


class Migration(migrations.Migration):
    """Triggers: tool receipts are append-only."""

    dependencies = [
        ("tools", "0001_initial"),
    ]

    operations = [
        migrations.RunSQL(RECEIPT_GUARD, DROP_RECEIPT_GUARD),
        migrations.RunSQL(RATES_UNLOGGED, DROP_RATES_UNLOGGED),
    ]
