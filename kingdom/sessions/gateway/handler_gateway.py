"""What a handler may ask the host for while it runs: the broker's door, with a person's permission, a record, and a memory.

The memory makes a run that begins again (after a question, or in the place of a worker that died) one and the same run for the world
outside: what was answered is answered again from the record, and no write leaves twice.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any, Literal, Protocol

from django.conf import settings
from django.db import connection

from kingdom.adapters.egress_proxy.port import (
    SAFE_METHODS,
    EgressBudget,
    EgressPermissionRequest,
    EgressPolicy,
    EgressRecord,
    EgressRefused,
)
from kingdom.adapters.egress_proxy.proxy import EgressDeps, EgressProxy
from kingdom.adapters.egress_proxy.url_parser import parse_origins
from kingdom.adapters.key_service import KeyServiceUnavailable
from kingdom.approvals.permissions.rule_matching import PermissionVerdict
from kingdom.approvals.permissions.selectors import permission_for
from kingdom.approvals.requests.selectors import consented_hosts
from kingdom.cognition.inputs import to_jsonb
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.canonical import canonical_json, text_digest
from kingdom.contracts.spec import AgentSpec
from kingdom.core.errors import CredentialError, KingdomError, ToolError
from kingdom.core.secret_masking import MASK
from kingdom.credentials.egress_resolver import credential_resolver
from kingdom.runtime.interrupts import HumanInputRequired
from kingdom.runtime.sandbox_worker import HostCallsFactory as OpenDoor
from kingdom.sessions import models
from kingdom.sessions.gateway import egress_log
from kingdom.sessions.gateway.egress_log import EgressRequest
from kingdom.sessions.gateway.request_replay import RequestReplay, replayed_reply
from kingdom.sessions.gateway.staged_files import StagedFiles
from kingdom.sessions.gateway.tool_access import HandlerToolCalls, ToolAccess
from kingdom.sessions.models import Session
from kingdom.tools.files.file_writes import FileAuthor

FILE_TOOLS: Mapping[str, str] = {"files.read": "archon.fs.read", "files.write": "archon.fs.write"}
HTTP_TOOL = "archon.http.request"  # what permission rules call a request: the same name as the tool that sends one


class GatewayFactory(Protocol):
    """Makes the way out of one run."""

    def __call__(self, session: Session, spec: AgentSpec, call: CallContext) -> "GatewayRun":
        """Return it; reads the database."""
        ...


def handler_gateway_factory(session: Session, spec: AgentSpec, tools: ToolAccess) -> OpenDoor:
    """Return what opens the way out for each run of a session's handler. Touches no database yet."""

    def opened(call: CallContext) -> HandlerGateway:
        return HandlerGateway(session, spec, call, partial(GatewayRun, tools=tools))

    return opened


def approved_hosts(session: Session, spec: AgentSpec) -> frozenset[str]:
    """Return the hosts that the specialist's owner has agreed to: those on the card of exactly this version. Built-ins have none."""
    version = session.version
    owner = None if version is None or version.specialist.builtin else version.specialist.created_by_id
    if version is None or owner is None:
        return frozenset()
    return frozenset(spec.egress_hosts) & consented_hosts(user_id=owner, spec_digest=version.digest)


class HandlerGateway:
    """The way out of one run. Blocking, on the run's own thread; everything it needs of the database is read at the first request."""

    def __init__(
        self, session: Session, spec: AgentSpec, call: CallContext, opens: GatewayFactory | None = None
    ) -> None:
        """Keep whose run it is; ``opens`` makes another way out than the usual one."""
        self._session, self._spec, self._call = session, spec, call
        self._opens: GatewayFactory = opens or GatewayRun
        self._run: GatewayRun | None = None

    def on_request(self, op: str, args: Any) -> Any:  # noqa: ANN401 - JSON values of the sandbox's frames
        """Answer one request of the program. Raises KingdomError to refuse, PersonNeeded to end the run with a question."""
        try:
            if self._run is None:
                self._run = self._opens(self._session, self._spec, self._call)
            return self._run.answer(op, args)
        finally:
            _release_connection()

    def ended(self) -> None:
        """Write the files of a run that has ended well. Raises LeaseLost, BadInput."""
        try:
            if self._run is not None:
                self._run.keep()
        finally:
            _release_connection()


