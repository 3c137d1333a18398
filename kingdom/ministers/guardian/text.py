"""Texts under the rules: the text as it reads, then what it hides. A hidden order is hard whatever the rule says."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kingdom.contracts.verdicts import Finding, Severity
from kingdom.ministers.guardian import disguises
from kingdom.ministers.guardian.rules import Place, Policy, Ready
from kingdom.ministers.guardian.views import MAX_TEXT, View, disguised_views, plain_view
from kingdom.ministers.guardian.words import Reading, Vocabulary, tokens

_QUOTED = re.compile(r"[\"“„«「『][^\"”“»」』\n]{1,300}[\"”“»」』]|(?<![^\W_])['‘`][^'’`\n]{2,300}['’`](?![^\W_])")
_MENTION_REACH = 60  # characters before a quotation in which it may be called one
_PROSE = re.compile(r"\.(?:md|markdown|rst|adoc|txt|tex|org)$")
_TOLD = ("negation", "defence", "reported")  # before a command that a document warns of or reports
_MENTIONS = ("mention", "conditional", "negation", "defence")
_LONG = 100_000  # characters; a longer text that is refused as it reads is not decoded
MAX_FINDINGS = 50  # of one text; the first of each rule are enough to know why

SENTENCES = {
    "view.tags": "It holds invisible tag characters.",
    "view.zero_width": "It holds invisible characters inside words.",
    "input.too_long": f"A field is longer than {MAX_TEXT} characters.",
}


def review_text(text: str, policy: Policy, *, place: Place, field: str, path: str = "") -> list[Finding]:
    """Return the findings of one text. ``field`` is its JSON pointer; ``path`` the file's path, for rules that look at it."""
    if len(text) > MAX_TEXT:
        return [_view("input.too_long", field, "input")]
    rules = [ready for ready in policy.rules if place in ready.rule.applies_to and _path_fits(ready, path)]
    plain = plain_view(text, policy.vocabulary)
    found = [*_hidden(text, field), *_plain(plain, rules, policy, field, prose=bool(_PROSE.search(path.lower())))]
    if len(text) > _LONG and any(finding.severity == "hard" for finding in found):
        return found[:MAX_FINDINGS]
    known = {finding.rule_id for finding in found}
    for view in disguised_views(text, plain, policy.vocabulary):
        found += _decoded(view, [ready for ready in rules if ready.rule.decoded and ready.rule.id not in known], field, len(text))
        known = {finding.rule_id for finding in found}
        if len(found) >= MAX_FINDINGS:
            break
    return found[:MAX_FINDINGS]


def _path_fits(ready: Ready, path: str) -> bool:
    return ready.path is None or bool(ready.path.search(path.lower()))


def _view(rule: str, field: str, layer: str = "view") -> Finding:
    return Finding.model_validate({"rule_id": rule, "layer": layer, "severity": "hard", "field": field, "reason": SENTENCES[rule]})


def _hidden(text: str, field: str) -> Iterator[Finding]:
    if disguises.tags_inside(text):
        yield _view("view.tags", field)
    if disguises.zero_width_inside(text):
        yield _view("view.zero_width", field)


def _plain(view: View, rules: list[Ready], policy: Policy, field: str, *, prose: bool) -> Iterator[Finding]:
    quotes: list[tuple[int, int]] | None = None
    spans: list[tuple[int, int]] | None = None
    for ready in rules:
        places = [place for place in ready.signs(view.text) if not _excused(ready, view.text, place[0], policy.vocabulary)]
        matches = list(ready.words(view.reading))
        if matches and spans is None:
            spans = _spans(view)
        places += [(spans[first][0], spans[last - 1][1]) for first, last in matches] if spans else []
        if places and quotes is None:
            quotes = [found.span() for found in _QUOTED.finditer(view.text)]
        if places:
            severity, (start, end) = _Mentions(view, policy.vocabulary, quotes or [], prose).strongest(ready, places)
            origin = view.original.origin if view.original else int
            yield _finding(ready, field, severity, (origin(start), origin(end)))


def _excused(ready: Ready, text: str, start: int, vocabulary: Vocabulary) -> bool:
    """Say whether one of the rule's exceptions stands shortly before a sign, in the same sentence."""
    if not ready.rule.unless_before:
        return False
    words = tokens(text[max(0, start - _MENTION_REACH) : start] + " x")
    reading = Reading.of(words, vocabulary)
    return reading.before(ready.rule.unless_before, len(words) - 1, ready.rule.reach)


def _spans(view: View) -> list[tuple[int, int]]:
    spans, at = [], 0
    for word in view.reading.words:
        at = view.text.index(word, at)
        spans.append((at, at + len(word)))
        at += len(word)
    return spans


@dataclass(frozen=True)
class _Mentions:
    """Where a text talks about what it names: its quotations, and whether it is a document."""

    view: View
    vocabulary: Vocabulary
    quotes: list[tuple[int, int]]
    prose: bool

    def strongest(self, ready: Ready, places: list[tuple[int, int]]) -> tuple[Severity, tuple[int, int]]:
        """Return the rule's severity and the first place that is not a mere mention; all of them mentions make it soft."""
        for start, end in places:
            around = [quote for quote in self.quotes if quote[0] <= start and end <= quote[1]]
            if not self._told(ready, start) and not any(self._called(quote[0], _MENTIONS) for quote in around):
                return ready.rule.severity, (start, end)
        return "soft", places[0]

    def _told(self, ready: Ready, start: int) -> bool:
        """In a document commands are told of as often as given; keys and orders to the reader never count as told."""
        judged = self.prose and ready.rule.id.startswith("file.") and ready.rule.id != "file.secret"
        return judged and self._called(start, _TOLD)

    def _called(self, start: int, concepts: tuple[str, ...]) -> bool:
        before = Reading.of(tokens(self.view.text[max(0, start - _MENTION_REACH) : start]), self.vocabulary)
        return any(concept in before.places for concept in concepts)


def _decoded(view: View, rules: list[Ready], field: str, length: int) -> Iterator[Finding]:
    for ready in rules if view.text or view.reading.places else ():
        if any(True for _ in ready.words(view.reading)) or (view.text and any(True for _ in ready.signs(view.text))):
            yield _finding(ready, field, "hard", (0, length), view.disguise)


def _finding(ready: Ready, field: str, severity: Severity, place: tuple[int, int], disguise: str = "") -> Finding:
    return Finding(
        rule_id=ready.rule.id,
        layer="text",
        severity=severity,
        field=field,
        start=place[0],
        end=place[1],
        decoded_from=disguise,
        reason=ready.rule.reason,
    )
