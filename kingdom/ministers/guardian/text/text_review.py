"""Review of a text by the text rules: first as it is, then its decoded views, in which each match is hard."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from kingdom.contracts.verdicts import GuardianFinding, Severity
from kingdom.ministers.guardian.text import deobfuscation
from kingdom.ministers.guardian.text.concept_matcher import ConceptIndex, Vocabulary, tokenize
from kingdom.ministers.guardian.text.decoded_views import MAX_TEXT, TextView, iter_decoded_views, plain_view
from kingdom.ministers.guardian.text.policy import CompiledRule, Policy, RuleTarget

_QUOTATION = re.compile(r"[\"“„«「『][^\"”“»」』\n]{1,300}[\"”“»」』]|(?<![^\W_])['‘`][^'’`\n]{2,300}['’`](?![^\W_])")
_MENTION_REACH = 60  # characters before a match in which a mention or an exception counts
_PROSE = re.compile(r"\.(?:md|markdown|rst|adoc|txt|tex|org)$")
_REPORTING_CONCEPTS = ("negation", "defence", "reported")  # before a command that a document only reports
_MENTION_CONCEPTS = ("mention", "conditional", "negation", "defence")
_MAX_DECODED_LENGTH = 100_000  # characters; a longer text with a hard finding is not decoded
MAX_FINDINGS = 50  # of one text
REVIEW_CPU_S = 20  # of a long text; 2,000,000 characters of prose take about 4

TEXT_REASONS = {
    "view.tags": "It contains invisible tag characters.",
    "view.zero_width": "It contains invisible characters inside words.",
    "input.too_long": f"A field is longer than {MAX_TEXT} characters.",
    "input.not_reviewed": (
        f"It could not be reviewed within {REVIEW_CPU_S} seconds of processor time. Divide it into smaller parts."
    ),
}


def review_text(text: str, policy: Policy, *, place: RuleTarget, field: str, path: str = "") -> list[GuardianFinding]:
    """Return the findings of one text, at most 50.

    ``place`` selects the rules, ``field`` is the text's JSON pointer, ``path`` its file path for some rules.
    """
    if len(text) > MAX_TEXT:
        return [input_finding("input.too_long", field)]
    rules = [rule for rule in policy.rules if rule.applies(place, path)]
    plain = plain_view(text, policy.vocabulary)
    mentions = _Mentions(plain, policy.vocabulary, is_prose=bool(_PROSE.search(path.lower())))
    findings = [*_hidden_character_findings(text, field), *_plain_findings(plain, rules, mentions, field)]
    if len(text) <= _MAX_DECODED_LENGTH or all(finding.severity != "hard" for finding in findings):
        findings += _hidden_text_findings(text, plain, rules, policy, findings, field)
    return findings[:MAX_FINDINGS]


def _hidden_text_findings(
    text: str, plain: TextView, rules: list[CompiledRule], policy: Policy, findings: list[GuardianFinding], field: str
) -> list[GuardianFinding]:
    """Return the findings in the decoded views; a rule that already has a finding is not applied again."""
    reported = {finding.rule_id for finding in findings}
    hidden: list[GuardianFinding] = []
    for view in iter_decoded_views(text, plain, policy.vocabulary):
        open_rules = [rule for rule in rules if rule.rule.decoded and rule.rule.id not in reported]
        hidden += _decoded_findings(view, open_rules, field, len(text))
        reported |= {finding.rule_id for finding in hidden}
        if len(findings) + len(hidden) >= MAX_FINDINGS:
            break
    return hidden


def input_finding(rule: str, field: str) -> GuardianFinding:
    """Return the finding that refuses a text that was not reviewed."""
    return _view_finding(rule, field, "input")


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
    view: TextView, rules: list[CompiledRule], mentions: "_Mentions", field: str
) -> Iterator[GuardianFinding]:
    origin = view.normalized.original_offset if view.normalized else int
    for rule in rules:
        matches = [span for span in rule.match_expressions(view.text) if not mentions.has_exception(rule, span[0])] + [
            (mentions.word_spans[first][0], mentions.word_spans[last - 1][1])
            for first, last in rule.match_words(view.index)
        ]
        if matches:
            severity, (start, end) = mentions.strongest(rule, matches)
            yield _finding(rule, field, severity, (origin(start), origin(end)))


@dataclass
class _Mentions:
    """The parts of a text that only talk about a command: quotations, and reports in a document."""

    view: TextView
    vocabulary: Vocabulary
    is_prose: bool

    @cached_property
    def quotes(self) -> list[tuple[int, int]]:
        return [found.span() for found in _QUOTATION.finditer(self.view.text)]

    @cached_property
    def word_spans(self) -> list[tuple[int, int]]:
        spans, at = [], 0
        for word in self.view.index.words:
            at = self.view.text.index(word, at)
            spans.append((at, at + len(word)))
            at += len(word)
        return spans

    def has_exception(self, rule: CompiledRule, start: int) -> bool:
        """Return whether an exception of the rule precedes an expression's match in the same sentence."""
        if not rule.rule.unless_before:
            return False
        words = tokenize(self.view.text[max(0, start - _MENTION_REACH) : start] + " x")
        index = ConceptIndex.build(words, self.vocabulary)
        return index.is_preceded(rule.rule.unless_before, len(words) - 1, rule.rule.reach)

    def strongest(self, rule: CompiledRule, matches: list[tuple[int, int]]) -> tuple[Severity, tuple[int, int]]:
        """Return the rule's severity and the first match that is not a mention; soft if all matches are mentions."""
        for start, end in matches:
            if not self._is_reported(rule, start) and not self._is_quoted(start, end):
                return rule.rule.severity, (start, end)
        return "soft", matches[0]

    def _is_quoted(self, start: int, end: int) -> bool:
        around = [quote for quote in self.quotes if quote[0] <= start and end <= quote[1]]
        return any(self._is_introduced(quote[0], _MENTION_CONCEPTS) for quote in around)

    def _is_reported(self, rule: CompiledRule, start: int) -> bool:
        """Return whether a document reports a command. Secrets and orders to the reader are never only reported."""
        may_report = self.is_prose and rule.rule.id.startswith("file.") and rule.rule.id != "file.secret"
        return may_report and self._is_introduced(start, _REPORTING_CONCEPTS)

    def _is_introduced(self, start: int, concepts: tuple[str, ...]) -> bool:
        words = tokenize(self.view.text[max(0, start - _MENTION_REACH) : start])
        index = ConceptIndex.build(words, self.vocabulary)
        return any(concept in index.matches for concept in concepts)


def _decoded_findings(view: TextView, rules: list[CompiledRule], field: str, length: int) -> Iterator[GuardianFinding]:
    for rule in rules if view.text or view.index.matches else ():
        if rule.has_match(view.index, view.text):
            yield _finding(rule, field, "hard", (0, length), view.disguise)


def _finding(
    rule: CompiledRule, field: str, severity: Severity, span: tuple[int, int], disguise: str = ""
) -> GuardianFinding:
    return GuardianFinding(
        rule_id=rule.rule.id,
        layer="text",
        severity=severity,
        field=field,
        start=span[0],
        end=span[1],
        decoded_from=disguise,
        reason=rule.rule.reason,
    )
