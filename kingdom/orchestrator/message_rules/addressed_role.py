"""Messages that name their specialist: ``@unit_converter how many cups is 250 ml``. Pure."""

import re

_ADDRESSED = re.compile(r"@([a-z][a-z0-9_]{0,60})[\s,:]+(?=\S)", re.ASCII)


def addressed_role(text: str) -> tuple[str, str]:
    """Return the name after the @ at the beginning of a message, and the text after it; ("", text) without one."""
    found = _ADDRESSED.match(text)
    return (found[1], text[found.end() :]) if found is not None else ("", text)
