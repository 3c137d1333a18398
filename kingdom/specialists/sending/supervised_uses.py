"""Supervised uses of specialists that send: found by receipts and approvals when a session ends."""

from collections import defaultdict
from typing import Any

from kingdom.adapters.egress_proxy.port import FIRST_ERROR_STATUS, EgressRefused
from kingdom.adapters.egress_proxy.url_parser import parse_url
from kingdom.approvals.approval_choices import is_allow_choice
from kingdom.approvals.models import Approval
from kingdom.approvals.text_rendering import requested_tools
from kingdom.contracts.capabilities.closure import HTTP_TOOL
from kingdom.contracts.capabilities.sending import may_send, path_template
from kingdom.contracts.spec import AgentSpec
from kingdom.sessions.models import EgressReceipt, Session
from kingdom.specialists.models.execution import Execution
from kingdom.specialists.models.observed_executions import message_fingerprint
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion
from kingdom.specialists.models.supervised_use import SupervisedUse
from kingdom.specialists.registry.selectors import version_spec


def supervised_use_record(*, session: Session, execution: Execution | None) -> SupervisedUse | None:
    """Store that a finished session was a supervised use; None when it was none. Idempotent.

    It is one when its version is its user's own, unverified and may send, the session completed with an answer, it sent
    at least once, each send was approved by that user in the inbox (a lasting rule is no supervision), and each was
    answered without an error. Whether it counts follows from the outcome of its execution. Call it in the transaction
    that finishes the session.
    """
    version = session.version
    if version is None or not _is_own_and_unverified(session, version):
        return None
    spec = version_spec(version)
    if not may_send(spec) or session.state != Session.State.COMPLETED or session.status_tag == "NULL":
        return None
    sends = _supervised_sends(session, spec)
    if not sends:
        return None
    use, _ = SupervisedUse.objects.get_or_create(
        session=session,
        defaults={
            "version": version,
            "execution": execution,
            "user_id": session.user_id,
            "message_fingerprint": message_fingerprint(session.input_text, user_id=session.user_id),
            "sends": sends,
        },
    )
    return use


def supervised_use_count(version: SpecialistVersion) -> int:
    """Return how many distinct messages of a version were supervised uses that served their user."""
    served = SupervisedUse.objects.filter(version=version, execution__outcome=Execution.Outcome.SERVED)
    return served.values("message_fingerprint").distinct().count()


def sent_path(url: str, spec: AgentSpec) -> str:
    """Return the path of a recorded address as a template, "" for what is no address."""
    try:
        return path_template(parse_url(url).path, spec.handler_code)
    except EgressRefused:
        return ""


def _is_own_and_unverified(session: Session, version: SpecialistVersion) -> bool:
    specialist = version.specialist
    is_own = specialist.created_by_id == session.user_id and not specialist.draft
    return is_own and specialist.status == Specialist.Status.UNVERIFIED


def _supervised_sends(session: Session, spec: AgentSpec) -> list[dict[str, Any]]:
    """Return the sends of a session, empty when one was not approved, failed or was answered with an error.

    A refused request never left: e.g. one that waited for a credential and was sent again with it.
    """
    approvals, sends = _approvals_by_request(session), []
    left = session.egress.filter(read_only=False).exclude(outcome=EgressReceipt.Outcome.REFUSED)
    for receipt in left.order_by("effect_seq", "number"):
        approved = approvals[receipt.request_hash]
        answered = receipt.outcome == EgressReceipt.Outcome.ANSWERED and not receipt.reason
        if not (approved and answered and receipt.status is not None and receipt.status < FIRST_ERROR_STATUS):
            return []
        sends.append(
            {
                "method": receipt.method,
                "host": receipt.host,
                "path": sent_path(receipt.url, spec),
                "status": receipt.status,
                "receipt": str(receipt.pk),
                "approval": approved.pop(),
            }
        )
    return sends


def _approvals_by_request(session: Session) -> defaultdict[str, list[str]]:
    """Return the ids of the user's own approvals by the hash of the request that each allowed."""
    decided = Approval.objects.filter(
        session=session, kind=Approval.Kind.TOOL, state=Approval.State.DECIDED, decided_by=session.user_id
    )
    found = defaultdict[str, list[str]](list)
    for approval in decided:
        for call in requested_tools(approval.subject) if is_allow_choice(approval.choice) else ():
            if call.get("name") == HTTP_TOOL:
                found[str(call.get("args", {}).get("request_sha256", ""))].append(str(approval.pk))
    return found
