"""``spec_designer``: from a request to a proposal.

It offers an existing specialist first, then a recipe, then a new design.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from kingdom.contracts.spec import AgentSpec
from kingdom.core.errors import ModelBadAnswer, ModelNotConfigured
from kingdom.core.text.sentences import sentence
from kingdom.council.recipes.catalogue import available_recipes, recipe_by_name
from kingdom.council.recipes.matcher import recipe_best_match
from kingdom.council.rules.web_addresses import source_urls, unrequested_hosts
from kingdom.council.stages.base import StageContext, StageInput, StageResult
from kingdom.council.stages.design.design_schema import DesignAnswer
from kingdom.council.stages.design.llm_design import DesignRequest, design_request
from kingdom.council.stages.design.prepared_designs import (
    NEEDS_MODEL,
    DesignProposal,
    fork_source,
    from_recipe,
    from_supplied_proposal,
    needs_no_model,
    prepared_design,
    uses_supplied_proposal,
)
from kingdom.council.stages.design.similar_specialists import (
    SimilarSpecialist,
    duplicate_of_spec,
    roles_taken,
    similar_to_text,
)
from kingdom.council.stages.document_fetcher import documents_fetch
from kingdom.council.stages.review import user_text_blocked
from kingdom.routing.spaces.active_embedder import active_embedder
from kingdom.runtime.ports import Embedder
from kingdom.specialists.registry.selectors import version_spec

_NOT_SERVING = "Routing would not send such a message to it."
_MAY_SERVE = "Routing would send such a message to it, but something of its own was wanted."
OFFER_MIN_PROBABILITY = 0.9  # from here an existing specialist is offered without the model's judgement


def spec_designer(stage_input: StageInput, context: StageContext) -> StageResult:
    """Return a proposal, an offer of an existing specialist, or ``rejected`` with what is missing.

    Usually a language model is missing. Returns ``blocked`` when the Guardian blocks the user's text, before anything
    else reads it. Raises what the model raises.
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
        return _offer_existing(near[0], _serves_already(near[0]), near)
    try:
        made = _make_proposal(stage_input, context, near, embedder)
    except ModelBadAnswer as error:
        return StageResult(
            verdict="rejected",
            reason=sentence("No usable design came of it. %(sentence)s", sentence=error.message),
            details=_similar_details(near),
        )
    if isinstance(made, StageResult):
        return replace(made, details={**_similar_details(near), **made.details})
    return _check_duplicates(made, stage_input, near, embedder)


def _serves_already(existing: SimilarSpecialist) -> str:
    return sentence("%(name)s does this already: %(sentence)s", name=existing.role, sentence=existing.purpose)


def _is_plain_request(stage_input: StageInput) -> bool:
    """Return whether nothing but the request was chosen or said: only then an existing specialist comes first."""
    return not (
        stage_input.round
        or stage_input.recipe
        or stage_input.change_request
        or stage_input.spec
        or stage_input.fork_of
        or stage_input.supplied_proposal
    )


def _is_served(near: Sequence[SimilarSpecialist], context: StageContext) -> bool:
    """Return whether the nearest specialist is offered at once.

    Routing would choose it, and it is nearly certain or there is no model to judge it.
    """
    return bool(near) and near[0].serves and (context.model is None or near[0].probability >= OFFER_MIN_PROBABILITY)


def _make_proposal(
    stage_input: StageInput, context: StageContext, near: Sequence[SimilarSpecialist], embedder: Embedder
) -> DesignProposal | StageResult:
    taken = roles_taken(stage_input.user_id) - ({stage_input.spec.role} if stage_input.spec is not None else set())
    proposal = stage_input.supplied_proposal
    if proposal is not None and uses_supplied_proposal(stage_input, proposal, has_model=context.model is not None):
        return from_supplied_proposal(stage_input, proposal, taken)
    if context.model is not None and not needs_no_model(stage_input):
        return _from_model(stage_input, context, near, taken)
    prepared = prepared_design(stage_input, embedder, taken)
    if prepared is not None:
        return prepared
    return (
        _model_needed_result(stage_input) if context.model is None else _from_model(stage_input, context, near, taken)
    )


