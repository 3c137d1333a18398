"""Sentences that are stored in English, or whose English is part of a digest, in the language of the page.

The filter ``in_language`` finds the template that a sentence was made of and fills its translation with the same
values. A sentence of another form stays as it is. An approval binds the English one, which its fold shows.
"""

import re
from functools import cache
from typing import Any

import re2
from django import template
from django.utils.translation import get_language, gettext, gettext_noop

MAX_CHARS = 4_000  # a longer text is no sentence of these
register = template.Library()

_APPROVALS = (
    gettext_noop("Shall %(name)s be made?"),
    gettext_noop("Shall this become the new version of %(name)s?"),
    gettext_noop("Shall a new version of %(name)s be trained and compared?"),
    gettext_noop("May %(name)s reach %(host)s for you with your key %(keys)s?"),
    gettext_noop("May %(name)s reach %(host)s for you?"),
    gettext_noop("%(name)s wants to use %(tools)s."),
    gettext_noop("%(name)s asks again for what it may not have: %(tools)s."),
    gettext_noop("This needs something from you before it can go on."),
    gettext_noop("A run was halted, since its result cannot be relied on."),
    gettext_noop("The Guardian halted this until somebody looks at it."),
    gettext_noop("A worker died while this ran, and nobody knows whether it took effect."),
    gettext_noop("Nobody answered in time, so it was rejected: %(sentence)s"),
    gettext_noop("Execution Failure: %(sentence)s"),
    gettext_noop("%(name)s cannot begin: it needs a language model, and none is set."),
    gettext_noop("Set one, then retry; or skip it."),
    gettext_noop("It gave no reason."),
)
_CAPABILITIES = (
    gettext_noop("%(begins)s; it may %(words)s (it asks you before it changes anything)."),
    gettext_noop("%(begins)s; it may %(words)s (it asks you before it changes anything); it can not use %(missing)s."),
    gettext_noop("%(begins)s; it can not use %(missing)s."),
    gettext_noop("This plan can %(words)s (it asks you before it changes anything)."),
    gettext_noop("This plan can %(words)s (it asks you before it changes anything); it can not use %(missing)s."),
    gettext_noop("This plan only computes; it can not use %(missing)s."),
    gettext_noop("This plan only computes."),
    gettext_noop("It reads the text you send and computes"),
    gettext_noop("It reads the text you send and computes."),
    gettext_noop("It reads the text you send to a language model"),
    gettext_noop("It reads the text you send to a language model."),
    gettext_noop("call %(host)s with your key %(keys)s"),
    gettext_noop("call %(host)s"),
    gettext_noop("search the web"),
    gettext_noop("draw charts in the conversation"),
    gettext_noop("run programs in the sandbox"),
    gettext_noop("read the conversation's files"),
    gettext_noop("look for files of the conversation"),
    gettext_noop("write files in the conversation"),
    gettext_noop("change files in the conversation"),
    gettext_noop("delete files in the conversation"),
    gettext_noop("hand work to other specialists"),
    gettext_noop("keep notes during its task"),
    gettext_noop("read its notes of the same task"),
    gettext_noop("read the list of its tools"),
    gettext_noop("read how a tool is used"),
    gettext_noop("the network"),
    gettext_noop("files"),
    gettext_noop("keys"),
    gettext_noop("%(count)s tests, %(hidden)s of them hidden from its designer."),
)
_CONDITIONS = (
    gettext_noop("%(count)s of %(total)s executions"),
    gettext_noop("success %(value)s ≥ %(least)s"),
    gettext_noop("success %(value)s < %(least)s"),
    gettext_noop("lower bound %(value)s ≥ %(least)s"),
    gettext_noop("lower bound %(value)s < %(least)s"),
    gettext_noop("measured confidence %(value)s ≥ %(least)s"),
    gettext_noop("measured confidence %(value)s < %(least)s"),
    gettext_noop("no outcome to measure a confidence from"),
    gettext_noop("its tests have not been run yet"),
    gettext_noop("%(count)s of %(total)s tests passed"),
    gettext_noop("%(count)s of %(total)s tests passed, but of another version or too long ago: run them again"),
    gettext_noop("%(count)s of %(total)s tests passed on recorded replies"),
    gettext_noop("it has no tests"),
    gettext_noop("its tests have not been run on the recorded replies: run them now"),
    gettext_noop("no real replies are recorded: its owner records one supervised use on its page, then runs its tests"),
    gettext_noop("%(count)s of %(total)s supervised uses, each send approved by its owner"),
    gettext_noop(
        "%(count)s of %(total)s supervised uses, each send approved by its owner: let it send for you, and approve "
        "each request in your inbox"
    ),
    gettext_noop("trained on real responses"),
    gettext_noop("trained on mock replies: run its tests on real ones"),
    gettext_noop("trained on mock replies: record a supervised use and run its tests on it"),
    gettext_noop("trained on mock replies; its tests passed on real ones"),
    gettext_noop("trained on mock replies; its tests passed on recorded ones"),
    gettext_noop("it is in training"),
    gettext_noop("it is %(status)s"),
    gettext_noop("%(count)s open safety findings"),
    gettext_noop("%(count)s open safety finding: %(text)s"),
    gettext_noop("%(count)s open safety findings: %(text)s"),
    gettext_noop("its owner cannot verify it"),
    gettext_noop("the admin is not its owner"),
    gettext_noop("another specialist has this role"),
    gettext_noop("the role is free"),
)
_FINDINGS = (
    gettext_noop("%(name)s is ready. Only you can use it until an admin verifies it (0 of %(count)s runs)."),
    gettext_noop("%(name)s needs a language model, and none is set."),
    gettext_noop("%(name)s failed with %(code)s in %(count)s of its last %(total)s runs."),
    gettext_noop(
        "%(name)s is too sure of itself: it states %(stated)s on average and is right in %(right)s of %(total)s runs."
    ),
    gettext_noop(
        "%(name)s is less sure than it could be: it states %(stated)s on average and is right in %(right)s of "
        "%(total)s runs."
    ),
    gettext_noop("%(name)s has not been used for %(days)s days."),
    gettext_noop("%(name)s is not safe: %(count)s safety tests or findings are against it."),
    gettext_noop(
        "%(name)s is below its bar: %(count)s of its last %(total)s runs succeeded (at most %(most)s, required "
        "%(least)s)."
    ),
    gettext_noop("%(name)s and %(other)s serve nearly the same requests (similarity %(value)s)."),
    gettext_noop("Your data is ready to download, for %(days)s days."),
    gettext_noop(
        "The question about %(name)s has expired. The proposal is kept for %(days)s days: one click confirms it, "
        "without a new design."
    ),
    gettext_noop("%(name)s is verified now."),
    gettext_noop("%(name)s is verified now. Everybody may use it."),
    gettext_noop("%(name)s is suspended and takes no more requests. Why: %(sentence)s"),
    gettext_noop(
        "%(name)s is no longer verified; only its owner may use it until it is verified again. Why: %(sentence)s"
    ),
    gettext_noop("%(name)s is deprecated. Why: %(sentence)s"),
    gettext_noop("%(name)s is back in service."),
    gettext_noop("%(name)s is served by the version before again. Why: %(sentence)s"),
    gettext_noop("%(name)s has a new version. Why: %(sentence)s"),
)
_TEMPLATES = (*_APPROVALS, *_CAPABILITIES, *_CONDITIONS, *_FINDINGS)
_VALUE = re.compile(r"%\((\w+)\)s")
_SENTENCES = frozenset({"sentence", "begins", "status"})  # values that are translated themselves
_LISTS = {"words": gettext_noop("and"), "missing": gettext_noop("or")}  # values that join words by this one


