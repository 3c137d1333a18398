"""What a handler may ask the host for while it runs: the broker's door, with a person's permission, a record, and a memory.

The memory makes a run that begins again (after a question, or in the place of a worker that died) one and the same run for the world
outside: what was answered is answered again from the record, and no write leaves twice.
"""

from collections import deque
from collections.abc import Mapping
from functools import partial
from typing import Any, Literal, Protocol

from django.conf import settings
from django.db import connection

from kingdom.adapters.broker.broker import Broker, Door
from kingdom.adapters.broker.port import (
    SAFE_METHODS,
    EgressAsk,
    EgressBudget,
    EgressFailed,
    EgressPolicy,
    EgressReceipt,
    EgressRefused,
)
from kingdom.adapters.broker.target import read_origins
from kingdom.adapters.kms.port import KeyServiceUnavailable
from kingdom.approvals.rules.matching import Verdict
from kingdom.approvals.selectors import hosts_consented, permission_for
from kingdom.cognition.inputs import storable
from kingdom.contracts.calls import CallContext
from kingdom.contracts.canonical import canonical_json, text_digest
from kingdom.contracts.spec import AgentSpec
from kingdom.core.errors import CredentialError, KingdomError, ToolError
from kingdom.core.logs import MASK
from kingdom.credentials.egress import credential_resolver
from kingdom.runtime.asking import PersonNeeded
from kingdom.runtime.worker import Door as OpenDoor
from kingdom.sessions import egress, models
from kingdom.sessions.drafts import Drafts
from kingdom.sessions.egress import EgressPlace, Request
from kingdom.sessions.handler_tools import ToolCalls, ToolDoor
from kingdom.sessions.models import Session
from kingdom.tools.keeping import Author

FILE_TOOLS: Mapping[str, str] = {"files.read": "archon.fs.read", "files.write": "archon.fs.write"}
TOOL = "archon.http.request"  # what permission rules call a request: the same name as the tool that sends one


class Opens(Protocol):
    """Makes the way out of one run."""

    def __call__(self, session: Session, spec: AgentSpec, call: CallContext) -> "Run":
        """Return it; reads the database."""
        ...


def door_for(session: Session, spec: AgentSpec, tools: ToolDoor) -> OpenDoor:
    """Return what opens the way out for each run of a session's handler. Touches no database yet."""

    def opened(call: CallContext) -> Outside:
        return Outside(session, spec, call, partial(Run, tools=tools))

    return opened


def hosts_approved(session: Session, spec: AgentSpec) -> frozenset[str]:
    """Return the hosts that the specialist's owner has agreed to: those on the card of exactly this version. Built-ins have none."""
    version = session.version
    owner = None if version is None or version.specialist.builtin else version.specialist.created_by_id
    if version is None or owner is None:
        return frozenset()
    return frozenset(spec.egress_hosts) & hosts_consented(user_id=owner, spec_digest=version.digest)


class Outside:
    """The way out of one run. Blocking, on the run's own thread; everything it needs of the database is read at the first request."""

    def __init__(self, session: Session, spec: AgentSpec, call: CallContext, opens: Opens | None = None) -> None:
        """Keep whose run it is; ``opens`` makes another way out than the usual one."""
        self._session, self._spec, self._call = session, spec, call
        self._opens: Opens = opens or Run
        self._run: Run | None = None

    def on_request(self, op: str, args: Any) -> Any:  # noqa: ANN401 - JSON values of the sandbox's frames
        """Answer one request of the program. Raises KingdomError to refuse, PersonNeeded to end the run with a question."""
        try:
            if self._run is None:
                self._run = self._opens(self._session, self._spec, self._call)
            return self._run.answer(op, args)
        finally:
            _let_go()

    def ended(self) -> None:
        """Write the files of a run that has ended well. Raises LeaseLost, BadInput."""
        try:
            if self._run is not None:
                self._run.keep()
        finally:
            _let_go()


def _let_go() -> None:
    if not connection.in_atomic_block:  # a thread's own connection; in a test's transaction it stays
        connection.close()


class _Question(KingdomError):
    """A person must be asked about this request first."""

    code = "permission_needed"


