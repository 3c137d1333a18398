"""Masking of secret links in the path of a request."""

import re

from kingdom.core.text.secret_masking import MASK, PLAIN_LINK_PARTS, SECRET_LINKS

# The parts of Kingdom's own addresses: words in lower case, versions, numbers, UUIDs. A link's token is none of them.
_PLAIN_PART = re.compile(
    r"|\.?[a-z]{1,24}[0-9]{0,2}[a-z]?(?:[._-](?:[a-z]{1,24}[0-9]{0,2}|[0-9]{1,4}))*"
    r"|[0-9]{1,19}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
)


def mask_path(path: str) -> str:
    """Return a path with every part masked that may be a piece of a secret link.

    A link may arrive torn or mistyped (by a line break of a mail, encoded twice, with a letter missing) and its pieces
    still make the secret. So not what looks like a link is masked, but all that is no plain part of an address, and
    all that follows.
    """
    shown: list[str] = []
    is_plain = True
    for part in path.split("/"):
        shows = _PLAIN_PART.fullmatch(part) is not None if is_plain else part in {"", *PLAIN_LINK_PARTS}
        shown.append(part if shows else MASK)
        is_plain = is_plain and shows and part not in SECRET_LINKS
    return "/".join(shown)