def _model_needed_result(stage_input: StageInput) -> StageResult:
    """Return the rejection that says how to set a language model."""
    new = stage_input.spec is None
    what = (
        sentence("No recipe fits this, and designing something new needs a language model.")
        if new
        else sentence("Changing it is design work.")
    )
    return StageResult(
        verdict="rejected", reason=f"{what} {NEEDS_MODEL}", details={"error_code": ModelNotConfigured.code}
    )


def _from_model(
    stage_input: StageInput, context: StageContext, near: Sequence[SimilarSpecialist], taken: frozenset[str]
) -> DesignProposal | StageResult:
    urls = source_urls(stage_input.sources, stage_input.request, stage_input.change_request)
    documents = documents_fetch(urls, progress=context.progress)
    source = fork_source(stage_input)
    if isinstance(source, StageResult):
        return source
    request = DesignRequest(
        stage_input=stage_input,
        base=stage_input.spec or (version_spec(source) if source is not None else None),
        near=tuple(near),
        recipes=available_recipes(),
        documents=documents,
        taken=taken,
    )
    answer = design_request(context, request)
    if answer.decision == "recipe":
        return from_recipe(recipe_by_name(answer.choice), stage_input, taken)
    if answer.spec is None:
        chosen = next(similar for similar in near if similar.role == answer.choice)
        return _offer_existing(chosen, answer.summary or f"{chosen.role} does this already: {chosen.purpose}", near)
    details = {"prompt": request.label, "model": context.model.name if context.model else ""}
    return _model_proposal(answer, answer.spec, request, details)


def _model_proposal(
    answer: DesignAnswer, spec: AgentSpec, request: DesignRequest, details: Mapping[str, Any]
) -> DesignProposal:
    unread = (document for document in request.documents if document.problem)
    return DesignProposal(
        spec=spec,
        suite=(),
        reason=answer.summary,
        notes=(*answer.notes, *(f"{document.url} could not be read: {document.problem}" for document in unread)),
        details={
            **_similar_details(request.near, answer.why_not),
            "documents": [document.as_details() for document in request.documents],
            **details,
        },
    )


def _check_duplicates(
    made: DesignProposal, stage_input: StageInput, near: Sequence[SimilarSpecialist], embedder: Embedder
) -> StageResult:
    """Return the proposal, or an offer of the existing specialist that routing could not tell from it.

    Hosts that the user did not ask for are flagged.
    """
    chosen = stage_input.fork_of is not None or stage_input.supplied_proposal is not None
    duplicate = None if chosen else duplicate_of_spec(made.spec, user_id=stage_input.user_id, embedder=embedder)
    if duplicate is not None:
        reason = sentence(
            "%(name)s is so near to what this would be that messages would go to it: %(sentence)s",
            name=duplicate.role,
            sentence=duplicate.purpose,
        )
        return _offer_existing(duplicate, reason, near)
    # the differences of a new version show its hosts
    hosts = () if stage_input.revises is not None else made.spec.egress_hosts
    unasked = unrequested_hosts(hosts, (stage_input.request, stage_input.change_request, *stage_input.sources))
    flags = [*made.notes, *(f"It wants to call {host}, which you did not name." for host in unasked)]
    details = {"flags": flags, "hosts_unasked": list(unasked), "digest": made.spec.digest()}
    return StageResult(
        verdict="passed",
        reason=made.reason,
        spec=made.spec,
        suite=made.suite,
        details={**_similar_details(near), **made.details, **details},
    )


def _offer_existing(existing: SimilarSpecialist, reason: str, near: Sequence[SimilarSpecialist]) -> StageResult:
    # another user's of the same role would read as if the offered one could not do it
    others = [similar for similar in near if similar.role != existing.role]
    details = {**_similar_details(others), **existing.as_offer_details()}
    return StageResult(verdict="offer", reason=reason, details=details)


def _similar_details(near: Sequence[SimilarSpecialist], why_not: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Return the similar specialists and why they do not serve, in the designer's words or by what routing does."""
    reasons = why_not or {}
    return {
        "nearest": [
            {
                "role": similar.role,
                "probability": similar.probability,
                "why_not": reasons.get(similar.role, _MAY_SERVE if similar.serves else _NOT_SERVING),
            }
            for similar in near
        ]
    }


run = spec_designer
