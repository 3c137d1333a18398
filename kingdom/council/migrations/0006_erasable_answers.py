"""What tests answered on a recording may be removed from a verdict of a training; nothing else of it changes."""

from django.db import migrations

GUARD = """
CREATE FUNCTION case_verdict_guard_update() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    OLD.details := OLD.details - 'cases' - 'failures';
    IF OLD.stage = 'train' AND NEW IS NOT DISTINCT FROM OLD THEN RETURN NEW; END IF;
    RAISE EXCEPTION 'Events and verdicts of a case never change.' USING ERRCODE = 'restrict_violation';
END $$;
DROP TRIGGER case_verdict_no_update ON case_verdicts;
CREATE TRIGGER case_verdict_no_update BEFORE UPDATE ON case_verdicts FOR EACH ROW EXECUTE FUNCTION case_verdict_guard_update();
"""
DROP_GUARD = """
DROP TRIGGER case_verdict_no_update ON case_verdicts;
DROP FUNCTION case_verdict_guard_update();
CREATE TRIGGER case_verdict_no_update BEFORE UPDATE ON case_verdicts FOR EACH ROW EXECUTE FUNCTION case_rows_guard_update();
"""


class Migration(migrations.Migration):
    """What tests answered on a recording may be removed from a verdict of a training."""

    dependencies = [("council", "0005_try_outs")]

    operations = [migrations.RunSQL(GUARD, DROP_GUARD)]
