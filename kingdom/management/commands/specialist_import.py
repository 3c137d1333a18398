"""``manage.py specialist_import FILE --user NAME``: open a creation case from a signed file."""

import sys
import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse

from kingdom.core.errors import KingdomError
from kingdom.council.models import CreationCase
from kingdom.council.presenters import case_card
from kingdom.council.proposals.exchange.format import MAX_FILE_BYTES
from kingdom.council.proposals.exchange.importer import specialist_import
from kingdom.council.rules import state_machine
from kingdom.management.user_lookup import active_user_by_name

_POLL_INTERVAL_S = 0.5


class Command(BaseCommand):
    """Prints the case and its owner's next step."""

    help = (
        "Open a creation case with the specialist in a signed file. It is reviewed and tested like any other, and its "
        "owner approves it."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the file and its owner."""
        parser.add_argument("file", help="a file, or - for standard input")
        parser.add_argument("--user", metavar="NAME", required=True, help="the owner of the specialist")
        parser.add_argument("--wait", action="store_true", help="wait for the Council's review, and print the card")

    def handle(self, *_: Any, **options: Any) -> None:  # noqa: ANN401 - Django's signature
        """Import, print, and with ``--wait`` wait for the review."""
        try:
            user = active_user_by_name(options["user"])
            case = specialist_import(user_id=user.pk, content=_read_file(options["file"]))
        except KingdomError as error:
            raise CommandError(error.message) from None
        self.stdout.write(f"Case {case.pk}: {state_machine.state_label(case.state)}.")
        if case.supplied_proposal is not None:
            self.stdout.write(
                "\n".join([case.supplied_proposal["origin"]["words"], *case.supplied_proposal["origin"]["claims"]])
            )
        if options["wait"]:
            self._wait(case)
        if case.state not in state_machine.FINAL_STATES:
            page = f"{settings.KINGDOM.public_url.rstrip('/')}{reverse('creation-page', args=[case.pk])}"
            api = reverse("creation", args=[case.pk])
            self.stdout.write(f"{options['user']} approves or rejects it on its card: {page} (API: {api})")

    def _wait(self, case: CreationCase) -> None:
        """Poll the case until the workers, perhaps on other hosts, have reviewed it."""
        while case.state in state_machine.WORKING_STATES:
            time.sleep(_POLL_INTERVAL_S)
            case.refresh_from_db()
        self.stdout.write(f"Now {state_machine.state_label(case.state)}: {case.reason}")
        if case.state == state_machine.AWAITING_CONFIRMATION:
            card = case_card(case)
            self.stdout.write(
                f"{card['role']}: {card['tests']['words']} Risk: {card['risk_level']}. Digest: {card['digest']}"
            )


def _read_file(name: str) -> bytes:
    try:
        if name == "-":
            return sys.stdin.buffer.read(MAX_FILE_BYTES + 1)
        with Path(name).open("rb") as file:
            return file.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        raise CommandError(f"{name} cannot be read: {error.strerror}.") from None
