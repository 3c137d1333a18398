"""Files of builds: the commands of YAML pipelines and of Jenkinsfiles, with the secrets that are declared for them."""

import re
import shlex
from collections.abc import Iterator, Sequence
from itertools import groupby

from kingdom.ministers.guardian.file.formats.yaml_tree import Setting
from kingdom.ministers.guardian.file.shell.command_effects import script_behaviors
from kingdom.ministers.guardian.file.shell.secret_variables import NO_SECRETS, DeclaredSecrets
from kingdom.ministers.guardian.file.structure_findings import Behavior

_COMMAND_NAMES = frozenset(
    [
        "run",
        "script",
        "command",
        "cmd",
        "shell",
        "entrypoint",
        "before_script",
        "after_script",
        "args",
        "postcreatecommand",
        "poststartcommand",
        "onstart",
        "exec",
        "oncreatecommand",
        "updatecontentcommand",
        "postattachcommand",
        "ansible.builtin.shell",
        "ansible.builtin.command",
        "test",
        "bash",
        "sh",
        "raw",
        "preinstall",
        "postinstall",
        "install",
        "lifecycle",
        "inline",
        "user_data",
        "userdata",
        "bootcmd",
        "runcmd",
    ]
)
_ONE_COMMAND = frozenset({"command", "args", "entrypoint", "cmd", "test", "exec", "argv"})  # a list is its words
_MAX_SCRIPTS = 400  # of one file
_MAX_TOGETHER = 60_000  # characters of scripts that are read as one
_SECRET_VALUE = re.compile(
    r"\$\{\{\s*(?:secrets\.(\w+)|github\.(token))\s*\}\}|\$\((\w*(?:[Ss]ecret|[Tt]oken|[Kk]ey)\w*)\)"
)
_GROOVY_COMMAND = re.compile(
    r"\b(?:sh|bash)\b\s*\(?\s*(?:\[?\s*(?:label|returnStdout|returnStatus)\s*:[^,\n]{1,80},\s*)*(?:script\s*:\s*)?"
    r"(?:\'\'\'(?P<a>.*?)\'\'\'|\"\"\"(?P<b>.*?)\"\"\"|\'(?P<c>(?:[^\'\\\n]|\\.)*+)\'|\"(?P<d>(?:[^\"\\\n]|\\.)*+)\")",
    re.S,
)
_GROOVY_SECRET = re.compile(
    r"(?:credentialsId\s*:\s*[\'\"](?P<id>[\w.-]{1,80})[\'\"][^()]{0,200}?)?\b\w*[vV]ariable\s*:\s*[\'\"](?P<name>\w{1,60})[\'\"]"
    r"|(?P<env>\w{1,60})\s*=\s*credentials\(\s*[\'\"](?P<env_id>[\w.-]{1,80})"
)
_USER_VARIABLE = re.compile(r"user(?:name)?Variable\s*:", re.I)


def merged_behaviors(scripts: Sequence[tuple[int, str]], secrets: DeclaredSecrets = NO_SECRETS) -> Iterator[Behavior]:
    """Yield the behaviors of (line, script) pairs one by one, and those that only all of them have together."""
    found: set[str] = set()
    for line, script in scripts[:_MAX_SCRIPTS]:
        for behavior in script_behaviors(script, secrets):
            found.add(behavior.rule)
            yield Behavior(behavior.rule, line)
    if len(scripts) > _MAX_SCRIPTS:
        yield Behavior("file.too_long")
    elif len(scripts) > 1:
        yield from (one for one in _joint_behaviors(scripts, secrets) if one.rule not in found)


def _joint_behaviors(scripts: Sequence[tuple[int, str]], secrets: DeclaredSecrets) -> Iterator[Behavior]:
    """Yield what (line, script) pairs do as one script, nothing where it would be too long."""
    together = "\n".join(script for _, script in scripts)
    if len(together) < _MAX_TOGETHER:
        owners = [line for line, script in scripts for _ in script.split("\n")]
        for behavior in script_behaviors(together, secrets):
            yield Behavior(behavior.rule, owners[min(max(behavior.line, 1), len(owners)) - 1])


def build_behaviors(settings: Sequence[Setting]) -> Iterator[Behavior]:
    """Yield the behaviors of the commands among the settings of a YAML text, those of one list together."""
    secrets = _declared_secrets(settings)
    for (path, is_list), group in groupby(settings, key=_list_of_commands):
        members = list(group)
        scripts = [(setting.line, setting.value) for setting in members if is_command(setting)]
        if is_list and len(members) > 1 and path[-1] in _ONE_COMMAND:
            yield from merged_behaviors(scripts, secrets)
            yield from _words_behaviors(members, secrets)
        elif is_list:
            yield from merged_behaviors([(setting.line, setting.value) for setting in members], secrets)
        else:
            yield from _each(scripts, secrets)


def _words_behaviors(members: Sequence[Setting], secrets: DeclaredSecrets) -> Iterator[Behavior]:
    """Yield the behaviors of one command whose words are the values of a list."""
    words = [setting.value for setting in members]
    line = shlex.join(words[1:] if words[0].upper() in ("CMD", "CMD-SHELL") else words)
    yield from (Behavior(behavior.rule, members[0].line) for behavior in script_behaviors(line, secrets))


def _each(scripts: Sequence[tuple[int, str]], secrets: DeclaredSecrets) -> Iterator[Behavior]:
    for script in scripts:
        yield from merged_behaviors([script], secrets)


def _list_of_commands(setting: Setting) -> tuple[tuple[str, ...], bool]:
    """Return the path of a setting, and whether the values of that path are commands or the words of one."""
    return setting.path, bool(_COMMAND_NAMES & set(setting.path[-1:]))


def is_command(setting: Setting) -> bool:
    """Return whether the value of a setting is a command: by the name of the setting, or a script with its program."""
    if "\n" not in setting.value and not re.search(r"\s|\$\(", setting.value):
        return False
    return bool(_COMMAND_NAMES & set(setting.path[-2:])) or ("\n" in setting.value and setting.value.startswith("#!"))


def _declared_secrets(settings: Sequence[Setting]) -> DeclaredSecrets:
    """Return the variables of a pipeline that are given the value of a secret."""
    found = ((setting.name, _SECRET_VALUE.search(setting.value)) for setting in settings)
    return {name.lower(): next(filter(None, secret.groups())) for name, secret in found if name and secret is not None}


def groovy_behaviors(text: str) -> Iterator[Behavior]:
    """Yield the behaviors of the shell steps of a Jenkinsfile."""
    secrets: dict[str, str] = {}
    for found in _GROOVY_SECRET.finditer(text):
        if not _USER_VARIABLE.search(found[0]):
            secrets[(found["name"] or found["env"]).lower()] = (found["id"] or found["env_id"] or "secret").replace(
                "-", "_"
            )
    scripts = [
        (text.count("\n", 0, found.start()) + 1, _groovy_text(found)) for found in _GROOVY_COMMAND.finditer(text)
    ]
    yield from merged_behaviors(scripts, secrets)


def _groovy_text(found: re.Match[str]) -> str:
    """Return the text of a shell step without the escapes of its quotes."""
    body = found["a"] or found["b"] or (found["c"] or found["d"] or "").replace('\\"', '"').replace("\\'", "'")
    return body.replace("\\$", "$")
