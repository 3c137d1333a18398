"""Answers in place of a user during a trial of a version: harmless tools are allowed, others are denied."""

from dataclasses import replace

from kingdom.approvals.permissions.rule_matching import PermissionVerdict

# They use the trial's temporary files, run in the sandbox, or search. Tools with effects outside are not listed.
TRIAL_ALLOWED_TOOLS = frozenset(
    {"archon.fs.write", "archon.fs.edit", "archon.fs.delete", "archon.exec.python", "archon.web.search"}
)


def trial_verdict(tool: str, verdict: PermissionVerdict) -> PermissionVerdict:
    """Return a verdict without ``ask``: allow and deny stay, and without a rule harmless tools are allowed.

    A rule that asks denies.
    """
    if verdict.effect != "ask":
        return verdict
    if tool in TRIAL_ALLOWED_TOOLS and is_undecided(verdict):
        return replace(verdict, effect="allow", reason="A trial may do this: it has no effect outside.")
    return replace(verdict, effect="deny", reason="In a trial nobody can be asked, so this is denied.")


def is_undecided(verdict: PermissionVerdict) -> bool:
    """Return whether no rule of the user or the organisation decided: a default is for people who can be asked."""
    return verdict.rule_id is None or verdict.scope == "default"
