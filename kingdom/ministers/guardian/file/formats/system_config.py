"""Files of a system that hold commands or say who may log in: hooks of programs, PAM, lists of accounts."""

import re
from collections.abc import Iterator

from kingdom.ministers.guardian.file.shell.command_effects import script_behaviors
from kingdom.ministers.guardian.file.shell.written_files import is_hidden_start
from kingdom.ministers.guardian.file.structure_findings import Behavior

_MAX_COMMANDS = 200  # of one file
_COMMAND = re.compile(
    r"^[ \t]*(?:Exec|command|program_command|exec-start|on_(?:start|reload)|hook|[\w-]*_cmd|[\w-]*-cmd)"
    r"\s*[=:]\s*[\"']?(?P<a>[^\n\"'][^\n]*?)[\"']?\s*$"
    r"|\bRUN(?:\{program\})?\+?=\s*\"(?P<b>[^\"\n]+)\""  # udev
    r"|(?:Pre|Post)-(?:Invoke|Install-Pkgs)(?:-Success)?\s*(?:::)?\s*\{?\s*\"(?P<c>(?:[^\"\\\n]|\\.)+)\""  # apt
    r"|^[ \t]*(?:pre|post|first|last)(?:rotate|action)[ \t]*\n"
    r"(?P<d>(?:(?![ \t]*endscript)[^\n]*\n){0,60})[ \t]*endscript"  # logrotate
    r"|^install\s+[\w-]+\s+(?P<e>/\S+[^\n]*)",  # modprobe
    re.M,
)
_OPEN_LOGIN = re.compile(
    r"^[ \t]*-?auth\s+(?:sufficient|\[[^\]\n]*success=(?:done|ok)[^\]\n]*\])\s+\S*pam_permit\.so", re.M
)
_TAKES_PASSWORD = re.compile(r"^[ \t]*-?(?:auth|password)\s[^\n#]*pam_exec\.so[^\n#]*expose_authtok", re.M)
_SECOND_ROOT = re.compile(r"^(?!root:|toor:)[a-z_][\w-]*:[^:\n]*:0+:\d*:[^:\n]*:[^:\n]*:\S+$", re.M)


def system_behaviors(text: str) -> Iterator[Behavior]:
    """Yield the behaviors of the commands inside a configuration, and of its rules about logging in."""
    for found in list(_COMMAND.finditer(text))[:_MAX_COMMANDS]:
        command = next(filter(None, found.groups()), "").replace('\\"', '"')
        line = text.count("\n", 0, found.start()) + 1
        yield from (Behavior(behavior.rule, line) for behavior in script_behaviors(command))
        if is_hidden_start(command):
            yield Behavior("file.starts_itself", line)
    for pattern in (_OPEN_LOGIN, _TAKES_PASSWORD, _SECOND_ROOT):
        entry = pattern.search(text)
        if entry is not None:
            yield Behavior("file.gives_access", text.count("\n", 0, entry.start()) + 1)
