"""Certificates for the mutual TLS between processes and sandbox daemons of other machines.

One authority of the installation's own signs one certificate for the daemons and one for the clients; each side accepts
only the other's.
"""

import datetime
import ipaddress
import os
from collections.abc import Sequence
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from kingdom.adapters.sandbox.tls import AUTHORITY, CLIENT, SERVER
from kingdom.core.errors import BadConfiguration

AUTHORITY_KEY = "ca-key.pem"
_SIGNS_CERTIFICATES = x509.KeyUsage(
    digital_signature=False,
    content_commitment=False,
    key_encipherment=False,
    data_encipherment=False,
    key_agreement=False,
    key_cert_sign=True,
    crl_sign=True,
    encipher_only=False,
    decipher_only=False,
)


def certificates_make(folder: Path, *, hosts: Sequence[str], days: int) -> list[Path]:
    """Write the certificates of an installation for daemons on ``hosts`` (names or IP addresses); return the files.

    The authority in the folder signs; the first call makes it. Existing certificates are replaced, the authority is
    not. Raises BadConfiguration when a file cannot be read or written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        authority, authority_key = _authority(folder, days)
        for name, usage in ((SERVER, ExtendedKeyUsageOID.SERVER_AUTH), (CLIENT, ExtendedKeyUsageOID.CLIENT_AUTH)):
            key = ec.generate_private_key(ec.SECP256R1())
            builder = _builder(f"Kingdom sandbox {name.removesuffix('.pem')}", authority.subject, days)
            builder = builder.add_extension(x509.ExtendedKeyUsage([usage]), critical=True)
            builder = builder.add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            issuer = x509.AuthorityKeyIdentifier.from_issuer_public_key(authority_key.public_key())
            builder = builder.add_extension(issuer, critical=False)
            if name == SERVER:
                builder = builder.add_extension(x509.SubjectAlternativeName(_names(hosts)), critical=False)
            signed = builder.public_key(key.public_key()).sign(authority_key, hashes.SHA256())
            _write(folder / name, signed.public_bytes(serialization.Encoding.PEM) + _key_bytes(key))
    except (OSError, ValueError) as error:
        raise BadConfiguration(f"The certificates cannot be made in {folder}: {error}") from error
    return [folder / name for name in (AUTHORITY, AUTHORITY_KEY, SERVER, CLIENT)]


def certificate_end(path: Path) -> float:
    """Return when a certificate ends, in seconds since 1970; 0 for one that is missing or cannot be read."""
    try:
        return x509.load_pem_x509_certificate(path.read_bytes()).not_valid_after_utc.timestamp()
    except (OSError, ValueError):
        return 0.0


def _authority(folder: Path, days: int) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
    if (folder / AUTHORITY_KEY).exists():
        key = serialization.load_pem_private_key((folder / AUTHORITY_KEY).read_bytes(), password=None)
        if not isinstance(key, ec.EllipticCurvePrivateKey):
            raise ValueError(f"{AUTHORITY_KEY} is no key of this command")
        return x509.load_pem_x509_certificate((folder / AUTHORITY).read_bytes()), key
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Kingdom sandbox authority")])
    builder = _builder("Kingdom sandbox authority", name, days).public_key(key.public_key())
    builder = builder.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
    identifier = x509.SubjectKeyIdentifier.from_public_key(key.public_key())
    builder = builder.add_extension(identifier, critical=False).add_extension(_SIGNS_CERTIFICATES, critical=True)
    certificate = builder.sign(key, hashes.SHA256())
    _write(folder / AUTHORITY, certificate.public_bytes(serialization.Encoding.PEM))
    _write(folder / AUTHORITY_KEY, _key_bytes(key))
    return certificate, key


def _builder(subject: str, issuer: x509.Name, days: int) -> x509.CertificateBuilder:
    now = datetime.datetime.now(datetime.UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, subject)]))
        .issuer_name(issuer)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(minutes=5))
        .not_valid_after(now + datetime.timedelta(days=days))
    )


def _names(hosts: Sequence[str]) -> list[x509.GeneralName]:
    found: list[x509.GeneralName] = []
    for host in hosts:
        try:
            found.append(x509.IPAddress(ipaddress.ip_address(host)))
        except ValueError:
            found.append(x509.DNSName(host))
    return found


def _key_bytes(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


def _write(path: Path, content: bytes) -> None:
    """Write a file that only its owner can read, whole or not at all."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
    draft.replace(path)
