"""Creation cases as JSON for their owner: card, verdicts, tests and results.

Held-out tests are counted, never shown.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from kingdom.contracts.capabilities.closure import capability_closure
from kingdom.contracts.capabilities.sentences import spec_capabilities
from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.council.models import CaseEvent, CreationCase, StageVerdict, TryOut
from kingdom.council.rules import state_machine
from kingdom.council.rules.capability_card import card_limits, test_count_label, training_note
from kingdom.council.rules.pipeline import PIPELINES
from kingdom.council.rules.score_diff import diff_lines, score_comparison, score_labels
from kingdom.council.selectors import case_spec, case_tests, case_try_outs, proposal_kept_until, stage_details
from kingdom.specialists.registry.spec_diff import spec_differences
from kingdom.specialists.sending.cassettes import cassette_for_tests

_HELD_OUT_FIELDS = frozenset({"input", "output", "expected", "expected_output", "answer", "reason", "explanation"})


def case_card(case: CreationCase) -> dict[str, Any]:
    """Return the proposal that the owner is asked to confirm; before there is one only the request."""
    spec = case_spec(case)
    if spec is None:
        return {"request": case.request, "digest": "", "power": ""}
    suite, recording = case_tests(case), cassette_for_tests(spec, case.revises_id)
    review, designed = stage_details(case, "review"), dict(stage_details(case, "design"))
    return {
        **spec_card(spec, mock=case.mock, recorded=recording is not None),
        "request": case.request,
        "digest": case.digest,
        "recipe": case.recipe,
        "origin": _proposal_origin(case, spec),
        "mock": case.mock,
        "risk_level": review.get("risk_level", ""),
        "auditor": stage_details(case, "validate").get("auditor"),
        "designed": designed,
        "not_changed": str(designed.get("not_changed", "")),
        "tests": {**test_counts(suite), "words": test_count_label(suite)},
        "credentials_given": sorted(case.provided_resources),
        "revises": revision_card(case, spec),
    }


def _proposal_origin(case: CreationCase, spec: AgentSpec) -> dict[str, Any]:
    """Return the origin of a supplied proposal; for an imported one also whether it was changed here."""
    origin = dict((case.supplied_proposal or {}).get("origin", {}))
    return {**origin, "changed": origin["spec"] != spec.digest()} if "spec" in origin else origin


def revision_card(case: CreationCase, spec: AgentSpec) -> dict[str, Any] | None:
    """Return the differences between a new version and its base, and both scores; None for a new specialist.

    ``scores`` (see ``rules.score_diff``) are None before they are known. Each difference is ``{"what", "before",
    "after", "power", "lines"}``.
    """
    if case.revises is None or case.base is None:
        return None
    origin = dict((case.supplied_proposal or {}).get("origin", {}))
    return {
        "specialist_id": str(case.revises_id),
        "version": case.base.number,
        "status": case.revises.status,
        "origin": origin,
        "words": str(origin.get("words", "")),
        "differences": [
            {**difference._asdict(), "lines": diff_lines(difference.before, difference.after)}
            for difference in spec_differences(AgentSpec.model_validate(case.base.spec), spec)
        ],
        "scores": score_comparison(case.training_results) if case.compared_training_digest else None,
    }


def spec_card(spec: AgentSpec, *, mock: bool = False, recorded: bool = False) -> dict[str, Any]:
    """Return a spec for people: its purpose, what it can and cannot do, its limits."""
    power, closure = spec_capabilities(spec), capability_closure(spec)
    return {
        "role": spec.role,
        "agent_id": spec.agent_id,
        "identity": spec.identity,
        "engine": spec.engine,
        "purpose": spec.purpose,
        "examples": list(spec.examples),
        "rules": list(spec.dna_rules),
        "power": power.sentence,
        "training": training_note(spec, mock=mock, recorded=recorded),
        "can": [{"what": what, "by": by} for what, by in power.can],
        "cannot": list(power.cannot),
        "grants": sorted(closure.grants),
        "closure": closure.digest(),
        "hosts": list(spec.egress_hosts),
        "credentials": [credential.model_dump(mode="json") for credential in spec.credentials],
        "limits": card_limits(spec),
        "scope": "user",
        "handler_code": spec.handler_code,
    }


def test_counts(suite: Sequence[TestCase]) -> dict[str, Any]:
    """Return the number of tests: in all, by kind, and held out."""
    kinds: dict[str, int] = {}
    for test in suite:
        kinds[test.kind] = kinds.get(test.kind, 0) + 1
    held_out = sum(test.held_out for test in suite)
    return {"total": len(suite), "visible": len(suite) - held_out, "held_out": held_out, "kinds": kinds}


def approval_subject(case: CreationCase) -> dict[str, Any]:
    """Return the facts that the inbox shows, bound to the digest of the whole proposal."""
    card = case_card(case)
    return {
        "case": str(case.pk),
        "digest": case.digest,
        "closure": card["closure"],
        "specialist": card["role"],
        "purpose": card["purpose"],
        "power": card["power"],
        **({"not changed": card["not_changed"]} if card["not_changed"] else {}),
        **({"training": card["training"]} if card["training"] else {}),
        "hosts": card["hosts"],
        "keys": [f"{credential['name']} for {credential['host']}" for credential in card["credentials"]],
        "limits": card["limits"]["words"],
        "tests": card["tests"]["words"],
        "risk": card["risk_level"],
        **({"auditor": [point["message"] for point in card["auditor"]["points"]]} if card["auditor"] else {}),
        **({"from": card["origin"]["words"]} if "words" in card["origin"] and card["revises"] is None else {}),
        **_revision_subject(card["revises"]),
    }


def _revision_subject(revision: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return the facts of a new version: what it replaces and changes, and both scores once they are known."""
    if revision is None:
        return {}
    changes = {difference["what"]: "\n".join(difference["lines"]) for difference in revision["differences"]}
    scores = score_labels(revision["scores"]) if revision["scores"] else {}
    return {"replaces": f"version {revision['version']}", "why": revision["words"], "changes": changes, **scores}


