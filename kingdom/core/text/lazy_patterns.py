"""Patterns that are compiled when they are first used.

The rules of messages have over a thousand, whose compilation takes a quarter of the time in which a process with all
apps starts. A command uses few of them or none.
"""

import re
from typing import Any, cast

_METHODS = ("search", "match", "fullmatch", "split", "findall", "finditer", "sub", "subn")
_made: "list[_LazyPattern]" = []


class _LazyPattern:
    """Behaves as the compiled pattern, whose methods become its own with the first use."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern, self._flags = pattern, flags

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever a pattern has
        return getattr(self.compiled(), name)

    def compiled(self) -> "re.Pattern[str]":
        """Compile it, and take over its methods. Raises re.error."""
        made = re.compile(self.pattern, self._flags)
        for method in _METHODS:
            setattr(self, method, getattr(made, method))
        return made


def lazy_pattern(pattern: str, flags: int = 0) -> "re.Pattern[str]":
    """Return a constant of a module in place of ``re.compile``. It is kept for good, and no argument of ``re.sub``."""
    made = _LazyPattern(pattern, flags)
    _made.append(made)
    return cast("re.Pattern[str]", made)


def lazy_patterns_compile() -> int:
    """Compile all that were made, before a process is forked that uses them; return their number. Raises re.error."""
    for made in _made:
        made.compiled()
    return len(_made)
