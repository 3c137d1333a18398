"""Users, API tokens and one-time sign-in links."""

from typing import Any

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models, transaction
from django.db.models.functions import Now
from knox.models import AbstractAuthToken

from kingdom.accounts.token_scopes import ALL_SCOPES
from kingdom.core.field_classes import field_classes


def all_scopes() -> list[str]:
    """Return all scopes of a token: those of a token that was made before there were scopes."""
    return list(ALL_SCOPES)


@field_classes(staff="username first_name last_name email time_zone", sealed="password", of="id")
class User(AbstractUser):  # type: ignore[django-manager-missing] # knox ships no types
    """A user. A class of its own, because AUTH_USER_MODEL cannot be swapped after the first migration."""

    class Theme(models.TextChoices):
        """The colours of the pages; empty: as the user's system has them."""

        LIGHT = "light"
        DARK = "dark"

    class Language(models.TextChoices):
        """The language of the pages; empty: the first that the user's browser accepts."""

        ENGLISH = "en", "English"
        GERMAN = "de", "Deutsch"

    theme = models.CharField(max_length=5, choices=Theme.choices, blank=True)
    language = models.CharField(max_length=2, choices=Language.choices, blank=True)
    time_zone = models.CharField(max_length=64, blank=True)  # of the times on pages; empty: the installation's

    keeps_tokens = False  # of this object: set before a new password is saved that ends no API tokens
    _loses_password = False

    def set_unusable_password(self) -> None:
        """Remove the password; saving then ends the access as a new password does."""
        super().set_unusable_password()
        self._loses_password = True

    def save(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - Django's signature
        """Save, and end the access of a user who is deactivated or whose password changes. Django ends the sessions."""
        has_new_password = getattr(self, "_password", None) is not None or self._loses_password
        was_stored = not self._state.adding
        with transaction.atomic():
            super().save(*args, **kwargs)
            if was_stored and (has_new_password or not self.is_active):
                self._end_access(tokens=not (self.is_active and self.keeps_tokens))
        self._loses_password = False

    def _end_access(self, *, tokens: bool) -> None:
        """Expire the unused sign-in links, and with ``tokens`` delete the API tokens."""
        SignInLink.objects.filter(user=self, used_at=None).update(expires_at=Now())
        if tokens:
            ApiToken.objects.filter(user=self).delete()


@field_classes(staff="token_key name scopes", sealed="digest")
class ApiToken(AbstractAuthToken):  # type: ignore[misc] # knox ships no types
    """A named, hashed, expiring API token."""

    name = models.CharField(max_length=100, default="token")
    last_used_at = models.DateTimeField(null=True, blank=True)
    scopes = models.JSONField(default=all_scopes)  # of kingdom.accounts.token_scopes

    class Meta:
        swappable = "KNOX_TOKEN_MODEL"

    def __str__(self) -> str:
        """Return the name and the non-secret start of the token."""
        return f"{self.name} ({self.token_key}…)"


@field_classes(sealed="secret_digest")
class SignInLink(models.Model):
    """A link that signs one user in once. Only the digest of its secret is stored."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="sign_in_links")
    secret_digest = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        """Return the user's id."""
        return f"sign-in link for user {self.user_id}"


@field_classes(owner="browser", sealed="session_key")
class SignedInSession(models.Model):
    """One browser in which a user is signed in. The session itself is Django's; without it the row is stale."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    session_key = models.CharField(max_length=40, unique=True)
    browser = models.CharField(max_length=200, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        """Return the user's id."""
        return f"session of user {self.user_id}"
