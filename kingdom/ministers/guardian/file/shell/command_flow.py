"""What flows through the commands of a script: foreign and hidden code, shells, secrets."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice

from kingdom.ministers.guardian.file.shell.commands import Command, base_name
from kingdom.ministers.guardian.file.shell.fetched_programs import disguised_programs, mines
from kingdom.ministers.guardian.file.shell.programs import (
    FETCHERS,
    LOCAL_ADDRESS,
    NETWORK_TOOLS,
    SHELLS,
    is_interpreter,
)
from kingdom.ministers.guardian.file.shell.secret_leaks import leak_behaviors
from kingdom.ministers.guardian.file.shell.secret_variables import NO_SECRETS, DeclaredSecrets, variable_leaks
from kingdom.ministers.guardian.file.structure_findings import Behavior

_MAX_PIPELINE = 40  # commands of one pipeline that are looked at
_CHECKS = frozenset(
    {"sha256sum", "sha512sum", "shasum", "sha1sum", "gpg", "gpgv", "cosign", "minisign", "openssl", "b2sum"}
)
_ADDRESS = re.compile(r"(?:https?://|^|@)(?:\d{1,3}\.){3}\d{1,3}\b")
_SOCKET_CODE = re.compile(r"socket|tcpsocket|fsockopen|io\.popen|net\.connect", re.I)
_SHELL_CODE = re.compile(r"dup2|/bin/(?:ba)?sh|pty|exec|spawn|popen|subprocess|-i\b", re.I)
_CODED = re.compile(r"b(?:ase)?64|fromhex|unhexlify|codecs|zlib|marshal|rot13|chr\(|atob|pack\(", re.I)
_RUNS_CODE = re.compile(r"\b(?:exec|eval|system|iex)\b|subprocess|child_process", re.I)
_FETCHES = re.compile(
    r"urlopen|urlretrieve|requests\.get|httpx\.get|https?\.get\(|fetch\(|Net::HTTP|URI\.(?:open|parse)|open-uri|LWP::|HTTP::Tiny"
    r"|file_get_contents\([\"']?http|\bcurl\b|\bwget\b"
)
_ENVIRONMENT = re.compile(
    r"os\.environ(?!\[|\.get)|process\.env(?!\.\w|\[)|\bENV\.(?:to_h|inspect|map|each)|\bgetenv\(\)|%ENV\b"
)
_CREDENTIAL_FILE = re.compile(
    r"\.(?:ssh/id_|aws/cred|npmrc|pypirc|netrc|git-credentials|kube/config|docker/config)|/etc/shadow"
)
_SENDS = re.compile(r"https?://|\bhttps?\.(?:get|request)|urlopen|requests\.|fetch\(|Net::HTTP|\bdns\.|sock", re.I)
# Code in an argument: two patterns that it matches, and the rule. The first that fits counts.
_ARGUMENT_CODE = (
    (_SOCKET_CODE, _SHELL_CODE, "file.gives_access"),
    (_CODED, _RUNS_CODE, "file.hidden_code"),
    (_ENVIRONMENT, _SENDS, "file.sends_secrets"),
    (_CREDENTIAL_FILE, _SENDS, "file.sends_secrets"),
    (_FETCHES, _RUNS_CODE, "file.foreign_code"),
)
_EXEC_OPTION = re.compile(r"(?:^|\s)(?:-[a-z]*[ec]|--(?:sh-)?exec)\s")
_SHELL_ADDRESS = re.compile(r"(?:exec|system):|/bin/(?:ba|z)?sh", re.I)


def reads_code(command: Command) -> bool:
    """Return whether an interpreter takes its code from standard input, and not from its own arguments."""
    if command.name in ("source", "."):
        return any(word in ("/dev/stdin", "-") or word.startswith("<(") for word in command.words)
    if not is_interpreter(command.name):
        return False
    if command.has("-c", "-m", "-e", "-n", "-p", "-r", "--eval"):
        return False
    return not command.arguments or "-s" in command.words or command.arguments[0] in ("-", "/dev/stdin")


def is_decoder(command: Command) -> bool:
    """Return whether a command turns encoded text into its content."""
    if command.name in ("base64", "base32", "openssl", "basenc", "uudecode"):
        return command.name == "uudecode" or command.has("-d", "-D", "--decode", "-di")
    return (command.name == "xxd" and command.has("-r", "-rp")) or command.name == "rev"


def flow_behaviors(commands: Sequence[Command], secrets: DeclaredSecrets = NO_SECRETS) -> Iterator[Behavior]:
    """Yield the behaviors of the commands of one script; ``secrets`` are variables that are declared to hold some."""
    by_number: defaultdict[int, list[Command]] = defaultdict(list)
    substituted: defaultdict[int, list[Command]] = defaultdict(list)
    for command in commands:
        by_number[command.pipeline].append(command)
        if command.inside is not None:
            substituted[id(command.inside)].append(command)
    pipelines = {number: pipeline[:_MAX_PIPELINE] for number, pipeline in by_number.items()}
    for pipeline in pipelines.values():
        yield from _pipeline_behaviors(pipeline)
    names = {command.name for command in commands}
    for command in commands:
        yield from _code_behaviors(command, substituted[id(command)])
        yield from _socket_behaviors(command, names)
    yield from _downloaded_code(commands)
    yield from leak_behaviors(commands, pipelines, substituted)
    yield from (Behavior("file.sends_secrets", line) for line in variable_leaks(commands, pipelines, secrets))
    yield from (Behavior("file.foreign_code", line) for line in disguised_programs(commands))


def _pipeline_behaviors(pipeline: list[Command]) -> Iterator[Behavior]:
    for at, command in enumerate(pipeline):
        earlier = pipeline[:at] if reads_code(command) else []
        rule = _code_source(earlier, FETCHERS | NETWORK_TOOLS)
        if rule or any(map(_prints_bytes, earlier)):
            yield Behavior(rule or "file.hidden_code", command.line)


def _code_source(sources: list[Command], fetchers: frozenset[str]) -> str:
    """Return the rule that code meets by the commands that it comes from, empty for none."""
    if any(map(is_decoder, sources)):
        return "file.hidden_code"
    return "file.foreign_code" if any(source.name in fetchers for source in sources) else ""


def _prints_bytes(command: Command) -> bool:
    return command.name in ("printf", "echo") and "\\x" in " ".join(command.words)


def _code_behaviors(command: Command, inner: list[Command]) -> Iterator[Behavior]:
    """Yield the behaviors of code that a command is given in its arguments."""
    is_program = is_interpreter(command.name)
    rule = _code_source(inner, FETCHERS) if is_program or command.name in ("eval", "source", ".") else ""
    if rule:
        yield Behavior(rule, command.line)
    if is_program and command.has("-c", "-e", "-r", "-enc", "-EncodedCommand"):
        text = " ".join(command.words)
        met = (rule for first, second, rule in _ARGUMENT_CODE if first.search(text) and second.search(text))
        yield from (Behavior(rule, command.line) for rule in islice(met, 1))


def _socket_behaviors(command: Command, names: set[str]) -> Iterator[Behavior]:
    """Yield the behaviors of a command that connects; ``names`` are those of all commands of the script."""
    if _connects_shell(command, names) or (command.name in NETWORK_TOOLS and _serves_shell(command, names)):
        yield Behavior("file.gives_access", command.line)
    if mines(command):
        yield Behavior("file.foreign_code", command.line)


def _connects_shell(command: Command, names: set[str]) -> bool:
    """Return whether a shell is connected to a socket by redirections."""
    if not any(re.match(r"/dev/(?:tcp|udp)/", target) for target in (*command.writes, *command.reads)):
        return False
    has_shell = any(name.startswith("$") or name in SHELLS or name == "eval" for name in names)
    return is_interpreter(command.name) or (command.name == "exec" and has_shell)


def _serves_shell(command: Command, names: set[str]) -> bool:
    """Return whether a network tool runs a shell for its peer, also over a named pipe."""
    text = " ".join(command.words)
    if (command.name != "telnet" and _EXEC_OPTION.search(text)) or _SHELL_ADDRESS.search(text):
        return True
    return "mkfifo" in names and not names.isdisjoint(SHELLS)


def _downloaded_code(commands: Sequence[Command]) -> Iterator[Behavior]:
    """Yield a behavior for a program that is fetched without proof of who made it, and run."""
    if any(command.name in _CHECKS for command in commands):
        return
    fetched: set[str] = set()
    for command in commands:
        if command.name in FETCHERS and _is_unproven(command):
            fetched |= {base_name(target).removeprefix("./") for target in _fetch_targets(command)}
        if any(path.rpartition("/")[2] in fetched for path in _started_files(command)):
            yield Behavior("file.foreign_code", command.line)


def _started_files(command: Command) -> list[str]:
    """Return the program that a command runs or makes executable."""
    if is_interpreter(command.name) or command.name in ("source", "."):
        return command.arguments[:1]
    is_enabled = command.name == "chmod" and command.words[:1] in (["+x"], ["755"], ["777"])
    return [command.name, *(command.arguments[-1:] if is_enabled else [])]


def _fetch_targets(command: Command) -> list[str]:
    named = command.value_of("-o", "-O", "--output", "--output-document")
    urls = [word for word in command.arguments if "://" in word]
    targets = [named] if named and "://" not in named else []
    return (
        targets
        + command.writes
        + [url.split("?")[0].rpartition("/")[2] for url in urls if command.name == "wget" or command.has("-O")]
    )


def _is_unproven(command: Command) -> bool:
    """Return whether nothing proves the source: plain HTTP, an address, no check of the certificate, an unknown URL."""
    text = " ".join(command.words)
    if LOCAL_ADDRESS.search(text):
        return False
    if "http://" in text or _ADDRESS.search(text) or command.has("--no-check-certificate"):
        return True
    return command.name == "curl" and command.has("-k", "--insecure")