@register.filter
def in_language(text: object) -> str:
    """Return a stored sentence in the language of the page."""
    sentence = str(text)
    if len(sentence) > MAX_CHARS or (get_language() or "en").startswith("en"):
        return sentence
    return _translate(sentence)


def _translate(sentence: str) -> str:
    for text, pattern in _patterns():
        found = pattern.fullmatch(sentence)
        if found is not None:
            return gettext(text) % {name: _value(name, value) for name, value in found.groupdict().items()}
    return gettext(sentence) if sentence else ""


def _value(name: str, value: str) -> str:
    if name in _SENTENCES:
        return _translate(value)
    if name not in _LISTS:
        return value
    *firsts, last = re.split(rf", | {_LISTS[name]} ", value)
    words = [_translate(word) for word in (*firsts, last)]
    return words[0] if not firsts else f"{', '.join(words[:-1])} {gettext(_LISTS[name])} {words[-1]}"


@cache
def _patterns() -> tuple[tuple[str, Any], ...]:
    """Return each template with its pattern, of RE2 for values of any form: those with the most fixed text first."""
    ordered = sorted(_TEMPLATES, key=lambda text: -len(_VALUE.sub("", text)))
    return tuple((text, re2.compile(_expression(text))) for text in ordered)


def _expression(text: str) -> str:
    parts = _VALUE.split(text)
    fixed = [re2.escape(part) if index % 2 == 0 else f"(?P<{part}>.+?)" for index, part in enumerate(parts)]
    return f"(?s){''.join(fixed)}"
