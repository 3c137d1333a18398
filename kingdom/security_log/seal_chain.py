"""The digests of sealed events: each seal covers its events and the digest of the seal before. Pure.

The same lines as in an export are hashed, so that an exported file is checked without the database.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from kingdom.contracts.formats.canonical import json_digest

GENESIS = "0" * 64
SealFields = Mapping[str, Any]
SignatureCheck = Callable[[str, bytes, str], bool]
"""``(public_key, content, signature)``, all but the content hexadecimal: whether the signature is valid."""


class SealedBatch(NamedTuple):
    """A seal's fields (``id``, ``created_at``, ``event_count``, ``previous_digest``, ``digest``, ``public_key``,
    ``signature``) and the fields of its events in order of id.
    """

    seal: SealFields
    events: list[Mapping[str, Any]]


def seal_digest(previous: str, events: Iterable[Mapping[str, Any]]) -> str:
    """Return SHA-256 of ``<previous digest>`` and one line per event with the digest of its canonical JSON."""
    total = hashlib.sha256(previous.encode())
    for event in events:
        total.update(f"\n{json_digest(event)}".encode())
    return total.hexdigest()


def seal_content(seal: SealFields) -> bytes:
    """Return what a seal's signature covers: number, time, count of events and digest."""
    return f"{seal['id']}:{seal['created_at']}:{seal['event_count']}:{seal['digest']}".encode()


def chain_faults(
    batches: Iterable[SealedBatch],
    is_signature_valid: SignatureCheck,
    trusted_keys: frozenset[str],
    *,
    first: str | None = None,
) -> Iterator[str]:
    """Yield the faults of consecutive seals, oldest first, one sentence each; nothing when the chain is intact.

    ``first`` is the ``previous_digest`` that the first seal must have; None when it may follow a seal that is not among
    the given ones.
    """
    before: SealFields | None = None
    for seal, events in batches:
        yield from _order_faults(seal, before, first)
        if len(events) != seal["event_count"]:
            yield f"seal {seal['id']} covers {seal['event_count']} events, and {len(events)} are there"
        if seal_digest(seal["previous_digest"], events) != seal["digest"]:
            yield f"events under seal {seal['id']} were changed, added or removed"
        if seal["public_key"] not in trusted_keys:
            yield f"seal {seal['id']} was made with an unknown key {seal['public_key'][:16]}…"
        elif not is_signature_valid(seal["public_key"], seal_content(seal), seal["signature"]):
            yield f"the signature of seal {seal['id']} is not valid"
        before = seal


def _order_faults(seal: SealFields, before: SealFields | None, first: str | None) -> Iterator[str]:
    if before is not None:
        if seal["previous_digest"] != before["digest"]:
            yield f"seal {seal['id']} does not follow seal {before['id']}: seals between them are missing or changed"
    elif first is not None and seal["previous_digest"] != first:
        yield f"seal {seal['id']} is not the first: seals before it are missing"
