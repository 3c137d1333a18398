"""Review of a text by the text rules, with a bound for long ones.

A long text is reviewed by a child process (``long_text_reader``): its work grows with the text, and a hostile one takes
ten times as long as prose. The child has a limit of processor time and of memory; a text that exceeds them is refused.
"""

from kingdom.contracts.verdicts import GuardianFinding
from kingdom.core.deployment.isolated_child import ChildBusy, ChildFailed, IsolatedChild
from kingdom.core.errors import Busy
from kingdom.ministers.guardian.text.policy import Policy, RuleTarget
from kingdom.ministers.guardian.text.text_review import REVIEW_CPU_S, input_finding, review_text

LONG_TEXT = 50_000  # characters; a shorter text takes less than a second, whatever it is
READER = IsolatedChild(
    "kingdom.ministers.guardian.text.long_text_reader",
    call_s=6.0 * REVIEW_CPU_S,  # of the wall clock, for a busy machine
    queue_s=6.0 * REVIEW_CPU_S,
)


def review_any_text(
    text: str, policy: Policy, *, place: RuleTarget, field: str, path: str = ""
) -> list[GuardianFinding]:
    """Return the findings of ``review_text``; for a text that exceeds the limits the one that refuses it.

    Raises Busy when too many long texts wait.
    """
    if len(text) <= LONG_TEXT:
        return review_text(text, policy, place=place, field=field, path=path)
    request = {
        "text": text,
        "place": place,
        "field": field,
        "path": path,
        "version": policy.version,
        "folders": [str(folder.resolve()) for folder in policy.folders],
    }
    try:
        frames = list(READER.call(request))
    except ChildBusy as error:
        raise Busy("Other long texts are being reviewed. Try again in a moment.") from error
    except ChildFailed:
        return [input_finding("input.not_reviewed", field)]
    return [GuardianFinding.model_validate(finding) for findings in frames for finding in findings]
