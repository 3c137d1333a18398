"""Writes of accounts: users, API tokens, sign-in links."""

import secrets
from collections.abc import Collection
from datetime import timedelta

from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from kingdom.accounts.access import access_lock, access_transaction, request_access_lock
from kingdom.accounts.models import ApiToken, SignInLink, User
from kingdom.accounts.token_scopes import ALL_SCOPES
from kingdom.contracts.formats.canonical import text_digest
from kingdom.core.clock import Clock, utc_now
from kingdom.core.errors import BadInput, Conflict, Gone, NotFound

TOKEN_LIFE = timedelta(days=90)
LINK_LIFE = timedelta(minutes=30)
LOCK_LIFE_S = int(timedelta(hours=settings.AXES_COOLOFF_TIME).total_seconds())  # of a name after wrong passwords
ADMIN_NAME = "admin"


def token_create(
    *, user: User, name: str, life: timedelta | None = TOKEN_LIFE, scopes: Collection[str] = ALL_SCOPES
) -> tuple[ApiToken, str]:
    """Create an API token and return it with its secret, which is not stored. ``life`` None: it never expires.

    Raises BadInput without a scope and for an unknown one, and AccessEnded.
    """
    if not scopes or set(scopes) - set(ALL_SCOPES):
        raise BadInput(f"Choose what the token may do: {', '.join(ALL_SCOPES)}.")
    stored = [scope for scope in ALL_SCOPES if scope in scopes]
    with transaction.atomic():
        access_lock(user_id=user.pk)  # a new password ends all tokens, also one that is made meanwhile
        token, secret = ApiToken.objects.create(user, expiry=life, name=name, scopes=stored)
    return token, secret


@access_transaction(exclusive=True)
def token_delete(*, user_id: int, key: str) -> None:
    """Delete one of the user's tokens by its non-secret key. Raises NotFound."""
    deleted, _ = ApiToken.objects.filter(user_id=user_id, token_key=key).delete()
    if not deleted:
        raise NotFound("You have no token with this key.")


def user_create(*, name: str, password: str | None = None, staff: bool = False) -> User:
    """Create a user; without a password they can sign in by links and tokens only.

    Raises BadInput for an invalid name or password, Conflict for an existing name.
    """
    user = User(username=name, is_staff=staff, is_superuser=staff)
    if password is None:
        user.set_unusable_password()
    else:
        try:
            validate_password(password, user)
        except ValidationError as error:
            raise BadInput(" ".join(error.messages)) from error
        user.set_password(password)
    try:
        user.full_clean(exclude=["password"], validate_unique=False)
        with transaction.atomic():
            user.save(force_insert=True)
    except ValidationError as error:
        raise BadInput(" ".join(error.messages)) from error
    except IntegrityError as error:
        raise Conflict(f"There is a user {name} already. Choose another name.") from error
    return user


def admin_ensure() -> tuple[User, bool]:
    """Return an active superuser, creating ``admin`` if there is none, and whether it was created."""
    superuser = User.objects.filter(is_superuser=True, is_active=True).order_by("pk").first()
    if superuser is not None:
        return superuser, False
    return user_create(name=ADMIN_NAME, staff=True), True


def sign_in_link_create(*, user: User, life: timedelta = LINK_LIFE, clock: Clock = utc_now) -> str:
    """Create a sign-in link and return its secret; only its digest is stored. Ends the user's unused links."""
    secret = secrets.token_urlsafe(32)
    now = clock()
    with transaction.atomic():
        request_access_lock()
        SignInLink.objects.filter(user=user, used_at=None).update(expires_at=now)
        SignInLink.objects.create(user=user, secret_digest=text_digest(secret), expires_at=now + life)
    return secret


def sign_in_link_use(*, secret: str, clock: Clock = utc_now) -> User:
    """Mark a link as used and return its user. Of two concurrent uses one succeeds.

    Raises Gone, with the same message, for an unknown, used or expired link and for a deactivated user.
    """
    now = clock()
    links = SignInLink.objects.filter(
        secret_digest=text_digest(secret), used_at=None, expires_at__gt=now, user__is_active=True
    )
    with transaction.atomic():
        link = links.select_related("user").first()
        if link is None or links.filter(pk=link.pk).update(used_at=now) != 1:
            raise Gone(
                "This sign-in link was used already or has expired. An administrator can make a new one: "
                "in the admin under Users, or by `manage.py sign_in_link NAME`."
            )
    return link.user
