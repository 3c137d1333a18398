"""The mail server's URL, parsed for Django's settings."""

from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from kingdom.core.errors import BadConfiguration

_DEFAULT_PORTS = {"smtp": 587, "smtps": 465, "smtp+plain": 25}


class MailServer(NamedTuple):
    """How to reach the mail server."""

    host: str = "localhost"
    port: int = 25
    user: str = ""
    password: str = ""
    starttls: bool = False
    ssl: bool = False


def mail_settings(url: str) -> MailServer:
    """Return the parts of an ``smtp://`` (STARTTLS), ``smtps://`` (TLS) or ``smtp+plain://`` (a local relay) URL.

    An empty URL returns unused defaults. Raises BadConfiguration without the URL, which may contain a password.
    """
    if not url:
        return MailServer()
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise BadConfiguration("KINGDOM_EMAIL_URL: the port is not a number.") from None
    if parts.scheme not in _DEFAULT_PORTS or not parts.hostname:
        raise BadConfiguration(
            "KINGDOM_EMAIL_URL: write smtp://user:password@host:587, smtps://host:465 or smtp+plain://host:25."
        )
    return MailServer(
        host=parts.hostname,
        port=port or _DEFAULT_PORTS[parts.scheme],
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        starttls=parts.scheme == "smtp",
        ssl=parts.scheme == "smtps",
    )
