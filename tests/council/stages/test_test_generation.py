"""``test_generator`` and ``validator_minister``: suites that are brought along, written, sent back or refused.

Designs that are sound.
"""

import pytest

from kingdom.accounts.models import User
from kingdom.contracts.spec import TestCase
from kingdom.core.errors import Conflict
from kingdom.council.recipes.catalogue import recipe_by_name
from kingdom.council.stages import test_generation, validate
from kingdom.council.stages.base import StageContext
from kingdom.council.stages.validate import registry_view
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.registry.services import specialist_register
from tests.factories import create_global_specialist, design_samples
from tests.factories.stages import StageInputFactory
from tests.gemini_server import ModelServer


def test_a_recipe_brings_its_tests(stage_input_for: StageInputFactory, offline: StageContext) -> None:
    shipped = recipe_by_name("iban_checker")
    result = test_generation.run(stage_input_for("check ibans", spec=shipped.spec, suite=shipped.tests), offline)
    assert (result.verdict, result.suite) == ("passed", shipped.tests)
    assert result.details["total"] == len(shipped.tests)


def test_without_a_model_no_tests_are_written_and_it_says_why(
    stage_input_for: StageInputFactory, offline: StageContext
) -> None:
    result = test_generation.run(stage_input_for("add", spec=design_samples.spec()), offline)
    assert result.verdict == "rejected"
    assert "GEMINI_API_KEY" in result.reason


def test_a_model_writes_tests_of_every_kind_without_seeing_the_code(
    stage_input_for: StageInputFactory, online: StageContext, gemini_server: ModelServer
) -> None:
    gemini_server.say_json({"cases": design_samples.cases()})
    result = test_generation.run(stage_input_for("add", spec=design_samples.spec()), online)
    assert result.verdict == "passed", result.reason
    assert {one.kind for one in result.suite or ()} == {
        "normal",
        "paraphrase",
        "edge",
        "out_of_scope",
        "injection",
        "tool_failure",
    }
    assert result.details["held_out"] == sum(one.held_out for one in result.suite or ()) > 0
    asked = gemini_server.requests[-1]
    assert "Adds up the numbers" in asked.last_text
    assert "re.findall" not in asked.last_text
    told = repr(result.details) + result.reason
    assert not any(one.input in told for one in result.suite or ())  # details are shown to users


def test_a_suite_that_falls_short_is_written_again_with_what_is_missing(
    stage_input_for: StageInputFactory, online: StageContext, gemini_server: ModelServer
) -> None:
    short = [one for one in design_samples.cases() if one["kind"] != "injection"] + [
        design_samples.case("normal", f"add {n} and 1", {"total": n + 1}) for n in (70, 71)
    ]
    gemini_server.say_json({"cases": short})
    gemini_server.say_json({"cases": design_samples.cases()})
    assert test_generation.run(stage_input_for("add", spec=design_samples.spec()), online).verdict == "passed"
    assert "of the kind injection" in gemini_server.requests[1].last_text


def test_a_suite_that_stays_short_goes_back_to_the_designer_and_then_ends_it(
    stage_input_for: StageInputFactory, online: StageContext, gemini_server: ModelServer
) -> None:
    bad = [design_samples.case("normal", f"add {n} and 1", {"total": n + 1}) for n in range(15)]
    for _ in range(6):
        gemini_server.say_json({"cases": bad})
    result = test_generation.run(stage_input_for("add", spec=design_samples.spec()), online)
    assert (result.verdict, len(result.findings)) == ("repair", 1)
    assert len(gemini_server.requests) == 3
    assert (
        test_generation.run(stage_input_for("add", spec=design_samples.spec(), round=2), online).verdict == "rejected"
    )


@pytest.mark.parametrize("stage", [test_generation.run, validate.run])
def test_there_must_be_a_design(stage_input_for: StageInputFactory, offline: StageContext, stage: object) -> None:
    with pytest.raises(Conflict):
        stage(stage_input_for("add"), offline)  # type: ignore[operator]


