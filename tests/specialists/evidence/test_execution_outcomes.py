"""The outcome of an execution: what counts, what does not, and what a user's correction changes."""

import pytest

from kingdom.accounts.models import User
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.tools import ToolRequest
from kingdom.orchestrator.conversations.override_services import override_undo, route_override
from kingdom.sessions.events.event_log import event_append
from kingdom.sessions.models import EgressReceipt, Session
from kingdom.sessions.services import session_open
from kingdom.specialists.evidence.executions import counters_verify, execution_record
from kingdom.specialists.evidence.feedback import feedback_record
from kingdom.specialists.models import observed_executions
from kingdom.specialists.models.execution import Execution
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.status.promotion_evidence import (
    promotion_candidates,
    promotion_evidence_summary,
    version_performance,
)
from kingdom.tools.receipts.services import ToolCallOutcome, receipt_append
from tests.factories import (
    api_client,
    create_global_specialist,
    create_own_specialist,
    create_routed_message,
    create_user,
    version_of,
)
from tests.factories.specialists import proven

pytestmark = pytest.mark.django_db
TABLE = "| region | revenue |\n|---|---|\n| north | 4 |"


@pytest.fixture
def poet(alice: User) -> Specialist:
    """Her own specialist."""
    return create_own_specialist(alice)


def finish(
    session: Session, state: str = "completed", answer: str = "Two.", tag: str = "SUCCESS", error: str = ""
) -> Execution:
    """End a session and record its execution."""
    session.state, session.answer, session.status_tag, session.error_code = state, answer, tag, error
    session.save(update_fields=["state", "answer", "status_tag", "error_code"])
    row = execution_record(session=session)
    assert row is not None
    return row


def opened(user: User, specialist: Specialist, text: str = "rhyme") -> Session:
    return session_open(user_id=user.pk, input_text=text, version_id=version_of(specialist).pk)


@pytest.mark.parametrize(
    ("end", "outcome"),
    [
        ({}, "served"),
        ({"answer": "I see no e-mail address here.", "tag": "NULL"}, "declined"),
        ({"answer": "From which currency?", "tag": "NULL"}, "asked"),
        ({"tag": ""}, "failed"),
        ({"answer": ""}, "failed"),
        ({"answer": "", "tag": "NULL"}, "failed"),
        ({"state": "failed", "error": "handler_error"}, "failed"),
        ({"state": "cancelled", "answer": ""}, "abandoned"),
    ],
)
def test_each_end_has_its_outcome(alice: User, poet: Specialist, end: dict[str, str], outcome: str) -> None:
    row = finish(opened(alice, poet), **end)
    assert (row.outcome, row.counts_as_success) == (outcome, outcome == "served")


def test_only_served_failed_and_corrected_ones_count(alice: User, poet: Specialist) -> None:
    finish(opened(alice, poet, "one"))
    finish(opened(alice, poet, "two"), state="failed")
    for text in ("three", "four", "five"):
        finish(opened(alice, poet, text), answer="None here.", tag="NULL")
    finish(opened(alice, poet, "six"), state="cancelled", answer="")
    poet.refresh_from_db()
    assert (poet.execution_count, poet.uncounted_count, poet.success_rate) == (6, 4, 0.5)
    found = version_performance(version_of(poet))
    assert (found["executions"], found["successes"]) == (2, 1)
    summary = promotion_evidence_summary(poet)
    assert summary["outcomes"] == {"served": 1, "honestly declined": 3, "failed": 1, "abandoned": 1}
    assert counters_verify() == []


def test_one_that_only_declined_has_no_rate(alice: User, poet: Specialist) -> None:
    finish(opened(alice, poet), answer="None here.", tag="NULL")
    poet.refresh_from_db()
    assert poet.success_rate is None


@pytest.mark.parametrize(
    ("end", "corrected", "restored"),
    [
        ({}, "corrected", "served"),
        ({"answer": "None here.", "tag": "NULL"}, "corrected", "declined"),
        ({"answer": "From which currency?", "tag": "NULL"}, "corrected", "asked"),
        ({"state": "cancelled", "answer": ""}, "abandoned", "abandoned"),
        ({"state": "failed"}, "failed", "failed"),
    ],
)
def test_a_rating_corrects_an_answer_and_another_one_restores_it(
    alice: User, poet: Specialist, end: dict[str, str], corrected: str, restored: str
) -> None:
    row = finish(session := opened(alice, poet), **end)
    assert feedback_record(user=alice, session=session, feedback=Execution.Feedback.BAD).outcome == corrected
    assert counters_verify() == []
    again = feedback_record(user=alice, session=session, feedback=Execution.Feedback.GOOD)
    assert (again.outcome, again.counts_as_success) == (restored, row.counts_as_success)
    assert counters_verify() == []


