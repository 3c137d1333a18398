"""Which calls of tools a rule in plain words is about: its condition on ``ToolRequested``. Pure."""

import re

from kingdom.policies.rules import plain_phrases as words
from kingdom.policies.rules.plain_reading import PlainReading, equal_part, number_in

SENDS = 'tool == "archon.http.request" and method not in ["GET", "HEAD", "OPTIONS"]'
_READS = 'method in ["GET", "HEAD"]'
_REACHES = 'host matches "."'
_NAME = r"(?:localhost|[a-z0-9-]+(?:\.[a-z0-9-]+)+)"
_NAMES = rf"(?P<hosts>{_NAME}(?:(?:\s*,\s*|\s+(?:and|or|und|oder|et|ou|y|o)\s+)(?:(?:to|from|an|von)\s+)?{_NAME})*)"
_HOST = (
    r"(?:to|from|with|at|an|auf|bei|von|zu|nach|a|vers|hacia|de|access|contact|reach|call)\s+(?:the (?:host|site|"
    rf"domain)\s+)?{_NAMES}"
)
_OTHER_HOSTS = (
    r"(?:to|from|with|at|an|auf|von|zu)?\s*(?:(?:any|all|every)\s+)?(?:(?:other )?(?:hosts?|sites?|domains?|"
    r"servers?)\s+)?"
    r"(?:other than|except(?:\s+(?:for|to|from))?|but not|ausser(?:\s+(?:von|an|auf|zu|nach))?|excepte?|sauf|"
    rf"salvo)\s+{_NAMES}"
)
_HOST_ENDING = (
    r"(?:to|from|at|an|auf|von)?\s*(?:an?\s+|any\s+|eine[mnr]?\s+)?(?:hosts?|sites?|domains?|servers?|adressen?)\s+"
    r"(?:that\s+)?(?:end(?:s|ing)?\s+(?:in|with|on)|mit\s+(?:der\s+)?endung)\s+\.?(?P<ending>[a-z]{2,20}(?:\.[a-z]{2,20})?)"
)
_METHODS = (
    r"(?P<methods>(?:get|post|put|patch|delete)(?:(?:\s*,\s*|\s+(?:and|or|und|oder)\s+)(?:get|post|put|patch|"
    r"delete))*)[ -](?:requests?|calls?|anfragen?|aufrufe?)(?:\s+goes|\s+geht)?"
)
_PEOPLE = (
    r"people|persons?|recipients?|addresses|contacts|customers|users|leute|personen|empfanger(?:n)?|adressen|"
    r"kontakte|kunden|"
    r"personnes|destinataires|personas|destinatarios"
)
_RECIPIENTS = (
    rf"(?:to\s+|an\s+|a\s+)?(?:{words.MORE})\s+(?P<number>\d{{1,5}}|{'|'.join(words.NUMBERS.values())})\s+(?:{_PEOPLE})"
)
_SEND_NOUNS = (
    r"(?:every |each |any |all |jeder |jede |keine )?(?:e-?mails?|sms(?: messages?)?|text messages?|messages?|"
    r"nachrichten?|mails?|uploads?|posts?)"
    r"(?:\s+(?:goes|go|is|are|gets?|geht|gehen|wird|werden)(?:\s+(?:out|sent|raus|gesendet|verschickt))?|"
    r"\s+(?:that )?leaves? the house)?|"
    r"(?:e-?mail|text|upload)(?=\s+(?:more|anything|something|to|\d))|goes out|goes|geht|leaves the house|would reach|"
    r"uploading|hochladen|rausgeht"
)
_DOWNLOADS = (
    r"(?:every |each |all |any )?downloads?|downloading|downloaded|herunterladen|heruntergeladen|telechargements?|"
    r"descargas?"
)
_ACCESS = (
    r"(?:all |any |every )?(?:access(?:es)?|connections?|traffic|zugriffe?|zugang|verbindungen?|acces|acceso)|"
    r"tries to reach|reach(?:es)?|contacts?|calls?"
)
_FILE_VERBS = {
    "write": r"write|writes|writing|written|overwrites?|overwriting|overwritten|edits?|editing|edited|changes?|"
    r"changing|changed|modify|"
    r"modifies|creates?|creating|created|saves?|saving|schreiben|schreibt|geschrieben|uberschreiben|uberschreibt|"
    r"andern|andert|anlegen|"
    r"anlegt|angelegt|erstellen|speichern|ecrire|escribir",
    "delete": r"deletions?|deletes?|deleting|deleted|removes?|removing|erases?|loscht|loschen|geloscht|"
    r"supprime[rs]?|borrar|eliminar",
    "read": r"reads?|reading|open|opens|lesen|liest|lire|leer",
}
_FILE_TOOLS = {
    "write": 'tool in ["archon.fs.write", "archon.fs.edit"]',
    "delete": 'tool == "archon.fs.delete"',
    "read": 'tool == "archon.fs.read"',
}
_FOLDER = r"(?:the\s+|den\s+|dem\s+|im\s+)?(?:folder|directory|ordner|verzeichnis)\s+(?P<folder>[\w.-]+(?:/[\w.-]+)*)/?"
_IN = (
    r"(?:to|in|into|inside|under|within|from|nach|ins?|unter|aus|innerhalb(?: von)?|anything in(?:side)?|"
    r"files? in(?: the)?)"
)
_PLACES = (
    r"(?P<outside>outside(?: of)?|ausserhalb(?: von)?|anywhere (?:but|except)(?: in| to)?|"
    rf"nur nicht in)\s+(?:{_FOLDER}|/?(?P<path>[\w.-]+(?:/[\w.-]+)*)/)",
    rf"(?:{_IN}\s+)?{_FOLDER}",
    rf"(?:{_IN}\s+)?(?P<absolute>/[\w.-]+(?:/[\w.-]+)*)/?",
    rf"(?:{_IN}\s+)?(?P<path>[\w.-]+(?:/[\w.-]+)*)/",
)
_FILE_ENDING = (
    r"(?:(?:an?|any|every|all)\s+)?(?:files?|dateien?|file names?)\s+(?:that\s+|whose names?\s+)?(?:end(?:s|"
    r"ing)?\s+(?:in|with|on)|with (?:the )?(?:ending|extension)|"
    r"mit (?:der )?endung|named)\s+(?P<ending>\.?[\w]{1,10})|(?P<dotted>\.[a-z0-9]{1,10})[ -](?:files?|dateien?)"
)
_FILE_NAME = r"(?:the file\s+|die datei\s+)?(?P<file>[\w-]+(?:/[\w.-]+)*\.[a-z0-9]{1,5})"
_FILES = r"(?:(?:an?|any|every|all|eine|keine|the)\s+)?(?:files?|dateien?|anything|something|etwas)"
_SPECIALIST = (
    r"(?:everything\s+|anything\s+|alles,? was\s+)?(?:the |an? |der |den |dem )?"
    rf"(?:specialist|spezialist(?:en)?)\s+{words.ROLE}"
    r"(?:\s+(?:wants? to|tries to))?"
)
_TOOL_ID = r"(?:the )?(?:tool )?(?P<tool>archon\.[a-z]+\.[a-z]+)"


