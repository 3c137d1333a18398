"""Designs that need no language model: from a recipe, a fork or a supplied proposal."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kingdom.contracts.sandbox import SandboxLimits
from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.core.errors import ModelNotConfigured, NotFound
from kingdom.core.text.sentences import sentence
from kingdom.council.recipes.catalogue import Recipe, available_recipes, recipe_by_name
from kingdom.council.recipes.matcher import recipe_best_match
from kingdom.council.rules.supplied_proposal import SuppliedProposal
from kingdom.council.stages.base import StageInput, StageResult
from kingdom.council.stages.design.spec_overrides import (
    LimitCeiling,
    OverriddenSpec,
    apply_overrides,
    parse_overrides,
    unread_changes,
)
from kingdom.ministers.guardian.review import preapproval_digest
from kingdom.runtime.ports import Embedder
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion
from kingdom.specialists.registry.selectors import version_spec, version_tests

NEEDS_MODEL = ModelNotConfigured().message
_LIMIT_CEILING = LimitCeiling(memory_mb=SandboxLimits().memory_mb, timeout_s=SandboxLimits().timeout_s)


@dataclass(frozen=True, kw_only=True)
class DesignProposal:
    """A design: its spec, its tests where they come with it, and the texts about it."""

    spec: AgentSpec
    suite: tuple[TestCase, ...]
    reason: str
    notes: tuple[str, ...] = ()
    details: Mapping[str, Any] = field(default_factory=dict)


def prepared_design(
    stage_input: StageInput, embedder: Embedder, taken: frozenset[str]
) -> DesignProposal | StageResult | None:
    """Return the design of the chosen fork or of the recipe that was named or fits; None when there is neither."""
    source = fork_source(stage_input)
    if isinstance(source, StageResult):
        return source
    if source is not None and (stage_input.spec is None or _is_same_behaviour(stage_input.spec, version_spec(source))):
        return _from_fork(stage_input, source, taken)
    try:
        recipe = _chosen_recipe(stage_input, embedder)
    except NotFound:
        return StageResult(
            verdict="rejected",
            reason=sentence("There is no recipe %(name)s. The gallery lists those there are.", name=stage_input.recipe),
        )
    return None if recipe is None else from_recipe(recipe, stage_input, taken)


def needs_no_model(stage_input: StageInput) -> bool:
    """Return whether rules suffice: what was chosen or fits, with at most another name or other limits."""
    if stage_input.round:
        return False
    return not parse_overrides(stage_input.change_request).more and bool(
        stage_input.recipe or stage_input.fork_of or stage_input.supplied_proposal or not stage_input.sources
    )


def uses_supplied_proposal(stage_input: StageInput, proposal: SuppliedProposal, *, has_model: bool) -> bool:
    """Return whether the supplied proposal is used as it is.

    A new version always is; another one until the designer uses a model.
    """
    if stage_input.revises is not None:
        return True
    return (not has_model or needs_no_model(stage_input)) and (
        stage_input.spec is None or _is_same_behaviour(stage_input.spec, proposal.spec)
    )


def from_supplied_proposal(
    stage_input: StageInput, proposal: SuppliedProposal, taken: frozenset[str]
) -> DesignProposal | StageResult:
    """Return the supplied proposal with its tests: under a free name, or unchanged for a new version."""
    if stage_input.round:
        return StageResult(
            verdict="rejected",
            reason=sentence(
                "It does not hold here, and is not changed: %(sentence)s", sentence=" ".join(stage_input.findings)
            ),
        )
    overridden = (
        OverriddenSpec(proposal.spec, ())
        if stage_input.revises is not None
        else _with_overrides(proposal.spec, stage_input, taken)
    )
    return DesignProposal(
        spec=overridden.spec,
        suite=proposal.tests,
        reason=proposal.words,
        notes=overridden.notes,
        details={"origin": dict(proposal.origin), **_not_changed(overridden)},
    )


def _chosen_recipe(stage_input: StageInput, embedder: Embedder) -> Recipe | None:
    """Return the recipe of the current design, the one named, or the one that fits.

    Raises NotFound for an unknown name.
    """
    if stage_input.spec is not None:
        return recipe_unchanged_in(stage_input.spec)
    return (
        recipe_by_name(stage_input.recipe) if stage_input.recipe else recipe_best_match(stage_input.request, embedder)
    )


def recipe_unchanged_in(spec: AgentSpec) -> Recipe | None:
    """Return the recipe that a spec copies unchanged but for role, examples and limits."""
    return next((recipe for recipe in available_recipes() if _is_same_behaviour(recipe.spec, spec)), None)


def _is_same_behaviour(spec: AgentSpec, other: AgentSpec) -> bool:
    digest = preapproval_digest("spec", spec.model_dump(mode="json"))
    return digest == preapproval_digest("spec", other.model_dump(mode="json"))


def from_recipe(chosen: Recipe, stage_input: StageInput, taken: frozenset[str]) -> DesignProposal | StageResult:
    """Return a recipe with its tests under a free name."""
    if stage_input.spec is not None and stage_input.round and recipe_unchanged_in(stage_input.spec) is chosen:
        why = " ".join(stage_input.findings) or sentence("it came back")
        return StageResult(
            verdict="rejected",
            reason=sentence(
                "The recipe %(name)s does not hold here and is not changed: %(sentence)s",
                name=chosen.name,
                sentence=why,
            ),
        )
    overridden = _with_overrides(chosen.spec, stage_input, taken)
    reason = sentence(
        "There is a tested recipe for this, %(name)s: %(sentence)s", name=chosen.name, sentence=chosen.summary
    )
    details = {"recipe": chosen.name, "recipe_digest": chosen.digest, **_not_changed(overridden)}
    return DesignProposal(
        spec=overridden.spec, suite=chosen.tests, reason=reason, notes=overridden.notes, details=details
    )


def _with_overrides(base: AgentSpec, stage_input: StageInput, taken: frozenset[str]) -> OverriddenSpec:
    """Return a tested spec under the case's name and limits, with the changes that rules can read in the text."""
    if stage_input.spec is not None:
        base = base.model_copy(update={"role": stage_input.spec.role, "limits": stage_input.spec.limits})
    overridden = apply_overrides(base, change_request=stage_input.change_request, taken=taken, ceiling=_LIMIT_CEILING)
    if not parse_overrides(stage_input.change_request).more:
        return overridden
    unread = unread_changes(stage_input.change_request)
    sentence = f"Not changed: {unread} {'are' if '”, “' in unread else 'is'} not possible without a language model."
    return overridden._replace(not_changed=sentence)