@pytest.mark.parametrize(("tag", "after"), [("SUCCESS", "corrected"), ("NULL", "declined")])
def test_an_override_corrects_what_was_served_and_its_undo_restores_it(
    alice: User, poet: Specialist, tag: str, after: str
) -> None:
    asked = create_routed_message(alice, poet)
    row = finish(asked.session, tag=tag)
    create_global_specialist("right")
    route_override(user_id=alice.pk, route_id=asked.route.pk, specialist="right")
    before = row.outcome
    row.refresh_from_db()
    assert (row.outcome, row.counts_as_success) == (after, False)
    override_undo(user_id=alice.pk, route_id=asked.route.pk)
    row.refresh_from_db()
    assert row.outcome == before
    assert counters_verify() == []


@pytest.mark.parametrize(
    ("steps", "outcome"),
    [
        ("override bad", "corrected"),
        ("override bad good", "corrected"),
        ("override bad undo", "corrected"),
        ("override bad undo good", "served"),
        ("override bad good undo", "served"),
        ("bad override good", "corrected"),
        ("bad override undo", "corrected"),
        ("bad override undo good", "served"),
        ("bad override good undo", "served"),
    ],
)
def test_ratings_and_overrides_are_taken_back_in_any_order(
    alice: User, poet: Specialist, steps: str, outcome: str
) -> None:
    asked = create_routed_message(alice, poet)
    row = finish(asked.session)
    create_global_specialist("right")
    for step in steps.split():
        if step == "override":
            route_override(user_id=alice.pk, route_id=asked.route.pk, specialist="right")
        elif step == "undo":
            override_undo(user_id=alice.pk, route_id=asked.route.pk)
        else:
            feedback_record(user=alice, session=asked.session, feedback=Execution.Feedback(step))
        assert counters_verify() == []
    row.refresh_from_db()
    assert (row.outcome, row.counts_as_success) == (outcome, outcome == "served")


@pytest.mark.parametrize(
    ("answer", "follow_up", "text", "outcome"),
    [
        (TABLE, True, "now only for Widget", "failed"),
        (TABLE, False, "now only for Widget", "served"),
        (TABLE, True, "the figures by region", "served"),
        (TABLE.replace("4", "5"), True, "now only for Widget", "served"),
    ],
)
def test_a_table_repeated_to_a_follow_up_is_no_success(
    alice: User, poet: Specialist, answer: str, follow_up: bool, text: str, outcome: str
) -> None:
    first = create_routed_message(alice, poet, "the figures by region")
    Session.objects.filter(pk=first.session.pk).update(state="completed", answer=TABLE)
    second = create_routed_message(alice, poet, text, first.conversation)
    receipt = {"follow_up_of": str(first.route.pk) if follow_up else ""}
    event_append(second.session, "route", {"intent": "specialist:poem_writer", "receipt": receipt})
    assert finish(second.session, answer=answer).outcome == outcome


def test_the_list_of_outcomes_holds_the_rows_of_the_rate(alice: User, poet: Specialist) -> None:
    finish(opened(alice, poet, "one"))
    finish(opened(alice, poet, "One!"), answer="None here.", tag="NULL")
    finish(opened(alice, poet, "two"), state="failed")
    finish(opened(alice, poet, "three"), answer="None here.", tag="NULL")
    found, summary = version_performance(version_of(poet)), promotion_evidence_summary(poet)
    assert (found["executions"], found["successes"]) == (2, 1)
    assert summary["outcomes"] == {"served": 1, "honestly declined": 1, "failed": 1}


