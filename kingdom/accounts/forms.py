"""Forms that change a password: each asks whether the user's API tokens end with it."""

from typing import Any

from django import forms
from django.contrib.auth.forms import AdminPasswordChangeForm, PasswordChangeForm
from django.utils.translation import gettext_lazy

from kingdom.accounts.models import User

_LABEL = gettext_lazy("Also end API tokens")
_HELP = gettext_lazy("Programs that use one of them must get a new one. Other sessions end in any case.")


class _EndTokensMixin:
    """Saves a password and ends the user's tokens unless the box is unticked."""

    cleaned_data: dict[str, Any]

    def set_password_and_save(self, user: User, *args: Any, **kwargs: Any) -> User:  # noqa: ANN401 - Django's signature
        """Save the password; end tokens by the choice."""
        user.keeps_tokens = not self.cleaned_data["end_tokens"]
        saved: User = super().set_password_and_save(user, *args, **kwargs)  # type: ignore[misc] # Django's form is the next class
        return saved


class OwnPasswordForm(_EndTokensMixin, PasswordChangeForm):
    """A user's own password, with the present one."""

    end_tokens = forms.BooleanField(label=_LABEL, help_text=_HELP, required=False, initial=True)


class UserPasswordForm(_EndTokensMixin, AdminPasswordChangeForm):  # type: ignore[type-arg] # generic only for the type checker
    """A superuser's form for the password of any user."""

    end_tokens = forms.BooleanField(label=_LABEL, help_text=_HELP, required=False, initial=True)
