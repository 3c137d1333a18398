"""Parser of an untrusted specialist file: each limit is checked before the work that it bounds. Pure."""

import json
import math
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, NoReturn

from pydantic import ValidationError

from kingdom.core.errors import TooLarge
from kingdom.council.proposals.exchange.format import (
    FORMAT,
    MAX_FILE_BYTES,
    ExchangeDocument,
    FileRefused,
    FileSignature,
    file_digests,
    key_fingerprint,
    oversized_list,
    signed_bytes,
)

MAX_DEPTH = 32
MAX_NUMBER_DIGITS = 400
MAX_VALUES = 100_000
_EXPORT_AGAIN = "Ask the sender to export it again."
_FAULTS_SHOWN = 3


class ParsedFile(NamedTuple):
    """A file with valid form and digests. The caller checks that ``signature`` is one over ``signed``."""

    document: ExchangeDocument
    signature: FileSignature
    signed: bytes


def file_parse(data: bytes) -> ParsedFile:
    """Return the content of a file.

    Raises TooLarge over a limit, FileRefused with the fault, its place and what to do.
    """
    document_json = _parse_object(data)
    _check_format(document_json)
    signature = _parse_signature(document_json.get("signature"))
    unsigned = {name: value for name, value in document_json.items() if name != "signature"}
    document = _parse_document(unsigned)
    _check_digests(unsigned, document)
    return ParsedFile(document, signature, signed_bytes(unsigned))


def _parse_object(data: bytes) -> dict[str, Any]:
    if len(data) > MAX_FILE_BYTES:
        raise TooLarge(f"A specialist's file has at most {MAX_FILE_BYTES:,} bytes; this one has {len(data):,}.")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise FileRefused(
            f"This file is not UTF-8 text (byte {error.start:,}). Choose a file that Kingdom exported."
        ) from None
    try:
        document_json = json.loads(
            text,
            object_pairs_hook=_reject_duplicate_fields,
            parse_int=_parse_integer,
            parse_float=_parse_real,
            parse_constant=_reject_constant,
        )
    except json.JSONDecodeError as error:
        raise FileRefused(
            f"This file is not JSON: {error.msg}, line {error.lineno}, column {error.colno}. {_EXPORT_AGAIN}"
        ) from None
    except RecursionError:
        raise _too_deep_error() from None
    if not isinstance(document_json, dict):
        raise FileRefused(
            "This file holds no JSON object, so it is no specialist. Choose a file that Kingdom exported."
        )
    _check_values(document_json)
    return document_json


