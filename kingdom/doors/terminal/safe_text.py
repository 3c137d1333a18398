"""Text of specialists and models for a terminal. Pure."""

_SHOWN_CONTROLS = "\n\t"
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


def terminal_text(text: str) -> str:
    """Return a text whose control characters are replaced: an escape sequence could change what the terminal shows, or
    its clipboard.
    """
    return "".join(one if one.isprintable() or one in _SHOWN_CONTROLS else REPLACEMENT for one in text)
