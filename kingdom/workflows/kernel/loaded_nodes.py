"""The nodes of a locked workflow that an advance needs, each loaded when it is needed."""

from collections.abc import Iterable, Mapping, Sequence, Set
from functools import partial
from typing import Any, Literal, NamedTuple
from uuid import UUID

from django.db.models import Count, Exists, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from kingdom.contracts.workflows.briefs import Brief
from kingdom.contracts.workflows.manifest import ManifestNode
from kingdom.core.sql.composed_query import ComposedQuery
from kingdom.sessions.models import Session
from kingdom.workflows.models import NodeRun, Workflow, WorkflowNode
from kingdom.workflows.rules.node_results import brief_from_json
from kingdom.workflows.rules.state_machine import AWAITING_APPROVAL, RUNNING, SETTLED_STATES

Extent = Literal["active", "unsettled", "all"]
_ACTIVE_STATES = (RUNNING, AWAITING_APPROVAL)
IS_NAMED = f"{WorkflowNode._meta.db_table}.node_id = ANY(%s)"  # a node's own id is one of an array


class OpenRunCounts(NamedTuple):
    """Whether runs of a node's present attempt wait, and how many have a session that runs.

    ``parents`` of the running ones wait for the nodes that they delegated to.
    """

    is_waiting: bool = False
    running: int = 0
    parents: int = 0


class LoadedNodes:
    """The loaded nodes of a locked workflow by their ids, in their order, without their briefs.

    ``extent`` "active" loads those that run or wait for a person, which is enough after the end of a run; "unsettled"
    those that have not ended, "all" also those that have. A node that is not loaded counts as settled.
    """

    def __init__(self, workflow: Workflow, tasks: Mapping[str, ManifestNode], extent: Extent) -> None:
        self._workflow, self._tasks, self._extent = workflow, tasks, extent
        self.by_id = dict[str, WorkflowNode]()
        self.open_runs = dict[UUID, OpenRunCounts]()
        self._waited_for = dict[str, WorkflowNode]()  # nodes of which only the state is looked at
        self._briefs = dict[str, Brief]()
        self._load(extent)

    def in_state(self, state: str) -> list[WorkflowNode]:
        """Return the loaded nodes in a state."""
        return [node for node in self.by_id.values() if node.state == state]

    def may_begin(self, task: ManifestNode) -> bool:
        """Return whether all nodes that a loaded one waits for are settled."""
        above = (self.by_id.get(name) or self._waited_for.get(name) for name in task.depends_on)
        return all(node is None or node.state in SETTLED_STATES for node in above)

    def are_all_settled(self) -> bool:
        """Return whether every node of the workflow is settled, loaded or not."""
        if any(node.state not in SETTLED_STATES for node in self.by_id.values()):
            return False
        is_partial = self._extent == "active"
        return not (is_partial and self._workflow.nodes.exclude(state__in=SETTLED_STATES).exists())

    def load_dependants(self, settled: Set[str]) -> None:
        """Load the nodes that wait for one of these, and of all others that they wait for the states."""
        if self._extent != "active" or not settled:
            return
        below = {task.id for task in self._tasks.values() if not settled.isdisjoint(task.depends_on)}
        missing = below.union(*(self._tasks[name].depends_on for name in below)) - self.by_id.keys()
        if missing:
            found = _named_nodes.rows(workflow_id=self._workflow.pk, node_ids=list(missing))
            self._waited_for = {node.node_id: node for node in found}
            self._add(self._waited_for[name] for name in below & missing)

    def load_unsettled(self) -> None:
        """Load all nodes that have not ended."""
        if self._extent == "active":
            self._extent = "unsettled"
            self._load("unsettled")

    def reload_open_runs(self) -> None:
        """Read the open runs of the nodes again."""
        self.open_runs = {node.pk: counts for node, counts in _standing(self._workflow, self._extent)}

    def briefs(self, node_ids: Sequence[str]) -> dict[str, Brief]:
        """Return the briefs of settled nodes by their ids, in this order. Raises ValueError for one without."""
        missing = [name for name in node_ids if name not in self._briefs]
        if missing:
            stored = _named_briefs.rows(workflow_id=self._workflow.pk, node_ids=missing)
            self._briefs |= {name: brief_from_json(brief) for name, brief in stored if brief is not None}
        if lacking := [name for name in node_ids if name not in self._briefs]:
            raise ValueError(f"{', '.join(lacking)}: no brief yet")
        return {name: self._briefs[name] for name in node_ids}

    def brief_keep(self, brief: Brief) -> None:
        """Keep the brief that a node was settled with in this advance."""
        self._briefs[brief.source] = brief

    def _load(self, extent: Extent) -> None:
        found = _standing(self._workflow, extent)
        self.open_runs = {node.pk: counts for node, counts in found if counts != OpenRunCounts()}
        self._add(node for node, _ in found)

    def _add(self, nodes: Iterable[WorkflowNode]) -> None:
        for node in nodes:
            node.workflow = self._workflow
            self.by_id.setdefault(node.node_id, node)
        self.by_id = dict(sorted(self.by_id.items(), key=lambda entry: entry[1].position))


