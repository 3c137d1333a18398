"""What users change of their own account: theme, language, time zone, and the browsers in which they are signed in."""

from functools import cache
from zoneinfo import available_timezones

from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from kingdom.accounts.access import access_transaction
from kingdom.accounts.models import SignedInSession, User
from kingdom.core.errors import BadInput, NotFound

MAX_BROWSER_LENGTH = 200


@cache
def time_zones() -> tuple[str, ...]:
    """Return the names of all time zones, sorted. They are files, which are read once in a process."""
    return tuple(sorted(available_timezones()))


def appearance_set(*, user_id: int, theme: str, language: str, time_zone: str) -> None:
    """Store how pages look. "" is the system's theme, the browser's language, the installation's time zone.

    Raises BadInput.
    """
    if theme not in ("", *User.Theme.values):
        raise BadInput("Choose light, dark, or that of your system.")
    if language not in ("", *User.Language.values):
        raise BadInput("Choose English, Deutsch, or that of your browser.")
    if time_zone and time_zone not in time_zones():
        raise BadInput(f"There is no time zone {time_zone[:100]}. Write it like Europe/Berlin.")
    with access_transaction(exclusive=True):
        User.objects.filter(pk=user_id).update(theme=theme, language=language, time_zone=time_zone)


def signed_in_session_record(*, user_id: int, session: SessionBase, browser: str) -> None:
    """Store that a user is signed in with a session, and forget the user's sessions that have ended."""
    if session.session_key is None:
        session.save()
    SignedInSession.objects.update_or_create(
        session_key=session.session_key or "",
        defaults={"user_id": user_id, "browser": browser[:MAX_BROWSER_LENGTH].replace("\0", "")},
    )
    SignedInSession.objects.filter(~_is_open(), user_id=user_id).delete()


def signed_in_sessions_of(*, user_id: int) -> QuerySet[SignedInSession]:
    """Return the open sessions of a user, newest first."""
    return SignedInSession.objects.filter(_is_open(), user_id=user_id).order_by("-created_at", "-pk")


@access_transaction()
def signed_in_session_end(*, user_id: int, pk: int) -> None:
    """Sign one of the user's browsers out. Raises NotFound."""
    found = SignedInSession.objects.filter(user_id=user_id, pk=pk).first()
    if found is None:
        raise NotFound("You are not signed in there any more.")
    Session.objects.filter(session_key=found.session_key).delete()
    found.delete()


def _is_open() -> Exists:
    return Exists(Session.objects.filter(session_key=OuterRef("session_key"), expire_date__gt=timezone.now()))
