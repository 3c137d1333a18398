"""Read the fields of one node of a manifest; each fault names its place. Pure."""

from collections.abc import Callable, Mapping
from typing import Any

from kingdom.contracts.formats.canonical import canonical_json
from kingdom.contracts.identity import ROLE
from kingdom.contracts.workflows.manifest import (
    DEFAULT_PARALLEL,
    MAX_COLUMN_LENGTH,
    MAX_INPUT_LENGTH,
    MAX_ITEMS,
    MAX_NODES,
    MAX_PARALLEL,
    MAX_PATH_LENGTH,
    MAX_PROMPT_LENGTH,
    FileRows,
    ManifestNode,
    NodeMap,
    NodeReference,
)

_FINDINGS = ".findings"
_OVER_FORM = 'over is a list, "node.findings", or {"file": "the path of a file", "column": "the name of a column"}.'
_MAP_FORM = f'A map is {{"over": …, "text": "what stands before each item", "parallel": a number}}; {_OVER_FORM}'


def storable_text(text: str) -> str:
    """Return a text with a question mark for what no database stores: NUL and half a surrogate pair."""
    return text.replace("\x00", "?").encode("utf-8", "replace").decode()


class FieldReader:
    """Reads fields; a wrong one is reported to ``fault`` and read as empty. ``ids``: repaired ids by written ones."""

    def __init__(self, fault: Callable[[str, str], None], ids: Mapping[str, str] | None = None) -> None:
        """Read nothing yet."""
        self._fault, self._ids = fault, ids or {}

    def prompt(self, value: object, pointer: str) -> str:
        """Return the prompt, "" for none."""
        return "" if value == "" else self._text(value, f"{pointer}/prompt", MAX_PROMPT_LENGTH)

    def specialist(self, value: object, pointer: str) -> str:
        """Return the role of a registered specialist, "" for none. Whether it exists is not known here."""
        if value == "":
            return ""
        if isinstance(value, str) and ROLE.fullmatch(value):
            return value
        self._fault(f"{pointer}/specialist", "A specialist is named by its role: lower-case letters, digits and _.")
        return ""

    def node_input(self, value: object, pointer: str) -> NodeReference | str | None:
        """Return the input: a text, the result of a node, or None."""
        if isinstance(value, Mapping):
            node = self._reference(value.get("from"), f"{pointer}/input/from")
            if set(value) - {"from", "text"}:
                self._fault(f"{pointer}/input", 'An input is a text or {"from": "a node", "text": "what to do"}.')
            if node is None or "text" not in value:
                return node
            return NodeReference(
                node=node.node, text=self._text(value["text"], f"{pointer}/input/text", MAX_PROMPT_LENGTH)
            )
        return None if value is None else self._text(value, f"{pointer}/input", MAX_INPUT_LENGTH)

    def node_map(self, value: object, pointer: str) -> NodeMap | None:
        """Return the map, None for none."""
        if value is None:
            return None
        if not isinstance(value, Mapping) or set(value) - {"over", "text", "parallel"}:
            self._fault(f"{pointer}/map", _MAP_FORM)
            return None
        parallel = value.get("parallel", DEFAULT_PARALLEL)
        if type(parallel) is not int or not 1 <= parallel <= MAX_PARALLEL:
            self._fault(f"{pointer}/map/parallel", f"parallel is a whole number from 1 to {MAX_PARALLEL}.")
            parallel = DEFAULT_PARALLEL
        text = self._text(value["text"], f"{pointer}/map/text", MAX_PROMPT_LENGTH) if value.get("text") else ""
        over = self._over(value.get("over"), f"{pointer}/map/over")
        return None if over is None else NodeMap(over=over, text=text, parallel=parallel)

    def depends_on(self, value: object, pointer: str) -> tuple[str, ...]:
        """Return the nodes that a node waits for, each once."""
        if not isinstance(value, list) or len(value) > MAX_NODES:
            self._fault(f"{pointer}/depends_on", f"depends_on is a list of at most {MAX_NODES} ids.")
            return ()
        found = [self._reference(name, f"{pointer}/depends_on/{at}") for at, name in enumerate(value)]
        return tuple(dict.fromkeys(reference.node for reference in found if reference is not None))

    def limit(self, plan: Mapping[str, Any], name: str, largest: int) -> int | None:
        """Return a bound of the whole workflow, None when it has none of its own."""
        value = plan.get(name)
        if value is None or (type(value) is int and 1 <= value <= largest):
            return value
        self._fault(f"/{name}", f"{name} is a whole number from 1 to {largest:,}.")
        return None

    def check_task(self, node: ManifestNode, pointer: str) -> None:
        """Report a node that has no task, or two."""
        if bool(node.prompt) == bool(node.specialist):
            self._fault(pointer, "A node has either a prompt or a specialist.")
        elif node.specialist and (node.input is None) == (node.map is None):
            self._fault(pointer, "A node with a specialist has either an input or a map.")

    def _over(self, value: object, pointer: str) -> NodeReference | FileRows | tuple[str, ...] | None:
        if isinstance(value, Mapping):
            return self._file_rows(value, pointer)
        if isinstance(value, str):
            if not value.endswith(_FINDINGS):
                self._fault(pointer, _OVER_FORM)
                return None
            return self._reference(value.removesuffix(_FINDINGS), pointer)
        if not isinstance(value, list) or not 1 <= len(value) <= MAX_ITEMS:
            self._fault(pointer, f"A map has 1 to {MAX_ITEMS:,} items.")
            return None
        return tuple(self._text(_item_text(item), f"{pointer}/{at}", MAX_INPUT_LENGTH) for at, item in enumerate(value))

    def _file_rows(self, value: Mapping[str, Any], pointer: str) -> FileRows | None:
        if set(value) - {"file", "column"}:
            self._fault(pointer, _OVER_FORM)
            return None
        path = self._text(value.get("file"), f"{pointer}/file", MAX_PATH_LENGTH)
        named = value.get("column") not in (None, "")
        column = self._text(value["column"], f"{pointer}/column", MAX_COLUMN_LENGTH) if named else ""
        return FileRows(file=path, column=column) if path else None

    def _reference(self, value: object, pointer: str) -> NodeReference | None:
        node = self._ids.get(value) if isinstance(value, str) else None
        if node is None:
            self._fault(pointer, f"There is no node {str(value)[:100]!r}.")
            return None
        return NodeReference(node=node)

    def _text(self, value: object, pointer: str, longest: int) -> str:
        if isinstance(value, str) and storable_text(value) == value and len(value) <= longest and value.strip():
            return value
        self._fault(pointer, f"This must be a text of at most {longest:,} characters that is not blank.")
        return ""


def _item_text(item: Any) -> Any:  # noqa: ANN401 - any JSON value
    return item if isinstance(item, str) else canonical_json(item)
