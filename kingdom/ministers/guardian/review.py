"""The Guardian's verdict on a request, a spec, a handler or a file. An unreadable item is blocked for a person."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from kingdom.contracts.formats.canonical import json_digest
from kingdom.contracts.identity import Identity
from kingdom.contracts.verdicts import GuardianFinding, GuardianVerdict, RiskLevel, Severity
from kingdom.core.text.sentences import sentence
from kingdom.ministers.guardian.capability_diff import CapabilityRequest, review_capabilities, schema_texts
from kingdom.ministers.guardian.file.structure_review import review_structure
from kingdom.ministers.guardian.handler.ast_review import review_handler
from kingdom.ministers.guardian.handler.name_review import DeclaredAccess
from kingdom.ministers.guardian.judge.judge_aggregation import JudgeOutcome, judge_item, judge_sample
from kingdom.ministers.guardian.judge.judge_prompt import Judge
from kingdom.ministers.guardian.relations.excused_matches import read_without_excused
from kingdom.ministers.guardian.relations.reader_orders import reader_marks
from kingdom.ministers.guardian.relations.rule_scores import PairScores, read_rules
from kingdom.ministers.guardian.request_position import review_request
from kingdom.ministers.guardian.spec_mood import is_excused
from kingdom.ministers.guardian.spec_story import story_findings
from kingdom.ministers.guardian.text.bounded_review import review_any_text
from kingdom.ministers.guardian.text.policy import Policy, RuleTarget, load_policy

EnforcementMode = Literal["hard", "soft", "shadow"]
ReviewKind = Literal["request", "spec", "handler", "file"]
MAX_LIST_ITEMS = 400  # items of one list of a spec
_MAX_REASONS = 3  # sentences in the reason of a verdict
_LINE_ID = re.compile(r'"id"\s{0,8}:\s{0,8}("[^"\\\x00-\x1f]{0,200}"|-?\d{1,18}(?=\s*[,}]))')
_MAX_ID_OFFSET = 4_000  # characters
_ADAPTABLE_FIELDS = frozenset({"role", "examples", "limits"})


class UnreadableItem(ValueError):
    """The item does not have the structure of its kind."""


@dataclass(frozen=True, kw_only=True)
class ReviewOptions:
    """How an item is reviewed.

    ``preapproved`` holds ``preapproval_digest`` of items that people have reviewed. ``rule_modes`` changes rules by id:
    ``shadow`` records a finding without effect, ``soft`` asks the judge instead of blocking.
    """

    judge: Judge | None = None
    preapproved: frozenset[str] = frozenset()
    rule_modes: Mapping[str, EnforcementMode] = field(default_factory=dict)
    sample_rate: int = 0  # one in so many requests without findings is judged; 0 judges none
    origins: frozenset[str] = frozenset()
    """Origins that the operator opened (KINGDOM_EGRESS_ORIGINS), in normal form: plain http, or private addresses."""
    rule_scores: PairScores | None = None
    """The classifier of the rules of a spec; without one they are read by the frames alone."""
    extra_layers: Callable[[str, object], Sequence[GuardianFinding]] = lambda kind, item: ()
    """Layers that return soft findings only; they run when a judge can settle them."""


def review_item(
    kind: str, item: object, *, judge: bool, options: ReviewOptions | None = None, policy: Policy | None = None
) -> GuardianVerdict:
    """Return the verdict on an item of ``kind`` in its JSON form (see docs/reference/guardian-rules.md).

    With ``judge`` False only the deterministic layers run, and an item without hard findings is approved. With True, an
    item that needs a judge and gets no answer is blocked for a person. While no judge is configured, items in
    ``options.preapproved`` are approved. Raises nothing for an unreadable item: it is blocked.
    """
    policy, options = policy or load_policy(), options or ReviewOptions()
    try:
        findings = [_apply_mode(finding, options.rule_modes) for finding in _findings(kind, item, policy, options)]
        digest = content_digest(kind, item)
        if judge and options.judge is not None and not _of_severity(findings, "hard"):
            findings += options.extra_layers(kind, item)
        outcome = _judge_outcome(kind, item, findings, digest, policy.version, options) if judge else JudgeOutcome()
    except (UnreadableItem, TypeError, ValueError, KeyError, RecursionError, AttributeError):
        return unreadable_verdict(policy.version, item)
    return _verdict(findings, digest, policy.version, outcome)


def _apply_mode(finding: GuardianFinding, modes: Mapping[str, EnforcementMode]) -> GuardianFinding:
    mode = modes.get(finding.rule_id)
    if mode == "shadow":
        return finding.model_copy(update={"severity": "info"})
    if mode == "soft" and finding.severity == "hard":
        return finding.model_copy(update={"severity": "soft"})
    return finding


def _of_severity(findings: Sequence[GuardianFinding], severity: Severity) -> list[GuardianFinding]:
    return [finding for finding in findings if finding.severity == severity]


def _judge_outcome(
    kind: str, item: object, findings: list[GuardianFinding], digest: str, version: str, options: ReviewOptions
) -> JudgeOutcome:
    """Return the judge's outcome, by the table of docs/reference/guardian-rules.md."""
    if _of_severity(findings, "hard"):
        return JudgeOutcome()
    # An item with only a similarity finding is judged, but a clear opinion is enough to approve it.
    layers = {finding.layer for finding in _of_severity(findings, "soft")}
    soft = bool(layers - {"similarity"})
    if kind == "request" and not layers:
        return judge_sample(item, digest, version, options.judge, one_in=options.sample_rate)
    if options.judge is not None:
        return judge_item(kind, item, digest, version, options.judge, soft=soft)
    if not soft and preapproval_digest(kind, item) in options.preapproved:
        return JudgeOutcome()
    return JudgeOutcome(needs_human=True, reason=sentence("No judge is set, so a person decides."))


