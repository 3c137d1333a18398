"""Random handlers that name some operations of ``ctx``, and requests that they make whatever they name."""

import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kingdom.contracts.capabilities.sentences import Capabilities
from kingdom.contracts.spec import AgentSpec

HOSTS = ("api.example.com", "files.example.org:8443", "evil.example.net")
KEYS = ("api_key", "other_token", "root_key")
TOOLS = (
    *("archon.fs.read", "archon.fs.find", "archon.fs.write", "archon.fs.edit", "archon.fs.delete"),
    *("archon.web.search", "archon.http.request", "archon.exec.python", "archon.memory.put", "archon.memory.get"),
    *("archon.tools.list", "archon.tools.help", "archon.agent.delegate", "archon.no.such", ""),
)
OPERATIONS = ("http", "secrets.get", "files.read", "files.write", "tools.call", "delegate", "ctx", "files.delete", "")
_CALLS = {
    "http": "{c}.http.{verb}('https://{host}/')",
    "secrets.get": "{c}.secrets.get({key!r})",
    "files.read": "{c}.files.read('a.txt')",
    "files.write": "{c}.files.write('a.txt', 'x')",
    "tools.call": "{c}.tools.call({tool!r}, {{}})",
}
_STYLES = (
    "    if payload is None:\n        {call}\n",
    "    c = ctx\n    if payload is None:\n        {aliased}\n",
    "    if payload is None:\n        inner(payload, ctx)\n",
    "    step = lambda: {call}\n",
    "    if payload is None:\n        getattr(ctx, {area!r})\n",
    "    ctx.{area}\n",
    "    # {call}\n",
    "    text = {quoted}\n",
)
_REQUESTER = """
import json

def ask(ctx, op, args):
    return ctx._channel.request(op, args)

def handle(payload, ctx):
    told = []
NAMED    for op, args in json.loads(payload["text"]):
        try:
            told.append(["ok", ask(ctx, op, args)])
        except Exception as error:
            told.append(["no", str(error)])
    return {"answer": "There.", "output": {"told": told}}

def inner(payload, c):
    INNER
"""


@dataclass(frozen=True)
class CapabilityProgram:
    """A handler and the requests that it makes of the host, as (operation, arguments)."""

    spec: AgentSpec
    requests: list[tuple[str, Any]]

    @property
    def text(self) -> str:
        """The message that makes a handler with a channel of its own send the requests."""
        return json.dumps(self.requests)


def capability_program(source: random.Random, *, forging: bool = False) -> CapabilityProgram:
    """Return a random program; with ``forging`` its code sends the requests of its message past the named calls."""
    hosts = source.sample(HOSTS[:2], source.randint(0, 2))
    keys = [name for name in KEYS[:2] if hosts and source.random() < 0.6]
    code = _REQUESTER.replace("NAMED", "".join(_named(source) for _ in range(source.randint(0, 4))))
    spec = AgentSpec.model_validate(
        {
            "role": f"made_{source.randrange(10**9)}",
            "identity": source.choice(["research", "analyze", "coder", "writer"]),
            "purpose": "Made by a generator.",
            "engine": "handler",
            "handler_code": code.replace("INNER", _call(source, "c")),
            "egress_hosts": hosts,
            "credentials": [{"name": name, "host": source.choice(hosts), "how": "header"} for name in keys],
        }
    )
    most = 8 if forging else 12
    return CapabilityProgram(spec, [_request(source) for _ in range(source.randint(4, most))])


def _call(source: random.Random, context: str, operation: str = "") -> str:
    return _CALLS[operation or source.choice(list(_CALLS))].format(
        c=context,
        verb=source.choice(["get", "post"]),
        host=source.choice(HOSTS),
        key=source.choice(KEYS),
        tool=source.choice(TOOLS),
    )


def _named(source: random.Random) -> str:
    operation = source.choice(list(_CALLS))
    call = _call(source, "ctx", operation)
    area = operation.partition(".")[0]
    aliased = call.replace("ctx.", "c.")
    return source.choice(_STYLES).format(call=call, aliased=aliased, area=area, quoted=repr(call))


def _request(source: random.Random) -> tuple[str, Any]:
    op = source.choice(OPERATIONS)
    arguments: dict[str, Callable[[], Any]] = {
        "http": lambda: {"method": source.choice(["GET", "POST"]), "url": f"https://{source.choice(HOSTS)}/x"},
        "secrets.get": lambda: {"name": source.choice([*KEYS, "", None, 3, ["api_key"]])},
        "files.read": lambda: {"name": source.choice(["a.txt", "../../etc/passwd", ""])},
        "files.write": lambda: {"name": "a.txt", "text": "x"},
        "tools.call": lambda: {"name": source.choice(TOOLS), "args": {"path": "a.txt"}},
    }
    plain = arguments.get(op, lambda: {"name": "a.txt"})
    return op, plain() if source.random() < 0.95 else source.choice([None, [], "files.read", 7])


_FILE_TOOLS = {"files.read": "archon.fs.read", "files.write": "archon.fs.write"}


def is_on_card(card: Capabilities, op: str, args: object) -> bool:
    """Return whether a card's sentences name a request. Arguments that are no object name nothing to be done."""
    values = args if isinstance(args, dict) else {}
    actions, behind = [what for what, _ in card.can], [by for _, by in card.can]
    match op:
        case "files.read" | "files.write":
            return _FILE_TOOLS[op] in behind
        case "http":
            host = str(values.get("url", "https:///")).split("/")[2]
            return (host in behind) if values else any(what.startswith("call ") for what in actions)
        case "secrets.get":
            return any(f"`{values.get('name')}`" in what for what in actions)
        case "tools.call" if values.get("name") == "archon.http.request":  # a card names it by its hosts
            return any(what.startswith("call ") for what in actions)
        case "tools.call":
            return values.get("name") in behind if values else bool(behind)
        case _:
            return False