def _not_changed(overridden: OverriddenSpec) -> dict[str, str]:
    """Return the detail that the card begins with, empty when everything was changed as asked."""
    return {"not_changed": overridden.not_changed} if overridden.not_changed else {}


def fork_source(stage_input: StageInput) -> SpecialistVersion | StageResult | None:
    """Return the version that the user chose to fork; None when the case is no fork."""
    if stage_input.fork_of is None:
        return None
    visible = Specialist.objects.visible_to(stage_input.user_id)
    version = (
        SpecialistVersion.objects.filter(pk=stage_input.fork_of, specialist__in=visible)
        .select_related("specialist")
        .first()
    )
    return version or StageResult(
        verdict="rejected", reason=sentence("The specialist that you chose to fork was deleted.")
    )


def _from_fork(
    stage_input: StageInput, version: SpecialistVersion, taken: frozenset[str]
) -> DesignProposal | StageResult:
    """Return a version with its tests under a free name."""
    if stage_input.round:
        return StageResult(
            verdict="rejected",
            reason=sentence(
                "The fork does not hold here: %(sentence)s", sentence=f"{' '.join(stage_input.findings)} {NEEDS_MODEL}"
            ),
        )
    overridden = _with_overrides(version_spec(version), stage_input, taken)
    origin = {"version_id": str(version.pk), "role": version.specialist.role, "digest": version.digest}
    reason = sentence(
        "This is a fork of %(name)s, version %(number)s, with its tests.",
        name=version.specialist.role,
        number=version.number,
    )
    return DesignProposal(
        spec=overridden.spec,
        suite=version_tests(version),
        reason=reason,
        notes=overridden.notes,
        details={"fork_of": origin, **_not_changed(overridden)},
    )
