"""``spec_designer``: from a request to a proposal. Who exists is offered first, a tested recipe comes second, designing last."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from kingdom.contracts.sandbox import SandboxLimits
from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.core.errors import ModelBadAnswer, ModelNotConfigured, NotFound
from kingdom.council.recipes.catalogue import Recipe, recipe_by_name, shipped_recipes
from kingdom.council.recipes.matcher import recipe_best_match
from kingdom.council.rules.supplied_proposal import SuppliedProposal
from kingdom.council.rules.web_addresses import source_urls, unrequested_hosts
from kingdom.council.stages.base import StageContext, StageInput, StageResult
from kingdom.council.stages.design.llm_design import DesignRequest, design_request
from kingdom.council.stages.design.similar_specialists import (
    SimilarSpecialist,
    duplicate_of_spec,
    roles_taken,
    similar_to_text,
)
from kingdom.council.stages.design.spec_overrides import LimitCeiling, OverriddenSpec, apply_overrides, parse_overrides
from kingdom.council.stages.document_fetcher import documents_fetch
from kingdom.council.stages.review import user_text_blocked
from kingdom.ministers.guardian.review import preapproval_digest
from kingdom.routing.spaces.active_embedder import active_embedder
from kingdom.runtime.ports import Embedder
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion
from kingdom.specialists.registry.selectors import version_spec, version_tests

OFFER_MIN_PROBABILITY = 0.9  # P(right) from which nobody needs to be asked
_LIMIT_CEILING = LimitCeiling(memory_mb=SandboxLimits().memory_mb, timeout_s=SandboxLimits().timeout_s)
_NEEDS_MODEL = ModelNotConfigured().message


@dataclass(frozen=True, kw_only=True)
class DesignProposal:
    """What the designer has: a spec, its tests where it brings them (else they are written for it), and what to say of it."""

    spec: AgentSpec
    suite: tuple[TestCase, ...]
    reason: str
    notes: tuple[str, ...] = ()
    details: Mapping[str, Any] = field(default_factory=dict)


def spec_designer(stage_input: StageInput, context: StageContext) -> StageResult:
    """Return a proposal, an offer of a specialist that exists, or ``rejected`` with what is missing (a language model, mostly).

    ``blocked`` when the Guardian stops what the user wrote, before anything else looks at it.
    Raises what the model's port raises when the provider is away.
    """
    refused = user_text_blocked(stage_input, context)
    if refused is not None:
        return refused
    embedder = active_embedder()
    near = similar_to_text(stage_input.request, user_id=stage_input.user_id, embedder=embedder)
    if (
        _is_plain_request(stage_input)
        and _is_served(near, context)
        and recipe_best_match(stage_input.request, embedder) is None
    ):
        return _offer_existing(near[0], f"{near[0].role} does this already: {near[0].purpose}", near)
    try:
        made = _make_proposal(stage_input, context, near, embedder)
    except ModelBadAnswer as error:
        return StageResult(
            verdict="rejected", reason=f"No usable design came of it. {error.message}", details=_similar_details(near)
        )
    if isinstance(made, StageResult):
        return replace(made, details={**_similar_details(near), **made.details})
    return _check_duplicates(made, stage_input, near, embedder)


def _is_plain_request(stage_input: StageInput) -> bool:
    """Whether nobody has chosen or said more than the request: then who exists comes first, unless a recipe fits better."""
    return not (
        stage_input.round
        or stage_input.recipe
        or stage_input.change_request
        or stage_input.spec
        or stage_input.fork_of
        or stage_input.supplied_proposal
    )


def _is_served(near: Sequence[SimilarSpecialist], context: StageContext) -> bool:
    """Whether the nearest is offered at once: routing would send the request to it, and is sure or there is no model to judge."""
    return bool(near) and near[0].serves and (context.model is None or near[0].probability >= OFFER_MIN_PROBABILITY)


def _make_proposal(
    stage_input: StageInput, context: StageContext, near: Sequence[SimilarSpecialist], embedder: Embedder
) -> DesignProposal | StageResult:
    taken = roles_taken(stage_input.user_id) - ({stage_input.spec.role} if stage_input.spec is not None else set())
    if stage_input.supplied_proposal is not None and _uses_supplied_proposal(
        stage_input, stage_input.supplied_proposal, context
    ):
        return _from_supplied_proposal(stage_input, stage_input.supplied_proposal, taken)
    if context.model is not None and not _needs_no_model(stage_input):
        return _from_model(stage_input, context, near, taken)
    source = _fork_source(stage_input)
    if isinstance(source, StageResult):
        return source
    if source is not None and (stage_input.spec is None or _is_same_behaviour(stage_input.spec, version_spec(source))):
        return _from_fork(stage_input, source, taken)
    try:
        chosen = _chosen_recipe(stage_input, embedder)
    except NotFound:
        return StageResult(
            verdict="rejected", reason=f"There is no recipe {stage_input.recipe}. The gallery lists those there are."
        )
    if chosen is not None:
        return _from_recipe(chosen, stage_input, taken)
    return (
        _model_needed_result(stage_input) if context.model is None else _from_model(stage_input, context, near, taken)
    )


def _needs_no_model(stage_input: StageInput) -> bool:
    """Whether rules can do what is asked: take what was chosen or fits, under another name or within other limits at most."""
    if stage_input.round:
        return False
    return not parse_overrides(stage_input.change_request).more and bool(
        stage_input.recipe or stage_input.fork_of or stage_input.supplied_proposal or not stage_input.sources
    )


def _chosen_recipe(stage_input: StageInput, embedder: Embedder) -> Recipe | None:
    """Return the recipe in hand, the one that was named, or the one that fits. Raises NotFound for a name that is none."""
    if stage_input.spec is not None:
        return recipe_unchanged_in(stage_input.spec)
    return (
        recipe_by_name(stage_input.recipe) if stage_input.recipe else recipe_best_match(stage_input.request, embedder)
    )


def recipe_unchanged_in(spec: AgentSpec) -> Recipe | None:
    """Return the recipe that a spec is an unchanged copy of, but for name, examples and limits."""
    return next((one for one in shipped_recipes() if _is_same_behaviour(one.spec, spec)), None)


def _is_same_behaviour(one: AgentSpec, other: AgentSpec) -> bool:
    return preapproval_digest("spec", one.model_dump(mode="json")) == preapproval_digest(
        "spec", other.model_dump(mode="json")
    )


def _from_recipe(chosen: Recipe, stage_input: StageInput, taken: frozenset[str]) -> DesignProposal | StageResult:
    if stage_input.spec is not None and stage_input.round and recipe_unchanged_in(stage_input.spec) is chosen:
        why = " ".join(stage_input.findings) or "it came back"
        return StageResult(
            verdict="rejected", reason=f"The recipe {chosen.name} does not hold here and is not changed: {why}"
        )
    made = _with_overrides(chosen.spec, stage_input, taken)
    reason = f"There is a tested recipe for this, {chosen.name}: {chosen.summary}"
    details = {"recipe": chosen.name, "recipe_digest": chosen.digest}
    return DesignProposal(spec=made.spec, suite=chosen.tests, reason=reason, notes=made.notes, details=details)


def _with_overrides(base: AgentSpec, stage_input: StageInput, taken: frozenset[str]) -> OverriddenSpec:
    """Return a tested spec under the name and limits it has in this case so far, changed as far as plain words say how."""
    if stage_input.spec is not None:
        base = base.model_copy(update={"role": stage_input.spec.role, "limits": stage_input.spec.limits})
    made = apply_overrides(base, change_request=stage_input.change_request, taken=taken, ceiling=_LIMIT_CEILING)
    if not parse_overrides(stage_input.change_request).more:
        return made
    return OverriddenSpec(
        made.spec, (*made.notes, f"What else you asked to change was not changed: that is design work. {_NEEDS_MODEL}")
    )


def _fork_source(stage_input: StageInput) -> SpecialistVersion | StageResult | None:
    """Return the version that the user chose to fork; None for a case that is no fork."""
    if stage_input.fork_of is None:
        return None
    visible = Specialist.objects.visible_to(stage_input.user_id)
    version = (
        SpecialistVersion.objects.filter(pk=stage_input.fork_of, specialist__in=visible)
        .select_related("specialist")
        .first()
    )
    return version or StageResult(verdict="rejected", reason="What was to be forked is not there any more.")


def _from_fork(
    stage_input: StageInput, version: SpecialistVersion, taken: frozenset[str]
) -> DesignProposal | StageResult:
    """Return a version with its tests, under a name of its own."""
    if stage_input.round:
        return StageResult(
            verdict="rejected", reason=f"The fork does not hold here: {' '.join(stage_input.findings)} {_NEEDS_MODEL}"
        )
    made = _with_overrides(version_spec(version), stage_input, taken)
    origin = {"version_id": str(version.pk), "role": version.specialist.role, "digest": version.digest}
    reason = f"This is a fork of {version.specialist.role}, version {version.number}, with its tests."
    return DesignProposal(
        spec=made.spec, suite=version_tests(version), reason=reason, notes=made.notes, details={"fork_of": origin}
    )


def _uses_supplied_proposal(stage_input: StageInput, proposal: SuppliedProposal, context: StageContext) -> bool:
    """Whether what was given is proposed as it is: always where it is to be a new version, else until a designer by model works on it."""
    if stage_input.revises is not None:
        return True
    return (context.model is None or _needs_no_model(stage_input)) and (
        stage_input.spec is None or _is_same_behaviour(stage_input.spec, proposal.spec)
    )


def _from_supplied_proposal(
    stage_input: StageInput, proposal: SuppliedProposal, taken: frozenset[str]
) -> DesignProposal | StageResult:
    """Return what was given with its tests: under a name that is free, or to the letter where it is to be a specialist's new version."""
    if stage_input.round:
        return StageResult(
            verdict="rejected", reason=f"It does not hold here, and is not changed: {' '.join(stage_input.findings)}"
        )
    made = (
        OverriddenSpec(proposal.spec, ())
        if stage_input.revises is not None
        else _with_overrides(proposal.spec, stage_input, taken)
    )
    return DesignProposal(
        spec=made.spec,
        suite=proposal.tests,
        reason=proposal.words,
        notes=made.notes,
        details={"origin": dict(proposal.origin)},
    )


