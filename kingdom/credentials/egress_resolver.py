"""Opens credentials for the egress proxy: each for one request, whose end is recorded as the end of the use."""

from collections.abc import Mapping

from kingdom.adapters.egress_proxy.port import ExchangeOutcome, ResolveCredential, ResolvedSecret
from kingdom.credentials.models import CredentialUse
from kingdom.credentials.services import credential_open, credential_use_close

_OUTCOMES: Mapping[ExchangeOutcome, CredentialUse.Outcome] = {
    "answered": CredentialUse.Outcome.ANSWERED,
    "refused": CredentialUse.Outcome.REFUSED,
    "failed": CredentialUse.Outcome.FAILED,
}


def credential_resolver(*, user_id: int, specialist_role: str, session_id: str = "") -> ResolveCredential:
    """Return a callable that opens this user's credentials for this specialist, and no others.

    The callable takes a credential's name and a host and raises CredentialError or KeyServiceUnavailable. It writes to
    the database and must not be called inside a transaction.
    """

    def resolve(name: str, host: str) -> ResolvedSecret:
        opened = credential_open(
            user_id=user_id, specialist_role=specialist_role, credential_key=name, host=host, session_id=session_id
        )

        def close(outcome: ExchangeOutcome, status: int | None) -> None:
            credential_use_close(use_id=opened.use_id, outcome=_OUTCOMES[outcome], http_status=status)

        return ResolvedSecret(value=opened.value, close=close)

    return resolve
