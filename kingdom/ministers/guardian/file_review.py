"""The Guardian's review of a file. The setting ``CONTENT_REVIEW`` names ``guardian_file_review``."""

from kingdom.contracts.verdicts import ContentReport, GuardianVerdict
from kingdom.ministers.guardian.review import review_item


def guardian_file_review(path: str, text: str) -> ContentReport:
    """Return the Guardian's report on a file. Only the deterministic layers run.

    ``text`` has at most 2,000,000 characters; a longer one, and one whose review fails, is refused and marked.
    """
    verdict = review_item("file", {"path": path, "content": text}, judge=False)
    failed = [finding.rule_id for finding in verdict.findings if finding.layer == "input"]
    is_refused = bool(failed) or (verdict.verdict == "BLOCKED" and not verdict.needs_human)
    marks = [finding.rule_id for finding in verdict.findings if finding.severity == "mark"]
    return ContentReport(
        refused=_objection(verdict) if is_refused else "",
        asks=_objection(verdict) if verdict.needs_human else "",
        marks=tuple(dict.fromkeys([*failed, *marks])),
    )


def _objection(verdict: GuardianVerdict) -> str:
    reason = verdict.reason.strip().rstrip(".")
    return f"the Guardian objects ({reason[:1].lower()}{reason[1:]})"
