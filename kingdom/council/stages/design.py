"""``spec_designer``: from a request to a proposal. Who exists is offered first, a tested recipe comes second, designing last."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from kingdom.contracts.sandbox import Limits
from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.core.errors import ModelBadAnswer, ModelNotConfigured, NotFound
from kingdom.council.recipes import Recipe, recipe, recipe_for, recipes
from kingdom.council.retriever import documents_fetch
from kingdom.council.rules.adapting import Ceiling, adapted, wanted_of
from kingdom.council.rules.addresses import hosts_unasked, sources_of
from kingdom.council.stages.base import Ports, StageResult, Work
from kingdom.council.stages.nearest import Near, duplicate_of, nearest_to, roles_taken
from kingdom.council.stages.proposing import Asked, propose
from kingdom.ministers.guardian.review import reviewed_digest
from kingdom.runtime.ports import Embedder
from kingdom.specialists.embedding_services import process_embedder
from kingdom.specialists.models import Specialist, SpecialistVersion
from kingdom.specialists.selectors import spec_of, version_tests

_CEILING = Ceiling(memory_mb=Limits().memory_mb, timeout_s=Limits().timeout_s)


@dataclass(frozen=True, kw_only=True)
class Proposal:
    """What the designer has: a spec, its tests where it brings them (None keeps what the case has), and what to say of it."""

    spec: AgentSpec
    suite: tuple[TestCase, ...] | None
    reason: str
    notes: tuple[str, ...] = ()
    details: dict[str, Any] = field(default_factory=dict)
    forked: str = ""  # the specialist it was forked from


def spec_designer(work: Work, ports: Ports) -> StageResult:
    """Return a proposal, an offer of a specialist that exists, or ``rejected`` with what is missing (a language model, mostly).

    Raises what the model's port raises when the provider is away.
    """
    embedder = process_embedder()
    near = nearest_to(work.request, user_id=work.user_id, embedder=embedder)
    if _first_look(work) and near and near[0].serves:
        return _offer(near[0], f"{near[0].role} does this already: {near[0].purpose}", near)
    try:
        made = _proposal(work, ports, near, embedder)
    except ModelBadAnswer as error:
        return StageResult(verdict="rejected", reason=f"No usable design came of it. {error.message}", details=_seen(near))
    return made if isinstance(made, StageResult) else _checked(made, work, near, embedder)


def _first_look(work: Work) -> bool:
    """Whether nobody has chosen or said more than the request: then what exists comes first."""
    return not (work.round or work.recipe or work.wishes or work.spec or work.fork_of)


def _proposal(work: Work, ports: Ports, near: Sequence[Near], embedder: Embedder) -> Proposal | StageResult:
    taken = roles_taken(work.user_id) - ({work.spec.role} if work.spec is not None else set())
    if work.fork_of is not None and work.spec is None:
        return _forked(work, work.fork_of, taken)
    chosen = _recipe(work, ports, embedder)
    if isinstance(chosen, StageResult):
        return chosen
    if chosen is not None:
        return _from_recipe(chosen, work, taken)
    if ports.model is None:
        return _without_model(work, taken)
    return _by_model(work, ports, near, taken)


def _recipe(work: Work, ports: Ports, embedder: Embedder) -> Recipe | StageResult | None:
    """Return the recipe to take without asking anybody: the one named, the one in hand, or the one that fits. None asks the model."""
    if work.recipe and (work.spec is None or ports.model is None):
        try:
            return recipe(work.recipe)
        except NotFound:
            return StageResult(verdict="rejected", reason=f"There is no recipe {work.recipe}. The gallery lists those there are.")
    if work.spec is not None:
        held = recipe_of(work.spec)
        simple = not work.round and not wanted_of(work.wishes).nothing and len(work.wishes.split()) <= 15
        return held if ports.model is None or simple else None
    if ports.model is not None and (work.round or work.wishes or work.sources):
        return None
    return recipe_for(work.request, embedder)


def recipe_of(spec: AgentSpec) -> Recipe | None:
    """Return the recipe that a spec is an unchanged copy of, but for name, examples and limits."""
    known = reviewed_digest("spec", spec.model_dump(mode="json"))
    return next((one for one in recipes() if reviewed_digest("spec", one.spec.model_dump(mode="json")) == known), None)


def _from_recipe(chosen: Recipe, work: Work, taken: frozenset[str]) -> Proposal | StageResult:
    if work.spec is not None and work.round and recipe_of(work.spec) is chosen:
        why = " ".join(work.findings) or "it came back"
        return StageResult(verdict="rejected", reason=f"The recipe {chosen.name} does not hold here and is not changed: {why}")
    base = chosen.spec if work.spec is None else chosen.spec.model_copy(update={"role": work.spec.role, "limits": work.spec.limits})
    made = adapted(base, wishes=work.wishes, taken=taken, ceiling=_CEILING)
    notes = [*made.notes]
    if work.wishes and wanted_of(work.wishes).nothing:
        notes.append(f"What you asked to change was not changed: a recipe keeps its work. {ModelNotConfigured().message}")
    reason = f"There is a tested recipe for this, {chosen.name}: {chosen.summary}"
    details = {"recipe": chosen.name, "recipe_digest": chosen.digest}
    return Proposal(spec=made.spec, suite=chosen.tests, reason=reason, notes=tuple(notes), details=details)


def _forked(work: Work, source: UUID, taken: frozenset[str]) -> Proposal | StageResult:
    """Return the version that the user chose to fork, under a name of its own; changes to it are the user's wishes, next round."""
    visible = Specialist.objects.visible_to(work.user_id)
    version = SpecialistVersion.objects.filter(pk=source, specialist__in=visible).select_related("specialist").first()
    if version is None:
        return StageResult(verdict="rejected", reason="What was to be forked is not there any more.")
    made = adapted(spec_of(version), wishes=work.wishes, taken=taken, ceiling=_CEILING)
    return Proposal(
        spec=made.spec,
        suite=version_tests(version),
        reason=f"This is a fork of {version.specialist.role}, version {version.number}, with its tests.",
        notes=made.notes,
        details={"fork_of": {"version_id": str(version.pk), "role": version.specialist.role, "digest": version.digest}},
        forked=str(version.specialist_id),
    )


