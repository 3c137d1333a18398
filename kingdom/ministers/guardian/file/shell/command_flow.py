"""What flows through the commands of a script: foreign code into an interpreter, secrets out of the machine."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from kingdom.ministers.guardian.file import sensitive_places as places
from kingdom.ministers.guardian.file.shell.commands import Command, base_name
from kingdom.ministers.guardian.file.structure_findings import Deed

FETCHERS = frozenset({"curl", "wget", "fetch", "aria2c", "lwp-request", "http", "https", "GET"})
SHELLS = frozenset({"sh", "bash", "zsh", "dash", "ksh", "ash", "fish"})
INTERPRETERS = SHELLS | {"perl", "ruby", "node", "php", "lua", "osascript", "pwsh", "powershell", "iex", "deno"}
_NETWORK_TOOLS = frozenset({"nc", "ncat", "netcat", "socat", "telnet"})
_REMOTE_COPIES = frozenset({"scp", "rsync", "sftp", "ftp", "rclone", "gsutil", "mail", "mailx", "mutt", "sendmail"})
_NAME_LOOKUPS = frozenset({"dig", "nslookup", "host", "ping"})
_BODY_OPTIONS = (
    "-d",
    "--data",
    "--data-binary",
    "--data-raw",
    "--data-urlencode",
    "-F",
    "--form",
    "-T",
    "--upload-file",
)
_WGET_BODY = ("--post-data", "--post-file", "--body-data", "--body-file")
_MAX_PIPELINE = 40  # commands of one pipeline that are looked at
_CHECKS = frozenset(
    {"sha256sum", "sha512sum", "shasum", "sha1sum", "gpg", "gpgv", "cosign", "minisign", "openssl", "b2sum"}
)
_ADDRESS = re.compile(r"(?:https?://|^|@)(?:\d{1,3}\.){3}\d{1,3}\b")
_LOCAL_ADDRESS = re.compile(r"(?:127\.\d|10\.\d|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|0\.0\.0\.0)")
_SOCKET_CODE = re.compile(r"socket|tcpsocket|fsockopen|io\.popen|net\.connect", re.I)
_SHELL_CODE = re.compile(r"dup2|/bin/(?:ba)?sh|pty|exec|spawn|popen|subprocess|-i\b", re.I)
_CODED = re.compile(r"b(?:ase)?64|fromhex|unhexlify|codecs|zlib|marshal|rot13|chr\(|atob|pack\(", re.I)
_RUNS_CODE = re.compile(r"\b(?:exec|eval|system|iex)\b|subprocess|child_process", re.I)


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
    for command in commands:
        yield from _code_deeds(command, substituted[id(command)])
        yield from _socket_deeds(command, commands)
    yield from _downloaded_code(commands)
    yield from _leaks(commands, pipelines, substituted)


def _pipeline_deeds(pipeline: list[Command]) -> Iterator[Deed]:
    for at, command in enumerate(pipeline):
        if not reads_code(command):
            continue
        earlier = pipeline[:at]
        if any(is_decoder(part) for part in earlier):
            yield Deed("file.hidden_code", command.line)
        elif any(part.name in FETCHERS | _NETWORK_TOOLS for part in earlier):
            yield Deed("file.foreign_code", command.line)
        elif any(part.name in ("printf", "echo") and "\\x" in " ".join(part.words) for part in earlier):
            yield Deed("file.hidden_code", command.line)


def _code_deeds(command: Command, inner: list[Command]) -> Iterator[Deed]:
    """Yield the deeds of code that a command is given in its arguments."""
    runs = is_interpreter(command.name) or command.name in ("eval", "source", ".")
    text = " ".join(command.words)
    if runs and any(is_decoder(part) for part in inner):
        yield Deed("file.hidden_code", command.line)
    elif runs and any(part.name in FETCHERS for part in inner) and not command.name.startswith(("jq", "echo")):
        yield Deed("file.foreign_code", command.line)
    if is_interpreter(command.name) and command.has("-c", "-e", "-r", "-enc", "-EncodedCommand"):
        if _SOCKET_CODE.search(text) and _SHELL_CODE.search(text):
            yield Deed("file.gives_access", command.line)
        elif _CODED.search(text) and _RUNS_CODE.search(text):
            yield Deed("file.hidden_code", command.line)


def _socket_deeds(command: Command, commands: Sequence[Command]) -> Iterator[Deed]:
    sockets = [target for target in (*command.writes, *command.reads) if re.match(r"/dev/(?:tcp|udp)/", target)]
    if sockets and (is_interpreter(command.name) or (command.name == "exec" and _gives_shell(commands))):
        yield Deed("file.gives_access", command.line)
    text = " ".join(command.words)
    if command.name in _NETWORK_TOOLS and (
        (command.name != "telnet" and re.search(r"(?:^|\s)(?:-[a-z]*[ec]|--(?:sh-)?exec)\s", text))
        or re.search(r"(?:exec|system):|/bin/(?:ba|z)?sh", text, re.I)
        or (any(part.name == "mkfifo" for part in commands) and any(part.name in SHELLS for part in commands))
    ):
        yield Deed("file.gives_access", command.line)
    if "stratum+tcp" in text or command.name in ("xmrig", "minerd", "cpuminer"):
        yield Deed("file.foreign_code", command.line)


def _gives_shell(commands: Sequence[Command]) -> bool:
    return any(part.name.startswith("$") or part.name in SHELLS or part.name == "eval" for part in commands)


def _downloaded_code(commands: Sequence[Command]) -> Iterator[Deed]:
    """Yield a deed for a program that is fetched without proof of who made it, and run."""
    if any(command.name in _CHECKS for command in commands):
        return
    fetched: dict[str, Command] = {}
    for command in commands:
        if command.name in FETCHERS and _is_unproven(command):
            for target in _fetch_targets(command):
                fetched[base_name(target).removeprefix("./")] = command
        runs = (
            command.arguments[:1] if is_interpreter(command.name) or command.name in ("source", ".") else [command.name]
        )
        runs += (
            command.arguments[-1:]
            if command.name == "chmod" and command.words[:1] in (["+x"], ["755"], ["777"])
            else []
        )
        for path in runs:
            if path.rpartition("/")[2] in fetched:
                yield Deed("file.foreign_code", command.line)


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
    if _LOCAL_ADDRESS.search(text) or "localhost" in text:
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
    for command in commands:
        pipeline = pipelines[command.pipeline]
        secret = command.pipeline in from_secrets or _names_secret(command)
        secret = secret or _uploads_unknown(command, commands)
        secret = secret or any(word.lstrip("@").rpartition("@")[2] in collected for word in command.words)
        secret = secret or any(map(_is_secret_source, substituted[id(command)]))
        if secret and command.name not in FETCHERS and not _sends(command, pipeline):
            collected |= {word for word in (*command.writes, *_archive_targets(command)) if word != "/dev/null"}
        if secret and _sends(command, pipeline):
            yield Deed("file.sends_secrets", command.line)


def _uploads_unknown(command: Command, commands: Sequence[Command]) -> bool:
    """Return whether a command uploads a file by a variable in a script that names files of the system."""
    values = [command.value_of(option) for option in _BODY_OPTIONS] if command.name == "curl" else []
    if not any(value.startswith("@$") for value in values):
        return False
    return any(re.match(r"/(?:etc|usr|proc|root|var)/\w", word) for part in commands for word in part.words)


def _archive_targets(command: Command) -> list[str]:
    if command.name in ("tar", "zip", "7z", "gpg", "openssl"):
        return [
            word for word in command.words if re.search(r"\.(?:tar|t?gz|tgz|zip|7z|enc|gpg|bz2|xz)(?:\.\w+)?$", word)
        ][:1]
    return command.arguments[-1:] if command.name in ("cp", "mv", "tee") else []


def _is_secret_source(command: Command) -> bool:
    if command.name in ("env", "printenv", "set", "export", "history") and len(command.arguments) == 0:
        return True
    reads = command.name in (
        *(
            "cat",
            "tar",
            "zip",
            "cp",
            "base64",
            "xxd",
            "head",
            "tail",
            "grep",
            "find",
            "gzip",
            "strings",
            "sed",
            "awk",
            "security",
        ),
        *("tee", "dd", "openssl", "gpg", "sqlite3", "od", "less", "sort"),
    )
    return reads and any(
        places.is_secret_file(places.normalized_path(word)) for word in (*command.words, *command.reads)
    )


def _names_secret(command: Command) -> bool:
    """Return whether a command's own arguments name a file with secrets or of the system as what it sends."""
    if command.name in FETCHERS:
        values = [command.value_of(option) for option in (*_BODY_OPTIONS, *_WGET_BODY)]
        paths = [value.rpartition("@")[2].split(";")[0] for value in values if value]
    elif command.name in _REMOTE_COPIES | {"aws"}:
        paths = [word for word in command.arguments if ":" not in word or word.startswith("/")]
    else:
        paths = command.reads if command.name in _NETWORK_TOOLS else []
    paths = [places.normalized_path(path) for path in paths]
    return any(places.is_secret_file(path) or (path.startswith("/") and places.is_system(path)) for path in paths)


def _sends(command: Command, pipeline: list[Command]) -> bool:
    text = " ".join(command.words)
    if _LOCAL_ADDRESS.search(text) or re.search(r"localhost|host\.docker\.internal", text):
        return False
    if command.name == "curl":
        return command.has(*_BODY_OPTIONS) or bool(re.search(r"[?&=/]\$\(|\$\(", text))
    if command.name == "wget":
        return command.has(*_WGET_BODY) or "$(" in text
    if command.name in _NAME_LOOKUPS:
        return "$(" in text or "`" in text or len(pipeline) > 1
    if command.name == "aws":
        return command.words[:2] in (["s3", "cp"], ["s3", "sync"], ["s3", "mv"])
    if command.name in ("scp", "rsync"):
        return any(re.match(r"[^/\s]+:", word) for word in command.arguments)
    return command.name in _REMOTE_COPIES | _NETWORK_TOOLS or (
        command.name == "openssl" and "s_client" in command.words
    )