def test_a_sound_design_passes_with_or_without_tests(stage_input_for: StageInputFactory, offline: StageContext) -> None:
    shipped = recipe_by_name("iban_checker")
    for suite in (shipped.tests, ()):
        result = validate.run(stage_input_for("check ibans", spec=shipped.spec, suite=suite), offline)
        assert result.verdict == "passed", result.reason
        assert result.details["validator"]["verdict"] == "VALID"
        assert result.details["digest"] == shipped.spec.digest()


def test_an_unsound_design_goes_back_to_a_model_and_else_ends(
    stage_input_for: StageInputFactory, offline: StageContext, online: StageContext, gemini_server: ModelServer
) -> None:
    gemini_server.say_json({"contradictions": [], "unclear": []})
    spec = design_samples.spec(dependencies=["nobody_of_this_name"])
    ended = validate.run(stage_input_for("add", spec=spec), offline)
    assert ended.verdict == "rejected"
    assert "nobody_of_this_name" in ended.reason
    back = validate.run(stage_input_for("add", spec=spec), online)
    assert back.verdict == "repair"
    assert any("nobody_of_this_name" in finding for finding in back.findings)
    assert all("/tests" not in finding for finding in back.findings)


def test_a_model_that_finds_a_contradiction_sends_it_back(
    stage_input_for: StageInputFactory, online: StageContext, gemini_server: ModelServer
) -> None:
    wrong = {"first": 1, "second": 2, "why": "Nobody can keep both."}
    gemini_server.say_json({"contradictions": [wrong], "unclear": [{"rule": 9, "why": "There is no rule nine."}]})
    result = validate.run(stage_input_for("add", spec=design_samples.spec()), online)
    assert result.verdict == "repair"
    assert result.findings == ("Validator, /dna_rules/1: It contradicts rule 1: Nobody can keep both.",)


def test_the_registry_is_seen_with_the_users_eyes(alice: User, bob: User) -> None:
    create_global_specialist("adder")
    specialist_register(spec=design_samples.spec(role="adder"), owner=alice)
    specialist_register(spec=design_samples.spec(role="secret_one"), owner=bob)
    suspended = specialist_register(spec=design_samples.spec(role="tired"), owner=alice)
    Specialist.objects.filter(pk=suspended.pk).update(status=Specialist.Status.SUSPENDED)
    known = registry_view(alice.pk).specialists
    assert "secret_one" not in known
    assert known["adder"].status == "unverified"  # her own before everybody's
    assert known["tired"].status == "suspended"


def test_held_out_words_never_reach_a_finding(
    stage_input_for: StageInputFactory, online: StageContext, gemini_server: ModelServer
) -> None:
    gemini_server.say_json({"contradictions": [], "unclear": []})
    broken = TestCase(input="a very secret message", expected_output={"nonsense": 1}, held_out=True)
    result = validate.run(stage_input_for("add", spec=design_samples.spec(), suite=(broken,)), online)
    assert "secret message" not in " ".join(result.findings)


def test_a_second_round_meets_the_tests_of_the_first_and_asks_nobody_for_easier_ones(
    stage_input_for: StageInputFactory, offline: StageContext
) -> None:
    made = recipe_by_name("iban_checker")
    result = test_generation.run(
        stage_input_for(
            "check ibans", spec=made.spec.model_copy(update={"purpose": "Checks."}), round=1, previous_tests=made.tests
        ),
        offline,
    )
    assert (result.verdict, result.suite) == ("passed", made.tests)
    assert (result.details["written_by"], result.details["kept"], result.details["given_up"]) == (
        "the round before",
        len(made.tests),
        0,
    )
    other = made.spec.model_copy(
        update={
            "output_schema": {"type": "object", "properties": {"x": {"type": "string"}}, "additionalProperties": False}
        }
    )
    assert (
        test_generation.run(
            stage_input_for("check ibans", spec=other, round=1, previous_tests=made.tests), offline
        ).verdict
        == "rejected"
    ), "new ones need a model"
