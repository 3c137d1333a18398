"""Checks, formats and converts JSON and YAML, and shows the place of an error.

Numbers are kept as they were written: nothing goes through floating point. YAML is read with PyYAML (YAML 1.1) where the sandbox has it.
"""

import importlib
import json
import re
from collections import Counter
from typing import Any, NamedTuple

LONGEST = 100_000  # characters of a message that are looked at
LONGEST_RESULT = 20_000  # characters; the sandbox's answer has room for two of them
DEEPEST = 100  # levels
MOST_VALUES = 50_000  # what a document may unfold to: a few YAML aliases can stand for billions
BACK = re.compile(r"\b(it|that|this|again|now|yaml|json|minif|sort|pretty|indent|valid)", re.IGNORECASE)
TOLD = {"json": "JSON", "yaml": "YAML"}
FENCE = re.compile(r"```[ \t]*(\w*)[^\n]*\n(.*?)(?:```|\Z)", re.DOTALL)
DOCUMENT_START = re.compile(r"[\[{]")
YAML_LINE = re.compile(
    r"^(?!(?:json|ya?ml|this|below|following) *: *$)[ \t]*(?:- +)?(?:[\w.$/-]+|\"[^\"\n]*\"|'[^'\n]*'):(?: |$)|^[ \t]*- \S|^---[ \t]*$",
    re.MULTILINE,
)
YAML_ROW = re.compile(r"[ \t]*(?:- +)?(?:[\w.$/-]+(?: [\w.$/-]+){0,3}):(?: |$)")  # a key of several words, once we are in YAML
NUMBER = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?")


# What went wrong, by "the reader's message, the two characters before the place, what stands there", each on a line of its own.
ERRORS = (
    (r"^Unterminated string", "a text is not closed", 'A double quote is missing, or one inside the text needs a backslash (\\").'),
    (r"^Invalid control", "there is a line break or tab inside a text", "Write \\n or \\t, or close the quote before."),
    (r"^Invalid \\", "a backslash starts an unknown sequence", "Write \\\\ for a backslash."),
    (r"^Extra data", "there is something after the end of the document", "One document holds one value."),
    (r"\n$", "the document ends too early", "A closing bracket or quote is missing at the end."),
    (r",\n[}\]]", "there is a comma before the closing bracket", "Remove the trailing comma."),
    (r"\n'", "single quotes are used", 'JSON wants double quotes: "name".'),
    (r"\n[“”„‘’]", "curly quotes are used", 'Write straight double quotes: ".'),
    (r"\n(//|/\*|#)", "there is a comment", "JSON has no comments; remove it."),
    (r"\n(True|False|None|undefined)\b", "a word of another language is used", "JSON writes true, false and null."),
    (r"(^|\n|[^\d.\n])0\n\d", "a number starts with 0", "Remove the leading zero, or write it as a text."),
    (r"^Expecting property name.*\n.*\n[\w$]", "a key has no quotes", "Put the key in double quotes."),
    (r"^Expecting ',' delimiter", "a comma or a closing bracket is missing", "Put a comma between two entries."),
    (r"^Expecting ':' delimiter", "a colon is missing after a key", "Write a colon between the key and its value."),
    (r"\n[-+]?[.\d]", "a number is written in a way JSON does not know", "No leading +, . or 0."),
    (r"", "a value is missing or not known to JSON", ""),
)


class Literal(str):
    """A number as it was written."""

    __slots__ = ()


class Wanted(NamedTuple):
    """What to do with the document: ``minify``, ``pretty`` or ``validate``, into which format, with which indent and order of keys."""

    operation: str
    target: str
    indent: int
    sort: bool


class Fault(NamedTuple):
    """Why a document cannot be read, where (both from 1), and what may help."""

    line: int
    column: int
    message: str
    hint: str


class CannotError(Exception):
    """What is asked cannot be done; the text says why."""


