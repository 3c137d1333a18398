"""Security events of accounts: sign-ins, sign-outs, passwords, rights and tokens, by pages, API and commands."""

from typing import Any

from axes.signals import user_locked_out
from django.contrib.auth.models import Group, Permission
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.db.models.signals import m2m_changed, post_delete, post_save, pre_save
from django.dispatch import receiver
from django.http import HttpRequest

from kingdom.accounts.models import ApiToken, SignInLink, User
from kingdom.accounts.own_account import signed_in_session_record
from kingdom.accounts.services import LOCK_LIFE_S
from kingdom.core.clock import utc_now
from kingdom.security_log.models import SecurityEventKind
from kingdom.security_log.request_actor import request_actor, user_actor
from kingdom.security_log.selectors import is_recorded_since
from kingdom.security_log.services import security_event_record

_RIGHTS = ("is_active", "is_staff", "is_superuser")


@receiver(user_logged_in)
def _signed_in(request: HttpRequest, user: User, **_: object) -> None:
    security_event_record(SecurityEventKind.SIGNED_IN, actor=user_actor(user, request))
    browser = request.META.get("HTTP_USER_AGENT", "")
    signed_in_session_record(user_id=user.pk, session=request.session, browser=browser)


@receiver(user_logged_out)
def _signed_out(request: HttpRequest, user: User | None, **_: object) -> None:
    if user is not None:
        security_event_record(SecurityEventKind.SIGNED_OUT, actor=user_actor(user, request))


def _account_name(credentials: dict[str, Any]) -> str:
    """Return the name if an account has it. Any other text is not recorded: it may be a password in the wrong field."""
    name = str(credentials.get("username", ""))[:150]
    return name if User.objects.filter(username=name).exists() else "(unknown name)"


@receiver(user_login_failed)
def _sign_in_failed(credentials: dict[str, Any], request: HttpRequest | None = None, **_: object) -> None:
    if request is None or getattr(request, "axes_locked_out", False):
        return  # a locked name is one event, whatever the number of attempts
    security_event_record(
        SecurityEventKind.SIGN_IN_FAILED, subject=_account_name(credentials), actor=request_actor(request)
    )


@receiver(user_locked_out)
def _locked_out(request: HttpRequest, username: str | None = None, **_: object) -> None:
    actor, subject = request_actor(request), _account_name({"username": username or ""})
    kind = SecurityEventKind.SIGN_IN_LOCKED
    if not is_recorded_since(kind, subject=subject, address=actor.address, seconds=LOCK_LIFE_S, now=utc_now()):
        security_event_record(kind, subject=subject, actor=actor)


def _is_new_password(before: User, after: User) -> bool:
    """Return whether the password differs, and not only its hash.

    Django stores a stronger hash of the same password at a sign-in: it forgets the raw password before it saves.
    """
    is_rehash = after.has_usable_password() and after._password is None  # type: ignore[attr-defined]
    return before.password != after.password and not is_rehash


@receiver(pre_save, sender=User)
def _user_changed(instance: User, update_fields: frozenset[str] | None, **_: object) -> None:
    watched = {"password", *_RIGHTS}
    names = watched if update_fields is None else watched & update_fields
    before = User.objects.filter(pk=instance.pk).first() if names and instance.pk else None
    if before is None:
        return
    subject = f"user {instance.username}"
    if "password" in names and _is_new_password(before, instance):
        security_event_record(SecurityEventKind.PASSWORD_CHANGED, subject=subject)
    changed = {name: getattr(instance, name) for name in _RIGHTS if getattr(before, name) != getattr(instance, name)}
    if changed:
        security_event_record(SecurityEventKind.USER_CHANGED, subject=subject, details=changed)


@receiver(post_save, sender=User)
def _user_created(instance: User, created: bool, **_: object) -> None:
    if created:
        details = {"created": True, **{name: getattr(instance, name) for name in _RIGHTS}}
        security_event_record(SecurityEventKind.USER_CHANGED, subject=f"user {instance.username}", details=details)


@receiver(m2m_changed, sender=User.groups.through)
@receiver(m2m_changed, sender=User.user_permissions.through)
@receiver(m2m_changed, sender=Group.permissions.through)
def _rights_changed(
    instance: User | Group, action: str, model: type[Group | Permission], pk_set: set[int] | None, **_: object
) -> None:
    if action not in ("post_add", "post_remove", "pre_clear"):
        return
    subject = f"user {instance.username}" if isinstance(instance, User) else f"{instance._meta.model_name} {instance}"
    details = {action.partition("_")[2]: model.__name__.lower(), "ids": sorted(pk_set or ())}
    security_event_record(SecurityEventKind.USER_CHANGED, subject=subject, details=details)


@receiver(post_save, sender=SignInLink)
def _sign_in_link_created(instance: SignInLink, created: bool, **_: object) -> None:
    if created:
        subject = f"user {instance.user.username}"
        security_event_record(SecurityEventKind.USER_CHANGED, subject=subject, details={"sign_in_link": "created"})


@receiver(post_save, sender=ApiToken)
def _token_created(instance: ApiToken, created: bool, **_: object) -> None:
    if created:
        _token_event(SecurityEventKind.TOKEN_CREATED, instance)


@receiver(post_delete, sender=ApiToken)
def _token_deleted(instance: ApiToken, **_: object) -> None:
    _token_event(SecurityEventKind.TOKEN_DELETED, instance)


def _token_event(kind: SecurityEventKind, token: ApiToken) -> None:
    security_event_record(kind, subject=f"token {token.token_key}", details={"user_id": token.user_id})
