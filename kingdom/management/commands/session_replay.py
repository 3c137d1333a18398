"""``manage.py session_replay ID [--fork-at SEQ]``: replay a session from its log, or fork it."""

import json
import uuid
from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from kingdom.core.errors import KingdomError
from kingdom.sessions.engine.replay import ReplayReport, session_fork, session_replay
from kingdom.sessions.events.dispatch import session_enqueue


class Command(BaseCommand):
    """Replays a session's log and compares every state with the record, or starts a new session from an event."""

    help = "Replay a session from its log, or fork it at an event."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the session's id and the options."""
        parser.add_argument("session_id", type=uuid.UUID)
        parser.add_argument("--fork-at", type=int, metavar="SEQ", help="start a new session from this event on")
        parser.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *, session_id: uuid.UUID, fork_at: int | None, **options: Any) -> None:  # noqa: ANN401 - Django's options
        """Print the steps, or the new session's id. Raises CommandError when a state differs."""
        try:
            if fork_at is not None:
                self._fork(session_id, fork_at)
                return
            replay = session_replay(session_id=session_id)
        except KingdomError as error:
            raise CommandError(error.message) from error
        self._print(replay, as_json=options["json"])
        if not replay.identical:
            raise CommandError("The replay differs from the record.")

    def _fork(self, session_id: uuid.UUID, fork_at: int) -> None:
        with transaction.atomic():
            fork = session_fork(session_id=session_id, at_seq=fork_at)
            session_enqueue(fork)
        self.stdout.write(str(fork.pk))

    def _print(self, replay: ReplayReport, *, as_json: bool) -> None:
        if as_json:
            self.stdout.write(json.dumps({"identical": replay.identical, **asdict(replay)}))
            return
        for step in replay.steps:
            verdict = "same" if step.same and step.recorded else "not recorded" if step.same else "DIFFERS"
            self.stdout.write(f"{step.seq:>4}  {step.kind:<16} → {step.decision:<16} {step.state_hash[:16]}  {verdict}")
        self.stdout.write(f"{len(replay.steps)} steps, {'identical' if replay.identical else 'NOT identical'}")
