"""What the nodes of a manifest are run by: the present version of a registered specialist, or of an agent."""

from collections.abc import Mapping
from typing import Any, NamedTuple
from uuid import UUID

from kingdom.contracts.capabilities.closure import capability_closure
from kingdom.contracts.capabilities.sentences import Capabilities
from kingdom.contracts.identity import BASELINE, Authority, Identity, all_grants
from kingdom.contracts.spec import AgentSpec
from kingdom.contracts.workflows.manifest import FileRows, WorkflowManifest
from kingdom.contracts.workflows.manifest_errors import ManifestFault, raise_faults
from kingdom.contracts.workflows.manifest_parser import ParsedManifest, parse_manifest
from kingdom.contracts.workflows.plan_capabilities import agent_closure, plan_capabilities
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.registry.selectors import specialists_visible
from kingdom.workflows.selectors import agent_version_id

_IN_SERVICE = (Specialist.Status.VERIFIED, Specialist.Status.UNVERIFIED)


class ResolvedPlan(NamedTuple):
    """A valid manifest, the version of each node by its id, and what the whole plan can do."""

    manifest: WorkflowManifest
    versions: Mapping[str, UUID]
    capabilities: Capabilities


def manifest_read(value: object, *, user_id: int) -> ParsedManifest:
    """Return the manifest that a user or a model wrote, repaired and checked. Raises InvalidManifest."""
    return parse_manifest(value, specialist_identity=_Specialists(user_id).identity)


def plan_resolve(manifest: WorkflowManifest, *, user_id: int) -> ResolvedPlan:
    """Return a plan with the versions that run it now. Raises InvalidManifest for a specialist that cannot be used."""
    specialists = _Specialists(user_id)
    raise_faults([*_missing_specialists(manifest, specialists), *_unread_files(manifest)])
    versions, closures = dict[str, UUID](), []
    for node in manifest.nodes:
        found = specialists.find(node.specialist) if node.specialist else None
        if found is not None and found.current_version_id is not None:
            versions[node.id] = found.current_version_id
            closures.append(capability_closure(AgentSpec.model_validate(found.spec_snapshot)))
        else:
            versions[node.id] = agent_version_id(node.id)
            closures.append(agent_closure(Authority(node.id, BASELINE if node.baseline_only else all_grants())))
    return ResolvedPlan(manifest, versions, plan_capabilities(closures))


def specialists_check(manifest: WorkflowManifest, *, user_id: int) -> None:
    """Raise InvalidManifest for a specialist that a user cannot use."""
    raise_faults(_missing_specialists(manifest, _Specialists(user_id)))


def specialist_output_schema(role: str, *, user_id: int) -> Mapping[str, Any]:
    """Return the schema of what a specialist that a user can use gives; empty for one without."""
    found = _Specialists(user_id).find(role)
    return (found.spec_without_code.get("output_schema") or {}) if found is not None else {}


def _missing_specialists(manifest: WorkflowManifest, specialists: "_Specialists") -> list[ManifestFault]:
    return [
        ManifestFault(f"/agents/{at}/specialist", f"You can use no specialist {node.specialist!r}.")
        for at, node in enumerate(manifest.nodes)
        if node.specialist and specialists.find(node.specialist) is None
    ]


def _unread_files(manifest: WorkflowManifest) -> list[ManifestFault]:
    over = [(at, node.map.over) for at, node in enumerate(manifest.nodes) if node.map is not None]
    return [
        ManifestFault(f"/agents/{at}/map/over/file", f"There is no file {rows.file[:100]!r} here.")
        for at, rows in over
        if isinstance(rows, FileRows) and not rows.items
    ]


class _Specialists:
    """The specialists that a user can use, each looked up once; the user's own comes before a global one."""

    def __init__(self, user_id: int) -> None:
        self._user_id = user_id
        self._found = dict[str, Specialist | None]()

    def find(self, role: str) -> Specialist | None:
        if role not in self._found:
            usable = specialists_visible(user_id=self._user_id).filter(role=role, status__in=_IN_SERVICE)
            own = sorted(usable, key=lambda found: found.created_by_id != self._user_id)
            self._found[role] = own[0] if own else None
        return self._found[role]

    def identity(self, role: str) -> Identity | None:
        found = self.find(role)
        return None if found is None else Identity(found.spec_without_code["identity"])
