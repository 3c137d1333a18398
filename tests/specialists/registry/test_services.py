"""Creation of specialists and versions, and the triggers that keep versions immutable."""

import threading
from collections.abc import Callable

import pytest
from django.db import IntegrityError, connection, transaction

from kingdom.accounts.models import User
from kingdom.contracts.spec import TestCase
from kingdom.core.errors import BadInput, Conflict
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion
from kingdom.specialists.registry.selectors import version_spec, version_tests
from kingdom.specialists.registry.services import specialist_register, version_add
from tests.factories import agent_spec, create_own_specialist, version_of

TESTS = (
    TestCase(input="x", expected_output={"a": 1}),
    TestCase(input="y", expected_output=None, grader="exact", held_out=True),
)


def test_a_specialist_enters_with_its_first_version(alice: User) -> None:
    made = specialist_register(spec=agent_spec("poem_writer"), owner=alice, tests=TESTS)
    version = version_of(made)
    assert (made.status, made.scope, made.created_by, made.builtin) == ("unverified", "user", alice, False)
    assert (version.number, version.digest) == (1, agent_spec("poem_writer").digest())
    assert made.spec_snapshot == version.spec
    assert version_spec(version) == agent_spec("poem_writer")
    assert version_tests(version) == TESTS


def test_two_owners_may_use_the_same_role_and_one_may_not_twice(alice: User, bob: User) -> None:
    create_own_specialist(alice)
    create_own_specialist(bob)
    with pytest.raises(Conflict, match="poem_writer already"):
        create_own_specialist(alice)


def test_only_one_verified_specialist_has_a_role(alice: User) -> None:
    specialist_register(
        spec=agent_spec("poem_writer"), builtin=True, status=Specialist.Status.VERIFIED, scope=Specialist.Scope.GLOBAL
    )
    create_own_specialist(alice)
    with pytest.raises(Conflict):
        specialist_register(
            spec=agent_spec("poem_writer"),
            builtin=True,
            status=Specialist.Status.VERIFIED,
            scope=Specialist.Scope.GLOBAL,
        )


@pytest.mark.django_db
def test_only_built_in_ones_have_no_owner() -> None:
    with pytest.raises(BadInput):
        specialist_register(spec=agent_spec("poem_writer"))


def test_a_new_spec_is_a_new_version_and_the_old_one_stays(alice: User) -> None:
    made = create_own_specialist(alice)
    first = version_of(made)
    second = version_add(specialist=made, spec=agent_spec("poem_writer", purpose="Writes better poems."))
    assert (second.number, version_of(made), made.spec_snapshot["purpose"]) == (2, second, "Writes better poems.")
    assert list(made.versions.order_by("number")) == [first, second]


def test_the_same_spec_is_the_same_version(alice: User) -> None:
    made = create_own_specialist(alice)
    assert version_add(specialist=made, spec=agent_spec("poem_writer")) == version_of(made)
    assert made.versions.count() == 1


def test_an_earlier_spec_is_its_earlier_version_again(alice: User) -> None:
    made = create_own_specialist(alice)
    first = version_of(made)
    version_add(specialist=made, spec=agent_spec("poem_writer", purpose="Other."))
    assert version_add(specialist=made, spec=agent_spec("poem_writer")) == first
    made.refresh_from_db()
    assert (version_of(made), made.spec_snapshot, made.versions.count()) == (first, first.spec, 2)


def test_a_version_is_for_its_own_role_only(alice: User) -> None:
    with pytest.raises(BadInput, match="for song_writer, not for poem_writer"):
        version_add(specialist=create_own_specialist(alice), spec=agent_spec("song_writer"))


def test_a_verified_specialist_of_somebody_does_not_change(alice: User) -> None:
    made = create_own_specialist(alice)
    Specialist.objects.filter(pk=made.pk).update(status="verified", scope="global")
    with pytest.raises(Conflict, match="Fork it"):
        version_add(specialist=made, spec=agent_spec("poem_writer", purpose="Does harm."))


def test_version_tests_a_version_do_not_change_behind_its_digest(alice: User) -> None:
    made = specialist_register(spec=agent_spec("poem_writer"), owner=alice, tests=TESTS)
    with pytest.raises(Conflict, match="other tests"):
        version_add(specialist=made, spec=agent_spec("poem_writer"), tests=TESTS[:1])


@pytest.mark.parametrize(
    "fields", [{"spec": {}}, {"digest": "0" * 64}, {"number": 7}, {"tests": []}, {"created_at": "2000-01-01T00:00:00Z"}]
)
def test_the_database_refuses_to_change_a_version(alice: User, fields: dict[str, object]) -> None:
    made = specialist_register(spec=agent_spec("poem_writer"), owner=alice, tests=TESTS)
    with pytest.raises(IntegrityError, match="never changes"), transaction.atomic():
        SpecialistVersion.objects.filter(specialist=made).update(**fields)


def test_the_database_refuses_to_delete_a_version_alone(alice: User) -> None:
    made = create_own_specialist(alice)
    first = version_of(made)
    version_add(specialist=made, spec=agent_spec("poem_writer", purpose="Other."))
    with pytest.raises(IntegrityError, match="kept as long as"):
        deleted_alone(first)
    assert made.versions.count() == 2


@transaction.atomic
def deleted_alone(version: SpecialistVersion) -> None:
    version.delete()
    connection.check_constraints()  # as a commit does


def test_deleting_a_user_deletes_what_is_theirs(alice: User, bob: User) -> None:
    made = create_own_specialist(alice)
    version_add(specialist=made, spec=agent_spec("poem_writer", purpose="Other."))
    other = create_own_specialist(bob)
    alice.delete()
    connection.check_constraints()
    assert list(SpecialistVersion.objects.all()) == [version_of(other)]


@pytest.mark.django_db(transaction=True)
def test_two_that_add_a_version_at_once_both_have_theirs() -> None:
    made = specialist_register(spec=agent_spec("poem_writer"), builtin=True)
    _at_once(
        *(
            lambda n=n: version_add(specialist=made, spec=agent_spec("poem_writer", purpose=f"Number {n}."))
            for n in range(4)
        )
    )
    assert sorted(made.versions.values_list("number", flat=True)) == [1, 2, 3, 4, 5]


def _address() -> str:
    with connection.cursor() as cursor:
        assert cursor.connection is not None
        return str(cursor.connection.info.dsn)


def _at_once(*calls: Callable[[], object]) -> None:
    start = threading.Barrier(len(calls))

    def run(call: Callable[[], object]) -> None:
        start.wait()
        try:
            call()
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=[call]) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
