"""``manage.py specialist_import FILE --user NAME``: a signed file becomes a case of that user's."""

import sys
import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse

from kingdom.core.errors import KingdomError
from kingdom.council.importing import specialist_import
from kingdom.council.models import Case
from kingdom.council.reports import card
from kingdom.council.rules import moves
from kingdom.council.rules.exchange import MOST_BYTES
from kingdom.management.people import user_named

_LOOK_S = 0.5


class Command(BaseCommand):
    """Prints the case and what its owner has to do."""

    help = "Open a case with the specialist in a signed file. It is judged and tested like anything new, and its owner says the yes."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the file and whose it will be."""
        parser.add_argument("file", help="a file, or - for standard input")
        parser.add_argument("--user", metavar="NAME", required=True, help="whose specialist it will be")
        parser.add_argument("--wait", action="store_true", help="wait until the Council has judged it, and print the card")

    def handle(self, *_: Any, **options: Any) -> None:  # noqa: ANN401 - Django's signature
        """Import, print, and with ``--wait`` wait for the judges."""
        try:
            case = specialist_import(user_id=user_named(options["user"]).pk, content=_content(options["file"]))
        except KingdomError as error:
            raise CommandError(error.message) from None
        self.stdout.write(f"Case {case.pk}: {moves.words(case.state)}.")
        if case.given is not None:
            self.stdout.write("\n".join([case.given["origin"]["words"], *case.given["origin"]["claims"]]))
        if options["wait"]:
            self._wait(case)
        if case.state not in moves.FINAL:
            page = f"{settings.KINGDOM.public_url.rstrip('/')}{reverse('creation-page', args=[case.pk])}"
            self.stdout.write(f"{options['user']} reads its card and says yes or no: {page} (API: {reverse('creation', args=[case.pk])})")

    def _wait(self, case: Case) -> None:
        """Wait for the workers, who may be elsewhere; the case says where it stands."""
        while case.state in moves.WORKING:
            time.sleep(_LOOK_S)
            case.refresh_from_db()
        self.stdout.write(f"Now {moves.words(case.state)}: {case.reason}")
        if case.state == moves.CONFIRMATION:
            shown = card(case)
            self.stdout.write(f"{shown['role']}: {shown['tests']['words']} Risk: {shown['risk_level']}. Digest: {shown['digest']}")


def _content(name: str) -> bytes:
    try:
        if name == "-":
            return sys.stdin.buffer.read(MOST_BYTES + 1)
        with Path(name).open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except OSError as error:
        raise CommandError(f"{name} cannot be read: {error.strerror}.") from None
