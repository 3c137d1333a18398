"""Variables that hold secrets, and commands that send them to a place that they do not belong to."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from types import MappingProxyType

from kingdom.ministers.guardian.file.shell.commands import Command
from kingdom.ministers.guardian.file.shell.programs import FETCHERS, LOCAL_ADDRESS, NETWORK_TOOLS

DeclaredSecrets = Mapping[str, str]
"""Variables by their names in lower case, with what the build calls the secret that each of them holds."""
NO_SECRETS: DeclaredSecrets = MappingProxyType({})
_NAME_PARTS = r"TOKEN|SECRETS?|PASSWORD|PASSWD|PASS|PWD?|PAT|APIKEY|KEY|CREDENTIALS?|CREDS"
_VARIABLE = re.compile(r"\$\{?([A-Za-z]\w*)|\$\{\{\s*secrets\.(\w+)\s*\}\}|\$\{\{\s*github\.(token)\s*\}\}")
_SECRET_NAME = re.compile(rf"(?:^|_)(?:{_NAME_PARTS}|\w+(?:TOKEN|PASSWORD))(?:_|\d|$)")
_NO_SECRET = re.compile(r"^(?:PWD|OLDPWD|CI_JOB_TOKEN_NAME)$|PUBLIC|_(?:ID|NAME|FILE_NAME|URL)$")
# Services whose credentials are of use to nobody else.
_OWNERS = re.compile(
    r"(?:^|_)(AWS|NPM|GITHUB|GH|GITLAB|PYPI|TWINE|DOCKER|DOCKERHUB|KUBE|AZURE|ARM|GOOGLE|GCP|STRIPE|SSH|GPG|SIGNING"
    r"|DB|DATABASE|POSTGRES|POSTGRESQL|PG|MYSQL|REDIS|MONGO|ROOT|VAULT|DEPLOY_KEY|CARGO|RUBYGEMS|MAVEN|NUGET)(?:_|$)"
)
_GENERIC = re.compile(rf"^(?:{_NAME_PARTS}|ACCESS|API|AUTH|PROD|PRODUCTION|STAGING|CI|DEV|PRIVATE|MY)$")
_HEADER_OPTIONS = frozenset({"-H", "--header", "-u", "--user", "--oauth2-bearer", "-b", "--cookie", "--cert", "--key"})
_HEADER_WORD = re.compile(r"-H|--(?:header|user)=|-u\S")
_ADDRESS_HOST = re.compile(r"(?:^|//|@)(?:\d{1,3}\.){3}\d{1,3}\b")
_URL = re.compile(r"https?://[^\s\"']+")
_EXCHANGES = re.compile(r"grant_type=|client_secret=")  # of an OAuth token
_ENCODERS = frozenset({"base64", "xxd", "rev", "openssl", "gzip", "od", "hexdump", "basenc", "base32"})
_LOOKUPS = frozenset({"dig", "nslookup", "host", "ping", "drill", "resolvectl"})
_SENDERS = FETCHERS | NETWORK_TOOLS | _LOOKUPS
_PRINTERS = frozenset({"echo", "printf", "printenv", "cat"})


def secret_names(text: str, declared: DeclaredSecrets = NO_SECRETS) -> set[str]:
    """Return the names of the variables in a text that hold secrets: by their names, or as they are ``declared``."""
    names = {next(filter(None, found.groups())) for found in _VARIABLE.finditer(text)}
    return {name for name in names if name.lower() in declared or is_secret_name(name)}


def is_secret_name(name: str) -> bool:
    """Return whether a variable of this name holds a secret."""
    upper = name.upper()
    return _SECRET_NAME.search(upper) is not None and _NO_SECRET.search(upper) is None


def variable_leaks(
    commands: Sequence[Command], pipelines: dict[int, list[Command]], declared: DeclaredSecrets
) -> Iterator[int]:
    """Yield the lines of commands that send a secret variable to a place that it does not belong to."""
    inner: dict[int, list[Command]] = {}
    for command in commands:
        if command.inside is not None:
            inner.setdefault(id(command.inside), []).append(command)
    for command in commands:
        if command.name in _SENDERS and _leaks(
            command, pipelines[command.pipeline], inner.get(id(command), []), declared
        ):
            yield command.line


def _leaks(command: Command, pipeline: list[Command], inside: list[Command], declared: DeclaredSecrets) -> bool:
    target = " ".join(command.words)
    if LOCAL_ADDRESS.search(target) or "host.docker.internal" in target:
        return False
    sources = [*_commands_before(command, pipeline), *inside]
    sent = f"{_sent_text(command)}\n{command.text}"
    names = secret_names(sent, declared) | set().union(*(_printed_secrets(source, declared) for source in sources))
    if not names or _EXCHANGES.search(sent):
        return False
    if _goes_an_odd_way(command, sources) or _uploads_file(command, declared):
        return True
    return any(_is_foreign(name, target, declared) for name in names)


def _commands_before(command: Command, pipeline: list[Command]) -> list[Command]:
    before = list(takewhile(lambda other: other is not command, pipeline))
    return before if len(before) < len(pipeline) else []


def _goes_an_odd_way(command: Command, sources: list[Command]) -> bool:
    """Return whether what a command sends is encoded, or goes by a lookup, to a bare address or unencrypted."""
    if any(source.name in _ENCODERS for source in sources):
        return True
    target = " ".join(command.words)
    is_odd_way = command.name in _LOOKUPS | NETWORK_TOOLS or _ADDRESS_HOST.search(target) is not None
    return is_odd_way or "http://" in target


def _printed_secrets(command: Command, declared: DeclaredSecrets) -> set[str]:
    if command.name not in _PRINTERS:
        return set()
    words = set(command.words) if command.name == "printenv" else set()
    return secret_names(" ".join(command.words), declared) | {word for word in words if is_secret_name(word)}


def _sent_text(command: Command) -> str:
    """Return the arguments of a command without what logs in at the target, and without a target in a variable."""
    kept: list[str] = []
    for before, word in zip(["", *command.words], command.words, strict=False):
        is_target = word.startswith("$") and not before.startswith("-")
        if not is_target and before not in _HEADER_OPTIONS and not _HEADER_WORD.match(word):
            kept.append(word)
    return " ".join(re.sub(r"(https?://)[^\s/@]{1,80}@", r"\1", word) for word in kept)


def _uploads_file(command: Command, declared: DeclaredSecrets) -> bool:
    """Return whether a command uploads the file that a declared variable names."""
    text = " ".join(command.words).lower()
    return any(f"@${name}" in text or f"@${{{name}}}" in text for name in declared)


def is_owned_elsewhere(name: str, url: str) -> bool:
    """Return whether a secret of this name belongs to a service that the URL does not name."""
    owner = _OWNERS.search(name.upper())
    return owner is not None and bool(url) and owner[1].lower() not in url.lower()


def _is_foreign(name: str, target: str, declared: DeclaredSecrets) -> bool:
    """Return whether a secret has an owner, or a use that is declared, of which the target says nothing."""
    found = _URL.search(target)
    url = _VARIABLE.sub("", found[0]).lower() if found else ""
    own_name = declared.get(name.lower(), name).upper()
    if _OWNERS.search(own_name):
        return is_owned_elsewhere(own_name, url)
    if name.lower() not in declared or not url:
        return False
    words = [word for word in own_name.split("_") if not _GENERIC.match(word)]
    return bool(words) and not any(word.lower() in url for word in words)
