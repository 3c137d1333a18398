"""Specialists of other users are not visible."""

import uuid

import pytest

from kingdom.accounts.models import User
from kingdom.contracts.identity import provision
from kingdom.core.errors import NotFound
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.registry.selectors import builtin_version, specialist_card, specialist_get, specialists_visible
from kingdom.specialists.registry.services import version_add
from tests.factories import agent_spec, create_global_specialist, create_own_specialist, version_of


def roles(user: User, search: str = "") -> list[str]:
    return [one.role for one in specialists_visible(user_id=user.pk, search=search)]


def test_verified_ones_are_everybodys_and_unverified_ones_their_owners(alice: User, bob: User) -> None:
    create_global_specialist("translator")
    create_own_specialist(alice)
    assert roles(alice) == ["translator", "poem_writer"]
    assert roles(bob) == ["translator"]


@pytest.mark.parametrize(
    ("status", "scope"),
    [("suspended", "global"), ("deprecated", "global"), ("unverified", "global"), ("verified", "user")],
)
def test_only_verified_and_global_is_everybodys(bob: User, status: str, scope: str) -> None:
    made = create_global_specialist("translator")
    Specialist.objects.filter(pk=made.pk).update(status=status, scope=scope)
    assert roles(bob) == []


def test_the_hidden_one_is_in_no_list(alice: User) -> None:
    made = create_global_specialist("general")
    Specialist.objects.filter(pk=made.pk).update(routable=False)
    assert roles(alice) == []
    assert builtin_version("general") == version_of(made)


def test_what_is_anothers_and_what_is_absent_is_the_same_answer(alice: User, bob: User) -> None:
    theirs = create_own_specialist(alice)
    said = []
    for pk in (theirs.pk, uuid.uuid4()):
        with pytest.raises(NotFound) as refused:
            specialist_get(user_id=bob.pk, pk=pk)
        said.append(refused.value.message)
    assert said[0] == said[1]
    assert specialist_get(user_id=alice.pk, pk=theirs.pk) == theirs


def test_a_search_looks_in_role_and_purpose(alice: User) -> None:
    create_global_specialist("translator", purpose="Turns one language into another.")
    create_global_specialist("counter", purpose="Counts.")
    assert roles(alice, "language another") == ["translator"]
    assert roles(alice, "COUNT") == ["counter"]
    assert roles(alice, "50% _") == []


def test_a_built_in_that_is_not_there_is_told_with_what_to_do(db: None) -> None:
    with pytest.raises(NotFound, match="builtins_install"):
        builtin_version("general")


def test_a_built_in_s_version_is_the_current_one(db: None) -> None:
    made = create_global_specialist("general")
    second = version_add(specialist=made, spec=agent_spec("general", purpose="Other."))
    assert builtin_version("general") == second


def test_the_card_shows_what_the_kernel_grants_and_not_what_the_spec_wishes(alice: User) -> None:
    made = create_global_specialist("translator", tools=["archon.fs.delete", "archon.exec.python"])
    card = specialist_card(made)
    assert card["grants"] == sorted(provision("writer_translator"))
    assert "archon.exec.python" not in card["grants"]
    assert "handler_code" not in card
    assert "tests" not in card
