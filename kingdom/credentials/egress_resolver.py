"""Opens credentials for the egress proxy: each for one request, whose end is recorded as the end of the use."""

from collections.abc import Mapping

from kingdom.adapters.egress_proxy.port import ExchangeOutcome, RequestTarget, ResolveCredential, ResolvedSecret
from kingdom.contracts.call_context import CallContext
from kingdom.credentials.models import CredentialUse
from kingdom.credentials.use_services import credential_open, credential_use_close

_OUTCOMES: Mapping[ExchangeOutcome, CredentialUse.Outcome] = {
    "answered": CredentialUse.Outcome.ANSWERED,
    "refused": CredentialUse.Outcome.REFUSED,
    "failed": CredentialUse.Outcome.FAILED,
}


def credential_resolver(call: CallContext, *, specialist_role: str) -> ResolveCredential:
    """Return a callable that opens the credentials of the call's user and specialist, and no others.

    The callable takes a credential's name and the target of the request, which must be at one of the hosts that the
    credential was given for; it raises CredentialError or KeyServiceUnavailable. It writes to the database and must not
    be called inside a transaction. ``specialist_role`` is for the record alone.
    """

    def resolve(name: str, target: RequestTarget) -> ResolvedSecret:
        opened = credential_open(call=call, specialist_role=specialist_role, credential_key=name, target=target)

        def close(outcome: ExchangeOutcome, status: int | None) -> None:
            credential_use_close(use_id=opened.use_id, outcome=_OUTCOMES[outcome], http_status=status)

        return ResolvedSecret(value=opened.value, close=close)

    return resolve
