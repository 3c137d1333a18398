"""The laws of identity over thousands of random ids, plans and delegation trees."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kingdom.contracts.delegation import EVERYTHING, Authority, closure, coerce, may_spawn, spawn
from kingdom.contracts.identity import Identity, identity_of, provision

PREFIXES = sorted(str(identity) for identity in Identity)
ids = st.builds(lambda prefix, tail: f"{prefix}_{tail}", st.sampled_from(PREFIXES), st.from_regex(r"[a-z0-9_]{1,60}", fullmatch=True))


@given(st.text(max_size=220), st.text(max_size=200))
@settings(max_examples=500)
def test_coercion_always_gives_a_valid_id_and_never_a_master(raw: str, prompt: str) -> None:
    repaired = coerce(raw, prompt)
    assert identity_of(repaired.authority.agent_id) not in {None, Identity.MASTER}
    assert repaired.repaired == (raw != repaired.authority.agent_id)
    assert repaired.authority.grants <= provision(repaired.authority.agent_id)


@given(ids, st.lists(st.sampled_from(PREFIXES), max_size=8))
@settings(max_examples=1000)
def test_authority_only_narrows_along_every_chain_of_spawns(first: str, chain: list[str]) -> None:
    above = Authority(first)
    reachable = closure(above)
    for prefix in chain:
        child = f"{prefix}_child"
        if not may_spawn(above.agent_id, child):
            with pytest.raises(PermissionError, match="Privilege escalation"):
                spawn(above, child)
            continue
        below = spawn(above, child)
        assert below.ceiling <= above.ceiling
        assert below.grants <= above.delegable
        assert below.grants <= reachable
        assert closure(below) <= closure(above)
        above = below


@given(ids, st.sets(st.sampled_from(sorted(EVERYTHING))))
@settings(max_examples=300)
def test_a_ceiling_is_never_exceeded_by_any_descendant(name: str, ceiling: set[str]) -> None:
    assert closure(Authority(name, frozenset(ceiling))) <= ceiling