def _without_model(work: Work, taken: frozenset[str]) -> Proposal | StageResult:
    """Rename or limit the design in hand as far as plain words say how; designing is for a language model, and this says so."""
    if work.spec is not None and not work.round and not wanted_of(work.wishes).nothing:
        made = adapted(work.spec, wishes=work.wishes, taken=taken, ceiling=_CEILING)
        return Proposal(spec=made.spec, suite=None, reason="The design is as it was, but for what you asked.", notes=made.notes)
    what = (
        "No recipe fits this, and designing something new needs a language model." if work.spec is None else "Changing it is design work."
    )
    return StageResult(verdict="rejected", reason=f"{what} {ModelNotConfigured().message}", details={"error_code": ModelNotConfigured.code})


def _by_model(work: Work, ports: Ports, near: Sequence[Near], taken: frozenset[str]) -> Proposal | StageResult:
    urls = sources_of(work.sources, work.request, work.wishes)
    documents = documents_fetch(urls, progress=ports.progress) if urls else ()
    asked = Asked(work=work, near=tuple(near), recipes=recipes(), documents=documents, taken=taken)
    answer = propose(ports, asked)
    details = {
        **_seen(near, answer.why_not),
        "documents": [one.told() for one in documents],
        "prompt": asked.label,
        "model": asked.model(ports),
    }
    if answer.spec is None and answer.decision == "recipe":
        return _from_recipe(recipe(answer.choice), work, taken)
    if answer.spec is None:
        chosen = next(one for one in near if one.role == answer.choice)
        return _offer(chosen, answer.summary or f"{chosen.role} does this already: {chosen.purpose}", near)
    same = work.spec is not None and _same_task(work.spec, answer.spec)
    return Proposal(spec=answer.spec, suite=None if same else (), reason=answer.summary, notes=answer.notes, details=details)


def _same_task(old: AgentSpec, new: AgentSpec) -> bool:
    """Whether the tests of one are tests of the other: they were written for a purpose and an output, not for a way to get there."""
    return (old.purpose, old.output_schema, old.egress_hosts) == (new.purpose, new.output_schema, new.egress_hosts)


def _checked(made: Proposal, work: Work, near: Sequence[Near], embedder: Embedder) -> StageResult:
    """Return the proposal, unless routing would send its messages to somebody who exists; what the user did not ask for is flagged."""
    but = {made.forked} if made.forked else set()
    twin = None if work.fork_of is not None else duplicate_of(made.spec.examples, user_id=work.user_id, embedder=embedder, but=but)
    if twin is not None:
        return _offer(twin, f"{twin.role} is so near to what this would be that the two could not be told apart: {twin.purpose}", near)
    words = (work.request, work.wishes, *work.sources)
    unasked = hosts_unasked(made.spec.egress_hosts, words) if not made.details.get("recipe") else ()
    flags = [*made.notes, *(f"It wants to call {host}, which you did not name." for host in unasked)]
    return StageResult(
        verdict="passed",
        reason=made.reason,
        spec=made.spec,
        suite=made.suite,
        details={**_seen(near), **made.details, "flags": flags, "hosts_unasked": list(unasked), "digest": made.spec.digest()},
    )


def _offer(twin: Near, reason: str, near: Sequence[Near]) -> StageResult:
    return StageResult(verdict="offer", reason=reason, details={**_seen(near), **twin.offered()})


def _seen(near: Sequence[Near], why_not: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Return who was looked at and why they do not serve: in the designer's words, else by what routing makes of them."""
    said = why_not or {}
    plain = "Routing would not send such a message to it."
    return {"nearest": [{"role": one.role, "probability": one.probability, "why_not": said.get(one.role, plain)} for one in near]}
