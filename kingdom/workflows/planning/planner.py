"""The Architect: a request in plain words becomes a manifest, by rules over what is registered, or by the model."""

from typing import Any, NamedTuple

from kingdom.contracts.workflows.manifest_parser import ParsedManifest
from kingdom.core.errors import BadInput
from kingdom.providers.language_models import language_model_or_none
from kingdom.workflows.hooks import request_route
from kingdom.workflows.planning.model_planner import plan_by_model
from kingdom.workflows.planning.request_rules import MAX_STEPS, RequestStep, request_steps
from kingdom.workflows.planning.resolution import manifest_read


class NoPlan(BadInput):
    """Nothing here can plan this request."""

    code = "no_plan"


class PlannedRequest(NamedTuple):
    """A manifest for a request, and whether the language model made it."""

    parsed: ParsedManifest
    by_model: bool


def request_plan(request: str, *, user_id: int) -> PlannedRequest:
    """Return a manifest for a request: by rules where every step has its specialist, else by the model.

    Raises NoPlan that names the step that nobody here serves; ModelBadAnswer, and what the model raises.
    """
    agents, unserved = _rule_agents(request, user_id)
    if agents and not unserved:
        return PlannedRequest(manifest_read({"agents": agents}, user_id=user_id), by_model=False)
    model = language_model_or_none()
    if model is not None:
        return PlannedRequest(plan_by_model(request, model, user_id=user_id), by_model=True)
    raise NoPlan(unserved or "Say what is wanted, step by step.")


def _rule_agents(request: str, user_id: int) -> tuple[list[dict[str, Any]], str]:
    """Return the nodes of a request's steps, each after the one before it; and why there is no plan, "" for a plan."""
    steps = request_steps(request)
    if len(steps) > MAX_STEPS:
        return [], f"A request has at most {MAX_STEPS} steps; these are {len(steps)}. Post a manifest instead."
    agents = list[dict[str, Any]]()
    for number, step in enumerate(steps, start=1):
        route = request_route(user_id, f"{step.text} {step.items[0]}" if step.items else step.message)
        if not route.role:
            why = f" {route.reason}" if route.reason else ""
            return [], (
                f"No specialist here does step {number} ({step.text[:200]!r}).{why} Set a language model, "
                "have a specialist made for it, or post a manifest."
            )
        agents.append(_agent(number, step, route.role, agents[-1]["id"] if agents else ""))
    return agents, ""


def _agent(number: int, step: RequestStep, role: str, above: str) -> dict[str, Any]:
    agent: dict[str, Any] = {
        "id": f"step{number}_{role}"[:60],
        "specialist": role,
        "depends_on": [above] if above else [],
    }
    if step.items:
        return {**agent, "map": {"over": [f"{step.text} {item}" for item in step.items]}}
    return {**agent, "input": {"from": above, "text": step.text} if above else step.message}
