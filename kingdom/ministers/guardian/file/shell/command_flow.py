"""What flows through the commands of a script: foreign code into an interpreter, secrets out of the machine."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain, islice

from kingdom.ministers.guardian.file import sensitive_places as places
from kingdom.ministers.guardian.file.shell.commands import Command, base_name
from kingdom.ministers.guardian.file.structure_findings import Deed

FETCHERS = frozenset({"curl", "wget", "fetch", "aria2c", "lwp-request", "http", "https", "GET"})
SHELLS = frozenset({"sh", "bash", "zsh", "dash", "ksh", "ash", "fish"})
INTERPRETERS = SHELLS | {"perl", "ruby", "node", "php", "lua", "osascript", "pwsh", "powershell", "iex", "deno"}
_NETWORK_TOOLS = frozenset({"nc", "ncat", "netcat", "socat", "telnet"})
_REMOTE_COPIES = frozenset({"scp", "rsync", "sftp", "ftp", "rclone", "gsutil", "mail", "mailx", "mutt", "sendmail"})
_NAME_LOOKUPS = frozenset({"dig", "nslookup", "host", "ping"})
_CURL_DATA = ("-d", "--data", "--data-binary", "--data-raw", "--data-urlencode")
_CURL_BODY = (*_CURL_DATA, "-F", "--form", "-T", "--upload-file")
_BODY_OPTIONS = {"curl": _CURL_BODY, "wget": ("--post-data", "--post-file", "--body-data", "--body-file")}
_MAX_PIPELINE = 40  # commands of one pipeline that are looked at
_CHECKS = frozenset(
    {"sha256sum", "sha512sum", "shasum", "sha1sum", "gpg", "gpgv", "cosign", "minisign", "openssl", "b2sum"}
)
_ADDRESS = re.compile(r"(?:https?://|^|@)(?:\d{1,3}\.){3}\d{1,3}\b")
_LOCAL_ADDRESS = re.compile(r"(?:127\.\d|10\.\d|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|0\.0\.0\.0|localhost)")
_SOCKET_CODE = re.compile(r"socket|tcpsocket|fsockopen|io\.popen|net\.connect", re.I)
_SHELL_CODE = re.compile(r"dup2|/bin/(?:ba)?sh|pty|exec|spawn|popen|subprocess|-i\b", re.I)
_CODED = re.compile(r"b(?:ase)?64|fromhex|unhexlify|codecs|zlib|marshal|rot13|chr\(|atob|pack\(", re.I)
_RUNS_CODE = re.compile(r"\b(?:exec|eval|system|iex)\b|subprocess|child_process", re.I)
# Code in an argument: two patterns that it matches, and the rule. The first that fits counts.
_ARGUMENT_CODE = ((_SOCKET_CODE, _SHELL_CODE, "file.gives_access"), (_CODED, _RUNS_CODE, "file.hidden_code"))
_EXEC_OPTION = re.compile(r"(?:^|\s)(?:-[a-z]*[ec]|--(?:sh-)?exec)\s")
_SHELL_ADDRESS = re.compile(r"(?:exec|system):|/bin/(?:ba|z)?sh", re.I)
_SYSTEM_FILE = re.compile(r"/(?:etc|usr|proc|root|var)/\w")
_TEXT_READERS = {"cat", "head", "tail", "grep", "strings", "sed", "awk", "od", "less", "sort", "xxd", "base64", "tee"}
_READERS = _TEXT_READERS | {"tar", "zip", "gzip", "cp", "find", "security", "dd", "openssl", "gpg", "sqlite3"}


def is_interpreter(name: str) -> bool:
    """Return whether a program runs what it is given as code."""
    return name in INTERPRETERS or re.fullmatch(r"python[\d.]*|pypy3?", name) is not None


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


def flow_deeds(commands: Sequence[Command]) -> Iterator[Deed]:
    """Yield the deeds of the commands of one script."""
    by_number: defaultdict[int, list[Command]] = defaultdict(list)
    substituted: defaultdict[int, list[Command]] = defaultdict(list)
    for command in commands:
        by_number[command.pipeline].append(command)
        if command.inside is not None:
            substituted[id(command.inside)].append(command)
    pipelines = {number: pipeline[:_MAX_PIPELINE] for number, pipeline in by_number.items()}
    for pipeline in pipelines.values():
        yield from _pipeline_deeds(pipeline)
    names = {command.name for command in commands}
    for command in commands:
        yield from _code_deeds(command, substituted[id(command)])
        yield from _socket_deeds(command, names)
    yield from _downloaded_code(commands)
    yield from _leaks(commands, pipelines, substituted)


def _pipeline_deeds(pipeline: list[Command]) -> Iterator[Deed]:
    for at, command in enumerate(pipeline):
        earlier = pipeline[:at] if reads_code(command) else []
        rule = _code_source(earlier, FETCHERS | _NETWORK_TOOLS)
        if rule or any(map(_prints_bytes, earlier)):
            yield Deed(rule or "file.hidden_code", command.line)


def _code_source(sources: list[Command], fetchers: frozenset[str]) -> str:
    """Return the rule that code meets by the commands that it comes from, empty for none."""
    if any(map(is_decoder, sources)):
        return "file.hidden_code"
    return "file.foreign_code" if any(source.name in fetchers for source in sources) else ""


def _prints_bytes(command: Command) -> bool:
    return command.name in ("printf", "echo") and "\\x" in " ".join(command.words)


def _code_deeds(command: Command, inner: list[Command]) -> Iterator[Deed]:
    """Yield the deeds of code that a command is given in its arguments."""
    is_program = is_interpreter(command.name)
    rule = _code_source(inner, FETCHERS) if is_program or command.name in ("eval", "source", ".") else ""
    if rule:
        yield Deed(rule, command.line)
    if is_program and command.has("-c", "-e", "-r", "-enc", "-EncodedCommand"):
        text = " ".join(command.words)
        met = (rule for first, second, rule in _ARGUMENT_CODE if first.search(text) and second.search(text))
        yield from (Deed(rule, command.line) for rule in islice(met, 1))


def _socket_deeds(command: Command, names: set[str]) -> Iterator[Deed]:
    """Yield the deeds of a command that connects; ``names`` are those of all commands of the script."""
    if _connects_shell(command, names) or (command.name in _NETWORK_TOOLS and _serves_shell(command, names)):
        yield Deed("file.gives_access", command.line)
    if command.name in ("xmrig", "minerd", "cpuminer") or "stratum+tcp" in " ".join(command.words):
        yield Deed("file.foreign_code", command.line)


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


def _downloaded_code(commands: Sequence[Command]) -> Iterator[Deed]:
    """Yield a deed for a program that is fetched without proof of who made it, and run."""
    if any(command.name in _CHECKS for command in commands):
        return
    fetched: set[str] = set()
    for command in commands:
        if command.name in FETCHERS and _is_unproven(command):
            fetched |= {base_name(target).removeprefix("./") for target in _fetch_targets(command)}
        if any(path.rpartition("/")[2] in fetched for path in _started_files(command)):
            yield Deed("file.foreign_code", command.line)


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
    if _LOCAL_ADDRESS.search(text):
        return False
    if "http://" in text or _ADDRESS.search(text) or command.has("--no-check-certificate"):
        return True
    return command.name == "curl" and command.has("-k", "--insecure")


def _leaks(
    commands: Sequence[Command], pipelines: dict[int, list[Command]], substituted: dict[int, list[Command]]
) -> Iterator[Deed]:
    """Yield a deed for each command that sends keys, the environment or files of the system."""
    collected: set[str] = set()  # files that secrets were put into
    from_secrets = {number for number, pipeline in pipelines.items() if any(map(_is_secret_source, pipeline))}
    names_system = any(map(_names_system, commands))
    for command in commands:
        is_fed = command.pipeline in from_secrets or any(map(_is_secret_source, substituted[id(command)]))
        is_upload = names_system and _uploads_variable(command)
        takes_secret = is_fed or is_upload or _names_secret(command) or _takes_file(command, collected)
        if not takes_secret:
            continue
        if _sends(command, pipelines[command.pipeline]):
            yield Deed("file.sends_secrets", command.line)
        elif command.name not in FETCHERS:
            collected |= {*command.writes, *_archive_targets(command)} - {"/dev/null"}


def _takes_file(command: Command, paths: set[str]) -> bool:
    return not paths.isdisjoint(word.lstrip("@").rpartition("@")[2] for word in command.words)


def _names_system(command: Command) -> bool:
    return any(map(_SYSTEM_FILE.match, command.words))


def _uploads_variable(command: Command) -> bool:
    """Return whether a command uploads a file that a variable names."""
    return command.name == "curl" and any(command.value_of(option).startswith("@$") for option in _CURL_BODY)


def _archive_targets(command: Command) -> list[str]:
    if command.name in ("tar", "zip", "7z", "gpg", "openssl"):
        return [
            word for word in command.words if re.search(r"\.(?:tar|t?gz|tgz|zip|7z|enc|gpg|bz2|xz)(?:\.\w+)?$", word)
        ][:1]
    return command.arguments[-1:] if command.name in ("cp", "mv", "tee") else []


def _is_secret_source(command: Command) -> bool:
    if command.name in ("env", "printenv", "set", "export", "history") and len(command.arguments) == 0:
        return True
    return command.name in _READERS and any(
        places.is_secret_file(places.normalized_path(word)) for word in (*command.words, *command.reads)
    )


def _names_secret(command: Command) -> bool:
    """Return whether a command's own arguments name a file with secrets or of the system as what it sends."""
    paths = map(places.normalized_path, _sent_paths(command))
    return any(places.is_secret_file(path) or (path.startswith("/") and places.is_system(path)) for path in paths)