def _model_needed_result(stage_input: StageInput) -> StageResult:
    """Say that designing needs a language model, and how to set one."""
    new = stage_input.spec is None
    what = (
        "No recipe fits this, and designing something new needs a language model."
        if new
        else "Changing it is design work."
    )
    return StageResult(
        verdict="rejected", reason=f"{what} {_NEEDS_MODEL}", details={"error_code": ModelNotConfigured.code}
    )


def _from_model(
    stage_input: StageInput, context: StageContext, near: Sequence[SimilarSpecialist], taken: frozenset[str]
) -> DesignProposal | StageResult:
    urls = source_urls(stage_input.sources, stage_input.request, stage_input.change_request)
    documents = documents_fetch(urls, progress=context.progress) if urls else ()
    source = _fork_source(stage_input)
    if isinstance(source, StageResult):
        return source
    base = stage_input.spec or (version_spec(source) if source is not None else None)
    asked = DesignRequest(
        stage_input=stage_input,
        base=base,
        near=tuple(near),
        recipes=shipped_recipes(),
        documents=documents,
        taken=taken,
    )
    answer = design_request(context, asked)
    if answer.decision == "recipe":
        return _from_recipe(recipe_by_name(answer.choice), stage_input, taken)
    if answer.spec is None:
        chosen = next(one for one in near if one.role == answer.choice)
        return _offer_existing(chosen, answer.summary or f"{chosen.role} does this already: {chosen.purpose}", near)
    by = {
        "documents": [document.as_details() for document in documents],
        "prompt": asked.label,
        "model": context.model.name if context.model else "",
    }
    notes = (*answer.notes, *(f"{one.url} could not be read: {one.problem}" for one in documents if one.problem))
    return DesignProposal(
        spec=answer.spec,
        suite=(),
        reason=answer.summary,
        notes=notes,
        details={**_similar_details(near, answer.why_not), **by},
    )


