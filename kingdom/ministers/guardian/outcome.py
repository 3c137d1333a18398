"""What a judge's opinions come to. They can raise a verdict and settle a doubt; a hard finding never reaches them."""

from dataclasses import dataclass

from kingdom.contracts.verdicts import Finding
from kingdom.ministers.guardian.judging import Judge, Opinion

SENTENCES = {
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
class Outcome:
    """What the judge adds to a verdict: findings that block, or the need of a person."""

    findings: tuple[Finding, ...] = ()
    needs_human: bool = False
    reason: str = ""


def settled(kind: str, item: object, content: str, version: str, by: Judge, *, soft: bool) -> Outcome:
    """Return the outcome for what must be judged. ``soft``: the rules doubt it, so one opinion against it is enough to block."""
    first = by(kind, item, content, version)
    if first.state == "none":
        return Outcome(needs_human=True, reason="The judge gave no answer that counts, so a person decides.")
    if first.state == "malicious":
        if soft:
            return Outcome(_findings(first))
        return _confirmed(first, by(kind, item, content, version, wording="second"))
    if soft and first.state != "quoted":
        return Outcome(needs_human=True, reason="The rules and the judge do not agree, so a person decides.")
    return Outcome()


def sampled(item: object, content: str, version: str, by: Judge | None, *, one_in: int) -> Outcome:
    """Return the outcome for a plain request with no findings: approved, but for one of a sample that the judge blocks twice."""
    if by is None or not one_in or int(content[:8], 16) % one_in:
        return Outcome()
    first = by("request", item, content, version)
    if first.state != "malicious":
        return Outcome()
    return _confirmed(first, by("request", item, content, version, wording="second"))


def _confirmed(first: Opinion, second: Opinion) -> Outcome:
    if second.state != "malicious":
        return Outcome(needs_human=True, reason="The judge's two answers do not agree, so a person decides.")
    return Outcome(_findings(first))


def _findings(said: Opinion) -> tuple[Finding, ...]:
    place = said.fields[0] if said.fields else ""
    return tuple(
        Finding(rule_id=f"judge.{name}", layer="judge", severity="hard", field=place, reason=SENTENCES[name]) for name in said.categories
    )
