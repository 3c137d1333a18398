"""``python -m tests.gemini_server --port N [--script FILE]``: the server as its own process.

Prints one JSON line ``{"url", "openai_url", "key", "pid"}`` when it listens, and ends on SIGTERM or SIGINT.
``GET /_log`` returns what it was asked; ``POST /_script`` adds steps, rules or a default while it runs.
"""

import argparse
import json
import os
import signal
import sys
import threading
from pathlib import Path

from tests.gemini_server.server import running_server


def main() -> None:
    """Serve until interrupted."""
    parser = argparse.ArgumentParser(prog="python -m tests.gemini_server")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--script", type=Path, help="a JSON script, see Script.load")
    parser.add_argument("--old-openai", action="store_true", help="refuse response_format json_schema")
    options = parser.parse_args()
    done = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: done.set())
    with running_server(port=options.port, old_openai=options.old_openai) as server:
        if options.script:
            server.load(json.loads(options.script.read_text()))
        hello = {"url": server.url, "openai_url": server.openai_url, "key": server.key, "pid": os.getpid()}
        sys.stdout.write(json.dumps(hello) + "\n")
        sys.stdout.flush()
        done.wait()


if __name__ == "__main__":
    main()
