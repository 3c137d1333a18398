"""Reviews by the Guardian: run, stored, overturned by administrators; and the modes of its rules."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils import timezone

from kingdom.adapters.egress_proxy.port import EgressRefused
from kingdom.adapters.egress_proxy.url_parser import parse_origins
from kingdom.approvals.disclosures import may_act_on
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.verdicts import GuardianFinding, GuardianVerdict
from kingdom.core.errors import BadInput, LostRace, NotAllowed, NotFound
from kingdom.core.text.sentences import sentence
from kingdom.ministers.attack_similarity import similarity_findings
from kingdom.ministers.guardian.judge.judge_cache import DatabaseJudgeCache
from kingdom.ministers.guardian.judge.model_judge import ModelJudge
from kingdom.ministers.guardian.review import EnforcementMode, ReviewKind, ReviewOptions, review_item
from kingdom.ministers.models import GuardianReview, RuleHit, RuleMode, RuleModeEvent
from kingdom.ministers.rule_classifier import rule_scores
from kingdom.ministers.selectors import (
    is_about_user_words,
    overturned_review,
    review_subject_row,
    rule_modes,
    rule_overturn_counts,
)
from kingdom.ministers.signals import review_overturned
from kingdom.runtime.ports import LanguageModel

MAX_OVERTURNS = 2  # in the last 100 hits; one more and the rule becomes soft (guardian.md 6.7)
SOFTENABLE_LAYERS = ("text", "view")  # rules of identity, schema and code never become soft
FIXED_RULE_PREFIXES = ("identity.", "schema.", "ast.", "input.", "judge.")
_OVERTURNED_REASON = sentence("An administrator reviewed exactly this content and approved it.")


def content_review(
    *,
    kind: ReviewKind,
    item: Mapping[str, Any],
    subject: str,
    model: LanguageModel | None,
    call: CallContext,
    preapproved: frozenset[str] = frozenset(),
) -> GuardianVerdict:
    """Return the Guardian's verdict on an item, stored under ``subject``, e.g. ``"case:<uuid>"``.

    ``item`` is in JSON form (an AgentSpec: ``model_dump(mode="json")``). ``model`` is the judge; without one, only
    content whose ``preapproval_digest`` is in ``preapproved`` is approved; other content needs a person. A request
    without findings is not stored. Blocking, for a thread outside any transaction. Idempotent. Raises no error of the
    judge: no answer is BLOCKED.
    """
    timeout_s = settings.KINGDOM.guardian_judge_timeout_s
    options = ReviewOptions(
        judge=None if model is None else ModelJudge(model, call, DatabaseJudgeCache(), timeout_s=timeout_s),
        preapproved=preapproved,
        rule_modes=rule_modes(),
        origins=_opened_origins(),
        sample_rate=settings.KINGDOM.guardian_sample,
        rule_scores=rule_scores,
        extra_layers=similarity_findings,
    )
    verdict = review_item(kind, item, judge=True, options=options)
    if verdict.verdict == "BLOCKED" and overturned_review(kind=kind, content_sha256=verdict.content_sha256) is not None:
        verdict = verdict.model_copy(
            update={"verdict": "APPROVED", "risk_level": "medium", "reason": _OVERTURNED_REASON, "needs_human": False}
        )
    if kind != "request" or verdict.findings or verdict.needs_human:
        review_record(subject=subject, kind=kind, verdict=verdict)
    return verdict


def _opened_origins() -> frozenset[str]:
    try:
        return parse_origins(settings.KINGDOM.egress_origins)
    except EgressRefused:  # an invalid setting opens nothing
        return frozenset()


def review_record(*, subject: str, kind: str, verdict: GuardianVerdict) -> GuardianReview:
    """Store a verdict and the rules that matched. The same verdict on the same content and subject is stored once."""
    stored = verdict.model_dump(mode="json", include={"verdict", "risk_level", "reason", "findings", "needs_human"})
    with transaction.atomic():
        row, created = GuardianReview.objects.get_or_create(
            subject=subject,
            kind=kind,
            content_sha256=verdict.content_sha256,
            policy_version=verdict.policy_version,
            defaults=stored,
        )
        if created:
            hits = {finding.rule_id: finding for finding in sorted(verdict.findings, key=_severity_rank)}
            RuleHit.objects.bulk_create(
                RuleHit(review=row, rule_id=rule_id, severity=finding.severity) for rule_id, finding in hits.items()
            )
    return row


def _severity_rank(finding: GuardianFinding) -> int:
    return ("info", "mark", "soft", "hard").index(finding.severity)


def review_overturn(*, review_id: Any, actor_id: int, reason: str) -> GuardianReview:  # noqa: ANN401 - a UUID or its text
    """Approve exactly this content from now on, and count the overturn against the rules that blocked it.

    A rule with more than two overturns in its last 100 hits becomes soft. Raises NotAllowed unless the actor is active
    staff who has opened the user's words that were blocked, BadInput without a reason, NotFound, and LostRace when the
    review did not block or is overturned already.
    """
    actor = _require_staff(actor_id)
    if not reason.strip():
        raise BadInput("Say why this may pass: the reason is kept with it.")
    with transaction.atomic():
        row = GuardianReview.objects.filter(pk=review_id).first()
        if row is None:
            raise NotFound
        _require_read(row, actor_id)
        blocked = GuardianReview.objects.filter(pk=review_id, verdict="BLOCKED", overturned_at__isnull=True)
        overturn = {"overturned_at": timezone.now(), "overturned_by": actor, "overturn_reason": reason.strip()[:1000]}
        if blocked.update(**overturn) != 1:
            raise LostRace
        for finding in row.findings:
            if finding["severity"] == "hard" and finding["layer"] in SOFTENABLE_LAYERS:
                _soften_rule(finding["rule_id"])
        row.refresh_from_db()
        review_overturned.send(sender=GuardianReview, review=row)
    return row


def _require_read(review: GuardianReview, actor_id: int) -> None:
    row = review_subject_row(review.subject)
    if row is None and is_about_user_words(review.subject):
        raise NotFound("The blocked text has been deleted, so nobody can read it any more.")
    if row is not None and not may_act_on(actor_id=actor_id, row=row):
        raise NotAllowed("Read the blocked text first: only a person who has read it can overturn its review.")


def _soften_rule(rule_id: str) -> None:
    hits, overturned = rule_overturn_counts([rule_id]).get(rule_id, (0, 0))
    if overturned > MAX_OVERTURNS:
        _apply_rule_mode(rule_id, "soft", f"{overturned} of its last {hits} hits were overturned.", None)


def rule_mode_set(*, rule_id: str, mode: EnforcementMode, actor_id: int, reason: str) -> None:
    """Set the mode of a rule.

    Raises NotAllowed unless the actor is active staff, and BadInput without a reason or for a fixed rule.
    """
    actor = _require_staff(actor_id)
    if not reason.strip():
        raise BadInput("Say why the rule changes: the reason is kept with it.")
    if rule_id.startswith(FIXED_RULE_PREFIXES):
        raise BadInput(f"{rule_id} is a fixed rule: only rules of texts can be changed here.")
    _apply_rule_mode(rule_id, mode, reason.strip(), actor)


def _apply_rule_mode(rule_id: str, mode: EnforcementMode, reason: str, actor: Any) -> None:  # noqa: ANN401 - the user model is a setting
    with transaction.atomic():
        RuleMode.objects.get_or_create(rule_id=rule_id, defaults={"mode": "hard"})
        row = RuleMode.objects.select_for_update().get(pk=rule_id)
        if row.mode == mode or (actor is None and row.mode == "shadow"):
            return
        RuleModeEvent.objects.create(
            rule_id=rule_id, before=row.mode, after=mode, reason=reason[:1000], changed_by=actor
        )
        RuleMode.objects.filter(pk=rule_id, mode=row.mode).update(mode=mode, changed_at=timezone.now())


def _require_staff(actor_id: int) -> Any:  # noqa: ANN401 - the user model is a setting
    actor = get_user_model().objects.filter(pk=actor_id, is_active=True, is_staff=True).first()
    if actor is None:
        raise NotAllowed("Only administrators may change the Guardian's rules and verdicts.")
    return actor
