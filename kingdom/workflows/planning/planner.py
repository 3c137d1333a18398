"""The Architect: a request in plain words becomes a manifest, by rules over what is registered, or by the model."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from kingdom.contracts.workflows.briefs import RESULT_PLACE
from kingdom.contracts.workflows.manifest import WorkflowManifest
from kingdom.contracts.workflows.manifest_errors import ManifestCoercion
from kingdom.contracts.workflows.manifest_parser import ParsedManifest
from kingdom.providers.language_models import language_model_or_none
from kingdom.workflows.hooks import RequestPart, RequestRoute, request_parts, request_read, request_route
from kingdom.workflows.planning.file_steps import FileInput, NoPlan, file_input
from kingdom.workflows.planning.model_planner import plan_by_model
from kingdom.workflows.planning.request_rules import MAX_STEPS, RequestStep, list_items, request_steps
from kingdom.workflows.planning.resolution import manifest_read, specialist_output_schema
from kingdom.workflows.planning.result_questions import SAMPLE_TEXT, counted_question, sample_table, table_columns
from kingdom.workflows.planning.result_references import (
    SAMPLE_NAME,
    gives_figures,
    gives_text,
    result_samples,
    with_result,
)
from kingdom.workflows.planning.run_files import RunFiles
from kingdom.workflows.planning.step_phrases import OF_TABLE

__all__ = ["NoPlan", "PlannedRequest", "request_plan"]

_SAMPLE_LENGTH = 300  # characters of a value that a route looks at


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
    """Return the nodes of a request: of several wishes side by side, of steps each with what the one before it gave."""
    steps = request_steps(request, files.paths())
    parts = _parallel_parts(request, user_id, steps)
    count = max(len(steps), len(parts))
    if count > MAX_STEPS:
        return _no_rule_plan(f"A request has at most {MAX_STEPS} steps; these are {count}. Post a manifest instead.")
    return _plan_of_parts(parts) if parts else _StepPlanner(user_id, files, column).plan(steps)


def _parallel_parts(request: str, user_id: int, steps: Sequence[RequestStep]) -> Sequence[RequestPart]:
    """Return the wishes of a request that no word puts in an order; none for one wish, a list of items, or a file."""
    if len(steps) != 1 or steps[0].items or steps[0].file:
        return ()
    return request_parts(user_id, request)


def _plan_of_parts(parts: Sequence[RequestPart]) -> _RulePlan:
    plan = _no_rule_plan("")
    for number, part in enumerate(parts, start=1):
        if not part.route.role:
            return plan._replace(unserved=_unserved(number, part.text, part.route))
        plan.agents.append(_agent(number, part.route.role, part.text))
    return plan


class _Above(NamedTuple):
    """What the step before hands on: the columns of a table, none for words; ``is_list``: it has several rows.

    ``samples`` are of the one result that may be named by itself, none where it is no such.
    """

    node_id: str
    columns: Mapping[str, str]
    is_list: bool
    samples: Sequence[str]

    def over_table(self, text: str) -> str:
        """Return a question with two rows of the table, "" where there is none, or its words ask for no table."""
        is_asked = self.columns and OF_TABLE.search(text) is not None
        return f"{text}\n\n{sample_table(self.columns)}" if is_asked else ""


class _StepPlanner:
    """Plans steps in their order: each works on data of its own, or on what the one before it gives."""

    def __init__(self, user_id: int, files: RunFiles, column: str) -> None:
        self._user_id, self._files, self._column = user_id, files, column
        self._plan = _no_rule_plan("")
        self._before = RequestStep("")
        self._data = ""  # of the steps so far that work on data of their own

    def plan(self, steps: Sequence[RequestStep]) -> _RulePlan:
        """Return the plan of all steps, or why there is none."""
        for number, step in enumerate(steps, start=1):
            unserved = self._add(number, step)
            if unserved:
                return self._plan._replace(unserved=unserved)
            self._before = step
            self._data = step.data or self._data
        return self._plan

    def _add(self, number: int, asked: RequestStep) -> str:
        """Add the node of a step; return why it has none, "" for a node."""
        given = _file_input(asked, self._user_id, self._files, self._column)
        step, own = self._own_route(asked, given)
        above = self._above() if own is None else None
        if above is None:
            route = own or RequestRoute("")
        else:
            step, route = _later_route(self._user_id, _in_words_of_table(asked, above), above)
        if not route.role or route.is_unread:
            return _unserved(number, asked.text, route)
        position, above_id = len(self._plan.agents), above.node_id if above is not None else ""
        self._plan.choices.extend(_step_coercions(position, asked, step, given))
        if given is not None and given.choice is None:
            self._plan.whole[position] = given.path
        agent = _agent(number, route.role, step.message, above=above_id)
        self._plan.agents.append(agent | _step_fields(step, given, above_id))
        return ""

    def _own_route(self, step: RequestStep, given: FileInput | None) -> tuple[RequestStep, RequestRoute | None]:
        """Return a step with its route where it needs nothing of the one before it, with None where it does."""
        if not self._plan.agents or given is not None or step.items:
            return step, _first_route(self._user_id, step, given)
        if step.is_complete:
            own = request_read(self._user_id, step.message)
            return step, own if own.is_read or (own.role and not own.is_unread) else None
        return self._on_same_data(step)

    def _on_same_data(self, step: RequestStep) -> tuple[RequestStep, RequestRoute | None]:
        """Return a step on the data of the one before it: "the reading time and then the number of words: …".

        Both belong to one specialist, which reads the data and makes no other text of it.
        """
        schema = self._schema_above()
        is_counted = counted_question(step.text, table_columns(schema, is_mapped=False))
        is_of_data = self._data and not (self._before.items or step.refers_back or is_counted)
        if not is_of_data or not schema or gives_text(schema):
            return step, None
        shared = step._replace(data=self._data)
        route = request_read(self._user_id, shared.message)
        is_same = route.is_read and route.role == self._plan.agents[-1]["specialist"]
        return (shared, route) if is_same else (step, None)

    def _schema_above(self) -> Mapping[str, Any]:
        return specialist_output_schema(self._plan.agents[-1]["specialist"], user_id=self._user_id)

    def _above(self) -> _Above:
        agent, schema = self._plan.agents[-1], self._schema_above()
        is_mapped = "map" in agent
        is_list = is_mapped or len(list_items(self._before.data)) > 1
        is_single = not is_list and gives_figures(schema) and not gives_text(schema)
        samples = result_samples(schema) if is_single else ()
        return _Above(agent["id"], table_columns(schema, is_mapped=is_mapped), is_list, samples)


def _in_words_of_table(step: RequestStep, above: _Above) -> RequestStep:
    counted = counted_question(step.text, above.columns) if not step.file else ""
    return step._replace(text=counted) if counted else step


def _no_rule_plan(unserved: str) -> _RulePlan:
    return _RulePlan([], [], {}, unserved)


def _unserved(number: int, text: str, route: RequestRoute) -> str:
    unread = f"{route.role} is nearest, and cannot make sense of it." if route.is_unread else ""
    why = f" {route.reason or unread}" if route.reason or unread else ""
    return (
        f"No specialist here does step {number} ({text[:200]!r}).{why} Set a language model, "
        "have a specialist made for it, or post a manifest."
    )


def _file_input(step: RequestStep, user_id: int, files: RunFiles, column: str) -> FileInput | None:
    def is_served(cell: str) -> bool:
        return bool(request_route(user_id, f"{step.text} {cell[:_SAMPLE_LENGTH]}").role)

    return file_input(step, files, column, is_served=is_served) if step.file else None


def _first_route(user_id: int, step: RequestStep, given: FileInput | None) -> RequestRoute:
    """Return the route of a step with a sample of its own data."""
    if given is not None:
        return request_read(user_id, f"{step.text} {given.sample[:_SAMPLE_LENGTH]}", only_open=True)
    message = step.item_message(step.items[0]) if step.items else step.message
    return request_read(user_id, message, only_open=True)


def _later_route(user_id: int, step: RequestStep, above: _Above) -> tuple[RequestStep, RequestRoute]:
    """Return the route of a step with a sample of what the one before it gives, and the step in its words."""
    placed = with_result(step.text) if above.samples else ""
    route = _route_of_placed(user_id, step.text, placed, above.samples) if placed else None
    if route is not None:
        return step._replace(text=placed), route
    over_table = above.over_table(step.text)
    return step, _route_of_later(user_id, step.text, over_table, is_list=above.is_list)


def _route_of_later(user_id: int, text: str, over_table: str, *, is_list: bool) -> RequestRoute:
    """Return the route of a step: over the table of a list first, of another result where nobody serves its words."""
    by_table = request_route(user_id, over_table) if over_table and is_list else None
    if by_table is not None and by_table.role:
        return by_table
    route = _route_with_sample(user_id, text)
    is_served = route.role and not route.is_unread
    return route if is_served or not over_table else request_route(user_id, over_table)


def _route_with_sample(user_id: int, text: str) -> RequestRoute:
    """Return the route of a step with a sample behind it, or in it where its handler does not read the two."""
    route = request_read(user_id, text, SAMPLE_TEXT)
    if route.is_unread and (named := with_result(text)):
        return request_read(user_id, named.replace(RESULT_PLACE, SAMPLE_NAME), SAMPLE_TEXT)
    return route


def _route_of_placed(user_id: int, text: str, placed: str, samples: Sequence[str]) -> RequestRoute | None:
    """Return the route of a step that names the result before it, by samples of results; None where none is read.

    Words that choose the same specialist without a sample speak for one that reads enough of them.
    """
    by_words = request_route(user_id, text).role
    for sample in samples:
        route = request_read(user_id, placed.replace(RESULT_PLACE, sample))
        if route.role and (route.is_read or (route.role == by_words and not route.is_unread)):
            return route
    return None


def _step_coercions(
    position: int, asked: RequestStep, step: RequestStep, given: FileInput | None
) -> list[ManifestCoercion]:
    """Return what the rules chose for a step: the column of its file, the words for the table before it."""
    if given is not None and given.choice is not None:
        pointer = f"/agents/{position}/map/over/column"
        return [ManifestCoercion(pointer, "", given.choice.name or "whole rows", given.choice.reason)]
    if asked.text != step.text:
        is_placed = RESULT_PLACE in step.text
        reason = (
            "the result of the step before it"
            if is_placed
            else "the only yes/no column of what the step before it gives"
        )
        return [ManifestCoercion(f"/agents/{position}/input/text", asked.text, step.text, reason)]
    return []


def _agent(number: int, role: str, message: str, *, above: str = "") -> dict[str, Any]:
    return {
        "id": f"step{number}_{role}"[:60],
        "specialist": role,
        "depends_on": [above] if above else [],
        "input": message,
    }


def _step_fields(step: RequestStep, given: FileInput | None, above: str) -> dict[str, Any]:
    """Return what a step's node gets, where that is not the step alone."""
    if given is not None:
        return {"input": None, **given.fields}
    if step.items:
        return {"input": None, "map": {"over": list(map(step.item_message, step.items))}}
    return {"input": {"from": above, "text": step.text}} if above else {}
