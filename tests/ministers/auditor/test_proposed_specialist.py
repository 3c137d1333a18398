"""The Auditor's opinion on a proposed specialist."""

from typing import Any

import pytest

from kingdom.ministers.auditor.proposed_specialist import MAX_HOSTS, ProposalFacts, opinion_on_proposal


def messages(**facts: Any) -> list[tuple[str, str]]:  # noqa: ANN401 - fields of ProposalFacts
    """Return the points as (level, message)."""
    return [(point.level, point.message) for point in opinion_on_proposal(ProposalFacts(**facts)).points]


def test_code_that_is_near_nobody_fits_and_costs_no_tokens() -> None:
    opinion = opinion_on_proposal(ProposalFacts(needs_model=False, near_role="translator", near_probability=0.1))
    assert opinion.verdict == "FITS"
    assert [point.code for point in opinion.points] == ["cost"]
    assert "no tokens" in opinion.points[0].message


@pytest.mark.parametrize(
    ("probability", "level"), [(0.25, "info"), (0.59, "info"), (0.6, "warning"), (0.97, "warning")]
)
def test_who_is_near_is_named_with_its_probability(probability: float, level: str) -> None:
    facts = ProposalFacts(needs_model=False, near_role="translator", near_probability=probability)
    opinion = opinion_on_proposal(facts)
    assert opinion.points[0].level == level
    assert opinion.points[0].message == (
        f"translator is near: routing would choose it for this purpose with {probability:.2f}."
    )
    assert opinion.verdict == ("LOOK_AGAIN" if level == "warning" else "FITS")


def test_each_host_that_is_new_is_a_warning_and_no_more_than_ten_are_named() -> None:
    hosts = tuple(f"host{number}.example" for number in range(MAX_HOSTS + 3))
    found = messages(needs_model=False, new_hosts=hosts)
    assert found[0] == ("warning", "host0.example is new here: no verified specialist reaches it, and none of yours.")
    assert found[MAX_HOSTS] == ("warning", "3 more hosts are new here.")
    assert len(found) == MAX_HOSTS + 2


def test_what_a_use_costs_is_said_by_what_was_paid_here() -> None:
    sums = {"executions": 8, "tokens": 10_000, "cost_micros": 16_800, "currency": "EUR", "days": 30}
    level, message = messages(needs_model=True, **sums)[-1]
    assert level == "info"
    assert "took about 1250 tokens (0.0021 EUR) a use, by 8 uses in 30 days." in message
    assert "not known" in messages(needs_model=True)[-1][1]
    assert "EUR" not in messages(needs_model=True, **{**sums, "cost_micros": 0})[-1][1], "their price is unknown"
