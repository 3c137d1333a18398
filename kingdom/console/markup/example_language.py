"""Filters of pages for messages that are quoted: those in the reader's language first, and the language of each."""

from collections.abc import Sequence

from django import template
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
