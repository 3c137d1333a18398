"""The check in the transaction that begins work: may its user, and the request that asks for it, still do so?

A request is authenticated before it is handled. Its account may be closed, its token deleted or its password changed in
between; the rows that say so are locked here until the work is stored, so that one of the two comes first.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib.auth import get_user
from django.db import connection, models, transaction
from django.http import HttpRequest

from kingdom.accounts.models import ApiToken, User
from kingdom.core.errors import NotAllowed
from kingdom.security_log.request_actor import current_request

_TOKEN_ATTRIBUTE = "kingdom_token_id"  # noqa: S105 - a name


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
    active = _locked_row(User, user_id, "is_active", "NO KEY UPDATE" if exclusive else "SHARE")
    request = current_request()
    if active != (True,) or (request is not None and not _is_access_valid(request)):
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


def _is_access_valid(request: HttpRequest) -> bool:
    """Return whether the token or browser session of a request is still valid; True for one that has neither."""
    token = vars(request).get(_TOKEN_ATTRIBUTE)
    if token is not None:
        return _locked_row(ApiToken, token, "user", "KEY SHARE") is not None
    session = getattr(request, "session", None)
    if session is None or session.session_key is None or not request.user.is_authenticated:
        return True
    stored = HttpRequest()
    stored.session = type(session)(session.session_key)
    return get_user(stored).pk == request.user.pk  # compares the password, too


def _locked_row(model: type[models.Model], key: int | str, field: str, strength: str) -> tuple[object, ...] | None:
    """Return a field of a row, which is locked as PostgreSQL's ``FOR SHARE`` or ``FOR KEY SHARE``; None without it."""
    columns = {one.name: str(one.column) for one in model._meta.concrete_fields}
    key_name = model._meta.pk.name if model._meta.pk is not None else "id"
    names = (columns[field], model._meta.db_table, columns[key_name])
    column, table, pk = (connection.ops.quote_name(name) for name in names)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {column} FROM {table} WHERE {pk} = %s FOR {strength}", [key])  # noqa: S608 - names
        row: tuple[object, ...] | None = cursor.fetchone()
    return row
