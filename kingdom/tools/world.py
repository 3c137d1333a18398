"""What one session's tools can reach: composed once a session, from its version and the settings."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

import structlog
from django.conf import settings
from django.db import connection
from django.utils import timezone

from kingdom.adapters.broker.broker import Broker, Door
from kingdom.adapters.broker.port import EgressAsk, EgressPolicy, EgressReceipt
from kingdom.adapters.models.config import ModelConfig
from kingdom.adapters.search.factory import build_search
from kingdom.adapters.search.port import Search
from kingdom.adapters.workspace import Workspace
from kingdom.contracts.calls import CallContext
from kingdom.contracts.spec import AgentSpec
from kingdom.credentials.egress import credential_resolver
from kingdom.runtime.ports import Sandbox
from kingdom.tools.base import ToolContext
from kingdom.tools.quota import UserQuota
from kingdom.tools.registry import tools_of
from kingdom.tools.workspace_services import workspace_folder

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, kw_only=True)
class ToolWorld:
    """One session's doors. ``workspace_id`` is the conversation's id, the session's own where there is none."""

    workspace_id: str
    spec: AgentSpec
    sandbox: Sandbox
    search: Search | None = None

    def context(self, call: CallContext) -> ToolContext:
        """Return what one call is given."""
        return ToolContext(
            call=call,
            workspace=self.workspace,
            quota=UserQuota(user_id=int(call.user_id), workspace_id=self.workspace_id, workspace=self.workspace),
            sandbox=self.sandbox,
            search=self.search,
            http=lambda args: self._http(call, args),
            granted=tools_of(call.agent_id, call.grants),
            now=timezone.now().isoformat(timespec="seconds"),
        )

    def workspace(self) -> Workspace:
        """Return the conversation's files, making their folder when it is not there."""
        return Workspace(workspace_folder(self.workspace_id))

    def _http(self, call: CallContext, args: Mapping[str, Any]) -> Mapping[str, Any]:
        """Send one request through a broker of its own. Blocking, on a thread whose connection is let go."""
        hosts = frozenset(self.spec.egress_hosts)
        origins = frozenset(one.strip() for one in settings.KINGDOM.egress_origins.split(",") if one.strip())
        # the person approves each request at the gate, or by a rule that names the host; so what is declared counts as approved here
        policy = EgressPolicy.of(self.spec, approved=hosts, origins=origins)
        resolve = credential_resolver(user_id=int(call.user_id), specialist_role=self.spec.role, session_id=call.session_id)
        try:
            reply: Mapping[str, Any] = Broker(policy, Door(permission=_judged, resolve=resolve, record=_recorded)).on_request("http", args)
            return reply
        finally:
            if not connection.in_atomic_block:
                connection.close()


@cache
def search_backend() -> Search | None:
    """Return this process's web search by the settings, None when there is none."""
    config = settings.KINGDOM
    key = config.gemini_api_key.get_secret_value() if config.gemini_api_key is not None else ""
    gemini = ModelConfig(
        provider="gemini",
        model=config.model_chat if key else "",
        api_key=key,
        base_url=config.gemini_base_url,
        api_version=config.gemini_api_version,
        timeout_s=config.model_timeout_s,
    )
    return build_search(config.search, url=config.search_url, gemini=gemini)


def _judged(ask: EgressAsk) -> Literal["allow", "deny"]:
    """The gate has judged this very call already, before it ran."""
    return "allow"


def _recorded(receipt: EgressReceipt) -> None:
    _log.info("egress", outcome=receipt.outcome, reason=receipt.reason, method=receipt.method, host=receipt.host, status=receipt.status)
