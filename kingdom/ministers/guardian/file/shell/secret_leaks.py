"""Commands that send keys, the environment or files of the system elsewhere."""

import re
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise

from kingdom.ministers.guardian.file import sensitive_places as places
from kingdom.ministers.guardian.file.shell.commands import Command
from kingdom.ministers.guardian.file.shell.programs import FETCHERS, LOCAL_ADDRESS, NETWORK_TOOLS
from kingdom.ministers.guardian.file.structure_findings import Behavior

_REMOTE_COPIES = frozenset({"scp", "rsync", "sftp", "ftp", "rclone", "gsutil", "mail", "mailx", "mutt", "sendmail"})
_NOT_COPIED = frozenset({"--exclude", "--exclude-from", "--include", "--filter", "-i", "-e", "--rsh", "-F", "-J", "-o"})
_NAME_LOOKUPS = frozenset({"dig", "nslookup", "host", "ping"})
_CURL_DATA = ("-d", "--data", "--data-binary", "--data-raw", "--data-urlencode")
_CURL_BODY = (*_CURL_DATA, "-F", "--form", "-T", "--upload-file")
_BODY_OPTIONS = {"curl": _CURL_BODY, "wget": ("--post-data", "--post-file", "--body-data", "--body-file")}
_SYSTEM_FILE = re.compile(r"/(?:etc|usr|proc|root|var)/\w")
_ENVIRONMENT = frozenset({"env", "printenv", "set", "export", "declare", "typeset", "history"})
_TEXT_READERS = {"cat", "head", "tail", "grep", "strings", "sed", "awk", "od", "less", "sort", "xxd", "base64", "tee"}
_READERS = _TEXT_READERS | {"tar", "zip", "gzip", "cp", "find", "security", "dd", "openssl", "gpg", "sqlite3"}


def leak_behaviors(
    commands: Sequence[Command], pipelines: dict[int, list[Command]], substituted: dict[int, list[Command]]
) -> Iterator[Behavior]:
    """Yield a behavior for each command that sends keys, the environment or files of the system."""
    collected: set[str] = set()  # files that secrets were put into
    from_secrets = {number for number, pipeline in pipelines.items() if any(map(_is_secret_source, pipeline))}
    names_system = any(map(_names_system, commands))
    for command in commands:
        takes_secret = command.pipeline in from_secrets or (names_system and _uploads_variable(command))
        if not takes_secret and not _names_secret(command, substituted[id(command)], collected):
            continue
        if _sends(command, pipelines[command.pipeline]):
            yield Behavior("file.sends_secrets", command.line)
        elif command.name not in FETCHERS:
            collected |= {*command.writes, *_archive_targets(command)} - {"/dev/null"}


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
    if command.name in _ENVIRONMENT and len(command.arguments) == 0:
        return True
    return command.name in _READERS and any(
        places.is_secret_file(places.normalized_path(word)) for word in (*command.words, *command.reads)
    )


def _names_secret(command: Command, inner: list[Command], collected: set[str]) -> bool:
    """Return whether a command's arguments name secrets: by a command inside them, a collected or a secret file."""
    if any(map(_is_secret_source, inner)):
        return True
    if not collected.isdisjoint(word.lstrip("@").rpartition("@")[2] for word in command.words):
        return True
    return any(map(_is_secret_path, map(places.normalized_path, _sent_paths(command))))


def _is_secret_path(path: str) -> bool:
    return places.is_secret_file(path) or (path.startswith("/") and places.is_system(path))


def _sent_paths(command: Command) -> list[str]:
    if command.name in FETCHERS:
        values = map(command.value_of, chain.from_iterable(_BODY_OPTIONS.values()))
        return [value.rpartition("@")[2].split(";")[0] for value in values if value]
    if command.name in _REMOTE_COPIES | {"aws"}:
        kept = _without_values(command)
        return [word for word in kept if ":" not in word or word.startswith("/")]
    return command.reads if command.name in NETWORK_TOOLS else []


def _without_values(command: Command) -> list[str]:
    """Return the arguments of a command that copies, without the values of options that name what is not copied."""
    after_option = {word for option, word in pairwise(command.words) if option in _NOT_COPIED}
    return [word for word in command.arguments if word not in after_option]


def _sends(command: Command, pipeline: list[Command]) -> bool:
    text = " ".join(command.words)
    if LOCAL_ADDRESS.search(text) or "host.docker.internal" in text:
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
    return command.name in _REMOTE_COPIES | NETWORK_TOOLS or (command.name == "openssl" and "s_client" in command.words)