def test_an_answer_that_was_sent_elsewhere_before_it_came_counts_nowhere(alice: User, poet: Specialist) -> None:
    asked = create_routed_message(alice, poet)
    create_global_specialist("right")
    route_override(user_id=alice.pk, route_id=asked.route.pk, specialist="right")
    asked.session.refresh_from_db()
    row = finish(asked.session)
    assert (row.outcome, row.counts_as_success) == ("abandoned", False)
    override_undo(user_id=alice.pk, route_id=asked.route.pk)
    row.refresh_from_db()
    poet.refresh_from_db()
    assert (row.outcome, poet.success_rate) == ("abandoned", None)


def record_call(session: Session, tool: str, outcome: str, reason: str = "") -> None:
    ctx = CallContext(trace_id="t", user_id=str(session.user_id), session_id=str(session.pk))
    request = ToolRequest(call_id=f"{tool}.{outcome}", name=tool)
    receipt_append(ctx=ctx, request=request, ended=ToolCallOutcome(outcome=outcome, result={}, reason=reason))


SEARCH, WRITE = "archon.web.search", "archon.fs.write"
FOUND = {"name": SEARCH, "outcome": "done"}


@pytest.mark.parametrize(
    ("calls", "fields", "outcome"),
    [
        pytest.param([(SEARCH, "done")], {}, "served", id="it searched"),
        pytest.param([], {}, "claimed", id="the search never ran"),
        pytest.param([(SEARCH, "failed")], {}, "claimed", id="the search failed and nobody says so"),
        pytest.param([], {"bypass": "It is in the message."}, "served", id="it says why it did without"),
        pytest.param([(SEARCH, "done"), (WRITE, "refused")], {}, "claimed", id="Written, after a refused write"),
        pytest.param(
            [(SEARCH, "done"), (WRITE, "refused")],
            {"evidence": [FOUND, {"name": WRITE, "outcome": "refused"}]},
            "served",
            id="it names what was refused",
        ),
        pytest.param(
            [(SEARCH, "done"), (WRITE, "refused")],
            {"evidence": [FOUND, {"name": WRITE, "outcome": "done"}]},
            "claimed",
            id="it claims what was refused",
        ),
        pytest.param([(SEARCH, "done")], {"evidence": [{"name": WRITE, "outcome": "done"}]}, "claimed", id="invented"),
        pytest.param([(WRITE, "refused"), (WRITE, "done"), (SEARCH, "done")], {}, "served", id="allowed at last"),
    ],
)
def test_a_success_is_borne_out_by_its_receipts(
    alice: User, calls: list[tuple[str, str]], fields: dict[str, object], outcome: str
) -> None:
    researcher = create_global_specialist("news_finder", identity="research", engine="model")
    session = opened(alice, researcher, "what is new?")
    for tool, ended in calls:
        record_call(session, tool, ended)
    for name, value in fields.items():
        setattr(session, name, value)
    row = finish(session, answer="Written. I searched everything.")
    code = "" if outcome == "served" else "claimed_without_evidence"
    assert (row.outcome, row.error_code) == ("served" if outcome == "served" else "failed", code)


@pytest.mark.parametrize(
    ("call", "outcome"),
    [
        ((WRITE, "failed", "fault"), "failed"),
        ((WRITE, "refused", "not_granted"), "failed"),
        ((WRITE, "refused", "denied_by_person"), "declined"),
        ((WRITE, "refused", "nobody_answered"), "declined"),
        ((WRITE, "done", ""), "declined"),
    ],
)
def test_an_empty_answer_after_a_failure_of_its_own_is_no_honest_decline(
    alice: User, poet: Specialist, call: tuple[str, str, str], outcome: str
) -> None:
    session = opened(alice, poet)
    record_call(session, *call)
    assert finish(session, answer="I have nothing.", tag="NULL").outcome == outcome


def test_code_that_names_a_host_must_have_reached_it(alice: User) -> None:
    code = "def handle(payload, ctx):\n    ctx.http.get('https://sms.example/')\n    return {'answer': 'Sent.'}\n"
    sender = create_global_specialist("sms_sender", engine="handler", handler_code=code, egress_hosts=["sms.example"])
    assert finish(opened(alice, sender, "one"), answer="Sent.").error_code == "claimed_without_evidence"
    session = opened(alice, sender, "two")
    EgressReceipt.objects.create(
        session=session, effect_seq=1, number=1, request_hash="0" * 64, read_only=False,
        host="sms.example", outcome="answered",
    )  # fmt: skip
    assert finish(session, answer="Sent.").outcome == "served"


