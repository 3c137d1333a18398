"""What a trained classifier finds in the rules of a spec: each sentence is read beside the purpose (decision 61)."""

from collections.abc import Callable, Iterator, Sequence

from kingdom.contracts.verdicts import GuardianFinding
from kingdom.ministers.guardian.relations.spec_frames import rule_sentences
from kingdom.ministers.guardian.text.policy import POLICY_DIR

PairScores = Callable[[Sequence[tuple[str, str]]], Sequence[float]]
"""Returns one score a pair of purpose and sentence; higher is nearer to a harmful rule."""
READING_REASON = "One of its rules reads like a harmful one; a person decides."
RULE_WEIGHTS = POLICY_DIR / "rule_weights.npz"
MIN_SCORE = 1.07  # log-odds; one in a hundred ordinary specs that were left out of the fit passes it
_MOST_SENTENCES = 200  # of one spec
_MOST_LETTERS = 400  # of one sentence
_FEWEST_LETTERS = 12  # of one sentence: shorter ones name a format


def reading_findings(purpose: str, rules: Sequence[str], scores: PairScores | None) -> Iterator[GuardianFinding]:
    """Yield a finding for each rule with a sentence that the classifier counts as harmful; none without one."""
    sentences = [
        (index, sentence.strip()[:_MOST_LETTERS])
        for index, rule in enumerate(rules)
        for sentence, _ in rule_sentences(rule)
        if len(sentence.strip()) >= _FEWEST_LETTERS
    ][:_MOST_SENTENCES]
    if scores is None or not sentences:
        return
    found = scores([(purpose[:_MOST_LETTERS], sentence) for _, sentence in sentences])
    for index in sorted({index for (index, _), score in zip(sentences, found, strict=True) if score > MIN_SCORE}):
        yield GuardianFinding(
            rule_id="story.reading",
            layer="structure",
            severity="soft",
            field=f"/dna_rules/{index}",
            reason=READING_REASON,
        )