def _sent_paths(command: Command) -> list[str]:
    if command.name in FETCHERS:
        values = map(command.value_of, chain.from_iterable(_BODY_OPTIONS.values()))
        return [value.rpartition("@")[2].split(";")[0] for value in values if value]
    if command.name in _REMOTE_COPIES | {"aws"}:
        return [word for word in command.arguments if ":" not in word or word.startswith("/")]
    return command.reads if command.name in _NETWORK_TOOLS else []


def _sends(command: Command, pipeline: list[Command]) -> bool:
    text = " ".join(command.words)
    if _LOCAL_ADDRESS.search(text) or "host.docker.internal" in text:
        return False
    if command.name in _BODY_OPTIONS:
        return "$(" in text or command.has(*_BODY_OPTIONS[command.name])
    if command.name in _NAME_LOOKUPS:
        return "$(" in text or "`" in text or len(pipeline) > 1
    return _copies_away(command)


def _copies_away(command: Command) -> bool:
    if command.name == "aws":
        return command.words[:2] in (["s3", "cp"], ["s3", "sync"], ["s3", "mv"])
    if command.name in ("scp", "rsync"):
        return any(re.match(r"[^/\s]+:", word) for word in command.arguments)
    return command.name in _REMOTE_COPIES | _NETWORK_TOOLS or (
        command.name == "openssl" and "s_client" in command.words
    )
