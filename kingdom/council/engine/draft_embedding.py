"""Embedding of a draft while it is trained."""

from kingdom.accounts.models import User
from kingdom.council.stages.base import StageInput
from kingdom.routing.embeddings.services import specialist_embed
from kingdom.specialists.models.specialist import SpecialistVersion
from kingdom.specialists.registry.drafts import draft_register
from kingdom.specialists.registry.selectors import version_specialist_id


def trained_draft_embed(version_id: str) -> None:
    """Embed a trained draft before its release, so that routing finds it at once. Idempotent."""
    version = SpecialistVersion.objects.filter(pk=version_id).first()
    if version is not None:
        specialist_embed(specialist_id=version.specialist_id)


def draft_embed(stage_input: StageInput) -> None:
    """Embed the draft of a case's design, creating the draft when the trainer has not yet."""
    if stage_input.spec is not None and stage_input.suite:
        owner = User.objects.get(pk=stage_input.user_id)
        version = draft_register(
            spec=stage_input.spec,
            owner=owner,
            tests=stage_input.suite,
            revises_id=version_specialist_id(stage_input.revises),
        )
        specialist_embed(specialist_id=version.specialist_id)
