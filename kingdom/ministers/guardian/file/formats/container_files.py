"""Dockerfiles, and YAML of compose, Kubernetes, CI, Ansible and clouds: commands they run, walls they take down."""

import io
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from dockerfile_parse import DockerfileParser

from kingdom.ministers.guardian.file.formats.build_files import build_behaviors, is_command, merged_behaviors
from kingdom.ministers.guardian.file.formats.service_exposure import exposed_services
from kingdom.ministers.guardian.file.formats.yaml_tree import Setting, yaml_settings
from kingdom.ministers.guardian.file.structure_findings import Behavior

_TRUE = frozenset({"true", "yes", "on", "1"})
_FALSE = frozenset({"false", "no", "off", "0", "none", "disabled"})
_GITHUB_INPUT = re.compile(
    r"\$\{\{\s*(?:github\.event\.(?:issue|pull_request|comment|review|head_commit"
    r"|discussion)\.(?:title|body|message|head\.ref)"
    r"|github\.head_ref|github\.event\.comment\.body)"
)
_SECRET_OUT = re.compile(
    r"\$\{\{\s*(?:secrets\.|toJSON\(\s*secrets|github\.token)|\$CI_JOB_TOKEN|\$\{?CI_REGISTRY_PASSWORD", re.I
)
_SENDS = re.compile(
    r"\b(?:curl|wget|nc|ncat)\b[^\n]{0,300}(?:\s-d|--data|\s-F|--post|\?|-X\s*POST)|\bnslookup\b"
    r"|\bdig\b|\|\s*(?:base64|rev|xxd)|print.{0,300}b64",
    re.I,
)
_QUOTED = re.compile(r'\\.|"((?:[^"\\]|\\.)*+)"')  # an escaped pair outside a string opens none
_KNOWN_APIS = re.compile(
    r"https://(?:[\w-]+\.)*(?:slack|github|githubusercontent|gitlab|discord|telegram|codecov"
    r"|sonarcloud|docker|npmjs|pypi)\.\w+"
)
_OPEN_PROTECTION = re.compile(
    r"^(?:verify_?(?:ssl|tls|certs?|mode)|(?:ssl|tls)_?verify|(?:ssl|tls)?_?verification"
    r"|strict-?_?ssl|rejectunauthorized|check_hostname"
    r"|(?:sandbox|seccomp|selinux|apparmor|audit|auditd|firewall|guardian|approvals?"
    r"|authentication|authorization|auth|require_?auth"
    r"|csrf(?:_protection)?|signature_?verification|mfa|require_?mfa|two_?factor|rbac"
    r"|login_required|validate_certs?|host_key_checking)"
    r"(?:[._-]?(?:enabled|required|check))?)$"
)
_INSECURE = re.compile(
    r"^(?:insecure_?skip_?(?:tls_?)?verify|insecure|allow_?anonymous|anonymous_?auth"
    r"|disable_?(?:auth|security|tls|audit\w*)|skip_?tls)$"
)
_GUARDS = re.compile(
    r"^(?:guardian|sandbox|audit|auditd|auth|authentication|security|approvals?|firewall|rbac|mfa"
    r"|xpack|selinux|seccomp)$"
)
_HOST_FILES = re.compile(
    r"(?!.*(?::ro|rslave)\Z)(?:/|/etc|/root|/proc|/var/run/docker\.sock|/run/docker\.sock|~/\.ssh|~/\.aws)/?:.*", re.S
)
_READS_HOST = re.compile(r"/:/\S+:ro(?:,rslave)?$")  # a monitor of the host: it may see its processes
_HOST_PATH = re.compile(r"/|/etc|/root|/var/run/docker\.sock|/var/lib/kubelet")
_CAPABILITIES = re.compile(r"all|sys_admin|sys_ptrace|sys_module|cap_sys_admin|dac_override")
# Name of a container's setting -> the values that take down its wall to the host.
_OPEN_CONTAINER: Mapping[str, re.Pattern[str]] = {
    **dict.fromkeys(("privileged", "hostpid", "hostipc"), re.compile("|".join(_TRUE))),
    **dict.fromkeys(("pid", "ipc", "userns_mode"), re.compile("host")),
    **dict.fromkeys(("cap_add", "add"), _CAPABILITIES),
    "security_opt": re.compile(r".*unconfined.*", re.S),
    "volumes": _HOST_FILES,
}
_FOREIGN_HEAD = re.compile(r"github\.event\.(?:pull_request\.head|workflow_run\.head)|github\.head_ref")
_RISKY_TRIGGERS = frozenset({"pull_request_target", "workflow_run"})
_RISKY_TRIGGER_PATH = re.compile(r"on\.(?:pull_request_target|workflow_run)(?:\.|\Z)")
_EVERYBODY = frozenset({"system:anonymous", "system:unauthenticated", "system:authenticated", "default"})
_NETWORKS = ("cidrip", "cidr_blocks", "cidr", "cidrblock", "source_ranges", "cidr_ip")
_PRIVATE_PORTS = frozenset({"22", "3389", "0", "-1", "3306", "5432", "6379", "27017"})
_ANY = frozenset({"*"})
# Rule -> settings that meet it together: of each line one of the names has one of the values.
_BROAD_RIGHTS: tuple[tuple[str, tuple[tuple[tuple[str, ...], frozenset[str]], ...]], ...] = (
    (
        "file.gives_access",
        (
            (("kind",), frozenset({"ClusterRoleBinding"})),
            (("name",), frozenset({"cluster-admin"})),
            (("name",), _EVERYBODY),
        ),
    ),
    ("file.gives_access", ((("verbs",), _ANY), (("resources",), _ANY), (("apigroups",), _ANY))),
    (
        "file.gives_access",
        ((("effect",), frozenset({"Allow"})), (("action",), _ANY), (("resource", "principal", "aws"), _ANY)),
    ),
    (
        "file.loosens",
        ((_NETWORKS, frozenset({"0.0.0.0/0", "::/0"})), (("fromport", "from_port", "ports"), _PRIVATE_PORTS)),
    ),
)


