"""``spec_designer``: who exists comes first, recipes second, the model last; and it says what it lacks."""

import json
from dataclasses import replace
from typing import Any

import pytest

from kingdom.accounts.models import User
from kingdom.contracts.identity import Identity
from kingdom.contracts.spec import SpecLimits, TestCase
from kingdom.core.errors import ModelNotConfigured
from kingdom.council.recipes.catalogue import recipe_by_name
from kingdom.council.stages.base import StageContext, StageResult
from kingdom.council.stages.design import designer
from kingdom.runtime.context import RunCancelled
from kingdom.runtime.ports import Embedder
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.registry.services import specialist_register
from tests.factories import design_samples
from tests.factories.routing import Make
from tests.factories.stages import ProgressLog, StageInputFactory
from tests.factories.topics import EXAMPLES
from tests.gemini_server import ModelServer

pytestmark = pytest.mark.usefixtures("registry")
NEED = "sum the takings of my bakery each evening"


def _answer(result: StageResult, **changes: Any) -> dict[str, Any]:  # noqa: ANN401 - fields of the answer
    """Return a design that judges everybody whom the designer is shown."""
    judged = [{"role": one["role"], "why_not": "It does something else."} for one in result.details["nearest"]]
    return design_samples.design(nearest=judged, **changes)


@pytest.fixture
def shown(stage_input_for: StageInputFactory, offline: StageContext) -> StageResult:
    """Whom the designer sees for the need."""
    return designer.run(stage_input_for(NEED), offline)


def test_a_request_that_somebody_serves_is_an_offer(
    stage_input_for: StageInputFactory, offline: StageContext, registry: dict[str, Specialist]
) -> None:
    result = designer.run(stage_input_for("convert 30 kilograms to pounds"), offline)
    there = registry["unit_converter"]
    assert result.verdict == "offer"
    assert result.details["role"] == "unit_converter"
    assert result.details["specialist_id"] == str(there.pk)
    assert result.details["version_id"] == str(there.current_version_id)
    assert result.details["choices"] == ["use", "fork"]


def test_another_users_specialist_is_never_offered(
    stage_input_for: StageInputFactory, offline: StageContext, make: Make, bob: User
) -> None:
    make("number_adder", "Adds up numbers.", design_samples.EXAMPLES, owner=bob)
    result = designer.run(stage_input_for("add 3, 4 and 5"), offline)
    assert result.verdict == "rejected"
    assert "number_adder" not in json.dumps(result.details)


def test_ones_own_is_offered(
    stage_input_for: StageInputFactory, offline: StageContext, make: Make, alice: User
) -> None:
    own = make("number_adder", "Adds up numbers.", design_samples.EXAMPLES, owner=alice)
    result = designer.run(stage_input_for("add 3, 4 and 5"), offline)
    assert (result.verdict, result.details.get("specialist_id")) == ("offer", str(own.pk))
    assert own.role not in {one["role"] for one in result.details["nearest"]}


def test_without_a_model_it_says_that_designing_needs_one_and_how_to_set_it(shown: StageResult) -> None:
    assert shown.verdict == "rejected"
    assert "needs a language model" in shown.reason
    assert ModelNotConfigured().message in shown.reason
    assert "GEMINI_API_KEY" in shown.reason
    assert shown.details["error_code"] == "model_not_configured"


def test_a_recipe_that_was_chosen_is_taken_as_it_ships(
    stage_input_for: StageInputFactory, offline: StageContext
) -> None:
    result = designer.run(stage_input_for("whatever I wrote", recipe="iban_checker"), offline)
    shipped = recipe_by_name("iban_checker")
    assert (result.verdict, result.spec, result.suite) == ("passed", shipped.spec, shipped.tests)
    assert result.details["recipe"] == "iban_checker"
    assert shipped.summary in result.reason
    assert any(test.held_out for test in result.suite or ())


def test_a_recipes_name_and_limits_are_adapted_and_it_says_so(
    stage_input_for: StageInputFactory, offline: StageContext, alice: User
) -> None:
    specialist_register(spec=design_samples.spec(role="iban_checker", examples=["tell me a joke"]), owner=alice)
    result = designer.run(stage_input_for("x", recipe="iban_checker"), offline)
    assert result.spec is not None
    assert result.spec.role == "iban_checker_2"
    assert "It is called iban_checker_2, since the name iban_checker is taken." in result.details["flags"]
    again = designer.run(
        stage_input_for("x", recipe="iban_checker", spec=result.spec, change_request="call it bank helper, 64 MB"),
        offline,
    )
    assert again.spec is not None
    assert (again.spec.role, again.spec.limits and again.spec.limits.memory_mb) == ("bank_helper", 64)
    assert again.spec.handler_code == recipe_by_name("iban_checker").spec.handler_code
    assert again.suite == recipe_by_name("iban_checker").tests


