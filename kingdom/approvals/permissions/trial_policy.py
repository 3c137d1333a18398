"""What stands in for a person's answer while a version is tried out: nobody is asked, so a question is answered by what it could do."""

from dataclasses import replace

from kingdom.approvals.permissions.rule_matching import PermissionVerdict

# They touch the trial's own throw-away files, run in the sandbox, or look something up. What could change the world is not here.
TRIAL_ALLOWED_TOOLS = frozenset(
    {"archon.fs.write", "archon.fs.edit", "archon.fs.delete", "archon.exec.python", "archon.web.search"}
)


def trial_verdict(tool: str, verdict: PermissionVerdict) -> PermissionVerdict:
    """Return a verdict without a question: what rules allow or deny stays so, of the rest only what harms nothing is allowed.

    A rule that wants to be asked is a no.
    """
    if verdict.effect != "ask":
        return verdict
    if tool in TRIAL_ALLOWED_TOOLS and verdict.rule_id is None:
        return replace(verdict, effect="allow", reason="A trial may do this: it stays inside.")
    return replace(verdict, effect="deny", reason="In a trial nobody can be asked, so this is not done.")
