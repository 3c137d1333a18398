"""Findings about what a file does: who gains access, what leaves, what starts by itself, what loosens a control."""

from collections.abc import Mapping
from typing import NamedTuple

from kingdom.contracts.verdicts import GuardianFinding, Severity

# Rule id -> severity, sentence. Soft findings ask a person.
STRUCTURE_RULES: Mapping[str, tuple[Severity, str]] = {
    "file.gives_access": ("hard", "It gives somebody access: an account, a key, a right or a shell."),
    "file.sends_secrets": ("hard", "It sends keys, credentials or files of the system elsewhere."),
    "file.reads_secrets": ("soft", "It reads keys, credentials or files of the system."),
    "file.starts_itself": ("hard", "It makes foreign or hidden code start by itself."),
    "file.start_place": ("soft", "Its place makes it run without being called."),
    "file.outside": ("hard", "Its path leaves the workspace."),
    "file.loosens": ("soft", "It switches a protection off."),
    "file.hides_traces": ("hard", "It removes records of what was done."),
    "file.foreign_code": ("soft", "It fetches a program and runs it."),
    "file.hidden_code": ("hard", "It runs code that it hides."),
    "file.runs_input": ("soft", "It runs what somebody else sends as code."),
    "file.fixed_login": ("soft", "It accepts a fixed value as a login."),
    "file.destroys": ("hard", "It destroys data outside the workspace."),
    "file.secret": ("hard", "It holds a key or password in clear."),
    "file.acts_on_reader": ("hard", "It acts on who opens it."),
    "file.too_long": ("soft", "It cannot be read in full."),
}


class Behavior(NamedTuple):
    """What a part of a file does: the rule, and the line (0: unknown)."""

    rule: str
    line: int = 0


def behavior_finding(behavior: Behavior) -> GuardianFinding:
    """Return the finding of a behavior."""
    severity, reason = STRUCTURE_RULES[behavior.rule]
    return GuardianFinding(
        rule_id=behavior.rule,
        layer="structure",
        severity=severity,
        field="/content",
        start=behavior.line,
        end=behavior.line,
        reason=reason,
    )
