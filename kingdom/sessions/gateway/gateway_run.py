"""One run of a handler: its egress proxy, its receipts, and the replay of earlier attempts."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Literal

import structlog
from django.conf import settings

from kingdom.adapters.egress_proxy.port import (
    EgressBudget,
    EgressPermissionRequest,
    EgressPolicy,
    EgressRecord,
    EgressRefused,
)
from kingdom.adapters.egress_proxy.proxy import EgressDeps, EgressProxy
from kingdom.adapters.egress_proxy.url_parser import parse_origins
from kingdom.adapters.key_service import KeyServiceUnavailable
from kingdom.approvals.consents.checks import HostConsentNeeded, require_host_consent
from kingdom.approvals.permissions.rule_matching import PermissionVerdict
from kingdom.approvals.permissions.selectors import call_query, effective_rules, permission_verdict
from kingdom.cognition.inputs import to_jsonb
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.capabilities.closure import FILE_TOOLS, HTTP_TOOL, CapabilityClosure, capability_closure
from kingdom.contracts.capabilities.sending import may_send
from kingdom.contracts.formats.canonical import canonical_json, text_digest
from kingdom.contracts.http_methods import is_read_only
from kingdom.contracts.spec import AgentSpec
from kingdom.contracts.tools import ToolRequest, denied_result
from kingdom.core.errors import CredentialError, KingdomError, ToolError
from kingdom.core.text.secret_masking import MASK
from kingdom.credentials.egress_resolver import credential_resolver
from kingdom.policies.evaluation.call_policies import policy_rules
from kingdom.runtime.interrupts import HumanInputRequired
from kingdom.sessions.gateway import egress_log
from kingdom.sessions.gateway.capability_check import CapabilityRefused, check_capability, receipt_tool, refused_record
from kingdom.sessions.gateway.egress_log import EgressRequest
from kingdom.sessions.gateway.exchange_recorder import ExchangeRecorder
from kingdom.sessions.gateway.request_replay import RequestReplay, replayed_reply
from kingdom.sessions.gateway.staged_files import StagedFiles
from kingdom.sessions.gateway.tool_access import HandlerToolCalls, ToolAccess
from kingdom.sessions.models import EgressReceipt, Session
from kingdom.tools.files.file_writes import FileAuthor
from kingdom.tools.gate.result_marks import data_mark, reply_mark
from kingdom.tools.models import ToolReceipt
from kingdom.tools.receipts.denials import denied_calls_record
from kingdom.tools.receipts.services import ToolCallOutcome, receipt_append

_log = structlog.get_logger(__name__)


def confirmed_closure(session: Session, spec: AgentSpec) -> CapabilityClosure:
    """Return what a session's handler may do: its spec's closure, within the one that was confirmed for its version."""
    confirmed = session.version.capabilities if session.version is not None else None
    return capability_closure(spec).narrowed(CapabilityClosure.from_json(confirmed))


class _PermissionNeeded(KingdomError):
    """A person must approve this request first."""

    code = "permission_needed"


class GatewayRun:
    """The requests of one run, checked, recorded and replayed."""

    def __init__(
        self, session: Session, spec: AgentSpec, call: CallContext, *, tools: ToolAccess | None = None
    ) -> None:
        """Read the records of earlier attempts; None disables tools. Raises Conflict without a started effect."""
        self._spec, self._closure = spec, confirmed_closure(session, spec)
        self._call = call = replace(call, grants=call.grants & self._closure.grants)
        self._effect_lease = egress_log.effect_lease_get(session_id=session.pk, owner=session.lease_owner, caller=call)
        self._tools = HandlerToolCalls(tools, call, self._effect_lease) if tools is not None else None
        self._replay = RequestReplay(self._effect_lease)
        self._recorder = ExchangeRecorder(session, spec)
        budget = self._replay.remaining(EgressBudget())
        origins = parse_origins(settings.KINGDOM.egress_origins)
        policy = EgressPolicy.of(spec, origins=origins)
        policy = replace(policy, declared=policy.declared & self._closure.hosts)
        self._proxy = EgressProxy(policy, self._egress_deps(), budget)
        self._secret_names: dict[str, str] = {}  # placeholder to ``{{secret:name}}``
        self._request_counts = {True: 0, False: 0}  # by read_only
        self._files = StagedFiles(author=FileAuthor.of(call, session.workspace_id))
        self._file_count = self._refusal_count = 0
        self._request: EgressRequest
        self._receipt: EgressReceipt | None = None
        self._exchange: EgressRecord | None = None
        self._question: dict[str, Any] | None = None

    def _egress_deps(self) -> EgressDeps:
        return EgressDeps(
            consent=partial(require_host_consent, self._call, self._spec),
            permission=self._check_permission,
            resolve=credential_resolver(self._call, specialist_role=self._spec.role),
            record=self._on_exchange,
        )

    def answer(self, op: str, args: Any) -> Any:  # noqa: ANN401 - any JSON value
        """Answer one request of the program, if the version's confirmed card names it.

        Raises KingdomError to refuse, HumanInputRequired to stop with a question.
        """
        try:
            check_capability(self._closure, op, args)
        except CapabilityRefused as refusal:
            self._record_refusal(op, args, refusal)
            raise
        match op:
            case "secrets.get":
                placeholder = str(self._proxy.on_request(op, args))
                self._secret_names[placeholder] = f"{{{{secret:{args['name']}}}}}"
                return placeholder
            case "http":
                return self._http(args)
            case "files.read" | "files.write":
                return self._file(op, args)
            case "tools.call" if self._tools is not None:
                return self._tools.call(args)
            case _:
                return self._proxy.on_request(op, args)

    def _record_refusal(self, op: str, args: object, refusal: CapabilityRefused) -> None:
        """Store the receipt of a request that the card does not name: of the kind that an allowed one would leave."""
        tool, reason = receipt_tool(op, args), str(refusal.extra["reason"])
        _log.warning("capability_refused", agent_id=self._call.agent_id, op=op[:40], session_id=self._call.session_id)
        if op == "http":
            request = self._parse_request(args)
            record = refused_record(args, reason, self._secret_names)
            egress_log.egress_refuse(
                effect_lease=self._effect_lease, request=request, record=record, message=refusal.message
            )
            return
        egress_log.effect_lease_check(effect_lease=self._effect_lease)
        self._refusal_count += 1
        receipt_append(
            ctx=self._call,
            request=ToolRequest(
                call_id=f"{self._effect_lease.seq}.refused.{self._refusal_count}",
                name=tool,
                args=args if isinstance(args, Mapping) else {"args": args},
            ),
            ended=ToolCallOutcome(
                outcome=ToolReceipt.Outcome.REFUSED, result=denied_result(refusal.message), reason=reason
            ),
        )

    def commit_files(self) -> tuple[str, ...]:
        """Write the run's files and return the paths of those that it read.

        Raises LeaseLost: the fence against a worker that lost its lease.
        """
        egress_log.effect_lease_check(effect_lease=self._effect_lease)
        self._files.commit()
        return self._files.texts_read

    def _file(self, op: str, args: object) -> str | int:
        """Read or write a file of the conversation, after the same permission check as the file tools."""
        given: Mapping[str, Any] = args if isinstance(args, Mapping) else {}
        name, text = given.get("name"), given.get("text")
        if not isinstance(name, str) or (op == "files.write" and not isinstance(text, str)):
            raise ToolError("A file has a name and, when it is written, a text.")
        # act on the normalized arguments, because they are what was checked and shown
        if op == "files.read":
            return self._file_read(to_jsonb({"path": name}), given.get("offset"))
        shown: dict[str, Any] = to_jsonb({"path": name, "content": text})
        self._check_file_permission(FILE_TOOLS[op], shown)
        return self._files.write(shown["path"], shown["content"])

    def _file_read(self, shown: Mapping[str, Any], offset: object) -> str:
        """Read a file, or the part that starts at a character."""
        path = shown["path"]
        if offset is None:
            self._check_file_permission(FILE_TOOLS["files.read"], shown)
            return self._noted(path, self._files.read(path))
        if not isinstance(offset, int) or isinstance(offset, bool) or offset < 0:
            raise ToolError("The offset of a part is a number of characters.")
        if not (offset and self._files.is_read_in_parts(path)):  # else permission was given for the first part
            self._check_file_permission(FILE_TOOLS["files.read"], shown)
        return self._noted(path, self._files.read_part(path, offset), self._files.part_boundary(offset))

    def _noted(self, path: str, text: str, boundary: str = "") -> str:
        """Return a text that was read; a tainted one marks the session, so that its writes and sends ask a person.

        ``boundary`` is the text around the place where it goes on from an earlier part.
        """
        data_mark(session_id=self._effect_lease.session_id, source=path, data=[text, boundary])
        return text

    def _check_file_permission(self, tool: str, shown: Mapping[str, Any]) -> None:
        self._file_count += 1
        call_id = f"{self._effect_lease.seq}.file.{self._file_count}"
        effect = "deny" if tool not in self._call.grants else self._verdict(tool, shown, call_id).effect
        if effect == "ask":
            raise HumanInputRequired("tool", self._tool_question(call_id, tool, shown))
        if effect != "allow":
            request = ToolRequest(call_id=call_id, name=tool, args=shown)
            denied_calls_record(ctx=self._call, requests=[request], reason="permission")
            raise ToolError(f"{tool} was not allowed.")

    def _tool_question(self, call_id: str, tool: str, args: Mapping[str, Any]) -> dict[str, Any]:
        return {"agent": self._call.agent_id, "tools": [{"call_id": call_id, "name": tool, "args": args}]}

    def _verdict(self, tool: str, args: Mapping[str, Any], call_id: str) -> PermissionVerdict:
        request = ToolRequest(call_id=call_id, name=tool, args=args)
        rules = effective_rules(user_id=int(self._call.user_id), session_id=self._effect_lease.session_id)
        rules = policy_rules(rules, self._call, request)
        return permission_verdict(rules, call_query(self._call, request))

    def _http(self, args: object) -> Any:  # noqa: ANN401 - any JSON value
        request = self._parse_request(args)
        self._request_counts[request.read_only] += 1
        receipt = self._replay.take(request)
        if receipt is not None:
            return replayed_reply(receipt)
        self._request, self._receipt, self._exchange, self._question = request, None, None, None
        try:
            reply = to_jsonb(self._proxy.on_request("http", args))
        except KingdomError as error:
            self._record_failure(error)
            raise self._needed(error) or error from None
        if self._receipt is not None and self._exchange is not None:
            # the mark comes first: a worker that dies after storing the reply replays it, and never comes here again
            reply_mark(session_id=self._effect_lease.session_id, source=self._receipt.host, reply=reply)
            egress_log.egress_end(caller=self._call, receipt=self._receipt, record=self._exchange, reply=reply)
            self._recorder.add(args, reply, read_only=request.read_only)
        return reply

    def _parse_request(self, args: object) -> EgressRequest:
        """Return the identity of a request. Placeholders differ between runs, so the names of credentials count."""
        asked: Mapping[str, Any] = args if isinstance(args, Mapping) else {}
        read_only = is_read_only(asked.get("method", "GET"), *map(asked.get, ("url", "headers", "params")))
        try:
            text = canonical_json(to_jsonb(args))
        except (ValueError, TypeError):
            raise EgressRefused("A request must be plain JSON.", reason="options") from None
        for placeholder, name in self._secret_names.items():
            text = text.replace(placeholder, name)
        return EgressRequest(hash=text_digest(text), read_only=read_only)

    def _check_card(self, ask: EgressPermissionRequest) -> None:
        if not ask.safe and not may_send(self._spec):  # e.g. a GET whose header overrides the method
            raise EgressRefused("Its card says that it only reads.", reason="not_on_card", host=ask.host)

    def _check_permission(self, ask: EgressPermissionRequest) -> Literal["allow", "deny"]:
        """Check a request by the permission rules: without a rule a read is allowed, and a write needs a question."""
        self._check_card(ask)
        args = self._shown_args(ask)
        call_id = f"{self._effect_lease.seq}.{'read' if ask.safe else 'write'}.{self._request_counts[ask.safe]}"
        verdict = self._verdict(HTTP_TOOL, args, call_id)
        is_asked = verdict.effect == "ask" and not (ask.safe and verdict.rule_id is None)
        if is_asked or (not ask.safe and self._recorder.asks_despite(verdict)):
            self._question = self._tool_question(call_id, HTTP_TOOL, args)
            raise _PermissionNeeded
        if verdict.effect == "deny":
            return "deny"
        record = EgressRecord(
            outcome="refused",
            reason="",
            method=ask.method,
            url=ask.url,
            host=ask.host,
            headers=ask.headers,
            credentials=ask.credentials,
        )
        self._receipt = egress_log.egress_begin(
            effect_lease=self._effect_lease, request=self._request, record=record, shown=args
        )
        return "allow"

    def _shown_args(self, ask: EgressPermissionRequest) -> dict[str, Any]:
        """Return the request as people and rules see it: the whole by its hash, credentials by their names."""
        shown: dict[str, Any] = {
            "method": ask.method,
            "url": ask.url,
            "headers": self._shown_headers(ask),
            "request_sha256": self._request.hash,
        }
        if ask.body_bytes:
            shown |= {"body": ask.body_preview, "body_bytes": ask.body_bytes}
        if ask.credentials:
            shown["uses"] = list(ask.credentials)
        args: dict[str, Any] = to_jsonb(shown)
        return args

    def _shown_headers(self, ask: EgressPermissionRequest) -> dict[str, str]:
        used = [requirement for requirement in self._spec.credentials if requirement.name in ask.credentials]
        names = {(requirement.field or "authorization").lower(): requirement.name for requirement in used}
        return {
            header: f"{{{{secret:{names.get(header, 'hidden')}}}}}" if value == MASK else value
            for header, value in ask.headers.items()
        }

    def _on_exchange(self, record: EgressRecord) -> None:
        self._exchange = record
        egress_log.host_circuit_record(record)

    def _record_failure(self, error: KingdomError) -> None:
        """Store how a request failed. A question gets no receipt: the inbox records it."""
        is_host_question = isinstance(error, HostConsentNeeded) and self._needed(error) is not None
        if (exchange := self._exchange) is None or self._question is not None or is_host_question:
            return
        if self._receipt is not None:
            egress_log.egress_end(caller=self._call, receipt=self._receipt, record=exchange, message=error.message)
        else:
            egress_log.egress_refuse(
                effect_lease=self._effect_lease, request=self._request, record=exchange, message=error.message
            )

    def _needed(self, error: KingdomError) -> HumanInputRequired | None:
        """Return the question that a blocked request needs, None for any other error."""
        if error is not self._proxy.blocking_error:
            return None
        if self._question is not None:
            return HumanInputRequired("tool", self._question)
        if isinstance(error, HostConsentNeeded):
            return HumanInputRequired("host", error.subject)
        if isinstance(error, CredentialError | KeyServiceUnavailable):
            return HumanInputRequired("resources", {"agent": self._call.agent_id, **self._missing(error)})
        return None

    def _missing(self, error: CredentialError | KeyServiceUnavailable) -> dict[str, str]:
        """Return the missing credential for a person: its name, specialist and host, and the error."""
        used = self._exchange.credentials if self._exchange is not None else ()
        name = str(error.extra.get("credential_key") or next(iter(used), ""))
        host = self._exchange.host if self._exchange is not None else ""
        asked = {"specialist": self._spec.role, "specialist_id": self._call.specialist_id, "host": host}
        return {"missing": error.message, "name": name, **asked}