def dockerfile_behaviors(text: str) -> Iterator[Behavior]:
    """Yield the behaviors of a Dockerfile: of each instruction, and of all its commands together."""
    scripts: list[tuple[int, str]] = []
    for part in DockerfileParser(fileobj=io.BytesIO(text.encode("utf-8", "replace"))).structure:
        line, value = int(part["startline"]) + 1, str(part["value"])
        match str(part["instruction"]).upper():
            case "RUN" | "CMD" | "ENTRYPOINT" | "HEALTHCHECK" | "SHELL":
                words = re.sub(r"^(?:--\S+\s+)+|^CMD\s+", "", value)
                command = " ".join(filter(None, _QUOTED.findall(words))) if words.startswith("[") else words
                scripts.append((line, _as_script(words, command)))
            case "ADD" if re.search(r"\bhttp://(?!localhost)|https?://(?:\d{1,3}\.){3}\d", value):
                yield Behavior("file.foreign_code", line)
            case "ENV" if re.search(
                r"LD_PRELOAD[ =]/(?:tmp|dev/shm)|NODE_TLS_REJECT_UNAUTHORIZED[ =]\"?0"
                r"|GIT_SSL_NO_VERIFY[ =]\"?(?:1|true)",
                value,
            ):
                yield Behavior("file.loosens", line)
    yield from (behavior for behavior in merged_behaviors(scripts) if behavior.rule != "file.reads_secrets")


def _as_script(words: str, command: str) -> str:
    """Return the script of an instruction; of its list form the script that its shell is given."""
    shell = re.match(r'\[\s*"(?:/bin/)?(?:ba|a)?sh"\s*,\s*"-\w*c"\s*,\s*"((?:[^"\\]|\\.)*)"', words)
    return shell[1].replace('\\"', '"') if shell else command


