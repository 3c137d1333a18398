"""Envelope encryption that binds a secret to its user, specialist, name and hosts.

Each value has its own data key of 32 random bytes. The value is a Fernet token under a key derived from the data key
*and* the binding; a key service wraps the data key with the binding as authenticated context. A row copied to another
user, specialist or name, or given other hosts, therefore does not decrypt. Format: ``v1.<wrapped data key>.<token>``,
both URL-safe base64.
"""

import base64
import binascii
import secrets
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.views.decorators.debug import sensitive_variables
from pydantic import SecretStr

from kingdom.adapters.key_service import KeyService, WrappedKey, WrapRefused
from kingdom.contracts.formats.canonical import canonical_json
from kingdom.core.errors import CredentialUnreadable
from kingdom.credentials.models import UserCredential

_VERSION = "v1"
_LOCAL = "local:"
# A different derived key for each purpose.
_WRAP, _VALUE, _NAME = "kingdom.vault.wrap.v1", "kingdom.vault.value.v1", "kingdom.vault.id.v1"


class SecretBinding(NamedTuple):
    """What a secret was given for. A value sealed under one binding opens under no other.

    ``specialist`` is the specialist's id. Values that were stored before credentials had hosts have its role and no
    hosts.
    """

    user_id: int
    specialist: str
    credential_key: str
    hosts: tuple[str, ...] = ()

    def context(self) -> dict[str, str]:
        """Return the binding as the key service's context. It is not secret: a cloud service logs it."""
        context = {"user": str(self.user_id), "specialist": self.specialist, "key": self.credential_key}
        return context | {"hosts": ",".join(self.hosts)} if self.hosts else context


def secret_binding(credential: UserCredential) -> SecretBinding:
    """Return the binding that a stored credential's value is sealed under."""
    is_bound = credential.specialist_id is not None
    return SecretBinding(
        user_id=credential.user_id,
        specialist=str(credential.specialist_id) if is_bound else credential.specialist_role,
        credential_key=credential.credential_key,
        hosts=tuple(credential.hosts) if is_bound else (),
    )


class SealedSecret(NamedTuple):
    """A stored value: the id of the wrapping key and the sealed text."""

    key_id: str
    text: str


def _derive(key: bytes, purpose: str, context: Mapping[str, str], size: int = 32) -> bytes:
    # Canonical JSON is unambiguous; joining with a separator is not: ("a", "b/c") and ("a/b", "c").
    info = canonical_json([purpose, dict(context)]).encode()
    return HKDF(algorithm=SHA256(), length=size, salt=None, info=info).derive(key)


def _fernet(key: bytes, purpose: str, context: Mapping[str, str]) -> Fernet:
    return Fernet(base64.urlsafe_b64encode(_derive(key, purpose, context)))


class LocalKeyService:
    """The local key service: a ring of keys, newest first."""

    def __init__(self, keys: Sequence[str]) -> None:
        """Take the keys; the first wraps, all unwrap. A key's id is its fingerprint."""
        self._ring = {_LOCAL + _derive(key.encode(), _NAME, {}, 8).hex(): key.encode() for key in keys}
        self._first = next(iter(self._ring))

    @property
    def key_id(self) -> str:
        """The id of the newest key."""
        return self._first

    def holds(self, key_id: str) -> bool:
        """Return whether the key is in the ring."""
        return key_id in self._ring

    def _keys(self, context: Mapping[str, str], *key_ids: str) -> MultiFernet:
        return MultiFernet([_fernet(self._ring[key_id], _WRAP, context) for key_id in key_ids])

    def wrap(self, data_key: bytes, context: Mapping[str, str]) -> WrappedKey:
        """Encrypt the data key with the newest key and this context."""
        return WrappedKey(self._first, base64.urlsafe_b64decode(self._keys(context, self._first).encrypt(data_key)))

    def unwrap(self, wrapped: WrappedKey, context: Mapping[str, str]) -> bytes:
        """Decrypt with exactly the named key. Raises WrapRefused."""
        if not self.holds(wrapped.key_id):
            raise WrapRefused
        try:
            return self._keys(context, wrapped.key_id).decrypt(base64.urlsafe_b64encode(wrapped.blob))
        except InvalidToken:
            raise WrapRefused from None


