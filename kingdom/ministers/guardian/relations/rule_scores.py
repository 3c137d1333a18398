"""What a trained classifier finds in the rules of a spec: each sentence is read beside the purpose (decision 61)."""

import math
from collections.abc import Callable, Mapping, Sequence

from kingdom.contracts.verdicts import GuardianFinding
from kingdom.core.text.sentences import sentence
from kingdom.ministers.guardian.relations.answered_wishes import unanswered
from kingdom.ministers.guardian.relations.spec_frames import rule_sentences
from kingdom.ministers.guardian.text.policy import POLICY_DIR

PairScores = Callable[[Sequence[tuple[str, str]]], Sequence[float]]
"""Returns one score a pair of purpose and sentence; higher is nearer to a harmful rule."""
READING_REASON = sentence("One of its rules reads like a harmful one; a person decides.")
RULE_WEIGHTS = POLICY_DIR / "rule_weights.npz"
MIN_SCORE = 1.7  # log-odds; 1.3 of 100 ordinary specs and rules that were left out of the fit pass it
MIN_SCORE_OF_SUM = 1.2  # log-odds; the sum of parts counts only in a rule above it
MIN_SCORE_OF_STORY = -0.5  # log-odds; a frame or a relation of a rule counts only above it
_SUM = "story.parts"
_STORY = "story."
_MOST_SENTENCES = 200  # of one spec
_MOST_LETTERS = 400  # of one sentence
_FEWEST_LETTERS = 12  # of one sentence: shorter ones name a format


def read_rules(
    findings: Sequence[GuardianFinding], purpose: str, rules: Sequence[str], scores: PairScores | None
) -> list[GuardianFinding]:
    """Return the findings of a spec with those of the classifier.

    A rule with a sentence that it counts as harmful is put before a person. A sentence that refuses
    what others ask for is not read. Of the other layers it takes back a sum of
    parts, a frame or a relation in a rule that it reads as ordinary; findings of words, tools, hosts and keys stay.
    Without ``scores`` the findings stay as they are.
    """
    if scores is None:
        return list(findings)
    highest = _highest_scores(purpose, rules, scores)
    kept = [finding for finding in findings if highest.get(finding.field, math.inf) > _least_score(finding)]
    reported = {finding.field for finding in kept if finding.severity == "hard"}
    return kept + [
        GuardianFinding(
            rule_id="story.reading", layer="structure", severity="soft", field=pointer, reason=READING_REASON
        )
        for pointer, score in highest.items()
        if score > MIN_SCORE and pointer not in reported
    ]


def _least_score(finding: GuardianFinding) -> float:
    """Return the score that a rule must pass for a finding in it to count."""
    if finding.rule_id == _SUM:
        return MIN_SCORE_OF_SUM
    return MIN_SCORE_OF_STORY if finding.rule_id.startswith(_STORY) else -math.inf


def _highest_scores(purpose: str, rules: Sequence[str], scores: PairScores) -> Mapping[str, float]:
    """Return the highest score of the sentences of each rule, by the rule's JSON pointer.

    A sentence that answers what others ask for with a refusal or a person has the lowest score.
    """
    sentences = [
        (f"/dna_rules/{index}", text.strip()[:_MOST_LETTERS])
        for index, rule in enumerate(rules)
        for text in _read_sentences(rule)
        if len(text.strip()) >= _FEWEST_LETTERS
    ][:_MOST_SENTENCES]
    found = scores([(purpose[:_MOST_LETTERS], text) for _, text in sentences])
    highest = {f"/dna_rules/{index}": -math.inf for index, rule in enumerate(rules) if _is_all_answered(rule)}
    for (pointer, _), score in zip(sentences, found, strict=True):
        highest[pointer] = max(score, highest.get(pointer, score))
    return highest


def _read_sentences(rule: str) -> list[str]:
    """Return the sentences of a rule that are scored: without those that answer what others ask for."""
    sentences = [text for text, _ in rule_sentences(rule)]
    return [text for text, is_left in zip(sentences, unanswered(sentences), strict=True) if is_left]


def _is_all_answered(rule: str) -> bool:
    return bool(rule.strip()) and not _read_sentences(rule)
