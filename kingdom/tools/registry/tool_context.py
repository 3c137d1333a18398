"""What the tools of one session can reach, composed once a session from its version and the settings."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

import structlog
from django.conf import settings
from django.utils import timezone

from kingdom.adapters.egress_proxy.port import EgressPermissionRequest, EgressPolicy, EgressRecord
from kingdom.adapters.egress_proxy.proxy import EgressDeps, EgressProxy
from kingdom.adapters.egress_proxy.url_parser import parse_origins
from kingdom.adapters.search.port import Search
from kingdom.approvals.consents.checks import require_host_consent
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.spec import AgentSpec
from kingdom.core.database import release_connection
from kingdom.credentials.egress_resolver import credential_resolver
from kingdom.runtime.ports import Sandbox
from kingdom.tools.base import ToolContext
from kingdom.tools.files.file_writes import FileAuthor, WorkspaceFileStore
from kingdom.tools.registry.tool_registry import granted_tools

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, kw_only=True)
class ToolEnvironment:
    """What the tools of one session can reach.

    ``workspace_id`` is the conversation's id, or the session's own without a conversation.
    """

    workspace_id: str
    spec: AgentSpec
    sandbox: Sandbox
    search: Search | None = None

    def context(self, call: CallContext) -> ToolContext:
        """Return the context of one call."""
        return ToolContext(
            call=call,
            file_store=WorkspaceFileStore(FileAuthor.of(call, self.workspace_id)),
            sandbox=self.sandbox,
            search=self.search,
            http=lambda args: self._http(call, args),
            granted=granted_tools(call.agent_id, call.grants),
            now=timezone.now().isoformat(timespec="seconds"),
        )

    def policy(self) -> EgressPolicy:
        """Return the version's egress policy."""
        return EgressPolicy.of(self.spec, origins=parse_origins(settings.KINGDOM.egress_origins))

    def require_consent(self, call: CallContext, host: str) -> None:
        """Raise HostConsentNeeded unless the running user has agreed to a declared host. Blocking."""
        require_host_consent(call, self.spec, host)

    def _http(self, call: CallContext, args: Mapping[str, Any]) -> Mapping[str, Any]:
        """Send one request through an egress proxy of its own.

        Blocking, on a thread whose database connection is closed afterwards.
        """
        try:
            deps = EgressDeps(
                consent=partial(self.require_consent, call),
                permission=_already_permitted,
                resolve=credential_resolver(call, specialist_role=self.spec.role),
                record=_log_egress,
            )
            reply: Mapping[str, Any] = EgressProxy(self.policy(), deps).on_request("http", args)
            return reply
        finally:
            release_connection()


def _already_permitted(ask: EgressPermissionRequest) -> Literal["allow", "deny"]:
    """Allow: the permission gate has judged this call before it ran."""
    return "allow"


def _log_egress(receipt: EgressRecord) -> None:
    _log.info(
        "egress",
        outcome=receipt.outcome,
        reason=receipt.reason,
        method=receipt.method,
        host=receipt.host,
        status=receipt.status,
    )
