"""Sentences that are stored in English, or whose English is part of a digest, in the language of their reader.

``in_language``, also a filter of pages, finds the template that a sentence was made of (`kingdom.core.text.sentences`)
and fills its translation with the same values. A sentence of another form stays as it is. An approval binds the
English one, which its fold shows.
"""

import gettext as gettext_files
import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import re2
from django import template
from django.conf import settings
from django.utils import translation
from django.utils.formats import get_format
from django.utils.translation import get_language, gettext

from kingdom.core.text.sentences import sentence_template

MAX_CHARS = 4_000  # a longer text is no sentence of these
_MAX_PARTS, _MAX_DEPTH = 12, 4  # sentences in a row and in each other: stored texts may quote hostile ones
_MAX_RUN = 3  # sentences of one template
DOMAIN = "sentences"  # of gettext
register = template.Library()

_VALUE = re.compile(r"%\((\w+)\)s")
_END = re.compile(r"(?<=[.!?]) (?=[A-Z])")  # between two sentences
_SENTENCES = frozenset({"sentence", "begins", "status"})  # values that are translated themselves
_FINDINGS = "findings"  # a value of sentences that "; " divides
_NUMBERS = frozenset({"before", "before_total", "count", "days", "number", "total"})
_RATES = frozenset({"rate", "least_rate"})  # numbers of per cent, with the decimal sign of the language
# Values of other names may hold the words of a whole sentence.
_FORMS = {"name": r"\S+", **dict.fromkeys(_NUMBERS | _RATES, "[0-9][0-9.,]*")}
_LISTS = {"words": sentence_template("and"), "missing": sentence_template("or")}  # values that join words by this one


@register.filter
def in_language(text: object) -> str:
    """Return a stored sentence in the active language."""
    stored = str(text)
    language = get_language() or "en"
    if len(stored) > MAX_CHARS or language.startswith("en"):
        return stored
    return _translate(stored, language)


def sentence_for(text: str, language: str) -> str:
    """Return a stored sentence in the language that its recipient has chosen; ``""``: in that of the installation."""
    with translation.override(language or settings.LANGUAGE_CODE):
        return in_language(text)


def _translate(stored: str, language: str, depth: int = 0) -> str:
    whole = _translate_one(stored, language, depth)
    if whole is not None:
        return whole
    rows = _END.split(stored, _MAX_PARTS)
    return _translate_row(rows, language, depth) if 1 < len(rows) <= _MAX_PARTS else stored


def _translate_row(sentences: Sequence[str], language: str, depth: int) -> str:
    """Return sentences in a row, of which a template may hold several; in English when one of them is not known."""
    translated = list[str]()
    start = 0
    while start < len(sentences):
        for end in range(min(start + _MAX_RUN, len(sentences)), start, -1):
            known = _translate_one(" ".join(sentences[start:end]), language, depth)
            if known is not None:
                translated.append(known)
                start = end
                break
        else:
            return " ".join(sentences)  # never half in one language
    return " ".join(translated)


def _translate_one(stored: str, language: str, depth: int = 0, *, words: bool = True) -> str | None:
    """Return the translation of a stored sentence, None when it is made of no known template.

    With ``words`` those of the pages count, too: codes, purposes of shipped specialists and sentences of errors.
    """
    known = _templates(language).get(stored)
    if known is not None or not stored:
        return known or stored
    text, found = _matching_template(stored, language) if depth < _MAX_DEPTH else ("", {})
    if text:
        values = {name: _value(name, value, language, depth + 1) for name, value in found.items()}
        return _templates(language)[text] % values
    translated = gettext(stored) if words else stored
    return translated if translated != stored else None


def _matching_template(stored: str, language: str) -> tuple[str, Mapping[str, str]]:
    """Return the template that a sentence was made of, and its values; "" without one."""
    for text, pattern in _patterns(language):
        found = pattern.fullmatch(stored)
        if found is not None:
            return text, found.groupdict()
    return "", {}


def _value(name: str, value: str, language: str, depth: int) -> str:
    if name == "label":  # a label, or a role that may be spelled like a word of the pages
        return _translate_one(value, language, depth, words=False) or value
    if name == _FINDINGS:
        return "; ".join(_translate(finding, language, depth) for finding in value.split("; "))
    if name in _SENTENCES:
        return _translate(value, language, depth)
    if name in _RATES:
        return value.replace(".", get_format("DECIMAL_SEPARATOR", language))
    return _translate_list(name, value, language, depth) if name in _LISTS else value


def _translate_list(name: str, value: str, language: str, depth: int) -> str:
    *firsts, last = re.split(rf", | {_LISTS[name]} ", value)
    words = [_translate(word, language, depth) for word in (*firsts, last)]
    return words[0] if not firsts else f"{', '.join(words[:-1])} {_translate(_LISTS[name], language)} {words[-1]}"


@cache
def _templates(language: str) -> Mapping[str, str]:
    """Return the translation of each template."""
    stored = gettext_files.translation(DOMAIN, settings.LOCALE_PATHS[0], [language], fallback=True)
    catalogue: Mapping[object, str] = vars(stored).get("_catalog", {})  # gettext has no other list of its messages
    return {text: translated for text, translated in catalogue.items() if isinstance(text, str) and text}


@cache
def _patterns(language: str) -> tuple[tuple[str, Any], ...]:
    """Return each template with its pattern, of RE2 for values of any form: those with the most fixed text first."""
    ordered = sorted(_templates(language), key=lambda text: -len(_VALUE.sub("", text)))
    return tuple((text, re2.compile(_expression(text))) for text in ordered if "%" in text)


def _expression(text: str) -> str:
    parts = _VALUE.split(text)
    expression = ""
    for index, part in enumerate(parts):
        if index % 2 == 0:
            expression += re2.escape(part.replace("%%", "%"))
        else:
            expression += f"(?P<{part}>{_FORMS.get(part, '.+?')})"
    return f"(?s){expression}"