def case_detail(case: CreationCase) -> dict[str, Any]:
    """Return a whole case for its owner."""
    suite = case_tests(case)
    return {
        **case_summary(case),
        "change_request": case.change_request,
        "sources": case.sources,
        "card": case_card(case),
        "stages": _stage_states(case),
        "verdicts": [
            _verdict_detail(row) for row in StageVerdict.objects.filter(case=case).order_by("created_at", "pk")
        ],
        "tests": {**test_counts(suite), "cases": [test.model_dump(mode="json") for test in suite if not test.held_out]},
        "training_results": training_results_detail(case.training_results),
        "try_outs": [try_out_detail(try_out) for try_out in case_try_outs(case)],
        "events": [case_event_detail(event) for event in CaseEvent.objects.filter(case=case).order_by("seq")],
    }


def try_out_detail(try_out: TryOut) -> dict[str, Any]:
    """Return one try-out: its results, and how many of its inputs the draft answered."""
    results = [{name: result[name] for name in ("text", "answer", "answered")} for result in try_out.results]
    return {
        "id": str(try_out.pk),
        "kind": try_out.kind,
        "state": try_out.state,
        "answered": sum(result["answered"] for result in results),
        "total": len(results),
        "results": results,
        "created_at": try_out.created_at.isoformat(),
    }


def case_summary(case: CreationCase) -> dict[str, Any]:
    """Return a case for a list."""
    is_waiting = case.state in state_machine.WAITING_STATES
    return {
        "id": str(case.pk),
        "state": case.state,
        "reason": case.reason,
        "error_code": case.error_code,
        "role": case.role,
        "request": case.request,
        "recipe": case.recipe,
        "round": case.round,
        "mock": case.mock,
        "digest": case.digest,
        "offered": case.offered,
        "approval_id": _id_or_none(case.approval_id) if is_waiting else None,
        "conversation_id": _id_or_none(case.conversation_id),
        "message_id": _id_or_none(case.message_id),
        "specialist_id": _id_or_none(case.specialist_id),
        "version_id": _id_or_none(case.version_id),
        "backend": case.backend,
        "moves": [
            state
            for state in state_machine.ALLOWED_TRANSITIONS[case.state]
            if state not in (state_machine.FAILED, state_machine.EXPIRED)
        ],
        "created_at": case.created_at.isoformat(),
        "expires_at": _time_or_none(case.expires_at) if is_waiting else None,
        "kept_until": _time_or_none(proposal_kept_until(case)),
        "finished_at": _time_or_none(case.finished_at),
    }


def _id_or_none(key: UUID | None) -> str | None:
    return str(key) if key else None


def _time_or_none(time: datetime | None) -> str | None:
    return time.isoformat() if time else None


def case_event_detail(event: CaseEvent) -> dict[str, Any]:
    """Return one event of the log."""
    return {
        "seq": event.seq,
        "kind": event.kind,
        "old_state": event.old_state,
        "new_state": event.new_state,
        "reason": event.reason,
        "payload": event.payload,
        "created_at": event.created_at.isoformat(),
    }


def training_results_detail(results: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """Return a training's results; of a held-out test only its kind, its score and whether it passed."""
    if results is None:
        return None
    rows = [row for row in results.get("cases", ()) if isinstance(row, Mapping)]
    return {**results, "cases": [_without_test_text(row) if row.get("held_out") else dict(row) for row in rows]}


def _without_test_text(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in _HELD_OUT_FIELDS}


def _stage_states(case: CreationCase) -> list[dict[str, Any]]:
    """Return the stages of the pipeline in order, each with its newest verdict."""
    newest = {row.stage: row for row in StageVerdict.objects.filter(case=case).order_by("created_at")}
    return [
        {
            "stage": stage.name,
            "state": stage.state,
            "verdict": newest[stage.name].verdict if stage.name in newest else None,
        }
        for stage in PIPELINES[case.pipeline]
    ]


def _verdict_detail(row: StageVerdict) -> dict[str, Any]:
    details = training_results_detail(row.details) if row.stage == "train" else row.details
    return {
        "stage": row.stage,
        "round": row.round,
        "verdict": row.verdict,
        "reason": row.reason,
        "findings": row.findings,
        "details": details,
        "inputs_digest": row.inputs_digest,
        "ms": row.ms,
        "created_at": row.created_at.isoformat(),
    }
