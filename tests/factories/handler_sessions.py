"""A session with a running handler, without a sandbox: the test makes the requests of the code."""

import uuid
from collections.abc import Callable
from typing import Any

from pydantic import SecretStr

from kingdom.accounts.models import User
from kingdom.approvals.consents.services import host_consent_grant
from kingdom.approvals.permissions.services import RuleDraft, rule_create
from kingdom.contracts.sandbox import SandboxOutcome
from kingdom.contracts.spec import AgentSpec
from kingdom.core.background.jobs import Lease
from kingdom.credentials.credential_rules import CredentialTarget
from kingdom.credentials.services import credential_store
from kingdom.runtime.sandbox_worker import HostCalls
from kingdom.sessions.approval_flow import RuleBasedApproval
from kingdom.sessions.engine.capabilities import build_call_context
from kingdom.sessions.engine.effects import effect_begin
from kingdom.sessions.engine.lease import session_take
from kingdom.sessions.engine.step_transactions import session_rebuild
from kingdom.sessions.gateway.handler_gateway import handler_gateway_factory
from kingdom.sessions.gateway.tool_access import ToolAccess
from kingdom.sessions.models import Session
from kingdom.sessions.services import session_open
from kingdom.specialists.registry.services import specialist_register
from kingdom.tools.gate.permission_gate import GatedApproval, PermissionGate
from kingdom.tools.registry.tool_context import ToolEnvironment
from tests.factories.capabilities import FakeSandbox
from tests.factories.http_hosts import CANARY, Host

TOOL = "archon.http.request"
# a handler whose card names all that its identity and its spec allow
EVERYTHING = """
def handle(payload, ctx):
    ctx.files.write("a", ctx.files.read("b"))
    ctx.http.post("https://host.example", headers={"authorization": ctx.secrets.get("sms_api_key")})
    return ctx.tools.call(payload["tool"], payload)
"""


class HandlerSession:
    """A session with a running handler."""

    def __init__(
        self,
        host: Host,
        user: User,
        *,
        builtin: bool = False,
        identity: str = "writer",
        consented: bool = True,
        code: str | None = None,
    ) -> None:
        self.host, self.user = host, user
        place = f"127.0.0.1:{host.port}"
        self.origin = f"http://{place}"
        self.spec = AgentSpec.model_validate(
            {
                **{
                    "role": f"sender_{uuid.uuid4().hex[:8]}",
                    "identity": identity,
                    "purpose": "Sends.",
                    "engine": "handler",
                },
                **{"handler_code": EVERYTHING if code is None else code, "egress_hosts": [place]},
                "credentials": [{"name": "sms_api_key", "host": place, "how": "header"}],
            }
        )
        made = specialist_register(spec=self.spec, owner=None if builtin else user, builtin=builtin)
        assert made.current_version is not None
        self.specialist_id = made.pk
        if not builtin and consented:  # as an approved card does
            self.consent(*self.spec.egress_hosts)
        self.session = session_open(user_id=user.pk, input_text="Send it.", version_id=made.current_version.pk)
        self.lease = self.begin()

    def begin(self) -> Lease:
        """Take the session as a new worker, and begin or resume its effect."""
        Session.objects.filter(pk=self.session.pk).update(lease_owner="", lease_expires_at=None, state="running")
        lease = session_take(session_id=self.session.pk)
        assert lease is not None
        self.session.refresh_from_db()
        loaded = session_rebuild(self.session)
        self.seq, self.verdict = loaded.seq, effect_begin(lease, loaded.seq, loaded.transition, loaded.spec).verdict
        return lease

    def run(self) -> "ProgramRun":
        """Start a run of the handler by this worker."""
        session = Session.objects.select_related("version__specialist").get(pk=self.session.pk)
        return ProgramRun(
            handler_gateway_factory(session, self.spec, self.tools())(build_call_context(session, self.spec.agent_id)),
            self.origin,
        )

    def tools(self) -> ToolAccess:
        """Return the tools behind the permission gate, as in the product."""
        gate = PermissionGate(
            ToolEnvironment(
                workspace_id=str(self.session.pk),
                spec=self.spec,
                sandbox=FakeSandbox(lambda *_: SandboxOutcome(status="ok", stdout="4\n", ms=1.0)),
            )
        )
        return ToolAccess(tool=gate, approval=GatedApproval(gate, RuleBasedApproval()))

    def again(self) -> "ProgramRun":
        """Run again as a new worker, after a crash of this one."""
        self.lease = self.begin()
        return self.run()

    def allow(self, effect: str = "allow", tool: str = TOOL, **shape: str) -> None:
        """Create a permission rule of the user."""
        agent, specialist_id = self.spec.agent_id, self.specialist_id
        draft = RuleDraft(effect=effect, tool=tool, agent=agent, specialist_id=specialist_id, shape=shape)
        rule_create(user_id=self.user.pk, made_by_id=self.user.pk, draft=draft)

    def consent(self, *hosts: str) -> None:
        """Store the user's consent to hosts."""
        host_consent_grant(user_id=self.user.pk, specialist_id=self.specialist_id, hosts=hosts)

    def store(self) -> None:
        """Store the user's key for the specialist and its host."""
        target = CredentialTarget(
            specialist_id=self.specialist_id, specialist_role=self.spec.role, hosts=tuple(self.spec.egress_hosts)
        )
        credential_store(user_id=self.user.pk, target=target, credential_key="sms_api_key", value=SecretStr(CANARY))


class ProgramRun:
    """The gateway as the handler's code uses it."""

    def __init__(self, outside: HostCalls, origin: str) -> None:
        self.outside, self.origin = outside, origin
        self.key = ""

    def http(self, method: str, path: str, body: object = None) -> Any:  # noqa: ANN401 - any JSON value
        self.key = self.key or str(self.outside.on_request("secrets.get", {"name": "sms_api_key"}))
        headers = {"authorization": f"Bearer {self.key}"}
        return self.outside.on_request(
            "http", {"method": method, "url": self.origin + path, "headers": headers, "json": body}
        )

    def tool(self, name: str, /, **args: Any) -> Any:  # noqa: ANN401 - any JSON value
        return self.outside.on_request("tools.call", {"name": name, "args": args})


OpenHandlerSession = Callable[..., HandlerSession]
