"""How often a user asked for something similar lately: their stored messages, compared by embedding."""

import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from datetime import timedelta
from uuid import UUID

import numpy as np
from django.utils import timezone

from kingdom.contracts.formats.canonical import json_digest
from kingdom.orchestrator.king.candidate_search import EmbeddedQuery
from kingdom.orchestrator.king.request_context import HISTORY_DAYS, RequestHistory
from kingdom.orchestrator.models import Message
from kingdom.orchestrator.small_talk.recognition import small_talk_of
from kingdom.routing.embeddings.request_text import request_vectors
from kingdom.routing.embeddings.similarity import Vectors
from kingdom.runtime.ports import Embedder

MAX_MESSAGES = 100  # newest messages that are compared: each takes a few milliseconds to embed, once in a process
# Cosine from which two messages are one task. Of 24 tasks in four wordings each, 66 % of the wordings find the other
# three and 1 % find three others; at 0.62 it was 48 % and none (tests/routing/request_paraphrases.jsonl).
MIN_SIMILARITY = 0.56
MAX_CACHED = 4_096  # vectors, 6 MB


class _VectorCache:
    """The vectors of messages that this process compared lately, by a digest of their text."""

    def __init__(self) -> None:
        self._kept = OrderedDict[str, Vectors]()
        self._lock = threading.Lock()

    def of(self, texts: Sequence[str], embedder: Embedder) -> Vectors:
        """Return the vectors (n, d) of texts; only those are embedded that were not compared before."""
        keys = [json_digest([embedder.space, text]) for text in texts]
        with self._lock:
            known = {key: self._kept[key] for key in keys if key in self._kept}
        new = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
        if new:
            vectors = np.asarray(request_vectors(list(new.values()), embedder, "query"), dtype=np.float32)
            known |= dict(zip(new, vectors, strict=True))
        self._keep({key: known[key] for key in keys})
        return np.stack([known[key] for key in keys])

    def _keep(self, used: Mapping[str, Vectors]) -> None:
        """Keep what was used last, at most MAX_CACHED."""
        with self._lock:
            for key, vector in used.items():
                self._kept[key] = vector
                self._kept.move_to_end(key)
            while len(self._kept) > MAX_CACHED:
                self._kept.popitem(last=False)


_vectors = _VectorCache()


def request_history(query: EmbeddedQuery, embedder: Embedder, *, message_id: UUID) -> RequestHistory:
    """Return how many of the user's messages of the last 30 days are similar to this one, and on how many days.

    One query, by the indexes of conversations and messages; beyond ``MAX_MESSAGES`` the older ones are not compared,
    and ``is_complete`` says so. ``message_id`` is the message itself.
    """
    since = timezone.now() - timedelta(days=HISTORY_DAYS)
    sent = Message.objects.filter(
        conversation__user_id=query.user_id,
        conversation__updated_at__gte=since,
        role=Message.Role.USER,
        created_at__gte=since,
        replaces=None,  # a message that was edited or repeated is one need
    ).exclude(pk=message_id)
    newest = list(sent.order_by("-created_at").only("content", "file_lines", "created_at")[: MAX_MESSAGES + 1])
    rows = [row for row in newest[:MAX_MESSAGES] if small_talk_of(row.content) is None]
    if not rows:
        return RequestHistory()
    vectors = _vectors.of([row.routing_text for row in rows], embedder)
    near = vectors @ query.vector >= MIN_SIMILARITY
    days = [row.created_at.date() for row, is_near in zip(rows, near.tolist(), strict=True) if is_near]
    return RequestHistory(len(days), len(set(days)), is_complete=len(newest) <= MAX_MESSAGES)
