"""Embedding of a draft while it is trained."""

from kingdom.accounts.models import User
from kingdom.council.stages.base import StageInput
from kingdom.routing.embeddings.services import specialist_embed
from kingdom.specialists.models.specialist import SpecialistVersion
from kingdom.specialists.registry.drafts import draft_register


def trained_draft_embed(version_id: str) -> None:
    """Embed what a trained draft is known by. Nobody is routed to a draft; who sees it released finds it embedded. Idempotent."""
    version = SpecialistVersion.objects.filter(pk=version_id).first()
    if version is not None:
        specialist_embed(specialist_id=version.specialist_id)


def draft_embed(work: StageInput) -> None:
    """Embed the draft of a case's design, making it when the trainer has not yet."""
    if work.spec is not None and work.suite:
        owner = User.objects.get(pk=work.user_id)
        specialist_embed(specialist_id=draft_register(spec=work.spec, owner=owner, tests=work.suite).specialist_id)
