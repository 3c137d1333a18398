"""Services that everybody on the network reaches and that ask for no password: of containers, and by own files."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from kingdom.ministers.guardian.file.formats.yaml_tree import Setting

_NO_PASSWORD = re.compile(
    r"(?:postgres_host_auth_method\s*[=:]\s*[\"\']?trust|"
    r"(?:mysql_|mariadb_)?allow_empty_(?:root_)?password\s*[=:]\s*[\"\']?(?:yes|true|1)"
    r"|--protected-mode[ =]no|--skip-grant-tables|--noauth\b|"
    r"(?:neo4j_auth|auth_enabled|anonymous_login)\s*[=:]\s*[\"\']?(?:none|no|false|yes)"
    r"|(?:notebookapp|serverapp|identityprovider)\.token[= ][\"\']*(?:\s|$)"
    r"|-h\s+tcp://0\.0\.0\.0:2375|--auth[ =]none\b)",
    re.I,
)
_PUBLISHED = re.compile(r"^(?:(?:0\.0\.0\.0|\[::\]|\*):)?\d{2,5}:\d{2,5}(?:/tcp)?$|^\d{2,5}$")
_HOST_NETWORK = ("network_mode", "host")


def exposed_services(settings: Sequence[Setting]) -> Iterator[int]:
    """Yield the line of each service of a compose file that asks for no password and whose port is open to all."""
    services: defaultdict[str, list[Setting]] = defaultdict(list)
    for setting in settings:
        if len(setting.path) > 2 and setting.path[0] == "services":
            services[setting.path[1]].append(setting)
    for members in services.values():
        open_line = next((setting.line for setting in members if _asks_no_password(setting)), 0)
        if open_line and any(map(_is_published, members)):
            yield open_line


def _asks_no_password(setting: Setting) -> bool:
    return _NO_PASSWORD.search(f"{setting.name}={setting.value}") is not None


def _is_published(setting: Setting) -> bool:
    if setting.path[2:3] == ("ports",):
        is_port = setting.name == "published" or (setting.name == "ports" and _PUBLISHED.match(setting.value))
        return bool(is_port)
    return (setting.name, setting.value) == _HOST_NETWORK


# Each of the patterns is in a configuration that lets everybody in, ``None`` in the third place: and the last is not.
_OPEN_CONFIGURATIONS: tuple[tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str] | None], ...] = tuple(
    (
        re.compile(first, re.M | re.I),
        re.compile(second, re.M | re.I),
        re.compile(unless, re.M | re.I) if unless else None,
    )
    for first, second, unless in (
        (r"^[ \t]*host(?:no)?(?:ssl)?\s+\S+\s+\S+\s+(?:0\.0\.0\.0/0|::/0|all)\s+(?:trust|password)\s*$", "", ""),
        (
            r"^[ \t]*protected-mode\s+no\b",
            "",
            r"^[ \t]*requirepass\s+\S{4}|^[ \t]*(?:acl|user )|^[ \t]*bind\s+127\.|^[ \t]*port\s+0",
        ),
        (r"^[ \t]*skip[-_]grant[-_]tables", "", r"^[ \t]*skip[-_]networking"),
        (r"[\"\']?tcp://0\.0\.0\.0:\d+", r"hosts|-H\b", r"tlsverify[\"\']?\s*[:=]\s*true|--tlsverify"),
        (
            r"^[ \t]*anonymous_enable\s*=\s*yes",
            r"^[ \t]*(?:anon_upload_enable|anon_mkdir_write_enable|anon_root)\s*=",
            "",
        ),
        (r"^[ \t]*/[^\n(]{0,200}\*\([^)\n]*no_root_squash", "", ""),
        (
            r"(?:NotebookApp|ServerApp|IdentityProvider)\.token\s*=\s*[bu]?[\"\']{2}",
            r"\.ip\s*=\s*[\"\'](?:0\.0\.0\.0|\*|)[\"\']",
            "",
        ),
    )
)


def opens_service(text: str) -> bool:
    """Return whether a configuration lets everybody on the network in without a password."""
    plain = re.sub(r"^[ \t]*(?:#|;|--|//).*$", "", text, flags=re.M)
    return any(
        first.search(plain) and second.search(plain) and not (unless and unless.search(plain))
        for first, second, unless in _OPEN_CONFIGURATIONS
    )