def _reject_duplicate_fields(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    for name, value in pairs:
        if name in fields:
            raise FileRefused(
                f"This file has the field {name[:60]!r} twice in one object, so that it is ambiguous. {_EXPORT_AGAIN}"
            )
        fields[name] = value
    return fields


def _parse_integer(digits: str) -> int:
    if len(digits) > MAX_NUMBER_DIGITS:
        raise FileRefused(
            f"This file has a number of {len(digits):,} digits; at most {MAX_NUMBER_DIGITS} are read. {_EXPORT_AGAIN}"
        )
    return int(digits)


def _parse_real(digits: str) -> float:
    value = float(digits)
    if len(digits) > MAX_NUMBER_DIGITS or not math.isfinite(value):
        raise FileRefused(f"This file has a number that is too large or too long: {digits[:40]}. {_EXPORT_AGAIN}")
    return value


def _reject_constant(name: str) -> NoReturn:
    raise FileRefused(f"This file has {name} where a number belongs; JSON has no such value. {_EXPORT_AGAIN}")


def _check_values(document_json: object) -> None:
    """Check the depth, the number of values and that each text can be stored, without recursion."""
    level, count = [document_json], 0
    for _ in range(MAX_DEPTH):
        count += len(level)
        if count > MAX_VALUES:
            raise TooLarge(f"This file holds more than {MAX_VALUES:,} values.")
        if not all(map(_is_storable, _texts(level))):
            raise FileRefused(f"This file has a character that no text has (NUL or half of a pair). {_EXPORT_AGAIN}")
        level = [child for value in level for child in _children(value)]
        if not level:
            return
    raise _too_deep_error()


def _is_storable(text: str) -> bool:
    return "\x00" not in text and not any("\ud800" <= letter <= "\udfff" for letter in text)


def _children(value: object) -> Iterator[object]:
    if isinstance(value, dict):
        yield from value.values()
    elif isinstance(value, list):
        yield from value


def _texts(level: list[object]) -> Iterator[str]:
    for value in level:
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            yield from value


def _too_deep_error() -> FileRefused:
    return FileRefused(f"This file is nested deeper than {MAX_DEPTH} levels. {_EXPORT_AGAIN}")


def _check_format(document_json: Mapping[str, Any]) -> None:
    file_format = document_json.get("format")
    if file_format == FORMAT:
        return
    if isinstance(file_format, str) and file_format.startswith("kingdom.specialist/"):
        raise FileRefused(
            f"This file has the format {file_format[:60]!r}; this Kingdom reads {FORMAT!r}. "
            "Update this Kingdom, or the sender's."
        )
    raise FileRefused(
        f"This file does not say that it is a specialist (format: {FORMAT!r}). Choose a file that Kingdom exported."
    )


def _parse_signature(signature_json: object) -> FileSignature:
    if signature_json is None:
        raise FileRefused(f"This file is not signed. {_EXPORT_AGAIN}")
    try:
        signature = FileSignature.model_validate(signature_json)
    except ValidationError as error:
        raise FileRefused(
            f"Its signature has an invalid form: {_validation_messages(error)}. {_EXPORT_AGAIN}"
        ) from None
    if signature.key_id != key_fingerprint(signature.public_key):
        raise FileRefused(
            f"Its key_id is not the fingerprint of its public_key: one of them was changed. {_EXPORT_AGAIN}"
        )
    return signature


def _parse_document(unsigned: Mapping[str, Any]) -> ExchangeDocument:
    try:
        document = ExchangeDocument.model_validate(unsigned)
    except ValidationError as error:
        faults = error.errors(include_input=False, include_url=False)
        is_newer = any(fault["type"] == "extra_forbidden" for fault in faults)
        advice = "A newer Kingdom may have made it: update this one, or ask for an older format."
        advice = advice if is_newer else _EXPORT_AGAIN
        raise FileRefused(
            f"This file does not have the format {FORMAT}: {_validation_messages(error)}. {advice}"
        ) from None
    if excess := oversized_list(document.spec):
        raise TooLarge(f"The spec in this file has {excess} there.")
    # the proposal must be exactly what was signed: no value may change its meaning when it is parsed
    reencoded = document.model_dump(mode="json", exclude_unset=True)
    for name, value in unsigned.items():
        if reencoded[name] != value:
            raise FileRefused(
                f"{name} in this file is not written as Kingdom writes it (spaces around a text, say). {_EXPORT_AGAIN}"
            )
    return document


def _check_digests(unsigned: Mapping[str, Any], document: ExchangeDocument) -> None:
    actual = file_digests(unsigned["spec"], unsigned["tests"])
    for name, label in (("spec", "spec"), ("tests", "list of tests"), ("proposal", "spec with its tests")):
        stated, digest = getattr(document.digests, name), getattr(actual, name)
        if stated != digest:
            difference = f"its digest is {digest[:12]}…, and the file says {stated[:12]}…"
            raise FileRefused(f"The {label} in this file was changed: {difference}. {_EXPORT_AGAIN}", part=name)
    if document.lineage.digest != document.digests.spec:
        raise FileRefused(f"The lineage in this file belongs to another spec. {_EXPORT_AGAIN}", part="lineage")


def _validation_messages(error: ValidationError) -> str:
    faults = error.errors(include_input=False, include_url=False, include_context=False)
    messages = [f"{_json_pointer(fault['loc'])}: {fault['msg'][:160]}" for fault in faults[:_FAULTS_SHOWN]]
    more = [f"and {len(faults) - _FAULTS_SHOWN} more"] if len(faults) > _FAULTS_SHOWN else []
    return "; ".join([*messages, *more])


def _json_pointer(steps: tuple[int | str, ...]) -> str:
    return "/" + "/".join(str(step)[:60] for step in steps)
