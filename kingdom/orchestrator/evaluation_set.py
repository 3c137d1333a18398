"""Evaluation sets of the router: specialists, examples and labelled messages, read from JSON Lines files."""

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from kingdom.core.errors import BadInput


@dataclass(frozen=True, kw_only=True)
class LabelledMessage:
    """A message and the id of its specialist; None for out of scope."""

    text: str
    label: str | None


@dataclass(frozen=True, kw_only=True)
class EvaluatedSpecialist:
    """A specialist of the evaluation."""

    id: str
    role: str
    purpose: str


@dataclass(frozen=True, kw_only=True)
class EvaluationSet:
    """Specialists with their examples, the messages to route, and negative examples for the calibration."""

    specialists: Sequence[EvaluatedSpecialist]
    examples: Sequence[LabelledMessage]
    messages: Sequence[LabelledMessage]
    negative_examples: Sequence[str] = ()


@dataclass(frozen=True, kw_only=True)
class EvaluationFiles:
    """JSON Lines files of an evaluation set. ``oos`` holds further out-of-scope messages.

    ``labels`` lists the known labels (a JSON list, an object with ``in_scope``, or one a line); messages with other
    labels count as out of scope.
    """

    specialists: Path
    examples: Path
    messages: Path
    oos: Path | None = None
    negative_examples: Path | None = None
    labels: Path | None = None


def evaluation_set_read(files: EvaluationFiles, *, k: int | None = None) -> EvaluationSet:
    """Read an evaluation set.

    ``k`` keeps the first k examples of each label. Raises BadInput naming the faulty file.
    """
    specialists = _read_specialists(files)
    examples = [message for message in _read_messages(files.examples) if message.label in specialists]
    messages = [_in_scope(message, specialists) for message in _read_messages(files.messages)]
    messages += [_in_scope(message, ()) for message in _read_messages(files.oos)]
    if not messages:
        raise BadInput(f"{files.messages} holds no message.")
    return EvaluationSet(
        specialists=list(specialists.values()),
        examples=_first_of_each_label(examples, k),
        messages=messages,
        negative_examples=[message.text for message in _read_messages(files.negative_examples)],
    )


def _read_specialists(files: EvaluationFiles) -> dict[str, EvaluatedSpecialist]:
    rows = (_parse_specialist(files.specialists, row) for row in _read_rows(files.specialists))
    specialists = {specialist.id: specialist for specialist in rows}
    if files.labels is not None:
        labels = set(_read_labels(files.labels))
        specialists = {label: specialist for label, specialist in specialists.items() if label in labels}
    if not specialists:
        raise BadInput(f"{files.specialists} and the labels leave no specialist.")
    return specialists


def _in_scope(message: LabelledMessage, labels: Collection[str]) -> LabelledMessage:
    return message if message.label in labels else LabelledMessage(text=message.text, label=None)


def _read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {error.strerror}.") from error


def _read_rows(path: Path) -> Iterator[Mapping[str, object]]:
    for number, line in enumerate(_read_text(path).splitlines(), 1):
        if line.strip():
            yield _parse_row(line, f"{path}, line {number}")


def _parse_row(line: str, place: str) -> Mapping[str, object]:
    try:
        row = json.loads(line)
    except json.JSONDecodeError as error:
        raise BadInput(f"{place}: {error.msg}.") from error
    if not isinstance(row, dict):
        raise BadInput(f"{place}: expected an object.")
    return row


def _parse_specialist(path: Path, row: Mapping[str, object]) -> EvaluatedSpecialist:
    try:
        return EvaluatedSpecialist(id=str(row["id"]), role=str(row["role"]), purpose=str(row["purpose"]))
    except KeyError as error:
        raise BadInput(f"{path}: a specialist without {error.args[0]}.") from error


def _read_messages(path: Path | None) -> list[LabelledMessage]:
    return [_parse_message(path, row) for row in _read_rows(path)] if path is not None else []


def _parse_message(path: Path, row: Mapping[str, object]) -> LabelledMessage:
    if "text" not in row:
        raise BadInput(f"{path}: a message without text.")
    label = row.get("label")
    return LabelledMessage(text=str(row["text"]), label=None if label is None else str(label))


def _read_labels(path: Path) -> list[str]:
    text = _read_text(path)
    try:
        value = json.loads(text)
    except json.JSONDecodeError:
        return [line.strip() for line in text.splitlines() if line.strip()]
    labels = value.get("in_scope", []) if isinstance(value, dict) else value
    if not isinstance(labels, list):
        raise BadInput(f"{path}: expected a list of labels, or an object with in_scope.")
    return [str(label) for label in labels]


def _first_of_each_label(messages: Iterable[LabelledMessage], k: int | None) -> list[LabelledMessage]:
    counts: Counter[str | None] = Counter()
    first = []
    for message in messages:
        counts[message.label] += 1
        if k is None or counts[message.label] <= k:
            first.append(message)
    return first
