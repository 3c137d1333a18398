"""The format of a file, from its path and its first lines. Pure."""

import re
from typing import Literal

FileFormat = Literal[
    "shell",
    "dockerfile",
    "yaml",
    "json",
    "package_json",
    "requirements",
    "editor_tasks",
    "notebook",
    "sshd",
    "sudoers",
    "cron",
    "unit",
    "nginx",
    "settings",
    "terraform",
    "sql",
    "page",
    "script_page",
    "markup",
    "table",
    "server_page",
    "python",
    "windows",
    "make",
    "groovy",
    "prose",
]
_BY_NAME: tuple[tuple[re.Pattern[str], FileFormat], ...] = (
    (re.compile(r"(?:^|/)(?:docker|container)file(?:\.[\w-]+)?$|\.dockerfile$"), "dockerfile"),
    (re.compile(r"(?:^|/)(?:package|composer)\.json$"), "package_json"),
    (re.compile(r"(?:^|/)(?:requirements|constraints)[\w.-]*\.(?:txt|in)$|(?:^|/)requirements/"), "requirements"),
    (re.compile(r"\.vscode/tasks\.json$"), "editor_tasks"),
    (re.compile(r"\.ipynb$"), "notebook"),
    (re.compile(r"sshd_config|/sshd/"), "sshd"),
    (re.compile(r"(?:^|/)jenkinsfile(?:\.[\w-]+)?$|\.(?:groovy|jenkinsfile|gradle)$"), "groovy"),
    (re.compile(r"\.(?:service|timer|socket|path|mount)\.d/[^/]+\.conf$"), "unit"),
    (re.compile(r"sudoers"), "sudoers"),
    (re.compile(r"(?:^|[/._-])cron(?:tab|\.d|\.daily)?(?:$|[/._-])|crontab"), "cron"),
    (re.compile(r"\.(?:service|timer|socket|path|mount)$"), "unit"),
    (re.compile(r"nginx|sites-(?:available|enabled)/|\.vhost$"), "nginx"),
    (re.compile(r"(?:^|/)makefile$|\.mk$|(?:^|/)justfile$"), "make"),
    (re.compile(r"\.(?:md|markdown|rst|adoc|tex|org|log)$"), "prose"),
    (
        re.compile(
            r"\.(?:sh|bash|zsh|ksh|command|fish|bats)$|(?:^|/)\.?(?:bashrc|bash_profile|bash_login"
            r"|bash_logout|zshrc|zshenv|zprofile|profile|envrc|xinitrc)$|\.git/hooks/|(?:^|/)\.husky/"
            r"|(?:^|/)(?:pre-commit|post-merge|pre-push|post-checkout|entrypoint)$|profile\.d/"
        ),
        "shell",
    ),
    (re.compile(r"\.(?:ya?ml)$"), "yaml"),
    (re.compile(r"\.(?:json|jsonc|json5|tfstate|webmanifest)$"), "json"),
    (
        re.compile(
            r"\.(?:ini|cfg|conf|toml|properties|env|cnf|npmrc|pypirc|editorconfig|tfvars)$|(?:^"
            r"|/)\.(?:env[\w.-]*|npmrc|gitconfig|pypirc|curlrc|yarnrc|wgetrc)$|pip\.conf$|\.git/config$|\.(?:desktop|rules)$"
            r"|(?:apt\.conf|logrotate|pam|supervisor|supervisord|xinetd|modprobe)\.d/[^/]+$|(?:^|/)etc/(?:passwd|exports)$"
            r"|\.env\.\w+$"
        ),
        "settings",
    ),
    (re.compile(r"\.(?:tf|hcl)$"), "terraform"),
    (re.compile(r"\.(?:sql|psql|ddl)$"), "sql"),
    (re.compile(r"\.(?:html?|xhtml|svg|vue|hta)$"), "page"),
    (re.compile(r"\.(?:js|mjs|cjs|ts|jsx|tsx)$"), "script_page"),
    (re.compile(r"\.(?:xml|xsd|xsl|plist|rss|config|wsdl)$"), "markup"),
    (re.compile(r"\.(?:csv|tsv)$"), "table"),
    (re.compile(r"\.(?:php\d?|phtml|jsp|jspx|java|asp|aspx)$"), "server_page"),
    (re.compile(r"\.(?:py|pyw|pth)$"), "python"),
    (re.compile(r"\.(?:ps1|psm1|bat|cmd|vbs|reg)$"), "windows"),
)
_SHEBANG = re.compile(r"\A#!\s*\S*/(?:env\s+(?:-S\s+)?)?(\w+)")
_PAGE = re.compile(r"\A\s*(?:<!doctype html|<html|<svg|<script|<body|<iframe)", re.I)


def file_format(path: str, text: str) -> FileFormat:
    """Return the format of a file; ``prose`` for what no program reads."""
    shebang = _SHEBANG.match(text)
    if shebang:
        return (
            "python"
            if shebang[1].startswith("python")
            else "script_page"
            if shebang[1] in ("node", "deno")
            else "shell"
        )
    lower = path.lower().replace("\\", "/")
    for pattern, kind in _BY_NAME:
        if pattern.search(lower):
            return kind
    if _PAGE.match(text):
        return "page"
    return "prose" if "." in lower.rpartition("/")[2].strip(".") else _of_content(text)


def _of_content(text: str) -> FileFormat:
    """Return the format of a file without an ending."""
    head = text[:2_000]
    if re.search(r"^FROM \S+", head, re.M) and re.search(r"^(?:RUN|CMD|COPY|ENTRYPOINT) ", head, re.M):
        return "dockerfile"
    if re.search(r"^(?:[\d*/,-]+\s+){5}\S", head, re.M):
        return "cron"
    return "shell" if re.search(r"^[ \t]*+(?:export|echo|if \[|sudo|curl|set -e|alias) ?", head, re.M) else "prose"
