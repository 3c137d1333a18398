"""``spec_designer``: from a request to a proposal. Who exists is offered first, a tested recipe comes second, designing last."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from kingdom.contracts.sandbox import Limits
from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.core.errors import ModelBadAnswer, ModelNotConfigured, NotFound
from kingdom.council.recipes import Recipe, recipe, recipe_for, recipes
from kingdom.council.retriever import documents_fetch
from kingdom.council.rules.adapting import Adapted, Ceiling, adapted, wanted_of
from kingdom.council.rules.addresses import hosts_unasked, sources_of
from kingdom.council.rules.given import Given
from kingdom.council.stages.base import Ports, StageResult, Work
from kingdom.council.stages.nearest import Near, duplicate_of, nearest_to, roles_taken
from kingdom.council.stages.proposing import Asked, propose
from kingdom.council.stages.review import words_refused
from kingdom.ministers.guardian.review import reviewed_digest
from kingdom.runtime.ports import Embedder
from kingdom.specialists.embedding_services import process_embedder
from kingdom.specialists.models import Specialist, SpecialistVersion
from kingdom.specialists.selectors import spec_of, version_tests

SURE = 0.9  # P(right) from which nobody needs to be asked
_CEILING = Ceiling(memory_mb=Limits().memory_mb, timeout_s=Limits().timeout_s)
_NEEDS_MODEL = ModelNotConfigured().message


@dataclass(frozen=True, kw_only=True)
class Proposal:
    """What the designer has: a spec, its tests where it brings them (else they are written for it), and what to say of it."""

    spec: AgentSpec
    suite: tuple[TestCase, ...]
    reason: str
    notes: tuple[str, ...] = ()
    details: Mapping[str, Any] = field(default_factory=dict)


def spec_designer(work: Work, ports: Ports) -> StageResult:
    """Return a proposal, an offer of a specialist that exists, or ``rejected`` with what is missing (a language model, mostly).

    ``blocked`` when the Guardian stops what the user wrote, before anything else looks at it.
    Raises what the model's port raises when the provider is away.
    """
    refused = words_refused(work, ports)
    if refused is not None:
        return refused
    embedder = process_embedder()
    near = nearest_to(work.request, user_id=work.user_id, embedder=embedder)
    if _first_look(work) and _serves(near, ports) and recipe_for(work.request, embedder) is None:
        return _offer(near[0], f"{near[0].role} does this already: {near[0].purpose}", near)
    try:
        made = _proposal(work, ports, near, embedder)
    except ModelBadAnswer as error:
        return StageResult(verdict="rejected", reason=f"No usable design came of it. {error.message}", details=_seen(near))
    if isinstance(made, StageResult):
        return replace(made, details={**_seen(near), **made.details})
    return _checked(made, work, near, embedder)


def _first_look(work: Work) -> bool:
    """Whether nobody has chosen or said more than the request: then who exists comes first, unless a recipe fits better."""
    return not (work.round or work.recipe or work.wishes or work.spec or work.fork_of or work.given)


def _serves(near: Sequence[Near], ports: Ports) -> bool:
    """Whether the nearest is offered at once: routing would send the request to it, and is sure or there is no model to judge."""
    return bool(near) and near[0].serves and (ports.model is None or near[0].probability >= SURE)


def _proposal(work: Work, ports: Ports, near: Sequence[Near], embedder: Embedder) -> Proposal | StageResult:
    taken = roles_taken(work.user_id) - ({work.spec.role} if work.spec is not None else set())
    if work.given is not None and _as_given(work, work.given, ports):
        return _given(work, work.given, taken)
    if ports.model is not None and not _by_rules(work):
        return _by_model(work, ports, near, taken)
    source = _source(work)
    if isinstance(source, StageResult):
        return source
    if source is not None and (work.spec is None or _same_work(work.spec, spec_of(source))):
        return _forked(work, source, taken)
    try:
        chosen = _recipe(work, embedder)
    except NotFound:
        return StageResult(verdict="rejected", reason=f"There is no recipe {work.recipe}. The gallery lists those there are.")
    if chosen is not None:
        return _from_recipe(chosen, work, taken)
    return _without_model(work) if ports.model is None else _by_model(work, ports, near, taken)


def _by_rules(work: Work) -> bool:
    """Whether rules can do what is asked: take what was chosen or fits, under another name or within other limits at most."""
    if work.round:
        return False
    return not wanted_of(work.wishes).more and bool(work.recipe or work.fork_of or work.given or not work.sources)


def _recipe(work: Work, embedder: Embedder) -> Recipe | None:
    """Return the recipe in hand, the one that was named, or the one that fits. Raises NotFound for a name that is none."""
    if work.spec is not None:
        return recipe_of(work.spec)
    return recipe(work.recipe) if work.recipe else recipe_for(work.request, embedder)


def recipe_of(spec: AgentSpec) -> Recipe | None:
    """Return the recipe that a spec is an unchanged copy of, but for name, examples and limits."""
    return next((one for one in recipes() if _same_work(one.spec, spec)), None)


def _same_work(one: AgentSpec, other: AgentSpec) -> bool:
    return reviewed_digest("spec", one.model_dump(mode="json")) == reviewed_digest("spec", other.model_dump(mode="json"))


def _from_recipe(chosen: Recipe, work: Work, taken: frozenset[str]) -> Proposal | StageResult:
    if work.spec is not None and work.round and recipe_of(work.spec) is chosen:
        why = " ".join(work.findings) or "it came back"
        return StageResult(verdict="rejected", reason=f"The recipe {chosen.name} does not hold here and is not changed: {why}")
    made = _adapted(chosen.spec, work, taken)
    reason = f"There is a tested recipe for this, {chosen.name}: {chosen.summary}"
    details = {"recipe": chosen.name, "recipe_digest": chosen.digest}
    return Proposal(spec=made.spec, suite=chosen.tests, reason=reason, notes=made.notes, details=details)


def _adapted(base: AgentSpec, work: Work, taken: frozenset[str]) -> Adapted:
    """Return a tested spec under the name and limits it has in this case so far, changed as far as plain words say how."""
    if work.spec is not None:
        base = base.model_copy(update={"role": work.spec.role, "limits": work.spec.limits})
    made = adapted(base, wishes=work.wishes, taken=taken, ceiling=_CEILING)
    if not wanted_of(work.wishes).more:
        return made
    return Adapted(made.spec, (*made.notes, f"What else you asked to change was not changed: that is design work. {_NEEDS_MODEL}"))


def _source(work: Work) -> SpecialistVersion | StageResult | None:
    """Return the version that the user chose to fork; None for a case that is no fork."""
    if work.fork_of is None:
        return None
    visible = Specialist.objects.visible_to(work.user_id)
    version = SpecialistVersion.objects.filter(pk=work.fork_of, specialist__in=visible).select_related("specialist").first()
    return version or StageResult(verdict="rejected", reason="What was to be forked is not there any more.")


def _forked(work: Work, version: SpecialistVersion, taken: frozenset[str]) -> Proposal | StageResult:
    """Return a version with its tests, under a name of its own."""
    if work.round:
        return StageResult(verdict="rejected", reason=f"The fork does not hold here: {' '.join(work.findings)} {_NEEDS_MODEL}")
    made = _adapted(spec_of(version), work, taken)
    origin = {"version_id": str(version.pk), "role": version.specialist.role, "digest": version.digest}
    reason = f"This is a fork of {version.specialist.role}, version {version.number}, with its tests."
    return Proposal(spec=made.spec, suite=version_tests(version), reason=reason, notes=made.notes, details={"fork_of": origin})


def _as_given(work: Work, given: Given, ports: Ports) -> bool:
    """Whether what was given is proposed as it is: always where it is to be a new version, else until a designer by model works on it."""
    if work.revises is not None:
        return True
    return (ports.model is None or _by_rules(work)) and (work.spec is None or _same_work(work.spec, given.spec))


def _given(work: Work, given: Given, taken: frozenset[str]) -> Proposal | StageResult:
    """Return what was given with its tests: under a name that is free, or to the letter where it is to be a specialist's new version."""
    if work.round:
        return StageResult(verdict="rejected", reason=f"It does not hold here, and is not changed: {' '.join(work.findings)}")
    made = Adapted(given.spec, ()) if work.revises is not None else _adapted(given.spec, work, taken)
    return Proposal(spec=made.spec, suite=given.tests, reason=given.words, notes=made.notes, details={"origin": dict(given.origin)})


