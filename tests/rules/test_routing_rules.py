"""Ranking of candidates and routing rules."""

from dataclasses import replace

import numpy as np
import pytest

from kingdom.orchestrator.king.routing_rules import (
    RouteVerdict,
    Thresholds,
    analyze_by_rules,
    choose_by_similarity,
    follow_up_verdict,
    rejection_reason,
    unrouted_kind,
)
from kingdom.routing.calibration.calibrator import Calibrator, LoadedCalibration, LogisticRegression
from kingdom.routing.calibration.linear_classifier import LinearClassifier
from kingdom.routing.ranking import NearbySpecialist, RankedCandidate, rank_candidates

BARS = Thresholds(0.6, 0.6, 0.3)
MESSAGE = np.array([1.0, 0.0], dtype=np.float32)


def found(role: str, best: float, *, own: bool = False, negative: float = -2.0) -> NearbySpecialist:
    status, scope = ("unverified", "user") if own else ("verified", "global")
    return NearbySpecialist(role, f"{role}-v1", role, status, scope, best, best, 0.2, negative, f"an example of {role}")


def ranked(role: str, place: float, alone: float, *, own: bool = False, refused: bool = False) -> RankedCandidate:
    return RankedCandidate(found(role, place, own=own), place, place, alone, 0.0 if refused else alone, refused)


def gate_of(head: LinearClassifier | None = None, ids: tuple[str, ...] = ("a", "b")) -> LoadedCalibration:
    """Return a calibration with P = sigmoid(10 * score - 5)."""
    plain = Calibrator(
        ("adjusted",),
        LogisticRegression((0.0, 10.0), (0.5,), (1.0,)),
        LogisticRegression((0.0, 1.0), (0.0,), (1.0,)),
        0.6,
        0.3,
    )
    full = plain if head is not None else None
    return LoadedCalibration(
        "g:1", plain, full, head, {one: at for at, one in enumerate(ids)}, dict.fromkeys(ids, 0.0), ids
    )


def test_candidates_come_best_first_and_the_lower_ones_fall_off() -> None:
    first, second, third = rank_candidates(
        [found("a", 0.5), found("b", 0.8), found("c", 0.75)], MESSAGE, 0.0, gate_of()
    )
    assert [one.found.role for one in (first, second, third)] == ["b", "c", "a"]
    assert first.probability == first.standalone_probability
    assert second.probability == pytest.approx(second.standalone_probability * np.exp(-0.5))


def test_a_shift_moves_p_but_not_the_order() -> None:
    plain = gate_of()
    shifted = replace(plain, shifts={"a": 0.2, "b": 0.0})
    first = rank_candidates([found("a", 0.8), found("b", 0.7)], MESSAGE, 0.0, shifted)[0]
    assert first.found.role == "a"
    assert first.standalone_probability == pytest.approx(1 / (1 + np.exp(-1)))


def test_the_head_breaks_what_the_blend_cannot_tell() -> None:
    head = LinearClassifier(np.array([[0.0, 0.0], [5.0, 0.0]], dtype=np.float32), np.zeros(2))
    assert rank_candidates([found("a", 0.7), found("b", 0.7)], MESSAGE, 0.0, gate_of(head))[0].found.role == "b"
    assert gate_of(head).suggestions(MESSAGE) == ["b", "a"]


def test_one_the_head_does_not_know_is_judged_without_it() -> None:
    head = LinearClassifier(np.zeros((2, 2), dtype=np.float32), np.zeros(2))
    first = rank_candidates([found("a", 0.7), found("new", 0.72, own=True)], MESSAGE, 0.0, gate_of(head))[0]
    assert first.found.role == "new"


def test_a_no_for_such_a_message_puts_a_candidate_last() -> None:
    first, last = rank_candidates([found("a", 0.9, negative=0.95), found("b", 0.4)], MESSAGE, 0.0, gate_of())
    assert (first.found.role, last.found.role) == ("b", "a")
    assert last.refused
    assert last.probability == 0.0


def test_without_a_gate_p_is_the_plain_cosine() -> None:
    first, second = rank_candidates([found("a", 0.9), found("b", 0.4)], MESSAGE, 0.0, None)
    assert (first.probability, second.probability) == (0.9, 0.4)
    assert rank_candidates([], MESSAGE, 0.0, None) == []


def test_the_best_over_the_bar_is_chosen() -> None:
    verdict = choose_by_similarity([ranked("a", 0.8, 0.9), ranked("b", 0.5, 0.2)], BARS)
    assert verdict.kind == "specialist"
    assert verdict.chosen is not None
    assert verdict.chosen.found.role == "a"


def test_a_near_tie_is_asked() -> None:
    assert choose_by_similarity([ranked("a", 0.80, 0.9), ranked("b", 0.78, 0.85)], BARS).kind == "ask"


