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
    r"delete))*)[ -](?:requests?|calls?|anfragen?|aufrufe?)"
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
    r"(?:e-?mail|text|upload)(?=\s+(?:more|anything|something|to|\d))|goes out|leaves the house|would reach|"
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
    "delete": r"deletes?|deleting|deleted|removes?|removing|erases?|loscht|loschen|geloscht|"
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
    r"(?:everything\s+|anything\s+|alles,? was\s+)?(?:the |an? |der |den |dem )?(?:specialist|"
    r"spezialist(?:en)?)\s+(?P<role>[a-z0-9]+(?:_[a-z0-9]+)*)(?:\s+(?:wants? to|tries to))?"
)
_TOOL_ID = r"(?:the )?(?:tool )?(?P<tool>archon\.[a-z]+\.[a-z]+)"


def read_calls(reading: PlainReading, *, is_allowlist: bool = False) -> list[str] | None:
    """Take the words of calls out of a rule and return the parts of its condition, None without any."""
    role = reading.take(_SPECIALIST)
    files = _files(reading)
    what = files if files is not None else _requests(reading, is_allowlist=is_allowlist)
    if is_allowlist and (files is not None or what is None):
        return None
    if what is None:
        tool = reading.take(_TOOL_ID)
        named = tool["tool"] if tool else reading.take_named(words.TOOLS)
        what = equal_part("tool", named) or ([] if role is not None else None)
    if what is None:
        return None
    agent = [f'agent matches "^[a-z]+_{role["role"]}$"'] if role else []
    return [*what, *equal_part("identity", reading.take_named(words.IDENTITIES)), *agent]


def _files(reading: PlainReading) -> list[str] | None:
    """Return the condition on calls that write, delete or read files, None for other calls.

    A place or an ending is needed where the verb alone may mean other things than files.
    """
    before = reading.left
    ending, place = reading.take(_FILE_ENDING), None
    for pattern in _PLACES:
        place = place or reading.take(pattern)
    file = reading.take(_FILE_NAME) if place is None and ending is None and _has_file_verb(reading) else None
    verb = reading.take_named(_FILE_VERBS)
    if not verb or not (ending or place or file):
        reading.left = before
        return None
    reading.take(_FILES)
    parts = [_FILE_TOOLS[verb]]
    if ending:
        suffix = (ending["ending"] or ending["dotted"]).removeprefix(".")
        parts.append(_path_matches(rf"\.{re.escape(suffix)}$"))
    if place:
        groups = place.groupdict()
        folder = groups.get("folder") or groups.get("path") or (groups.get("absolute") or "").lstrip("/")
        parts.append(f"{'not ' if groups.get('outside') else ''}{_path_matches(f'^{re.escape(folder)}(/|$)')}")
    if file:
        parts.append(_path_matches(f"(^|/){re.escape(file['file'])}$"))
    return parts if _is_as_written(reading, (ending, place, file)) else None


def _has_file_verb(reading: PlainReading) -> bool:
    return any(re.search(rf"(?<!\w)(?:{pattern})(?!\w)", reading.left) for pattern in _FILE_VERBS.values())


def _is_as_written(reading: PlainReading, found: tuple[re.Match[str] | None, ...]) -> bool:
    """Return whether names of files stand in the rule as they were compared: an accent is a part of a name."""
    names = [name for match in found if match for key, name in match.groupdict().items() if name and key != "outside"]
    return all(name in reading.text.casefold() for name in names)


def _path_matches(expression: str) -> str:
    return f'path matches "{expression}"'


def _requests(reading: PlainReading, *, is_allowlist: bool) -> list[str] | None:
    """Return the condition on calls that reach a host, None for other calls."""
    before = reading.left
    hosts = _hosts(reading, is_allowlist=is_allowlist)
    many = reading.take(_RECIPIENTS)
    methods = reading.take(_METHODS)
    if is_allowlist and (not hosts or many or methods):  # to block what is not named needs hosts, and nothing else
        reading.left = before
        return None
    if methods is not None:
        named = ", ".join(f'"{name.upper()}"' for name in re.findall(r"get|post|put|patch|delete", methods["methods"]))
        return [f"method in [{named}]", *hosts]
    is_sent = bool(reading.take(rf"{words.SENT}|{_SEND_NOUNS}")) or many is not None
    if is_sent:
        reading.take(words.SENT)
        reading.take(_SEND_NOUNS)
        bound = [f"run.recipients > {number_in(many['number'])}"] if many else []
        return [SENDS, *hosts, *bound]
    if hosts and reading.take(_DOWNLOADS):
        return [_READS, *hosts]
    if hosts and (is_allowlist or reading.take(rf"{words.REQUESTS}|{_ACCESS}") or _is_only_left(reading)):
        reading.take(rf"{words.REQUESTS}|{_ACCESS}")
        return hosts
    reading.left = before
    return None


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
