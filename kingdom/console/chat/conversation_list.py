"""View model of the list of conversations: pinned ones, folders, the others; with a search also where it was found."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from kingdom.orchestrator.conversations.message_search import Snippet, search_snippets
from kingdom.orchestrator.conversations.selectors import conversations_of
from kingdom.orchestrator.models import Conversation

MAX_CONVERSATIONS = 50  # latest used, of each: pinned, in folders, and the others


@dataclass(frozen=True, kw_only=True)
class ConversationRow:
    """One conversation of the list; ``snippet`` shows where a search was found in its messages."""

    id: str
    title: str
    snippet: Snippet | None


@dataclass(frozen=True, kw_only=True)
class ConversationGroup:
    """Conversations under a heading; without one they are the rest."""

    heading: str
    is_folder: bool
    rows: Sequence[ConversationRow]


def conversation_groups(*, user_id: int, search: str) -> list[ConversationGroup]:
    """Return the list of a user's conversations, latest used first in each group."""
    found = conversations_of(user_id=user_id, search=search)
    pinned = found.exclude(pinned_at=None)[:MAX_CONVERSATIONS]
    filed = found.filter(pinned_at=None).exclude(folder="")[:MAX_CONVERSATIONS]
    others = found.filter(pinned_at=None, folder="")[:MAX_CONVERSATIONS]
    conversations = [*pinned, *filed, *others]
    snippets = search_snippets([one.pk for one in conversations], search) if search else {}
    groups: dict[tuple[str, bool], list[ConversationRow]] = {}
    for one in conversations:
        row = ConversationRow(id=str(one.pk), title=one.title, snippet=snippets.get(one.pk))
        groups.setdefault(_group_of(one), []).append(row)
    return [
        ConversationGroup(heading=heading, is_folder=is_folder, rows=rows)
        for (heading, is_folder), rows in sorted(groups.items(), key=lambda group: _order(*group[0]))
    ]


def folders_of(*, user_id: int) -> list[str]:
    """Return the names of a user's folders."""
    named = Conversation.objects.filter(user_id=user_id).exclude(folder="")
    return list(named.order_by("folder").values_list("folder", flat=True).distinct()[:MAX_CONVERSATIONS])


def _group_of(conversation: Conversation) -> tuple[str, bool]:
    return (
        (gettext("Pinned"), False)
        if conversation.pinned_at is not None
        else (conversation.folder, conversation.folder != "")
    )


def _order(heading: str, is_folder: bool) -> tuple[int, str]:
    """Pinned first, then the folders by name, then the rest."""
    return (1 if is_folder else 0 if heading else 2, heading.casefold())