def handle(payload: dict[str, Any], ctx: object) -> dict[str, Any]:
    """Answer one message that holds a document, or speaks of the one before."""
    text = clean(payload.get("text", ""))
    words, document, marked = split(text)
    if not document and len(text) < 300 and BACK.search(text):
        earlier = [clean(turn.get("text", "")) for turn in payload.get("history", []) if turn.get("role") == "user"]
        _, document, marked = next((found for said in reversed(earlier) if (found := split(said))[1]), ("", "", ""))
    if not document:
        return nothing('I check and format JSON and YAML, and see no document here. Paste one, e.g. {"a": 1}.')
    source = marked or ("json" if document.lstrip("\ufeff \n\t")[:1] in '{["' or NUMBER.fullmatch(document.strip()) else "yaml")
    try:
        return answered(document, source, words)
    except CannotError as error:
        return nothing(str(error))


def clean(text: object) -> str:
    """Return a bounded text without what no database stores: NUL and halves of surrogate pairs."""
    return str(text)[:LONGEST].encode(errors="replace").decode().replace("\0", "\ufffd")


def nothing(sentence: str) -> dict[str, Any]:
    """Return the answer that has no result."""
    return {"answer": sentence, "output": None, "confidence": 0.9, "status": "NULL"}


def split(text: str) -> tuple[str, str, str]:
    """Return (the words around the document, the document, its format where the message marks it)."""
    fence = FENCE.search(text)
    if fence and fence.group(2).strip():
        marks = {"json": "json", "yaml": "yaml", "yml": "yaml"}
        return f"{text[: fence.start()]} {text[fence.end() :]}", fence.group(2), marks.get(fence.group(1).lower(), "")
    start, line = DOCUMENT_START.search(text), YAML_LINE.search(text)
    first = line is not None and "\n" in text.strip() and (start is None or line.start() < start.start())
    if line is not None and first and yaml_lines(text[line.start() :]):
        return text[: line.start()], text[line.start() :], ""
    if start is None:
        return text, "", ""
    opening, end = start.group(), max(text.rfind("]"), text.rfind("}")) + 1
    if end <= start.start() or text.count(opening) > text.count({"[": "]", "{": "}"}[opening]):
        end = len(text)
    return f"{text[: start.start()]} {text[end:]}", text[start.start() : end], ""


def yaml_lines(text: str) -> bool:
    """Say whether a text looks like YAML rather than like a sentence with a colon: two lines of it, or one that is all."""
    lines = [line for line in text.splitlines() if line.strip()]
    found = sum((YAML_LINE.match(line) or YAML_ROW.match(line)) is not None for line in lines)
    spoken = re.match(r"\s*[\w ]+: *[\[{]", lines[0]) is not None  # perhaps words before a JSON document, as in "check this: {…"
    return found >= (max(2, len(lines)) if spoken else min(2, len(lines)))


def wanted(words: str, source: str) -> Wanted:
    """Return what the words ask for."""
    said = words.lower()
    target = source
    if re.search(r"\b(to|into|in|as|2) +(valid +|pretty +|minified +)?ya?ml\b|json *(to|2|->|→) *ya?ml", said):
        target = "yaml"
    elif re.search(r"\b(to|into|in|as|2) +(valid +|pretty +|minified +|compact +)?json\b|ya?ml *(to|2|->|→) *json", said):
        target = "json"
    indent = re.search(r"\b(\d|two|four|eight) *[- ]?(?:spaces?|indent)|indent\w*(?: +\w+)? +(?:of +|by +|= *)?(\d)", said)
    number = {"two": 2, "four": 4, "eight": 8}.get(indent.group(1) or "", 0) or int(indent.group(1) or indent.group(2)) if indent else 2
    small = re.search(r"\b(minif\w*|minimi[sz]e|compact|compress|one line|single line|no (white ?)?spaces?|shrink)\b", said)
    checks = re.search(r"\b(valid\w*|check|lint|correct|wrong|error|broken|ok|parse)\b", said)
    formats = re.search(r"\b(format\w*|pretty|beautif\w*|indent\w*|sort\w*|print|tidy|convert)\b", said)
    operation = "minify" if small and target == "json" else "validate" if checks and not formats and target == source else "pretty"
    return Wanted(operation, target, max(1, min(number, 8)), re.search(r"\bsort|\balphabetic|\border(ed)? (the )?keys", said) is not None)


