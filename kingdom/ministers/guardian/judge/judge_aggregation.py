"""Aggregation of a judge's opinions, which raise a verdict or settle a soft finding. The judge sees no hard finding."""

from dataclasses import dataclass

from kingdom.contracts.verdicts import GuardianFinding
from kingdom.core.text.sentences import sentence
from kingdom.ministers.guardian.judge.judge_prompt import Judge, JudgeOpinion

JUDGE_REASONS = {
    "override": "It would make a specialist abandon its instructions.",
    "reviewer_manipulation": "It tries to influence its reviewer.",
    "escalation": "It takes more power than it has.",
    "exfiltration": "It sends entrusted data to outsiders.",
    "secret_harvest": "It is after keys or passwords.",
    "approval_bypass": "It bypasses a person's approval or hides from oversight.",
    "cross_tenant": "It reaches for data of other users.",
    "memory_poisoning": "It plants instructions or permissions for later.",
    "harmful_purpose": "Its purpose is to harm.",
}


@dataclass(frozen=True)
class JudgeOutcome:
    """What the judge adds to a verdict: findings that block, or the need for a person's review."""

    findings: tuple[GuardianFinding, ...] = ()
    needs_human: bool = False
    reason: str = ""


def judge_item(kind: str, item: object, digest: str, policy_version: str, judge: Judge, *, soft: bool) -> JudgeOutcome:
    """Return the outcome for an item that must be judged; ``digest`` is its content digest.

    With ``soft``, the rules have a soft finding, so one malicious opinion blocks. Otherwise a second one must agree.
    """
    opinion = judge(kind, item, digest, policy_version)
    if opinion.state == "none":
        return JudgeOutcome(needs_human=True, reason=sentence("The judge gave no valid answer, so a person decides."))
    if opinion.state == "malicious":
        if soft:
            return JudgeOutcome(_opinion_findings(opinion))
        return _require_agreement(opinion, judge(kind, item, digest, policy_version, variant="second"))
    if soft and opinion.state != "quoted":
        return JudgeOutcome(
            needs_human=True, reason=sentence("The rules and the judge do not agree, so a person decides.")
        )
    return JudgeOutcome()


def judge_sample(item: object, digest: str, policy_version: str, judge: Judge | None, *, one_in: int) -> JudgeOutcome:
    """Return the outcome for a request without findings: one in ``one_in`` (0: none) is judged, the others pass."""
    if judge is None or not one_in or int(digest[:8], 16) % one_in:
        return JudgeOutcome()
    opinion = judge("request", item, digest, policy_version)
    if opinion.state != "malicious":
        return JudgeOutcome()
    return _require_agreement(opinion, judge("request", item, digest, policy_version, variant="second"))


def _require_agreement(first: JudgeOpinion, second: JudgeOpinion) -> JudgeOutcome:
    if second.state != "malicious":
        return JudgeOutcome(
            needs_human=True, reason=sentence("The judge's two answers do not agree, so a person decides.")
        )
    return JudgeOutcome(_opinion_findings(first))


def _opinion_findings(opinion: JudgeOpinion) -> tuple[GuardianFinding, ...]:
    field = opinion.fields[0] if opinion.fields else ""
    return tuple(
        GuardianFinding(
            rule_id=f"judge.{name}", layer="judge", severity="hard", field=field, reason=JUDGE_REASONS[name]
        )
        for name in opinion.categories
    )
