"""The web process: uvicorn with our bounds on what a client may send.

python -m kingdom.ops.launch.web_process --fd N               on the socket that the supervisor has bound
python -m kingdom.ops.launch.web_process --host ADDRESS --port N
"""

import argparse
import os
import socket

import uvicorn


def main() -> None:
    """Serve until SIGTERM; open streams have some seconds to end."""
    parser = argparse.ArgumentParser(description="Kingdom's web process.")
    parser.add_argument("--fd", type=int, help="an inherited socket instead of an address")
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default 127.0.0.1)")
    parser.add_argument("--port", type=int, default=8000, help="port to listen on (default 8000)")
    parser.add_argument("--drain", type=int, default=3, help="seconds that open streams have to end (default 3)")
    options = parser.parse_args()
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
    uvicorn.Server(config).run(sockets=None if options.fd is None else [socket.socket(fileno=options.fd)])


if __name__ == "__main__":
    main()
