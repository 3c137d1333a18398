"""Triggers: a shared embedding is one of a verified global specialist."""

from django.db import migrations

# The partial indexes of agent_embeddings need visibility in the row itself. Triggers maintain it, because bulk
# updates bypass save() and signals.
SHARED_FLAG = """
CREATE FUNCTION agent_embedding_share() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.shared := NEW.owner_id IS NULL AND EXISTS (
        SELECT 1 FROM dynamic_agents a WHERE a.id = NEW.specialist_id AND a.status = 'verified' AND a.scope = 'global' AND a.routable
    );
    RETURN NEW;
END $$;
CREATE TRIGGER agent_embedding_share BEFORE INSERT ON agent_embeddings
    FOR EACH ROW EXECUTE FUNCTION agent_embedding_share();

CREATE FUNCTION agent_share_embeddings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE agent_embeddings SET shared = (NEW.status = 'verified' AND NEW.scope = 'global' AND NEW.routable)
    WHERE specialist_id = NEW.id AND owner_id IS NULL AND shared IS DISTINCT FROM (NEW.status = 'verified' AND NEW.scope = 'global' AND NEW.routable);
    RETURN NULL;
END $$;
CREATE TRIGGER agent_share_embeddings AFTER UPDATE OF status, scope, routable ON dynamic_agents
    FOR EACH ROW EXECUTE FUNCTION agent_share_embeddings();
"""
DROP_SHARED_FLAG = """
DROP TRIGGER agent_embedding_share ON agent_embeddings;
DROP TRIGGER agent_share_embeddings ON dynamic_agents;
DROP FUNCTION agent_embedding_share();
DROP FUNCTION agent_share_embeddings();
"""


class Migration(migrations.Migration):
    """Triggers: a shared embedding is one of a verified global specialist."""

    dependencies = [
        ("routing", "0002_initial"),
        ("specialists", "0003_triggers"),
    ]

    operations = [
        migrations.RunSQL(SHARED_FLAG, DROP_SHARED_FLAG),
    ]
