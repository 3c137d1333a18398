"""Places of keys, of the system and of programs that start by themselves, by their paths. Pure."""

import re

_CREDENTIALS = re.compile(
    r"(?:^|/)\.ssh(?:/|$)(?!known_hosts|config$)|(?:^|/)id_(?:rsa|dsa|ecdsa|ed25519)$|(?:^"
    r"|/)\.aws(?:/|$)|\.kube/config"
    r"|\.docker/config\.json|(?:^|/)\.(?:netrc|pgpass|git-credentials|pypirc|my\.cnf)$|(?:^|/)\.gnupg(?:/|$)"
    r"|\.(?:bash|zsh|mysql|psql|python|node_repl)_history|\.config/gcloud|\.azure(?:/|$)"
    r"|/etc/(?:g?shadow|master\.passwd)"
    r"|/etc/sudoers|ssh_host_\w{1,60}_key$|/proc/(?:self|[\d*]+|\$\w+)/(?:environ|mem|maps)"
    r"|/(?:var/)?run/secrets/|/etc/krb5"
    r"|login data|cookies\.sqlite|key4\.db|logins\.json|wallet\.dat|\.mozilla(?:/|$)|google-chrome|keychains?(?:/|$)"
    r"|\.kdbx$|\.electrum|metamask|leveldb|local storage|/etc/ssl/private|169\.254\.169\.254"
    r"|metadata\.google\.internal",
    re.I,
)
_SECRET_FILES = re.compile(
    r"(?:^|/)\.env(?:\.\w+)?$|credentials(?:\.json|\.ya?ml)?$|(?:^|/)\.npmrc$|/etc/passwd$", re.I
)
_TEMPLATES = re.compile(r"\.(?:example|sample|template|dist)$", re.I)
_SYSTEM = re.compile(r"^/(?:etc|proc|sys|root|boot|usr|lib|lib64|bin|sbin|var/(?:log|lib|spool|mail|backups))(?:/|$)")
_PLAIN_SYSTEM = re.compile(
    r"^/(?:etc/(?:os-release|lsb-release|timezone|localtime|resolv\.conf|hosts|hostname|ssl/certs"
    r"|alpine-release|nginx"
    r"|debian_version|redhat-release|default|apt|apache2|systemd|environment|profile|fstab|pki)\b"
    r"|proc/(?:cpuinfo|meminfo"
    r"|loadavg|uptime|version|stat|mounts|net|sys|diskstats|self/cgroup)\b|sys/(?:class|devices"
    r"|fs|block)\b|usr/(?:local|bin|sbin"
    r"|share/(?:zoneinfo|keyrings|fonts|doc|nginx))\b|usr/lib/(?:jvm|systemd|node_modules|python3)\b|s?bin/)"
)
_PROTECTED = re.compile(
    r"^(?:/|/\*|/(?:etc|usr|var|home|root|boot|lib|lib64|bin|sbin|sys|srv|opt|dev|proc|mnt|media)(?:/\*?)?"
    r"|~/?\*?|/home/\*|\$\{?HOME\}?/?\*?|/usr/(?:bin|lib|sbin|share)(?:/\*)?|/var/(?:lib|log|backups)(?:/\*)?"
    r"|/(?:etc/(?:passwd|shadow|group|sudoers|fstab|ssh|pam\.d)|boot|lib/modules|usr/share/base-passwd)(?:/.*)?"
    r"|/(?:usr/)?s?bin/\w+|\.\./?\*?|\.\./\.\.(?:/.*)?|c:[\\/]?\*?)$",
    re.I,
)
_STARTUP = re.compile(
    r"(?:^|/)\.(?:bashrc|bash_profile|bash_login|bash_logout|profile|zshrc|zprofile|zshenv|zlogin|xinitrc|xprofile)$"
    r"|/etc/(?:profile|bash\.bashrc|rc\.local|zsh/zshrc|environment)$|/etc/profile\.d/"
    r"|\.config/(?:autostart|fish/config)"
    r"|/etc/(?:init\.d|rc\d?\.d)/|launch(?:agents|daemons)/|/etc/update-motd\.d/"
    r"|/etc/xdg/autostart|\.config/systemd/user",
    re.I,
)
_LOGS = re.compile(
    r"^/var/log/?(?:\*.*)?$|^/var/log/(?:auth|secure|syslog|messages|audit|wtmp|btmp|lastlog|journal|faillog|kern)"
    r"|(?:^|/)\.(?:bash|zsh)_history$|/var/run/utmp|(?:^|/)[uwb]tmp$",
    re.I,
)
_TEMPORARY = re.compile(r"^/(?:tmp|var/tmp|dev/shm)/|(?:^|/)\.[a-z0-9_-]{1,40}(?:/|$)|^/(?:var/)?run/user/", re.I)
_ACCESS = re.compile(
    r"authorized_keys2?$|^/etc/(?:passwd|shadow|gshadow|group|sudoers|hosts\.equiv|pam\.d/\S+)$|\.rhosts$"
)
_START_PLACE = re.compile(
    r"(?:^|/)(?:\.git/(?:hooks/|config$)|sitecustomize\.py$|usercustomize\.py$|[^/]{1,80}\.pth$"
    r"|autorun\.inf$|authorized_keys2?$"
    r"|ld\.so\.preload$|\.husky/_/|\.envrc$)|startup/",
    re.I,
)
_OUTSIDE = re.compile(r"^[~/\\]|(?:^|[/\\])\.\.(?:[/\\]|$)|^[a-z]:[/\\]|\x00", re.I)


def normalized_path(path: str) -> str:
    """Return a path with the home directory as ``~`` and without quotes."""
    return re.sub(r"^(?:\$\{?HOME\}?|/home/[\w.-]+|/Users/[\w.-]+)(?=/|$)", "~", path.strip("\"'")).replace("//", "/")


def is_credential(path: str) -> bool:
    """Return whether a path holds keys or credentials of a person or of the system."""
    return _CREDENTIALS.search(path) is not None and not path.endswith(".pub")


def is_secret_file(path: str) -> bool:
    """Return whether a path holds secrets, also those of a project itself (``.env``)."""
    if _TEMPLATES.search(path):
        return False
    return is_credential(path) or _SECRET_FILES.search(path) is not None


def is_system(path: str) -> bool:
    """Return whether a path is a file of the system that ordinary scripts do not read."""
    return _SYSTEM.search(path) is not None and _PLAIN_SYSTEM.search(path) is None


def is_protected(path: str) -> bool:
    """Return whether the removal of this path destroys a system or a home."""
    return _PROTECTED.fullmatch(path) is not None


def is_startup(path: str) -> bool:
    """Return whether a shell or a desktop runs this file at its start."""
    return _STARTUP.search(path) is not None


def is_log(path: str) -> bool:
    """Return whether a path holds records of what was done."""
    return _LOGS.search(path) is not None


def is_temporary(path: str) -> bool:
    """Return whether a path is in a temporary or hidden place."""
    return _TEMPORARY.search(path) is not None


def is_access_list(path: str) -> bool:
    """Return whether a file says who may log in or act as somebody else."""
    return _ACCESS.search(path) is not None


def is_start_place(path: str) -> bool:
    """Return whether a file at this path of a workspace runs without being called."""
    return _START_PLACE.search(path) is not None


def is_outside(path: str) -> bool:
    """Return whether a path of a file leaves the workspace."""
    return _OUTSIDE.search(path) is not None
