"""The check before each request to a host: has the user for whom the specialist runs agreed to it?"""

from collections.abc import Mapping
from typing import Any

from kingdom.adapters.egress_proxy.port import EgressRefused
from kingdom.approvals.consents.selectors import is_host_consented
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.spec import AgentSpec

_NO_HOSTS = "{host} is declared, but {role} comes with the product and reaches no host. Fork it to use your own."
_NOT_AGREED = (
    "{role} did not reach {host}: the user for whom it runs has not agreed to that host. In a conversation they are "
    "asked; in a test, or where nobody can be asked, it is refused until they have agreed."
)


class HostConsentNeeded(EgressRefused):
    """The user for whom the specialist runs has not agreed to this host."""

    code = "host_consent_needed"

    def __init__(self, message: str, *, subject: Mapping[str, Any]) -> None:
        """Keep the subject of the question to the user."""
        super().__init__(message, reason="unapproved", host=subject["host"])
        self.subject = subject


def require_host_consent(call: CallContext, spec: AgentSpec, host: str) -> None:
    """Raise HostConsentNeeded unless the running user has agreed to ``host`` of the running specialist. Blocking.

    ``host`` is as the spec declares it. Raises EgressRefused for a specialist that comes with the product: nobody can
    agree to its hosts.
    """
    if not call.specialist_id:
        raise EgressRefused(_NO_HOSTS.format(host=host, role=spec.role), reason="unapproved", host=host)
    if is_host_consented(user_id=int(call.user_id), specialist_id=call.specialist_id, host=host):
        return
    subject = {
        "agent": spec.agent_id,
        "specialist": spec.role,
        "specialist_id": call.specialist_id,
        "host": host,
        "uses": [credential.name for credential in spec.credentials if credential.host == host],
    }
    raise HostConsentNeeded(_NOT_AGREED.format(role=spec.role, host=host), subject=subject)
