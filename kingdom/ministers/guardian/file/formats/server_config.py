"""Configuration of servers and schedules: sshd, sudoers, nginx, cron, systemd, and simple ``name = value`` files."""

import re
from collections.abc import Callable, Iterator, Mapping

from kingdom.ministers.guardian.file import sensitive_places as places
from kingdom.ministers.guardian.file.formats.container_files import protection_behaviors
from kingdom.ministers.guardian.file.formats.service_exposure import opens_service
from kingdom.ministers.guardian.file.formats.system_config import system_behaviors
from kingdom.ministers.guardian.file.formats.yaml_tree import Setting
from kingdom.ministers.guardian.file.shell.command_effects import script_behaviors
from kingdom.ministers.guardian.file.shell.protection_switches import is_protection
from kingdom.ministers.guardian.file.shell.written_files import is_hidden_start
from kingdom.ministers.guardian.file.structure_findings import Behavior

_SCHEDULE = re.compile(r"^\s*(@\w+\s+|(?:[\d*/,a-zA-Z-]+\s+){5})(?=\S)")
_EXEC = re.compile(r"^(?:Exec\w+)\s*=\s*[-@+!:|]*(.*)$")
_UNIT_NAME = re.compile(r"^.*?([^/]+\.service)(?:\.d/[^/]+)?$")
# A service that does nothing in the place of one that works, or that does not start at all.
_IDLE_SERVICE = re.compile(
    r"^ExecStart\s*=\s*[-@+!:|]*(?:/\S*/)?"
    r"(?:true|false|sleep|:|tail -f /dev/null|cat|(?:ba|da)?sh -c \S*(?:exit|sleep|:|true)\b)"
    r"|^Condition\w+\s*=\s*!?/(?:dev/null|nonexistent|$)|^ExecStart\s*=\s*(?=\n\[|\n*\Z)",
    re.M,
)
_REVERSE_TUNNEL = re.compile(r"\b(?:auto)?ssh\b[^|;&]{0,200}\s-\w{0,6}R[ \d]")  # a way in that starts by itself
_SUDO_RULE = re.compile(
    r"^\s*(?P<who>[%\w+.-]+)\s+[\w.-]+\s*=\s*(?:\((?P<as>[^)]*)\)\s*)?(?P<tags>(?:[A-Z]+:\s*)*)(?P<what>.*)$"
)
_ESCAPES = re.compile(
    r"(?:^|[\s,/])(?:bash|sh|zsh|vim?|nano|less|more|man|find|awk|perl|python[\d.]*|ruby|env|tar"
    r"|cp|tee|chmod|chown|docker|dd|nmap|su)(?:\s*(?:,|$|\*))"
)
_DEFAULTS_OFF = re.compile(r"\s*Defaults\s++.*(?:!authenticate|!env_reset|!requiretty\s*,\s*!log|!syslog|!logfile)")
_NO_RULE = re.compile(r"\s*(?:Defaults|\w+_Alias)\b")
_DAILY_ADMINS = frozenset({"root", "%sudo", "%wheel", "%admin"})
# A requirement that is fetched from a bare address or without encryption: "name @ http://…".
_UNPROVEN_SOURCE = re.compile(
    r"@ ?(?:git\+)?(?:http://(?!localhost|127\.)|(?:https|ssh)://(?:\w+@)?(?:\d{1,3}\.){3}\d)"
)
_NGINX_WORD = re.compile(r"\"(?:[^\"\\]|\\.)*+\"|'(?:[^'\\]|\\.)*+'|(?:[^\s;{}\"'#\\]|\\.)++|[;{}]|#[^\n]*")


def sshd_behaviors(text: str) -> Iterator[Behavior]:
    """Yield the behaviors of an ``sshd_config``; a later line in a ``Match`` block counts, too."""
    for number, line in enumerate(text.splitlines(), 1):
        name, _, value = line.strip().replace("=", " ", 1).partition(" ")
        value = value.strip().lower()
        if (name.lower(), value) in (
            ("permitrootlogin", "yes"),
            ("permitemptypasswords", "yes"),
            ("strictmodes", "no"),
            ("protocol", "1"),
            ("usepam", "no_checks"),
        ):
            yield Behavior("file.loosens", number)
        elif (
            name.lower() in ("authorizedkeysfile", "authorizedkeyscommand", "forcecommand")
            and places.is_temporary(value.split(" ")[0])
            and not value.startswith(".ssh")
        ):
            yield Behavior("file.gives_access", number)


