"""Consequences of the Guardian's verdicts on a case: repair it, or end it. Pure."""

from collections.abc import Mapping, Sequence

from kingdom.contracts.verdicts import GuardianFinding, GuardianVerdict, RiskLevel

_RISK_ORDER: Mapping[RiskLevel, int] = {"low": 0, "medium": 1, "high": 2}
# Honest mistakes of a designer. A master identity, a refused host or credential and hidden or hostile text are not
# listed: a repair would teach an attacker what passes.
_REPAIRABLE_RULES = frozenset(
    {"identity.role", "identity.tool", "identity.network", "identity.credential_host", "identity.spawn"}
)
_REPAIRABLE_LAYERS = frozenset({"schema", "ast"})
_MAX_SENTENCES = 4


def highest_risk(verdicts: Sequence[GuardianVerdict]) -> RiskLevel:
    """Return the highest risk of all verdicts; without a verdict it is high."""
    return max((verdict.risk_level for verdict in verdicts), key=lambda risk: _RISK_ORDER[risk], default="high")


def is_repairable(blocked: Mapping[str, GuardianVerdict]) -> bool:
    """Return whether the blocks are honest mistakes of the designer: none on the request itself, and none of harm.

    Findings that wait for a person are ignored beside a mistake, since they are judged again after its repair; alone
    they are not repairable.
    """
    if any(guardian_kind(name) == "request" for name in blocked):
        return False
    hard = [finding for verdict in blocked.values() for finding in verdict.findings if finding.severity == "hard"]
    return bool(hard) and all(map(_is_designer_mistake, hard))


def _is_designer_mistake(finding: GuardianFinding) -> bool:
    return finding.rule_id in _REPAIRABLE_RULES or finding.layer in _REPAIRABLE_LAYERS


def guardian_kind(name: str) -> str:
    """Return the Guardian's kind of an item of a case: a change request is judged as a request."""
    return "request" if name == "change_request" else name


def fired_rules_text(verdicts: Sequence[GuardianVerdict]) -> str:
    """Return the rules that fired, e.g. `` (rules: `power.secrets`)``; "" when none did."""
    rules = sorted(
        {finding.rule_id for verdict in verdicts for finding in verdict.findings if finding.severity != "info"}
    )
    return f" (rules: {', '.join(f'`{rule}`' for rule in rules)})" if rules else ""


def verdict_reasons(verdicts: Sequence[GuardianVerdict]) -> str:
    """Return the Guardian's reasons, each once. They are texts of its rules and never quote what was judged."""
    return " ".join(list(dict.fromkeys(verdict.reason for verdict in verdicts if verdict.reason))[:_MAX_SENTENCES])
