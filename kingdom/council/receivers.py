"""What the Council does when another room says that something happened."""

from typing import Any

from django.dispatch import receiver

from kingdom.approvals.models import Approval
from kingdom.approvals.signals import TOLD, approval_decided
from kingdom.council.answering import question_closed
from kingdom.council.evolution_services import evolution_ask
from kingdom.council.letting_pass import cases_resume
from kingdom.council.telling import version_verdicts
from kingdom.ministers.models import GuardianReview
from kingdom.ministers.signals import review_overturned
from kingdom.specialists.changing import PROPOSERS
from kingdom.specialists.safety_selectors import VERDICTS

PROPOSERS.append(evolution_ask)
VERDICTS.append(version_verdicts)  # once: this module is imported once, when the apps are ready


@receiver(approval_decided, dispatch_uid="council.question_closed")
def case_question_closed(approval: Approval, **_: Any) -> str | None:  # noqa: ANN401 - Django's own keywords
    """Move the case in the transaction that decides: the answer and what follows from it are both there, or neither is."""
    return TOLD if question_closed(approval) else None


@receiver(review_overturned, dispatch_uid="council.cases_resume")
def cases_let_pass(review: GuardianReview, **_: Any) -> None:  # noqa: ANN401 - Django's own keywords
    """Send the cases on that were blocked for this content, in the transaction that lets it pass."""
    cases_resume(review)