def test_wishes_that_rules_do_not_understand_are_said_to_be_left_out(
    stage_input_for: StageInputFactory, offline: StageContext
) -> None:
    shipped = recipe_by_name("iban_checker").spec
    result = designer.run(
        stage_input_for("x", recipe="iban_checker", spec=shipped, change_request="answer in rhymes"), offline
    )
    assert (result.verdict, result.spec) == ("passed", shipped)
    assert result.details["not_changed"] == "Not changed: “answer in rhymes” is not possible without a language model."


def test_a_recipe_that_is_not_there_is_no_recipe(stage_input_for: StageInputFactory, offline: StageContext) -> None:
    assert "no recipe nobody_home" in designer.run(stage_input_for("x", recipe="nobody_home"), offline).reason


def test_a_recipe_whose_work_somebody_does_is_an_offer(
    stage_input_for: StageInputFactory, offline: StageContext, make: Make, alice: User
) -> None:
    shipped = recipe_by_name("iban_checker").spec
    make("my_ibans", shipped.purpose, shipped.examples, owner=alice)
    make("my_ibans", "Keeps a list of account numbers.", shipped.examples[:1])  # everybody's of the same role
    result = designer.run(stage_input_for("x", recipe="iban_checker"), offline)
    assert (result.verdict, result.details.get("role")) == ("offer", "my_ibans")
    others = {one["role"]: one["why_not"] for one in result.details["nearest"]}
    assert "my_ibans" not in others, "what is offered is not said to be unable beside it"
    assert set(others.values()) <= {"Routing would not send such a message to it."}


def test_a_design_by_model_with_reasons_why_nobody_serves(
    stage_input_for: StageInputFactory,
    online: StageContext,
    gemini_server: ModelServer,
    shown: StageResult,
    told: ProgressLog,
) -> None:
    gemini_server.say_json(_answer(shown))
    result = designer.run(stage_input_for(NEED, change_request=""), online)
    assert result.verdict == "passed"
    assert result.spec == design_samples.spec()
    assert result.suite == ()
    assert {one["why_not"] for one in result.details["nearest"]} == {"It does something else."}
    assert result.details["prompt"].startswith("designer/")
    assert result.details["model"] == "gemini:gemini-2.5-flash"
    asked = gemini_server.requests[-1]
    assert asked.schema is not None
    assert NEED in asked.last_text
    assert NEED not in asked.texts[0]
    assert EXAMPLES["unit_converter"][0] in asked.last_text or "unit_converter" in asked.last_text
    assert told.kinds() == ["model_asked"]


@pytest.mark.parametrize(
    "key", ["sk-ABCDEFGHIJKLMNOPQRSTUVWX0123456789abc", "hunter2hunter2", "AKIA" + "A1B2C3D4E5F6G7H8"]
)
def test_secrets_of_the_user_never_reach_a_prompt(
    stage_input_for: StageInputFactory, online: StageContext, gemini_server: ModelServer, shown: StageResult, key: str
) -> None:
    gemini_server.say_json(_answer(shown))
    designer.run(
        stage_input_for(f"{NEED}, my key is {key}", change_request=f"the password: {key}, and make it good"), online
    )
    asked = " ".join(gemini_server.requests[-1].texts)
    assert key not in asked
    assert "••••" in asked


def test_an_unfit_design_goes_back_with_what_is_wrong(
    stage_input_for: StageInputFactory, online: StageContext, gemini_server: ModelServer, shown: StageResult
) -> None:
    gemini_server.say_json(_answer(shown, handler_code="def handle(payload): return 1"))
    gemini_server.say_json(_answer(shown))
    assert designer.run(stage_input_for(NEED), online).verdict == "passed"
    assert len(gemini_server.requests) == 2
    assert "def handle(payload, ctx)" in gemini_server.requests[1].last_text


def test_three_unfit_designs_are_enough(
    stage_input_for: StageInputFactory, online: StageContext, gemini_server: ModelServer, shown: StageResult
) -> None:
    for _ in range(4):
        gemini_server.say_json(_answer(shown, role="1"))
    result = designer.run(stage_input_for(NEED), online)
    assert result.verdict == "rejected"
    assert "role must be" in result.reason
    assert len(gemini_server.requests) == 3


def test_a_model_may_choose_a_recipe(
    stage_input_for: StageInputFactory, online: StageContext, gemini_server: ModelServer, shown: StageResult
) -> None:
    gemini_server.say_json(_answer(shown, decision="recipe", choice="iban_checker"))
    result = designer.run(stage_input_for(NEED), online)
    assert (result.verdict, result.spec) == ("passed", recipe_by_name("iban_checker").spec)
    assert "iban_checker:" in gemini_server.requests[-1].last_text


def test_a_model_may_choose_who_exists(
    stage_input_for: StageInputFactory,
    online: StageContext,
    gemini_server: ModelServer,
    shown: StageResult,
    registry: dict[str, Specialist],
) -> None:
    first = shown.details["nearest"][0]["role"]
    gemini_server.say_json(_answer(shown, decision="existing", choice=first, summary="It does this."))
    result = designer.run(stage_input_for(NEED), online)
    assert (result.verdict, result.reason) == ("offer", "It does this.")
    assert result.details["specialist_id"] == str(registry[first].pk)


