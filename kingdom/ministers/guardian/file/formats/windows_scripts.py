"""Behaviors of PowerShell, batch files and registry files, by their commands. One command a line."""

import re
from collections.abc import Iterator

from kingdom.ministers.guardian.file.structure_findings import Behavior

_RULES: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "file.foreign_code",
        re.compile(
            r"(?:\biex\b|invoke-expression)[^\n]{0,200}(?:downloadstring|invoke-webrequest"
            r"|invoke-restmethod|\biwr\b|\birm\b|curl|wget)|(?:\biwr\b|\birm\b|downloadstring"
            r"|invoke-webrequest|invoke-restmethod)[^\n]{0,200}\|\s*(?:iex|invoke-expression)"
            r"|certutil\b[^\n]{0,80}-urlcache|bitsadmin\b[^\n]{0,60}/transfer|mshta\s+http"
            r"|regsvr32\b[^\n]{0,60}/i:http"
        ),
    ),
    (
        "file.hidden_code",
        re.compile(
            r"powershell[^\n]{0,120}\s-e(?:nc|ncodedcommand|c)?\s+[a-z0-9+/=]{16}"
            r"|frombase64string[^\n]{0,200}(?:iex|invoke|assembly|load)|(?:iex"
            r"|invoke-expression)[^\n]{0,120}frombase64string|reflection\.assembly\]::load\("
        ),
    ),
    (
        "file.gives_access",
        re.compile(
            r"net\s+localgroup\s+administrators\s[^\n]{0,80}/add"
            r"|add-localgroupmember[^\n]{0,60}administrators"
            r"|new-object\s+(?:system\.)?net\.sockets\.tcpclient|net\s+user\s+administrator\s+/active:yes"
            r"|fdenytsconnections[^\n]{0,40}(?:/d\s+0|-value\s+0|dword:0+\b)"
            r"|everyone:\(?(?:oi\)\(ci\))?f\b"
        ),
    ),
    (
        "file.starts_itself",
        re.compile(
            r"currentversion\\run(?:once)?\b[^\n]{0,200}(?:powershell|http|\\temp\\|appdata|\.vbs"
            r"|cmd\.exe|wscript|mshta)|schtasks\b[^\n]{0,40}/create[^\n]{0,200}(?:powershell|http"
            r"|\\temp\\|appdata|\.vbs|mshta)|register-scheduledtask[^\n]{0,200}(?:hidden|http|encod)"
            r"|\\image file execution options\\|userinit\"?="
            r"|new-object -com(?:object)? wscript\.shell[^\n]{0,200}startup"
        ),
    ),
    (
        "file.loosens",
        re.compile(
            r"set-mppreference[^\n]{0,80}-disable\w+\s+(?:\$true|1)"
            r"|add-mppreference[^\n]{0,60}-exclusionpath"
            r"|netsh\s+(?:adv)?firewall[^\n]{0,60}(?:state\s+off|opmode\s+disable)"
            r"|set-netfirewallprofile[^\n]{0,60}-enabled\s+false|enablelua[^\n]{0,40}(?:/d\s+0|dword:0+\b"
            r"|-value\s+0)|disableantispyware[^\n]{0,40}1\b|bcdedit\b[^\n]{0,60}(?:testsigning\s+on"
            r"|recoveryenabled\s+no|nointegritychecks)"
            r"|servercertificatevalidationcallback\s*=\s*\{\s*\$true"
            r"|set-executionpolicy\s+(?:unrestricted|bypass)\s+-scope\s+localmachine"
            r"|stop-service[^\n]{0,40}(?:windefend|eventlog|sense)|sc\s+(?:stop|delete"
            r"|config)\s+(?:windefend|eventlog|wscsvc)"
        ),
    ),
    (
        "file.hides_traces",
        re.compile(
            r"wevtutil\s+cl\b|clear-eventlog|remove-item[^\n]{0,80}(?:consolehost_history|\\logs\\"
            r"|winevt)|clear-history|auditpol\s+/clear"
        ),
    ),
    (
        "file.destroys",
        re.compile(
            r"vssadmin\s+delete\s+shadows|wmic\s+shadowcopy\s+delete|format\s+[a-z]:\s*/|(?:del|rd|rmdir"
            r"|erase)\s+(?:/[a-z]\s+){1,4}[\"']?[a-z]:\\(?:\*|windows|users)?[\"'\s*]*$"
            r"|remove-item[^\n]{0,60}[a-z]:\\(?:windows|users)?[\"'\s*]*-(?:recurse|force)"
            r"|remove-item\s+(?:-\w+\s+){1,3}[a-z]:\\(?:windows|users)?[\"'\s*\\]*$|cipher\s+/w:[a-z]"
            r"|clear-disk\b"
        ),
    ),
    (
        "file.sends_secrets",
        re.compile(
            r"(?:invoke-webrequest|invoke-restmethod|\biwr\b|\birm\b|uploadfile|uploadstring"
            r"|curl)[^\n]{0,200}(?:-infile|-body|uploadfile)[^\n]{0,160}(?:\.ssh|env:|id_rsa|login data"
            r"|\\sam\b|ntds|get-childitem env|credential|cookies)|reg\s+save\s+hklm\\(?:sam|system"
            r"|security)|sekurlsa|procdump[^\n]{0,40}lsass|comsvcs\.dll[^\n]{0,40}minidump"
            r"|netsh\s+wlan\s+show\s+profile[^\n]{0,80}key=clear"
        ),
    ),
)
_COMMENT = re.compile(r"^\s*(?:#|::|rem\b)", re.I)


def windows_behaviors(text: str) -> Iterator[Behavior]:
    """Yield the behaviors of each line, lines that go on joined."""
    for number, line in enumerate(re.sub(r"[`^]\r?\n\s*", " ", text).lower().splitlines(), 1):
        if _COMMENT.match(line):
            continue
        for part in (line[at : at + 4_000] for at in range(0, max(len(line), 1), 3_500)):
            yield from (Behavior(rule, number) for rule, pattern in _RULES if pattern.search(part))
