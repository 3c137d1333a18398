"""The text rules as data: ``config/guardian/words.yaml`` and ``config/guardian/rules/*.yaml``, checked when loaded."""

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, Protocol

import re2
import yaml
from pydantic import Field

from kingdom.contracts.spec import FrozenModel
from kingdom.contracts.verdicts import Severity
from kingdom.core.background.computed_once import ComputedOnce
from kingdom.ministers.guardian.text.concept_matcher import (
    ConceptIndex,
    Match,
    PatternStep,
    Vocabulary,
    find_pattern,
    parse_pattern,
)
from kingdom.ministers.guardian.text.normalization import normalize_text

YAML_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
POLICY_DIR = Path(__file__).resolve().parents[4] / "config" / "guardian"
CODE_REVISION = "14"  # part of the policy version; raise it when the result of a check in Python changes
RuleTarget = Literal["request", "spec", "file", "handler"]
_TABLES = ("modules.yaml", "words.yaml", "demands.yaml")
_STORY_TABLES = ("part_weights.yaml", "rule_weights.npz", "frames/*.yaml")  # of ``relations``; part of the version
MAX_ADDED_EXPRESSION = 1_000  # characters
_MAX_RE2_BYTES = 1 << 20
_EXCEPTION_REACH = 8  # words around a match in which ``unless_around`` applies


class Expression(Protocol):
    """A compiled regular expression, of Python's ``re`` or of RE2."""

    @property
    def pattern(self) -> str:
        """Return its text."""

    def search(self, text: str, /) -> object:
        """Return the first match, None without one."""

    def finditer(self, text: str, /) -> Iterator[Any]:
        """Yield the matches, which have ``span()``."""


class TextRule(FrozenModel):
    """One rule. ``pattern`` matches concepts; ``regex`` (bounded repeats) matches characters.

    ``regex`` applies only to texts that contain one of ``needs``.
    """

    id: Annotated[str, Field(pattern=r"^[a-z]+\.[a-z_]+$")]
    severity: Severity
    applies_to: tuple[RuleTarget, ...]
    pattern: tuple[str, ...] = ()
    regex: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    path: str = ""
    unless_before: tuple[str, ...] = ()
    reach: Annotated[int, Field(ge=1, le=30)] = 5  # words between an ``unless_before`` concept and the match
    unless_within: tuple[str, ...] = ()
    unless_next: tuple[str, ...] = ()  # begins right after the match
    unless_around: tuple[str, ...] = ()
    decoded: bool = True  # applies to decoded views too
    reason: str
    positive: tuple[str, ...] = Field(min_length=3)
    negative: tuple[str, ...] = Field(min_length=3)


@dataclass(frozen=True)
class CompiledRule:
    """A rule with its parsed patterns and compiled expressions."""

    rule: TextRule
    patterns: tuple[tuple[PatternStep, ...], ...]
    expressions: tuple[Expression, ...]
    path: Expression | None

    def applies(self, target: RuleTarget, path: str) -> bool:
        """Return whether the rule applies to a kind of text, and to a file path if it names one."""
        return target in self.rule.applies_to and (self.path is None or bool(self.path.search(path.lower())))

    def match_words(self, index: ConceptIndex) -> Iterable[Match]:
        """Yield the matches of the rule's patterns. An exception removes one match only."""
        for pattern in self.patterns:
            for match in find_pattern(pattern, index):
                if not self._has_exception(index, match):
                    yield match

    def _has_exception(self, index: ConceptIndex, match: Match) -> bool:
        return (
            index.is_preceded(self.rule.unless_before, match[0], self.rule.reach)
            or index.is_within(self.rule.unless_within, match)
            or index.begins_at(self.rule.unless_next, match[1])
            or index.is_around(self.rule.unless_around, match, _EXCEPTION_REACH)
        )

    def match_expressions(self, text: str) -> Iterable[tuple[int, int]]:
        """Yield the spans of the rule's regular expressions in a normalized text."""
        if self.rule.needs and not any(need in text for need in self.rule.needs):
            return
        for expression in self.expressions:
            for found in expression.finditer(text):
                yield found.span()

    def has_match(self, index: ConceptIndex, text: str) -> bool:
        """Return whether a pattern matches the words or an expression matches the text."""
        return any(True for _ in self.match_words(index)) or (
            bool(text) and any(True for _ in self.match_expressions(text))
        )


@dataclass(frozen=True)
class Policy:
    """All rules, the vocabulary and the allowed modules. ``version`` is a digest that changes when any of them does.

    ``folders`` are those that it was read from, the one with the tables first.
    """

    rules: tuple[CompiledRule, ...]
    vocabulary: Vocabulary
    modules: dict[str, list[str]]
    version: str
    folders: tuple[Path, ...]


