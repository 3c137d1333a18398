"""Ends a user's access while a request of theirs is handled, on a connection of its own."""

import threading
from collections.abc import Callable

from django.db import connection

from kingdom.accounts.models import ApiToken, User


def elsewhere(work: Callable[[], object]) -> threading.Thread:
    """Start work on a connection of its own."""

    def body() -> None:
        try:
            work()
        finally:
            connection.close()

    thread = threading.Thread(target=body)
    thread.start()
    return thread


def close_account(user: User) -> None:
    stored = User.objects.get(pk=user.pk)
    stored.is_active = False
    stored.save()


def delete_token(user: User) -> None:
    ApiToken.objects.filter(user=user).delete()


def change_password(user: User) -> None:
    stored = User.objects.get(pk=user.pk)
    stored.set_password("another good password 7")
    stored.save()