def test_a_second_that_would_not_do_alone_is_no_tie() -> None:
    assert choose_by_similarity([ranked("a", 0.62, 0.65), ranked("b", 0.60, 0.55)], BARS).kind == "specialist"


def test_a_refused_second_is_no_tie() -> None:
    assert (
        choose_by_similarity([ranked("a", 0.80, 0.9), ranked("b", 0.79, 0.9, refused=True)], BARS).kind == "specialist"
    )


def test_verified_over_the_bar_goes_before_ones_own() -> None:
    verdict = choose_by_similarity([ranked("mine", 0.85, 0.9, own=True), ranked("shared", 0.8, 0.7)], BARS)
    assert verdict.chosen is not None
    assert verdict.chosen.found.role == "shared"


def test_ones_own_is_chosen_when_no_verified_one_reaches_the_bar() -> None:
    verdict = choose_by_similarity([ranked("mine", 0.85, 0.9, own=True), ranked("shared", 0.6, 0.4)], BARS)
    assert verdict.chosen is not None
    assert verdict.chosen.found.role == "mine"


def test_uncalibrated_bars_differ_by_scope() -> None:
    bars = Thresholds(0.85, 0.80, 0.80)
    assert choose_by_similarity([ranked("shared", 0.82, 0.82)], bars).undecided
    assert choose_by_similarity([ranked("mine", 0.82, 0.82, own=True)], bars).kind == "specialist"


def test_nobody_over_the_bar_is_undecided() -> None:
    assert choose_by_similarity([ranked("a", 0.5, 0.5)], BARS).undecided
    assert choose_by_similarity([], BARS).undecided


PRESENT, OTHER = ranked("present", 0.3, 0.1), ranked("other", 0.7, 0.8)


def test_a_correction_stays_with_the_present_one() -> None:
    verdict = follow_up_verdict("No, I meant stones", "present", [ranked("other", 0.35, 0.2), PRESENT], BARS)
    assert verdict is not None
    assert verdict.follow_up


def test_a_message_that_clearly_belongs_elsewhere_leaves() -> None:
    assert follow_up_verdict("and 14 kg in pounds", "present", [OTHER, PRESENT], BARS) is None


def test_another_that_is_only_a_little_better_does_not_take_over() -> None:
    close = ranked("other", 0.7, 0.8)
    verdict = follow_up_verdict("the same for this list", "present", [close, ranked("present", 0.65, 0.7)], BARS)
    assert verdict is not None
    assert verdict.chosen is not None
    assert verdict.chosen.found.role == "present"


def test_something_new_that_fits_nobody_leaves() -> None:
    assert follow_up_verdict("write me a poem about it", "present", [ranked("other", 0.45, 0.2), PRESENT], BARS) is None


def test_a_previous_one_that_is_gone_or_refused_is_not_followed() -> None:
    assert follow_up_verdict("and again", "gone", [OTHER], BARS) is None
    assert follow_up_verdict("and again", "present", [OTHER, ranked("present", 0.6, 0.7, refused=True)], BARS) is None


@pytest.mark.parametrize(
    ("text", "frequency", "create"),
    [
        ("I get lists of IBANs to check every week", "frequent", True),
        ("summarise my sales numbers daily", "frequent", True),
        ("I keep getting lists of IBANs to check", "frequent", True),
        ("I keep having to convert these", "frequent", True),
        ("I keep getting an error", "occasional", False),
        ("I often need help with sonnets", "occasional", False),
        ("write me a poem", "one_time", False),
        ("convert this every day, but just this once", "one_time", False),
    ],
)
def test_only_a_need_that_comes_back_is_worth_a_specialist(text: str, frequency: str, create: bool) -> None:
    found = analyze_by_rules(text)
    assert found.frequency == frequency
    assert found.should_create_specialist is create
    assert found.by == "rules"
    assert unrouted_kind(found) == ("create" if create else "general")


def test_a_one_time_task_never_becomes_a_specialist_whatever_the_analysis_wants() -> None:
    wanted = analyze_by_rules("do it").model_copy(update={"should_create_specialist": True, "by": "model"})
    assert unrouted_kind(wanted) == "general"


def test_complexity_and_abilities_come_from_the_words() -> None:
    found = analyze_by_rules(
        "Search the web for prices, then calculate the average, then write a report and send it; finally plot it"
    )
    assert found.complexity == "high"
    assert set(found.required_capabilities) == {"read_pages", "chart"}
    assert analyze_by_rules("hello").complexity == "low"


def test_each_candidate_is_told_why_not() -> None:
    first, low, no = ranked("a", 0.8, 0.9), ranked("b", 0.4, 0.2), ranked("c", 0.7, 0.9, refused=True)
    verdict = RouteVerdict("specialist", first, "")
    assert rejection_reason(first, verdict, BARS) == ""
    assert rejection_reason(low, verdict, BARS) == "probability 0.20, threshold 0.60"
    assert "you rejected it" in rejection_reason(no, verdict, BARS)
