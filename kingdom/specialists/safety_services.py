"""Having the Guardian judge what is to be promoted, by the rules of today."""

import uuid

from kingdom.contracts.calls import CallContext
from kingdom.ministers.guardian.items import stored_items
from kingdom.ministers.guardian.review import Kind, content_digest, reviewed_digest
from kingdom.ministers.guardian.rules import load_policy
from kingdom.ministers.models import GuardianReview
from kingdom.ministers.services import content_review
from kingdom.runtime.ports import LanguageModel
from kingdom.specialists.models import SpecialistVersion


def version_judge(*, version: SpecialistVersion, subject: str, model: LanguageModel | None) -> None:
    """Ask the Guardian about a version's spec and code, where it has not judged them by its present rules.

    Without a model its rules are read anew, and the word of the judge or person who approved this very content before stands. Blocking,
    outside any transaction.
    """
    policy = load_policy().version
    for kind, item in stored_items(version.spec):
        rows = GuardianReview.objects.filter(kind=kind, content_sha256=content_digest(kind, item))
        settled = rows.filter(policy_version=policy)
        if (settled.exclude(needs_human=True) if model is not None else settled).exists():
            continue
        content_review(
            kind=kind,
            item=item,
            subject=subject,
            model=model,
            call=CallContext(trace_id=uuid.uuid4().hex),
            reviewed=_approved(kind, item, rows.filter(verdict="APPROVED").exists()),
        )


def _approved(kind: Kind, item: object, before: bool) -> frozenset[str]:
    return frozenset({reviewed_digest(kind, item)}) if before else frozenset()
