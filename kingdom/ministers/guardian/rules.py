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

from kingdom.contracts.spec import Value
from kingdom.contracts.verdicts import Severity
from kingdom.ministers.guardian.folding import fold
from kingdom.ministers.guardian.words import Match, Reading, Step, Vocabulary, find, parse_pattern

FOLDER = Path(__file__).resolve().parents[3] / "config" / "guardian"
REVISION = "4"  # of the code: raise it when a check written in Python changes its mind
Place = Literal["request", "spec", "file", "handler"]
_NEAR_AROUND = 8


class Rule(Value):
    """One rule. ``pattern`` joins concepts; ``regex`` (bounded repeats) looks at signs that are no words, once ``needs`` was seen."""

    id: Annotated[str, Field(pattern=r"^[a-z]+\.[a-z_]+$")]
    severity: Severity
    applies_to: tuple[Place, ...]
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
class Ready:
    """A rule with its patterns read."""

    rule: Rule
    patterns: tuple[tuple[Step, ...], ...]
    expressions: tuple[re.Pattern[str], ...]
    path: re.Pattern[str] | None

    def words(self, reading: Reading) -> Iterable[Match]:
        """Yield where the rule's patterns match a reading, exceptions taken out one match at a time."""
        for pattern in self.patterns:
            for match in find(pattern, reading):
                if not self._excused(reading, match):
                    yield match

    def _excused(self, reading: Reading, match: Match) -> bool:
        return (
            reading.before(self.rule.unless_before, match[0], self.rule.reach)
            or reading.within(self.rule.unless_within, match)
            or any(start == match[1] for concept in self.rule.unless_next for start, _ in reading.places.get(concept, ()))
            or reading.around(self.rule.unless_around, match, _NEAR_AROUND)
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

    rules: tuple[Ready, ...]
    vocabulary: Vocabulary
    modules: dict[str, list[str]]
    version: str

    def reasons(self) -> dict[str, str]:
        """Return each rule's sentence by its id."""
        return {ready.rule.id: ready.rule.reason for ready in self.rules}


def _ready(rule: Rule) -> Ready:
    return Ready(
        rule,
        tuple(parse_pattern(pattern) for pattern in rule.pattern),
        tuple(re.compile(expression) for expression in rule.regex),
        re.compile(rule.path) if rule.path else None,
    )


def _concepts(data: dict[str, dict[str, str]]) -> dict[str, list[str]]:
    return {
        name: [phrase.strip() for said in languages.values() for phrase in said.split(",") if phrase.strip()]
        for name, languages in data.items()
    }


@lru_cache(maxsize=4)
def load_policy(folder: Path = FOLDER) -> Policy:
    """Return the policy of a folder. Raises ValueError for a rule that names no known concept, or twice the same id."""
    files = [folder / "modules.yaml", folder / "words.yaml", folder / "demands.yaml", *sorted((folder / "rules").glob("*.yaml"))]
    texts = [file.read_bytes() for file in files]
    modules, words, _, *families = (yaml.safe_load(text) for text in texts)
    rules = [Rule.model_validate(_as_tuples(rule)) for family in families for rule in family]
    _check(rules, set(words))
    version = hashlib.sha256(b"\0".join([REVISION.encode(), *texts])).hexdigest()[:12]
    return Policy(tuple(map(_ready, rules)), Vocabulary.of(_concepts(words), fold), modules, version)


def _as_tuples(rule: dict[str, Any]) -> dict[str, Any]:
    return {name: [value] if isinstance(value, str) and name in {"pattern", "regex"} else value for name, value in rule.items()}


def _check(rules: list[Rule], concepts: set[str]) -> None:
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
        raise ValueError(f"Guardian rules: ids used twice {sorted(twice)}, concepts that are not in words.yaml {sorted(named - concepts)}")
