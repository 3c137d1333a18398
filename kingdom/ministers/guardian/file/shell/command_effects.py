"""What the commands of a script change on their machine: rights, protections, what starts by itself, what is lost."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from kingdom.ministers.guardian.file import sensitive_places as places
from kingdom.ministers.guardian.file.shell.command_flow import FETCHERS, flow_deeds, is_interpreter
from kingdom.ministers.guardian.file.shell.commands import CUT, Command, parse_script
from kingdom.ministers.guardian.file.structure_findings import Deed

_GROUPS_OF_POWER = re.compile(r"(?:^|[\s,=])(?:sudo|wheel|root|admin|administrators)(?:$|[\s,])")
_DEVICE = re.compile(r"/dev/(?:sd|hd|nvme|vd|xvd|mmcblk|mem|kmem|disk)")
_PROTECTIONS = re.compile(
    r"^(?:ufw|firewalld|iptables|nftables|apparmor|auditd|fail2ban|clamav\S*|falcon-sensor"
    r"|rsyslog|syslog|osqueryd|crowdsec"
    r"|selinux|wazuh-agent|snort|suricata|aide|unattended-upgrades|defender|mdatp)(?:\.service)?$"
)
_OPEN_VARIABLES = re.compile(
    r"(?:NODE_TLS_REJECT_UNAUTHORIZED|PYTHONHTTPSVERIFY|GIT_SSL_NO_VERIFY)=[\"']?(?:0|1|true)"
    r"|HISTFILE=(?:/dev/null|$)|HISTSIZE=0"
)
_DANGEROUS_LIBRARY = re.compile(r"^/(?:tmp|var/tmp|dev/shm)/|/\.[^/]+\.so")
_SHELL_PROGRAMS = re.compile(
    r"(?:/|^)(?:bash|sh|zsh|dash|python[\d.]*|perl|find|vim?|nano|cp|env|nmap|php|ruby|node|less|more)$"
)


def script_deeds(source: str) -> list[Deed]:
    """Return the deeds of a shell script."""
    return command_deeds(parse_script(source))


def command_deeds(commands: Sequence[Command]) -> list[Deed]:
    """Return the deeds of the commands of one script."""
    deeds = list(flow_deeds(commands))
    for command in commands:
        if command.name == CUT:
            deeds.append(Deed("file.too_long", command.line))
        check = _CHECKS.get(command.name)
        if check is not None:
            deeds += [Deed(rule, command.line) for rule in check(command)]
        deeds += [Deed(rule, command.line) for rule in _written_rules(command)]
    return deeds


def _written_rules(command: Command) -> Iterator[str]:
    """Yield the rules that a command meets by the files it writes."""
    for target in map(places.normalized_path, _written_paths(command)):
        text = f"{' '.join(command.words)}\n{command.text}"
        if places.is_access_list(target):
            if command.name not in ("sed", "touch") or "NOPASSWD" in text:
                yield "file.gives_access"
        elif "/etc/sudoers.d/" in target:
            yield from ("file.gives_access",) if re.search(r"NOPASSWD\s*:\s*ALL|ALL\s*=\s*\(ALL", text) else ()
        elif _DEVICE.match(target):
            yield "file.destroys"
        elif "ld.so.preload" in target:
            yield "file.starts_itself"
        elif places.is_startup(target) or re.search(r"/etc/cron|/spool/cron|/etc/systemd/system/", target):
            yield from ("file.starts_itself",) if is_hidden_start(text) else ()


def is_hidden_start(text: str) -> bool:
    """Return whether lines that start by themselves fetch code, hide it, open a way in, or take over a command."""
    inner = [
        re.sub(r"^\s*(?:@\w+|(?:[\d*/,-]+\s+){5})(?:\s*root\s)?|^\s*Exec\w+\s*=\s*[-@+!:]*", "", line)
        for line in text.splitlines()
    ]
    commands = parse_script("\n".join(inner), depth=1)
    if list(flow_deeds(commands)) or any(command.name in FETCHERS and command.writes for command in commands):
        return True
    if re.search(r"\balias\s+(?:sudo|su|ssh|passwd|git|ls|cd)=[\"'].{0,300}(?:curl|wget|nc|/tmp/|tee|read|/\.)", text):
        return True
    return any(places.is_temporary(word) for command in commands for word in _programs(command))


def _programs(command: Command) -> list[str]:
    """Return what a command runs: itself, and the script of an interpreter."""
    return [command.name, *(command.arguments[:1] if is_interpreter(command.name) else [])]


def _written_paths(command: Command) -> list[str]:
    paths = list(command.writes)
    if command.name == "tee" or (command.name == "sed" and command.has("-i")):
        paths += command.arguments
    if command.name in ("cp", "mv", "ln", "install", "rsync"):
        paths += command.arguments[-1:]
    if command.name == "dd":
        paths += [word[3:] for word in command.words if word.startswith("of=")]
    return paths


def _rm(command: Command) -> Iterator[str]:
    for word in command.arguments:
        path = word.rstrip("/") or "/"
        if places.is_log(path):
            yield "file.hides_traces"
        elif places.is_protected(path) and not path.startswith("/var/lib/apt"):
            yield "file.destroys"


def _find(command: Command) -> Iterator[str]:
    text = " ".join(command.words)
    root = command.arguments[0] if command.arguments else "."
    if re.search(r"-delete|-exec\s+(?:rm|shred)", text) and (places.is_protected(root.rstrip("/") or "/")):
        narrowed = re.search(r"-(?:name|iname|mtime|path|type f -name|newer)", text)
        yield from () if narrowed and not places.is_log(root) else ("file.destroys",)
    if re.search(r"id_rsa|\.pem|wallet|\.kdbx|credentials|-perm\s+-?[ug]?=?(?:4000|\+?s)|\.ssh", text):
        yield "file.reads_secrets"


def _truncate(command: Command) -> Iterator[str]:
    if any(places.is_log(word) for word in command.arguments):
        yield "file.hides_traces"
    if any(_DEVICE.match(word) or places.is_protected(word) for word in command.arguments):
        yield "file.destroys"


def _device(command: Command) -> Iterator[str]:
    if any(_DEVICE.search(word) for word in command.words):
        yield "file.destroys"


def _chmod(command: Command) -> Iterator[str]:
    mode = next((word for word in command.words if re.fullmatch(r"[0-7]{3,4}|[ugoa]*[+=-]\w+", word)), "")
    targets = [word for word in command.arguments if word != mode]
    if (re.fullmatch(r"[4-7][0-7]{3}", mode) and mode[0] in "4567") or re.search(r"\+[rwx]*+s", mode):
        if any(_SHELL_PROGRAMS.search(word) or places.is_temporary(word) or word.startswith("$") for word in targets):
            yield "file.gives_access"
        elif mode[0] in "4567" or "u+s" in mode or mode == "+s":
            yield "file.loosens"
    if mode in ("777", "0777", "a+rwx", "o+w", "a+w", "666") and any(
        places.is_protected(word.rstrip("/") or "/") or places.is_credential(word) or word.startswith("/etc/")
        for word in targets
    ):
        yield "file.loosens"


def _setcap(command: Command) -> Iterator[str]:
    if re.search(r"cap_(?:setuid|sys_admin|dac_override|sys_ptrace|dac_read_search)", " ".join(command.words)):
        yield "file.gives_access"


def _account(command: Command) -> Iterator[str]:
    text = " ".join(command.words)
    if (
        _GROUPS_OF_POWER.search(text)
        or (command.has("-o") and command.value_of("-u", "--uid") == "0")
        or "-ou 0" in text
    ):
        yield "file.gives_access"


def _passwords(command: Command) -> Iterator[str]:
    if (
        command.name == "chpasswd"
        or "--stdin" in command.words
        or ("root" in command.arguments and command.has("-d", "-u"))
    ):
        yield "file.gives_access"


def _service(command: Command) -> Iterator[str]:
    verbs = {"stop", "disable", "mask", "kill"}
    if command.name == "service":
        verbs = {"stop"}
    if verbs & set(command.words) and any(_PROTECTIONS.match(word) for word in command.words):
        yield "file.loosens"


def _switched_off(command: Command) -> Iterator[str]:
    text = " ".join(command.words)
    if _OFF[command.name].search(text):
        yield "file.loosens"


_OFF: Mapping[str, re.Pattern[str]] = {
    "setenforce": re.compile(r"^(?:0|permissive)", re.I),
    "ufw": re.compile(r"\bdisable\b|default allow incoming|allow from any to any|\breset\b"),
    "iptables": re.compile(r"^(?:-t \w+ )?-(?:F|X)\b(?! \w)|-P (?:INPUT|FORWARD) ACCEPT|--flush(?! \w)"),
    "ip6tables": re.compile(r"^-F\b(?! \w)|-P (?:INPUT|FORWARD) ACCEPT"),
    "nft": re.compile(r"flush ruleset"),
    "auditctl": re.compile(r"-e 0|-D"),
    "sysctl": re.compile(
        r"randomize_va_space=0|yama\.ptrace_scope=0|dmesg_restrict=0|unprivileged_bpf_disabled=0|kptr_restrict=0"
    ),
    "git": re.compile(r"http\.sslVerify[ =]\"?false|core\.hooksPath (?:/tmp|/dev/shm)", re.I),
    "npm": re.compile(r"strict-ssl false|set registry http://", re.I),
    "yarn": re.compile(r"strict-ssl false|set registry http://", re.I),
    "pip": re.compile(
        r"--trusted-host(?! ?=?(?:localhost|127\.))|(?:--index-url|-i"
        r"|--extra-index-url)[ =]http://(?!localhost|127\.)"
    ),
    "pip3": re.compile(
        r"--trusted-host(?! ?=?(?:localhost|127\.))|(?:--index-url|-i"
        r"|--extra-index-url)[ =]http://(?!localhost|127\.)"
    ),
    "spctl": re.compile(r"--master-disable"),
    "csrutil": re.compile(r"disable"),
    "aa-disable": re.compile(r""),
    "aa-teardown": re.compile(r""),
    "xhost": re.compile(r"^\+$"),
    "docker": re.compile(
        r"--privileged|(?:-v|--volume)[ =](?:/|/etc|/root|/var/run/docker\.sock|/proc)(?::(?!\S*\bro\b)|,)"
        r"|seccomp[=:]unconfined|apparmor[=:]unconfined|--cap-add[ =](?:ALL|SYS_ADMIN)"
    ),
    "podman": re.compile(r"--privileged|seccomp[=:]unconfined"),
    "kubectl": re.compile(
        r"clusterrole=cluster-admin.{0,300}(?:system:anonymous|system:unauthenticated|default:default)"
    ),
    "apt-get": re.compile(r"--allow-unauthenticated|AllowInsecureRepositories=true"),
    "chattr": re.compile(r"^\+[ia]"),
    "aws": re.compile(
        r"--acl public-read-write|cidr 0\.0\.0\.0/0.{0,300}(?:port 22|port 3389|protocol (?:all|-1))"
        r"|(?:port 22|port 3389|protocol -1) --cidr 0\.0\.0\.0/0"
        r"|AdministratorAccess|delete-trail|stop-logging|delete-public-access-block"
    ),
}


def _history(command: Command) -> Iterator[str]:
    text = " ".join(command.words)
    if (command.name == "history" and command.has("-c", "-w")) or _HISTORY_OFF.search(f"{command.name} {text}"):
        yield "file.hides_traces"


_HISTORY_OFF = re.compile(
    r"set \+o history|^unset (?:.* )?HIST(?:FILE|SIZE)|export HISTFILE=/dev/null"
    r"|export HISTSIZE=0|journalctl .*--vacuum-(?:time|size)=1[sK]\b"
)


def _export(command: Command) -> Iterator[str]:
    text = " ".join(command.words)
    if re.search(r"LD_PRELOAD=", text) and _DANGEROUS_LIBRARY.search(text.partition("LD_PRELOAD=")[2]):
        yield "file.starts_itself"
    if _OPEN_VARIABLES.search(text):
        yield "file.hides_traces" if "HIST" in text else "file.loosens"


def _crontab(command: Command) -> Iterator[str]:
    if command.text and is_hidden_start(command.text):
        yield "file.starts_itself"


def _echoed(command: Command) -> Iterator[str]:
    """Yield for lines of a schedule that are written by ``echo`` into ``crontab``."""
    text = " ".join(command.words)
    if re.match(r"\s*(?:@(?:reboot|hourly|daily)|(?:[\d*/,-]+\s+){5})", text.removeprefix("-e ")) and is_hidden_start(
        text
    ):
        yield "file.starts_itself"


def _cat(command: Command) -> Iterator[str]:
    for word in (*command.words, *command.reads):
        path = places.normalized_path(word)
        if places.is_credential(path) and not path.endswith((".pub", "known_hosts")):
            yield "file.reads_secrets"


def _system_calls(command: Command) -> Iterator[str]:
    yield "file.starts_itself"


_CHECKS: Mapping[str, Callable[[Command], Iterator[str]]] = {
    **dict.fromkeys(("rm", "unlink", "rmdir", "srm"), _rm),
    **dict.fromkeys(("shred", "truncate"), _truncate),
    **dict.fromkeys(("mkfs", "wipefs", "fdisk", "sgdisk", "blkdiscard", "cryptsetup", "hdparm"), _device),
    **{f"mkfs.{kind}": _device for kind in ("ext2", "ext3", "ext4", "xfs", "btrfs", "vfat", "ntfs")},
    **dict.fromkeys(("useradd", "usermod", "adduser", "gpasswd", "addgroup", "dscl"), _account),
    **dict.fromkeys(("chpasswd", "passwd"), _passwords),
    **dict.fromkeys(("systemctl", "service", "rc-service", "launchctl"), _service),
    **dict.fromkeys(_OFF, _switched_off),
    **dict.fromkeys(("history", "set", "unset", "journalctl"), _history),
    **dict.fromkeys(("export", "declare", "env"), _export),
    **dict.fromkeys(
        ("cat", "cp", "base64", "head", "tail", "less", "more", "xxd", "strings", "scp", "tar", "zip", "grep", "mv"),
        _cat,
    ),
    **dict.fromkeys(("echo", "printf"), _echoed),
    "find": _find,
    "chmod": _chmod,
    "setcap": _setcap,
    "crontab": _crontab,
    "insmod": _system_calls,
}
