"""``safety_reviewer``: the Guardian's review of the request, the design and its code."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from kingdom.contracts.spec import AgentSpec
from kingdom.contracts.verdicts import GuardianVerdict
from kingdom.core.errors import Conflict
from kingdom.core.text.sentences import sentence
from kingdom.council.recipes.catalogue import shipped_recipes
from kingdom.council.rules.guardian_verdicts import fired_rules_text, highest_risk, is_repairable, verdict_reasons
from kingdom.council.rules.state_machine import MAX_REPAIRS
from kingdom.council.stages.base import StageContext, StageInput, StageResult
from kingdom.ministers.guardian.review import ReviewKind, preapproval_digest
from kingdom.ministers.guardian.review_items import handler_item, spec_items
from kingdom.ministers.services import content_review
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion

_OVERRIDE_HINT = sentence("An administrator can approve it under Guardian reviews; then the creation goes on.")


def safety_reviewer(stage_input: StageInput, context: StageContext) -> StageResult:
    """Return ``passed`` when the Guardian approves everything, ``repair`` for honest mistakes, else ``blocked``.

    The verdicts are bound to the digest of the reviewed spec. Raises Conflict without a spec.
    """
    if stage_input.spec is None:
        raise Conflict("There is no design to review yet.")
    reviewed = _reviewed_digests(stage_input)
    verdicts: dict[str, GuardianVerdict] = {}
    for kind, item in _review_items(stage_input.request, stage_input.spec):  # the change request was judged earlier
        verdicts[kind] = _guardian_verdict(stage_input, context, kind, item, reviewed)
        context.progress(
            "reviewed", {"kind": kind, "verdict": verdicts[kind].verdict, "risk_level": verdicts[kind].risk_level}
        )
    return _result(stage_input, context, verdicts)


def user_text_blocked(stage_input: StageInput, context: StageContext) -> StageResult | None:
    """Return the block of the user's request or change request; None when the designer may read both."""
    verdicts = {
        name: _guardian_verdict(stage_input, context, kind, item) for name, kind, item in _user_texts(stage_input)
    }
    if all(verdict.verdict == "APPROVED" for verdict in verdicts.values()):
        return None
    for name, verdict in verdicts.items():
        context.progress("reviewed", {"kind": name, "verdict": verdict.verdict, "risk_level": verdict.risk_level})
    return _result(stage_input, context, verdicts)


def _guardian_verdict(
    stage_input: StageInput,
    context: StageContext,
    kind: ReviewKind,
    item: dict[str, Any],
    reviewed: frozenset[str] = frozenset(),
) -> GuardianVerdict:
    subject = f"case:{stage_input.case_id}"
    return content_review(
        kind=kind, item=item, subject=subject, model=context.model, call=context.runtime.call, preapproved=reviewed
    )


def _user_texts(stage_input: StageInput) -> Iterator[tuple[str, ReviewKind, dict[str, Any]]]:
    yield "request", "request", {"text": stage_input.request}
    if stage_input.change_request:
        yield "change_request", "request", {"text": stage_input.change_request}


def _review_items(request: str, spec: AgentSpec) -> Iterator[tuple[ReviewKind, dict[str, Any]]]:
    yield "request", {"text": request}
    yield from spec_items(spec)


def _review_digests(spec: AgentSpec) -> frozenset[str]:
    return frozenset(
        {preapproval_digest("spec", spec.model_dump(mode="json")), preapproval_digest("handler", handler_item(spec))}
    )


@cache
def recipe_review_digests() -> frozenset[str]:
    """Return the Guardian's digests of the shipped recipes, which were reviewed when they were written."""
    return frozenset().union(*(_review_digests(recipe.spec) for recipe in shipped_recipes()))


def _reviewed_digests(stage_input: StageInput) -> frozenset[str]:
    """Return the digests that people have approved already: the recipes and the verified version that is forked."""
    if stage_input.fork_of is None:
        return recipe_review_digests()
    verified = SpecialistVersion.objects.filter(
        pk=stage_input.fork_of, specialist__status=Specialist.Status.VERIFIED
    ).first()
    return recipe_review_digests() | (
        _review_digests(AgentSpec.model_validate(verified.spec)) if verified is not None else frozenset()
    )


def _result(stage_input: StageInput, context: StageContext, verdicts: dict[str, GuardianVerdict]) -> StageResult:
    spec = stage_input.spec
    details = {
        "digest": spec.digest() if spec is not None else "",
        "risk_level": highest_risk(list(verdicts.values())),
        "guardian": {kind: verdict.model_dump(mode="json") for kind, verdict in verdicts.items()},
    }
    blocked = {kind: verdict for kind, verdict in verdicts.items() if verdict.verdict != "APPROVED"}
    if not blocked:
        return StageResult(verdict="passed", reason=verdict_reasons(list(verdicts.values())), details=details)
    return _blocked_result(stage_input, context, blocked, details)


def _blocked_result(
    stage_input: StageInput, context: StageContext, blocked: dict[str, GuardianVerdict], details: dict[str, Any]
) -> StageResult:
    reason = f"{verdict_reasons(list(blocked.values()))}{fired_rules_text(list(blocked.values()))}"
    if context.model is not None and stage_input.round < MAX_REPAIRS and is_repairable(blocked):
        findings = tuple(dict.fromkeys(f"Guardian, {kind}: {verdict.reason}" for kind, verdict in blocked.items()))
        return StageResult(verdict="repair", reason=reason, findings=findings, details=details)
    needs_human = any(verdict.needs_human for verdict in blocked.values())
    hint = f" {_OVERRIDE_HINT}" if needs_human else ""
    return StageResult(verdict="blocked", reason=f"{reason}{hint}", details={**details, "needs_human": needs_human})


run = safety_reviewer
