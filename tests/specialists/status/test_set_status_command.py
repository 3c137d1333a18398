"""``manage.py specialist_set_status``: status changes by the same service as the API."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from kingdom.accounts.models import User
from kingdom.sessions.models import Session
from kingdom.sessions.services import session_open
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.models.status import StatusChange
from kingdom.specialists.registry.services import version_add
from tests.factories import agent_spec, create_own_specialist, version_of
from tests.factories.specialists import proven


def decided(*words: str) -> str:
    """Run the command as Carol and return what it printed."""
    out = StringIO()
    call_command("specialist_set_status", *words, "--as", "carol", "--reason", "It has earned it.", stdout=out)
    return out.getvalue()


def test_there_and_back_with_who_and_why(alice: User, carol: User) -> None:
    specialist = proven(create_own_specialist(alice))
    assert decided("poem_writer", "promote", "--version", "1") == "poem_writer: unverified, user -> verified, global\n"
    assert decided("poem_writer", "suspend") == "poem_writer: verified, global -> suspended, global\n"
    assert decided("poem_writer", "restore") == "poem_writer: suspended, global -> verified, global\n"
    assert decided("poem_writer", "demote") == "poem_writer: verified, global -> unverified, user\n"
    better = create_own_specialist(alice, "better")
    assert decided(str(specialist.pk), "deprecate", "--successor", "better").endswith("-> deprecated, user\n")
    changes = StatusChange.objects.order_by("created_at")
    assert {(one.actor, one.reason, one.automatic) for one in changes} == {(carol, "It has earned it.", False)}
    assert [one.successor for one in changes] == [None, None, None, None, better]


def test_every_condition_that_is_not_met_is_a_line_with_its_figure(alice: User, carol: User) -> None:
    proven(create_own_specialist(alice), 43, 4, 0.99)
    out = StringIO()
    with pytest.raises(CommandError, match="poem_writer cannot be verified yet"):
        call_command("specialist_set_status", "poem_writer", "promote", "--as", "carol", "--reason", "Now.", stdout=out)
    assert out.getvalue().splitlines() == ["not met: 47 executions (50 needed)"], "what answers state is no condition"
    assert Specialist.objects.get().status == "unverified"


def test_it_is_bound_to_the_version_that_is_named(alice: User, carol: User) -> None:
    specialist = proven(create_own_specialist(alice))
    version_add(specialist=specialist, spec=agent_spec("poem_writer", purpose="Writes better poems."))
    with pytest.raises(CommandError, match="another version now"):
        decided("poem_writer", "suspend", "--version", "1")
    with pytest.raises(CommandError, match="no version 7"):
        decided("poem_writer", "suspend", "--version", "7")
    assert decided("poem_writer", "suspend", "--version", "2").endswith("suspended, user\n")


def test_what_runs_is_stopped_when_that_is_said(alice: User, carol: User) -> None:
    session = session_open(user_id=alice.pk, input_text="Go on", version_id=version_of(create_own_specialist(alice)).pk)
    decided("poem_writer", "suspend", "--stop-sessions")
    assert Session.objects.get(pk=session.pk).state == "cancelled"


@pytest.mark.parametrize(
    ("actor", "said"),
    [("alice", "not a staff member"), ("clerk", "not a staff member"), ("nobody", "not a staff member")],
)
def test_only_staff_who_may_decide(alice: User, carol: User, actor: str, said: str) -> None:
    create_own_specialist(alice)
    User.objects.create_user("clerk", is_staff=True)
    with pytest.raises(CommandError, match=said):
        call_command("specialist_set_status", "poem_writer", "suspend", "--as", actor, "--reason", "Because.")
    assert not StatusChange.objects.exists()


def test_several_of_one_role_are_told_apart_by_their_id(alice: User, bob: User, carol: User) -> None:
    his = create_own_specialist(bob)
    create_own_specialist(alice)
    with pytest.raises(CommandError, match="Name one by its id"):
        decided("poem_writer", "suspend")
    with pytest.raises(CommandError, match="no specialist called poet"):
        decided("poet", "suspend")
    decided(str(his.pk), "suspend")
    assert StatusChange.objects.get().specialist == his


def test_the_owner_decides_nothing_for_everybody_and_the_law_book_holds(carol: User) -> None:
    proven(create_own_specialist(carol))
    with pytest.raises(CommandError, match="its owner cannot verify it"):
        decided("poem_writer", "promote")
    with pytest.raises(CommandError, match="cannot be demoted"):
        decided("poem_writer", "demote")
    with pytest.raises(CommandError, match="cannot be reverted"):
        decided("poem_writer", "revert")