def _without_model(work: Work) -> StageResult:
    """Say that designing needs a language model, and how to set one."""
    new = work.spec is None
    what = "No recipe fits this, and designing something new needs a language model." if new else "Changing it is design work."
    return StageResult(verdict="rejected", reason=f"{what} {_NEEDS_MODEL}", details={"error_code": ModelNotConfigured.code})


def _by_model(work: Work, ports: Ports, near: Sequence[Near], taken: frozenset[str]) -> Proposal | StageResult:
    urls = sources_of(work.sources, work.request, work.wishes)
    documents = documents_fetch(urls, progress=ports.progress) if urls else ()
    source = _source(work)
    if isinstance(source, StageResult):
        return source
    base = work.spec or (spec_of(source) if source is not None else None)
    asked = Asked(work=work, base=base, near=tuple(near), recipes=recipes(), documents=documents, taken=taken)
    answer = propose(ports, asked)
    if answer.decision == "recipe":
        return _from_recipe(recipe(answer.choice), work, taken)
    if answer.spec is None:
        chosen = next(one for one in near if one.role == answer.choice)
        return _offer(chosen, answer.summary or f"{chosen.role} does this already: {chosen.purpose}", near)
    by = {"documents": [one.told() for one in documents], "prompt": asked.label, "model": ports.model.name if ports.model else ""}
    notes = (*answer.notes, *(f"{one.url} could not be read: {one.problem}" for one in documents if one.problem))
    return Proposal(spec=answer.spec, suite=(), reason=answer.summary, notes=notes, details={**_seen(near, answer.why_not), **by})


