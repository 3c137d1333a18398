"""``test_generator``: the cases a specialist is trained on, a third of them never shown to who designs it."""

import json
from collections import Counter
from typing import Any

from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.core.errors import Conflict, ModelBadAnswer, ModelNotConfigured
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


def test_generator(stage_input: StageInput, context: StageContext) -> StageResult:
    """Return the case's suite, written now where it has none: recipes and forks bring theirs.

    Of tests that were given with a proposal none is changed; kinds that they lack are written where there is a language model.

    Those of the round before stay, as far as the new design can be asked them: a second try must not be an easier one.
    Raises Conflict without a spec, and what the model's port raises when the provider is away.
    """
    if stage_input.spec is None:
        raise Conflict("There is no design to write tests for yet.")
    if stage_input.suite and not (
        stage_input.supplied_proposal is not None and context.model is not None and absent_kinds(stage_input.suite)
    ):
        return _validated_result(stage_input, stage_input.spec, stage_input.suite, {"written_by": "brought along"})
    old = () if stage_input.suite else retained_tests(stage_input.previous_tests, stage_input.spec)
    if old and not kinds_below_minimum(old):
        return _validated_result(
            stage_input,
            stage_input.spec,
            old,
            {"written_by": "the round before", **_retention_details(stage_input, old)},
        )
    if context.model is None:
        return StageResult(
            verdict="rejected",
            reason=f"Writing tests for a new design needs a language model. {ModelNotConfigured().message}",
        )
    try:
        suite = _request_tests(stage_input, stage_input.spec, context)
    except ModelBadAnswer as error:
        reason = f"No sound tests could be written for it. {error.message}"
        if stage_input.round < MAX_REPAIRS:
            told = "No sound tests could be written: make purpose, rules and output schema so plain that right answers can be worked out."
            return StageResult(verdict="repair", reason=reason, findings=(told,))
        return StageResult(verdict="rejected", reason=reason)
    by = {
        "written_by": context.model.name,
        "prompt": load_prompt("test_writer").label,
        **_retention_details(stage_input, old),
    }
    return _validated_result(
        stage_input,
        stage_input.spec,
        with_absent_kinds(stage_input.suite, suite) if stage_input.suite else merge_tests(old, suite),
        by,
    )


def _retention_details(stage_input: StageInput, old: tuple[TestCase, ...]) -> dict[str, int]:
    """Return how many tests of the round before stay and how many do not; nothing in a first round."""
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
    """Return what it is to do, without the code: tests are worked out from the purpose, not copied from what the code gives."""
    shown = spec.model_dump(
        mode="json", include={"role", "purpose", "examples", "dna_rules", "output_schema", "egress_hosts"}
    )
    return {**shown, "engine": spec.engine}


def _validated_result(
    stage_input: StageInput, spec: AgentSpec, suite: tuple[TestCase, ...], details: dict[str, Any]
) -> StageResult:
    """Return the suite with the Validator's word on spec and tests together; numbers only, for details are shown to the user."""
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
        return StageResult(
            verdict="passed",
            reason=f"{len(suite)} tests, {details['held_out']} of them held out.{_dropped_tests_text(details)}",
            suite=suite,
            details=details,
        )
    codes = ", ".join(dict.fromkeys(issue.code for issue in verdict.issues))
    reason = f"Its tests are not sound ({codes})."
    if details["written_by"] != "brought along" and stage_input.round < MAX_REPAIRS:
        return StageResult(
            verdict="repair", reason=reason, findings=(f"Validator, tests: {codes}.",), suite=(), details=details
        )
    return StageResult(verdict="rejected", reason=reason, details=details)


def _dropped_tests_text(details: dict[str, Any]) -> str:
    many = details.get("given_up", 0)
    return f" {many} of the round before were given up: the new design allows no such answer." if many else ""


run = test_generator
