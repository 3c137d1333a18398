"""``manage.py signing_key``: by which key others know what this installation exports."""

from typing import Any

from django.core.management.base import BaseCommand

from kingdom.council.proposals.exchange.format import key_fingerprint
from kingdom.credentials.vault.factory import get_signers


class Command(BaseCommand):
    """Prints fingerprint and public key; the private half is shown to nobody."""

    help = "Print the fingerprint and the public key that exported specialists are signed with; the key is made on first use."

    def handle(self, *_: Any, **options: Any) -> None:  # noqa: ANN401 - Django's signature
        """Print them, the present one first."""
        for signer in get_signers():
            self.stdout.write(f"{key_fingerprint(signer.public_key)}  {signer.public_key}")