def _check_duplicates(
    made: DesignProposal, stage_input: StageInput, near: Sequence[SimilarSpecialist], embedder: Embedder
) -> StageResult:
    """Return the proposal, unless routing would send its messages to somebody who exists; what the user did not ask for is flagged."""
    chosen = stage_input.fork_of is not None or stage_input.supplied_proposal is not None
    twin = None if chosen else duplicate_of_spec(made.spec, user_id=stage_input.user_id, embedder=embedder)
    if twin is not None:
        return _offer_existing(
            twin, f"{twin.role} is so near to what this would be that messages would go to it: {twin.purpose}", near
        )
    hosts = () if stage_input.revises is not None else made.spec.egress_hosts  # there the difference to what is says it
    unasked = unrequested_hosts(hosts, (stage_input.request, stage_input.change_request, *stage_input.sources))
    flags = [*made.notes, *(f"It wants to call {host}, which you did not name." for host in unasked)]
    said = {"flags": flags, "hosts_unasked": list(unasked), "digest": made.spec.digest()}
    return StageResult(
        verdict="passed",
        reason=made.reason,
        spec=made.spec,
        suite=made.suite,
        details={**_similar_details(near), **made.details, **said},
    )


def _offer_existing(twin: SimilarSpecialist, reason: str, near: Sequence[SimilarSpecialist]) -> StageResult:
    return StageResult(verdict="offer", reason=reason, details={**_similar_details(near), **twin.as_offer_details()})


def _similar_details(near: Sequence[SimilarSpecialist], why_not: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Return who was looked at and why they do not serve: in the designer's words, else by what routing makes of them."""
    said, plain = why_not or {}, "Routing would not send such a message to it."
    return {
        "nearest": [
            {"role": one.role, "probability": one.probability, "why_not": said.get(one.role, plain)} for one in near
        ]
    }


run = spec_designer
