"""Whether a node may begin now: its specialist exists, its user may use it, and it is in service."""

from kingdom.core.text.sentences import sentence
from kingdom.providers.language_models import is_model_configured
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.registry.selectors import specialists_visible
from kingdom.specialists.status.availability import specialist_unavailability
from kingdom.workflows.models import Workflow, WorkflowNode
from kingdom.workflows.rules.guards import Halt

_ANEW = sentence("Skip it, or make the workflow anew.")


def unavailable_halt(workflow: Workflow, node: WorkflowNode) -> Halt | None:
    """Return the halt of a node that cannot begin, or cannot begin more of its items; None when it can."""
    if node.version is None:
        return failure_halt(node, sentence("its specialist was deleted."), _ANEW)
    specialist = node.version.specialist
    if not _is_usable(specialist, workflow.user_id):
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


def _is_usable(specialist: Specialist, user_id: int) -> bool:
    """Return whether a user may use a specialist; agents of a plan are built-ins that nobody is routed to."""
    if specialist.builtin and not specialist.routable:
        return True
    return specialists_visible(user_id=user_id).filter(pk=specialist.pk).exists()
