"""The judge's form: how an item is shown to a language model, and what its answer is worth. No answer is trusted that is not whole."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal, Protocol

from kingdom.contracts.canonical import text_digest
from kingdom.contracts.json_schema import validation_errors
from kingdom.contracts.model import ModelMessage, ModelRequest

JUDGE_CATEGORIES = (
    "override",
    "reviewer_manipulation",
    "escalation",
    "exfiltration",
    "secret_harvest",
    "approval_bypass",
    "cross_tenant",
    "memory_poisoning",
    "harmful_purpose",
)
QUOTED_MENTION = "quoted_mention"
DATAMARK = "▁"
MAX_JUDGED_CHARACTERS = 120_000  # characters of all fields; more is not cut but left to a person
MIN_EVIDENCE_LENGTH = 8
_MAX_EVIDENCE = 12
_SPACE = re.compile(r"\s+")
_PROMPT_DIR = Path(__file__).parent / "prompts"

OpinionState = Literal["malicious", "clear", "quoted", "none"]
PromptVariant = Literal["judge", "second"]


@dataclass(frozen=True)
class JudgeOpinion:
    """What the judge said: ``none`` is no answer worth anything, with ``why`` for the log. Categories in the order of the form."""

    state: OpinionState
    categories: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()  # where its evidence stands
    why: str = ""


class Judge(Protocol):
    """Whoever answers for a language model. Never raises: what goes wrong is an opinion of state ``none``."""

    def __call__(
        self, kind: str, item: object, content: str, policy: str, *, wording: PromptVariant = "judge"
    ) -> JudgeOpinion:
        """Return the opinion on an item; ``content`` is its digest, ``policy`` the version of the rules."""
        ...


def answer_schema() -> dict[str, Any]:
    """Return the JSON schema of the answer."""
    flags = {name: {"type": "boolean"} for name in (*JUDGE_CATEGORIES, QUOTED_MENTION)}
    piece = {
        "type": "object",
        "additionalProperties": False,
        "required": ["field", "text"],
        "properties": {"field": {"type": "string", "maxLength": 200}, "text": {"type": "string", "maxLength": 2000}},
    }
    return {
        "type": "object",
        "additionalProperties": False,
        "required": [*flags, "evidence"],
        "properties": {**flags, "evidence": {"type": "array", "items": piece, "maxItems": _MAX_EVIDENCE}},
    }


@lru_cache(maxsize=4)
def load_prompt(wording: PromptVariant) -> str:
    """Return the text of a prompt file."""
    return (_PROMPT_DIR / f"{wording}.txt").read_text(encoding="utf-8")


def prompts_digest() -> str:
    """Return what both prompts and the form are together: cached answers to other ones do not count."""
    return text_digest(load_prompt("judge") + load_prompt("second") + json.dumps(answer_schema()))


def iter_text_fields(item: object, place: str = "") -> Iterator[tuple[str, str]]:
    """Yield (JSON pointer, text) of all an item holds, numbers and names of keys too."""
    if isinstance(item, Mapping):
        for name, inner in item.items():
            yield from iter_text_fields(inner, f"{place}/{name}")
    elif isinstance(item, Sequence) and not isinstance(item, str | bytes):
        for index, inner in enumerate(item):
            yield from iter_text_fields(inner, f"{place}/{index}")
    elif item is not None:
        yield place or "/", str(item)


def judge_request(kind: str, item: object, marker: str, *, wording: PromptVariant) -> ModelRequest | None:
    """Return the request for one item; ``marker`` is random and new for each call. None when the item is too long to be judged whole."""
    shown = []
    for place, text in iter_text_fields(item):
        shown.append(f"field {_datamark(place, marker)}\n<<{marker}>>\n{_datamark(text, marker)}\n<<end {marker}>>")
    body = "\n".join(shown)
    if len(body) > MAX_JUDGED_CHARACTERS:
        return None
    system = load_prompt(wording).format(kind=kind, marker=marker, mark=DATAMARK)
    return ModelRequest(
        messages=(ModelMessage(role="system", text=system), ModelMessage(role="user", text=body)),
        purpose="reasoning",
        json_schema=answer_schema(),
        temperature=0.0,
        max_output_tokens=4_000,
    )


def _datamark(text: str, marker: str) -> str:
    neutral = text.replace(marker, "").replace("<<", "< <").replace(DATAMARK, "_")
    return _SPACE.sub(DATAMARK, neutral)


def parse_opinion(answer: str, item: object) -> JudgeOpinion:
    """Return what an answer is worth. The whole answer is one JSON value of the form, or it is nothing; nothing is searched for in it."""
    try:
        told = json.loads(answer)
    except (ValueError, RecursionError):
        return JudgeOpinion("none", why="not JSON")
    if validation_errors(told, answer_schema()):
        return JudgeOpinion("none", why="not the form")
    categories = tuple(name for name in JUDGE_CATEGORIES if told[name])
    where = _evidence_fields(told["evidence"], item)
    if where is None:
        return JudgeOpinion("none", why="evidence that is not in the item")
    if categories and not where:
        return JudgeOpinion("none", why="no evidence")
    state: OpinionState = "malicious" if categories else "quoted" if told[QUOTED_MENTION] else "clear"
    return JudgeOpinion(state, categories, where)


def _evidence_fields(evidence: Sequence[Mapping[str, str]], item: object) -> tuple[str, ...] | None:
    """Return the fields in which the evidence stands word for word, or None when one piece stands nowhere."""
    texts = [(place, _without_datamarks(text)) for place, text in iter_text_fields(item)]
    found: list[str] = []
    for piece in evidence:
        wanted = _without_datamarks(piece["text"])
        place = next(
            (
                place
                for place, text in texts
                if len(wanted) >= min(MIN_EVIDENCE_LENGTH, len(text)) and wanted and wanted in text
            ),
            None,
        )
        if place is None:
            return None
        found.append(place)
    return tuple(dict.fromkeys(found))


def _without_datamarks(text: str) -> str:
    return _SPACE.sub(" ", text.replace("< <", "<<").replace(DATAMARK, " ").replace("_", " ")).strip()