def read_calls(reading: PlainReading, *, is_allowlist: bool = False) -> list[str] | None:
    """Take the words of calls out of a rule and return the parts of its condition, None without any."""
    if is_allowlist:
        what, agent = _other_hosts_requests(reading), []
    else:
        role = reading.take(_SPECIALIST)
        agent = [f'agent matches "^[a-z]+_{role["role"] or role["quoted"]}$"'] if role else []
        what = next((found for read in (_files, _requests, _tool) if (found := read(reading)) is not None), None)
        what = [] if what is None and agent else what
    if what is None:
        return None
    return [*what, *equal_part("identity", reading.take_named(words.IDENTITIES)), *agent]


def _tool(reading: PlainReading) -> list[str] | None:
    """Return the condition on a tool that is named, None for none."""
    by_id = reading.take(_TOOL_ID)
    if by_id is not None:
        return equal_part("tool", by_id["tool"])
    named = reading.take_named(words.TOOLS)
    return [_FILE_TOOLS["write"]] if named == "archon.fs.write" else equal_part("tool", named) or None


def _files(reading: PlainReading) -> list[str] | None:
    """Return the condition on calls that write, delete or read files, None for other calls.

    A place or an ending is needed where the verb alone may mean other things than files.
    """
    before = reading.left
    found = _named_files(reading)
    verb = reading.take_named(_FILE_VERBS) if found else ""
    if found is None or not verb or not _is_as_written(reading, found):
        reading.left = before
        return None
    reading.take(_FILES)
    return [_FILE_TOOLS[verb], _path_part(found)]


def _named_files(reading: PlainReading) -> re.Match[str] | None:
    """Return what names the files: an ending, a folder, or one file beside a verb; None for nothing."""
    found = next((match for pattern in (_FILE_ENDING, *_PLACES) if (match := reading.take(pattern))), None)
    return found or (reading.take(_FILE_NAME) if _has_file_verb(reading) else None)