class Run:
    """One run's broker, its record, and what earlier tries of the same effect left."""

    def __init__(self, session: Session, spec: AgentSpec, call: CallContext, *, tools: ToolDoor | None = None) -> None:
        """Read what earlier tries left; without ``tools`` the program has none. Raises Conflict when no effect is under way."""
        self._spec, self._call = spec, call
        self._place = egress.egress_place(session_id=session.pk, owner=session.lease_owner)
        self._tools = ToolCalls(tools, call, self._place) if tools is not None else None
        self._memory = _Memory(self._place)
        self._broker = Broker(self._policy(session), self._door(session), self._memory.left(EgressBudget()))
        self._names: dict[str, str] = {}
        self._counts = {True: 0, False: 0}
        self._drafts, self._files = Drafts(author=Author.of(call, str(session.conversation_id or session.pk))), 0

    def _policy(self, session: Session) -> EgressPolicy:
        origins = read_origins(settings.KINGDOM.egress_origins)
        return EgressPolicy.of(self._spec, approved=hosts_approved(session, self._spec), origins=origins)

    def _door(self, session: Session) -> Door:
        resolve = credential_resolver(user_id=session.user_id, specialist_role=self._spec.role, session_id=str(session.pk))
        return Door(permission=self._permitted, resolve=resolve, record=self._record)

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
        egress.egress_held(place=self._place)
        self._drafts.keep()

    def _file(self, op: str, args: object) -> str | int:
        """Read or write a file of the conversation, by the same gate as the tools: held by the agent's identity, and permitted."""
        name, text = (args.get("name"), args.get("text")) if isinstance(args, Mapping) else (None, None)
        if not isinstance(name, str) or (op == "files.write" and not isinstance(text, str)):
            raise ToolError("A file has a name and, when it is written, a text.")
        tool = FILE_TOOLS[op]
        self._files += 1
        call_id = f"{self._place.seq}.file.{self._files}"
        shown: dict[str, Any] = storable({"path": name} if op == "files.read" else {"path": name, "content": text})
        effect = "deny" if tool not in self._call.grants else self._verdict(tool, shown, call_id).effect
        if effect == "ask":
            raise PersonNeeded("tool", {"agent": self._call.agent_id, "tools": [{"call_id": call_id, "name": tool, "args": shown}]})
        if effect != "allow":
            raise ToolError(f"{tool} was not allowed.")
        # what was judged and shown is what is done, to the letter
        return self._drafts.read(shown["path"]) if op == "files.read" else self._drafts.write(shown["path"], shown["content"])

    def _verdict(self, tool: str, args: Mapping[str, Any], call_id: str) -> Verdict:
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
            return _as_before(known)
        self._request, self._begun, self._told, self._question = request, None, None, None
        try:
            reply = storable(self._broker.on_request("http", args))
        except KingdomError as error:
            self._closed(error)
            raise self._needed(error) or error from None
        if self._begun is not None and self._told is not None:
            egress.egress_end(receipt=self._begun, told=self._told, reply=reply)
        return reply

    _begun: models.EgressReceipt | None
    _told: EgressReceipt | None
    _question: dict[str, Any] | None

    def _read(self, args: object) -> Request:
        """Return what tells one request from another. Placeholders differ from run to run, so credentials count by their names."""
        method = args.get("method", "GET") if isinstance(args, Mapping) else "GET"
        try:
            text = canonical_json(storable(args))
        except (ValueError, TypeError):
            raise EgressRefused("A request must be plain JSON.", reason="options") from None
        for token, name in self._names.items():
            text = text.replace(token, name)
        return Request(hash=text_digest(text), safe=str(method).upper() in SAFE_METHODS)

    def _permitted(self, ask: EgressAsk) -> Literal["allow", "deny"]:
        """The permission gate: reading needs no question unless a rule asks for one, everything else needs a rule or a person's word."""
        args = self._shown(ask)
        call_id = f"{self._place.seq}.{'read' if ask.safe else 'write'}.{self._counts[ask.safe]}"
        verdict = self._verdict(TOOL, args, call_id)
        if verdict.effect == "ask" and not (ask.safe and verdict.rule_id is None):
            self._question = {"agent": self._call.agent_id, "tools": [{"call_id": call_id, "name": TOOL, "args": args}]}
            raise _Question
        if verdict.effect == "deny":
            return "deny"
        told = EgressReceipt(
            outcome="refused", reason="", method=ask.method, url=ask.url, host=ask.host, headers=ask.headers, credentials=ask.credentials
        )
        self._begun = egress.egress_begin(place=self._place, request=self._request, told=told)
        return "allow"

    def _shown(self, ask: EgressAsk) -> dict[str, Any]:
        """Return the request as a person sees it and as rules judge it: all of it by its hash, credentials by their names."""
        shown: dict[str, Any] = {"method": ask.method, "url": ask.url, "headers": self._headers(ask), "request_sha256": self._request.hash}
        if ask.body_bytes:
            shown |= {"body": ask.body_preview, "body_bytes": ask.body_bytes}
        if ask.credentials:
            shown["uses"] = list(ask.credentials)
        made: dict[str, Any] = storable(shown)
        return made

    def _headers(self, ask: EgressAsk) -> dict[str, str]:
        used = {(one.field or "authorization").lower(): one.name for one in self._spec.credentials if one.name in ask.credentials}
        return {name: f"{{{{secret:{used.get(name, 'hidden')}}}}}" if value == MASK else value for name, value in ask.headers.items()}

    def _record(self, told: EgressReceipt) -> None:
        self._told = told

    def _closed(self, error: KingdomError) -> None:
        """Keep how a request failed. A question leaves no receipt: it is on record in the inbox."""
        if self._told is None or self._question is not None:
            return
        if self._begun is not None:
            egress.egress_end(receipt=self._begun, told=self._told, message=error.message)
        else:
            egress.egress_refuse(place=self._place, request=self._request, told=self._told, message=error.message)

    def _needed(self, error: KingdomError) -> PersonNeeded | None:
        if error is not self._broker.blocked:
            return None
        if self._question is not None:
            return PersonNeeded("tool", self._question)
        if isinstance(error, CredentialError | KeyServiceUnavailable):
            return PersonNeeded("resources", {"agent": self._call.agent_id, **self._missing(error)})
        return None

    def _missing(self, error: CredentialError | KeyServiceUnavailable) -> dict[str, str]:
        """Return what a person has to see to: which credential, whose, for which host, and what is wrong."""
        used = self._told.credentials if self._told is not None else ()
        name = str(error.extra.get("credential_key") or next(iter(used), ""))
        host = self._told.host if self._told is not None else ""
        return {"missing": error.message, "name": name, "specialist": self._spec.role, "host": host}


