"""Canaries: their share of messages, the route receipt, and their end by executions or status changes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytest_django.fixtures import Settings

from kingdom.accounts.models import User
from kingdom.approvals.models import Notification
from kingdom.core.observations import distinct_messages
from kingdom.orchestrator.king.router import route_message
from kingdom.routing.embeddings.services import specialist_embed
from kingdom.runtime.ports import Embedder
from kingdom.sessions.models import Session
from kingdom.sessions.services import session_open
from kingdom.specialists.audits.actions import failed_canaries_withdraw
from kingdom.specialists.evidence import executions
from kingdom.specialists.evidence.executions import execution_record
from kingdom.specialists.evidence.feedback import feedback_record
from kingdom.specialists.evidence.review import specialist_review
from kingdom.specialists.models.execution import Execution
from kingdom.specialists.models.observed_executions import ObservedExecution, message_fingerprint
from kingdom.specialists.models.status import Canary
from kingdom.specialists.registry.services import version_add
from kingdom.specialists.status.canary_rules import (
    CanaryState,
    canary_bucket,
    canary_figures,
    canary_outcome,
    canary_sentence,
    canary_version,
    in_canary,
)
from kingdom.specialists.status.notifications import status_change_notify
from kingdom.specialists.status.promotion_evidence import version_performance
from tests.factories import agent_spec, create_own_specialist, version_of
from tests.factories.routing import Make
from tests.factories.routing import encoder as encoder  # a fixture
from tests.factories.routing import make as make  # a fixture
from tests.factories.specialists import decide, proven, record_executions

EXAMPLES = [
    f"write a poem about {thing}"
    for thing in ("the sea", "autumn", "my cat", "an old clock", "rain", "a bridge at night")
]


@pytest.fixture(autouse=True)
def sent(monkeypatch: pytest.MonkeyPatch) -> list[None]:
    """Return one item per requested settlement; the tests are the worker."""
    calls = list[None]()
    monkeypatch.setattr(executions, "canary_settlement_request", lambda: calls.append(None))
    return calls


@pytest.mark.parametrize(
    ("successes", "executions", "state"),
    [
        (19, 19, "running"),
        (18, 20, "passed"),
        (20, 20, "passed"),
        (0, 2, "running"),
        (0, 3, "failed"),
        (17, 20, "failed"),
        (27, 30, "passed"),
    ],
)
def test_figures_decide(successes: int, executions: int, state: str) -> None:
    assert canary_outcome(successes, executions, required=20, min_rate=0.9) == state


@given(st.lists(st.text(), min_size=1, max_size=4))
def test_a_message_always_falls_at_the_same_place(parts: list[str]) -> None:
    assert 0 <= canary_bucket(*parts) < 1
    assert canary_bucket(*parts) == canary_bucket(*parts)


def test_places_are_spread_evenly() -> None:
    counts = [0] * 10
    for number in range(5000):
        counts[int(canary_bucket("s", "1", f"message {number}") * 10)] += 1
    assert min(counts) > 400


def test_a_first_promotion_lets_a_share_of_other_people_s_messages_in(
    make: Make, encoder: Embedder, alice: User, bob: User, carol: User
) -> None:
    specialist = proven(make("poem_writer", "Writes poems.", EXAMPLES, owner=alice))
    decide(specialist, "promote", carol)
    specialist_embed(specialist_id=specialist.pk, embedder=encoder)
    texts = [f"{text} {number}" for number in range(10) for text in EXAMPLES]

    def answered(user: User) -> list[str]:
        routes = [route_message(user_id=user.pk, text=text, embedder=encoder, model=None) for text in texts]
        seen = [route for route in routes if route.role == "poem_writer" and not route.receipt.unavailable]
        kept_out = [route for route in routes if route not in seen]
        assert all("verified lately" in route.receipt.canary for route in kept_out), "the others read why"
        said = "verified lately and gets 10%" if Canary.objects.filter(state="running").exists() else ""
        assert all(said in route.receipt.canary for route in seen if route.role == "poem_writer")
        return [route.receipt.chosen for route in seen]

    assert len(answered(alice)) == len(texts)  # the owner always gets the canary
    assert 0 < len(answered(bob)) < len(texts) / 3
    Canary.objects.update(state=Canary.State.PASSED)
    assert len(answered(bob)) == len(texts)


def test_a_second_version_shares_with_the_one_before(
    make: Make, encoder: Embedder, alice: User, bob: User, carol: User
) -> None:
    specialist = proven(make("poem_writer", "Writes poems.", EXAMPLES, owner=alice))
    decide(specialist, "promote", carol)
    old = version_of(specialist)
    record_executions(bob, specialist, "+" * 20)
    assert Canary.objects.get().state == "passed"
    decide(specialist, "demote", carol)
    version_add(
        specialist=specialist, spec=agent_spec("poem_writer", purpose="Writes better poems.", examples=EXAMPLES)
    )
    specialist.refresh_from_db()
    proven(specialist)
    decide(specialist, "promote", carol)
    specialist_embed(specialist_id=specialist.pk, embedder=encoder)
    routes = [
        route_message(user_id=bob.pk, text=f"{text} {number}", embedder=encoder, model=None)
        for number in range(10)
        for text in EXAMPLES
    ]
    taken = [route for route in routes if route.specialist_id == str(specialist.pk)]
    new = [route for route in taken if route.version_id == str(specialist.current_version_id)]
    assert len(taken) > 30
    assert 0 < len(new) < len(taken) / 3
    assert {route.version_id for route in taken} == {str(old.pk), str(specialist.current_version_id)}
    assert all("A new version answers" in route.receipt.canary for route in new)


def test_bad_figures_suspend_it_and_a_person_s_word_stands(alice: User, bob: User, carol: User) -> None:
    specialist = proven(create_own_specialist(alice))
    decide(specialist, "promote", carol)
    record_executions(bob, specialist, "+-+")
    record_executions(alice, specialist, "-")
    assert Canary.objects.get().state == "running", "two users saw failures"
    record_executions(carol, specialist, "-")
    canary = Canary.objects.get()
    assert (canary.state, canary.executions, canary.successes) == ("failed", 5, 2)
    assert (failed_canaries_withdraw(), failed_canaries_withdraw()) == (1, 0)
    specialist.refresh_from_db()
    change = specialist.status_changes.order_by("-created_at")[0]
    assert (specialist.status, change.actor_name, change.reason) == (
        "suspended", "auditor", "As a canary it succeeded in 2 of 5 executions; 90% of 20 are required.",
    )  # fmt: skip
    decide(specialist, "restore", carol)
    assert failed_canaries_withdraw() == 0
    assert specialist.status == "verified"


def test_the_users_word_moves_it(alice: User, bob: User, carol: User) -> None:
    specialist = proven(create_own_specialist(alice))
    decide(specialist, "promote", carol)
    for user in (alice, bob, carol, bob):
        record_executions(user, specialist, "+")
    sessions = Session.objects.filter(telemetry__isnull=False).order_by("created_at")
    for session, state in zip(sessions, ("running", "running", "failed", "failed"), strict=True):
        feedback_record(user=session.user, session=session, feedback=Execution.Feedback.BAD)
        assert Canary.objects.get().state == state
    canary = Canary.objects.get()
    assert (canary.executions, canary.successes) == (4, 1), "a decided canary does not change"


def test_other_decisions_end_it_and_the_settings_may_do_without(alice: User, carol: User, settings: Settings) -> None:
    specialist = proven(create_own_specialist(alice))
    decide(specialist, "promote", carol)
    decide(specialist, "suspend", carol)
    assert Canary.objects.get().state == "ended"
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"canary_share": 1.0})
    decide(specialist, "demote", carol)
    decide(specialist, "promote", carol)
    assert Canary.objects.count() == 1


def observation(user: int, message: int, *, success: bool) -> ObservedExecution:
    return ObservedExecution(str(user), str(message), success)


observations = st.lists(
    st.builds(observation, st.integers(0, 4), st.integers(0, 9), success=st.booleans()), max_size=60
)


@given(observations)
def test_one_user_cannot_end_a_canary(others: list[ObservedExecution]) -> None:
    """Whatever a user does, the canary does not fail when nobody else saw a failure."""
    good = [one._replace(success=True) for one in others if one.user != "0"]
    attack = [one._replace(success=False) for one in others if one.user == "0"]
    assert canary_figures([*attack, *good], required=5, min_rate=0.9).outcome != "failed"


@given(observations, st.integers(1, 5))
def test_repeated_messages_do_not_change_the_figures(rows: list[ObservedExecution], times: int) -> None:
    newest = distinct_messages(rows)
    assert canary_figures([*rows, *(newest * times)], required=20, min_rate=0.9) == canary_figures(
        newest, required=20, min_rate=0.9
    )


def test_three_overrides_and_three_bad_ratings_of_one_user_take_nothing_from_others(
    alice: User, bob: User, carol: User
) -> None:
    specialist = proven(create_own_specialist(alice))
    decide(specialist, "promote", carol)
    record_executions(alice, specialist, "++")
    record_executions(bob, specialist, "---")
    record_executions(bob, specialist, "+++")
    for session in Session.objects.filter(user=bob, telemetry__success=True):
        feedback_record(user=bob, session=session, feedback=Execution.Feedback.BAD)
    canary = Canary.objects.get()
    assert (canary.state, canary.executions, canary.successes) == ("running", 8, 2)
    assert failed_canaries_withdraw() == 0
    specialist.refresh_from_db()
    assert specialist.status == "verified"


def test_the_same_message_counts_once(alice: User, bob: User, carol: User) -> None:
    specialist = proven(create_own_specialist(alice))
    decide(specialist, "promote", carol)
    for text in (
        "What is 5 km in miles?",
        "what is 5 km, in MILES",
        " miles: what is 5 KM in miles?! ",
        "and in feet?",
    ):
        session = session_open(user_id=bob.pk, input_text=text, version_id=version_of(specialist).pk)
        session.state, session.answer, session.status_tag = "completed", "3.1", "SUCCESS"
        execution_record(session=session)
    assert (Canary.objects.get().executions, Execution.objects.filter(user=bob).count()) == (2, 4)
    assert version_performance(version_of(specialist))["executions"] == 60 + 2
    assert message_fingerprint("a", user_id=1) != message_fingerprint("a", user_id=2)


def test_a_suspension_does_not_skip_the_canary(alice: User, bob: User, carol: User) -> None:
    specialist = proven(create_own_specialist(alice))
    decide(specialist, "promote", carol)
    record_executions(bob, specialist, "+++")
    decide(specialist, "suspend", carol)
    decide(specialist, "restore", carol)
    running = Canary.objects.get(state="running")
    assert (running.version_id, running.executions) == (specialist.current_version_id, 0)
    record_executions(bob, specialist, "+" * 20)
    assert not Canary.objects.filter(state="running").exists()
    decide(specialist, "suspend", carol)
    decide(specialist, "restore", carol)
    assert not Canary.objects.filter(state="running").exists(), "a canary that passed is not run again"


def test_staff_and_users_read_that_only_a_share_goes_to_it_at_first(alice: User, carol: User) -> None:
    specialist = proven(create_own_specialist(alice))
    before = specialist_review(specialist, decides=carol.pk).canary
    assert before.startswith("After a promotion: At first only 10% of the messages for it go to it")
    decide(specialist, "promote", carol)
    change = specialist.status_changes.get(kind="promote")
    assert status_change_notify(change_id=change.pk) > 0
    text = Notification.objects.filter(user=alice, kind="specialist_promote").get().text
    assert text.startswith(f"{specialist.role} is verified now. At first only 10% of the messages for it go to it")
    assert specialist_review(specialist, decides=carol.pk).canary.endswith("0 of 0 went well so far.")


@pytest.mark.parametrize("is_first", [True, False])
def test_its_sentence_says_who_gets_it_and_until_when(is_first: bool) -> None:
    state = CanaryState(share=0.1, previous="" if is_first else "before", owned=True)
    sentence = canary_sentence(0.1, 50, is_first=is_first)
    owner_gets_it = in_canary(state, 0.9) and canary_version(state, 0.9, "new").version_id == "new"
    assert owner_gets_it == is_first == ("and all of its owner's" in sentence)
    assert canary_outcome(45, 50, required=50, min_rate=0.9) == "passed"
    assert sentence.endswith("It is open to everybody after 50 different messages, unless too many of them failed.")
