"""Properties of the identity law on random ids, plans and delegation trees."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingdom.contracts.identity import (
    Authority,
    Identity,
    all_grants,
    child_authority,
    coerce_agent_id,
    identity_of,
    may_spawn,
    provision,
    reachable_grants,
)

PREFIXES = sorted(str(identity) for identity in Identity)
ids = st.builds(
    lambda prefix, tail: f"{prefix}_{tail}",
    st.sampled_from(PREFIXES),
    st.from_regex(r"[a-z0-9_]{1,60}", fullmatch=True),
)


@given(st.text(max_size=220), st.text(max_size=200))
def test_coercion_always_gives_a_valid_id_and_never_a_master(raw: str, prompt: str) -> None:
    repaired = coerce_agent_id(raw, prompt)
    assert identity_of(repaired.authority.agent_id) not in {None, Identity.MASTER}
    assert repaired.repaired == (raw != repaired.authority.agent_id)
    assert repaired.authority.grants <= provision(repaired.authority.agent_id)


@given(ids, st.lists(st.sampled_from(PREFIXES), max_size=8))
def test_authority_only_narrows_along_every_chain_of_spawns(first: str, chain: list[str]) -> None:
    above = Authority(first)
    reachable = reachable_grants(above)
    for prefix in chain:
        child = f"{prefix}_child"
        if not may_spawn(above.agent_id, child):
            with pytest.raises(PermissionError, match="Privilege escalation"):
                child_authority(above, child)
            continue
        below = child_authority(above, child)
        assert below.ceiling <= above.ceiling
        assert below.grants <= above.delegable
        assert below.grants <= reachable
        assert reachable_grants(below) <= reachable_grants(above)
        above = below


@given(ids, st.sets(st.sampled_from(sorted(all_grants()))))
def test_a_ceiling_is_never_exceeded_by_any_descendant(name: str, ceiling: set[str]) -> None:
    assert reachable_grants(Authority(name, frozenset(ceiling))) <= ceiling


names = st.one_of(
    ids, st.text(max_size=220), st.sampled_from(["mаster_x", "MASTER_x", "coder_", "writer_coder_x", "research"])
)
plans = st.lists(st.tuples(names, st.text(max_size=60), st.integers(0, 7)), min_size=1, max_size=8)


@given(st.sampled_from(PREFIXES), plans)
def test_no_plan_reaches_what_its_root_could_not(prefix: str, plan: list[tuple[str, str, int]]) -> None:
    """A random tree of delegations."""
    top = Authority(f"{prefix}_main")
    most, made = reachable_grants(top), [top]
    for raw, prompt, place in plan:
        parent, child = made[place % len(made)], coerce_agent_id(raw, prompt).authority
        try:
            authority = child_authority(parent, child.agent_id)
        except PermissionError:
            assert not may_spawn(parent.agent_id, child.agent_id)
            continue
        narrowed = Authority(authority.agent_id, authority.ceiling & child.ceiling)
        assert narrowed.grants <= provision(narrowed.agent_id) & parent.delegable
        assert reachable_grants(narrowed) <= most
        made.append(narrowed)
    assert {identity_of(one.agent_id) for one in made[1:]} <= set(Identity) - {Identity.MASTER}, (
        "a plan makes no master"
    )
