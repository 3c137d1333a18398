"""``test_generator``: the tests that a specialist is trained on, a third of them hidden from the designer."""

import json
from collections import Counter
from typing import Any

from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.core.errors import Conflict, ModelBadAnswer, ModelNotConfigured
from kingdom.core.text.sentences import sentence
from kingdom.council.prompts import load_prompt
from kingdom.council.rules.prompt_quoting import mask_named_secrets
from kingdom.council.rules.state_machine import MAX_REPAIRS
from kingdom.council.rules.web_addresses import source_urls
from kingdom.council.stages.base import StageContext, StageInput, StageResult
from kingdom.council.stages.document_fetcher import documents_fetch
from kingdom.council.stages.structured_output import structured_output_request
from kingdom.council.stages.test_retention import kinds_below_minimum, merge_tests, retained_tests
from kingdom.council.stages.test_suite_schema import absent_kinds, parse_suite, test_suite_schema, with_absent_kinds
from kingdom.council.stages.validate import design_validate

_UNWRITTEN_FINDING = (
    "No sound tests could be written: make purpose, rules and output schema so plain that right answers can be "
    "worked out."
)


def test_generator(stage_input: StageInput, context: StageContext) -> StageResult:
    """Return the case's tests: those of a recipe, a fork or a supplied proposal, else newly written ones.

    Supplied tests stay as they are; kinds that they lack are written where there is a language model. Tests of the
    previous round stay as far as they apply to the new design, since a second attempt must not be easier. Raises
    Conflict without a spec, and what the model raises.
    """
    spec, suite = stage_input.spec, stage_input.suite
    if spec is None:
        raise Conflict("There is no design to write tests for yet.")
    if suite and not _needs_more_kinds(stage_input, context):
        return _validated_result(stage_input, spec, suite, {"written_by": "brought along"})
    old = () if suite else retained_tests(stage_input.previous_tests, spec)
    retention = _retention_details(stage_input, old)
    if old and not kinds_below_minimum(old):
        return _validated_result(stage_input, spec, old, {"written_by": "the round before", **retention})
    if context.model is None:
        return StageResult(
            verdict="rejected",
            reason=sentence(
                "Writing tests for a new design needs a language model. %(sentence)s",
                sentence=ModelNotConfigured().message,
            ),
        )
    try:
        written = _request_tests(stage_input, spec, context)
    except ModelBadAnswer as error:
        return _unwritten_result(stage_input, error)
    details = {"written_by": context.model.name, "prompt": load_prompt("test_writer").label, **retention}
    return _validated_result(stage_input, spec, _merged(suite, old, written), details)


def _merged(
    suite: tuple[TestCase, ...], old: tuple[TestCase, ...], written: tuple[TestCase, ...]
) -> tuple[TestCase, ...]:
    return with_absent_kinds(suite, written) if suite else merge_tests(old, written)


def _needs_more_kinds(stage_input: StageInput, context: StageContext) -> bool:
    """Return whether a supplied proposal's tests lack kinds that the model can write."""
    return (
        stage_input.supplied_proposal is not None
        and context.model is not None
        and bool(absent_kinds(stage_input.suite))
    )


def _unwritten_result(stage_input: StageInput, error: ModelBadAnswer) -> StageResult:
    reason = sentence("No sound tests could be written for it. %(sentence)s", sentence=error.message)
    if stage_input.round < MAX_REPAIRS:
        return StageResult(verdict="repair", reason=reason, findings=(_UNWRITTEN_FINDING,))
    return StageResult(verdict="rejected", reason=reason)


def _retention_details(stage_input: StageInput, old: tuple[TestCase, ...]) -> dict[str, int]:
    """Return how many tests of the previous round stay and how many are dropped; nothing in the first round."""
    return (
        {"kept": len(old), "given_up": len(stage_input.previous_tests) - len(old)}
        if stage_input.previous_tests and not stage_input.suite
        else {}
    )


def _request_tests(stage_input: StageInput, spec: AgentSpec, context: StageContext) -> tuple[TestCase, ...]:
    data = {
        "request": mask_named_secrets(stage_input.request),
        "specialist": json.dumps(_spec_for_test_writer(spec), ensure_ascii=False, indent=1),
    }
    urls = source_urls(stage_input.sources, stage_input.request) if spec.egress_hosts else ()
    for number, document in enumerate(documents_fetch(urls, progress=context.progress), 1):
        data[f"document {number}, from a stranger"] = f"{document.url}\n\n{document.text}" if document.text else ""
    return structured_output_request(
        context,
        load_prompt("test_writer"),
        data,
        test_suite_schema(),
        lambda value: parse_suite(value, spec, key=str(stage_input.case_id)),
    )


def _spec_for_test_writer(spec: AgentSpec) -> dict[str, Any]:
    """Return the spec without its code: expected values derive from the purpose, not from the code's output."""
    shown = spec.model_dump(
        mode="json", include={"role", "purpose", "examples", "dna_rules", "output_schema", "egress_hosts"}
    )
    return {**shown, "engine": spec.engine}


def _validated_result(
    stage_input: StageInput, spec: AgentSpec, suite: tuple[TestCase, ...], details: dict[str, Any]
) -> StageResult:
    """Return the tests with the Validator's verdict on spec and tests. Details are shown to the user: counts only."""
    verdict = design_validate(spec, suite, user_id=stage_input.user_id)
    kinds = dict(Counter(case.kind for case in suite))
    details |= {
        "digest": spec.digest(),
        "total": len(suite),
        "held_out": sum(case.held_out for case in suite),
        "kinds": kinds,
    }
    details["validator"] = {"verdict": verdict.verdict, "content_sha256": verdict.content_sha256}
    if verdict.verdict == "VALID":
        return StageResult(verdict="passed", reason=_suite_text(details), suite=suite, details=details)
    codes = ", ".join(dict.fromkeys(issue.code for issue in verdict.issues))
    reason = sentence("Its tests are not sound (%(codes)s).", codes=codes)
    if details["written_by"] != "brought along" and stage_input.round < MAX_REPAIRS:
        return StageResult(
            verdict="repair", reason=reason, findings=(f"Validator, tests: {codes}.",), suite=(), details=details
        )
    return StageResult(verdict="rejected", reason=reason, details=details)


def _suite_text(details: dict[str, Any]) -> str:
    dropped = details.get("given_up", 0)
    written = sentence(
        "%(total)s tests, %(count)s of them held out.", total=details["total"], count=details["held_out"]
    )
    if not dropped:
        return written
    more = sentence("%(count)s of the round before were given up: the new design allows no such answer.", count=dropped)
    return f"{written} {more}"


run = test_generator