SENDS = (
    "def handle(payload, ctx):\n    ctx.http.post('https://sms.example/v1/messages', json={})\n"
    "    ctx.http.get('https://sms.example/v1/balance')\n    return {'answer': 'Sent.'}\n"
)
TO_ANNA, TO_BEN = "a" * 64, "b" * 64


@pytest.mark.parametrize(
    ("requests", "outcome"),
    [
        pytest.param([("POST", TO_ANNA, 201)], "served", id="it arrived"),
        pytest.param([("POST", TO_ANNA, 500)], "claimed", id="Sent, although the provider has failed"),
        pytest.param([("POST", TO_ANNA, 401), ("GET", "", 200)], "claimed", id="a read behind it hides no failed send"),
        pytest.param([("POST", TO_ANNA, 400), ("POST", TO_BEN, 201)], "claimed", id="sent to one of two"),
        pytest.param([("POST", TO_ANNA, 503), ("POST", TO_ANNA, 201)], "served", id="the second try arrived"),
        pytest.param([("POST", TO_ANNA, None), ("POST", TO_ANNA, 201)], "served", id="refused until a key was there"),
        pytest.param([("POST", TO_ANNA, 201), ("GET", "", 404)], "served", id="an error is an answer to a read"),
    ],
)
def test_a_send_that_was_answered_with_an_error_is_no_success(
    alice: User, requests: list[tuple[str, str, int | None]], outcome: str
) -> None:
    sender = create_global_specialist("sms_sender", engine="handler", handler_code=SENDS, egress_hosts=["sms.example"])
    session = opened(alice, sender, "text Anna and Ben")
    for number, (method, body, status) in enumerate(requests, start=1):
        EgressReceipt.objects.create(
            session=session, effect_seq=1, number=number, request_hash="0" * 64, read_only=method == "GET",
            method=method, url="https://sms.example/v1/messages", host="sms.example", status=status,
            body_hash=body, outcome="answered" if status is not None else "refused",
        )  # fmt: skip
    assert finish(session, answer="Sent.").outcome == ("served" if outcome == "served" else "failed")


@pytest.mark.parametrize(
    ("answer", "tag", "outcome"), [("It took nothing.", "NULL", "declined"), ("", "NULL", "failed")]
)
def test_a_decline_after_an_error_of_the_host_is_honest(alice: User, answer: str, tag: str, outcome: str) -> None:
    sender = create_global_specialist("sms_sender", engine="handler", handler_code=SENDS, egress_hosts=["sms.example"])
    session = opened(alice, sender, "text Anna")
    EgressReceipt.objects.create(
        session=session, effect_seq=1, number=1, request_hash="0" * 64, read_only=False, method="POST",
        url="https://sms.example/", host="sms.example", status=401, outcome="answered",
    )  # fmt: skip
    assert finish(session, answer=answer, tag=tag).outcome == outcome


def test_a_failed_send_that_the_answer_names_is_no_false_claim(alice: User) -> None:
    sender = create_global_specialist("sms_sender", engine="handler", handler_code=SENDS, egress_hosts=["sms.example"])
    session = opened(alice, sender, "text Anna and Ben")
    for number, status in enumerate((400, 201), start=1):
        EgressReceipt.objects.create(
            session=session, effect_seq=1, number=number, request_hash="0" * 64, read_only=False, method="POST",
            url="https://sms.example/", host="sms.example", status=status, body_hash=str(number), outcome="answered",
        )  # fmt: skip
    session.evidence = [{"name": "sms.example", "outcome": "failed"}, {"name": "sms.example", "outcome": "done"}]
    assert finish(session, answer="Sent to Ben, not to Anna.").outcome == "served"


