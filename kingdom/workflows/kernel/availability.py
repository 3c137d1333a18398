"""Whether a node may begin now: its specialist exists, its user may use it, and it is in service."""

from typing import NamedTuple
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet

from kingdom.core.sql.composed_query import ComposedQuery
from kingdom.core.text.sentences import sentence
from kingdom.providers.language_models import is_model_configured
from kingdom.specialists.models.specialist import SpecialistVersion
from kingdom.specialists.registry.selectors import specialists_visible
from kingdom.specialists.status.availability import specialist_unavailability
from kingdom.workflows.models import Workflow, WorkflowNode
from kingdom.workflows.rules.guards import Halt

_ANEW = sentence("Skip it, or make the workflow anew.")


class NodeVersion(NamedTuple):
    """A version with its specialist, without what is large of them, and whether a user may use it."""

    version: SpecialistVersion
    is_usable: bool


def node_version(version_id: UUID, user_id: int) -> NodeVersion | None:
    """Return a version that runs nodes of a user; None for one that was deleted. One statement."""
    version = _version.first(version_id=version_id, user_id=user_id)
    return None if version is None else NodeVersion(version, _is_usable(version))


def unavailable_halt(workflow: Workflow, node: WorkflowNode, version: NodeVersion | None) -> Halt | None:
    """Return the halt of a node that cannot begin, or cannot begin more of its items; None when it can."""
    if version is None:
        return failure_halt(node, sentence("its specialist was deleted."), _ANEW)
    specialist = version.version.specialist
    if not version.is_usable:
        return failure_halt(node, sentence("you can no longer use its specialist."), _ANEW)
    found = specialist_unavailability(specialist, user_id=workflow.user_id, with_model=is_model_configured())
    if found is None or found.code == "credentials":  # a missing credential is asked for by the session
        return None
    if found.code == "model":
        why = sentence("it needs a language model, and none is set.")
        return failure_halt(node, why, sentence("Set one, then retry; or skip it."))
    why = sentence("its specialist is suspended. %(sentence)s", sentence=found.detail)
    return failure_halt(node, why, sentence("Retry it when it is back, or skip it."))


def failure_halt(node: WorkflowNode, why: str, hint: str) -> Halt:
    """Return the halt of a node that cannot begin, for a reason in words."""
    reason = sentence("Execution Failure: %(name)s cannot begin: %(sentence)s", name=node.node_id, sentence=why.strip())
    return Halt("execution_failure", reason, hint)


def _is_usable(version: SpecialistVersion) -> bool:
    """Return whether a user may use a version; agents of a plan are built-ins that nobody is routed to."""
    specialist = version.specialist
    return (specialist.builtin and not specialist.routable) or bool(vars(version)["is_visible"])


def _version_query(version_id: UUID, user_id: int) -> QuerySet[SpecialistVersion]:
    visible = specialists_visible(user_id=user_id).filter(pk=OuterRef("specialist"))
    large = ("spec", "tests", "capabilities", "specialist__spec_snapshot", "specialist__spec_without_code")
    rows = SpecialistVersion.objects.select_related("specialist").defer(*large).filter(pk=version_id)
    return rows.annotate(is_visible=Exists(visible))


_version = ComposedQuery(_version_query, version_id=UUID, user_id=int)
