"""A specialist's file: read back as it was written, and refused, with what to do, in every way a stranger may have
spoilt it.
"""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingdom.contracts.formats.canonical import canonical_json
from kingdom.contracts.spec import TestCase
from kingdom.core.errors import KingdomError, TooLarge
from kingdom.council.proposals.exchange.format import MAX_FILE_BYTES, FileRefused, file_encode
from kingdom.council.proposals.exchange.parser import MAX_DEPTH, file_parse
from kingdom.council.rules.pipeline import proposal_digest
from tests.factories.exchange_files import SIGNATURE, SPEC, TESTS, document


def file_of(change: Callable[[dict[str, Any]], Any] | None = None) -> bytes:
    """Return the file after a change to its JSON."""
    whole: dict[str, Any] = json.loads(file_encode(document(), SIGNATURE))
    if change is not None:
        change(whole)
    return json.dumps(whole).encode()


def test_what_is_written_is_read() -> None:
    content = file_encode(document(), SIGNATURE)
    read = file_parse(content)
    assert read.document.spec.digest() == SPEC.digest() == read.document.digests.spec
    assert read.document.tests == TESTS
    assert read.document.digests.proposal == proposal_digest(SPEC, TESTS), "the digest that a person's yes is bound to"
    assert file_encode(read.document.model_dump(mode="json", exclude_unset=True), read.signature) == content
    assert file_parse(json.dumps(json.loads(content), indent=2, sort_keys=False).encode()) == read, (
        "how it is laid out says nothing"
    )


texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=30)
values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**30), 10**30)
    | st.floats(allow_nan=False, allow_infinity=False)
    | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=12,
)


@given(values, texts, st.booleans())
def test_any_test_comes_back_as_it_was(expected: Any, words: str, held_out: bool) -> None:  # noqa: ANN401 - any JSON value
    test = TestCase(input=words, expected_output=expected, held_out=held_out)
    read = file_parse(file_encode(document(tests=(test,)), SIGNATURE))
    assert canonical_json(read.document.tests[0].model_dump(mode="json")) == canonical_json(
        test.model_dump(mode="json")
    )


def _set(place: str, value: Any) -> Callable[[dict[str, Any]], None]:  # noqa: ANN401 - any JSON value
    def change(whole: dict[str, Any]) -> None:
        *way, last = place.split("/")
        for step in way:
            whole = whole[int(step) if step.isdigit() else step]  # type: ignore[index] # a list or an object
        whole[last] = value

    return change


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (_set("format", "kingdom.specialist/9"), "this Kingdom reads 'kingdom.specialist/1'. Update"),
        (_set("format", "zip"), "does not say that it is a specialist"),
        (_set("format", 7), "does not say that it is a specialist"),
        (_set("notes", "hi"), "/notes: Extra inputs are not permitted. A newer Kingdom may have made it"),
        (_set("spec/powers", []), "/spec/powers"),
        (_set("spec/purpose", " Checks IBANs."), "spec in this file is not written as Kingdom writes it"),
        (_set("spec/purpose", "Checks ISBNs."), "The spec in this file was changed: its digest is"),
        (_set("spec/role", "Iban!"), "/spec/role"),
        (_set("tests", []), "The list of tests in this file was changed"),
        (_set("digests/proposal", "0" * 64), "The spec with its tests in this file was changed"),
        (_set("lineage/digest", "0" * 64), "lineage"),
        (_set("claims/evidence/executions", -1), "/claims/evidence/executions"),
        (_set("claims/status", "<b>"), "/claims/status"),
        (_set("claims/evidence/success_interval", [0.5]), "success_interval"),
        (_set("made/by", "kingdom\u202e 1"), "/made/by"),
        (_set("made/by", "your admin, who has verified it"), "/made/by"),
        (_set("claims/verdicts/0/figures/risk_level", "low, says your admin"), "/claims/verdicts/0/figures/risk_level"),
        (_set("claims/verdicts/0/figures/It is safe", 1), "/claims/verdicts/0/figures"),
        (_set("spec/examples", ["a\x00b"]), "a character that no text has"),
        (_set("signature", None), "is not signed"),
        (_set("signature/value", "zz"), "has an invalid form"),
        (_set("signature/algorithm", "none"), "has an invalid form"),
        (_set("signature/key_id", "0" * 32), "not the fingerprint of its public_key"),
    ],
)
def test_what_was_changed_is_refused_by_name(change: Callable[[dict[str, Any]], None], words: str) -> None:
    with pytest.raises(FileRefused) as refused:
        file_parse(file_of(change))
    assert words in refused.value.message


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "not JSON"),
        (b"\xff\xfe{}", "not UTF-8 text (byte 0)"),
        (b"[]", "holds no JSON object"),
        (b"{", "not JSON: Expecting property name enclosed in double quotes, line 1, column 2"),
        (b'{"format": 1, "format": 2}', "the field 'format' twice"),
        (b'{"a": NaN}', "NaN where a number belongs"),
        (b'{"a": -Infinity}', "-Infinity where a number belongs"),
        (b'{"a": 1e999}', "too large or too long"),
        (b'{"a": ' + b"9" * 401 + b"}", "a number of 401 digits"),
        (b'{"a": 0.' + b"1" * 500 + b"}", "too large or too long"),
        (b'{"a": "\\ud800"}', "a character that no text has"),
        (b'{"\\u0000": 1}', "a character that no text has"),
        (b'{"a": ' + b"[" * MAX_DEPTH + b"]" * MAX_DEPTH + b"}", "nested deeper than 32 levels"),
        (b'{"a": ' + b"[" * 200_000 + b"]" * 200_000 + b"}", "nested deeper than 32 levels"),
    ],
)
def test_what_is_no_file_of_ours_is_refused(data: bytes, words: str) -> None:
    with pytest.raises(FileRefused) as refused:
        file_parse(data)
    assert words in refused.value.message


def test_bounds_come_first() -> None:
    with pytest.raises(TooLarge, match="at most 1,500,000 bytes"):
        file_parse(b" " * (MAX_FILE_BYTES + 1))
    many = document(SPEC.model_copy(update={"examples": tuple(f"number {n}" for n in range(101))}))
    with pytest.raises(TooLarge, match="has 101 examples, and at most 100 may be there"):
        file_parse(file_encode(many, SIGNATURE))
    with pytest.raises(TooLarge, match="more than 100,000 values"):
        file_parse(b'{"a":[' + b"0," * 100_001 + b"0]}")


@given(st.binary(max_size=300))
def test_noise_never_breaks_the_reader(data: bytes) -> None:
    with pytest.raises(KingdomError):
        file_parse(data)


@given(st.integers(min_value=0), st.integers(0, 255))
def test_one_changed_byte_says_the_same_or_is_refused_or_needs_another_signature(place: int, byte: int) -> None:
    content = file_encode(document(), SIGNATURE)
    place %= len(content)
    changed = content[:place] + bytes([byte]) + content[place + 1 :]
    try:
        read = file_parse(changed)
    except FileRefused:
        return
    whole = file_parse(content)
    if read.document == whole.document:
        assert (read.signature == whole.signature) or read.signature.value != whole.signature.value
    else:
        assert read.signed != whole.signed, "what is signed tells them apart"
