"""The installation's own signature, Ed25519. Beside the vault the only door to cryptography: private keys stay in here."""

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.views.decorators.debug import sensitive_variables

_PURPOSE = b"kingdom.signing.v1"  # a key derived for this signs nothing else, and opens nothing


class Signer:
    """Signs for this installation with a key that it does not give away."""

    @sensitive_variables()
    def __init__(self, key: str) -> None:
        """Take a local key of the form the key ring checks (256 random bits or more)."""
        seed = HKDF(algorithm=SHA256(), length=32, salt=None, info=_PURPOSE).derive(key.encode())
        self._key = Ed25519PrivateKey.from_private_bytes(seed)

    @property
    def public_key(self) -> str:
        """The public key, 64 hexadecimal digits."""
        return self._key.public_key().public_bytes_raw().hex()

    def sign(self, content: bytes) -> str:
        """Return the signature over some bytes, 128 hexadecimal digits. The same bytes have the same signature always."""
        return self._key.sign(content).hex()


def is_signature_valid(*, public_key: str, content: bytes, signature: str) -> bool:
    """Whether a signature was made over exactly these bytes with the private half of a public key; both are hexadecimal digits."""
    try:
        Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key)).verify(bytes.fromhex(signature), content)
    except (InvalidSignature, ValueError):
        return False
    return True
