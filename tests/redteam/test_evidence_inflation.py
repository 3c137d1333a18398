"""What one user does to make a record look better, or others' failures disappear."""

import random
import uuid
from collections.abc import Iterable
from typing import Any

import pytest

from kingdom.accounts.models import User
from kingdom.contracts.workflows.briefs import Brief
from kingdom.contracts.workflows.manifest import ManifestNode
from kingdom.orchestrator.conversations.services import MessageOptions, PostedMessage, message_post, message_repeat
from kingdom.orchestrator.models import Conversation
from kingdom.sessions.models import Session
from kingdom.sessions.services import session_open
from kingdom.specialists.audits.subjects import audit_subject, audit_thresholds
from kingdom.specialists.evidence.executions import counters_verify, execution_record
from kingdom.specialists.evidence.feedback import feedback_record, override_correction_record
from kingdom.specialists.evidence.hourly_metrics import hourly_metrics_verify
from kingdom.specialists.models.execution import Execution
from kingdom.specialists.models.observed_executions import measured_confidence, message_fingerprint
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.models.status import Canary
from kingdom.specialists.status import canary as canary_counts
from kingdom.specialists.status.promotion_evidence import version_outcomes, version_performance
from kingdom.workflows.rules.node_inputs import node_items, session_text
from tests.factories import create_own_specialist, version_of
from tests.factories.specialists import at_once, decide, proven, record_executions

MESSAGE = "What is 5 km in miles?"


def record(
    user: User, specialist: Specialist, text: str, *, success: bool, conversation: uuid.UUID | None = None
) -> Session:
    """Store the execution of one message."""
    session = session_open(
        user_id=user.pk, input_text=text, version_id=version_of(specialist).pk, conversation_id=conversation
    )
    session.state, session.answer = "completed" if success else "failed", "3.1"
    session.status_tag = "SUCCESS"
    session.save()
    execution_record(session=session)
    return session


@pytest.mark.parametrize(
    "same",
    [
        "what is 5 km in m\u0456les",  # a Cyrillic letter
        "wh\u0430t \u0456s 5 km \u0456n m\u0456l\u0435s",
        "What is 5 km in mi\u200bles?",
        "What\u2063 is\u00ad 5\ufeff km in mi\u2060les?",
        "W\u0301h\u0323at is 5 km in mil\u0300es?",
        "What is 5 km in mi\u3164les?",
        "Wh\u20d2at is 5 km in mi\u1ab0les?",
        "\uff37hat is \uff15 km in miles",
        "\U0001d416hat is 5 km in \U0001d426iles",
        "What\u00a0is\u20035 km\tin\nmiles \U0001f600\U0001f44d",
        "\u24e6hat is 5 km in miles",
        "miles miles miles in km 5 is what",
    ],
)
def test_a_disguised_message_is_the_same_message(same: str) -> None:
    assert message_fingerprint(same, user_id=1) == message_fingerprint(MESSAGE, user_id=1)


@pytest.mark.parametrize("other", ["What is 6 km in miles?", "What is 5 kg in miles?", "Что такое 5 км в милях?", ""])
def test_another_message_is_another(other: str) -> None:
    assert message_fingerprint(other, user_id=1) != message_fingerprint(MESSAGE, user_id=1)


def test_words_of_other_alphabets_stay_apart() -> None:
    texts = ["кот", "код", "год", "νόμος", "νομός", "한국", "한글", "猫", "犬", "कि", "قلم"]
    assert len({message_fingerprint(text, user_id=1) for text in texts}) == len(texts) - 1, "accents do not count"


def test_repeating_a_message_until_it_succeeds_washes_no_failure_away(alice: User) -> None:
    specialist = create_own_specialist(alice)
    for number in range(10):
        text = f"What is {number} km in miles?"
        for success in (False, False, True, number % 2 == 0, True):
            record(alice, specialist, text, success=success)
    version = version_of(specialist)
    assert version_performance(version)["successes"] == 0
    assert version_performance(version)["executions"] == 10
    assert version_outcomes(version) == {"failed": 10}
    subject = audit_subject(specialist, audit_thresholds())
    assert [row.success for row in subject.executions] == [False] * 10
    assert (measured_confidence(Execution.objects.all()) or 1) < 0.1


def _answered(sessions: Iterable[Session], specialist: Specialist) -> None:
    for session in sessions:
        session.version, session.state, session.answer = version_of(specialist), "completed", "3.1"
        session.status_tag = "SUCCESS"
        session.save()
        execution_record(session=session)


def test_one_message_counts_once_through_all_doors(alice: User) -> None:
    """Posted, asked again, edited without a change, through ``/v1`` with other histories, by schedules, overridden."""
    specialist = create_own_specialist(alice)
    chat = Conversation.objects.create(user=alice)

    def post(text: str, **options: Any) -> PostedMessage:  # noqa: ANN401 - an option's value
        return message_post(user_id=alice.pk, conversation_id=chat.pk, content=text, options=MessageOptions(**options))

    first = post(MESSAGE)
    posted = [first, post(MESSAGE.upper(), replaces=first.message.pk), post(MESSAGE, specialist=str(specialist.pk))]
    posted += [post(MESSAGE, earlier_turns=[("user", f"Turn {n}"), ("assistant", "Yes.")]) for n in range(3)]
    posted += [message_repeat(user_id=alice.pk, conversation_id=chat.pk, message_id=one.message.pk) for one in posted]
    sessions = list(Session.objects.filter(pk__in=[one.session_id for one in posted]))
    assert len(sessions) == 12
    _answered(sessions, specialist)
    found = version_performance(version_of(specialist))
    assert (found["executions"], found["successes"], found["users"]) == (1, 1, 1)


