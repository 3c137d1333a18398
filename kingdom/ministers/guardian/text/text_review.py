"""Texts under the rules: the text as it reads, then what it hides. A hidden order is hard whatever the rule says."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kingdom.contracts.verdicts import GuardianFinding, Severity
from kingdom.ministers.guardian.text import deobfuscation
from kingdom.ministers.guardian.text.concept_matcher import ConceptIndex, Vocabulary, tokenize
from kingdom.ministers.guardian.text.decoded_views import MAX_TEXT, TextView, iter_decoded_views, plain_view
from kingdom.ministers.guardian.text.policy import CompiledRule, Policy, RuleTarget

_QUOTATION = re.compile(r"[\"“„«「『][^\"”“»」』\n]{1,300}[\"”“»」』]|(?<![^\W_])['‘`][^'’`\n]{2,300}['’`](?![^\W_])")
_MENTION_REACH = 60  # characters before a quotation in which it may be called one
_PROSE = re.compile(r"\.(?:md|markdown|rst|adoc|txt|tex|org)$")
_REPORTING_CONCEPTS = ("negation", "defence", "reported")  # before a command that a document warns of or reports
_MENTION_CONCEPTS = ("mention", "conditional", "negation", "defence")
_MAX_DECODED_LENGTH = 100_000  # characters; a longer text that is refused as it reads is not decoded
MAX_FINDINGS = 50  # of one text; the first of each rule are enough to know why

TEXT_REASONS = {
    "view.tags": "It holds invisible tag characters.",
    "view.zero_width": "It holds invisible characters inside words.",
    "input.too_long": f"A field is longer than {MAX_TEXT} characters.",
}


def review_text(text: str, policy: Policy, *, place: RuleTarget, field: str, path: str = "") -> list[GuardianFinding]:
    """Return the findings of one text. ``field`` is its JSON pointer; ``path`` the file's path, for rules that look at it."""
    if len(text) > MAX_TEXT:
        return [_view_finding("input.too_long", field, "input")]
    rules = [ready for ready in policy.rules if place in ready.rule.applies_to and _matches_path(ready, path)]
    plain = plain_view(text, policy.vocabulary)
    found = [
        *_hidden_character_findings(text, field),
        *_plain_findings(plain, rules, policy, field, prose=bool(_PROSE.search(path.lower()))),
    ]
    if len(text) > _MAX_DECODED_LENGTH and any(finding.severity == "hard" for finding in found):
        return found[:MAX_FINDINGS]
    known = {finding.rule_id for finding in found}
    for view in iter_decoded_views(text, plain, policy.vocabulary):
        found += _decoded_findings(
            view, [ready for ready in rules if ready.rule.decoded and ready.rule.id not in known], field, len(text)
        )
        known = {finding.rule_id for finding in found}
        if len(found) >= MAX_FINDINGS:
            break
    return found[:MAX_FINDINGS]


def _matches_path(ready: CompiledRule, path: str) -> bool:
    return ready.path is None or bool(ready.path.search(path.lower()))


def _view_finding(rule: str, field: str, layer: str = "view") -> GuardianFinding:
    return GuardianFinding.model_validate(
        {"rule_id": rule, "layer": layer, "severity": "hard", "field": field, "reason": TEXT_REASONS[rule]}
    )


def _hidden_character_findings(text: str, field: str) -> Iterator[GuardianFinding]:
    if deobfuscation.has_tag_characters(text):
        yield _view_finding("view.tags", field)
    if deobfuscation.count_zero_width_characters(text):
        yield _view_finding("view.zero_width", field)


def _plain_findings(
    view: TextView, rules: list[CompiledRule], policy: Policy, field: str, *, prose: bool
) -> Iterator[GuardianFinding]:
    quotes: list[tuple[int, int]] | None = None
    spans: list[tuple[int, int]] | None = None
    for ready in rules:
        places = [
            place
            for place in ready.signs(view.text)
            if not _has_exception(ready, view.text, place[0], policy.vocabulary)
        ]
        matches = list(ready.words(view.reading))
        if matches and spans is None:
            spans = _word_spans(view)
        places += [(spans[first][0], spans[last - 1][1]) for first, last in matches] if spans else []
        if places and quotes is None:
            quotes = [found.span() for found in _QUOTATION.finditer(view.text)]
        if places:
            severity, (start, end) = _Mentions(view, policy.vocabulary, quotes or [], prose).strongest(ready, places)
            origin = view.original.origin if view.original else int
            yield _finding(ready, field, severity, (origin(start), origin(end)))


def _has_exception(ready: CompiledRule, text: str, start: int, vocabulary: Vocabulary) -> bool:
    """Say whether one of the rule's exceptions stands shortly before a sign, in the same sentence."""
    if not ready.rule.unless_before:
        return False
    words = tokenize(text[max(0, start - _MENTION_REACH) : start] + " x")
    reading = ConceptIndex.of(words, vocabulary)
    return reading.before(ready.rule.unless_before, len(words) - 1, ready.rule.reach)


def _word_spans(view: TextView) -> list[tuple[int, int]]:
    spans, at = [], 0
    for word in view.reading.words:
        at = view.text.index(word, at)
        spans.append((at, at + len(word)))
        at += len(word)
    return spans


@dataclass(frozen=True)
class _Mentions:
    """Where a text talks about what it names: its quotations, and whether it is a document."""

    view: TextView
    vocabulary: Vocabulary
    quotes: list[tuple[int, int]]
    prose: bool

    def strongest(self, ready: CompiledRule, places: list[tuple[int, int]]) -> tuple[Severity, tuple[int, int]]:
        """Return the rule's severity and the first place that is not a mere mention; all of them mentions make it soft."""
        for start, end in places:
            around = [quote for quote in self.quotes if quote[0] <= start and end <= quote[1]]
            if not self._told(ready, start) and not any(self._called(quote[0], _MENTION_CONCEPTS) for quote in around):
                return ready.rule.severity, (start, end)
        return "soft", places[0]

    def _told(self, ready: CompiledRule, start: int) -> bool:
        """In a document commands are told of as often as given; keys and orders to the reader never count as told."""
        judged = self.prose and ready.rule.id.startswith("file.") and ready.rule.id != "file.secret"
        return judged and self._called(start, _REPORTING_CONCEPTS)

    def _called(self, start: int, concepts: tuple[str, ...]) -> bool:
        before = ConceptIndex.of(tokenize(self.view.text[max(0, start - _MENTION_REACH) : start]), self.vocabulary)
        return any(concept in before.places for concept in concepts)


def _decoded_findings(view: TextView, rules: list[CompiledRule], field: str, length: int) -> Iterator[GuardianFinding]:
    for ready in rules if view.text or view.reading.places else ():
        if any(True for _ in ready.words(view.reading)) or (view.text and any(True for _ in ready.signs(view.text))):
            yield _finding(ready, field, "hard", (0, length), view.disguise)


def _finding(
    ready: CompiledRule, field: str, severity: Severity, place: tuple[int, int], disguise: str = ""
) -> GuardianFinding:
    return GuardianFinding(
        rule_id=ready.rule.id,
        layer="text",
        severity=severity,
        field=field,
        start=place[0],
        end=place[1],
        decoded_from=disguise,
        reason=ready.rule.reason,
    )
