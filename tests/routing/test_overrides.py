"""An override sticks: for the same and near-identical messages, for its user only, until it is taken back."""

import pytest

from kingdom.accounts.models import User
from kingdom.contracts.formats.canonical import stripped_text_digest
from kingdom.orchestrator.king.receipt_candidates import MAX_RECEIPT_CANDIDATES
from kingdom.routing.embeddings.erasure import user_feedback_erase
from kingdom.routing.embeddings.services import route_feedback_record
from kingdom.runtime.ports import Embedder
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.models.status import Canary
from tests import factories
from tests.factories.routing import Make, ask

TEXT = "how much is 12 kg in pounds"
NEAR = ["How much is 12 kg in pounds?", "how much is 12 kg in pounds please", "how much is 15 kg in pounds"]


def teach(user: User, right: Specialist, wrong: Specialist | None, encoder: Embedder, text: str = TEXT) -> None:
    route_feedback_record(
        user_id=user.pk, text=text, right_id=right.pk, wrong_id=wrong.pk if wrong else None, embedder=encoder
    )


@pytest.mark.parametrize("right", ["translator", "email_validator", "date_calculator"])
def test_the_same_message_goes_where_its_user_sent_it(
    registry: dict[str, Specialist], encoder: Embedder, alice: User, bob: User, right: str
) -> None:
    teach(alice, registry[right], registry["unit_converter"], encoder)
    for text in (TEXT, *NEAR):
        route = ask(text, alice, encoder)
        assert (route.role, route.confidence) == (right, 1.0), text
        assert route.receipt.override == stripped_text_digest(TEXT)
        assert route.receipt.reason.startswith(f"You chose {right} for ")
    for text in (TEXT, *NEAR):
        assert ask(text, bob, encoder).role == "unit_converter"


def test_no_unrelated_specialist_gains_from_an_override(
    registry: dict[str, Specialist], make: Make, encoder: Embedder, alice: User, bob: User
) -> None:
    examples = ["weigh my luggage in pounds", "what does my parcel weigh in kg", "pounds on my kitchen scale"]
    make("luggage_scale", "Weighs luggage and parcels.", examples)
    similar = "12 kg of luggage, what is that in pounds and ounces"
    before = {one.role: one.probability for one in ask(similar, bob, encoder).receipt.candidates}
    teach(alice, registry["translator"], registry["unit_converter"], encoder, similar.replace("luggage", "apples"))
    after = {one.role: one.probability for one in ask(similar, alice, encoder).receipt.candidates}
    assert after["unit_converter"] == 0.0, "the test needs a refused specialist"
    for role in after.keys() - {"unit_converter", "translator"}:
        assert after[role] == pytest.approx(before[role], abs=1e-6)


def test_general_sticks_as_well(registry: dict[str, Specialist], encoder: Embedder, alice: User, bob: User) -> None:
    general = factories.create_global_specialist("general")
    Specialist.objects.filter(pk=general.pk).update(routable=False, builtin=True)
    teach(alice, general, registry["unit_converter"], encoder)
    route = ask(TEXT, alice, encoder)
    assert (route.intent, route.receipt.reason) == ("general", "You chose general for this message before.")
    assert ask(TEXT, bob, encoder).role == "unit_converter"


def test_the_newest_of_near_identical_overrides_applies_and_the_same_text_first(
    registry: dict[str, Specialist], encoder: Embedder, alice: User
) -> None:
    teach(alice, registry["translator"], registry["unit_converter"], encoder)
    teach(alice, registry["date_calculator"], registry["translator"], encoder, NEAR[0])
    assert ask(TEXT, alice, encoder).role == "translator"
    assert [ask(text, alice, encoder).role for text in NEAR] == ["date_calculator"] * 3


def test_another_message_is_not_near_identical(registry: dict[str, Specialist], encoder: Embedder, alice: User) -> None:
    teach(alice, registry["translator"], registry["unit_converter"], encoder)
    for text in ("how many days are left until easter", "is max@mustermann.example valid", "convert 4 miles to km"):
        assert ask(text, alice, encoder).receipt.override == "", text


def test_an_override_of_a_turn_in_a_talk_does_not_reach_into_another_talk(
    registry: dict[str, Specialist], encoder: Embedder, alice: User
) -> None:
    text = "and the same in stones"
    teach(alice, registry["translator"], None, encoder, text)
    converting = factories.create_routed_message(alice, registry["unit_converter"], "14 kg in pounds").route
    translating = factories.create_routed_message(alice, registry["translator"], "translate 14 kg").route
    assert ask(text, alice, encoder, previous=converting).role == "unit_converter"
    assert ask(text, alice, encoder, previous=translating).role == "translator"
    teach(alice, registry["translator"], registry["unit_converter"], encoder, text)
    assert ask(text, alice, encoder, previous=converting).role == "translator", "it was sent away from this one"


def test_what_was_taken_back_decides_no_more(registry: dict[str, Specialist], encoder: Embedder, alice: User) -> None:
    teach(alice, registry["translator"], registry["unit_converter"], encoder)
    user_feedback_erase(user_id=alice.pk, texts=[TEXT])
    route = ask(TEXT, alice, encoder)
    assert (route.role, route.receipt.override) == ("unit_converter", "")


def test_a_suspended_choice_does_not_answer(registry: dict[str, Specialist], encoder: Embedder, alice: User) -> None:
    teach(alice, registry["translator"], None, encoder)
    Specialist.objects.filter(pk=registry["translator"].pk).update(status="suspended")
    assert ask(TEXT, alice, encoder).role == "unit_converter"


def test_the_receipt_lists_everyone_considered_also_those_set_aside(
    registry: dict[str, Specialist], make: Make, encoder: Embedder, alice: User
) -> None:
    lately = make("pound_counter", "Converts kilograms to pounds.", [TEXT, "kg in pounds", "pounds in kg"])
    version = factories.version_of(lately)
    Canary.objects.create(specialist=lately, version=version, share=0.0, required_executions=20)
    teach(alice, registry["translator"], registry["date_calculator"], encoder, "how much is 12 lbs in days")
    receipt = ask(TEXT, alice, encoder).receipt
    reasons = {one.role: one.why_not for one in receipt.candidates}
    assert reasons.keys() == {*registry, "pound_counter"}
    assert reasons["pound_counter"] == "verified lately: 0% of the messages go to it at first, not this one"
    assert [role for role, why_not in reasons.items() if not why_not] == [receipt.chosen]
    assert receipt.not_listed == 0


def test_a_long_list_names_how_many_it_leaves_out(
    registry: dict[str, Specialist], make: Make, encoder: Embedder, alice: User
) -> None:
    for number in range(MAX_RECEIPT_CANDIDATES):
        make(f"poet_{number}", f"Writes poems of kind {number}.", [f"write poem {number}"], owner=alice)
    teach(alice, registry["email_validator"], None, encoder)
    receipt = ask(TEXT, alice, encoder).receipt
    assert len(receipt.candidates) == MAX_RECEIPT_CANDIDATES
    assert receipt.chosen in {one.role for one in receipt.candidates}
    assert receipt.not_listed == len(registry)
