"""Short names of browsers from their user agents, for the list of signed-in sessions."""

import re

from django.utils.translation import gettext

_UNKNOWN_CHARS = 80
_BROWSERS = (  # the first that is found: most name the ones below, too
    ("Edge", re.compile(r"\bEdg(?:e|A|iOS)?/(\d+)")),
    ("Opera", re.compile(r"\bOPR/(\d+)")),
    ("Firefox", re.compile(r"\b(?:Firefox|FxiOS)/(\d+)")),
    ("Chrome", re.compile(r"(?:\bCriOS|Chrome|\bChromium)/(\d+)")),
    ("Safari", re.compile(r"\bVersion/(\d+)\S* (?:Mobile/\S+ )?Safari/")),
)
_SYSTEMS = (
    ("Windows", "Windows NT"),
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("macOS", "Macintosh"),
    ("ChromeOS", "CrOS"),
    ("Linux", "Linux"),
)


def browser_name(user_agent: str) -> str:
    """Return for example "Firefox 140 on Linux"; the beginning of a user agent of another kind, "" for none."""
    browser = next((f"{name} {found[1]}" for name, pattern in _BROWSERS if (found := pattern.search(user_agent))), "")
    if not browser:
        return user_agent[:_UNKNOWN_CHARS]
    system = next((name for name, word in _SYSTEMS if word in user_agent), "")
    return gettext("%(browser)s on %(system)s") % {"browser": browser, "system": system} if system else browser
