"""Whether a node may begin now: its specialist exists, its user may use it, and it is in service."""

from datetime import timedelta

from django.utils import timezone

from kingdom.providers.circuit_store import circuit_wait_s
from kingdom.providers.language_models import is_model_configured, model_config
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.registry.selectors import specialists_visible
from kingdom.specialists.status.availability import specialist_unavailability
from kingdom.workflows.kernel.event_log import event_append
from kingdom.workflows.models import NodeRun, Workflow, WorkflowEvent, WorkflowNode
from kingdom.workflows.rules.guards import Halt

WORKFLOW_HELD = "WorkflowHeld"
_ANEW = "Skip it, or make the workflow anew."


def unavailable_halt(workflow: Workflow, node: WorkflowNode) -> Halt | None:
    """Return the halt of a node that cannot begin, or cannot begin more of its items; None when it can."""
    if node.version is None:
        return failure_halt(node, "its specialist was deleted.", _ANEW)
    specialist = node.version.specialist
    if not _is_usable(specialist, workflow.user_id):
        return failure_halt(node, "you can no longer use its specialist.", _ANEW)
    found = specialist_unavailability(specialist, user_id=workflow.user_id, with_model=is_model_configured())
    if found is None or found.code == "credentials":  # a missing credential is asked for by the session
        return None
    if found.code == "model":
        return failure_halt(node, "it needs a language model, and none is set.", "Set one, then retry; or skip it.")
    return failure_halt(node, f"its specialist is suspended. {found.detail}", "Retry it when it is back, or skip it.")


def model_slots(workflow: Workflow, node: WorkflowNode, slots: int) -> int:
    """Return how many sessions of a node may begin now: none while its model's circuit is open, one as its trial.

    A workflow that waits says so in its log, once for each minute of the next trial. The periodic task looks again.
    """
    if node.version is None or node.version.spec["engine"] != "model":
        return slots
    closed, wait_s = circuit_wait_s(model_config("chat").provider)
    if closed:
        return slots
    if wait_s <= 0:
        return 0 if _tries_model(workflow) else min(1, slots)
    at = (timezone.now() + timedelta(seconds=wait_s)).strftime("%H:%M UTC")
    reason = f"Waiting for the language model, which does not answer; tried again at {at}."
    events = WorkflowEvent.objects.filter(workflow=workflow, kind=WORKFLOW_HELD)
    if not events.filter(payload__reason=reason).exists():
        event_append(workflow, WORKFLOW_HELD, node_id=node.node_id, payload={"reason": reason})
    return 0


def _tries_model(workflow: Workflow) -> bool:
    """Return whether a session of a workflow that needs the model runs."""
    runs = NodeRun.objects.filter(node__workflow=workflow, state="running", session__state="running")
    return runs.filter(node__version__spec__engine="model").exists()


def failure_halt(node: WorkflowNode, why: str, hint: str) -> Halt:
    """Return the halt of a node that cannot begin, for a reason in words."""
    return Halt("execution_failure", f"Execution Failure: {node.node_id} cannot begin: {why.strip()}", hint)


def _is_usable(specialist: Specialist, user_id: int) -> bool:
    """Return whether a user may use a specialist; agents of a plan are built-ins that nobody is routed to."""
    if specialist.builtin and not specialist.routable:
        return True
    return specialists_visible(user_id=user_id).filter(pk=specialist.pk).exists()
