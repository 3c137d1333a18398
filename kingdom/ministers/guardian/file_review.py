"""The Guardian's word on a text before it becomes a file. Named by the setting ``CONTENT_REVIEW``: who writes files stands below."""

from kingdom.ministers.guardian.review import review_item


def file_objection(path: str, text: str) -> str:
    """Return what speaks against a file, as the end of a sentence; empty when nothing does.

    The deterministic layers alone: no judge is asked for a file, and what is only doubtful may be written, since whoever reads it is
    told that it is data. ``text`` has at most 2,000,000 characters; a longer one is refused.
    """
    verdict = review_item("file", {"path": path, "content": text}, judge=False)
    if verdict.verdict == "APPROVED":
        return ""
    reason = verdict.reason.strip().rstrip(".")
    return f"the Guardian objects ({reason[:1].lower()}{reason[1:]})"
