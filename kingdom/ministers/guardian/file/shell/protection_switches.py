"""Commands that switch a protection off: a firewall, an audit, a check of certificates, a wall of a container."""

import re
from collections.abc import Iterator, Mapping, Sequence

from kingdom.ministers.guardian.file.shell.commands import Command

SERVICE_MANAGERS = ("systemctl", "service", "rc-service", "launchctl")
_PROTECTIONS = re.compile(
    r"^(?:ufw|firewalld|iptables|nftables|apparmor|auditd|fail2ban|clamav\S*|falcon-sensor"
    r"|rsyslog|syslog|osqueryd|crowdsec"
    r"|selinux|wazuh-agent|sshguard|falco|aide|samhain|tripwire|systemd-journald|journald|snort|suricata|unattended-upgrades|defender|mdatp)(?:\.service)?$"
)
_OPEN_PIP = re.compile(
    r"--trusted-host(?! ?=?(?:localhost|127\.))|(?:--index-url|-i|--extra-index-url)[ =]http://(?!localhost|127\.)"
)
_OPEN_NPM = re.compile(r"strict-ssl false|set registry http://", re.I)
# Program -> what its arguments contain when it switches a protection off.
_SWITCHED_OFF: Mapping[str, re.Pattern[str]] = {
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
    **dict.fromkeys(("npm", "yarn"), _OPEN_NPM),
    **dict.fromkeys(("pip", "pip3"), _OPEN_PIP),
    "spctl": re.compile(r"--master-disable"),
    "csrutil": re.compile(r"disable"),
    **dict.fromkeys(("aa-disable", "aa-teardown"), re.compile("")),
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
PROTECTION_PROGRAMS = frozenset(_SWITCHED_OFF)


def is_protection(service: str) -> bool:
    """Return whether a service of this name protects the machine."""
    return _PROTECTIONS.match(service) is not None


def service_rules(command: Command) -> Iterator[str]:
    """Yield the rule of a command of ``SERVICE_MANAGERS`` that stops a service which protects the machine."""
    verbs = {"stop"} if command.name == "service" else {"stop", "disable", "mask", "kill"}
    if verbs & set(command.words) and any(map(is_protection, command.words)):
        yield "file.loosens"


def switch_rules(command: Command) -> Iterator[str]:
    """Yield the rule of a command of ``PROTECTION_PROGRAMS`` that switches a protection off."""
    if _SWITCHED_OFF[command.name].search(" ".join(command.words)):
        yield "file.loosens"


_BRANCH_RULES = re.compile(
    r"/branches/[^\s/]+/protection|/protected_branches/|/rulesets/\d|/push_rule\b|/approval_rules/"
)
_REMOVES = re.compile(r"(?:^|\s)(?:-X\s?|--request[ =]|--method[ =])DELETE\b", re.I)


def unreviewed_merges(commands: Sequence[Command]) -> Iterator[int]:
    """Yield the lines that remove the protection of a branch, or that approve a change and merge it past its rules."""
    texts = [(command, " ".join(command.words)) for command in commands if command.name in ("gh", "glab", "curl")]
    approves = any(re.search(r"\b(?:pr|mr) (?:review .*--approve|approve)", text) for _, text in texts)
    for command, text in texts:
        merges_past = approves and re.search(r"\bpr merge .*--admin\b", text)
        if merges_past or (_BRANCH_RULES.search(text) and _REMOVES.search(text)):
            yield command.line