class _Memory:
    """What earlier tries of an effect asked of the outside.

    Reads are looked up by what they ask. Writes must come again one by one, as they were: a program that now wants to write something
    else would be another program than the one whose writes went out.
    """

    def __init__(self, place: EgressPlace) -> None:
        rows = egress.egress_of(place)
        kept = {models.EgressReceipt.Outcome.STARTED, models.EgressReceipt.Outcome.ANSWERED, models.EgressReceipt.Outcome.FAILED}
        self._sent = [row for row in rows if row.outcome != models.EgressReceipt.Outcome.REFUSED]
        self._reads = [row for row in rows if row.safe and row.outcome == models.EgressReceipt.Outcome.ANSWERED]
        self._writes = deque(row for row in rows if not row.safe and row.outcome in kept)
        for row in rows:
            if row.safe and row.outcome == models.EgressReceipt.Outcome.STARTED:
                egress.egress_give_up(receipt=row)  # reading again is harmless

    def left(self, budget: EgressBudget) -> EgressBudget:
        """Return what earlier tries left of a budget: beginning again does not renew it."""
        return EgressBudget(
            calls=max(0, budget.calls - len(self._sent)),
            bytes=max(0, budget.bytes - sum(row.sent_bytes + row.received_bytes for row in self._sent)),
            seconds=max(0.0, budget.seconds - sum(row.ms or 0.0 for row in self._sent) / 1000),
        )

    def take(self, request: Request) -> models.EgressReceipt | None:
        """Return the row that answers a request, None when it must be sent. Raises EgressRefused for another write than before."""
        if request.safe:
            found = next((row for row in self._reads if row.request_hash == request.hash), None)
            if found is not None:
                self._reads.remove(found)
            return found
        if not self._writes:
            return None
        row = self._writes[0]
        if row.request_hash != request.hash:
            why = "The try before this one sent another request in its place. So that nothing is sent twice, this one is not sent."
            raise EgressRefused(why, reason="diverged")
        self._writes.popleft()
        if row.outcome == models.EgressReceipt.Outcome.STARTED:
            egress.egress_give_up(receipt=row)  # only a person's "try it again" leads here
            return None
        return row


def _as_before(row: models.EgressReceipt) -> Any:  # noqa: ANN401 - any JSON value
    if row.outcome == models.EgressReceipt.Outcome.FAILED:
        raise EgressFailed(row.message, reason=row.reason)
    return row.reply
