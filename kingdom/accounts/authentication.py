"""Authentication by API token: ``Authorization: Token …`` or ``Bearer …``."""

import re
from collections.abc import Collection
from datetime import datetime, timedelta
from hmac import compare_digest

from django.db.models import Q, QuerySet
from django.http import HttpRequest
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from knox.auth import TokenAuthentication as KnoxAuthentication
from knox.crypto import hash_token
from knox.settings import CONSTANTS
from rest_framework.authentication import get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.request import Request

from kingdom.accounts.access import request_token_set
from kingdom.accounts.models import ApiToken, User
from kingdom.accounts.token_scopes import missing_scope_message, required_scopes
from kingdom.core.clock import utc_now
from kingdom.core.sql.composed_query import ComposedQuery

LAST_USED_INTERVAL = timedelta(minutes=1)  # precision of last_used_at, so that not every request writes
_SCOPES_ATTRIBUTE = "kingdom_token_scopes"
_TOKEN_PATTERN = re.compile(r"[A-Za-z0-9_\-]{15,200}")
_INVALID_TOKEN_MESSAGE = "This token is not valid, or has expired. Make one at /api/v1/auth/tokens/."  # noqa: S105 - a text


class TokenAuthentication(KnoxAuthentication):  # type: ignore[misc] # knox ships no types
    """Knox's hashed tokens with two schemes, one query per request, and the time of last use."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        """Return the user and the token; None for another scheme.

        Raises AuthenticationFailed; PermissionDenied for a token without the scope that the request needs.
        """
        parts = get_authorization_header(request).split()
        if not parts or parts[0].lower() not in (b"token", b"bearer"):
            return None
        if len(parts) != 2:
            raise AuthenticationFailed("The header is `Authorization: Token <secret>`: one word and one secret.")
        user, token = self.authenticate_credentials(parts[1])
        token_scope_check(request, token.scopes)
        request_token_set(getattr(request, "_request", request), token)
        return user, token

    def authenticate_credentials(self, token: bytes) -> tuple[User, ApiToken]:
        """Return the user and row of a valid token. Raises AuthenticationFailed."""
        secret = token.decode("ascii", "replace")
        if not _TOKEN_PATTERN.fullmatch(secret):  # PostgreSQL refuses NUL and broken characters
            raise AuthenticationFailed(_INVALID_TOKEN_MESSAGE)
        now = utc_now()
        for row in _valid_tokens.rows(key=secret[: CONSTANTS.TOKEN_KEY_LENGTH], now=now):
            if compare_digest(hash_token(secret), row.digest) and row.user.is_active:
                if row.last_used_at is None or now - row.last_used_at > LAST_USED_INTERVAL:
                    ApiToken.objects.filter(pk=row.pk).update(last_used_at=now)
                return row.user, row
        raise AuthenticationFailed(_INVALID_TOKEN_MESSAGE)


def _valid_tokens_query(key: str, now: datetime) -> QuerySet[ApiToken]:
    valid: QuerySet[ApiToken] = ApiToken.objects.filter(Q(expiry=None) | Q(expiry__gt=now), token_key=key)
    return valid.select_related("user")


_valid_tokens = ComposedQuery(_valid_tokens_query, key=str, now=datetime)


def token_scope_check(request: Request, scopes: Collection[str]) -> None:
    """Check a token's scopes for a request, and keep them on it. Raises PermissionDenied."""
    plain: HttpRequest = getattr(request, "_request", request)
    vars(plain)[_SCOPES_ATTRIBUTE] = frozenset(scopes)
    match = plain.resolver_match
    held_check(plain, required_scopes(match.url_name if match is not None else None, plain.method or ""))


def held_check(request: HttpRequest, needed: Collection[str]) -> None:
    """Check that the token of an authenticated request has one of some scopes. Raises PermissionDenied."""
    if message := missing_scope_message(vars(request).get(_SCOPES_ATTRIBUTE, ()), needed):
        raise PermissionDenied(message)


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The token scheme in the OpenAPI schema."""

    target_class = "kingdom.accounts.authentication.TokenAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        """Return the security scheme object."""
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`Token <secret>` or `Bearer <secret>`, with a secret of `POST /api/v1/auth/tokens/`.",
        }