def answered(document: str, source: str, words: str) -> dict[str, Any]:
    """Return the whole answer. Raises CannotError where a document is too large or the sandbox lacks YAML."""
    asked = wanted(words, source)
    warnings: list[str] = []
    found = read_json(document, warnings) if source == "json" else read_yaml(document, warnings)
    if isinstance(found, Fault):
        return faulty(document, source, asked, found)
    value = found[0]
    measure(value)
    result = written(sorted_keys(value) if asked.sort else value, asked)
    output = report(source, asked, result=result, warnings=warnings)
    notes = "".join(f"\n\n{warning}" for warning in warnings)
    if len(result) > LONGEST_RESULT:
        output["result"] = None
        return success(f"This is valid {TOLD[source]}, but {len(result):,} characters are too long for one answer.{notes}", output)
    if asked.operation == "validate":
        return success(f"Yes, this is valid {TOLD[source]}: {described(value)}.{notes}", output)
    did = {"minify": "made small", "pretty": "formatted"}[asked.operation]
    did = f"{did} as {TOLD[asked.target]}" if asked.target != source else did
    order = ", keys sorted" if asked.sort else ""
    return success(f"Valid {TOLD[source]}, {did}{order}:\n\n{fenced(result, asked.target)}{notes}", output)


def report(source: str, asked: Wanted, **found: Any) -> dict[str, Any]:  # noqa: ANN401 - any JSON value
    """Return the answer as data: what was done, and the result or the error."""
    done = {"valid": found.get("error") is None, "format": source, "operation": asked.operation, "result_format": asked.target}
    return {**done, "result": None, "error": None, "warnings": [], **found}


def success(answer: str, output: dict[str, Any]) -> dict[str, Any]:
    """Return an answer with a result."""
    return {"answer": answer, "output": output, "confidence": 0.98, "status": "SUCCESS"}


def fenced(text: str, name: str) -> str:
    """Return a text as a code block that it cannot close itself."""
    ticks = "`" * max(3, max((len(run) + 1 for run in re.findall(r"`+", text)), default=3))
    return f"{ticks}{name}\n{text}\n{ticks}"


def faulty(document: str, source: str, asked: Wanted, fault: Fault) -> dict[str, Any]:
    """Return the answer for a document that cannot be read, with the line shown."""
    lines = document.splitlines() or [""]
    line = lines[min(fault.line, len(lines)) - 1]
    start = max(0, fault.column - 60)
    shown = line[start : fault.column + 40].replace("\t", " ")
    pointer = " " * max(0, fault.column - 1 - start) + "^"
    error = {"line": fault.line, "column": fault.column, "message": fault.message, "hint": fault.hint, "shown": shown}
    output = report(source, asked, error=error)
    hint = f" {fault.hint}" if fault.hint else ""
    place = fenced(f"{shown}\n{pointer}", "")
    where = f"line {fault.line}, column {fault.column}"
    return success(f"This is not valid {TOLD[source]}: {fault.message}, {where}.{hint}\n\n{place}", output)


def read_json(document: str, warnings: list[str]) -> tuple[Any] | Fault:
    """Return the value in a tuple, or why it cannot be read. A key that is there twice is legal, and warned of."""

    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(items)
        if len(made) != len(items):
            twice = Counter(key for key, _ in items).most_common(1)[0][0]
            warnings.append(f"The key {quoted(twice[:80])} is there twice in one object; most programs keep the last one.")
        return made

    def constant(name: str) -> Any:  # noqa: ANN401 - the library's signature
        raise ValueError(name)

    text = document.lstrip("\ufeff")
    try:
        found = json.loads(text, parse_float=Literal, parse_int=Literal, parse_constant=constant, object_pairs_hook=pairs)
    except json.JSONDecodeError as error:
        return Fault(error.lineno, error.colno, *explained(text, error))
    except ValueError as error:
        at = max(0, text.find(str(error)))
        return Fault(text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at), f"JSON has no {error}", "Use null, or a text.")
    except RecursionError:
        raise CannotError("This document is nested too deeply for me.") from None
    return (found,)


