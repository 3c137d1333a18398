"""A new version beside the one that it would replace: both run in the same tests, in the real sandbox."""

import pytest

from kingdom.accounts.models import User
from kingdom.core.errors import Conflict
from kingdom.council.rules.score_diff import score_comparison
from kingdom.council.stages.train import trainer_agent
from kingdom.sessions.engine.capabilities import acting_specialist_id
from kingdom.sessions.models import Session
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion
from kingdom.specialists.models.test_run import TrainingResult
from kingdom.specialists.registry.services import specialist_register
from tests.factories import version_of
from tests.factories.sandboxd import Sandboxd
from tests.factories.training import COUNT, SUITE, ProgressLog, cases_of, spec, stage_context, stage_input_for

pytestmark = [pytest.mark.sandbox, pytest.mark.django_db(transaction=True)]
WORSE = COUNT.replace("total = sum(numbers)", "total = max(numbers)")


def test_both_run_in_the_same_tests(boxes: Sandboxd, alice: User) -> None:
    old = version_of(specialist_register(spec=spec(WORSE), owner=alice, tests=cases_of(*SUITE[:2])))
    work = stage_input_for(alice, spec(), cases_of(*SUITE), revises=old.pk)
    made = trainer_agent(work, stage_context(ProgressLog()))
    scores = score_comparison(made.details)
    assert (made.verdict, scores is not None) == ("passed", True), made.reason
    assert scores is not None
    assert (scores["after"]["passed"], scores["before"]["passed"], scores["before"]["total"]) == (6, 2, 6)
    assert (scores["gained"], scores["lost"], scores["version"]) == ([1, 2, 5, 6], [], 1)
    assert made.details["before"]["backend"] == made.details["backend"] != ""
    assert Specialist.everything.filter(draft=True).count() == 2, "neither is anybody's yet"
    assert [one.pk for one in Specialist.objects.all()] == [old.specialist_id]

    again = trainer_agent(work, stage_context(ProgressLog()))
    assert score_comparison(again.details) == scores
    assert TrainingResult.objects.count() == 12, "what ran is read, not run again"


def test_what_does_not_pass_is_not_compared(boxes: Sandboxd, alice: User) -> None:
    old = version_of(specialist_register(spec=spec(), owner=alice, tests=cases_of(*SUITE)))
    made = trainer_agent(
        stage_input_for(alice, spec(WORSE), cases_of(*SUITE), revises=old.pk), stage_context(ProgressLog())
    )
    assert (made.verdict, "before" in made.details) == ("rejected", False)


def test_both_run_as_the_specialist_that_they_revise(boxes: Sandboxd, alice: User, bob: User) -> None:
    """The consents and credentials that a user has given to a specialist serve its next version in training."""
    old = version_of(specialist_register(spec=spec(egress_hosts=("a.example.com", "b.example.com")), owner=bob))
    new = spec(egress_hosts=("a.example.com",), purpose="Adds up.")
    trainer_agent(stage_input_for(alice, new, cases_of(*SUITE), revises=old.pk), stage_context(ProgressLog()))
    drafts = Specialist.everything.filter(draft=True)
    assert {draft.revises_id for draft in drafts} == {old.specialist_id}
    assert {acting_specialist_id(session) for session in Session.objects.all()} == {str(old.specialist_id)}


def test_what_would_be_replaced_must_be_there(boxes: Sandboxd, alice: User) -> None:
    gone = SpecialistVersion(pk="00000000-0000-0000-0000-000000000001")
    with pytest.raises(Conflict, match="was deleted"):
        trainer_agent(stage_input_for(alice, spec(), cases_of(*SUITE), revises=gone.pk), stage_context(ProgressLog()))
