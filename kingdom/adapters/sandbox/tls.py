"""Mutual TLS between processes and sandbox daemons of other machines.

A client that is accepted can run code in a sandbox and nothing else, as one of the Unix socket.
"""

import asyncio
import ssl
import threading
from contextlib import suppress
from pathlib import Path

from kingdom.core.errors import BadConfiguration

AUTHORITY = "ca.pem"
SERVER, CLIENT = "server.pem", "client.pem"  # certificate and key
HANDSHAKE_S = 10.0
CHUNK_BYTES = 65_536
START_S = 10.0


def server_context(folder: Path) -> ssl.SSLContext:
    """Return the context of a daemon: TLS 1.3, and a client's certificate is required. Raises BadConfiguration."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.verify_mode = ssl.CERT_REQUIRED
    return _loaded(context, folder, SERVER)


def client_context(folder: Path) -> ssl.SSLContext:
    """Return the context of a client: TLS 1.3, and the daemon's name is checked. Raises BadConfiguration."""
    return _loaded(ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT), folder, CLIENT)


def _loaded(context: ssl.SSLContext, folder: Path, name: str) -> ssl.SSLContext:
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    try:
        context.load_cert_chain(folder / name)
        context.load_verify_locations(folder / AUTHORITY)
    except (OSError, ssl.SSLError) as error:
        raise BadConfiguration(
            f"The certificates in {folder} cannot be read ({error}). `manage.py sandbox_certificates` makes them; "
            f"{name} and {AUTHORITY} must be there."
        ) from error
    return context


class TlsListener:
    """Accepts TLS connections and passes their bytes to the daemon's Unix socket and back, in a thread of its own."""

    def __init__(self, host: str, port: int, context: ssl.SSLContext, path: Path) -> None:
        """Take the address to listen on, the daemon's context and its socket."""
        self._address, self._context, self._path = (host, port), context, path
        self._loop = asyncio.new_event_loop()
        self._started = threading.Event()
        self._error: OSError | None = None
        self._server: asyncio.Server | None = None
        self._thread = threading.Thread(target=self._run, name="tls-listener", daemon=True)

    def start(self) -> int:
        """Listen and return the port. Raises OSError when the address cannot be bound."""
        self._thread.start()
        self._started.wait(START_S)
        if self._error is not None or self._server is None:
            raise self._error or OSError("the TLS listener did not start")
        return int(self._server.sockets[0].getsockname()[1])

    def stop(self) -> None:
        """Close the listener and its connections."""
        with suppress(RuntimeError):  # the loop is closed
            self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(START_S)

    def _run(self) -> None:
        try:
            self._server = self._loop.run_until_complete(
                asyncio.start_server(
                    self._pass_on, *self._address, ssl=self._context, ssl_handshake_timeout=HANDSHAKE_S, backlog=64
                )
            )
        except OSError as error:
            self._error = error
            return
        finally:
            self._started.set()
        try:
            self._loop.run_forever()
        finally:
            self._server.close()
            self._close_loop()

    def _close_loop(self) -> None:
        for task in asyncio.all_tasks(self._loop):
            task.cancel()
        self._loop.run_until_complete(asyncio.sleep(0))
        self._loop.close()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection until either side ends it."""
        try:
            inner_reader, inner_writer = await asyncio.open_unix_connection(self._path)
        except OSError:
            writer.close()
            return
        ways = [asyncio.ensure_future(_copy(reader, inner_writer)), asyncio.ensure_future(_copy(inner_reader, writer))]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)  # an aborted call ends one way only
        finally:
            for way in ways:
                way.cancel()
            for end in (writer, inner_writer):
                end.close()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(CHUNK_BYTES):
            writer.write(data)
            await writer.drain()