def test_items_of_a_map_count_each_and_equal_ones_once_also_in_another_run(alice: User, bob: User) -> None:
    node = ManifestNode.model_validate(
        {"id": "convert", "specialist": "poem_writer", "map": {"over": ["1 km", "2 km", "1 KM!"], "text": "In miles:"}}
    )
    specialist = create_own_specialist(alice)
    version = version_of(specialist)
    for user in (alice, alice, bob):
        for item in node_items(node, {}):
            text = session_text(node, (), item)
            session = session_open(user_id=user.pk, input_text=text, version_id=version.pk)
            _answered([session], specialist)
    counted = version_performance(version)
    assert (counted["executions"], counted["users"], Execution.objects.count()) == (4, 2, 9)


def test_a_brief_that_names_another_session_makes_no_other_message(alice: User) -> None:
    specialist = create_own_specialist(alice)
    version = version_of(specialist)
    node = ManifestNode.model_validate({"id": "analyze_read", "prompt": "Read it.", "depends_on": ["a"]})
    for _ in range(3):
        artefact = {"path": "out/a.csv", "version": 1, "session": str(uuid.uuid4())}
        brief = Brief(source="a", task="Write it.", status="success", artefacts=(artefact,))
        session = session_open(user_id=alice.pk, input_text=session_text(node, (brief,), ""), version_id=version.pk)
        _answered([session], specialist)
    assert version_performance(version)["executions"] == 1


def test_a_canary_is_not_passed_by_repeating_what_failed(alice: User, bob: User, carol: User) -> None:
    specialist = proven(create_own_specialist(alice))
    decide(specialist, "promote", carol)
    for user in (alice, bob, carol):
        record(user, specialist, MESSAGE, success=False)
    for user in (alice, bob, carol):
        record(user, specialist, MESSAGE, success=True)
    canary = Canary.objects.get()
    assert (canary.state, canary.executions, canary.successes) == ("failed", 3, 0)


def test_one_user_s_flood_hides_no_failures_of_others(
    alice: User, bob: User, carol: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three users saw it fail; then its owner writes a thousand messages that succeed."""
    monkeypatch.setattr(canary_counts, "MAX_OBSERVED", 30)
    specialist = proven(create_own_specialist(alice))
    decide(specialist, "promote", carol)
    dora = User.objects.create_user("dora")
    record_executions(bob, specialist, "------")
    record_executions(dora, specialist, "-----")
    Execution.objects.bulk_create(
        Execution(
            version=version_of(specialist),
            user=alice,
            routed="direct",
            success=True,
            latency_ms=1,
            message_fingerprint=uuid.uuid4().hex if number % 2 else "the same",
        )
        for number in range(1_200)
    )
    record_executions(carol, specialist, "-")
    version = version_of(specialist)
    subject = audit_subject(specialist, audit_thresholds())
    failed = [row for row in subject.executions if not row.success]
    assert (len(subject.executions), len(failed), len({row.user for row in failed})) == (50, 12, 3)
    others = Execution.objects.filter(version=version, user__isnull=False)
    # alice weighs a third, the others' failures the rest
    assert (measured_confidence(others) or 1) < 0.5
    canary = Canary.objects.get()
    assert canary.executions - canary.successes == 12


def test_evidence_survives_the_end_of_messages_and_accounts(alice: User, bob: User) -> None:
    specialist = create_own_specialist(alice)
    conversation = Conversation.objects.create(user=bob)
    bad = record(bob, specialist, MESSAGE, success=True, conversation=conversation.pk)
    feedback_record(user=bob, session=bad, feedback=Execution.Feedback.BAD)
    Session.objects.filter(pk=bad.pk).delete()
    conversation.delete()
    assert version_performance(version_of(specialist))["successes"] == 0
    bob.delete()
    record(alice, specialist, MESSAGE, success=True)
    counted = version_performance(version_of(specialist))
    assert (counted["executions"], counted["successes"]) == (2, 1)
    assert (counters_verify(), hourly_metrics_verify()) == ([], [])


@pytest.mark.django_db(transaction=True)
def test_ratings_and_overrides_at_once_leave_one_row_and_right_sums(alice: User, bob: User, carol: User) -> None:
    specialist = proven(create_own_specialist(alice))
    decide(specialist, "promote", carol)
    session = record(bob, specialist, MESSAGE, success=True)
    chance = random.Random(11)
    actions = [
        lambda: feedback_record(user=bob, session=session, feedback=Execution.Feedback.BAD),
        lambda: feedback_record(user=bob, session=session, feedback=Execution.Feedback.GOOD),
        lambda: override_correction_record(session_id=session.pk, corrected=True),
        lambda: override_correction_record(session_id=session.pk, corrected=False),
    ]
    for _ in range(6):
        chosen = chance.choices(actions, k=8)
        assert set(at_once(*chosen)) == {"done"}
        row = Execution.objects.get(session=session)
        is_good = row.success and row.feedback != "bad"
        assert (row.counts_as_success, row.outcome) == (is_good, "served" if is_good else "corrected")
        canary = Canary.objects.get()
        assert (canary.executions, canary.successes) == (1, int(is_good))
    at_once(actions[1], actions[3])
    specialist.refresh_from_db()
    assert Execution.objects.get(session=session).outcome == "served"
    assert (specialist.execution_count, specialist.success_count) == (1, 1)
    assert counters_verify() == []
