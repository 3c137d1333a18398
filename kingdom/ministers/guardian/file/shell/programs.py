"""Names of the programs of a shell that fetch, connect and run what they are given as code. Pure."""

import re

FETCHERS = frozenset({"curl", "wget", "fetch", "aria2c", "lwp-request", "http", "https", "GET"})
SHELLS = frozenset({"sh", "bash", "zsh", "dash", "ksh", "ash", "fish"})
INTERPRETERS = SHELLS | {"perl", "ruby", "node", "php", "lua", "osascript", "pwsh", "powershell", "iex", "deno"}
NETWORK_TOOLS = frozenset({"nc", "ncat", "netcat", "socat", "telnet"})
LOCAL_ADDRESS = re.compile(r"(?:127\.\d|10\.\d|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|0\.0\.0\.0|localhost)")


def is_interpreter(name: str) -> bool:
    """Return whether a program runs what it is given as code."""
    return name in INTERPRETERS or re.fullmatch(r"python[\d.]*|pypy3?", name) is not None
