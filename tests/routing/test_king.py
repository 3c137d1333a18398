"""The King on real vectors: routes, follow-ups, learned negative examples and receipts."""

from collections.abc import Mapping
from typing import Any

import pytest
from django.conf import settings

from kingdom.accounts.models import User
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.model import ModelRequest, ModelResponse
from kingdom.core.errors import BadConfiguration, ModelUnavailable
from kingdom.council.recipes.catalogue import recipe_by_name
from kingdom.routing.calibration.cache import calibration_cache_clear
from kingdom.routing.embeddings.erasure import user_feedback_erase
from kingdom.routing.embeddings.negative_examples import negative_example_learn
from kingdom.routing.embeddings.services import route_feedback_record
from kingdom.routing.models import AgentEmbedding, NegativeExample, RouterCalibration
from kingdom.runtime.ports import Embedder, OnDelta
from kingdom.specialists.models.specialist import Specialist
from tests import factories
from tests.factories.routing import Make, ask
from tests.factories.topics import EXAMPLES


class Model:
    """A language model with one prepared analysis or error."""

    def __init__(self, answer: Mapping[str, Any] | Exception) -> None:
        self.answer = answer
        self.asked: list[ModelRequest] = []

    @property
    def name(self) -> str:
        return "prepared"

    async def generate(self, ctx: CallContext, request: ModelRequest, on_delta: OnDelta | None = None) -> ModelResponse:
        self.asked.append(request)
        if isinstance(self.answer, Exception):
            raise self.answer
        return ModelResponse(text="", finish="stop", parsed=dict(self.answer))


def analysis(**changes: Any) -> dict[str, Any]:  # noqa: ANN401 - JSON values
    return {
        "specialist": "none",
        "complexity": "low",
        "frequency": "one_time",
        "required_capabilities": [],
        "should_create_specialist": False,
        "reason": "Because.",
        **changes,
    }


@pytest.mark.parametrize(
    ("text", "role"),
    [
        ("how much is 12 kg in pounds", "unit_converter"),
        ("is max@mustermann.example a valid email address", "email_validator"),
        ("how many days are left until easter", "date_calculator"),
        ("translate good night into portuguese", "translator"),
    ],
)
def test_each_message_finds_its_specialist(
    registry: dict[str, Specialist], encoder: Embedder, alice: User, text: str, role: str
) -> None:
    route = ask(text, alice, encoder)
    assert route.intent == f"specialist:{role}"
    assert route.scope == "global"
    assert route.specialist_id == str(registry[role].pk)
    assert route.version_id == str(registry[role].current_version_id)
    assert route.confidence >= route.receipt.threshold


def test_the_receipt_tells_all(registry: dict[str, Specialist], encoder: Embedder, alice: User) -> None:
    receipt = ask("how much is 12 kg in pounds", alice, encoder).receipt
    assert receipt.chosen == "unit_converter"
    assert receipt.candidates[0].why_not == ""
    assert receipt.candidates[0].nearest_example in EXAMPLES["unit_converter"][1]
    assert all(one.why_not for one in receipt.candidates[1:])
    assert receipt.space == encoder.space
    assert receipt.gate == f"{encoder.space}:{RouterCalibration.objects.get(active=True).pk}"
    assert {"embed", "sql", "score", "total"} <= set(receipt.timings_ms)
    assert receipt.margin > 0
    assert 0 < receipt.threshold_low <= receipt.threshold < 1


def test_what_is_for_nobody_goes_to_the_general_agent(
    registry: dict[str, Specialist], encoder: Embedder, alice: User
) -> None:
    route = ask("write me a limerick about a sailor", alice, encoder)
    assert route.intent == "general"
    assert route.receipt.analysis is not None
    assert route.receipt.analysis.by == "rules"


def test_a_need_that_comes_back_offers_a_new_specialist(
    registry: dict[str, Specialist], encoder: Embedder, alice: User
) -> None:
    assert ask("I get lists of IBANs to check every week", alice, encoder).intent == "create_specialist"


