"""HashiCorp Vault's transit engine as the key service: the wrapping key never leaves it.

Address, token, namespace and certificates come from Vault's own environment (``VAULT_ADDR``, ``VAULT_TOKEN``,
``VAULT_NAMESPACE``, ``VAULT_CACERT``). OpenBao speaks the same protocol.
"""

import base64
import os
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

import hvac
from hvac.exceptions import InvalidRequest, VaultError
from requests import RequestException

from kingdom.adapters.key_service import KeyServiceUnavailable, WrappedKey, WrapRefused
from kingdom.contracts.formats.canonical import canonical_json
from kingdom.core.errors import BadConfiguration

PREFIX = "hashicorp:"
# The context is authenticated as associated data, which other types of key do not have.
AEAD_TYPES = frozenset({"aes128-gcm96", "aes256-gcm96", "chacha20-poly1305", "xchacha20-poly1305"})
_LOOPBACK = ("127.0.0.1", "::1", "localhost")
TIMEOUT_S = 5  # a user's request must not hang on a key service


class TransitKeyService:
    """One key of a transit engine. The key id of a row is data and never selects another key of the server."""

    def __init__(self, key: str, client: Any = None) -> None:  # noqa: ANN401 - hvac has no types
        """Take ``<mount>/<key>``, or a key of the mount ``transit``. Its type is read once.

        Raises BadConfiguration when the server is not reached, refuses the token, or has no such key that encrypts
        with associated data.
        """
        mount, _, self._name = key.rpartition("/")
        self._mount = mount or "transit"
        address = urlsplit(os.environ.get("VAULT_ADDR", ""))
        if address.scheme != "https" and address.hostname not in _LOOPBACK:  # the token would go in clear text
            raise BadConfiguration(
                "KINGDOM_VAULT_KMS names a key of HashiCorp Vault. Set VAULT_ADDR, an https address, and VAULT_TOKEN."
            )
        namespace = os.environ.get("VAULT_NAMESPACE")
        # A redirect would send the token to an address that nobody has configured.
        self._client = client or hvac.Client(timeout=TIMEOUT_S, namespace=namespace, allow_redirects=False)
        kind = self._key_type()
        if kind not in AEAD_TYPES:
            raise BadConfiguration(
                f"KINGDOM_VAULT_KMS names the key {self.key_id}, whose type is {kind}. It must be one of "
                f"{', '.join(sorted(AEAD_TYPES))}."
            )

    @property
    def key_id(self) -> str:
        """``hashicorp:`` with the mount and the name of the wrapping key."""
        return f"{PREFIX}{self._mount}/{self._name}"

    def holds(self, key_id: str) -> bool:
        """Return whether the id is this key's."""
        return key_id == self.key_id

    def wrap(self, data_key: bytes, context: Mapping[str, str]) -> WrappedKey:
        """Encrypt the data key with the context as its associated data. Raises KeyServiceUnavailable."""
        try:
            answer = self._client.secrets.transit.encrypt_data(
                self._name,
                plaintext=base64.b64encode(data_key).decode(),
                associated_data=_associated_data(context),
                mount_point=self._mount,
            )
            return WrappedKey(self.key_id, str(answer["data"]["ciphertext"]).encode())
        except (VaultError, RequestException, KeyError, TypeError) as error:
            raise KeyServiceUnavailable(reason=type(error).__name__) from None

    def unwrap(self, wrapped: WrappedKey, context: Mapping[str, str]) -> bytes:
        """Decrypt with exactly this key and context. Raises WrapRefused, KeyServiceUnavailable."""
        if not self.holds(wrapped.key_id):
            raise WrapRefused
        try:
            answer = self._client.secrets.transit.decrypt_data(
                self._name,
                ciphertext=wrapped.blob.decode("ascii"),
                associated_data=_associated_data(context),
                mount_point=self._mount,
            )
            return base64.b64decode(answer["data"]["plaintext"], validate=True)
        except (InvalidRequest, UnicodeDecodeError):  # 400: the ciphertext, its key's version or its context is wrong
            raise WrapRefused from None
        except (VaultError, RequestException, KeyError, TypeError, ValueError) as error:
            raise KeyServiceUnavailable(reason=type(error).__name__) from None

    def _key_type(self) -> str:
        try:
            return str(self._client.secrets.transit.read_key(self._name, mount_point=self._mount)["data"]["type"])
        except (VaultError, RequestException, KeyError, TypeError) as error:
            # the class alone: messages of the library may repeat parts of the request
            raise BadConfiguration(
                f"KINGDOM_VAULT_KMS names the key {self.key_id}, which cannot be used ({type(error).__name__}). Check "
                "VAULT_ADDR, VAULT_TOKEN, the key, and the token's policy: read on its keys/, update on encrypt/ and "
                "decrypt/."
            ) from None


def _associated_data(context: Mapping[str, str]) -> str:
    return base64.b64encode(canonical_json(dict(context)).encode()).decode()
