"""The hash chain of receipts: each hash covers the receipt's fields, its position and the previous hash. Pure.

A receipt is hashed in two steps, so that one database statement can append it to its chain. ``body_hash`` covers the
fields and is computed here. ``link_hash`` covers the body hash, the position and the previous hash; the database
computes the same.
"""

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from kingdom.contracts.formats.canonical import json_digest

GENESIS = "0" * 64


class ReceiptLink(NamedTuple):
    """One receipt in its chain: its position, the previous hash, its own hash and its fields."""

    seq: int
    previous: str
    hash: str
    fields: Mapping[str, Any]


def body_hash(fields: Mapping[str, Any]) -> str:
    """Return the SHA-256 of a receipt's fields as canonical JSON, 64 hexadecimal digits."""
    return json_digest(fields)


def link_hash(previous: str, seq: int, body: str) -> str:
    """Return a receipt's hash: SHA-256 of ``<previous hash>:<position>:<body hash>``, 64 hexadecimal digits."""
    return hashlib.sha256(f"{previous}:{seq}:{body}".encode()).hexdigest()


def chain_faults(links: Iterable[ReceiptLink], *, end_seq: int, end_hash: str) -> list[str]:
    """Return the faults of one user's chain in order of position, one sentence each; an empty list when it is intact.

    ``end_seq`` and ``end_hash`` are the end of the chain as its row has it, so that missing last receipts are found,
    too.
    """
    faults, seq, last_hash = list[str](), 0, GENESIS
    for link in links:
        if link.seq != seq + 1:
            faults.append(_missing(seq + 1, link.seq - 1))
        elif link.previous != last_hash:
            faults.append(f"receipt {link.seq} does not follow receipt {seq}")
        if link_hash(link.previous, link.seq, body_hash(link.fields)) != link.hash:
            faults.append(f"receipt {link.seq} was changed")
        seq, last_hash = link.seq, link.hash
    if seq < end_seq:
        faults.append(_missing(seq + 1, end_seq))
    elif (seq, last_hash) != (end_seq, end_hash):
        faults.append("the chain's end is not the last receipt")
    return faults


def _missing(first: int, last: int) -> str:
    return f"receipt {first} is missing" if first == last else f"receipts {first} to {last} are missing"
