"""The text rules as data: ``config/guardian/words.yaml`` and ``config/guardian/rules/*.yaml``, read once and checked on reading."""

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal

import yaml
from pydantic import Field

from kingdom.contracts.spec import FrozenModel
from kingdom.contracts.verdicts import Severity
from kingdom.ministers.guardian.text.concept_matcher import (
    ConceptIndex,
    Match,
    PatternStep,
    Vocabulary,
    find_pattern,
    parse_pattern,
)
from kingdom.ministers.guardian.text.normalization import normalize_text

POLICY_DIR = Path(__file__).resolve().parents[4] / "config" / "guardian"
CODE_REVISION = "4"  # of the code: raise it when a check written in Python changes its mind
RuleTarget = Literal["request", "spec", "file", "handler"]
_EXCEPTION_REACH = 8


class TextRule(FrozenModel):
    """One rule. ``pattern`` joins concepts; ``regex`` (bounded repeats) looks at signs that are no words, once ``needs`` was seen."""

    id: Annotated[str, Field(pattern=r"^[a-z]+\.[a-z_]+$")]
    severity: Severity
    applies_to: tuple[RuleTarget, ...]
    pattern: tuple[str, ...] = ()
    regex: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    path: str = ""
    unless_before: tuple[str, ...] = ()
    reach: Annotated[int, Field(ge=1, le=30)] = 5  # words between such a concept and the match
    unless_within: tuple[str, ...] = ()
    unless_next: tuple[str, ...] = ()  # what the match goes on with
    unless_around: tuple[str, ...] = ()
    decoded: bool = True  # also on decoded views
    reason: str
    positive: tuple[str, ...] = Field(min_length=3)
    negative: tuple[str, ...] = Field(min_length=3)


@dataclass(frozen=True)
class CompiledRule:
    """A rule with its patterns read."""

    rule: TextRule
    patterns: tuple[tuple[PatternStep, ...], ...]
    expressions: tuple[re.Pattern[str], ...]
    path: re.Pattern[str] | None

    def words(self, reading: ConceptIndex) -> Iterable[Match]:
        """Yield where the rule's patterns match a reading, exceptions taken out one match at a time."""
        for pattern in self.patterns:
            for match in find_pattern(pattern, reading):
                if not self._excused(reading, match):
                    yield match

    def _excused(self, reading: ConceptIndex, match: Match) -> bool:
        return (
            reading.before(self.rule.unless_before, match[0], self.rule.reach)
            or reading.within(self.rule.unless_within, match)
            or any(
                start == match[1] for concept in self.rule.unless_next for start, _ in reading.places.get(concept, ())
            )
            or reading.around(self.rule.unless_around, match, _EXCEPTION_REACH)
        )

    def signs(self, text: str) -> Iterable[tuple[int, int]]:
        """Yield where the rule's expressions match a folded text."""
        if self.rule.needs and not any(need in text for need in self.rule.needs):
            return
        for expression in self.expressions:
            for found in expression.finditer(text):
                yield found.span()


@dataclass(frozen=True)
class Policy:
    """All rules and words, and what they are together: ``version`` changes when any of them does."""

    rules: tuple[CompiledRule, ...]
    vocabulary: Vocabulary
    modules: dict[str, list[str]]
    version: str

    def reasons(self) -> dict[str, str]:
        """Return each rule's sentence by its id."""
        return {ready.rule.id: ready.rule.reason for ready in self.rules}


def _compile_rule(rule: TextRule) -> CompiledRule:
    return CompiledRule(
        rule,
        tuple(parse_pattern(pattern) for pattern in rule.pattern),
        tuple(re.compile(expression) for expression in rule.regex),
        re.compile(rule.path) if rule.path else None,
    )


def _concept_phrases(data: dict[str, dict[str, str]]) -> dict[str, list[str]]:
    return {
        name: [phrase.strip() for said in languages.values() for phrase in said.split(",") if phrase.strip()]
        for name, languages in data.items()
    }


@lru_cache(maxsize=4)
def load_policy(folder: Path = POLICY_DIR) -> Policy:
    """Return the policy of a folder. Raises ValueError for a rule that names no known concept, or twice the same id."""
    files = [
        folder / "modules.yaml",
        folder / "words.yaml",
        folder / "demands.yaml",
        *sorted((folder / "rules").glob("*.yaml")),
    ]
    texts = [file.read_bytes() for file in files]
    modules, words, _, *families = (yaml.safe_load(text) for text in texts)
    rules = [TextRule.model_validate(_with_pattern_lists(rule)) for family in families for rule in family]
    _check_rules(rules, set(words))
    version = hashlib.sha256(b"\0".join([CODE_REVISION.encode(), *texts])).hexdigest()[:12]
    return Policy(
        tuple(map(_compile_rule, rules)), Vocabulary.of(_concept_phrases(words), normalize_text), modules, version
    )


def _with_pattern_lists(rule: dict[str, Any]) -> dict[str, Any]:
    return {
        name: [value] if isinstance(value, str) and name in {"pattern", "regex"} else value
        for name, value in rule.items()
    }


def _check_rules(rules: list[TextRule], concepts: set[str]) -> None:
    ids = [rule.id for rule in rules]
    twice = {one for one in ids if ids.count(one) > 1}
    named = {
        concept
        for rule in rules
        for concept in [
            *rule.unless_before,
            *rule.unless_within,
            *rule.unless_next,
            *rule.unless_around,
            *(name for pattern in rule.pattern for step in parse_pattern(pattern) for name in step.concepts),
        ]
    }
    if twice or named - concepts:
        raise ValueError(
            f"Guardian rules: ids used twice {sorted(twice)}, concepts that are not in words.yaml {sorted(named - concepts)}"
        )