def _compile_rule(rule: TextRule, compiled: Callable[[str], Expression]) -> CompiledRule:
    return CompiledRule(
        rule,
        tuple(parse_pattern(pattern) for pattern in rule.pattern),
        tuple(compiled(expression) for expression in rule.regex),
        compiled(rule.path) if rule.path else None,
    )


def _linear_expression(expression: str) -> Expression:
    """Compile an expression of an added rule, which nobody has timed: for RE2, which never backtracks."""
    options = re2.Options()
    options.max_mem, options.log_errors = _MAX_RE2_BYTES, False
    if len(expression) > MAX_ADDED_EXPRESSION:
        raise ValueError(f"A regular expression of an added rule has at most {MAX_ADDED_EXPRESSION:,} characters.")
    try:
        compiled: Expression = re2.compile(expression, options)
    except re2.error as error:
        raise ValueError(
            f"The regular expression {expression[:80]!r} is none of RE2, which takes linear time on every text: "
            f"write it without look-around, back-references and large repeats ({str(error)[:100]})."
        ) from None
    return compiled


def _concept_phrases(data: dict[str, dict[str, str]]) -> dict[str, list[str]]:
    return {
        name: [phrase.strip() for phrases in languages.values() for phrase in phrases.split(",") if phrase.strip()]
        for name, languages in data.items()
    }


_added_folders: list[Path] = []


def add_rules(folder: Path) -> None:
    """Add the rules in a folder's ``*.yaml`` to the shipped policy of this process.

    They only add: words, modules and other rules stay as they are. Raises ValueError for an id that exists, a concept
    that ``words.yaml`` lacks, an expression that RE2 refuses and an invalid rule; nothing is added then.
    """
    read_policy((POLICY_DIR, *_added_folders, folder))
    _added_folders.append(folder)
    load_policy.cache_clear()


@ComputedOnce
def load_policy(folder: Path = POLICY_DIR) -> Policy:
    """Return the policy in a folder, the shipped one with the added rules.

    Raises ValueError for a rule with an unknown concept, and for a duplicate id.
    """
    return read_policy((folder, *_added_folders) if folder == POLICY_DIR else (folder,))


def _rule_files(folders: Iterable[Path]) -> Iterator[Path]:
    for folder in folders:
        yield from sorted(folder.glob("*.yaml"))


def read_policy(folders: tuple[Path, ...]) -> Policy:
    """Return the policy in the first folder with the rules that the others add. Raises ValueError for a faulty rule."""
    folder, *added = folders
    shipped = [*(folder / name for name in _TABLES), *sorted((folder / "rules").glob("*.yaml"))]
    texts = [file.read_bytes() for file in [*shipped, *_rule_files(added)]]
    modules, words, _, *families = (
        yaml.load(text, Loader=YAML_LOADER)  # noqa: S506 - a safe loader, in C if available: every process loads these
        for text in texts
    )
    rules = [TextRule.model_validate(_with_pattern_lists(rule)) for family in families for rule in family]
    _check_rules(rules, set(words))
    shipped_count = sum(map(len, families[: len(shipped) - len(_TABLES)]))
    version = hashlib.sha256(b"\0".join([CODE_REVISION.encode(), *texts, *_story_texts(folder)])).hexdigest()[:12]
    compiled = [_compile_rule(rule, re.compile) for rule in rules[:shipped_count]]
    return Policy(
        (*compiled, *(_compile_rule(rule, _linear_expression) for rule in rules[shipped_count:])),
        Vocabulary.from_concepts(_concept_phrases(words), normalize_text),
        modules,
        version,
        folders,
    )


def _story_texts(folder: Path) -> list[bytes]:
    return [file.read_bytes() for pattern in _STORY_TABLES for file in sorted(folder.glob(pattern))]


def _with_pattern_lists(rule: dict[str, Any]) -> dict[str, Any]:
    return {
        name: [value] if isinstance(value, str) and name in {"pattern", "regex"} else value
        for name, value in rule.items()
    }


def _check_rules(rules: list[TextRule], concepts: set[str]) -> None:
    duplicates = {rule_id for rule_id, count in Counter(rule.id for rule in rules).items() if count > 1}
    unknown = {concept for rule in rules for concept in _named_concepts(rule)} - concepts
    if duplicates or unknown:
        raise ValueError(
            f"Guardian rules: duplicate ids {sorted(duplicates)}, concepts missing in words.yaml {sorted(unknown)}"
        )


def _named_concepts(rule: TextRule) -> Iterator[str]:
    yield from (*rule.unless_before, *rule.unless_within, *rule.unless_next, *rule.unless_around)
    for pattern in rule.pattern:
        for step in parse_pattern(pattern):
            yield from step.concepts