def _path_part(found: re.Match[str]) -> str:
    """Return the part of the condition for the files that a rule names."""
    named = {name: text for name, text in found.groupdict().items() if text}
    ending = named.get("ending") or named.get("dotted")
    if ending:
        return _path_matches(rf"\.{re.escape(ending.removeprefix('.'))}$")
    if "file" in named:
        return _path_matches(f"(^|/){re.escape(named['file'])}$")
    folder = named.get("folder") or named.get("path") or named["absolute"].lstrip("/")
    return f"{'not ' if 'outside' in named else ''}{_path_matches(f'^{re.escape(folder)}(/|$)')}"


def _has_file_verb(reading: PlainReading) -> bool:
    return any(re.search(rf"(?<!\w)(?:{pattern})(?!\w)", reading.left) for pattern in _FILE_VERBS.values())


def _is_as_written(reading: PlainReading, found: re.Match[str]) -> bool:
    """Return whether names of files stand in the rule as they were compared: an accent is a part of a name."""
    names = (name for key, name in found.groupdict().items() if name and key != "outside")
    return all(name in reading.text.casefold() for name in names)


def _path_matches(expression: str) -> str:
    return f'path matches "{expression}"'


def _requests(reading: PlainReading) -> list[str] | None:
    """Return the condition on calls that reach a host, None for other calls."""
    before = reading.left
    hosts = _hosts(reading, is_allowlist=False)
    found = _methods(reading, hosts) or _sends(reading, hosts) or (_reaches(reading, hosts) if hosts else None)
    if found is None:
        reading.left = before
    return found


def _other_hosts_requests(reading: PlainReading) -> list[str] | None:
    """Return the condition on what reaches other hosts than those that stay allowed; None without any host."""
    hosts = _hosts(reading, is_allowlist=True)
    if not hosts or reading.take(_RECIPIENTS) or reading.take(_METHODS):
        return None
    return _sends(reading, hosts) or _reaches(reading, hosts) or hosts


def _methods(reading: PlainReading, hosts: list[str]) -> list[str] | None:
    methods = reading.take(_METHODS)
    if methods is None:
        return None
    named = re.findall(r"get|post|put|patch|delete", methods["methods"])
    return [f"method in [{', '.join(f'{chr(34)}{name.upper()}{chr(34)}' for name in named)}]", *hosts]


def _sends(reading: PlainReading, hosts: list[str]) -> list[str] | None:
    """Return the condition on what sends, with the bound on its recipients; None for other calls."""
    many = reading.take(_RECIPIENTS)
    if not reading.take(rf"{words.SENT}|{_SEND_NOUNS}") and many is None:
        return None
    reading.take(words.SENT)
    reading.take(_SEND_NOUNS)
    return [SENDS, *hosts, *([f"run.recipients > {number_in(many['number'])}"] if many else [])]


def _reaches(reading: PlainReading, hosts: list[str]) -> list[str] | None:
    """Return the condition on downloads, or on every request to hosts; None where a rule says something else."""
    if reading.take(_DOWNLOADS):
        return [_READS, *hosts]
    is_request = reading.take(rf"{words.REQUESTS}|{_ACCESS}") is not None
    reading.take(rf"{words.REQUESTS}|{_ACCESS}")
    return hosts if is_request or _is_only_left(reading) else None


def _is_only_left(reading: PlainReading) -> bool:
    """Return whether a host is all that a rule is about: "block anything from example.com"."""
    return not reading.rest()


def _hosts(reading: PlainReading, *, is_allowlist: bool) -> list[str]:
    """Return the parts of a condition on hosts: named ones, all others, or those with an ending."""
    other = reading.take(_OTHER_HOSTS)
    if other is not None:
        return [] if is_allowlist else [_REACHES, f"not {_host_part(other['hosts'])}"]
    ending = reading.take(_HOST_ENDING)
    if ending is not None:
        part = rf'host matches "\.{re.escape(ending["ending"])}$"'
        return [_REACHES, f"not {part}"] if is_allowlist else [part]
    named = reading.take(_HOST)
    if named is None:
        return []
    part = _host_part(named["hosts"])
    return [_REACHES, f"not {part}"] if is_allowlist else [part]


def _host_part(names: str) -> str:
    """Return the part for one or several hosts; a domain of two names stands for the hosts below it, too."""
    hosts = re.findall(_NAME, names)
    if len(hosts) == 1 and (hosts[0].count(".") != 1):
        return f'host == "{hosts[0]}"'
    below = [rf"(^|\.){re.escape(host)}$" if host.count(".") == 1 else f"^{re.escape(host)}$" for host in hosts]
    return f'host matches "{"|".join(below)}"'
