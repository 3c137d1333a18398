"""Passwords: their checks, and the forms that change them.

One check at a time for a name and for an address, so that the limit of wrong ones holds. A form that changes a password
asks whether the user's API tokens end with it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from axes.helpers import get_client_ip_address
from django import forms
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth import authenticate
from django.contrib.auth.forms import AdminPasswordChangeForm, AuthenticationForm, PasswordChangeForm
from django.core.exceptions import ValidationError
from django.db import OperationalError, connection, transaction
from django.http import HttpRequest
from django.utils.translation import gettext, gettext_lazy, gettext_noop
from django.views.decorators.debug import sensitive_variables

from kingdom.accounts.access import access_transaction
from kingdom.accounts.models import User
from kingdom.core.background.jobs import advisory_lock
from kingdom.core.errors import Busy

TURN_WAIT = "3s"  # many requests at once may not hold a connection each for longer
_TURN_TAKEN = gettext_noop("Too many sign-ins with this name or from this address at once. Try again in a moment.")
_LOCK_NOT_AVAILABLE = "55P03"  # SQLSTATE
_END_TOKENS = gettext_lazy("Also end API tokens")
_END_TOKENS_HELP = gettext_lazy("Programs that use one of them must get a new one. Other sessions end in any case.")


@contextmanager
def password_turn(request: HttpRequest, username: str) -> Iterator[None]:
    """Wait for the turn of a name and of the request's address; no other check of theirs runs in the block.

    django-axes reads the number of wrong passwords before a check and writes it after: without turns, requests at the
    same moment all read the same number, and each may guess. The block must not end by an exception of a wrong
    password, which would undo the count. Raises Busy when the turn does not come within three seconds.
    """
    try:
        with transaction.atomic():
            _take_turn([f"password of {username.lower()}", f"password from {get_client_ip_address(request)}"])
            yield
    except OperationalError as error:
        if getattr(error.__cause__, "sqlstate", None) != _LOCK_NOT_AVAILABLE:
            raise
        raise Busy(_TURN_TAKEN) from None


def _take_turn(names: list[str]) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('lock_timeout', %s, true)", [TURN_WAIT])
        for name in sorted(names):
            advisory_lock(name)
        cursor.execute("SELECT set_config('lock_timeout', '0', true)")


@sensitive_variables("password")
def password_user(request: HttpRequest, *, username: str, password: str) -> User | None:
    """Return the active user of a name and password, None for a wrong one or a locked name. Raises Busy."""
    with password_turn(request, username):
        user = authenticate(request, username=username, password=password)
    return user if isinstance(user, User) else None


class _TurnMixin:
    """Checks the password of a form in its turn."""

    request: HttpRequest | None
    cleaned_data: dict[str, Any]

    def clean(self) -> dict[str, Any]:
        """Return the checked values. Raises ValidationError for a wrong password, and when the turn does not come."""
        if self.request is None:
            return self._checked()
        refusal = None
        try:
            with password_turn(self.request, str(self.cleaned_data.get("username") or "")):
                try:
                    return self._checked()
                except ValidationError as error:
                    refusal = error
        except Busy as error:
            raise ValidationError(gettext(error.message), code=error.code) from None
        raise refusal

    def _checked(self) -> dict[str, Any]:
        checked: dict[str, Any] = super().clean()  # type: ignore[misc] # Django's form is the next class
        return checked


class SignInForm(_TurnMixin, AuthenticationForm):
    """The form of the sign-in page."""


class AdminSignInForm(_TurnMixin, AdminAuthenticationForm):
    """The form of the admin's sign-in page."""


class _EndTokensMixin:
    """Saves a password and ends the user's tokens unless the box is unticked."""

    cleaned_data: dict[str, Any]

    def set_password_and_save(self, user: User, *args: Any, **kwargs: Any) -> User:  # noqa: ANN401 - Django's signature
        """Save the password; end tokens by the choice. Raises AccessEnded."""
        user.keeps_tokens = not self.cleaned_data["end_tokens"]
        with access_transaction(exclusive=True):
            saved: User = super().set_password_and_save(user, *args, **kwargs)  # type: ignore[misc] # Django's form is the next class
        return saved


class OwnPasswordForm(_EndTokensMixin, PasswordChangeForm):
    """A user's own password, with the present one."""

    end_tokens = forms.BooleanField(label=_END_TOKENS, help_text=_END_TOKENS_HELP, required=False, initial=True)


class UserPasswordForm(_EndTokensMixin, AdminPasswordChangeForm):  # type: ignore[type-arg] # generic only for the type checker
    """A superuser's form for the password of any user."""

    end_tokens = forms.BooleanField(label=_END_TOKENS, help_text=_END_TOKENS_HELP, required=False, initial=True)
