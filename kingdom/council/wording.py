"""What the user writes on a card, looked at where they can still say it in other words."""

from kingdom.council.rules.reviewing import named_rules
from kingdom.ministers.guardian.review import Asked, review
from kingdom.ministers.selectors import overturned_before, rule_modes


def words_fault(text: str) -> str:
    """Return why the Guardian's rules stop what a user asks for, "" when they do not.

    This is a courtesy at the door, without the judge. The designer's stage asks the whole Guardian, whatever was said here.
    """
    verdict = review("request", {"text": text}, judge=False, asked=Asked(modes=rule_modes()))
    if verdict.verdict == "APPROVED" or overturned_before(kind="request", content_sha256=verdict.content_sha256) is not None:
        return ""
    return f"The Guardian stopped this: {verdict.reason}{named_rules([verdict])}"
