"""Terraform files (HCL): rights over everything, and private ports that are open to everybody, block by block."""

import re
from collections import defaultdict
from collections.abc import Iterator

from kingdom.ministers.guardian.file.structure_findings import Behavior

_SIGN = re.compile(r'"(?:[^"\\\n]|\\.)*+"|[\w.-]++|[{}\[\]=:,]|#[^\n]*|//[^\n]*|\n')
_MAX_TEXT = 400_000  # characters
_ANYWHERE = frozenset({"0.0.0.0/0", "::/0"})
_PRIVATE_PORTS = (22, 23, 135, 139, 445, 1433, 2375, 3306, 3389, 5432, 5900, 6379, 9200, 11211, 27017)
_TRUE = "true"
_Block = defaultdict[str, set[str]]


class _Reader:
    """Reads the signs of a file and keeps the blocks that are open, each with the values by name that it holds."""

    def __init__(self) -> None:
        self._stack: list[tuple[str, _Block]] = [("", defaultdict(set))]
        self._name = ""
        self._words: list[str] = []
        self._list_depth = 0

    def read(self, sign: str) -> Iterator[str]:
        """Read one sign; yield the rules of a block that it closes."""
        match sign:
            case "=" | ":":
                self._name, self._words = "".join(self._words[-1:]).lower(), []
            case "[" | "]":
                self._list_depth += {"[": 1, "]": -1}[sign]
            case "\n" | "," if self._list_depth <= 0:  # a value ends here, in a list the next one follows
                self._name, self._words = "", []
            case "{":
                self._stack.append(("".join(self._words[:1]) or self._name, defaultdict(set)))
                self._name, self._words, self._list_depth = "", [], 0
            case "}":
                yield from self._close()
            case "\n" | ",":
                pass
            case _ if not sign.startswith(("#", "//")):
                self._words.append(sign.strip('"'))
                self._stack[-1][1][self._name].add(self._words[-1])

    def _close(self) -> Iterator[str]:
        if len(self._stack) > 1:
            yield from _block_rules(*self._stack.pop())
        self._name, self._words = "", []


def terraform_behaviors(text: str) -> Iterator[Behavior]:
    """Yield the behaviors of the blocks of a file."""
    reader, line = _Reader(), 1
    for found in _SIGN.finditer(text[:_MAX_TEXT]):
        line += found.group() == "\n"
        yield from (Behavior(rule, line) for rule in reader.read(found.group()))


def _block_rules(kind: str, block: _Block) -> Iterator[str]:
    if _allows_everything(block):
        yield "file.gives_access"
    is_inwards = kind == "ingress" or "ingress" in block["type"] | block["direction"]
    if is_inwards and _opens_private_port(block):
        yield "file.loosens"
    if "public-read-write" in block["acl"] or _TRUE in block["publicly_accessible"]:
        yield "file.loosens"


def _allows_everything(block: _Block) -> bool:
    actions, resources = block["action"] | block["actions"], block["resource"] | block["resources"]
    return "*" in actions and "*" in resources and block["effect"] <= {"Allow"}


def _opens_private_port(block: _Block) -> bool:
    """Return whether everybody reaches a port that is meant for few."""
    names = ("cidr_blocks", "ipv6_cidr_blocks", "cidr_ipv4", "source_ranges")
    if not any(_ANYWHERE & block[name] for name in names):
        return False
    first, last = (min(map(int, filter(str.isdigit, block[name])), default=0) for name in ("from_port", "to_port"))
    return "-1" in block["protocol"] or any(first <= port <= last for port in _PRIVATE_PORTS)