def test_a_design_that_would_take_anothers_messages_is_an_offer(
    stage_input_for: StageInputFactory, online: StageContext, gemini_server: ModelServer, shown: StageResult
) -> None:
    gemini_server.say_json(_answer(shown, examples=EXAMPLES["unit_converter"][1]))
    result = designer.run(stage_input_for(NEED), online)
    assert (result.verdict, result.details["role"]) == ("offer", "unit_converter")


def test_findings_the_present_design_and_visible_tests_go_back_and_held_out_ones_do_not(
    stage_input_for: StageInputFactory, online: StageContext, gemini_server: ModelServer, shown: StageResult
) -> None:
    visible = TestCase(input="add one visible pair", expected_output={"total": 2})
    hidden = TestCase(input="add the hidden pair", expected_output={"total": 3}, held_out=True)
    gemini_server.say_json(_answer(shown))
    stage_input = stage_input_for(
        NEED,
        spec=design_samples.spec(purpose="Adds badly."),
        suite=(visible, hidden),
        findings=("It forgot negative numbers.",),
        round=1,
    )
    result = designer.run(stage_input, online)
    asked = gemini_server.requests[-1].last_text
    assert result.verdict == "passed"
    assert result.spec is not None
    assert result.spec.role == "number_adder"  # its own name is no clash
    for said in ("Adds badly.", "add one visible pair", "It forgot negative numbers."):
        assert said in asked
    assert "hidden pair" not in asked


def test_a_stopped_case_asks_nobody(
    stage_input_for: StageInputFactory, online: StageContext, gemini_server: ModelServer, told: ProgressLog
) -> None:
    told.stopped = True
    with pytest.raises(RunCancelled):
        designer.run(stage_input_for(NEED), online)
    assert gemini_server.requests == []


def test_a_fork_is_a_copy_with_its_tests_under_a_free_name(
    stage_input_for: StageInputFactory,
    offline: StageContext,
    encoder: Embedder,
    registry: dict[str, Specialist],
    alice: User,
) -> None:
    tests = (TestCase(input="add 1 and 1", expected_output={"total": 2}, held_out=True),)
    made = specialist_register(
        spec=design_samples.spec(),
        tests=tests,
        status=Specialist.Status.VERIFIED,
        scope=Specialist.Scope.GLOBAL,
        builtin=True,
    )
    stage_input = stage_input_for("x", fork_of=made.current_version_id, change_request="call it sums, 10 seconds")
    result = designer.run(stage_input, offline)
    assert (result.verdict, result.suite) == ("passed", tests)
    assert result.spec == design_samples.spec(role="sums", limits=SpecLimits(timeout_s=10))
    assert result.details["fork_of"]["role"] == "number_adder"
    assert designer.run(replace(stage_input, change_request=""), offline).spec == design_samples.spec(
        role="number_adder_2"
    )


def test_what_one_may_not_see_cannot_be_forked(
    stage_input_for: StageInputFactory, offline: StageContext, bob: User
) -> None:
    his = specialist_register(spec=design_samples.spec(), owner=bob)
    result = designer.run(stage_input_for("x", fork_of=his.current_version_id), offline)
    assert (result.verdict, result.spec) == ("rejected", None)


def test_power_a_model_may_not_give_is_taken_back_or_left_to_the_guardian(
    stage_input_for: StageInputFactory, online: StageContext, gemini_server: ModelServer, shown: StageResult
) -> None:
    gemini_server.say_json(_answer(shown, identity="master", role="master_adder", tools=["archon.fs.delete"]))
    result = designer.run(stage_input_for(NEED), online)
    assert result.spec is not None
    assert result.spec.identity is not Identity.MASTER
    assert result.spec.role == "adder"
    assert result.spec.tools == ("archon.fs.delete",)  # a wish that grants nothing; the Guardian blocks it


def test_a_fork_that_a_model_has_changed_is_not_changed_back(
    stage_input_for: StageInputFactory, offline: StageContext
) -> None:
    made = specialist_register(
        spec=design_samples.spec(), status=Specialist.Status.VERIFIED, scope=Specialist.Scope.GLOBAL, builtin=True
    )
    changed = design_samples.spec(role="sums", purpose="Adds up numbers and says which is the largest.")
    stage_input = stage_input_for("x", fork_of=made.current_version_id, spec=changed, change_request="call it totals")
    result = designer.run(stage_input, offline)
    assert result.verdict == "rejected"
    assert "design work" in result.reason


def test_a_model_judges_whether_who_is_nearest_serves_unless_routing_is_sure(
    stage_input_for: StageInputFactory,
    online: StageContext,
    gemini_server: ModelServer,
    shown: StageResult,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    request = "convert 30 kilograms to pounds"
    assert designer.run(stage_input_for(request), online).verdict == "offer"  # at once
    assert gemini_server.requests == []
    monkeypatch.setattr(designer, "OFFER_MIN_PROBABILITY", 1.1)
    gemini_server.say_json(_answer(shown))
    assert designer.run(stage_input_for(request), online).verdict == "passed"
    assert "(Routing would send this request to it.)" in gemini_server.requests[-1].last_text
