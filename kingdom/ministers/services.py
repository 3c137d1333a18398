"""Asking the ministers, keeping what they said, and what people make of it."""

from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import transaction
from django.utils import timezone

from kingdom.contracts.call_context import CallContext
from kingdom.contracts.verdicts import GuardianFinding, GuardianVerdict
from kingdom.core.errors import BadInput, LostRace, NotAllowed, NotFound
from kingdom.ministers.attack_similarity import similarity_findings
from kingdom.ministers.guardian.judge.judge_cache import DatabaseJudgeCache
from kingdom.ministers.guardian.judge.model_judge import ModelJudge
from kingdom.ministers.guardian.review import EnforcementMode, ReviewKind, ReviewOptions, review_item
from kingdom.ministers.models import GuardianReview, RuleHit, RuleMode, RuleModeEvent
from kingdom.ministers.selectors import overturned_review, rule_modes, rule_overturn_counts
from kingdom.ministers.signals import review_overturned
from kingdom.runtime.ports import LanguageModel

MAX_OVERTURNS = 2  # in the last 100 hits; one more and the rule only asks (guardian.md 6.7)
SOFTENABLE_LAYERS = ("text", "view")  # layers whose rules may fall to soft; identity, schema and code checks are laws
_OVERTURNED_REASON = "An administrator looked at this very content and let it pass."


def content_review(
    *,
    kind: ReviewKind,
    item: Mapping[str, Any],
    subject: str,
    model: LanguageModel | None,
    call: CallContext,
    reviewed: frozenset[str] = frozenset(),
) -> GuardianVerdict:
    """Return the Guardian's verdict on an item (``spec``: ``AgentSpec.model_dump(mode="json")``), and keep it under ``subject``.

    ``subject`` names what is judged, e.g. ``"case:<uuid>"``. ``model`` is the judge, None when none is configured: then only content
    whose ``reviewed_digest`` is in ``reviewed`` (the shipped recipes) is approved, the rest waits for a person. Blocking, for a thread
    outside any transaction; asking twice for the same is harmless. Raises nothing that the judge does: no answer is BLOCKED.
    """
    asked = ReviewOptions(
        by=ModelJudge(model, call, DatabaseJudgeCache(), timeout_s=settings.KINGDOM.guardian_judge_timeout_s)
        if model is not None
        else None,
        reviewed=reviewed,
        modes=rule_modes(),
        sample=settings.KINGDOM.guardian_sample,
        more=similarity_findings,
    )
    verdict = review_item(kind, item, judge=True, asked=asked)
    if verdict.verdict == "BLOCKED" and overturned_review(kind=kind, content_sha256=verdict.content_sha256) is not None:
        verdict = verdict.model_copy(
            update={"verdict": "APPROVED", "risk_level": "medium", "reason": _OVERTURNED_REASON, "needs_human": False}
        )
    if (
        kind != "request" or verdict.findings or verdict.needs_human
    ):  # a plain message in which nothing was found leaves no row
        review_record(subject=subject, kind=kind, verdict=verdict)
    return verdict


def review_record(*, subject: str, kind: str, verdict: GuardianVerdict) -> GuardianReview:
    """Store a verdict with the rules that fired; the same verdict on the same content of the same subject is stored once."""
    told = verdict.model_dump(mode="json")
    with transaction.atomic():
        row, made = GuardianReview.objects.get_or_create(
            subject=subject,
            kind=kind,
            content_sha256=verdict.content_sha256,
            policy_version=verdict.policy_version,
            defaults={name: told[name] for name in ("verdict", "risk_level", "reason", "findings", "needs_human")},
        )
        if made:
            hits = {finding.rule_id: finding for finding in sorted(verdict.findings, key=_severity_rank)}
            RuleHit.objects.bulk_create(
                RuleHit(review=row, rule_id=one.rule_id, severity=one.severity) for one in hits.values()
            )
    return row


def _severity_rank(finding: GuardianFinding) -> int:
    return ("info", "soft", "hard").index(finding.severity)


def review_overturn(*, review_id: Any, actor_id: int, reason: str) -> GuardianReview:  # noqa: ANN401 - a UUID or its text
    """Let this very content pass from now on, and count it against the rules that blocked it.

    A rule with more than two overturns in its last 100 hits only asks from then on. Raises NotAllowed for others than active staff,
    BadInput without a reason, NotFound, and LostRace when it was overturned already or did not block.
    """
    actor = _require_staff(actor_id)
    if not reason.strip():
        raise BadInput("Say why this may pass: the reason is kept with it.")
    with transaction.atomic():
        row = GuardianReview.objects.filter(pk=review_id).first()
        if row is None:
            raise NotFound
        open_rows = GuardianReview.objects.filter(pk=review_id, verdict="BLOCKED", overturned_at__isnull=True)
        if (
            open_rows.update(overturned_at=timezone.now(), overturned_by=actor, overturn_reason=reason.strip()[:1000])
            != 1
        ):
            raise LostRace
        for finding in row.findings:
            if finding["severity"] == "hard" and finding["layer"] in SOFTENABLE_LAYERS:
                _soften_rule(finding["rule_id"])
        row.refresh_from_db()
        review_overturned.send(sender=GuardianReview, review=row)
    return row


def _soften_rule(rule_id: str) -> None:
    hits, overturned = rule_overturn_counts(rule_id)
    if overturned > MAX_OVERTURNS:
        _apply_rule_mode(rule_id, "soft", f"{overturned} of its last {hits} hits were overturned.", None)


def rule_mode_set(*, rule_id: str, mode: EnforcementMode, actor_id: int, reason: str) -> None:
    """Set how a rule stands. Raises NotAllowed for others than active staff, BadInput without a reason or for a law (identity, code)."""
    actor = _require_staff(actor_id)
    if not reason.strip():
        raise BadInput("Say why the rule changes: the reason is kept with it.")
    if rule_id.startswith(("identity.", "schema.", "ast.", "input.", "judge.")):
        raise BadInput(f"{rule_id} is a law, not a rule of words: it can not be changed here.")
    _apply_rule_mode(rule_id, mode, reason.strip(), actor)


def _apply_rule_mode(rule_id: str, mode: EnforcementMode, reason: str, actor: Any) -> None:  # noqa: ANN401 - the user model is a setting
    with transaction.atomic():
        RuleMode.objects.get_or_create(rule_id=rule_id, defaults={"mode": "hard"})
        row = RuleMode.objects.select_for_update().get(pk=rule_id)
        if row.mode == mode or (actor is None and row.mode == "shadow"):
            return
        RuleModeEvent.objects.create(rule_id=rule_id, before=row.mode, after=mode, reason=reason[:1000], by=actor)
        RuleMode.objects.filter(pk=rule_id, mode=row.mode).update(mode=mode, changed_at=timezone.now())


def _require_staff(actor_id: int) -> Any:  # noqa: ANN401 - the user model is a setting
    actor = get_user_model().objects.filter(pk=actor_id, is_active=True, is_staff=True).first()
    if actor is None:
        raise NotAllowed("Only administrators decide over the Guardian's rules and verdicts.")
    return actor
