"""The check in the transaction that begins work: may its user, and the request that asks for it, still do so?

A request is authenticated before it is handled. Its account may be closed, its token deleted or its password changed in
between; the rows that say so are locked here until the work is stored, so that one of the two comes first.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib.auth import get_user
from django.db import connection, transaction
from django.http import HttpRequest

from kingdom.accounts.models import ApiToken
from kingdom.core.errors import NotAllowed
from kingdom.security_log.request_actor import current_request

_TOKEN_ATTRIBUTE = "kingdom_token_id"  # noqa: S105 - a name
_ACCOUNT = "SELECT is_active FROM accounts_user WHERE id = %s FOR {strength}"
_ACCOUNT_WITH_ACCESS = """
SELECT account.is_active FROM accounts_user AS account JOIN accounts_apitoken AS token ON token.digest = %s
WHERE account.id = %s FOR {strength} OF account FOR KEY SHARE OF token
"""


class AccessEnded(NotAllowed):
    """The account was closed, or this access to it ended, while the request was handled. Nothing was stored."""

    code = "access_ended"


def request_token_set(request: HttpRequest, token: ApiToken) -> None:
    """Keep which token has authenticated a request."""
    vars(request)[_TOKEN_ATTRIBUTE] = token.pk


def access_lock(*, user_id: int, exclusive: bool = False) -> None:
    """Lock the account, and the token or password of the present request, until the caller's transaction ends.

    Other requests may lock them at the same time, but for those that change the row of the account or its tokens
    (``exclusive``): two that hold the weaker lock would wait for each other. Closing or deleting them waits. Call
    it before other locks. Raises AccessEnded.
    """
    request, strength = current_request(), "NO KEY UPDATE" if exclusive else "SHARE"
    token = vars(request).get(_TOKEN_ATTRIBUTE) if request is not None else None
    if token is not None:
        is_valid = _lock_with_token(user_id, token, strength)
    else:
        is_valid = _is_active_locked(user_id, strength) and (request is None or _is_session_valid(request))
    if not is_valid:
        raise AccessEnded


def request_access_lock(*, exclusive: bool = False) -> None:
    """Lock the account and access of the present request, as ``access_lock`` does; nothing outside a request.

    For changes that work without a request makes, too, also of closed accounts: an erasure, an agent's file. Raises
    AccessEnded.
    """
    request = current_request()
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated:
        access_lock(user_id=user.pk, exclusive=exclusive)


@contextmanager
def access_transaction(*, exclusive: bool = False) -> Iterator[None]:
    """Open a transaction that is stored only while the present request may still act (``request_access_lock``).

    Also a decorator. Raises AccessEnded.
    """
    with transaction.atomic():
        request_access_lock(exclusive=exclusive)
        yield


def _is_session_valid(request: HttpRequest) -> bool:
    """Return whether the browser session of a request is still valid; True for one that has none."""
    session = getattr(request, "session", None)
    if session is None or session.session_key is None or not request.user.is_authenticated:
        return True
    stored = HttpRequest()
    stored.session = type(session)(session.session_key)
    return get_user(stored).pk == request.user.pk  # compares the password, too


def _is_active_locked(user_id: int, strength: str) -> bool:
    """Lock the row of an account; return whether it is open."""
    with connection.cursor() as cursor:
        cursor.execute(_ACCOUNT.format(strength=strength), [user_id])
        return bool(cursor.fetchone() == (True,))


def _lock_with_token(user_id: int, token: str, strength: str) -> bool:
    """Lock the rows of an account and a token; return whether both are there and the account is open."""
    with connection.cursor() as cursor:
        cursor.execute(_ACCOUNT_WITH_ACCESS.format(strength=strength), [token, user_id])
        return bool(cursor.fetchone() == (True,))
