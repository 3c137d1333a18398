"""The web process: uvicorn with our bounds on what a client may send.

python -m kingdom.ops.launch.web_process --fd N               on the socket that the supervisor has bound
python -m kingdom.ops.launch.web_process --host ADDRESS --port N
"""

import argparse
import asyncio
import os
import socket
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import uvicorn

from kingdom.core.bounded_postgresql import bound_database_waits
from kingdom.core.deployment.heartbeat_file import heartbeat_file_touch

TICKS_A_SECOND = 10


class WebServer(uvicorn.Server):
    """uvicorn's server with two heartbeats while it serves: a row, and a file that proves that its event loop turns."""

    _heartbeat: Any = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start serving and the heartbeat."""
        await super().startup(sockets)
        # by name: its models can be imported only once the application has set Django up
        self._heartbeat = import_module("kingdom.ops.heartbeats.process_heartbeat").web_heartbeat()

    async def on_tick(self, counter: int) -> bool:
        """Touch the heartbeat file once a second; uvicorn calls this ten times in it."""
        if counter % TICKS_A_SECOND == 0:
            heartbeat_file_touch()
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Remove the heartbeat and stop serving."""
        await asyncio.to_thread(self._heartbeat.finish)
        await super().shutdown(sockets)


def parse_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    """Parse the command line; exits with a message for what it does not know."""
    parser = argparse.ArgumentParser(description="Kingdom's web process.")
    parser.add_argument("--fd", type=int, help="an inherited socket instead of an address")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default 127.0.0.1)")
    parser.add_argument("--port", type=int, default=8000, help="port to listen on (default 8000)")
    parser.add_argument("--drain", type=int, default=3, help="seconds that open streams have to end (default 3)")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str]) -> None:
    """Serve until SIGTERM; open streams have some seconds to end."""
    options = parse_arguments(arguments)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kingdom.settings")
    bound_database_waits()
    trusted_proxies = os.environ.get("KINGDOM_TRUSTED_PROXIES", "")
    config = uvicorn.Config(
        "kingdom.asgi:application",
        log_config=None,
        access_log=False,
        lifespan="off",
        timeout_graceful_shutdown=options.drain,
        host=options.host,
        port=options.port,
        server_header=False,
        http="kingdom.ops.launch.http_protocol:BoundedHttpProtocol",
        ws="none",
        # uvicorn's default trusts X-Forwarded-For of any client on this machine
        proxy_headers=bool(trusted_proxies),
        forwarded_allow_ips=trusted_proxies,
    )
    WebServer(config).run(sockets=None if options.fd is None else [socket.socket(fileno=options.fd)])


if __name__ == "__main__":
    main(sys.argv[1:])
