"""The web process: uvicorn on the socket that the supervisor has bound.

python -m kingdom.ops.launch.web_process --fd N
"""

import argparse
import os
import socket

import uvicorn


def main() -> None:
    """Serve until SIGTERM; open streams have three seconds to end."""
    parser = argparse.ArgumentParser(description="Kingdom's web process.")
    parser.add_argument("--fd", type=int, required=True, help="the inherited socket")
    options = parser.parse_args()
    trusted_proxies = os.environ.get("KINGDOM_TRUSTED_PROXIES", "")
    config = uvicorn.Config(
        "kingdom.asgi:application",
        log_config=None,
        access_log=False,
        lifespan="off",
        timeout_graceful_shutdown=3,
        server_header=False,
        http="kingdom.ops.launch.http_protocol:BoundedHttpProtocol",
        ws="none",
        # uvicorn's default trusts X-Forwarded-For of any client on this machine
        proxy_headers=bool(trusted_proxies),
        forwarded_allow_ips=trusted_proxies,
    )
    uvicorn.Server(config).run(sockets=[socket.socket(fileno=options.fd)])


if __name__ == "__main__":
    main()