def yaml_behaviors(text: str) -> Iterator[Behavior]:
    """Yield the behaviors of a YAML text, whatever program reads it."""
    settings, was_cut = yaml_settings(text)
    if was_cut:
        yield Behavior("file.too_long")
    yield from build_behaviors(settings)
    watched = {setting.path[:2] for setting in settings if _READS_HOST.match(setting.value)}
    for setting in settings:
        if is_command(setting):
            yield from _ci_behaviors(setting)
        if not (setting.name == "pid" and setting.path[:2] in watched):
            yield from _container_behaviors(setting)
        yield from protection_behaviors(setting)
    yield from _workflow_behaviors(text, settings)
    yield from _cluster_behaviors(settings)
    yield from (Behavior("file.loosens", line) for line in exposed_services(settings))


def _ci_behaviors(setting: Setting) -> Iterator[Behavior]:
    if _GITHUB_INPUT.search(setting.value):
        yield Behavior("file.runs_input", setting.line)
    for line in setting.value.splitlines():
        bare = re.sub(r"-H\s+(?:\"[^\"]*\"|'[^']*')|(?:-u|--header|--user)\s+(?:\"[^\"]*\"|'[^']*'|\S+)", "", line)
        if _SECRET_OUT.search(bare) and _SENDS.search(bare) and not _KNOWN_APIS.search(bare):
            yield Behavior("file.sends_secrets", setting.line)


def _workflow_behaviors(text: str, settings: list[Setting]) -> Iterator[Behavior]:
    """Yield when a workflow runs a stranger's branch with the rights of the repository."""
    if not _starts_for_strangers(text, settings):
        return
    heads = [setting for setting in settings if _FOREIGN_HEAD.search(setting.value)]
    if any(setting.name in ("ref", "repository") for setting in heads):
        yield Behavior("file.runs_input", heads[0].line)
    if any(setting.name == "permissions" and setting.value == "write-all" for setting in settings):
        yield Behavior("file.gives_access")


def _starts_for_strangers(text: str, settings: list[Setting]) -> bool:
    if re.search(r"^[ \t]*+pull_request_target\b", text, re.M):
        return True
    return any(
        (setting.path == ("on",) and setting.value in _RISKY_TRIGGERS)
        or _RISKY_TRIGGER_PATH.match(".".join(setting.path))
        for setting in settings
    )


def _container_behaviors(setting: Setting) -> Iterator[Behavior]:
    is_host_path = setting.name == "path" and "hostpath" in setting.path
    pattern = _HOST_PATH if is_host_path else _OPEN_CONTAINER.get(setting.name)
    if pattern is not None and pattern.fullmatch(setting.value.strip().lower()):
        yield Behavior("file.loosens", setting.line)


def protection_behaviors(setting: Setting) -> Iterator[Behavior]:
    """Yield when a setting switches a protection off."""
    value, name = setting.value.strip().lower(), setting.name
    parts = name.replace("-", "_").split(".")
    outer = parts[-2] if len(parts) > 1 else (setting.path[-2].replace("-", "_") if len(setting.path) > 1 else "")
    last = parts[-1]
    off = value in _FALSE
    if (
        off
        and (
            _OPEN_PROTECTION.match(last)
            or (last in ("enabled", "enable", "required", "enforce", "verify", "verify_ssl") and _GUARDS.match(outer))
        )
    ) or (value in _TRUE and _INSECURE.match(last)):
        yield Behavior("file.loosens", setting.line)


def _cluster_behaviors(settings: Iterable[Setting]) -> Iterator[Behavior]:
    """Yield for rights over everything: of a cluster, of a cloud account, of everybody on the network."""
    values: defaultdict[str, set[str]] = defaultdict(set)
    for setting in settings:
        values[setting.name].add(setting.value)
    for rule, needs in _BROAD_RIGHTS:
        if all(any(values[name] & wanted for name in names) for names, wanted in needs):
            yield Behavior(rule)