def test_nobody_is_chosen_when_there_is_nobody(db: None, encoder: Embedder, alice: User) -> None:
    route = ask("convert 4 kg to pounds", alice, encoder)
    assert (route.intent, route.confidence, route.receipt.candidates) == ("general", 0.0, ())


def test_without_a_gate_the_settings_decide(registry: dict[str, Specialist], encoder: Embedder, alice: User) -> None:
    RouterCalibration.objects.all().delete()
    same = ask("convert 14 kg to pounds", alice, encoder)
    other = ask("14 kilos, how heavy is that in the imperial system", alice, encoder)
    assert same.receipt.gate == "uncalibrated"
    assert same.receipt.threshold == settings.KINGDOM.route_threshold_verified
    assert same.intent == "specialist:unit_converter"
    assert other.intent == "general"


def test_ones_own_specialist_is_found_by_its_own_words(
    registry: dict[str, Specialist], make: Make, encoder: Embedder, alice: User, bob: User
) -> None:
    own = make(
        "iban_checker",
        "Checks the checksums of IBANs.",
        ["is this IBAN right", "check these IBANs", "verify an IBAN"],
        owner=alice,
    )
    route = ask("is this IBAN right: DE89 3704 0044", alice, encoder)
    assert route.specialist_id == str(own.pk)
    assert route.scope == "user"
    assert ask("is this IBAN right: DE89 3704 0044", bob, encoder).specialist_id != str(own.pk)


def test_who_is_merely_near_does_not_take_what_a_recipe_is_for(
    registry: dict[str, Specialist], make: Make, encoder: Embedder, alice: User
) -> None:
    make("iban_checker", "Checks IBANs.", recipe_by_name("iban_checker").spec.examples, owner=alice)
    weekly = ask("I get lists of ISBN numbers to check every week", alice, encoder)
    once = ask("I have a list of ISBN numbers to check", alice, encoder)
    assert weekly.receipt.candidates[0].probability >= weekly.receipt.threshold, "similarity alone would route to it"
    assert (weekly.intent, weekly.receipt.recipe) == ("create_specialist", "isbn_checker")
    assert weekly.receipt.reason.startswith("Recipe isbn_checker (probability ")
    assert weekly.receipt.candidates[0].why_not == "a recipe matches better"
    assert (once.intent, once.receipt.recipe) == ("general", "isbn_checker")


def test_whoever_is_made_from_the_recipe_keeps_its_messages_under_any_name(
    registry: dict[str, Specialist], make: Make, encoder: Embedder, alice: User
) -> None:
    own = make(
        "book_numbers", "Checks the numbers of books.", recipe_by_name("isbn_checker").spec.examples, owner=alice
    )
    route = ask("check the ISBN 978-3-16-148410-0", alice, encoder)
    assert (route.specialist_id, route.receipt.recipe) == (str(own.pk), "")


def test_a_recipe_takes_nothing_from_who_does_it(
    registry: dict[str, Specialist], encoder: Embedder, alice: User
) -> None:
    for text, role in (
        ("how much is 12 kg in pounds", "unit_converter"),
        ("how many days are left until easter", "date_calculator"),
    ):
        route = ask(text, alice, encoder)
        assert (route.intent, route.receipt.recipe) == (f"specialist:{role}", "")


def test_a_follow_up_is_not_held_against_recipes(
    registry: dict[str, Specialist], encoder: Embedder, alice: User
) -> None:
    previous = factories.create_routed_message(alice, registry["unit_converter"], "and 14 kg in pounds").route
    route = ask("and as a roman numeral?", alice, encoder, previous=previous)
    assert (route.receipt.follow_up_of, route.receipt.recipe) == (str(previous.pk), "")


