"""Writes of the accounts room: API tokens."""

import hashlib
import secrets
from datetime import timedelta

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from kingdom.accounts.models import ApiToken, SignInLink, User
from kingdom.core.clock import Clock, utc_now
from kingdom.core.errors import BadInput, Conflict, Gone, NotFound

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


LINK_LIFE = timedelta(minutes=30)
ADMIN_NAME = "admin"


def _secret_digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def user_create(*, name: str, password: str | None = None, staff: bool = False) -> User:
    """Make a person; without a password they sign in by links and tokens only.

    Raises BadInput for a name or a password the rules refuse, Conflict when the name is taken.
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
        raise Conflict(f"There is a user {name} already.") from error
    return user


def admin_ensure() -> tuple[User, bool]:
    """Return somebody who may do everything, making ``admin`` when there is nobody; and whether it was made."""
    found = User.objects.filter(is_superuser=True, is_active=True).order_by("pk").first()
    if found is not None:
        return found, False
    return user_create(name=ADMIN_NAME, staff=True), True


def sign_in_link_create(*, user: User, life: timedelta = LINK_LIFE, clock: Clock = utc_now) -> str:
    """Make a link's secret for one sign-in and return it; only its digest is stored. The user's earlier unused links end."""
    secret = secrets.token_urlsafe(32)
    now = clock()
    with transaction.atomic():
        SignInLink.objects.filter(user=user, used_at=None).update(expires_at=now)
        SignInLink.objects.create(user=user, secret_digest=_secret_digest(secret), expires_at=now + life)
    return secret


def sign_in_link_use(*, secret: str, clock: Clock = utc_now) -> User:
    """Spend a link and return whom it signs in. Compare-and-set: of two uses at once one wins.

    Raises Gone for a secret that is unknown, used or expired, or whose user is deactivated: the answer is the same for all.
    """
    now = clock()
    links = SignInLink.objects.filter(
        secret_digest=_secret_digest(secret), used_at=None, expires_at__gt=now, user__is_active=True
    )
    with transaction.atomic():
        link = links.select_related("user").first()
        if link is None or links.filter(pk=link.pk).update(used_at=now) != 1:
            raise Gone("This sign-in link was used already or has expired. `make up` prints a new one.")
    return link.user
