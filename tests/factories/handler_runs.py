"""Runs of a registered specialist's handler for a user, without a sandbox: the test makes the requests of the code."""

from collections.abc import Mapping
from typing import Any, Literal

from django.db import transaction

from kingdom.accounts.models import User
from kingdom.approvals.models import Approval
from kingdom.approvals.requests.services import ApprovalDecision, approval_decide
from kingdom.core.background.jobs import Lease
from kingdom.runtime.interrupts import HumanInputRequired
from kingdom.sessions.engine.capabilities import build_call_context
from kingdom.sessions.engine.completion import SessionResult, session_finish
from kingdom.sessions.engine.effects import effect_begin, effect_request_approval
from kingdom.sessions.engine.lease import session_take
from kingdom.sessions.engine.step_transactions import LoadedSession, session_rebuild
from kingdom.sessions.events.event_log import session_lock
from kingdom.sessions.gateway.gateway_run import GatewayRun
from kingdom.sessions.gateway.handler_gateway import HandlerGateway
from kingdom.sessions.models import Session
from kingdom.sessions.services import session_open
from kingdom.specialists.models.specialist import Specialist
from tests.factories import version_of


class HandlerRun:
    """A session of a user on the current version of a specialist, with a running handler."""

    def __init__(self, user: User, specialist: Specialist) -> None:
        self.user = user
        session = session_open(user_id=user.pk, input_text="Send it.", version_id=version_of(specialist).pk)
        self._session_id = session.pk
        self._lease: Lease
        self._loaded: LoadedSession
        self._begin()

    @property
    def session(self) -> Session:
        """The session as it is stored now."""
        return Session.objects.select_related("version__specialist").get(pk=self._session_id)

    def _begin(self) -> None:
        Session.objects.filter(pk=self._session_id).update(lease_owner="", lease_expires_at=None)
        lease = session_take(session_id=self._session_id)
        assert lease is not None
        self._lease, session = lease, self.session
        self._loaded = session_rebuild(session)
        effect_begin(lease, self._loaded.seq, self._loaded.transition, self._loaded.spec)
        call = build_call_context(session, self._loaded.spec.agent_id)
        self._gateway = HandlerGateway(session, self._loaded.spec, call, GatewayRun)

    def request(
        self,
        url: str,
        *,
        key: str = "",
        method: str = "GET",
        body: object = None,
        extra: Mapping[str, str] | None = None,
    ) -> Any:  # noqa: ANN401 - any JSON value
        """Send a request of the code, with the placeholder of a credential in the authorization header."""
        headers: dict[str, str] = dict(extra or {})
        if key:
            placeholder = self._gateway.on_request("secrets.get", {"name": key})
            headers["authorization"] = f"Bearer {placeholder}"
        return self._gateway.on_request("http", {"method": method, "url": url, "headers": headers, "json": body})

    def placeholder(self, key: str) -> str:
        """Return what the code of this run gets for a credential."""
        return str(self._gateway.on_request("secrets.get", {"name": key}))

    def send(self, args: Mapping[str, Any]) -> Any:  # noqa: ANN401 - any JSON value
        """Send a request of the code with all of its options."""
        return self._gateway.on_request("http", dict(args))

    def ask(self, url: str, *, key: str = "", method: str = "GET", body: object = None) -> Approval:
        """Send a request that needs a person; pause the session and return its question."""
        try:
            reply = self.request(url, key=key, method=method, body=body)
        except HumanInputRequired as needed:
            arguments = (self._lease, self._loaded.seq, self._loaded.transition.decision, needed.kind, needed.subject)
            effect_request_approval(*arguments)
            return Approval.objects.get(session_id=self._session_id, state="pending")
        raise AssertionError(f"nobody was asked: {reply}")

    def answer(self, question: Approval, choice: str, *, actor: User | None = None, channel: str = "web") -> Approval:
        """Answer a question, by default as the session's user; after an approval the handler runs again."""
        decision = ApprovalDecision(choice=choice, args_hash=question.args_hash, channel=channel)
        actor_id = (actor or self.user).pk
        decided = approval_decide(approval_id=question.pk, actor_id=actor_id, decision=decision)
        if choice in ("allow", "provided", "once", "always"):
            self._begin()
        return decided

    def finish(self, state: Literal["completed", "failed"] = "completed", answer: str = "Sent.") -> Session:
        """End the session as its handler would, and return it."""
        with transaction.atomic():
            session_finish(session_lock(self._session_id), SessionResult(state=state, answer=answer))
        return self.session