def content_digest(kind: str, item: object) -> str:
    """Return the SHA-256 digest that a verdict is bound to: of the exact item and its kind."""
    return json_digest({"kind": kind, "item": item})


def preapproval_digest(kind: str, item: object) -> str:
    """Return the digest that identifies a reviewed item.

    The digest of a spec leaves out role, examples and limits, which a user may adapt: they reach no code, and the
    deterministic layers review them each time. The digest of other kinds covers the whole item.
    """
    if kind == "spec" and isinstance(item, Mapping):
        item = {name: value for name, value in _inner_spec(item).items() if name not in _ADAPTABLE_FIELDS}
    return json_digest({"kind": kind, "item": item})


def unreadable_verdict(version: str, item: object) -> GuardianVerdict:
    """Return the verdict on an item that cannot be read: blocked, for a person."""
    finding = GuardianFinding(
        rule_id="input.unreadable",
        layer="input",
        severity="hard",
        reason=sentence("It does not have the structure of its kind."),
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


def _verdict(findings: list[GuardianFinding], digest: str, version: str, outcome: JudgeOutcome) -> GuardianVerdict:
    """Return the verdict, by the table of docs/reference/guardian-rules.md.

    The judge is never asked about a hard finding, so it cannot undo one.
    """
    hard, soft = _of_severity(findings, "hard"), _of_severity(findings, "soft")
    blocking = [*hard, *outcome.findings]
    asks_person = outcome.needs_human or any(finding.layer == "structure" for finding in soft)
    reasons = [outcome.reason, _joined_reasons(blocking or soft)]
    return GuardianVerdict(
        verdict="BLOCKED" if blocking or asks_person else "APPROVED",
        risk_level=_risk_level(blocking, soft, outcome),
        reason=" ".join(filter(None, reasons)) or sentence("Nothing speaks against it."),
        findings=(*findings, *outcome.findings),
        policy_version=version,
        content_sha256=digest,
        needs_human=asks_person and not hard,
        tainted=bool(_of_severity(findings, "mark")),
    )


def _risk_level(blocking: list[GuardianFinding], soft: list[GuardianFinding], outcome: JudgeOutcome) -> RiskLevel:
    if blocking:
        return "high"
    return "medium" if soft or outcome.needs_human else "low"


def _joined_reasons(findings: list[GuardianFinding]) -> str:
    return " ".join(list(dict.fromkeys(finding.reason for finding in findings))[:_MAX_REASONS])


def _findings(kind: str, item: object, policy: Policy, options: ReviewOptions) -> list[GuardianFinding]:
    if not isinstance(item, Mapping):
        raise UnreadableItem("an item is an object")
    match kind:
        case "request":
            return review_request(_required_text(item, "text"), policy)
        case "handler":
            declared = _declared_access(_text_list(item, "egress_hosts"), item, options.origins)
            return review_handler(_required_text(item, "code"), policy.modules, declared)
        case "file":
            return _file_findings(item, policy)
        case "spec":
            return _spec_findings(_inner_spec(item), policy, options)
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


def _declared_access(hosts: list[str], item: Mapping[str, Any], origins: frozenset[str]) -> DeclaredAccess:
    secrets = frozenset(name for name, _ in map(_credential_pair, item.get("credentials") or []))
    return DeclaredAccess(frozenset(hosts), secrets, origins)


def _file_findings(item: Mapping[str, Any], policy: Policy) -> list[GuardianFinding]:
    path, content = _required_text(item, "path"), _required_text(item, "content")
    in_path = review_any_text(path, policy, place="request", field="/path")
    in_content = review_any_text(content, policy, place="file", field="/content", path=path)
    in_path = [finding for finding in in_path if finding.layer == "view"]
    return [*review_structure(path, content), *map(_as_mark, in_content), *reader_marks(content), *in_path]


def _as_mark(finding: GuardianFinding) -> GuardianFinding:
    """Return a finding about the words of a file as a mark: a text is data and never blocks."""
    is_words = finding.layer in ("text", "view")
    return finding.model_copy(update={"severity": "mark"}) if is_words else finding


def _spec_findings(spec: Mapping[str, Any], policy: Policy, options: ReviewOptions) -> list[GuardianFinding]:
    request = replace(_capability_request(spec), origins=options.origins)
    findings = review_capabilities(request)
    texts = _spec_texts(spec, request)
    findings += story_findings([text for text in texts if not text[0].startswith("/role")], request.hosts)
    for pointer, text in texts:
        target: RuleTarget = "request" if pointer.startswith("/examples") else "spec"
        findings += _read_spec_text(text, policy, target, pointer)
    # An instruction may be split over several rules.
    rules = "\n".join(_text_list(spec, "dna_rules"))
    joined = _read_spec_text(rules, policy, "spec", "/dna_rules")
    reported = {finding.rule_id for finding in findings}
    findings += [finding for finding in joined if finding.rule_id not in reported]
    findings = read_rules(findings, spec["purpose"], _text_list(spec, "dna_rules"), options.rule_scores)
    if spec.get("handler_code") is not None:
        declared = _declared_access(list(request.hosts), spec, options.origins)
        findings += review_handler(_required_text(spec, "handler_code"), policy.modules, declared)
    return findings


def _read_spec_text(text: str, policy: Policy, place: RuleTarget, field: str) -> list[GuardianFinding]:
    findings, _ = read_without_excused(
        text,
        lambda read: review_any_text(read, policy, place=place, field=field),
        lambda finding: is_excused(finding, text),
    )
    return findings


def _spec_texts(spec: Mapping[str, Any], request: CapabilityRequest) -> list[tuple[str, str]]:
    """Return (JSON pointer, text) of the texts of a spec that a model reads."""
    texts = [("/role", request.role.replace("_", " ")), ("/purpose", _required_text(spec, "purpose"))]
    for name in ("dna_rules", "examples"):
        texts += [(f"/{name}/{index}", text) for index, text in enumerate(_text_list(spec, name))]
    for field_name, schema in request.schemas:
        texts += schema_texts(schema, field_name)
    return texts


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
    return CapabilityRequest(
        role=role,
        identity=_identity(role, spec.get("identity")),
        tools=_text_list(spec, "tools"),
        hosts=_text_list(spec, "egress_hosts"),
        credentials=[_credential_pair(credential) for credential in spec.get("credentials") or []],
        schemas=[(f"/{name}", spec[name]) for name in ("input_schema", "output_schema") if name in spec],
        has_handler=spec.get("handler_code") is not None,
        dependencies=_text_list(spec, "dependencies"),
    )


def _identity(role: str, declared: object) -> Identity | None:
    """Return the declared identity, or without one the identity of the role's prefix; None for an unknown one."""
    prefix, separator, _ = role.partition("_")
    name = str(declared) if declared is not None else prefix if separator else ""
    return Identity(name) if name in set(Identity) else None


def _credential_pair(credential: object) -> tuple[str, str]:
    if isinstance(credential, str):
        return credential, ""
    if isinstance(credential, Mapping):
        return str(credential["name"]), str(credential.get("host", ""))
    raise UnreadableItem("a credential is a name or an object")


def review_json_line(line: str, *, judge: bool, options: ReviewOptions | None = None) -> dict[str, Any]:
    """Return the verdict on one JSON line ``{"id", "kind", "item"}`` as JSON, with its id.

    A line that cannot be read is blocked under its id, or under None when it has none.
    """
    line_id: object = None
    try:
        data = json.loads(line)
        line_id = data.get("id")
        verdict = review_item(data["kind"], data["item"], judge=judge, options=options)
    except Exception:  # fail closed: whatever a line does, it is not approved and the next line is read
        verdict = unreadable_verdict(load_policy().version, line[:1_000])
    return {"id": _id_of_broken_line(line) if line_id is None else line_id, **verdict.model_dump(mode="json")}


def _id_of_broken_line(line: str) -> object:
    """Return the id at the beginning of a broken line, or None."""
    found = _LINE_ID.search(line[:_MAX_ID_OFFSET])
    return json.loads(found.group(1)) if found else None
