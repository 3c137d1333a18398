"""What the sessions of a node get as their messages. Pure."""

from collections.abc import Mapping, Sequence

from kingdom.contracts.workflows.briefs import (
    RESULT_PLACE,
    Brief,
    finding_items,
    input_text,
    prompt_with_briefs,
    result_words,
    table_text,
)
from kingdom.contracts.workflows.manifest import MAX_ITEMS, FileRows, ManifestNode, NodeReference
from kingdom.core.text.sentences import sentence


def node_items(node: ManifestNode, briefs: Mapping[str, Brief], edited: str = "") -> tuple[str, ...]:
    """Return the items of a node, each of which is one session; one empty item for a node without a map.

    What a person gave a specialist instead of its input takes the place of all items.
    """
    if node.map is None or (edited and node.specialist):
        return ("",)
    over = node.map.over
    if isinstance(over, FileRows):
        return over.items
    return finding_items(briefs[over.node].findings) if isinstance(over, NodeReference) else over


def reads_briefs(node: ManifestNode) -> bool:
    """Return whether the message of a node's sessions shows the briefs of the nodes before it."""
    return not node.specialist or (node.map is None and isinstance(node.input, NodeReference))


def items_gap(items: Sequence[str]) -> str:
    """Return why a map over these items cannot run whole, "" when it can."""
    if len(items) <= MAX_ITEMS:
        return ""
    return sentence(
        "A map has at most %(total)s items; these are %(count)s.", total=f"{MAX_ITEMS:,}", count=f"{len(items):,}"
    )


def session_text(node: ManifestNode, briefs: Sequence[Brief], item: str, edited: str = "") -> str:
    """Return the message of one session: a specialist gets its input, an agent its prompt with marked briefs.

    ``edited`` is the prompt, or the input, that a person gave instead.
    """
    mapped = node.map is not None
    given = node.input
    item = _item_text(node, item)
    if node.specialist:
        return edited or (item if mapped else _specialist_input(given, briefs))
    prompt = edited or node.prompt
    shown = list(briefs)
    if isinstance(given, str):
        return prompt_with_briefs(prompt, shown, given if not mapped else f"{given}\n\n{item}")
    return prompt_with_briefs(prompt, shown, item if mapped else None)


def _item_text(node: ManifestNode, item: str) -> str:
    text = node.map.text if node.map is not None else ""
    return f"{text} {item}" if text else item


def _specialist_input(given: NodeReference | str | None, briefs: Sequence[Brief]) -> str:
    if isinstance(given, NodeReference):
        brief = next(brief for brief in briefs if brief.source == given.node)
        if RESULT_PLACE in given.text:
            return given.text.replace(RESULT_PLACE, result_words(brief))
        return f"{given.text}\n\n{table_text(brief)}" if given.text else input_text(brief)
    return given or ""
