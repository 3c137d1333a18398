"""The tree of a conversation's messages."""

from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st

from kingdom.orchestrator.conversations.branches import MessagePlace, MessageTree

A, B, C, D, E = (UUID(int=number) for number in range(1, 6))


def test_without_branches_each_message_follows_the_one_before() -> None:
    tree = MessageTree([MessagePlace(A), MessagePlace(B), MessagePlace(C)])
    assert tree.path(C) == [A, B, C]
    assert tree.end_of(None) == C
    assert tree.versions(B) == [B]
    assert MessageTree([]).end_of(None) is None


def test_an_edited_message_opens_a_branch_beside_the_old_one() -> None:
    places = [MessagePlace(A), MessagePlace(B), MessagePlace(C), MessagePlace(D, A, B), MessagePlace(E, D)]
    tree = MessageTree(places)
    assert tree.path(E) == [A, D, E]
    assert tree.path(C) == [A, B, C]
    assert tree.versions(D) == [B, D]
    assert (tree.end_of(B), tree.end_of(D), tree.end_of(A)) == (C, E, E)


def test_an_edited_first_message_is_a_first_message() -> None:
    tree = MessageTree([MessagePlace(A), MessagePlace(B), MessagePlace(C, None, A), MessagePlace(D, None, C)])
    assert tree.versions(A) == [A, C, D]
    assert tree.path(C) == [C]
    assert tree.end_of(A) == B


def test_a_message_whose_neighbours_were_deleted_stays() -> None:
    tree = MessageTree([MessagePlace(A), MessagePlace(B, follows=E), MessagePlace(C, replaces=E)])
    assert tree.path(C) == [A, B, C]
    assert tree.end_of(E) == C


@given(st.lists(st.tuples(st.integers(-1, 30), st.integers(-1, 30)), max_size=30))
def test_every_message_is_on_exactly_one_path_and_no_path_turns_back(links: list[tuple[int, int]]) -> None:
    ids = [UUID(int=number) for number in range(len(links))]

    def known(index: int) -> UUID | None:
        return UUID(int=index) if index >= 0 else None

    tree = MessageTree(
        MessagePlace(pk, known(follows), known(replaces)) for pk, (follows, replaces) in zip(ids, links, strict=True)
    )
    for pk in ids:
        path = tree.path(pk)
        assert path[-1] == pk
        assert sorted(path) == path, "a message follows an older one"
        assert pk in tree.versions(pk)
        assert tree.end_of(pk) in ids
