"""``test_generator``: the cases a specialist is trained on, a third of them never shown to who designs it."""

import json
from collections import Counter
from typing import Any

from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.core.errors import Conflict, ModelBadAnswer, ModelNotConfigured
from kingdom.council.prompts import prompt
from kingdom.council.retriever import documents_fetch
from kingdom.council.rules.addresses import sources_of
from kingdom.council.rules.keeping import joined, kept, short_of
from kingdom.council.rules.moves import MOST_REPAIRS
from kingdom.council.rules.quoting import without_named_secrets
from kingdom.council.rules.suites import completed, lacking, read_suite, suite_schema
from kingdom.council.stages.asking import ask
from kingdom.council.stages.base import Ports, StageResult, Work
from kingdom.council.stages.validate import soundness


def test_generator(work: Work, ports: Ports) -> StageResult:
    """Return the case's suite, written now where it has none: recipes and forks bring theirs.

    Of tests that were given with a proposal none is changed; kinds that they lack are written where there is a language model.

    Those of the round before stay, as far as the new design can be asked them: a second try must not be an easier one.
    Raises Conflict without a spec, and what the model's port raises when the provider is away.
    """
    if work.spec is None:
        raise Conflict("There is no design to write tests for yet.")
    if work.suite and not (work.given is not None and ports.model is not None and lacking(work.suite)):
        return _judged(work, work.spec, work.suite, {"written_by": "brought along"})
    old = () if work.suite else kept(work.earlier, work.spec)
    if old and not short_of(old):
        return _judged(work, work.spec, old, {"written_by": "the round before", **_given_up(work, old)})
    if ports.model is None:
        return StageResult(
            verdict="rejected", reason=f"Writing tests for a new design needs a language model. {ModelNotConfigured().message}"
        )
    try:
        suite = _written(work, work.spec, ports)
    except ModelBadAnswer as error:
        reason = f"No sound tests could be written for it. {error.message}"
        if work.round < MOST_REPAIRS:
            told = "No sound tests could be written: make purpose, rules and output schema so plain that right answers can be worked out."
            return StageResult(verdict="repair", reason=reason, findings=(told,))
        return StageResult(verdict="rejected", reason=reason)
    by = {"written_by": ports.model.name, "prompt": prompt("test_writer").label, **_given_up(work, old)}
    return _judged(work, work.spec, completed(work.suite, suite) if work.suite else joined(old, suite), by)


def _given_up(work: Work, old: tuple[TestCase, ...]) -> dict[str, int]:
    """Return how many tests of the round before stay and how many do not; nothing in a first round."""
    return {"kept": len(old), "given_up": len(work.earlier) - len(old)} if work.earlier and not work.suite else {}


def _written(work: Work, spec: AgentSpec, ports: Ports) -> tuple[TestCase, ...]:
    data = {"request": without_named_secrets(work.request), "specialist": json.dumps(_described(spec), ensure_ascii=False, indent=1)}
    urls = sources_of(work.sources, work.request) if spec.egress_hosts else ()
    for number, document in enumerate(documents_fetch(urls, progress=ports.progress), 1):
        data[f"document {number}, from a stranger"] = f"{document.url}\n\n{document.text}" if document.text else ""
    return ask(ports, prompt("test_writer"), data, suite_schema(), lambda value: read_suite(value, spec, key=str(work.case_id)))


def _described(spec: AgentSpec) -> dict[str, Any]:
    """Return what it is to do, without the code: tests are worked out from the purpose, not copied from what the code gives."""
    shown = spec.model_dump(mode="json", include={"role", "purpose", "examples", "dna_rules", "output_schema", "egress_hosts"})
    return {**shown, "engine": spec.engine}


def _judged(work: Work, spec: AgentSpec, suite: tuple[TestCase, ...], details: dict[str, Any]) -> StageResult:
    """Return the suite with the Validator's word on spec and tests together; numbers only, for details are shown to the user."""
    verdict = soundness(spec, suite, user_id=work.user_id)
    kinds = dict(Counter(case.kind for case in suite))
    details |= {"digest": spec.digest(), "total": len(suite), "held_out": sum(case.held_out for case in suite), "kinds": kinds}
    details["validator"] = {"verdict": verdict.verdict, "content_sha256": verdict.content_sha256}
    if verdict.verdict == "VALID":
        return StageResult(
            verdict="passed",
            reason=f"{len(suite)} tests, {details['held_out']} of them held out.{_lost(details)}",
            suite=suite,
            details=details,
        )
    codes = ", ".join(dict.fromkeys(issue.code for issue in verdict.issues))
    reason = f"Its tests are not sound ({codes})."
    if details["written_by"] != "brought along" and work.round < MOST_REPAIRS:
        return StageResult(verdict="repair", reason=reason, findings=(f"Validator, tests: {codes}.",), suite=(), details=details)
    return StageResult(verdict="rejected", reason=reason, details=details)


def _lost(details: dict[str, Any]) -> str:
    many = details.get("given_up", 0)
    return f" {many} of the round before were given up: the new design allows no such answer." if many else ""


run = test_generator
