"""Filters of pages: quoted messages in the reader's language first, their language, and names in sentences as code."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from kingdom.cognition.message_reading.message_language import message_language
from kingdom.orchestrator.king.routing_rules import examples_by_language

register = template.Library()


@register.filter
def readers_language_first(examples: Sequence[str] | None) -> list[str]:
    """Return examples with those in the language of the page first."""
    return examples_by_language(examples or (), get_language() or "en")


@register.filter
def language_of(text: object) -> str:
    """Return the language of a text for its attribute ``lang``: a screen reader speaks it by that language's rules."""
    return message_language(str(text))


@register.filter
def marked_code(text: object) -> SafeString:
    """Return a sentence as HTML, with the names that stand between backticks as code."""
    parts = str(text).split("`")
    if len(parts) % 2 == 0:  # one of them is no mark
        return format_html("{}", text)
    return format_html_join("", "{}{}", _code_parts(parts))


def _code_parts(parts: Sequence[str]) -> Iterator[tuple[str, str]]:
    for plain, code in zip_longest(parts[::2], parts[1::2], fillvalue=""):
        yield plain, format_html("<code>{}</code>", code) if code else ""
