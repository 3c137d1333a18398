"""The Architect: a request in plain words becomes a manifest, by rules over what is registered, or by the model."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from kingdom.contracts.workflows.manifest import WorkflowManifest
from kingdom.contracts.workflows.manifest_errors import ManifestCoercion
from kingdom.contracts.workflows.manifest_parser import ParsedManifest
from kingdom.providers.language_models import language_model_or_none
from kingdom.workflows.hooks import RequestRoute, request_route
from kingdom.workflows.planning.file_steps import FileInput, NoPlan, file_input
from kingdom.workflows.planning.model_planner import plan_by_model
from kingdom.workflows.planning.request_rules import MAX_STEPS, RequestStep, request_steps
from kingdom.workflows.planning.resolution import manifest_read
from kingdom.workflows.planning.run_files import RunFiles

__all__ = ["NoPlan", "PlannedRequest", "request_plan"]

_SAMPLE_LENGTH = 300  # characters of a value that a route looks at
_SAMPLE_TABLE = "item,result,valid\nann@example.com,well formed,true\nbob@x,no dot,false"


class PlannedRequest(NamedTuple):
    """A manifest for a request, and whether the language model made it."""

    parsed: ParsedManifest
    by_model: bool


def request_plan(request: str, *, user_id: int, files: RunFiles, column: str = "") -> PlannedRequest:
    """Return a manifest for a request: by rules where every step has its specialist, else by the model.

    ``column`` is the column of a table that its user chose. Raises NoPlan that names the step that nobody here serves,
    or what is missing of a file; ModelBadAnswer, and what the model raises.
    """
    plan = _rule_plan(request, user_id, files, column)
    if plan.agents and not plan.unserved:
        parsed = manifest_read({"agents": plan.agents}, user_id=user_id)
        coercions = (*parsed.coercions, *plan.choices)
        return PlannedRequest(ParsedManifest(_with_input_files(parsed.manifest, plan.whole), coercions), by_model=False)
    model = language_model_or_none()
    if model is not None:
        return PlannedRequest(plan_by_model(request, model, user_id=user_id), by_model=True)
    raise NoPlan(plan.unserved or "Say what is wanted, step by step.")


def _with_input_files(manifest: WorkflowManifest, paths: Mapping[int, str]) -> WorkflowManifest:
    nodes = [node.model_copy(update={"input_file": paths.get(at, "")}) for at, node in enumerate(manifest.nodes)]
    return manifest.model_copy(update={"nodes": tuple(nodes)})


class _RulePlan(NamedTuple):
    """The nodes of a request's steps, the columns that were found for it, and why there is no plan, "" for a plan.

    ``whole`` are the files whose whole text a node gets, by the node's place.
    """

    agents: list[dict[str, Any]]
    choices: list[ManifestCoercion]
    whole: dict[int, str]
    unserved: str = ""


def _rule_plan(request: str, user_id: int, files: RunFiles, column: str) -> _RulePlan:
    """Return the nodes of a request's steps, each after the one before it."""
    steps = request_steps(request, files.paths())
    plan = _RulePlan([], [], {})
    if len(steps) > MAX_STEPS:
        return plan._replace(
            unserved=f"A request has at most {MAX_STEPS} steps; these are {len(steps)}. Post a manifest instead."
        )
    for number, step in enumerate(steps, start=1):
        given = _file_input(step, user_id, files, column)
        route = _step_route(user_id, step, given, plan.agents)
        if not route.role:
            why = f" {route.reason}" if route.reason else ""
            return plan._replace(
                unserved=f"No specialist here does step {number} ({step.text[:200]!r}).{why} Set a language model, "
                "have a specialist made for it, or post a manifest."
            )
        above = plan.agents[-1]["id"] if plan.agents else ""
        agent = _agent(number, step, route.role, above)
        if given is not None:
            plan.choices.extend(_column_coercions(len(plan.agents), given))
            plan.whole.update({len(plan.agents): given.path} if given.choice is None else {})
            agent = {name: value for name, value in agent.items() if name != "input"} | given.fields
        plan.agents.append(agent)
    return plan


def _file_input(step: RequestStep, user_id: int, files: RunFiles, column: str) -> FileInput | None:
    def is_served(cell: str) -> bool:
        return bool(request_route(user_id, f"{step.text} {cell[:_SAMPLE_LENGTH]}").role)

    return file_input(step, files, column, is_served=is_served) if step.file else None


def _step_route(
    user_id: int, step: RequestStep, given: FileInput | None, above: Sequence[dict[str, Any]]
) -> RequestRoute:
    """Return the route of a step with a sample of what it works on: of a map before it, a table of results."""
    if given is not None:
        return request_route(user_id, f"{step.text} {given.sample[:_SAMPLE_LENGTH]}")
    if step.items:
        return request_route(user_id, f"{step.text} {step.items[0]}")
    if above and "map" in above[-1]:
        route = request_route(user_id, f"{step.text}\n\n{_SAMPLE_TABLE}")
        if route.role:
            return route
    return request_route(user_id, step.message)


def _column_coercions(position: int, given: FileInput) -> list[ManifestCoercion]:
    if given.choice is None:
        return []
    return [
        ManifestCoercion(
            f"/agents/{position}/map/over/column", "", given.choice.name or "whole rows", given.choice.reason
        )
    ]


def _agent(number: int, step: RequestStep, role: str, above: str) -> dict[str, Any]:
    agent: dict[str, Any] = {
        "id": f"step{number}_{role}"[:60],
        "specialist": role,
        "depends_on": [above] if above else [],
    }
    if step.items:
        return {**agent, "map": {"over": [f"{step.text} {item}" for item in step.items]}}
    return {**agent, "input": {"from": above, "text": step.text} if above else step.message}
