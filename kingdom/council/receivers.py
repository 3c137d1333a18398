"""Handlers of signals that other rooms send, and the functions that the Council registers with them."""

import uuid
from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.db.models.signals import post_save
from django.dispatch import receiver

from kingdom.accounts.models import User
from kingdom.approvals.models import Approval
from kingdom.approvals.signals import ALREADY_NOTIFIED, approval_decided
from kingdom.council.cases.approval_handlers import case_approval_apply
from kingdom.council.cases.erasure import training_answers_erase
from kingdom.council.cases.override_handlers import blocked_cases_resume
from kingdom.council.cases.transitions import cases_stop_closed
from kingdom.council.cases.verdicts import version_verdicts
from kingdom.council.proposals.evolution import evolution_request_by_user
from kingdom.ministers.models import GuardianReview
from kingdom.ministers.signals import review_overturned
from kingdom.specialists.hooks import CHANGE_PROPOSERS, VERDICT_SOURCES
from kingdom.specialists.signals import cassettes_deleted

CHANGE_PROPOSERS.append(evolution_request_by_user)
VERDICT_SOURCES.append(version_verdicts)  # this module is imported once, when the apps are ready


@receiver(approval_decided, dispatch_uid="council.creation_approval_decided")
def creation_approval_decided(approval: Approval, **_: Any) -> str | None:  # noqa: ANN401 - Django's own keywords
    """Apply an answer to its case in the transaction that stores the answer: both are committed, or neither is."""
    return ALREADY_NOTIFIED if case_approval_apply(approval) else None


@receiver(post_save, sender=User, dispatch_uid="council.user_deactivated")
def stop_on_user_deactivated(instance: User, created: bool, **_: Any) -> None:  # noqa: ANN401 - Django's own keywords
    """Stop the creations of a user who is deactivated, after the commit. If this process dies, the reaper does it."""
    if not created and not instance.is_active:
        transaction.on_commit(lambda: cases_stop_closed(user_id=instance.pk), robust=True)


@receiver(review_overturned, dispatch_uid="council.guardian_review_overturned")
def guardian_review_overturned(review: GuardianReview, **_: Any) -> None:  # noqa: ANN401 - Django's own keywords
    """Resume the cases that a block of this content ended, in the transaction of the override."""
    blocked_cases_resume(review)


@receiver(cassettes_deleted, dispatch_uid="council.training_answers_erase")
def training_answers_erase_on_delete(cassette_ids: Sequence[uuid.UUID], **_: Any) -> None:  # noqa: ANN401 - Django's own keywords
    """Erase what trainings answered on recordings, in the transaction that deletes these."""
    training_answers_erase(cassette_ids)
