"""HTML pages, SVG, XML, tables and JavaScript: what they do to who opens them."""

import re
from collections.abc import Callable, Iterator, Mapping
from html.parser import HTMLParser

from kingdom.ministers.guardian.file.formats.script_flow import (
    ScriptText,
    accepts_fixed_login,
    foreign_secret,
    hides_code,
    sends_fields,
    unescaped,
)
from kingdom.ministers.guardian.file.shell.command_effects import script_behaviors
from kingdom.ministers.guardian.file.structure_findings import Behavior

MAX_PAGE = 400_000  # characters
_MAX_STATEMENT = 4_000  # characters of one statement of a script that are looked at together
_SOURCES = re.compile(
    r"document\.cookie|localStorage(?:\.getItem|\[|\)|\s*[,}])|sessionStorage(?:\.getItem|\[|\))"
    r"|JSON\.stringify\(\s*(?:localStorage|process\.env)"
    r"|navigator\.clipboard\.read|\.(?:key|keyCode|code)\b(?=[^;]{0,80}(?:fetch|send|src))"
    r"|getElementBy\w{1,40}\([\"'](?:password|pass|pwd|card\w*|cvv|pin)[\"']\)\.value"
    r"|querySelector\([\"'][^\"']{0,200}password[^\"']{0,200}[\"']\)\.value|process\.env(?!\.\w)"
    r"|indexedDB\.databases|\.innerHTML(?=[^;]{0,40}(?:fetch|src))"
)
_FILE_SOURCES = re.compile(
    r"readFile(?:Sync)?\([^)]{0,120}(?:\.ssh|\.aws|\.npmrc|\.env|id_rsa|/etc/passwd|/etc/shadow"
    r"|wallet|Login Data)|os\.(?:hostname|userInfo)\(\)"
)
_FOREIGN = r"(?:https?:|wss?:)?//(?!localhost|127\.)[\w.-]+"
_SINKS = re.compile(
    rf"(?:fetch|sendBeacon|axios(?:\.\w+)?|\$\.(?:post|get|ajax)|open|WebSocket|request|importScripts)\s*\(\s*(?:[\"'](?:GET|POST|PUT)[\"']\s*,\s*)?[`\"']{_FOREIGN}"
    rf"|\.src\s*=\s*[`\"']{_FOREIGN}|(?:location(?:\.href)?|action)\s*=\s*[`\"']{_FOREIGN}|hostname\s*:\s*[`\"'][\w.-]+\.[a-z]{{2,}}"
    r"|\bdns\.(?:promises\.)?(?:resolve\w*|lookup)\s*\(\s*(?:`[^`\n]*\$\{|[^,()\n]{0,120}\+)"
)
_HIDDEN = re.compile(
    r"(?:\beval|new\s+Function|\bFunction|setTimeout"
    r"|document\.write(?:ln)?)\s*\(\s*(?:window\.)?(?:atob|unescape|decodeURIComponent"
    r"|String\.fromCharCode|Buffer\.from|hex2a|\w+\.split\([\"']{2}\)\.reverse)"
    r"|(?:eval|Function)\s*\(\s*(?:await\s+)?\(?(?:await\s+)?(?:fetch|\w*[Rr]esponse|xhr|req"
    r"|data)\b|_0x[0-9a-f]{4,6}\b.{0,200}_0x[0-9a-f]{4,6}\b"
)
_PROCESS = re.compile(
    r"child_process[\"']\s*+\)?(?:\s*+\.\s*+|.{0,200}?\b)(?:exec|execSync|spawn"
    r"|spawnSync)\s*+\(\s*+[`\"'](?P<command>[^`\"']{1,400})",
    re.S,
)
_MINER = re.compile(r"coinhive|cryptonight|stratum\+tcp|CoinImp|webminer", re.I)
_REQUEST_CODE = re.compile(
    r"(?:eval|exec|execSync|spawn|Function|vm\.runIn\w+)\s*+\(\s*+(?:`[^`]*\$\{)?\s*+(?:req|request"
    r"|ctx\.request)\.(?:body|query|params)"
)
_ADDRESS_URL = re.compile(r"^(?:https?:)?//(?:\d{1,3}\.){3}\d{1,3}(?!.*(?:127\.0|192\.168|10\.))", re.I)
_EXTERNAL = re.compile(r"^(?:https?:)?//[\w.-]+", re.I)
_ACTIVE_URL = re.compile(
    r"^\s*(?:javascript:(?!\s*(?:void\b|;|//|history\.|window\.print|$))|vbscript:|data:text/html)", re.I
)
_URL_ATTRIBUTES = frozenset({"href", "src", "action", "formaction", "data", "xlink:href"})
_SHOWN_ELEMENTS = frozenset({"img", "svg", "body", "video", "audio", "details", "iframe", "input", "marquee"})
_HANDLER_CODE = re.compile(r"\b(?:eval|atob|fetch|import)\s*\(|location\s*=|document\.cookie")
_SECRET_INPUT = re.compile(r"(?:password|cc-\w+|current-password|new-password|one-time-code)$", re.I)
_HIDING_STYLE = re.compile(r"display:none|opacity:0")
_REFRESH_TARGET = re.compile(r"url=\s*['\"]?(?:javascript:|data:|(?:https?:)?//(?:\d{1,3}\.){3})")
_FORMULA = re.compile(
    r"(?:^|[,;\t\"])[=+@-](?:cmd\||powershell|(?:HYPERLINK|WEBSERVICE|IMPORTXML|IMPORTDATA"
    r"|IMPORTHTML|IMAGE)\s*\(\s*\"{1,2}https?://[^,\n]{0,200}&|DDE\(|MSEXCEL\|)",
    re.I | re.M,
)
_ENTITY = re.compile(
    r"<!ENTITY\s++(?:%\s++)?\S{1,80}\s++(?:SYSTEM|PUBLIC\s++[\"'][^\"']{0,200}[\"'])\s++[\"'](?:file"
    r"|https?|php|expect|ftp|gopher):",
    re.I,
)
_BILLION = re.compile(r"<!ENTITY\s++\S{1,40}\s++[\"'](?:&\w{1,20};\s?){5}", re.I)
_PHP_INPUT = re.compile(
    r"(?:eval|assert|system|exec|shell_exec|passthru|popen|proc_open|include|create_function"
    r"|preg_replace|call_user_func)\s*\(?[^;]{0,80}\$_(?:GET|POST|REQUEST|COOKIE|SERVER|FILES)"
    r"|eval\s*\(\s*(?:base64_decode|gzinflate|str_rot13|gzuncompress)|\$\w+\s*\(\s*\$_(?:GET|POST|REQUEST)",
    re.I,
)
_JAVA_INPUT = re.compile(
    r"getRuntime\(\)\s*\.exec\s*\([^;]{0,80}(?:getParameter|request\.)"
    r"|ProcessBuilder\([^;]{0,80}getParameter|ScriptEngine[^;]{0,200}getParameter"
)