def _standing(workflow: Workflow, extent: Extent) -> list[tuple[WorkflowNode, OpenRunCounts]]:
    nodes = _STANDING[extent].rows(workflow_id=workflow.pk)
    return [(node, _counts(vars(node))) for node in nodes]


def _counts(row: Mapping[str, Any]) -> OpenRunCounts:
    return OpenRunCounts(row["runs_waiting"], row["runs_running"], row["runs_parents"])


def _standing_query(extent: Extent, workflow_id: UUID) -> QuerySet[WorkflowNode]:
    """Return nodes with what is open of them. Of the runs only open ones are read: each state has an index."""
    runs = NodeRun.objects.filter(node=OuterRef("pk"), attempt=OuterRef("attempt")).order_by()
    running = runs.filter(state=NodeRun.State.RUNNING)
    nodes = WorkflowNode.objects.filter(workflow_id=workflow_id).defer("brief").order_by("position")
    if extent == "active":
        nodes = nodes.filter(state__in=_ACTIVE_STATES)
    elif extent == "unsettled":
        nodes = nodes.exclude(state__in=SETTLED_STATES)
    return nodes.annotate(
        runs_waiting=Exists(runs.filter(state=NodeRun.State.PENDING)),
        runs_running=_count(running),
        runs_parents=_count(running.filter(session__state=Session.State.AWAITING_PARTS)),
    )


def _count(runs: QuerySet[NodeRun]) -> Coalesce:
    counted = runs.values("node").annotate(number=Count("pk")).values("number")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)


_EXTENTS: tuple[Extent, ...] = ("active", "unsettled", "all")
_STANDING = {extent: ComposedQuery(partial(_standing_query, extent), workflow_id=UUID) for extent in _EXTENTS}


def _named_query(workflow_id: UUID, node_ids: list[str]) -> QuerySet[WorkflowNode]:
    return WorkflowNode.objects.filter(workflow_id=workflow_id).extra(where=[IS_NAMED], params=[node_ids])  # noqa: S610 - a constant


def _named_nodes_query(workflow_id: UUID, node_ids: list[str]) -> QuerySet[WorkflowNode]:
    return _named_query(workflow_id, node_ids).defer("brief")


def _named_briefs_query(workflow_id: UUID, node_ids: list[str]) -> QuerySet[WorkflowNode, tuple[str, Any]]:
    return _named_query(workflow_id, node_ids).values_list("node_id", "brief")


_named_nodes = ComposedQuery(_named_nodes_query, workflow_id=UUID, node_ids=list)
_named_briefs = ComposedQuery(_named_briefs_query, workflow_id=UUID, node_ids=list)