def explained(text: str, error: json.JSONDecodeError) -> tuple[str, str]:
    """Return (what is wrong in plain words, what may help) for an error of the JSON reader."""
    situation = f"{error.msg}\n{text[: error.pos].rstrip()[-2:]}\n{text[error.pos : error.pos + 20]}"
    return next((said, hint) for pattern, said, hint in ERRORS if re.search(pattern, situation))


def read_yaml(document: str, warnings: list[str]) -> tuple[Any] | Fault:
    """Return the value in a tuple, or why it cannot be read. Raises CannotError where there is no PyYAML or an alias goes in a circle."""
    try:
        yaml = importlib.import_module("yaml")
    except ImportError:
        raise CannotError("This sandbox has no YAML reader, so I can do JSON only.") from None
    try:
        documents = []
        for node in yaml.compose_all(document, Loader=yaml.SafeLoader):
            documents.append(yaml_value(node, yaml, [0]))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        return Fault(line, column, (error.problem or "it cannot be read").strip(), yaml_hint(document, line, str(error.problem)))
    except yaml.YAMLError as error:
        at = getattr(error, "position", 0)
        return Fault(document.count("\n", 0, at) + 1, 1, "there is a character that YAML does not allow", "")
    except RecursionError:
        raise CannotError("This document is nested too deeply for me.") from None
    if len(documents) > 1:
        warnings.append(f"There are {len(documents)} documents; I made a list of them.")
    return (documents if len(documents) != 1 else documents[0],)


def yaml_value(node: Any, yaml: Any, count: list[int], depth: int = 0) -> Any:  # noqa: ANN401 - PyYAML ships no types
    """Return the plain value of a node, with numbers as they were written. ``count`` bounds what aliases unfold to."""
    count[0] += 1
    if count[0] > MOST_VALUES or depth > DEEPEST:
        raise CannotError("This YAML unfolds to more than I can hold, or its aliases go in a circle.")
    if isinstance(node, yaml.SequenceNode):
        return [yaml_value(item, yaml, count, depth + 1) for item in node.value]
    if isinstance(node, yaml.MappingNode):
        return yaml_object(node, yaml, count, depth + 1)
    return scalar(node.tag.rpartition(":")[2], str(node.value))


def yaml_object(node: Any, yaml: Any, count: list[int], depth: int) -> dict[str, Any]:  # noqa: ANN401 - PyYAML ships no types
    """Return a mapping; what ``<<`` merges in gives way to keys of its own."""
    merged: dict[str, Any] = {}
    made: dict[str, Any] = {}
    for key, item in node.value:
        value = yaml_value(item, yaml, count, depth)
        if key.tag.endswith(":merge"):
            for part in value if isinstance(value, list) else [value]:
                merged = {**(part if isinstance(part, dict) else {}), **merged}
        else:
            made[str(key.value) if isinstance(key, yaml.ScalarNode) else compact(yaml_value(key, yaml, count, depth))] = value
    return {**merged, **made}


def scalar(tag: str, text: str) -> Any:  # noqa: ANN401 - any JSON value
    """Return a YAML scalar as JSON knows it; dates and whatever JSON has no form for stay texts."""
    if tag == "null":
        return None
    if tag == "bool":
        return text.lower() in ("yes", "true", "on")
    if tag in ("int", "float"):
        bare = text.replace("_", "").lstrip("+")
        return Literal(bare) if NUMBER.fullmatch(bare) else Literal(int(bare, 0)) if re.fullmatch(r"-?0[xb][0-9a-fA-F]+", bare) else text
    return text


def yaml_hint(document: str, line: int, problem: str) -> str:
    """Return what may help against an error of the YAML reader."""
    lines = document.splitlines()
    near = "\n".join(lines[max(0, line - 2) : line])
    if "\t" in near and ("\\t" in problem or re.search(r"^ *\t", near, re.MULTILINE)):
        return "YAML does not allow tabs for indentation; use spaces."
    if "mapping values are not allowed" in problem:
        return "Quote a text that holds a colon, or check the indentation."
    if "expected <block end>" in problem:
        return "The indentation does not fit the lines above."
    return "A quote or bracket may be missing." if "expected ',' or" in problem or "unexpected end of stream" in problem else ""


