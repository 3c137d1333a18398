"""Seals of the security log: whatever is changed, removed, added or exchanged is found."""

from collections.abc import Mapping
from typing import Any

import pytest

from kingdom.security_log.seal_chain import GENESIS, SealedBatch, chain_faults, seal_content, seal_digest

KEY = "ab" * 32


def _signature(content: bytes) -> str:
    return content[::-1].hex()


def _is_valid(_key: str, content: bytes, signature: str) -> bool:
    return signature == _signature(content)


def _batches() -> list[SealedBatch]:
    batches, previous = [], GENESIS
    for number in (1, 2, 3):
        events: list[Mapping[str, Any]] = [{"id": f"{number}-{index}", "kind": "signed_in"} for index in range(3)]
        seal = {
            "id": number,
            "created_at": f"2026-11-22T10:0{number}:00+00:00",
            "event_count": 3,
            "previous_digest": previous,
            "digest": seal_digest(previous, events),
            "public_key": KEY,
        }
        seal["signature"] = _signature(seal_content(seal))
        batches.append(SealedBatch(seal, events))
        previous = str(seal["digest"])
    return batches


def _faults(batches: list[SealedBatch], keys: frozenset[str] = frozenset({KEY})) -> list[str]:
    return list(chain_faults(batches, _is_valid, keys))


def test_an_intact_chain_and_any_end_of_it_have_no_faults() -> None:
    assert _faults(_batches()) == []
    assert _faults(_batches()[1:]) == []
    assert _faults([]) == []


@pytest.mark.parametrize("field", ["id", "kind"])
def test_a_changed_event_is_found(field: str) -> None:
    batches = _batches()
    batches[1].events[0] = {**batches[1].events[0], field: "other"}
    assert _faults(batches) == ["events under seal 2 were changed, added or removed"]


def test_a_removed_an_added_and_a_moved_event_are_found() -> None:
    removed, added, moved = _batches(), _batches(), _batches()
    removed[0].events.pop()
    added[0].events.append({"id": "x", "kind": "signed_in"})
    moved[1].events.append(moved[0].events.pop())
    assert any("seal 1 covers 3 events, and 2 are there" in fault for fault in _faults(removed))
    assert any("seal 1 covers 3 events, and 4 are there" in fault for fault in _faults(added))
    assert len(_faults(moved)) == 4


def test_a_removed_seal_is_found() -> None:
    batches = _batches()
    assert _faults([batches[0], batches[2]]) == [
        "seal 3 does not follow seal 1: seals between them are missing or changed"
    ]


def test_removed_oldest_seals_are_found_where_the_first_is_known() -> None:
    def faults(batches: list[SealedBatch]) -> list[str]:
        return list(chain_faults(batches, _is_valid, frozenset({KEY}), first=GENESIS))

    assert faults(_batches()) == []
    assert faults(_batches()[1:]) == ["seal 2 is not the first: seals before it are missing"]


def test_a_chain_computed_anew_needs_the_key() -> None:
    batches = _batches()
    events = batches[2].events[1:]
    digest = seal_digest(batches[2].seal["previous_digest"], events)
    forged = SealedBatch({**batches[2].seal, "event_count": 2, "digest": digest}, events)
    assert _faults([*batches[:2], forged]) == ["the signature of seal 3 is not valid"]
    assert _faults(_batches(), frozenset()) == [
        f"seal {number} was made with an unknown key {KEY[:16]}…" for number in (1, 2, 3)
    ]
