"""Sentences behind a question about groups that only tell something of one of them: "average per employee? Jo put in a few rows"."""

import re

from config.builtins.csv_statistics.columns import compile_caseless
from config.builtins.csv_statistics.reading import Table
from config.builtins.wording import fold

GROUPS_ASKED = compile_caseless(
    r"\b(?:per|by|for each|for every|of each|each|every|pro|je|jede[rnms]?|nach|par|pour chaque|chaque|por|por cada|cada)\b[^?.!;\n]{0,40}(?P<end>\?|[.!;](?= )|,(?= (?:note|nb|btw|fyi|by the way|ubrigens|hinweis|au fait|par contre|ojo|por cierto)\b))"
)
CONDITION_WORDS = compile_caseless(
    r"\b(?:only|just|but|except|without|exclud\w*|ignor\w*|leave|skip|omit|count\w*|include\w*|not|no|n't|don'?t|doesn'?t|should\w*|must|need\w*|where|if|whose|over|under|above|below|more than|less than|remove|drop|treat|use|wrong|mistake|typo\w*|instead|actually|is|are|was|were|means?|called|nur|ohne|ausser|aber|nicht|kein\w*|soll\w*|muss|zahl\w*|ignorier\w*|weglassen|ist|sind|war\w*|uber|unter|seulement|sans|sauf|mais|pas|ne|compte\w*|est|sont|plus|moins|solo|sin|salvo|pero|cuenta\w*|es|son|mas|menos)\b|n't\b|\d"
)
ASKS_OR_ORDERS = compile_caseless(
    r"\W*(?:and |also |then |please |pls |und |bitte |et |y )*(?:what|which|who|how|when|where|why|is|are|do|does|can|could|show|give|list|tell|sort|order|rank|add|sum|find|count|make|put|plot|draw|welche\w*|wer|wie|was|zeig\w*|gib|liste|sortier\w*|nenne|quel\w*|qui|combien|montre\w*|donne\w*|trie|cual\w*|quien\w*|cuant\w*|muestra|dame|ordena)\b"
)
LONGEST_TOLD = 80  # characters


def told_sentence(table: Table) -> list[tuple[int, int]]:
    """Return the place of the one sentence behind or in front of a question about all groups that only tells; [] for none.

    What it tells may not choose rows: it has no condition, no number, no question and no order.
    """
    text = fold(table.question)
    asked = GROUPS_ASKED.search(text)
    if asked is None:
        return []
    lead = LEAD_SENTENCE.match(text)
    if lead is not None and lead.end() <= asked.start() and "?" in text[lead.end() :] and only_tells(lead["told"]):
        return [lead.span("told")]
    rest = text[asked.end() :].rstrip()
    start = asked.end() + len(rest) - len(rest.lstrip())
    told = text[start : asked.end() + len(rest)]
    return [(start, start + len(told))] if only_tells(told) else []


LEAST_WORDS = 3
LEAD_SENTENCE = re.compile(r"\s*(?P<told>[^.?!;:\n]{3,80}[.!])\s+(?=\S)")


def only_tells(told: str) -> bool:
    """Return whether a sentence has no condition, no number, no question and no order."""
    is_one = "?" not in told and "\n" not in told and 0 < len(told) <= LONGEST_TOLD
    is_other = CONDITION_WORDS.search(told) or ASKS_OR_ORDERS.match(told) or len(told.split()) < LEAST_WORDS
    return is_one and not is_other
