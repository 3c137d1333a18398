"""Writes of the accounts room: API tokens and one-time sign-in links."""

import secrets
from datetime import timedelta

from kingdom.accounts.models import ApiToken, SignInLink, User
from kingdom.contracts.canonical import text_digest
from kingdom.core.clock import utc_now
from kingdom.core.errors import Gone, NotFound

TOKEN_LIFE = timedelta(days=90)
LINK_LIFE = timedelta(hours=1)
LINK_GONE = "This link was used or has expired. Ask for another, or sign in with your password."


def token_create(*, user: User, name: str, life: timedelta | None = TOKEN_LIFE) -> tuple[ApiToken, str]:
    """Make a named API token and return it with its secret, which is stored nowhere. ``life`` None never expires."""
    token, secret = ApiToken.objects.create(user, expiry=life, name=name)
    return token, secret


def token_delete(*, user: User, key: str) -> None:
    """Delete one of the user's tokens by its non-secret key. Raises NotFound for another's or none."""
    deleted, _ = ApiToken.objects.filter(user=user, token_key=key).delete()
    if not deleted:
        raise NotFound("You have no token with this key.")


def signinlink_create(*, user: User, life: timedelta = LINK_LIFE) -> str:
    """Make a link that signs a user in once and return its secret (the last part of /sign-in/<secret>/). Only its digest is stored."""
    secret = secrets.token_urlsafe(32)
    SignInLink.objects.create(user=user, secret_digest=text_digest(secret), expires_at=utc_now() + life)
    return secret


def signinlink_use(*, secret: str) -> User:
    """Spend a link and return its user. Raises Gone when it was spent, has expired, never was, or its user may not sign in.

    Compare-and-set on "not used": of two who click at once, one gets in.
    """
    link = SignInLink.objects.filter(secret_digest=text_digest(secret)).select_related("user").first()
    if link is None or not link.user.is_active:
        raise Gone(LINK_GONE)
    now = utc_now()
    if SignInLink.objects.filter(pk=link.pk, used_at=None, expires_at__gt=now).update(used_at=now) != 1:
        raise Gone(LINK_GONE)
    return link.user
