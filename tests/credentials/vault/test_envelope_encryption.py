"""A sealed value opens under its binding only; altered text is refused."""

import base64
import secrets
import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import SecretStr

from kingdom.core.errors import CredentialUnreadable
from kingdom.credentials.vault.envelope_encryption import LocalKeyService, SealedSecret, SecretBinding, Vault

OLD, NEW, FOREIGN = (secrets.token_urlsafe(48) for _ in range(3))
VAULT = Vault([LocalKeyService([NEW, OLD])])
PLACE = SecretBinding(7, "sms_sender", "sms_api_key", ("a.example", "b.example"))
SEALED = VAULT.seal(PLACE, SecretStr("s3cret-value"))
OTHER_VALUE = VAULT.seal(PLACE, SecretStr("another-value"))
NAMES = st.text(string.ascii_lowercase + "_:/,\"'{}", min_size=1, max_size=20)
PLACES = st.builds(SecretBinding, st.integers(1, 99), NAMES, NAMES)


def _refused(place: SecretBinding, sealed: SealedSecret, vault: Vault = VAULT) -> None:
    for attempt in (vault.open, vault.rewrap):
        with pytest.raises(CredentialUnreadable):
            attempt(place, sealed)


@settings(deadline=None, database=None)
@given(PLACES, st.text(min_size=1, max_size=500).filter(lambda text: text.isprintable()))
def test_what_is_sealed_opens_in_its_place(place: SecretBinding, value: str) -> None:
    assert VAULT.open(place, VAULT.seal(place, SecretStr(value))).get_secret_value() == value


@settings(deadline=None, database=None)
@given(PLACES, PLACES)
def test_a_row_copied_elsewhere_does_not_open(home: SecretBinding, elsewhere: SecretBinding) -> None:
    sealed = VAULT.seal(home, SecretStr("value"))
    if home != elsewhere:
        _refused(elsewhere, sealed)
    assert VAULT.open(home, sealed).get_secret_value() == "value"


@pytest.mark.parametrize(
    "elsewhere",
    [
        pytest.param(PLACE._replace(user_id=8), id="user"),
        pytest.param(PLACE._replace(specialist="sms_reader"), id="specialist"),
        pytest.param(PLACE._replace(credential_key="sms_api_key2"), id="name"),
        pytest.param(PLACE._replace(hosts=("a.example", "evil.example")), id="hosts"),
        pytest.param(PLACE._replace(hosts=("a.example",)), id="fewer-hosts"),
        pytest.param(PLACE._replace(hosts=()), id="no-hosts"),
        pytest.param(PLACE._replace(specialist="sms_api_key", credential_key="sms_sender"), id="swapped-names"),
        pytest.param(PLACE._replace(specialist='sms_sender","specialist":"x'), id="json-in-a-name"),
    ],
)
def test_each_part_of_the_binding_counts(elsewhere: SecretBinding) -> None:
    _refused(elsewhere, SEALED)


def test_every_single_bit_flip_is_refused() -> None:
    data = SEALED.text.encode()
    for position in range(len(data)):
        for bit in range(8):
            flipped = bytearray(data)
            flipped[position] ^= 1 << bit
            _refused(PLACE, SealedSecret(SEALED.key_id, flipped.decode("latin-1")))


def test_every_truncation_and_every_extension_is_refused() -> None:
    text = SEALED.text
    for cut in range(len(text)):
        _refused(PLACE, SealedSecret(SEALED.key_id, text[:cut]))
        _refused(PLACE, SealedSecret(SEALED.key_id, text[cut + 1 :]))
    for tail in ("=", "\n", " ", "A", "AAAA", ".", ".AAAA", "\x00", "é"):
        _refused(PLACE, SealedSecret(SEALED.key_id, text + tail))
        _refused(PLACE, SealedSecret(SEALED.key_id, tail + text))


@settings(deadline=None, database=None)
@given(
    st.one_of(
        st.text(max_size=300),
        st.binary(max_size=200).map(lambda data: "v1." + base64.urlsafe_b64encode(data).decode() + ".gAAA"),
    )
)
def test_noise_is_refused(text: str) -> None:
    _refused(PLACE, SealedSecret(SEALED.key_id, text))


@settings(deadline=None, database=None)
@given(st.data())
def test_spliced_texts_are_refused(data: st.DataObject) -> None:
    cut = data.draw(st.integers(1, min(len(SEALED.text), len(OTHER_VALUE.text)) - 1))
    spliced = SEALED.text[:cut] + OTHER_VALUE.text[cut:]
    if spliced not in (SEALED.text, OTHER_VALUE.text):
        _refused(PLACE, SealedSecret(SEALED.key_id, spliced))


def test_the_halves_of_two_rows_do_not_fit() -> None:
    other_place = PLACE._replace(user_id=8)
    theirs = VAULT.seal(other_place, SecretStr("theirs")).text.split(".")
    mine = SEALED.text.split(".")
    for text in (".".join([mine[0], mine[1], theirs[2]]), ".".join([mine[0], theirs[1], mine[2]])):
        _refused(PLACE, SealedSecret(SEALED.key_id, text))
        _refused(other_place, SealedSecret(SEALED.key_id, text))


def test_the_key_id_of_the_row_counts() -> None:
    old = Vault([LocalKeyService([OLD])]).seal(PLACE, SecretStr("value"))
    assert VAULT.open(PLACE, old).get_secret_value() == "value"
    _refused(PLACE, SealedSecret(VAULT.key_id, old.text))  # right ring, wrong key
    _refused(PLACE, SealedSecret("", old.text))
    _refused(PLACE, SealedSecret("aws:arn:aws:kms:eu-central-1:1:key/x", old.text))


def test_a_key_that_left_the_ring_opens_nothing() -> None:
    foreign = Vault([LocalKeyService([FOREIGN])]).seal(PLACE, SecretStr("value"))
    with pytest.raises(CredentialUnreadable) as caught:
        VAULT.open(PLACE, foreign)
    assert caught.value.extra["reason"] == "no_such_key"


def test_rewrapping_moves_the_key_and_keeps_the_value() -> None:
    old = Vault([LocalKeyService([OLD])]).seal(PLACE, SecretStr("value"))
    new = VAULT.rewrap(PLACE, old)
    assert new.key_id == VAULT.key_id != old.key_id
    assert new.text.split(".")[2] == old.text.split(".")[2], "the value's token is not touched"
    assert Vault([LocalKeyService([NEW])]).open(PLACE, new).get_secret_value() == "value"


def test_two_seals_of_one_value_have_nothing_in_common() -> None:
    first, second = (VAULT.seal(PLACE, SecretStr("same")).text.split(".") for _ in range(2))
    assert first[1] != second[1]
    assert first[2] != second[2]


def test_neither_vault_nor_value_shows_itself() -> None:
    opened = VAULT.open(PLACE, SEALED)
    assert "s3cret" not in f"{opened} {opened!r} {VAULT!r} {SEALED!r}"
    assert NEW not in f"{VAULT!r} {VAULT.__dict__!r}"
