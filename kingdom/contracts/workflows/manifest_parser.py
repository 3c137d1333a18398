"""Read a manifest that a model or a person wrote: repairs are recorded, faults name their place. Pure."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from kingdom.contracts.identity import BASELINE, Identity, coerce_agent_id, identity_of
from kingdom.contracts.workflows.graph_checks import graph_faults
from kingdom.contracts.workflows.manifest import (
    MAX_BUDGET,
    MAX_DEADLINE_S,
    MAX_NODES,
    NODE_ROLES,
    ManifestNode,
    NodeRole,
    WorkflowManifest,
)
from kingdom.contracts.workflows.manifest_errors import ManifestCoercion, ManifestFault, raise_faults
from kingdom.contracts.workflows.manifest_fields import FieldReader, storable_text

NODE_FIELDS = ("id", "role", "prompt", "specialist", "input", "map", "depends_on", "tools")
PLAN_FIELDS = ("agents", "deadline_s", "budget_tokens", "budget_micros", "tools")
_MAX_SHOWN = 200

IdentityOf = Callable[[str], Identity | None]


class ParsedManifest(NamedTuple):
    """A valid manifest, and what was repaired or ignored in what was sent."""

    manifest: WorkflowManifest
    coercions: tuple[ManifestCoercion, ...]


def parse_manifest(value: object, *, specialist_identity: IdentityOf = lambda _role: None) -> ParsedManifest:
    """Return the manifest that a JSON value describes, repaired.

    Repaired: ids without an identity, unknown roles, edges that only ``input`` or ``map`` name; ``tools`` are ignored.
    ``specialist_identity`` returns the identity of a registered role. Raises InvalidManifest.
    """
    parser = _ManifestParser(specialist_identity)
    manifest = parser.parse(value)
    raise_faults(parser.faults)
    raise_faults(graph_faults(manifest))
    return ParsedManifest(manifest, tuple(parser.coercions))


class _ManifestParser:
    """One reading of one manifest."""

    def __init__(self, specialist_identity: IdentityOf) -> None:
        self.faults = list[ManifestFault]()
        self.coercions = list[ManifestCoercion]()
        self._specialist_identity = specialist_identity

    def parse(self, value: object) -> WorkflowManifest:
        plan = self._mapping(value, "", PLAN_FIELDS)
        agents = plan.get("agents")
        if not isinstance(agents, list) or not agents:
            self._fault("/agents", "A manifest has a list of agents with at least one.")
            agents = []
        if len(agents) > MAX_NODES:
            self._fault("/agents", f"A workflow has at most {MAX_NODES} nodes; these are {len(agents)}.")
            agents = []
        rows = [self._mapping(agent, f"/agents/{at}", NODE_FIELDS) for at, agent in enumerate(agents)]
        if self.faults:  # what is no object has no fields to look at
            return WorkflowManifest(nodes=())
        ids = self._ids(rows)
        nodes = [self._node(row, at, ids) for at, row in enumerate(rows)]
        read = FieldReader(self._fault)
        return WorkflowManifest.model_construct(
            nodes=tuple(nodes),
            deadline_s=read.limit(plan, "deadline_s", MAX_DEADLINE_S),
            budget_tokens=read.limit(plan, "budget_tokens", MAX_BUDGET),
            budget_micros=read.limit(plan, "budget_micros", MAX_BUDGET),
        )

    def _mapping(self, value: object, pointer: str, known: Sequence[str]) -> Mapping[str, Any]:
        if not isinstance(value, Mapping):
            self._fault(pointer or "/", "This must be an object.")
            return {}
        for name in [name for name in value if name not in known][:_MAX_SHOWN]:
            wanted = ", ".join(known)
            self._fault(f"{pointer}/{str(name)[:_MAX_SHOWN]}", f"There is no such field. Known are {wanted}.")
        if "tools" in value:
            reason = "grants follow from the identity alone; what a manifest asks for is ignored"
            self._coerced(f"{pointer}/tools", value["tools"], "", reason)
        return value

    def _ids(self, rows: Sequence[Mapping[str, Any]]) -> dict[str, ManifestNode]:
        """Return the repaired ids by the written ones and by themselves, as nodes without their other fields."""
        known = dict[str, ManifestNode]()
        for at, row in enumerate(rows):
            written = row.get("id")
            if not isinstance(written, str) or not written.strip() or len(written) > _MAX_SHOWN:
                self._fault(f"/agents/{at}/id", f"An id is a text of 1 to {_MAX_SHOWN} characters.")
                continue
            node = self._identified(written, at, row)
            if node.id in {other.id for other in known.values()}:
                self._fault(f"/agents/{at}/id", f"There is another node {node.id}; ids are unique.")
            known.setdefault(written, node)
            known.setdefault(node.id, node)
        return known

    def _identified(self, written: str, at: int, row: Mapping[str, Any]) -> ManifestNode:
        specialist, prompt = row.get("specialist"), row.get("prompt")
        own = self._specialist_identity(specialist) if isinstance(specialist, str) else None
        if own is not None and own is not Identity.MASTER and identity_of(written.strip().lower()) is None:
            written_or_own = f"{own}_{written}"
        else:
            written_or_own = written
        coercion = coerce_agent_id(written_or_own, prompt if isinstance(prompt, str) else "")
        authority = coercion.authority
        if authority.agent_id != written:
            reason = f"identity of {specialist}" if written_or_own != written else coercion.reason
            self._coerced(f"/agents/{at}/id", written, authority.agent_id, reason)
        # a specialist's grants are those of its version; the id of its node grants nothing
        baseline_only = authority.ceiling == BASELINE and not specialist
        return ManifestNode(id=authority.agent_id, baseline_only=baseline_only)

    def _node(self, row: Mapping[str, Any], at: int, ids: Mapping[str, ManifestNode]) -> ManifestNode:
        pointer = f"/agents/{at}"
        reader = FieldReader(self._fault, {written: node.id for written, node in ids.items()})
        identified = ids.get(str(row.get("id"))) or ManifestNode(id=f"writer_{at}")
        node = identified.model_copy(
            update={
                "role": self._role(row, pointer),
                "prompt": reader.prompt(row.get("prompt", ""), pointer),
                "specialist": reader.specialist(row.get("specialist", ""), pointer),
                "input": reader.node_input(row.get("input"), pointer),
                "map": reader.node_map(row.get("map"), pointer),
                "depends_on": reader.depends_on(row.get("depends_on", []), pointer),
            }
        )
        reader.check_task(node, pointer)
        missing = tuple(name for name in node.references if name not in node.depends_on)
        if not missing:
            return node
        self._coerced(f"{pointer}/depends_on", list(node.depends_on), ", ".join(missing), "its input names this node")
        return node.model_copy(update={"depends_on": (*node.depends_on, *missing)})

    def _role(self, row: Mapping[str, Any], pointer: str) -> NodeRole:
        written = row.get("role", "worker")
        for role in NODE_ROLES:
            if written == role:
                return role
        self._coerced(f"{pointer}/role", written, "worker", f"a role is one of {', '.join(NODE_ROLES)}")
        return "worker"

    def _fault(self, pointer: str, detail: str) -> None:
        self.faults.append(ManifestFault(storable_text(pointer), storable_text(detail)))

    def _coerced(self, pointer: str, before: object, after: str, reason: str) -> None:
        shown = storable_text(before if isinstance(before, str) else repr(before))
        self.coercions.append(ManifestCoercion(pointer, shown[:_MAX_SHOWN], after, reason))