def test_routing_goes_on_when_the_recipes_cannot_be_read(
    registry: dict[str, Specialist], encoder: Embedder, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unreadable(_message: object, _embedder: object) -> list[object]:
        raise BadConfiguration("config/recipes/x/spec.yaml can not be read.")

    monkeypatch.setattr("kingdom.orchestrator.king.recipe_match.recipes_rank_vector", unreadable)
    assert ask("how much is 12 kg in pounds", alice, encoder).intent == "specialist:unit_converter"


def test_two_that_fit_alike_are_asked_about(
    registry: dict[str, Specialist], make: Make, encoder: Embedder, alice: User
) -> None:
    purpose, examples = EXAMPLES["unit_converter"]
    make("my_converter", purpose, examples, owner=alice)
    route = ask("how much is 12 kg in pounds", alice, encoder)
    assert route.intent == "ask"
    assert {one.role for one in route.receipt.candidates[:2]} == {"unit_converter", "my_converter"}
    assert route.specialist_id == ""


def test_a_follow_up_stays_and_something_else_leaves(
    registry: dict[str, Specialist], encoder: Embedder, alice: User
) -> None:
    previous = factories.create_routed_message(alice, registry["unit_converter"], "and 14 kg in pounds").route
    stays = ask("No, I meant stones", alice, encoder, previous=previous)
    assert stays.intent == "specialist:unit_converter"
    assert stays.receipt.follow_up_of == str(previous.pk)
    assert (
        ask("translate good night into portuguese", alice, encoder, previous=previous).intent == "specialist:translator"
    )
    assert ask("write me a poem about the sea", alice, encoder, previous=previous).intent == "general"


def test_a_follow_up_of_a_suspended_specialist_is_judged_anew(
    registry: dict[str, Specialist], encoder: Embedder, alice: User
) -> None:
    previous = factories.create_routed_message(alice, registry["unit_converter"], "14 kg in pounds").route
    Specialist.objects.filter(pk=registry["unit_converter"].pk).update(status=Specialist.Status.SUSPENDED)
    assert ask("No, I meant stones", alice, encoder, previous=previous).intent == "general"


def test_a_choice_is_learnt_for_its_user_alone(
    registry: dict[str, Specialist], encoder: Embedder, alice: User, bob: User
) -> None:
    text = "what do you make of a fortnight"
    before = ask(text, bob, encoder)
    wrong, right = registry["date_calculator"], registry["unit_converter"]
    route_feedback_record(user_id=alice.pk, text=text, right_id=right.pk, wrong_id=wrong.pk, embedder=encoder)
    learnt = ask(text, alice, encoder)
    assert learnt.intent == "specialist:unit_converter"
    refused = next(one for one in learnt.receipt.candidates if one.role == "date_calculator")
    assert refused.probability == 0.0
    assert "you rejected it" in refused.why_not
    after = ask(text, bob, encoder)
    assert (after.intent, after.confidence) == (before.intent, before.confidence)
    assert text not in after.model_dump_json()


def test_choosing_again_turns_an_earlier_choice_round(
    registry: dict[str, Specialist], encoder: Embedder, alice: User
) -> None:
    one, other = registry["date_calculator"], registry["unit_converter"]
    for right, wrong in ((one, other), (other, one)):
        route_feedback_record(
            user_id=alice.pk, text="a fortnight", right_id=right.pk, wrong_id=wrong.pk, embedder=encoder
        )
        route_feedback_record(
            user_id=alice.pk, text="a fortnight", right_id=right.pk, wrong_id=wrong.pk, embedder=encoder
        )
    kept = set(AgentEmbedding.objects.filter(owner=alice).values_list("specialist_id", "kind"))
    assert kept == {(other.pk, "example"), (one.pk, "negative")}


def test_what_a_user_wrote_can_be_forgotten(
    registry: dict[str, Specialist], encoder: Embedder, alice: User, bob: User
) -> None:
    for user in (alice, bob):
        route_feedback_record(
            user_id=user.pk, text="a fortnight", right_id=registry["translator"].pk, wrong_id=None, embedder=encoder
        )
    assert user_feedback_erase(user_id=alice.pk, texts=["a fortnight", "never said"]) == 1
    assert AgentEmbedding.objects.filter(owner=bob).count() == 1


def test_the_third_alike_message_for_nobody_counts(
    registry: dict[str, Specialist], encoder: Embedder, alice: User, bob: User
) -> None:
    texts = ["rate my haiku about frogs", "please rate my haiku about frogs", "rate my haiku about frogs please"]
    assert [
        negative_example_learn(text=text, user_id=alice.pk, embedder=encoder) for text in (*texts[:2], texts[0])
    ] == [False, False, False]
    assert negative_example_learn(text=texts[2], user_id=alice.pk, embedder=encoder)
    assert not negative_example_learn(text=texts[2], user_id=bob.pk, embedder=encoder)
    assert NegativeExample.objects.filter(encoder=encoder.space, owner=alice).count() == 1


def test_the_model_may_pick_one_of_the_offered(registry: dict[str, Specialist], encoder: Embedder, alice: User) -> None:
    text = "how much is 12 kg in pounds"
    raise_the_bar()
    model = Model(analysis(specialist="unit_converter"))
    assert ask(text, alice, encoder).intent == "general"
    route = ask(text, alice, encoder, model)
    assert route.intent == "specialist:unit_converter"
    assert route.receipt.analysis is not None
    assert route.receipt.analysis.by == "model"
    assert text in model.asked[0].messages[1].text
    assert EXAMPLES["unit_converter"][0] in model.asked[0].messages[1].text


def raise_the_bar() -> None:
    """Set the threshold of the calibration above every probability, so that similarity decides nothing."""
    calibration = RouterCalibration.objects.get(active=True)
    for part in ("plain", "full"):
        if calibration.parameters[part]:
            calibration.parameters[part]["threshold"] = 1.0
    calibration.save()
    calibration_cache_clear(calibration.encoder)


def test_the_model_is_not_asked_when_similarity_decides(
    registry: dict[str, Specialist], encoder: Embedder, alice: User
) -> None:
    model = Model(analysis())
    assert ask("how much is 12 kg in pounds", alice, encoder, model).receipt.analysis is None
    assert model.asked == []


def test_the_model_can_name_nobody_who_was_not_offered(
    registry: dict[str, Specialist], encoder: Embedder, alice: User
) -> None:
    route = ask("tell me about frogs", alice, encoder, Model(analysis(specialist="translator")))
    assert route.intent == "general"


def test_a_new_specialist_is_offered_when_the_model_says_so(
    registry: dict[str, Specialist], encoder: Embedder, alice: User
) -> None:
    wanted = analysis(frequency="frequent", should_create_specialist=True)
    assert ask("sort my stamps", alice, encoder, Model(wanted)).intent == "create_specialist"
    once = analysis(frequency="one_time", should_create_specialist=True)
    assert ask("sort my stamps", alice, encoder, Model(once)).intent == "general"


@pytest.mark.parametrize("answer", [ModelUnavailable(), {"specialist": "none"}, {"complexity": 3}])
def test_a_model_that_fails_leaves_it_to_the_rules(
    registry: dict[str, Specialist], encoder: Embedder, alice: User, answer: Mapping[str, Any] | Exception
) -> None:
    route = ask("sort my stamps every week", alice, encoder, Model(answer))
    assert route.intent == "create_specialist"
    assert route.receipt.analysis is not None
    assert route.receipt.analysis.by == "rules"


@pytest.mark.parametrize("text", ["thanks!", "What can you do?", "bye", "you are stupid", "hola", "hilfe"])
def test_small_talk_never_reaches_a_specialist(
    registry: dict[str, Specialist], encoder: Embedder, alice: User, text: str
) -> None:
    model = Model(AssertionError("nobody asks a model about it"))
    conversed = factories.create_routed_message(alice, registry["unit_converter"], "14 kg in pounds")
    route = ask(text, alice, encoder, model, previous=conversed.route)
    assert (route.intent, route.receipt.recipe, model.asked) == ("general", "", [])
    assert route.receipt.reason == "The message needs no specialist: it is small talk or asks about Kingdom."


def test_a_specialist_keeps_small_talk_that_is_its_own_example(
    registry: dict[str, Specialist], make: Make, encoder: Embedder, alice: User, bob: User
) -> None:
    examples = ["Thanks a lot", "say thanks to my colleague nicely", "write a note of thanks"]
    own = make("thank_you_notes", "Writes notes of thanks.", examples, owner=alice)
    assert ask("thanks a lot", alice, encoder).specialist_id == str(own.pk)
    assert ask("thanks a lot", bob, encoder).intent == "general"
