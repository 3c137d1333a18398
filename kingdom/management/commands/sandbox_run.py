"""``manage.py sandbox_run``: programs as JSON lines in, outcomes as JSON lines out, in order. Needs no database."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from typing import Any

from django.core.management.base import BaseCommand

from kingdom.adapters.sandbox.client import ClientSession, SandboxClient
from kingdom.adapters.sandbox.host.service import SandboxService, ServiceSession
from kingdom.adapters.sandbox.port import MAX_LIMITS
from kingdom.adapters.sandbox.settings import load_sandbox_config
from kingdom.contracts.sandbox import Program, SandboxLimits, SandboxOutcome
from kingdom.core.errors import BadInput, KingdomError, SandboxUnavailable

LINE_BYTES = 8 << 20
SESSION_LIMITS = replace(SandboxLimits(), timeout_s=MAX_LIMITS.timeout_s)  # each line has its own timeout


class Command(BaseCommand):
    """Runs lines in the running sandboxd, or in a private sandbox with the same limits."""

    help = (
        'Run programs from JSON lines {"id", "code", "input", "timeout_s", "mode"} on stdin and write outcomes as '
        "JSON lines."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the options."""
        parser.add_argument(
            "--backend", choices=["auto", "docker", "bubblewrap"], help="use this backend, in this process"
        )
        parser.add_argument("--strict", action="store_true", help="a fresh sandbox for each call")
        parser.add_argument(
            "--socket", help="sandboxd's socket (default: KINGDOM_SANDBOX_SOCKET or .kingdom/run/sandboxd.sock)"
        )

    def handle(self, *_args: Any, backend: str | None, strict: bool, socket: str | None, **_options: Any) -> None:  # noqa: ANN401 - Django's own signature
        """Read, run, write. Without a sandbox every line is answered with `refused`, and the exit code is 1."""
        with sandbox_open(backend, socket) as sandbox, closing(LineRunner(sandbox, strict=strict)) as runner:
            for number, line in enumerate(sys.stdin, start=1):
                if line.strip():
                    self.stdout.write(json.dumps(runner.line(line, number)))
                    self.stdout.flush()
        if runner.unavailable:
            sys.exit(1)


@contextmanager
def sandbox_open(backend: str | None, socket: str | None) -> Iterator[SandboxClient | SandboxService]:
    """Yield a client of the daemon if its socket answers, else a private service that ends with this command."""
    client = SandboxClient(socket)
    try:
        if backend is None:
            client.status()
            yield client
            return
    except SandboxUnavailable:
        if socket is not None:
            raise
    service = SandboxService(load_sandbox_config(backend=backend))
    try:
        yield service
    finally:
        service.close()


class LineRunner:
    """Runs lines. Consecutive lines with the same program share a session; its calls share no state."""

    def __init__(self, sandbox: SandboxClient | SandboxService, *, strict: bool) -> None:
        """Start without a session."""
        self.sandbox, self.strict, self.unavailable = sandbox, strict, False
        self._program: Program | None = None
        self._session: ClientSession | ServiceSession | None = None

    def line(self, line: str, number: int) -> dict[str, Any]:
        """Run one line and return its answer."""
        ident: Any = number
        try:
            fields = parse_line(line)
            ident = fields.get("id", number)
            code, mode, entry = fields["code"], fields.get("mode", "handler"), fields.get("entry", "handle")
            session = self._session_for(Program(code=code, mode=mode, entry=entry))
            outcome = session.call(fields.get("input"), requested_timeout(fields), fields.get("now", ""))
            return outcome_fields(ident, outcome)
        except KingdomError as error:
            self.close()
            self.unavailable = self.unavailable or isinstance(error, SandboxUnavailable)
            refusal = SandboxOutcome(status="refused", stderr=error.message, backend=self.sandbox.name)
            return outcome_fields(ident, refusal)

    def _session_for(self, program: Program) -> "ClientSession | ServiceSession":
        if self._session is None or program != self._program:
            self.close()
            self._session = self.sandbox.open(program, SESSION_LIMITS, strict=self.strict)
            self._program = program
        return self._session

    def close(self) -> None:
        """End the session."""
        if self._session:
            self._session.close()
            self._session = None


def parse_line(line: str) -> dict[str, Any]:
    """Return the fields of one line. Raises BadInput."""
    if len(line) > LINE_BYTES:
        raise BadInput(f"A line is longer than {LINE_BYTES} bytes.")
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadInput(f"A line is not JSON: {str(error)[:200]}") from None
    if not isinstance(fields, dict) or not isinstance(fields.get("code"), str):
        raise BadInput('A line must be an object with "code".')
    if fields.get("mode", "handler") not in ("handler", "program"):
        raise BadInput('"mode" must be "handler" or "program".')
    return fields


def requested_timeout(fields: dict[str, Any]) -> float:
    """Return a line's timeout in seconds, by default the platform's. Raises BadInput."""
    timeout = fields.get("timeout_s", SandboxLimits().timeout_s)
    if isinstance(timeout, bool) or not isinstance(timeout, int | float) or not 0 < timeout <= MAX_LIMITS.timeout_s:
        raise BadInput(f'"timeout_s" must be a number of seconds above 0 and up to {MAX_LIMITS.timeout_s:.0f}.')
    return float(timeout)


def outcome_fields(ident: Any, outcome: SandboxOutcome) -> dict[str, Any]:  # noqa: ANN401 - an id is any JSON value
    """Return the public fields of an outcome."""
    stderr = outcome.stderr or (outcome.reason if outcome.status != "ok" else "")
    return {
        "id": ident,
        "status": outcome.status,
        "value": outcome.value,
        "stdout": outcome.stdout,
        "stderr": stderr,
        "ms": outcome.ms,
        "backend": outcome.backend,
        "truncated": outcome.truncated,
    }