_SCRIPT_RULES = ((_HIDDEN, "file.hidden_code"), (_REQUEST_CODE, "file.gives_access"), (_MINER, "file.foreign_code"))


def script_page_behaviors(text: str) -> Iterator[Behavior]:
    """Yield the behaviors of JavaScript: what it takes and where it sends it, code that it hides, processes, logins."""
    text = unescaped(text[:MAX_PAGE])
    script = ScriptText(text)
    yield from (Behavior(rule) for pattern, rule in _SCRIPT_RULES if any(script.find(pattern)))
    if hides_code(text):
        yield Behavior("file.hidden_code")
    if accepts_fixed_login(text):
        yield Behavior("file.fixed_login")
    for found in _PROCESS.finditer(text):
        yield from script_behaviors(found["command"])
    for sent in (_first_sent_source(script), foreign_secret(text)):
        if sent is not None:
            yield Behavior("file.sends_secrets", text.count("\n", 0, sent) + 1)


def _first_sent_source(script: ScriptText) -> int | None:
    """Return where a script reads a secret near to where it sends something, None for nowhere."""
    sinks = [found.start() for found in script.find(_SINKS)]
    sources = sorted(found.start() for found in (*script.find(_SOURCES), *script.find(_FILE_SOURCES)))
    at = 0
    for source in sources:
        while at < len(sinks) and sinks[at] < source - _MAX_STATEMENT:
            at += 1
        if at < len(sinks) and abs(sinks[at] - source) <= _MAX_STATEMENT:
            return source
    return None


def _is_foreign_script(values: Mapping[str, str]) -> bool:
    source = values.get("src", "")
    return _ADDRESS_URL.search(source) is not None or source.startswith("http://")


def _is_hidden_frame(values: Mapping[str, str]) -> bool:
    style, source = values.get("style", "").replace(" ", "").lower(), values.get("src", "")
    sizes = {values.get("width"), values.get("height")}
    is_hidden = "hidden" in values or not sizes.isdisjoint(("0", "1")) or _HIDING_STYLE.search(style) is not None
    is_foreign = _EXTERNAL.search(source) is not None and "googletagmanager.com/ns.html" not in source
    return (is_hidden and is_foreign) or "<script" in values.get("srcdoc", "")