def sudoers_behaviors(text: str) -> Iterator[Behavior]:
    """Yield when somebody may become root without a password, or by a program that runs others."""
    for number, line in enumerate(text.replace("\\\n", " ").splitlines(), 1):
        line = line.split("#", 1)[0]
        if _DEFAULTS_OFF.match(line):
            yield Behavior("file.loosens", number)
        rule = None if _NO_RULE.match(line) else _SUDO_RULE.match(line)
        if rule is not None and _gives_root(rule):
            yield Behavior("file.gives_access", number)


def _gives_root(rule: re.Match[str]) -> bool:
    user, programs = rule["who"], rule["what"]
    everything = re.match(r"\s*ALL\s*(?:,|$)", programs) is not None
    if "NOPASSWD" in rule["tags"] and (everything or _ESCAPES.search(programs)):
        return True
    is_new_admin = not user.startswith("%") and user not in _DAILY_ADMINS and rule["as"] in ("ALL", "ALL:ALL", "root")
    return everything and (user == "ALL" or is_new_admin)


def cron_behaviors(text: str) -> Iterator[Behavior]:
    """Yield the behaviors of the commands of a schedule."""
    for number, line in enumerate(text.splitlines(), 1):
        schedule = _SCHEDULE.match(line)
        if schedule is None or line.lstrip().startswith("#"):
            continue
        command = re.sub(r"^(?:root|[a-z_][a-z0-9_-]{0,31})\s+(?=[/a-z(\[\"'])", "", line[schedule.end() :], count=1)
        for candidate in dict.fromkeys((line[schedule.end() :], command)):
            yield from (Behavior(behavior.rule, number) for behavior in script_behaviors(candidate))
        if is_hidden_start(command):
            yield Behavior("file.starts_itself", number)
        if _REVERSE_TUNNEL.search(command):
            yield Behavior("file.gives_access", number)


def unit_behaviors(text: str, path: str) -> Iterator[Behavior]:
    """Yield the behaviors of the commands of a systemd unit; ``path`` names the service that it replaces or changes."""
    if is_protection(_UNIT_NAME.sub(r"\1", path)) and _IDLE_SERVICE.search(text):
        yield Behavior("file.loosens")
    for number, line in enumerate(text.replace("\\\n", " ").splitlines(), 1):
        found = _EXEC.match(line.strip())
        if found is None:
            if re.match(r"Environment\s*=.*LD_PRELOAD=/(?:tmp|dev/shm|var/tmp|\.)", line.strip()):
                yield Behavior("file.starts_itself", number)
            continue
        command = found[1]
        yield from (Behavior(behavior.rule, number) for behavior in script_behaviors(command))
        if is_hidden_start(command):
            yield Behavior("file.starts_itself", number)
        if _REVERSE_TUNNEL.search(command):
            yield Behavior("file.gives_access", number)


def nginx_behaviors(text: str) -> Iterator[Behavior]:
    """Yield the behaviors of an nginx configuration, read as its own directives and blocks."""
    words: list[str] = []
    cors_any = credentials = False
    for word in _NGINX_WORD.findall(text[:500_000]):
        if word.startswith("#"):
            continue
        if word not in (";", "{", "}"):
            words.append(word.strip("\"'"))
            continue
        yield from _directive_behaviors(words)
        if words[:2] == ["add_header", "Access-Control-Allow-Origin"]:
            cors_any = cors_any or words[2:3] in (["*"], ["$http_origin"])
        credentials = credentials or words[:3] == ["add_header", "Access-Control-Allow-Credentials", "true"]
        words = []
    if cors_any and credentials:
        yield Behavior("file.loosens")


