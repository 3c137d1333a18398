"""What one session's tools can reach: composed once a session, from its version and the settings."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

import structlog
from django.conf import settings
from django.db import connection
from django.utils import timezone

from kingdom.adapters.broker.broker import Broker, Door
from kingdom.adapters.broker.port import EgressAsk, EgressPolicy, EgressReceipt
from kingdom.adapters.broker.target import read_origins
from kingdom.adapters.models.config import ModelConfig
from kingdom.adapters.search.factory import build_search
from kingdom.adapters.search.port import Search
from kingdom.adapters.workspace import Workspace
from kingdom.contracts.calls import CallContext
from kingdom.contracts.spec import AgentSpec
from kingdom.credentials.egress import credential_resolver
from kingdom.runtime.ports import Sandbox
from kingdom.tools.base import ToolContext
from kingdom.tools.keeping import Author, FileKeeper
from kingdom.tools.registry import tools_of
from kingdom.tools.workspace_services import workspace_folder

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, kw_only=True)
class ToolWorld:
    """One session's doors. ``workspace_id`` is the conversation's id, the session's own where there is none.

    ``hosts`` reads those that a person has approved (blocking); of these the version reaches the ones that it declares.
    """

    workspace_id: str
    spec: AgentSpec
    sandbox: Sandbox
    search: Search | None = None
    hosts: Callable[[], frozenset[str]] = frozenset

    def context(self, call: CallContext) -> ToolContext:
        """Return what one call is given."""
        return ToolContext(
            call=call,
            workspace=self.workspace,
            keeper=FileKeeper(Author.of(call, self.workspace_id)),
            sandbox=self.sandbox,
            search=self.search,
            http=lambda args: self._http(call, args),
            granted=tools_of(call.agent_id, call.grants),
            now=timezone.now().isoformat(timespec="seconds"),
        )

    def policy(self) -> EgressPolicy:
        """Return what the version may reach now. Blocking."""
        return EgressPolicy.of(self.spec, approved=self.hosts(), origins=read_origins(settings.KINGDOM.egress_origins))

    def workspace(self) -> Workspace:
        """Return the conversation's files, making their folder when it is not there."""
        return Workspace(workspace_folder(self.workspace_id))

    def _http(self, call: CallContext, args: Mapping[str, Any]) -> Mapping[str, Any]:
        """Send one request through a broker of its own. Blocking, on a thread whose connection is let go."""
        resolve = credential_resolver(user_id=int(call.user_id), specialist_role=self.spec.role, session_id=call.session_id)
        try:
            door = Door(permission=_judged, resolve=resolve, record=_recorded)
            reply: Mapping[str, Any] = Broker(self.policy(), door).on_request("http", args)
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
