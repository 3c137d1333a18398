"""Whom a language model may choose although the rules say that it lacks an ability."""

from dataclasses import replace

import pytest

from kingdom.orchestrator.king.set_aside import SetAside, only_unable, set_aside_reason
from kingdom.routing.ranking import NearbySpecialist, RankedCandidate
from kingdom.specialists.status.canary_rules import CanaryState

ABLE = NearbySpecialist("1", "v1", "poet", "verified", "global", 0.9, 0.9, 0.9, -2.0, "a poem")


def entry(found: NearbySpecialist, bucket: float) -> SetAside:
    reason = set_aside_reason(found, bucket=bucket, with_model=True, missing=("send",))
    assert reason is not None
    assert reason.code == "abilities", "the ability comes first"
    return SetAside(RankedCandidate(found, 0.9, 0.9, 0.9, 0.9, refused=False), reason)


@pytest.mark.parametrize(
    ("found", "bucket", "offered"),
    [
        (ABLE, 0.5, True),
        (replace(ABLE, canary=CanaryState(share=0.1, previous="", owned=False)), 0.05, True),
        (replace(ABLE, canary=CanaryState(share=0.1, previous="", owned=False)), 0.5, False),
        (replace(ABLE, status="suspended"), 0.5, False),
        (replace(ABLE, missing_credentials=("key",)), 0.5, False),
    ],
)
def test_a_missing_ability_hides_no_other_reason(found: NearbySpecialist, bucket: float, offered: bool) -> None:
    chosen = only_unable([entry(found, bucket)], lambda _found: bucket, with_model=True)
    assert [candidate.found for candidate in chosen] == ([found] if offered else [])