_DIRECTIVES: Mapping[str, tuple[str, re.Pattern[str]]] = {
    **dict.fromkeys(
        ("root", "alias"), ("file.gives_access", re.compile(r"^/?$|^/(?:etc|root|home|proc|var|\.ssh)/?$"))
    ),
    "proxy_pass": ("file.gives_access", re.compile(r"//\$(?:arg_|http_(?!host$)|request_uri|uri|url|1)")),
    "ssl_protocols": ("file.loosens", re.compile(r"SSLv[23]|TLSv1(?:\s|$)")),
    **dict.fromkeys(("ssl_verify_client", "proxy_ssl_verify", "modsecurity"), ("file.loosens", re.compile(r"^off$"))),
    "sub_filter": ("file.acts_on_reader", re.compile(r"<script|</body>.*<|eval\(")),
    "log_format": (
        "file.reads_secrets",
        re.compile(r"\$(?:request_body|http_authorization|http_cookie|cookie_\w+|arg_password)"),
    ),
    "mirror": ("file.sends_secrets", re.compile(r"https?://(?:\d{1,3}\.){3}\d{1,3}")),
    **dict.fromkeys(
        ("content_by_lua_block", "perl", "content_by_lua"), ("file.gives_access", re.compile(r"os\.execute|io\.popen"))
    ),
}


def _directive_behaviors(words: list[str]) -> Iterator[Behavior]:
    rule, pattern = _DIRECTIVES.get(words[0] if words else "", ("", None))
    if pattern is not None and len(words) > 1 and pattern.search(" ".join(words[1:])):
        yield Behavior(rule)


def settings_behaviors(text: str) -> Iterator[Behavior]:
    """Yield the behaviors of a file of ``name = value`` lines in sections (INI, TOML, properties, dotenv)."""
    yield from system_behaviors(text)
    if opens_service(text):
        yield Behavior("file.loosens")
    section = ""
    for number, line in enumerate(text.splitlines(), 1):
        stripped = line.strip()
        if _UNPROVEN_SOURCE.search(stripped):
            yield Behavior("file.foreign_code", number)
        if stripped.startswith(("#", ";", "//")):
            continue
        if stripped.startswith("["):
            section = stripped.strip("[]").strip().lower()
            continue
        name, separator, value = stripped.partition("=") if "=" in stripped else stripped.partition(":")
        if not separator:
            continue
        key = name.strip().strip("\"'").lower()
        plain = value.strip().strip("\"',").lower()
        yield from protection_behaviors(Setting((section, key), plain, number))
        yield from _known_settings(section, key, plain, number)


def _known_settings(section: str, key: str, value: str, number: int) -> Iterator[Behavior]:
    rule, is_met_by = _SETTING_RULES.get(key, _NO_SETTING_RULE)
    if is_met_by(value):
        yield Behavior(rule, number)
    elif value.startswith("!") and (key == "helper" or section.startswith("alias")):
        yield from (Behavior(behavior.rule, number) for behavior in script_behaviors(value.lstrip("!")))
    elif key == "insteadof" and re.match(r"url.*http://", section):
        yield Behavior("file.foreign_code", number)


def _is_hidden_program(path: str) -> bool:
    return places.is_temporary(path) and not path.startswith((".git", ".husky", ".hooks"))


# Name of a setting -> the rule, and the values that meet it.
_SETTING_RULES: Mapping[str, tuple[str, Callable[[str], object]]] = {
    **dict.fromkeys(
        ("index-url", "extra-index-url", "registry", "find-links", "index_url"),
        ("file.foreign_code", re.compile(r"http://(?!localhost|127\.)").match),
    ),
    "trusted-host": ("file.loosens", re.compile(r"(?!localhost|127\.)").match),
    **dict.fromkeys(
        ("hookspath", "fsmonitor", "sshcommand", "pager", "editor"), ("file.starts_itself", _is_hidden_program)
    ),
    **dict.fromkeys(("node_tls_reject_unauthorized", "pythonhttpsverify"), ("file.loosens", "0".__eq__)),
}
_NO_SETTING_RULE: tuple[str, Callable[[str], object]] = ("", lambda value: False)
