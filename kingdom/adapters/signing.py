"""The installation's signature, Ed25519. Private keys do not leave this module."""

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.views.decorators.debug import sensitive_variables

_PURPOSE = b"kingdom.signing.v1"  # a derived key for this purpose only


class Signer:
    """Signs for this installation."""

    @sensitive_variables()
    def __init__(self, key: str) -> None:
        """Take a local key of 256 or more random bits."""
        seed = HKDF(algorithm=SHA256(), length=32, salt=None, info=_PURPOSE).derive(key.encode())
        self._key = Ed25519PrivateKey.from_private_bytes(seed)

    @property
    def public_key(self) -> str:
        """The public key, 64 hexadecimal digits."""
        return self._key.public_key().public_bytes_raw().hex()

    def sign(self, content: bytes) -> str:
        """Return the signature, 128 hexadecimal digits. It is deterministic."""
        return self._key.sign(content).hex()


def is_signature_valid(*, public_key: str, content: bytes, signature: str) -> bool:
    """Return whether a signature of a public key (both hexadecimal) is valid for the content."""
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key)).verify(bytes.fromhex(signature), content)
    except (InvalidSignature, ValueError):
        return False
    return True
