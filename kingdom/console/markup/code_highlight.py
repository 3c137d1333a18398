"""Colours of code in answers, by Pygments: spans with its CSS classes, which ``code.css`` colours in both themes."""

import time
from functools import lru_cache

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from pygments.token import STANDARD_TYPES

MAX_CHARS = 6_000  # of a block: some lexers take quadratic time, 6,000 hostile characters about a second
PAGE_BUDGET_S = 1.0  # spent on one page; what is left then stays plain, and is coloured when the page is read again
CLASSES = frozenset(STANDARD_TYPES.values()) - {""}
LANGUAGES = {
    "bash", "c", "cpp", "c++", "c#", "csharp", "console", "css", "diff", "docker", "dockerfile", "go", "golang",
    "html", "ini", "java", "javascript", "js", "json", "jsx", "kotlin", "lua", "make", "makefile", "md",
    "markdown", "perl", "php", "postgresql", "powershell", "ps1", "py", "py3", "pycon", "python", "python3", "r",
    "rb", "ruby", "rs", "rust", "scala", "scss", "sh", "shell", "sql", "swift", "toml", "ts", "tsx", "typescript",
    "xml", "yaml", "yml", "zsh",
}  # fmt: skip
_FORMATTER = HtmlFormatter(nowrap=True)


class CodeHighlighter:
    """Highlights the code of one page within its time. Not for two threads."""

    def __init__(self, budget_s: float = PAGE_BUDGET_S) -> None:
        """``budget_s`` are the seconds that the page may take."""
        self._left_s = budget_s

    def markup(self, code: str, language: str, _attributes: str = "") -> str:
        """Return the HTML of a code block's content; "" to show it plain.

        Plain are unknown languages, blocks of more than 6,000 characters, and what comes after the page's time is over.
        """
        name = language.lower()
        if name not in LANGUAGES or len(code) > MAX_CHARS or self._left_s <= 0:
            return ""
        started = time.monotonic()
        try:
            return _markup(code, name)
        finally:
            self._left_s -= time.monotonic() - started


@lru_cache(maxsize=256)
def _markup(code: str, language: str) -> str:
    markup: str = highlight(code, get_lexer_by_name(language, stripnl=False, ensurenl=False), _FORMATTER)
    return markup
