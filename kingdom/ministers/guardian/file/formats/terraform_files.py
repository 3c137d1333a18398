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
_SEPARATORS = ("[", "]", ",", "}")
_Block = defaultdict[str, set[str]]


class _Reader:
    """Reads the signs of a file and keeps the blocks that are open, each with the values by name that it holds."""

    def __init__(self) -> None:
        self._stack: list[tuple[str, _Block]] = [("", defaultdict(set))]
        self._name = ""
        self._words: list[str] = []

    def read(self, sign: str) -> Iterator[str]:
        """Read one sign; yield the rules of a block that it closes."""
        if sign in ("=", ":"):
            self._name, self._words = (self._words[-1].lower() if self._words else ""), []
        elif sign == "\n":
            self._words = self._words if self._name else []
        elif sign == "{":
            self._stack.append((self._words[0] if self._words else self._name, defaultdict(set)))
            self._name, self._words = "", []
        elif sign == "}" and len(self._stack) > 1:
            yield from _block_rules(*self._stack.pop())
            self._name, self._words = "", []
        elif sign not in _SEPARATORS and not sign.startswith(("#", "//")):
            self._words.append(sign.strip('"'))
            self._stack[-1][1][self._name].add(self._words[-1])


def terraform_behaviors(text: str) -> Iterator[Behavior]:
    """Yield the behaviors of the blocks of a file."""
    reader, line = _Reader(), 1
    for found in _SIGN.finditer(text[:_MAX_TEXT]):
        line += found.group() == "\n"
        yield from (Behavior(rule, line) for rule in reader.read(found.group()))


def _block_rules(kind: str, block: _Block) -> Iterator[str]:
    allows = not block["effect"] or "Allow" in block["effect"]
    everything = "*" in block["action"] | block["actions"] and "*" in block["resource"] | block["resources"]
    if allows and everything:
        yield "file.gives_access"
    inwards = kind == "ingress" or "ingress" in block["type"] | block["direction"]
    networks = block["cidr_blocks"] | block["ipv6_cidr_blocks"] | block["cidr_ipv4"] | block["source_ranges"]
    if inwards and networks & _ANYWHERE and _opens_private_port(block):
        yield "file.loosens"
    if "public-read-write" in block["acl"] or _TRUE in block["publicly_accessible"]:
        yield "file.loosens"


def _opens_private_port(block: _Block) -> bool:
    first, last = (min(map(int, filter(str.isdigit, block[name])), default=0) for name in ("from_port", "to_port"))
    return "-1" in block["protocol"] or any(first <= port <= last for port in _PRIVATE_PORTS)
