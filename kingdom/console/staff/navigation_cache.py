"""The admin's list of models, made once for each set of rights and language: every page of the admin shows it."""

from collections.abc import Callable, Hashable
from typing import Any

from django.utils.translation import get_language

MAX_KEPT = 100  # sets of rights in two languages; a list takes about 30 kB
Navigation = list[dict[str, Any]]


class NavigationCache:
    """Keeps the lists in this process. Nobody may change one.

    What a list holds depends on the caller's rights and language alone: the pages ask for nothing else. A right that is
    given or taken is another key at the next request, since the rights are read for each request.
    """

    def __init__(self) -> None:
        """Nothing is kept yet."""
        self._kept: dict[Hashable, Navigation] = {}

    def get(self, user: Any, make: Callable[[], Navigation]) -> Navigation:  # noqa: ANN401 - of any backend, or nobody
        """Return the list of a user, by ``make()`` the first time."""
        if not user.is_active or not user.is_staff:
            return make()
        key = (get_language(), "all" if user.is_superuser else frozenset(user.get_all_permissions()))
        if key not in self._kept:
            if len(self._kept) >= MAX_KEPT:
                self.clear()
            self._kept[key] = make()
        return self._kept[key]

    def clear(self) -> None:
        """Forget all lists."""
        self._kept = {}
