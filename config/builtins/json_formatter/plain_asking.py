"""Questions on a document in other words: "from this order, what is …", "does it count as valid json"."""

import re

from config.builtins.wording import fold

FROM_DOCUMENT = re.compile(  # in front of a question
    r"\A\W*(?:from|in|out of|of|for|aus|in|von|dans|de|en) (?:this|the following|the|my|our|dieser|diesem|der|dem|meiner|cette|ce|cet|esta?|este) [a-zäöüß]{3,20}(?: (?:below|here|hier|ici|aqui))?(?:,|:)\s?"
    r"(?=(?:what|which|who|when|where|how|list|give|show|tell|find|get|is|are|was|welche\w*|wer|wie|nenne|zeig\w*|gib|quel\w*|combien|donne\w*|cual\w*|cuant\w*|que)\b)",
    re.IGNORECASE,
)
COUNTS_AS_VALID = re.compile(
    r"\b(?:does|do|would|will) (?=\S)|\b(?P<counts>count|counts|pass|passes|qualify|qualifies|go through|be accepted|parse)(?: as)? (?=(?:valid|correct|proper|legal|well[- ]formed)\b)",
    re.IGNORECASE,
)


def with_plain_asking(text: str) -> tuple[str, list[list[int]]]:
    """Return a message with its question in plain words at the same places, and the places of what was replaced."""
    spans: list[list[int]] = []
    folded = fold(text)
    lead = FROM_DOCUMENT.match(folded)
    if lead is not None:
        spans.append(list(lead.span()))
        text = " " * lead.end() + text[lead.end() :]
    found = list(COUNTS_AS_VALID.finditer(folded))
    counts = next((one for one in found if one["counts"]), None)
    if counts is None or folded.count("?") > 1:
        return text, spans
    for one in found:
        if one["counts"] or (one.end() <= counts.start() and not folded[: one.start()].strip()):
            said = "is " if not one["counts"] else ""
            text = text[: one.start()] + said.ljust(len(one.group())) + text[one.end() :]
            spans.append(list(one.span()))
    return text, spans