@pytest.mark.parametrize(
    ("calls", "outcome"),
    [
        pytest.param([("a.md", "failed", "fault"), ("b.md", "done", "")], "claimed", id="another file was written"),
        pytest.param([("a.md", "failed", "fault"), ("a.md", "done", "")], "served", id="the same file at last"),
        pytest.param([("a.md", "refused", "bad_args"), ("b.md", "done", "")], "served", id="asked in a wrong form"),
        pytest.param([("a", "failed", "fault"), ("a/b.md", "done", "")], "claimed", id="a folder is another thing"),
    ],
)
def test_one_written_file_does_not_bear_out_another(
    alice: User, poet: Specialist, calls: list[tuple[str, str, str]], outcome: str
) -> None:
    session = opened(alice, poet, "write both")
    ctx = CallContext(trace_id="t", user_id=str(alice.pk), session_id=str(session.pk))
    for number, (path, ended, reason) in enumerate(calls):
        request = ToolRequest(call_id=str(number), name=WRITE, args={"path": path, "content": "x"})
        call = ToolCallOutcome(outcome=ended, result={}, reason=reason, side="write")
        receipt_append(ctx=ctx, request=request, ended=call)
    assert finish(session, answer="Written.").outcome == ("served" if outcome == "served" else "failed")


@pytest.mark.parametrize(
    ("call", "bypass", "outcome"), [("done", "", "served"), ("", "", "failed"), ("", "It is in the message.", "served")]
)
def test_a_model_that_declares_hosts_must_have_reached_one(alice: User, call: str, bypass: str, outcome: str) -> None:
    caller = create_global_specialist("crm_keeper", identity="master", engine="model", egress_hosts=["crm.example"])
    session = opened(alice, caller, "put Anna into the CRM")
    if call:
        record_call(session, "archon.http.request", call)
    session.bypass = bypass
    assert finish(session, answer="She is in the CRM.").outcome == outcome


def test_confidence_is_measured_and_not_what_answers_state(alice: User, poet: Specialist) -> None:
    assert version_performance(version_of(poet))["confidence"] is None
    proven(poet, good=77, bad=0, confidence=0.97)
    assert version_performance(version_of(poet))["confidence"] == pytest.approx(78 / 79)
    rated = Execution.objects.filter(version=version_of(poet))[:30]
    Execution.objects.filter(pk__in=[row.pk for row in rated]).update(feedback="bad", outcome="corrected")
    summary = promotion_evidence_summary(poet)
    assert summary["confidence"] == pytest.approx(48 / 79)
    condition = next(one for one in summary["conditions"] if one["code"] == "confidence")
    assert (condition["met"], condition["figure"]) == (False, "measured confidence 60.8% (at least 80% needed)")


def test_one_repeated_message_does_not_hide_those_of_others(
    poet: Specialist, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(observed_executions, "MAX_MEASURED", 10)
    version = version_of(poet)
    others = [create_user(f"other{number}") for number in range(3)]
    rows = [
        Execution(user=other, outcome="failed", success=False, message_fingerprint=f"m{n}")
        for n, other in enumerate(others)
    ]
    rows += [Execution(user=alice, outcome="served", success=True, message_fingerprint="same") for _ in range(20)]
    for row in rows:
        row.version, row.latency_ms = version, 1
        row.save()
    assert version_performance(version)["confidence"] == pytest.approx(2 / 6)


def test_the_page_and_the_api_show_the_measured_confidence(alice: User, poet: Specialist) -> None:
    Specialist.objects.filter(pk=poet.pk).update(execution_count=77, success_count=47)
    poet.refresh_from_db()
    shown = api_client(alice).get(f"/api/v1/specialists/{poet.pk}/").json()
    assert shown["avg_confidence"] == pytest.approx(48 / 79)


def test_the_list_of_candidates_counts_the_rows_of_the_rate(alice: User, poet: Specialist) -> None:
    for user in (alice, create_user("bea")):
        repeated = create_own_specialist(user, "parrot" if user is alice else "rhymer")
        version = version_of(repeated)
        Execution.objects.bulk_create(
            Execution(version=version, user=user, success=True, outcome="served", latency_ms=1,
                      message_fingerprint="same" if user is alice else f"m{number}")
            for number in range(60)
        )  # fmt: skip
        Specialist.objects.filter(pk=repeated.pk).update(execution_count=90, success_count=90)
    found = promotion_candidates()
    assert [(one.specialist.role, one.executions) for one in found] == [("rhymer", 60)], "one message 60 times is one"
    summary = promotion_evidence_summary(found[0].specialist)
    assert (summary["executions"], summary["success_rate"]) == (60, 1.0)
    Execution.objects.filter(version=version, message_fingerprint__in=[f"m{n}" for n in range(7)]).update(
        success=False, outcome="failed"
    )
    assert promotion_candidates() == []
