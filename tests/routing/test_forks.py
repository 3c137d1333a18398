"""A fork and its original never tie: the verified original first, the user's own changed fork before it."""

import pytest

from kingdom.accounts.models import User
from kingdom.routing.embeddings.services import route_feedback_record
from kingdom.runtime.ports import Embedder
from kingdom.specialists.models.specialist import Specialist
from tests.factories.routing import Make, ask, why_not
from tests.factories.topics import EXAMPLES

TEXT = "how much is 12 kg in pounds"


def fork_of(original: Specialist, make: Make, owner: User, *, purpose: str = "") -> Specialist:
    """Store the owner's fork under a name of its own, changed if it has another purpose."""
    shipped, examples = EXAMPLES["unit_converter"]
    fork = make("unit_converter_2", purpose or shipped, examples, owner=owner)
    Specialist.objects.filter(pk=fork.pk).update(forked_from=original.current_version)
    return fork


@pytest.mark.parametrize("text", EXAMPLES["unit_converter"][1])
def test_the_original_answers_for_an_unchanged_fork(
    registry: dict[str, Specialist], make: Make, encoder: Embedder, alice: User, text: str
) -> None:
    fork_of(registry["unit_converter"], make, alice)
    route = ask(text, alice, encoder)
    assert (route.kind, route.role) == ("specialist", "unit_converter")
    assert why_not(route, "unit_converter_2") == "an unchanged copy of unit_converter, which is verified"


def test_a_changed_fork_answers_its_owner(
    registry: dict[str, Specialist], make: Make, encoder: Embedder, alice: User, bob: User
) -> None:
    fork_of(registry["unit_converter"], make, alice, purpose="Converts between units, with all digits.")
    assert (ask(TEXT, alice, encoder).kind, ask(TEXT, alice, encoder).role) == ("specialist", "unit_converter_2")
    assert ask(TEXT, bob, encoder).role == "unit_converter"


def test_a_copy_answers_while_its_original_may_not(
    registry: dict[str, Specialist], make: Make, encoder: Embedder, alice: User
) -> None:
    fork_of(registry["unit_converter"], make, alice)
    Specialist.objects.filter(pk=registry["unit_converter"].pk).update(status="deprecated")
    assert ask(TEXT, alice, encoder).role == "unit_converter_2"


def test_a_copy_that_the_user_chose_keeps_the_message(
    registry: dict[str, Specialist], make: Make, encoder: Embedder, alice: User
) -> None:
    fork = fork_of(registry["unit_converter"], make, alice)
    route_feedback_record(user_id=alice.pk, text=TEXT, right_id=fork.pk, wrong_id=None, embedder=encoder)
    route = ask(TEXT, alice, encoder)
    assert (route.role, route.receipt.unavailable) == ("unit_converter_2", "")
