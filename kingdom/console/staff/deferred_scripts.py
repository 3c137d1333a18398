"""Scripts of the admin that run in their order when the page is read, so that its first paint waits for none."""

import re

from django import template
from django.utils.safestring import SafeString, mark_safe

register = template.Library()
_SCRIPT = re.compile(r"<script(?=[^>]*\ssrc=)(?![^>]*\s(?:async|defer)\b)")


@register.filter(is_safe=True)
def deferred(html: SafeString) -> SafeString:
    """Return HTML whose scripts of files have the attribute ``defer``. All or none of a page: they build on each other.

    Django loads up to twelve of them in the head of a form. Each of its scripts works when the page is read already:
    what begins with the page waits for an event that comes later.
    """
    return mark_safe(_SCRIPT.sub("<script defer", html))  # noqa: S308 - what a template rendered
