"""Users named by a command's options."""

from kingdom.accounts.models import User
from kingdom.core.errors import NotFound


def active_user_by_name(name: str) -> User:
    """Return an active user by name. Raises NotFound with the command that creates one."""
    user = User.objects.filter(username=name, is_active=True).first()
    if user is None:
        raise NotFound(f"There is no active user {name}. Create one: manage.py user_create {name}")
    return user
