"""What a judge's opinions come to. They can raise a verdict and settle a doubt; a hard finding never reaches them."""

from dataclasses import dataclass

from kingdom.contracts.verdicts import GuardianFinding
from kingdom.ministers.guardian.judge.judge_prompt import Judge, JudgeOpinion

JUDGE_REASONS = {
    "override": "It would make a specialist leave its orders.",
    "reviewer_manipulation": "It works on the one who reviews it.",
    "escalation": "It takes more power than it has.",
    "exfiltration": "It carries entrusted data out.",
    "secret_harvest": "It is after keys or passwords.",
    "approval_bypass": "It goes around a person's yes, or hides.",
    "cross_tenant": "It reaches for what belongs to other people.",
    "memory_poisoning": "It plants orders or permissions for later.",
    "harmful_purpose": "Its purpose is to harm.",
}


@dataclass(frozen=True)
class JudgeOutcome:
    """What the judge adds to a verdict: findings that block, or the need of a person."""

    findings: tuple[GuardianFinding, ...] = ()
    needs_human: bool = False
    reason: str = ""


def judge_item(kind: str, item: object, content: str, version: str, by: Judge, *, soft: bool) -> JudgeOutcome:
    """Return the outcome for what must be judged. ``soft``: the rules doubt it, so one opinion against it is enough to block."""
    first = by(kind, item, content, version)
    if first.state == "none":
        return JudgeOutcome(needs_human=True, reason="The judge gave no answer that counts, so a person decides.")
    if first.state == "malicious":
        if soft:
            return JudgeOutcome(_opinion_findings(first))
        return _require_agreement(first, by(kind, item, content, version, wording="second"))
    if soft and first.state != "quoted":
        return JudgeOutcome(needs_human=True, reason="The rules and the judge do not agree, so a person decides.")
    return JudgeOutcome()


def judge_sample(item: object, content: str, version: str, by: Judge | None, *, one_in: int) -> JudgeOutcome:
    """Return the outcome for a plain request with no findings: approved, but for one of a sample that the judge blocks twice."""
    if by is None or not one_in or int(content[:8], 16) % one_in:
        return JudgeOutcome()
    first = by("request", item, content, version)
    if first.state != "malicious":
        return JudgeOutcome()
    return _require_agreement(first, by("request", item, content, version, wording="second"))


def _require_agreement(first: JudgeOpinion, second: JudgeOpinion) -> JudgeOutcome:
    if second.state != "malicious":
        return JudgeOutcome(needs_human=True, reason="The judge's two answers do not agree, so a person decides.")
    return JudgeOutcome(_opinion_findings(first))


def _opinion_findings(said: JudgeOpinion) -> tuple[GuardianFinding, ...]:
    place = said.fields[0] if said.fields else ""
    return tuple(
        GuardianFinding(
            rule_id=f"judge.{name}", layer="judge", severity="hard", field=place, reason=JUDGE_REASONS[name]
        )
        for name in said.categories
    )