def measure(value: Any, depth: int = 0) -> None:  # noqa: ANN401 - any JSON value
    """Raise CannotError for a document that is too deep."""
    if depth > DEEPEST:
        raise CannotError(f"This document is nested more than {DEEPEST} levels deep; I stop there.")
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        measure(inner, depth + 1)


def sorted_keys(value: Any) -> Any:  # noqa: ANN401 - any JSON value
    """Return a value with the keys of all its objects in order."""
    if isinstance(value, dict):
        return {key: sorted_keys(value[key]) for key in sorted(value)}
    return [sorted_keys(item) for item in value] if isinstance(value, list) else value


def written(value: Any, asked: Wanted) -> str:  # noqa: ANN401 - any JSON value
    """Return the document in the format, form and indent that are asked for."""
    if asked.target == "json":
        return compact(value) if asked.operation == "minify" else pretty(value, " " * asked.indent, "")
    return "\n".join(yaml_text(value, " " * asked.indent, ""))


def quoted(text: str) -> str:
    """Return a JSON string; what does not print (and half of a surrogate pair) is escaped."""
    return json.dumps(str(text), ensure_ascii=not text.isprintable())


def leaf(value: Any) -> str:  # noqa: ANN401 - any JSON value
    """Return a value that is no list or object with entries as JSON."""
    if isinstance(value, Literal):
        return str(value)
    return quoted(value) if isinstance(value, str) else json.dumps(value)


def compact(value: Any) -> str:  # noqa: ANN401 - any JSON value
    """Return JSON without white space."""
    if isinstance(value, dict):
        return "{" + ",".join(f"{quoted(key)}:{compact(item)}" for key, item in value.items()) + "}"
    return "[" + ",".join(compact(item) for item in value) + "]" if isinstance(value, list) else leaf(value)


def pretty(value: Any, step: str, lead: str) -> str:  # noqa: ANN401 - any JSON value
    """Return JSON with one entry a line."""
    deeper = lead + step
    if isinstance(value, dict) and value:
        rows = [f"{deeper}{quoted(key)}: {pretty(item, step, deeper)}" for key, item in value.items()]
        return "{\n" + ",\n".join(rows) + f"\n{lead}}}"
    if isinstance(value, list) and value:
        return "[\n" + ",\n".join(deeper + pretty(item, step, deeper) for item in value) + f"\n{lead}]"
    return leaf(value)


def yaml_text(value: Any, step: str, lead: str) -> list[str]:  # noqa: ANN401 - any JSON value
    """Return the lines of a value as block YAML."""
    lines: list[str] = []
    if isinstance(value, dict) and value:
        for key, item in value.items():
            nested = isinstance(item, dict | list) and bool(item)
            lines.append(f"{lead}{yaml_leaf(key)}:" + ("" if nested else f" {yaml_leaf(item)}"))
            lines += yaml_text(item, step, lead + step) if nested else []
        return lines
    if isinstance(value, list) and value:
        for item in value:
            inner = yaml_text(item, step, f"{lead}  ")
            lines += [f"{lead}- {inner[0][len(lead) + 2 :]}", *inner[1:]]
        return lines
    return [lead + yaml_leaf(value)]


def yaml_leaf(value: Any) -> str:  # noqa: ANN401 - any JSON value
    """Return a single YAML value; a text that could be read as something else is quoted."""
    if not isinstance(value, str) or isinstance(value, Literal):
        return leaf(value)
    plain = re.fullmatch(r"[A-Za-z_](?:[\w ./()-]*[\w./()-])?", value) and value.isprintable()
    word = re.fullmatch(r"true|false|yes|no|on|off|y|n|null|nan|inf", value, re.IGNORECASE)
    return value if plain and not word else quoted(value)


def described(value: Any) -> str:  # noqa: ANN401 - any JSON value
    """Return what a value is, in words."""
    if isinstance(value, dict):
        return f"an object with {len(value)} {'key' if len(value) == 1 else 'keys'}"
    if isinstance(value, list):
        return f"a list of {len(value)} {'entry' if len(value) == 1 else 'entries'}"
    kinds = {Literal: "a number", str: "a text", bool: "true or false", type(None): "null"}
    return kinds[type(value)]
