"""Values that take a second to compute and are computed once a process, however many threads ask at once.

``functools.lru_cache`` alone lets each of them compute: the first messages of eight users then read the Guardian's
policy eight times, on one processor.
"""

import threading
from collections.abc import Callable
from functools import lru_cache, update_wrapper
from typing import Generic, ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
MAX_VALUES = 4  # of different arguments that are kept


class ComputedOnce(Generic[P, T]):
    """A function whose values are kept, and of which one call runs at a time. Use as a decorator."""

    __wrapped__: Callable[P, T]

    def __init__(self, function: Callable[P, T]) -> None:
        """Keep the function; its arguments must be hashable."""
        self._cached = lru_cache(maxsize=MAX_VALUES)(function)
        self._lock = threading.RLock()  # a function may call itself
        update_wrapper(self, function)

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T:
        """Return the value for these arguments."""
        with self._lock:
            return self._cached(*args, **kwargs)  # type: ignore[arg-type] # hashable, which a ParamSpec cannot say

    def cache_clear(self) -> None:
        """Forget all values."""
        with self._lock:
            self._cached.cache_clear()