def _is_active_refresh(values: Mapping[str, str]) -> bool:
    refreshes = values.get("http-equiv", "").lower() == "refresh"
    return refreshes and _REFRESH_TARGET.search(values.get("content", "").lower()) is not None


def _is_foreign_base(values: Mapping[str, str]) -> bool:
    target = values.get("href", "")
    return _EXTERNAL.search(target) is not None and "http://" in target


# Element -> whether its attributes act on who opens the page.
_ACTING_ELEMENTS: Mapping[str, Callable[[Mapping[str, str]], bool]] = {
    "script": _is_foreign_script,
    "form": lambda values: _ADDRESS_URL.search(values.get("action", "")) is not None,
    "iframe": _is_hidden_frame,
    "meta": _is_active_refresh,
    "base": _is_foreign_base,
}


def _acts_on_reader(tag: str, values: Mapping[str, str]) -> bool:
    is_acting = _ACTING_ELEMENTS.get(tag)
    if is_acting is not None and is_acting(values):
        return True
    return any(_is_active_attribute(tag, name, value) for name, value in values.items())


def _is_active_attribute(tag: str, name: str, value: str) -> bool:
    """Return whether an attribute runs code: when the element is shown, or by its URL."""
    if name.startswith("on"):
        return tag in _SHOWN_ELEMENTS and _HANDLER_CODE.search(value) is not None
    return name in _URL_ATTRIBUTES and _ACTIVE_URL.search(value) is not None


class _Page(HTMLParser):
    """Collects the behaviors of a page's elements, and its scripts."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.behaviors: list[Behavior] = []
        self.scripts: list[str] = []
        self._in_script = False
        self._foreign_form = False
        self.asks_secret = self._own_form = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self._in_script = tag == "script"
        if tag == "form":
            self._foreign_form = _EXTERNAL.search(values.get("action", "")) is not None
            self._own_form = bool(values.get("action")) and not self._foreign_form
        self.scripts += [value for name, value in values.items() if name.startswith("on")]
        takes_password = tag == "input" and self._takes_password(values)
        if takes_password or _acts_on_reader(tag, values):
            self.behaviors.append(Behavior("file.acts_on_reader", self.getpos()[0]))

    def _takes_password(self, values: Mapping[str, str]) -> bool:
        """Note what an input of an own form asks for; return whether one of a foreign form asks for a password."""
        if self._own_form:
            self.asks_secret |= any(_SECRET_INPUT.match(values.get(name, "")) for name in ("autocomplete", "type"))
        return self._foreign_form and values.get("type", "").lower() == "password"

    def handle_endtag(self, tag: str) -> None:
        self._in_script = self._in_script and tag != "script"
        self._foreign_form = self._foreign_form and tag != "form"

    def handle_data(self, data: str) -> None:
        if self._in_script:
            self.scripts.append(data)


def page_behaviors(text: str) -> Iterator[Behavior]:
    """Yield the behaviors of HTML or SVG."""
    if len(text) > MAX_PAGE:
        yield Behavior("file.too_long")
    page = _Page()
    page.feed(text[:MAX_PAGE])
    yield from page.behaviors
    for script in page.scripts:
        yield from script_page_behaviors(script)
        if page.asks_secret and sends_fields(script):
            yield Behavior("file.acts_on_reader")
    yield from markup_behaviors(text)


def markup_behaviors(text: str) -> Iterator[Behavior]:
    """Yield the behaviors of XML: entities that read files or the network, or that grow without bound."""
    if _ENTITY.search(text) or _BILLION.search(text):
        yield Behavior("file.acts_on_reader")


def table_behaviors(text: str) -> Iterator[Behavior]:
    """Yield the behaviors of a table's cells: formulas that start programs or send other cells."""
    found = _FORMULA.search(text)
    if found is not None:
        yield Behavior("file.acts_on_reader", text.count("\n", 0, found.start()) + 1)


def server_page_behaviors(text: str) -> Iterator[Behavior]:
    """Yield the behaviors of PHP and JSP: code that runs what a request sends."""
    if _PHP_INPUT.search(text) or _JAVA_INPUT.search(text):
        yield Behavior("file.gives_access")
    if accepts_fixed_login(text):
        yield Behavior("file.fixed_login")
