"""Reads of the security log: the fields that are sealed and exported, the faults of the chain."""

import json
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from kingdom.adapters.signing import is_signature_valid
from kingdom.security_log.models import SecurityEvent, SecurityEventKind, SecuritySeal
from kingdom.security_log.seal_chain import SealedBatch, chain_faults


def event_fields(event: SecurityEvent) -> dict[str, Any]:
    """Return an event's fields as they are sealed and exported; times in ISO 8601, UTC."""
    return {
        "id": str(event.pk),
        "created_at": event.created_at.isoformat(),
        "kind": event.kind,
        "actor_id": event.actor_id,
        "actor_name": event.actor_name,
        "address": event.address,
        "subject": event.subject,
        "details": event.details,
    }


def seal_fields(seal: SecuritySeal) -> dict[str, Any]:
    """Return a seal's fields as they are signed and exported."""
    return {
        "id": seal.pk,
        "created_at": seal.created_at.isoformat(),
        "event_count": seal.event_count,
        "previous_digest": seal.previous_digest,
        "digest": seal.digest,
        "public_key": seal.public_key,
        "signature": seal.signature,
    }


def sealed_batches(*, after_seal: int = 0) -> Iterator[SealedBatch]:
    """Yield the seals with a number above ``after_seal``, oldest first, each with its events in order of id."""
    for seal in SecuritySeal.objects.filter(pk__gt=after_seal).order_by("id").iterator(chunk_size=10):
        rows = sorted(seal.events.all(), key=lambda event: str(event.pk))
        yield SealedBatch(seal_fields(seal), [event_fields(event) for event in rows])


def is_recorded_since(
    kind: SecurityEventKind, *, subject: str, address: str | None, seconds: float, now: datetime
) -> bool:
    """Return whether such an event was recorded in the last seconds; for events that an outsider can cause at will."""
    since = now - timedelta(seconds=seconds)
    return SecurityEvent.objects.filter(kind=kind, created_at__gt=since, subject=subject, address=address).exists()


def security_log_lines(*, after_seal: int = 0) -> Iterator[str]:
    """Yield the export as JSON lines: the events of a seal as ``{"event": …}``, then ``{"seal": …}``."""
    for seal, events in sealed_batches(after_seal=after_seal):
        for event in events:
            yield json.dumps({"event": event}, ensure_ascii=False)
        yield json.dumps({"seal": seal}, ensure_ascii=False)


def line_batches(lines: Iterable[str]) -> Iterator[SealedBatch]:
    """Yield the batches of an export. Raises ValueError with the number of a line that belongs to no export."""
    events: list[Mapping[str, Any]] = []
    for number, line in enumerate(lines, start=1):
        try:
            entry = json.loads(line)
            if "event" in entry:
                events.append(entry["event"])
                continue
            yield SealedBatch(dict(entry["seal"]), events)
        except (ValueError, KeyError, TypeError) as error:
            raise ValueError(f"line {number} is neither an event nor a seal") from error
        events = []
    if events:
        raise ValueError(f"the last {len(events)} events have no seal: the file is cut off")


def security_log_faults(
    batches: Iterable[SealedBatch], trusted_keys: frozenset[str], *, first: str | None = None
) -> Iterator[str]:
    """Yield the faults of sealed batches, one sentence each. ``first`` as in ``chain_faults``."""

    def valid(public_key: str, content: bytes, signature: str) -> bool:
        return is_signature_valid(public_key=public_key, content=content, signature=signature)

    return chain_faults(batches, valid, trusted_keys, first=first)
