"""Receivers: the end of a node's session, and the answer to a guard's question."""

from functools import partial
from typing import Any

from django.db import transaction
from django.dispatch import receiver

from kingdom.approvals.models import Approval
from kingdom.approvals.signals import approval_decided
from kingdom.policies.hooks import RUN_SUSPENDERS
from kingdom.sessions.engine.completion import session_finished
from kingdom.sessions.engine.delegation import DELEGATION_LAWS
from kingdom.sessions.escalations import is_aborted
from kingdom.sessions.models import Session
from kingdom.workflows.kernel.delegation.requests import delegation_judge
from kingdom.workflows.services import escalation_aborted, question_answered, run_finished, workflow_suspend
from kingdom.workflows.tasks import workflow_go_on

if delegation_judge not in DELEGATION_LAWS:
    DELEGATION_LAWS.append(delegation_judge)
if workflow_suspend not in RUN_SUSPENDERS:
    RUN_SUSPENDERS.append(workflow_suspend)


@receiver(session_finished, dispatch_uid="workflows.run_finished")
def on_session_finished(session: Session, **_: Any) -> None:  # noqa: ANN401 - Django's own keywords
    """Record the end of a node's run in the transaction that ends its session."""
    if session.purpose == Session.Purpose.TASK and session.is_of_node:
        workflow_id = run_finished(session=session)
        if workflow_id is not None:
            transaction.on_commit(partial(workflow_go_on, workflow_id), robust=True)


@receiver(approval_decided, dispatch_uid="workflows.question_answered")
def on_approval_decided(approval: Approval, **_: Any) -> None:  # noqa: ANN401 - Django's own keywords
    """Go on with a node in the transaction of the answer about it."""
    if approval.kind == Approval.Kind.QUALITY:
        question_answered(approval=approval)
    elif is_aborted(approval):
        escalation_aborted(approval=approval)
