"""Writes of the accounts room: API tokens."""

from datetime import timedelta

from kingdom.accounts.models import ApiToken, User
from kingdom.core.errors import NotFound

TOKEN_LIFE = timedelta(days=90)


def token_create(*, user: User, name: str, life: timedelta | None = TOKEN_LIFE) -> tuple[ApiToken, str]:
    """Make a named API token and return it with its secret, which is stored nowhere. ``life`` None never expires."""
    token, secret = ApiToken.objects.create(user, expiry=life, name=name)
    return token, secret


def token_delete(*, user_id: int, key: str) -> None:
    """Delete one of the user's tokens by its non-secret key. Raises NotFound for another's or none."""
    deleted, _ = ApiToken.objects.filter(user_id=user_id, token_key=key).delete()
    if not deleted:
        raise NotFound("You have no token with this key.")