class Vault:
    """Seals, opens and re-wraps secrets."""

    def __init__(self, services: Sequence[KeyService]) -> None:
        """Take the key services; the first wraps, and the first that holds a row's key unwraps it."""
        self._services = tuple(services)

    @property
    def key_id(self) -> str:
        """The id of the key that seals new values."""
        return self._services[0].key_id

    def holds(self, key_id: str) -> bool:
        """Whether some service can unwrap under the id."""
        return any(service.holds(key_id) for service in self._services)

    @sensitive_variables()
    def seal(self, binding: SecretBinding, value: SecretStr) -> SealedSecret:
        """Return the value sealed to its place, under a fresh data key. Raises KeyServiceUnavailable."""
        data_key = secrets.token_bytes(32)
        token = _fernet(data_key, _VALUE, binding.context()).encrypt(value.get_secret_value().encode())
        return _encode_sealed(self._services[0].wrap(data_key, binding.context()), base64.urlsafe_b64decode(token))

    @sensitive_variables()
    def open(self, binding: SecretBinding, sealed: SealedSecret) -> SecretStr:
        """Return the value. Raises CredentialUnreadable unless sealed for this binding, KeyServiceUnavailable."""
        wrapped, token = _decode_sealed(sealed)
        data_key = self._data_key(binding, wrapped)
        try:
            return SecretStr(
                _fernet(data_key, _VALUE, binding.context()).decrypt(base64.urlsafe_b64encode(token)).decode()
            )
        except (InvalidToken, ValueError):
            raise _unreadable("altered") from None

    @sensitive_variables()
    def rewrap(self, binding: SecretBinding, sealed: SealedSecret) -> SealedSecret:
        """Wrap the data key with the current key and return the sealed value, verified but not decrypted.

        Raises the same errors as ``open``.
        """
        wrapped, token = _decode_sealed(sealed)
        data_key = self._data_key(binding, wrapped)
        try:
            _fernet(data_key, _VALUE, binding.context()).extract_timestamp(base64.urlsafe_b64encode(token))
        except InvalidToken:
            raise _unreadable("altered") from None
        return _encode_sealed(self._services[0].wrap(data_key, binding.context()), token)

    def _data_key(self, binding: SecretBinding, wrapped: WrappedKey) -> bytes:
        service = next((service for service in self._services if service.holds(wrapped.key_id)), None)
        if service is None:
            raise _unreadable("no_such_key")
        try:
            return service.unwrap(wrapped, binding.context())
        except WrapRefused:
            raise _unreadable("altered") from None


def _unreadable(reason: str) -> CredentialUnreadable:
    return CredentialUnreadable(reason=reason)


def _encode_sealed(wrapped: WrappedKey, token: bytes) -> SealedSecret:
    parts = (base64.urlsafe_b64encode(part).decode() for part in (wrapped.blob, token))
    return SealedSecret(wrapped.key_id, ".".join((_VERSION, *parts)))


def _decode_sealed(sealed: SealedSecret) -> tuple[WrappedKey, bytes]:
    version, *parts = sealed.text.split(".")
    if version != _VERSION or len(parts) != 2:
        raise _unreadable("bad_form")
    blob, token = (_decode_base64_strict(part) for part in parts)
    return WrappedKey(sealed.key_id, blob), token


def _decode_base64_strict(text: str) -> bytes:
    """Decode canonical base64 only: Python's decoder ignores foreign characters and unused bits."""
    try:
        data = base64.b64decode(text.encode("ascii"), altchars=b"-_", validate=True)
    except (UnicodeEncodeError, binascii.Error):
        raise _unreadable("bad_form") from None
    if base64.urlsafe_b64encode(data).decode() != text:
        raise _unreadable("bad_form")
    return data
