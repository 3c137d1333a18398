"""The web process: uvicorn on the socket that the supervisor has bound.

python -m kingdom.ops.launch.web_process --fd N
"""

import argparse
import socket

import uvicorn


def main() -> None:
    """Serve until SIGTERM; open streams have three seconds to end."""
    parser = argparse.ArgumentParser(description="Kingdom's web process.")
    parser.add_argument("--fd", type=int, required=True, help="the inherited socket")
    options = parser.parse_args()
    config = uvicorn.Config(
        "kingdom.asgi:application",
        log_config=None,
        access_log=False,
        lifespan="off",
        timeout_graceful_shutdown=3,
        server_header=False,
    )
    uvicorn.Server(config).run(sockets=[socket.socket(fileno=options.fd)])


if __name__ == "__main__":
    main()
