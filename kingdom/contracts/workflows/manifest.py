"""``WorkflowManifest``: the immutable plan of a workflow, after coercion. Pure."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from kingdom.contracts.spec import FrozenModel

MAX_NODES = 50
MAX_DEPTH = 10  # nodes on the longest path
MAX_PROMPT_LENGTH = 8_000  # characters
MAX_INPUT_LENGTH = 32_000  # characters
MAX_ITEMS = 1_000  # of one map
MAX_DELEGATED_RUNS = 1_000  # sessions of all nodes of a workflow that agents have delegated
MAX_PATH_LENGTH = 1_024  # characters of a file's path
MAX_COLUMN_LENGTH = 200  # characters of a column's name
MAX_PARALLEL = 16
DEFAULT_PARALLEL = 8
MIN_DEADLINE_S, MAX_DEADLINE_S = 1, 7 * 86_400
MAX_BUDGET = 10**15  # of tokens or millionths of the currency

NodeRole = Literal["orchestrator", "worker", "observer"]
SpawnStrategy = Literal["child", "sibling"]
NODE_ROLES: tuple[NodeRole, ...] = ("orchestrator", "worker", "observer")


class NodeReference(FrozenModel):
    """The result of another node as input, after a ``text`` that says what to do with it ("" for none)."""

    node: str
    text: Annotated[str, StringConstraints(max_length=MAX_PROMPT_LENGTH)] = ""


class FileRows(FrozenModel):
    """The rows of a file of the run as items: the cells of one ``column``, or whole rows for "".

    ``items`` and the sentence ``note`` on what was read are set when the file is read, before the plan is stored.
    ``workspace`` is the one whose file is read again for a fresh copy of the plan, "" where the items stay the same.
    """

    file: Annotated[str, StringConstraints(max_length=MAX_PATH_LENGTH)]
    column: Annotated[str, StringConstraints(max_length=MAX_COLUMN_LENGTH)] = ""
    items: tuple[str, ...] = ()
    note: str = ""
    workspace: str = ""


class NodeMap(FrozenModel):
    """Runs a node once for each item: of a list, a file, or the findings of another node; ``parallel`` at a time.

    ``text`` stands before each item in what the node gets ("" for nothing); results name the item alone.
    """

    over: NodeReference | FileRows | tuple[str, ...]
    text: Annotated[str, StringConstraints(max_length=MAX_PROMPT_LENGTH)] = ""
    parallel: Annotated[int, Field(ge=1, le=MAX_PARALLEL)] = DEFAULT_PARALLEL


class ManifestNode(FrozenModel):
    """One node: an agent with a ``prompt``, or a registered ``specialist`` with an input.

    ``baseline_only``: its id named no identity, so that it holds the grants of every agent and no others. ``parent`` is
    the node that delegated to it, "" in a plan; a ``child`` hands its brief to that node alone. ``input_file`` is the
    file whose text its ``input`` holds, "" for none.
    """

    id: str
    role: NodeRole = "worker"
    prompt: Annotated[str, StringConstraints(max_length=MAX_PROMPT_LENGTH)] = ""
    specialist: str = ""
    input: NodeReference | str | None = None
    map: NodeMap | None = None
    depends_on: tuple[str, ...] = ()
    baseline_only: bool = False
    parent: str = ""
    strategy: SpawnStrategy = "child"
    input_file: str = ""

    @property
    def is_child(self) -> bool:
        """Whether a running node waits for it."""
        return bool(self.parent) and self.strategy == "child"

    @property
    def references(self) -> tuple[str, ...]:
        """The nodes whose results this one takes as input or maps over, each once."""
        over = self.map.over if self.map is not None else None
        named = [value.node for value in (self.input, over) if isinstance(value, NodeReference)]
        return tuple(dict.fromkeys(named))


class WorkflowManifest(FrozenModel):
    """The plan: its nodes by their ids. ``deadline_s`` counts from the start; None: the setting.

    ``budget_tokens`` and ``budget_micros`` (millionths of the prices' currency) bound what its models may use; None: no
    bound of its own.
    """

    nodes: tuple[ManifestNode, ...]
    deadline_s: Annotated[int, Field(ge=MIN_DEADLINE_S, le=MAX_DEADLINE_S)] | None = None
    budget_tokens: Annotated[int, Field(ge=1, le=MAX_BUDGET)] | None = None
    budget_micros: Annotated[int, Field(ge=1, le=MAX_BUDGET)] | None = None

    def node(self, node_id: str) -> ManifestNode:
        """Return the node with an id. Raises KeyError."""
        return {node.id: node for node in self.nodes}[node_id]

    @property
    def dependencies(self) -> Mapping[str, tuple[str, ...]]:
        """The ids that each node waits for."""
        return {node.id: node.depends_on for node in self.nodes}

    @property
    def mapped_nodes(self) -> tuple[str, ...]:
        """The nodes that run once for each item: their results are tables."""
        return tuple(node.id for node in self.nodes if node.map is not None)

    def dependants(self, node_id: str) -> frozenset[str]:
        """Return every node that waits for one, directly or through others; a node waits for its children."""
        found, todo = set[str](), [node_id]
        parents = {node.id: node.parent for node in self.nodes if node.is_child}
        while todo:
            above = todo.pop()
            new = {node.id for node in self.nodes if above in node.depends_on}
            new = (new | {parents[above]} if above in parents else new) - found
            found |= new
            todo += new
        return frozenset(found)

    @property
    def sinks(self) -> tuple[str, ...]:
        """The nodes whose results are the workflow's: nobody waits for them, and they are no observers or children.

        A plan of observers alone has the results of those that nobody waits for.
        """
        awaited = {above for node in self.nodes for above in node.depends_on}
        ends = [node for node in self.nodes if node.id not in awaited and not node.is_child]
        return tuple(node.id for node in ends if node.role != "observer") or tuple(node.id for node in ends)

    @property
    def as_planned(self) -> "WorkflowManifest":
        """The plan without the nodes that were delegated later and the edges to them."""
        planned = {node.id for node in self.nodes if not node.parent}
        kept = [node for node in self.nodes if node.id in planned]
        edges = [tuple(above for above in node.depends_on if above in planned) for node in kept]
        nodes = [node.model_copy(update={"depends_on": above}) for node, above in zip(kept, edges, strict=True)]
        return self.model_copy(update={"nodes": tuple(nodes)})

    def to_json(self) -> dict[str, Any]:
        """Return the plan in the form of the API: ``{"agents": [...]}``, without what was delegated later."""
        data: dict[str, Any] = {"agents": [_node_json(node) for node in self.as_planned.nodes]}
        limits = {name: getattr(self, name) for name in ("deadline_s", "budget_tokens", "budget_micros")}
        return {**data, **{name: limit for name, limit in limits.items() if limit is not None}}


def _reference_json(reference: NodeReference) -> dict[str, str]:
    return {"from": reference.node, **({"text": reference.text} if reference.text else {})}


def _node_json(node: ManifestNode) -> dict[str, Any]:
    data: dict[str, Any] = {"id": node.id, "role": node.role}
    data |= {"specialist": node.specialist} if node.specialist else {"prompt": node.prompt}
    if node.input is not None:
        data["input"] = node.input if isinstance(node.input, str) else _reference_json(node.input)
    if node.map is not None:
        data["map"] = _map_json(node.map)
    return {**data, "depends_on": list(node.depends_on)}


def _map_json(node_map: NodeMap) -> dict[str, Any]:
    text = {"text": node_map.text} if node_map.text else {}
    return {"over": _over_json(node_map.over), **text, "parallel": node_map.parallel}


def _over_json(over: NodeReference | FileRows | tuple[str, ...]) -> str | dict[str, str] | list[str]:
    if isinstance(over, NodeReference):
        return f"{over.node}.findings"
    if isinstance(over, FileRows):
        return {"file": over.file, **({"column": over.column} if over.column else {})}
    return list(over)
