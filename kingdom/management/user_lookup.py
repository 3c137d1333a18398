"""Whom a command names."""

from kingdom.accounts.models import User
from kingdom.core.errors import NotFound


def active_user_by_name(name: str) -> User:
    """Return an active user by name. Raises NotFound with the command that makes one."""
    user = User.objects.filter(username=name, is_active=True).first()
    if user is None:
        raise NotFound(f"There is no active user {name}. Make one: manage.py user_create {name}")
    return user
