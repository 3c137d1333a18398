"""``manage.py signing_key``: the keys that sign this installation's exported specialists."""

from typing import Any

from django.core.management.base import BaseCommand

from kingdom.council.proposals.exchange.format import key_fingerprint
from kingdom.credentials.vault.factory import get_signers


class Command(BaseCommand):
    """Prints fingerprints and public keys, never the private keys."""

    help = "Print fingerprint and public key of the signature of exported specialists. The key is created on first use."

    def handle(self, *_: Any, **options: Any) -> None:  # noqa: ANN401 - Django's signature
        """Print the keys, the present one first."""
        for signer in get_signers():
            self.stdout.write(f"{key_fingerprint(signer.public_key)}  {signer.public_key}")
