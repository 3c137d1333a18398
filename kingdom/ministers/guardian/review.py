"""The Guardian's word on a request, a spec, a handler or a file. What is missing, broken or unknown is blocked and waits for a person."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from kingdom.contracts.canonical import json_digest
from kingdom.contracts.identity import Identity
from kingdom.contracts.verdicts import GuardianFinding, GuardianVerdict, RiskLevel
from kingdom.ministers.guardian.capability_diff import CapabilityRequest, review_capabilities, schema_texts
from kingdom.ministers.guardian.handler.ast_review import DeclaredAccess, review_handler
from kingdom.ministers.guardian.judge.judge_aggregation import JudgeOutcome, judge_item, judge_sample
from kingdom.ministers.guardian.judge.judge_prompt import Judge
from kingdom.ministers.guardian.text.policy import Policy, load_policy
from kingdom.ministers.guardian.text.text_review import review_text

EnforcementMode = Literal["hard", "soft", "shadow"]
ReviewKind = Literal["request", "spec", "handler", "file"]
REVIEW_KINDS: tuple[ReviewKind, ...] = ("request", "spec", "handler", "file")
MAX_LIST_ITEMS = 400  # entries of one list of a spec
_MAX_REASONS = 3
_LINE_ID = re.compile(r'"id"\s{0,8}:\s{0,8}("[^"\\\x00-\x1f]{0,200}"|-?\d{1,18}(?=\s*[,}]))')
_MAX_ID_OFFSET = 4_000  # characters
_ADAPTABLE_FIELDS = frozenset({"role", "examples", "limits"})


class UnreadableItem(ValueError):
    """The item does not have the form of its kind."""


@dataclass(frozen=True, kw_only=True)
class ReviewOptions:
    """How the question is put. ``by`` answers for the judge; ``reviewed`` holds digests that people have judged already.

    ``modes`` changes rules by their id: ``shadow`` is noted and does nothing, ``soft`` asks the judge instead of blocking.
    """

    by: Judge | None = None
    reviewed: frozenset[str] = frozenset()
    modes: Mapping[str, EnforcementMode] = field(default_factory=dict)
    sample: int = 0  # one of so many plain requests in which nothing was found is shown to the judge; 0 is none
    more: Callable[[str, object], Sequence[GuardianFinding]] = lambda kind, item: ()
    """Layers that may only raise doubt (soft findings), asked where a judge can settle it."""


def review_item(
    kind: str, item: object, *, judge: bool, asked: ReviewOptions | None = None, policy: Policy | None = None
) -> GuardianVerdict:
    """Return the verdict on an item of ``kind`` in its JSON form (docs/reference/guardian-rules.md has the forms).

    ``judge`` False asks for the deterministic layers alone: what they do not block is approved. ``judge`` True is the full question:
    what needs a judge and gets no answer is blocked for a person, but for what was reviewed when it was written (``asked.reviewed``
    holds ``reviewed_digest`` of recipes) while no judge is configured at all. Raises nothing for a bad item: it is blocked.
    """
    policy, asked = policy or load_policy(), asked or ReviewOptions()
    try:
        findings = [_apply_mode(finding, asked.modes) for finding in _findings(kind, item, policy)]
        content = content_digest(kind, item)
        if judge and asked.by is not None and not _hard_findings(findings):
            findings += asked.more(kind, item)
        said = _judge_outcome(kind, item, findings, content, policy.version, asked) if judge else JudgeOutcome()
    except (UnreadableItem, TypeError, ValueError, KeyError, RecursionError, AttributeError):
        return unreadable_verdict(policy.version, item)
    return _verdict(findings, content, policy.version, said)


def _apply_mode(finding: GuardianFinding, modes: Mapping[str, EnforcementMode]) -> GuardianFinding:
    mode = modes.get(finding.rule_id)
    if mode == "shadow":
        return finding.model_copy(update={"severity": "info"})
    if mode == "soft" and finding.severity == "hard":
        return finding.model_copy(update={"severity": "soft"})
    return finding


def _hard_findings(findings: Sequence[GuardianFinding]) -> list[GuardianFinding]:
    return [finding for finding in findings if finding.severity == "hard"]


def _judge_outcome(
    kind: str, item: object, findings: list[GuardianFinding], content: str, version: str, asked: ReviewOptions
) -> JudgeOutcome:
    """Return what the judge adds, by the table of docs/reference/guardian-rules.md."""
    soft = any(finding.severity == "soft" and finding.layer != "similarity" for finding in findings)
    near = any(finding.layer == "similarity" for finding in findings)  # shown to the judge, whose plain no is enough
    if _hard_findings(findings):
        return JudgeOutcome()
    if kind == "request" and not soft and not near:
        return judge_sample(item, content, version, asked.by, one_in=asked.sample)
    if asked.by is None:
        known = not soft and preapproval_digest(kind, item) in asked.reviewed
        return (
            JudgeOutcome() if known else JudgeOutcome(needs_human=True, reason="No judge is set, so a person decides.")
        )
    return judge_item(kind, item, content, version, asked.by, soft=soft)


def content_digest(kind: str, item: object) -> str:
    """Return the digest that a verdict binds to: of an item with its kind, to the letter."""
    return json_digest({"kind": kind, "item": item})


def preapproval_digest(kind: str, item: object) -> str:
    """Return the digest that a shipped recipe is known by: all of its spec but role, examples and limits, which the user's wishes fill.

    Those three reach no code and are read by the deterministic layers each time. Other kinds are known by all they hold.
    """
    if kind == "spec" and isinstance(item, Mapping):
        item = {name: value for name, value in _inner_spec(item).items() if name not in _ADAPTABLE_FIELDS}
    return json_digest({"kind": kind, "item": item})


def unreadable_verdict(version: str, item: object) -> GuardianVerdict:
    """Return the verdict on what cannot be read: blocked, for a person."""
    finding = GuardianFinding(
        rule_id="input.unreadable",
        layer="input",
        severity="hard",
        reason="It does not have the form that it says it has.",
    )
    return GuardianVerdict(
        verdict="BLOCKED",
        risk_level="medium",
        reason=finding.reason,
        findings=(finding,),
        policy_version=version,
        content_sha256=json_digest(repr(item).encode("utf-8", "backslashreplace").decode()),
        needs_human=True,
    )


def _verdict(findings: list[GuardianFinding], content: str, version: str, said: JudgeOutcome) -> GuardianVerdict:
    """Return the row of the table. The judge is never asked about a hard finding, so it cannot undo one."""
    hard = _hard_findings(findings)
    soft = [finding for finding in findings if finding.severity == "soft"]
    all_found = [*findings, *said.findings]
    risk: RiskLevel = "high" if hard or said.findings else "medium" if soft or said.needs_human else "low"
    told = _joined_reasons([*hard, *said.findings] or soft)
    return GuardianVerdict(
        verdict="BLOCKED" if hard or said.findings or said.needs_human else "APPROVED",
        risk_level=risk,
        reason=" ".join(part for part in (said.reason, told) if part) or "Nothing speaks against it.",
        findings=tuple(all_found),
        policy_version=version,
        content_sha256=content,
        needs_human=said.needs_human and not hard,
    )


def _joined_reasons(findings: list[GuardianFinding]) -> str:
    return " ".join(list(dict.fromkeys(finding.reason for finding in findings))[:_MAX_REASONS])


def _findings(kind: str, item: object, policy: Policy) -> list[GuardianFinding]:
    if not isinstance(item, Mapping):
        raise UnreadableItem("an item is an object")
    match kind:
        case "request":
            return review_text(_required_text(item, "text"), policy, place="request", field="/text")
        case "handler":
            return review_handler(
                _required_text(item, "code"), policy.modules, _declared_access(_text_list(item, "egress_hosts"), item)
            )
        case "file":
            return _file_findings(item, policy)
        case "spec":
            return _spec_findings(_inner_spec(item), policy)
        case _:
            raise UnreadableItem("an unknown kind")


def _inner_spec(item: Mapping[str, Any]) -> Mapping[str, Any]:
    inner = item.get("spec", item)
    if not isinstance(inner, Mapping):
        raise UnreadableItem("a spec is an object")
    return inner


def _required_text(item: Mapping[str, Any], name: str) -> str:
    value = item[name]
    if not isinstance(value, str):
        raise UnreadableItem(f"{name} is a text")
    return value


def _declared_access(hosts: list[str], item: Mapping[str, Any]) -> DeclaredAccess:
    return DeclaredAccess(
        frozenset(hosts), frozenset(name for name, _ in map(_credential_pair, item.get("credentials") or []))
    )


def _file_findings(item: Mapping[str, Any], policy: Policy) -> list[GuardianFinding]:
    path, content = _required_text(item, "path"), _required_text(item, "content")
    found = review_text(content, policy, place="file", field="/content", path=path)
    return found + [
        finding for finding in review_text(path, policy, place="request", field="/path") if finding.layer == "view"
    ]


def _spec_findings(spec: Mapping[str, Any], policy: Policy) -> list[GuardianFinding]:
    demand = _capability_request(spec)
    found = review_capabilities(demand)
    texts = [("/role", demand.role.replace("_", " ")), ("/purpose", _required_text(spec, "purpose"))]
    for name in ("dna_rules", "examples"):
        texts += [(f"/{name}/{index}", rule) for index, rule in enumerate(_text_list(spec, name))]
    for place, schema in demand.schemas:
        texts += schema_texts(schema, place)
    for place, text in texts:
        found += review_text(text, policy, place="request" if place.startswith("/examples") else "spec", field=place)
    joined = "\n".join(_text_list(spec, "dna_rules"))  # an order cut into several rules
    known = {finding.rule_id for finding in found}
    found += [
        finding
        for finding in review_text(joined, policy, place="spec", field="/dna_rules")
        if finding.rule_id not in known
    ]
    code = spec.get("handler_code")
    if code is not None:
        found += review_handler(
            _required_text(spec, "handler_code"), policy.modules, _declared_access(list(demand.hosts), spec)
        )
    return found


def _text_list(spec: Mapping[str, Any], name: str) -> list[str]:
    values = spec.get(name) or []
    if (
        not isinstance(values, list | tuple)
        or len(values) > MAX_LIST_ITEMS
        or not all(isinstance(value, str) for value in values)
    ):
        raise UnreadableItem(f"{name} is a list of texts")
    return list(values)


def _capability_request(spec: Mapping[str, Any]) -> CapabilityRequest:
    role = _required_text(spec, "role")
    named = spec.get("identity")
    prefix = str(named) if named is not None else role.partition("_")[0]
    identity = Identity(prefix) if prefix in set(Identity) and (named is not None or "_" in role) else None
    return CapabilityRequest(
        role=role,
        identity=identity,
        tools=_text_list(spec, "tools"),
        hosts=_text_list(spec, "egress_hosts"),
        credentials=[_credential_pair(wanted) for wanted in spec.get("credentials") or []],
        schemas=[(f"/{name}", spec[name]) for name in ("input_schema", "output_schema") if name in spec],
        has_handler=spec.get("handler_code") is not None,
        dependencies=_text_list(spec, "dependencies"),
    )


def _credential_pair(wanted: object) -> tuple[str, str]:
    if isinstance(wanted, str):
        return wanted, ""
    if isinstance(wanted, Mapping):
        return str(wanted["name"]), str(wanted.get("host", ""))
    raise UnreadableItem("a credential is a name or an object")


def review_json_line(line: str, *, judge: bool, asked: ReviewOptions | None = None) -> dict[str, Any]:
    """Return the answer to one JSON line ``{"id", "kind", "item"}``; a bad line is blocked under its id, as far as it has one."""
    name: object = None
    try:
        told = json.loads(line)
        name = told.get("id")
        verdict = review_item(told["kind"], told["item"], judge=judge, asked=asked)
    except (
        Exception
    ):  # the edge of the command: whatever a line does, the next one is answered, and this one is not approved
        verdict = unreadable_verdict(load_policy().version, line[:1_000])
    return {"id": _id_of_broken_line(line) if name is None else name, **verdict.model_dump(mode="json")}


def _id_of_broken_line(line: str) -> object:
    """Return the id that a broken line begins with, None when it has none."""
    found = _LINE_ID.search(line[:_MAX_ID_OFFSET])
    return json.loads(found.group(1)) if found else None
