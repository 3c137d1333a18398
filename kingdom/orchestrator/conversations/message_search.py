"""Full-text search of a user's own messages by PostgreSQL; a word of the query matches words that begin with it."""

import re
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.contrib.postgres.search import SearchQuery
from django.db.models import Exists, OuterRef, Q, QuerySet

from kingdom.orchestrator.models import MESSAGE_WORDS, WORD_BREAKS, Conversation, Message

MAX_WORDS = 8  # of a query; the others are not searched
_BOLD_MARKS = re.compile(r"(?<!\w)\*\*(?=\S)|(?<=\S)\*\*(?!\w)")  # of Markdown; 2**3 has none
CONTEXT_CHARS = 60  # of a snippet, before and after the match


@dataclass(frozen=True)
class Snippet:
    """A piece of a message around the first word that was found; ``match`` stands between the other two."""

    before: str
    match: str
    after: str


def search_words(search: str) -> list[str]:
    """Return the words of a query, at most eight."""
    return re.sub(WORD_BREAKS, " ", search.replace("\x00", " ")).split()[:MAX_WORDS]


def matching_messages(words: Sequence[str]) -> QuerySet[Message]:
    """Return the messages that have words beginning with each of these; none without words."""
    if not words:
        return Message.objects.none()
    query = SearchQuery(" & ".join(f"'{word}':*" for word in words), config="simple", search_type="raw")
    return Message.objects.annotate(words=MESSAGE_WORDS).filter(words=query)


def conversations_found(conversations: QuerySet[Conversation], search: str) -> QuerySet[Conversation]:
    """Return those of the conversations whose title contains the query, or a message of which has its words."""
    matching = matching_messages(search_words(search)).filter(conversation=OuterRef("pk"))
    return conversations.filter(Q(title__icontains=search) | Exists(matching))


def search_snippets(conversation_ids: Sequence[uuid.UUID], search: str) -> Mapping[uuid.UUID, Snippet]:
    """Return a snippet of the newest matching message of each conversation that has one. One query."""
    words = search_words(search)
    found = matching_messages(words).filter(conversation__in=conversation_ids)
    newest = found.order_by("conversation_id", "-created_at").distinct("conversation_id")
    return {pk: snippet_of(text, words) for pk, text in newest.values_list("conversation_id", "content")}


def snippet_of(text: str, words: Sequence[str]) -> Snippet:
    """Return the surroundings of the first place where one of the words begins; the beginning where none is seen."""
    text = _BOLD_MARKS.sub("", text)
    places = [re.search(rf"(?<!\w){re.escape(word)}", text, re.IGNORECASE) for word in words]
    found = min((place for place in places if place is not None), key=lambda place: place.start(), default=None)
    start, end = found.span() if found is not None else (0, 0)
    before, after = text[max(0, start - CONTEXT_CHARS) : start], text[end : end + CONTEXT_CHARS]
    return Snippet(
        before=("…" if start > CONTEXT_CHARS else "") + re.sub(r"\s+", " ", before),
        match=text[start:end],
        after=re.sub(r"\s+", " ", after) + ("…" if end + CONTEXT_CHARS < len(text) else ""),
    )
