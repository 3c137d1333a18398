"""The Guardian's review of a file before it is written. The setting ``CONTENT_REVIEW`` names ``file_objection``."""

from kingdom.ministers.guardian.review import review_item


def file_objection(path: str, text: str) -> str:
    """Return the Guardian's objection to a file as the end of a sentence, or ``""``.

    Only the deterministic layers run. A file with soft findings may be written: its readers get it as marked data.
    ``text`` has at most 2,000,000 characters; a longer one is refused.
    """
    verdict = review_item("file", {"path": path, "content": text}, judge=False)
    if verdict.verdict == "APPROVED":
        return ""
    reason = verdict.reason.strip().rstrip(".")
    return f"the Guardian objects ({reason[:1].lower()}{reason[1:]})"
