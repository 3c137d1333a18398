"""Records the exchanges of a supervised use for a cassette: forms of requests, replies with secrets masked."""

from collections.abc import Mapping
from datetime import timedelta
from functools import cached_property
from typing import Any

from django.db import transaction
from django.db.models import Count, Max, Sum
from django.db.models.functions import Length
from django.utils import timezone

from kingdom.adapters.egress_proxy.headers import redact_headers
from kingdom.adapters.egress_proxy.port import EgressBudget
from kingdom.adapters.egress_proxy.request_parser import parse_request
from kingdom.approvals.permissions.rule_matching import PermissionVerdict
from kingdom.cognition.inputs import to_jsonb
from kingdom.contracts.capabilities.sending import path_template, written_names
from kingdom.contracts.spec import AgentSpec
from kingdom.core.text.secret_masking import MASK, mask_secrets
from kingdom.sessions.gateway.exchange_shape import exchange_shape
from kingdom.sessions.models import Cassette, RecordedExchange, Session
from kingdom.tools.files.secret_scan import redact_secrets

CONSENT_LIFE = timedelta(hours=24)
MAX_EXCHANGES = 20  # of one cassette
MAX_REPLY_CHARS = 65_536  # of one reply
MAX_CASSETTE_CHARS = 262_144  # of all replies of one cassette


class ExchangeRecorder:
    """The open cassette of one run. Without one it records nothing."""

    def __init__(self, session: Session, spec: AgentSpec) -> None:
        """Store the run; the database is read at the first write or reply."""
        self._session, self._spec = session, spec

    @cached_property
    def _cassette_id(self) -> Any:  # noqa: ANN401 - a primary key
        """The cassette that waits for a use by this user; None for a trial and without a consent of the last day."""
        if self._session.purpose != Session.Purpose.TASK:
            return None
        waiting = Cassette.objects.filter(
            version_id=self._session.version_id,
            user_id=self._session.user_id,
            state=Cassette.State.RECORDING,
            created_at__gte=timezone.now() - CONSENT_LIFE,
        )
        return waiting.values_list("pk", flat=True).first()

    def asks_despite(self, verdict: PermissionVerdict) -> bool:
        """Return whether a person is asked although a lasting rule allows: a recorded use is a supervised one."""
        return verdict.effect == "allow" and verdict.scope != "once" and self._cassette_id is not None

    def add(self, args: object, reply: Mapping[str, Any], *, read_only: bool) -> None:
        """Store an answered request; a reply or a number over the limits discards the cassette with the reason."""
        if self._cassette_id is None:
            return
        with transaction.atomic():
            cassette = Cassette.objects.select_for_update().filter(pk=self._cassette_id).first()
            if cassette is None or cassette.state != Cassette.State.RECORDING:
                return
            used = cassette.exchanges.aggregate(count=Count("pk"), last=Max("number"), chars=Sum(Length("body")))
            problem = _excess(reply, used["count"], used["chars"] or 0)
            if problem:
                cassette_discard(cassette=cassette, problem=problem)
                return
            RecordedExchange.objects.create(
                cassette=cassette,
                session=self._session,
                number=(used["last"] or 0) + 1,
                read_only=read_only,
                **_exchange_fields(self._spec, args, reply),
            )


def cassette_discard(*, cassette: Cassette, problem: str) -> None:
    """End a recording that cannot be kept, with the reason, and delete what it holds."""
    cassette.exchanges.all().delete()
    Cassette.objects.filter(pk=cassette.pk, state=Cassette.State.RECORDING).update(
        state=Cassette.State.DISCARDED, problem=problem, finished_at=timezone.now()
    )


def _excess(reply: Mapping[str, Any], count: int, chars: int) -> str:
    """Return which limit the reply would exceed, "" for none. A cut reply would not be the host's."""
    size = len(str(reply.get("body", "")))
    if reply.get("truncated") or size > MAX_REPLY_CHARS:
        return f"A reply is longer than {MAX_REPLY_CHARS:,} characters, so nothing of this use was kept."
    if count >= MAX_EXCHANGES or chars + size > MAX_CASSETTE_CHARS:
        return (
            f"It made more than {MAX_EXCHANGES} requests, or their replies are longer than {MAX_CASSETTE_CHARS:,} "
            "characters together, so nothing of this use was kept."
        )
    return ""


def _exchange_fields(spec: AgentSpec, args: object, reply: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is kept of an exchange. Raises EgressRefused for arguments that are no request."""
    request = parse_request(args, max_body_bytes=EgressBudget().request_bytes)
    shape = exchange_shape(
        method=request.method,
        origin=request.target.origin,
        resource=request.target.resource,
        headers=request.headers,
        body=request.body,
        names=written_names(spec),
    )
    fields: dict[str, Any] = to_jsonb(
        {
            "method": shape.method,
            "origin": shape.origin,
            "path": path_template(shape.path, spec.handler_code),
            "parameters": shape.parameters,
            "body_shape": shape.body,
            "status": int(reply["status"]),
            "headers": _kept_headers(reply.get("headers", {})),
            "body": redact_secrets(mask_secrets(str(reply.get("body", "")))),
        }
    )
    return fields


def _kept_headers(headers: Mapping[str, str]) -> dict[str, str]:
    """Return the headers of a reply without those that authenticate (cookies, tokens)."""
    shown = redact_headers(headers)
    return {name: redact_secrets(mask_secrets(value)) for name, value in headers.items() if shown[name] != MASK}
