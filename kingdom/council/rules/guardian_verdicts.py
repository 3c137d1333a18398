"""What follows from the Guardian's verdicts on a case: mend it, or end it. Pure."""

from collections.abc import Mapping, Sequence

from kingdom.contracts.verdicts import GuardianFinding, GuardianVerdict, RiskLevel

_RISK_ORDER: Mapping[RiskLevel, int] = {"low": 0, "medium": 1, "high": 2}
# What a designer gets wrong without meaning harm. A master identity, a refused host or credential, hidden or hostile words are not
# among them: whoever put those there would only learn from a second try what passes.
_REPAIRABLE_RULES = frozenset(
    {"identity.role", "identity.tool", "identity.network", "identity.credential_host", "identity.spawn"}
)
_REPAIRABLE_LAYERS = frozenset({"schema", "ast"})
_MAX_SENTENCES = 4


def highest_risk(verdicts: Sequence[GuardianVerdict]) -> RiskLevel:
    """Return the highest risk of all verdicts; no verdict is high risk."""
    return max((verdict.risk_level for verdict in verdicts), key=lambda risk: _RISK_ORDER[risk], default="high")


def is_repairable(blocked: Mapping[str, GuardianVerdict]) -> bool:
    """Return whether there are mistakes of the designer to mend, and nothing worse: no block on the request itself, no harm.

    What waits for a person beside a mistake is asked about again after it is mended; alone it is nothing that a designer can mend.
    """
    if any(guardian_kind(name) == "request" for name in blocked):
        return False
    hard = [finding for verdict in blocked.values() for finding in verdict.findings if finding.severity == "hard"]
    return bool(hard) and all(map(_is_designer_mistake, hard))


def _is_designer_mistake(finding: GuardianFinding) -> bool:
    return finding.rule_id in _REPAIRABLE_RULES or finding.layer in _REPAIRABLE_LAYERS


def guardian_kind(name: str) -> str:
    """Return what an item of a case is for the Guardian: the user's own words, a request or a wish, are requests."""
    return "request" if name == "change_request" else name


def fired_rules_text(verdicts: Sequence[GuardianVerdict]) -> str:
    """Return the rules that fired, e.g. `` (rules: `power.secrets`)``; empty when none did."""
    rules = sorted(
        {finding.rule_id for verdict in verdicts for finding in verdict.findings if finding.severity != "info"}
    )
    return f" (rules: {', '.join(f'`{rule}`' for rule in rules)})" if rules else ""


def verdict_reasons(verdicts: Sequence[GuardianVerdict]) -> str:
    """Return the Guardian's reasons in sentences, each once. They are made of its rules' own words, never of what was judged."""
    return " ".join(list(dict.fromkeys(verdict.reason for verdict in verdicts if verdict.reason))[:_MAX_SENTENCES])