def _checked(made: Proposal, work: Work, near: Sequence[Near], embedder: Embedder) -> StageResult:
    """Return the proposal, unless routing would send its messages to somebody who exists; what the user did not ask for is flagged."""
    chosen = work.fork_of is not None or work.given is not None
    twin = None if chosen else duplicate_of(made.spec, user_id=work.user_id, embedder=embedder)
    if twin is not None:
        return _offer(twin, f"{twin.role} is so near to what this would be that messages would go to it: {twin.purpose}", near)
    hosts = () if work.revises is not None else made.spec.egress_hosts  # there the difference to what is says it
    unasked = hosts_unasked(hosts, (work.request, work.wishes, *work.sources))
    flags = [*made.notes, *(f"It wants to call {host}, which you did not name." for host in unasked)]
    said = {"flags": flags, "hosts_unasked": list(unasked), "digest": made.spec.digest()}
    return StageResult(
        verdict="passed", reason=made.reason, spec=made.spec, suite=made.suite, details={**_seen(near), **made.details, **said}
    )


def _offer(twin: Near, reason: str, near: Sequence[Near]) -> StageResult:
    return StageResult(verdict="offer", reason=reason, details={**_seen(near), **twin.offered()})


def _seen(near: Sequence[Near], why_not: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Return who was looked at and why they do not serve: in the designer's words, else by what routing makes of them."""
    said, plain = why_not or {}, "Routing would not send such a message to it."
    return {"nearest": [{"role": one.role, "probability": one.probability, "why_not": said.get(one.role, plain)} for one in near]}


run = spec_designer
