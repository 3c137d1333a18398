"""The chain of receipts: each one's hash covers its fields, its place and the hash before it. Pure.

A receipt is made in two steps, so that one statement of the database can put it at the end of its chain: ``body_hash`` covers what the
receipt says and is computed here; ``link_hash`` covers that, the place and the hash before it, and is computed by the database alike.
"""

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from kingdom.contracts.canonical import json_digest

GENESIS = "0" * 64


class ReceiptLink(NamedTuple):
    """One receipt as the chain sees it: its place, the hash before it, its own, and everything that it says."""

    seq: int
    previous: str
    hash: str
    fields: Mapping[str, Any]


def body_hash(fields: Mapping[str, Any]) -> str:
    """Return the SHA-256 of what a receipt says, as canonical JSON, 64 hexadecimal digits."""
    return json_digest(fields)


def link_hash(previous: str, seq: int, body: str) -> str:
    """Return a receipt's hash: SHA-256 of ``<hash before it>:<its place>:<its body's hash>``, 64 hexadecimal digits."""
    return hashlib.sha256(f"{previous}:{seq}:{body}".encode()).hexdigest()


def chain_faults(links: Iterable[ReceiptLink], *, end_seq: int, end_hash: str) -> list[str]:
    """Return what is wrong with one user's chain, in order of place, one sentence each; an empty list when it is whole.

    ``end_seq`` and ``end_hash`` are what the chain's row says of its end, so that missing last receipts show, too.
    """
    found, seq, last = list[str](), 0, GENESIS
    for link in links:
        if link.seq != seq + 1:
            found.append(
                f"receipt {seq + 1} is missing"
                if link.seq == seq + 2
                else f"receipts {seq + 1} to {link.seq - 1} are missing"
            )
        elif link.previous != last:
            found.append(f"receipt {link.seq} does not follow receipt {seq}")
        if link_hash(link.previous, link.seq, body_hash(link.fields)) != link.hash:
            found.append(f"receipt {link.seq} was changed")
        seq, last = link.seq, link.hash
    if seq < end_seq:
        found.append(
            f"receipt {end_seq} is missing" if end_seq == seq + 1 else f"receipts {seq + 1} to {end_seq} are missing"
        )
    elif (seq, last) != (end_seq, end_hash):
        found.append("the chain's end is not the last receipt")
    return found
