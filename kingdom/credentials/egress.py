"""The vault as the broker's resolver: each secret is opened for one request, and the end of the request ends its use."""

from collections.abc import Mapping

from kingdom.adapters.broker.port import Ended, OpenSecret, Resolve
from kingdom.credentials.models import CredentialUse
from kingdom.credentials.services import credential_open, credential_use_close

_OUTCOMES: Mapping[Ended, CredentialUse.Outcome] = {
    "answered": CredentialUse.Outcome.ANSWERED,
    "refused": CredentialUse.Outcome.REFUSED,
    "failed": CredentialUse.Outcome.FAILED,
}


def credential_resolver(*, user_id: int, specialist_role: str, session_id: str = "") -> Resolve:
    """Return what opens this user's credentials for this specialist, and no others.

    The callable takes a credential's name and a host; it raises CredentialError or KeyServiceUnavailable. It writes to the database
    and must not be called inside a transaction.
    """

    def resolve(name: str, host: str) -> OpenSecret:
        opened = credential_open(user_id=user_id, specialist_role=specialist_role, credential_key=name, host=host, session_id=session_id)

        def close(ended: Ended, status: int | None) -> None:
            credential_use_close(use_id=opened.use_id, outcome=_OUTCOMES[ended], http_status=status)

        return OpenSecret(value=opened.value, close=close)

    return resolve