def _release_connection() -> None:
    if not connection.in_atomic_block:  # a thread's own connection; in a test's transaction it stays
        connection.close()


class _PermissionNeeded(KingdomError):
    """A person must be asked about this request first."""

    code = "permission_needed"


class GatewayRun:
    """One run's broker, its record, and what earlier tries of the same effect left."""

    def __init__(
        self, session: Session, spec: AgentSpec, call: CallContext, *, tools: ToolAccess | None = None
    ) -> None:
        """Read what earlier tries left; without ``tools`` the program has none. Raises Conflict when no effect is under way."""
        self._spec, self._call = spec, call
        self._place = egress_log.effect_lease_get(session_id=session.pk, owner=session.lease_owner)
        self._tools = HandlerToolCalls(tools, call, self._place) if tools is not None else None
        self._memory = RequestReplay(self._place)
        self._broker = EgressProxy(self._policy(session), self._door(session), self._memory.left(EgressBudget()))
        self._names: dict[str, str] = {}
        self._counts = {True: 0, False: 0}
        self._drafts, self._files = (
            StagedFiles(author=FileAuthor.of(call, str(session.conversation_id or session.pk))),
            0,
        )

    def _policy(self, session: Session) -> EgressPolicy:
        origins = parse_origins(settings.KINGDOM.egress_origins)
        return EgressPolicy.of(self._spec, approved=approved_hosts(session, self._spec), origins=origins)

    def _door(self, session: Session) -> EgressDeps:
        resolve = credential_resolver(
            user_id=session.user_id, specialist_role=self._spec.role, session_id=str(session.pk)
        )
        return EgressDeps(permission=self._permitted, resolve=resolve, record=self._record)

    def answer(self, op: str, args: Any) -> Any:  # noqa: ANN401 - any JSON value
        """Answer one request of the program. Raises KingdomError to refuse, PersonNeeded to end the run with a question."""
        if op == "secrets.get":
            token = str(self._broker.on_request(op, args))
            self._names[token] = f"{{{{secret:{args['name']}}}}}"
            return token
        match op:
            case "http":
                return self._http(args)
            case "files.read" | "files.write":
                return self._file(op, args)
            case "tools.call" if self._tools is not None:
                return self._tools.call(args)
            case _:
                return self._broker.on_request(op, args)

    def keep(self) -> None:
        """Write the files that the run has written. Raises LeaseLost: a worker that was thought dead changes none."""
        egress_log.effect_lease_check(place=self._place)
        self._drafts.keep()

    def _file(self, op: str, args: object) -> str | int:
        """Read or write a file of the conversation, by the same gate as the tools: held by the agent's identity, and permitted."""
        name, text = (args.get("name"), args.get("text")) if isinstance(args, Mapping) else (None, None)
        if not isinstance(name, str) or (op == "files.write" and not isinstance(text, str)):
            raise ToolError("A file has a name and, when it is written, a text.")
        tool = FILE_TOOLS[op]
        self._files += 1
        call_id = f"{self._place.seq}.file.{self._files}"
        shown: dict[str, Any] = to_jsonb({"path": name} if op == "files.read" else {"path": name, "content": text})
        effect = "deny" if tool not in self._call.grants else self._verdict(tool, shown, call_id).effect
        if effect == "ask":
            raise HumanInputRequired(
                "tool", {"agent": self._call.agent_id, "tools": [{"call_id": call_id, "name": tool, "args": shown}]}
            )
        if effect != "allow":
            raise ToolError(f"{tool} was not allowed.")
        # what was judged and shown is what is done, to the letter
        return (
            self._drafts.read(shown["path"])
            if op == "files.read"
            else self._drafts.write(shown["path"], shown["content"])
        )

    def _verdict(self, tool: str, args: Mapping[str, Any], call_id: str) -> PermissionVerdict:
        return permission_for(
            user_id=int(self._call.user_id),
            agent_id=self._call.agent_id,
            tool=tool,
            args=args,
            session_id=self._place.session_id,
            call_id=call_id,
        )

    def _http(self, args: object) -> Any:  # noqa: ANN401 - any JSON value
        request = self._read(args)
        self._counts[request.safe] += 1
        known = self._memory.take(request)
        if known is not None:
            return replayed_reply(known)
        self._request, self._begun, self._told, self._question = request, None, None, None
        try:
            reply = to_jsonb(self._broker.on_request("http", args))
        except KingdomError as error:
            self._closed(error)
            raise self._needed(error) or error from None
        if self._begun is not None and self._told is not None:
            egress_log.egress_end(receipt=self._begun, told=self._told, reply=reply)
        return reply

    _begun: models.EgressReceipt | None
    _told: EgressRecord | None
    _question: dict[str, Any] | None

    def _read(self, args: object) -> EgressRequest:
        """Return what tells one request from another. Placeholders differ from run to run, so credentials count by their names."""
        method = args.get("method", "GET") if isinstance(args, Mapping) else "GET"
        try:
            text = canonical_json(to_jsonb(args))
        except (ValueError, TypeError):
            raise EgressRefused("A request must be plain JSON.", reason="options") from None
        for token, name in self._names.items():
            text = text.replace(token, name)
        return EgressRequest(hash=text_digest(text), safe=str(method).upper() in SAFE_METHODS)

    def _permitted(self, ask: EgressPermissionRequest) -> Literal["allow", "deny"]:
        """The permission gate: reading needs no question unless a rule asks for one, everything else needs a rule or a person's word."""
        args = self._shown(ask)
        call_id = f"{self._place.seq}.{'read' if ask.safe else 'write'}.{self._counts[ask.safe]}"
        verdict = self._verdict(HTTP_TOOL, args, call_id)
        if verdict.effect == "ask" and not (ask.safe and verdict.rule_id is None):
            self._question = {
                "agent": self._call.agent_id,
                "tools": [{"call_id": call_id, "name": HTTP_TOOL, "args": args}],
            }
            raise _PermissionNeeded
        if verdict.effect == "deny":
            return "deny"
        told = EgressRecord(
            outcome="refused",
            reason="",
            method=ask.method,
            url=ask.url,
            host=ask.host,
            headers=ask.headers,
            credentials=ask.credentials,
        )
        self._begun = egress_log.egress_begin(place=self._place, request=self._request, told=told)
        return "allow"

    def _shown(self, ask: EgressPermissionRequest) -> dict[str, Any]:
        """Return the request as a person sees it and as rules judge it: all of it by its hash, credentials by their names."""
        shown: dict[str, Any] = {
            "method": ask.method,
            "url": ask.url,
            "headers": self._headers(ask),
            "request_sha256": self._request.hash,
        }
        if ask.body_bytes:
            shown |= {"body": ask.body_preview, "body_bytes": ask.body_bytes}
        if ask.credentials:
            shown["uses"] = list(ask.credentials)
        made: dict[str, Any] = to_jsonb(shown)
        return made

    def _headers(self, ask: EgressPermissionRequest) -> dict[str, str]:
        used = {
            (one.field or "authorization").lower(): one.name
            for one in self._spec.credentials
            if one.name in ask.credentials
        }
        return {
            name: f"{{{{secret:{used.get(name, 'hidden')}}}}}" if value == MASK else value
            for name, value in ask.headers.items()
        }

    def _record(self, told: EgressRecord) -> None:
        self._told = told

    def _closed(self, error: KingdomError) -> None:
        """Keep how a request failed. A question leaves no receipt: it is on record in the inbox."""
        if self._told is None or self._question is not None:
            return
        if self._begun is not None:
            egress_log.egress_end(receipt=self._begun, told=self._told, message=error.message)
        else:
            egress_log.egress_refuse(place=self._place, request=self._request, told=self._told, message=error.message)

    def _needed(self, error: KingdomError) -> HumanInputRequired | None:
        if error is not self._broker.blocking_error:
            return None
        if self._question is not None:
            return HumanInputRequired("tool", self._question)
        if isinstance(error, CredentialError | KeyServiceUnavailable):
            return HumanInputRequired("resources", {"agent": self._call.agent_id, **self._missing(error)})
        return None

    def _missing(self, error: CredentialError | KeyServiceUnavailable) -> dict[str, str]:
        """Return what a person has to see to: which credential, whose, for which host, and what is wrong."""
        used = self._told.credentials if self._told is not None else ()
        name = str(error.extra.get("credential_key") or next(iter(used), ""))
        host = self._told.host if self._told is not None else ""
        return {"missing": error.message, "name": name, "specialist": self._spec.role, "host": host}
