"""JavaScript, without a grammar of the language: its literals, its calls that send, hidden code and fixed logins."""

import re
from bisect import bisect_right
from collections.abc import Iterator

from kingdom.ministers.guardian.file.shell.secret_variables import is_owned_elsewhere, is_secret_name

_MAX_ARGUMENTS = 2_000  # characters of one call
_MAX_CALLS = 400
_MAX_NAMES = 200  # that hold secrets
_PASSES = 3  # names whose values come from other names
_LITERAL = re.compile(
    r"(?P<skip>//[^\n]*|/\*(?:[^*]|\*(?!/))*+(?:\*/|\Z)|\"(?:[^\"\\\n]|\\.)*+\"|'(?:[^'\\\n]|\\.)*+')"
    r"|(?<=[(,=:\[!&|?{};\n])\s*/(?![/*])(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*+\])++/[a-z]*"
    r"|`(?:[^`\\$]|\\.|\$(?!\{))*+`",
    re.S,
)
_SHOWS_TEXT = re.compile(
    r"(?:inner|outer)HTML\s*\+?=|insertAdjacentHTML|document\.write|\beval\s*\(|new\s+Function|set(?:Timeout|Interval)\s*\(\s*[\"'`]"
    r"|\.(?:html|append|prepend)\s*\(|createContextualFragment|srcdoc"
)
_ESCAPED = re.compile(r"\\x([2-7][0-9a-fA-F])|\\u00([2-7][0-9a-fA-F])|\\u\{([2-7][0-9a-fA-F])\}")
# Code that is found by a computed name, or that is decoded where it runs.
_DECODES = (
    r"(?:atob\s*\(|unescape\s*\(|decodeURIComponent\s*\(|String\.fromCharCode|Buffer\.from\s*\(\s*(?:\"[^\"\n]*+\"|'[^'\n]*+'|[\w.\[\]]{1,60})\s*,\s*[\"'](?:base64|hex)[\"']"
    r"|\[[^\]\n]{0,400}\]\.reverse\(\)|\.split\([\"']{2}\)\.reverse\(\))"
)
_HIDDEN = re.compile(
    r"\brequire\s*\(\s*(?:\w+\[|_0x\w+\(|atob\s*\(|Buffer\.from|String\.fromCharCode|[\"'][^\"'\n]{0,20}[\"']\s*\+)[^)\n]{0,300}\)+\s*(?:\[|\.\s*exec)"
    rf"|\b(?:exec|execSync|spawn|eval|runInThisContext|runInNewContext|Function|_compile)\s*\(\s*(?:\w+\.)?{_DECODES}"
    rf"|(?:window|global|globalThis|self|this|top)\s*\[\s*{_DECODES}"
    r"|\.constructor\s*\.\s*constructor\s*\(|\[[\"']constructor[\"']\]\s*\(|\[[\"']constructor[\"']\]\s*\[[\"']constructor[\"']\]"
    r"|(?:window|global|globalThis|self|this)\s*\[\s*(?:[\"']\w{1,4}[\"']\s*\+\s*)+[\"']\w{1,12}[\"']\s*\]\s*\("
)
_DECODED_NAME = re.compile(rf"\b(?:const|let|var)\s+(\w+)\s*=\s*[^;\n]{{0,200}}?{_DECODES}")
_RUNS = (
    r"\b(?:eval|Function|runInThisContext|runInNewContext|exec|execSync|_compile|setTimeout)"
    r"\s*\(\s*(?:\w+\s*,\s*)?{name}\b"
)
_SENDING_CALL = re.compile(
    r"\b(?:fetch|sendBeacon|axios(?:\.\w+)?|got(?:\.\w+)?|\$\.(?:post|get|ajax)|https?\.(?:get|request)|WebSocket|EventSource|request(?:\.post)?)"
    r"\s*\(|\.src\s*=(?!=)|location(?:\.href)?\s*=(?!=)"
)
_FOREIGN = re.compile(r"[\"'`](?:https?:|wss?:)?//(?!localhost|127\.|\$\{)(?P<host>[\w.-]+)")
_ADDRESS = re.compile(r"(?:\d{1,3}\.){3}\d{1,3}$")
_HEADERS = re.compile(r"\bheaders\s*:\s*(?:\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|[\w.]+)")
_REQUEST_SECRET = re.compile(
    r"\bheaders\s*(?:\?\.)?(?:\.get\(\s*|\[\s*|\.)\s*[\"']?(?:authorization|cookie|x-api-key|x-auth)|\.cookies\b(?!\s*\()|getAllResponseHeaders",
    re.I,
)
_WHOLE_REQUEST = re.compile(
    r"\b(?:req|request|ctx\.request)\.(?:headers|body|cookies|rawHeaders)\b(?!\s*(?:\?\.|[.\[(]))"
)
_MIDDLEWARE = re.compile(r"\(\s*_?req\w*\s*,\s*_?res\w*\s*,\s*next\s*\)|\(\s*ctx\s*,\s*next\s*\)|addHook\(|onRequest")
_EVERY_FORM = re.compile(
    r"document\.addEventListener\(\s*[\"'](?:submit|input|change|key\w+|paste)|querySelectorAll\(\s*[\"'][^\"']*\binput\b|document\.forms\b"
    r"|window\.addEventListener\(\s*[\"']key\w+|document\.onkey\w+\s*="
)
_FIELD_VALUES = re.compile(
    r"new FormData\(|\.value\b|\b(?:e|ev|evt|event)\.key\b|\.clipboardData|serialize(?:Array)?\(\)"
)
_ENVIRONMENT = re.compile(r"process\.env(?:\.|\[[\"'])(\w+)")
_ENCODES = re.compile(r"btoa\(|toString\(\s*[\"'](?:base64|hex)|encodeURIComponent\(\s*JSON")
_BOUND = re.compile(
    r"(?:\b(?:const|let|var)\s+)?(?:(\w+)|\{([^{}=]{1,200})\})\s*\+?=(?![=>])\s*([^;\n]{1,400})|\b(\w+)\.push\(([^;\n]{1,300})"
)
_LOGIN_NAME = r"(?:pass(?:word|wd|phrase|code)?|pw|pwd|passwort|pin|otp|token)"
_FIXED_HASH = re.compile(
    rf"\b{_LOGIN_NAME}\b[^;\n]{{0,120}}?\)\s*(?:={{2,3}}|\.equals\()\s*[\"'](?:[0-9a-f]{{32}}|[0-9a-f]{{40}}|[0-9a-f]{{64}}|[0-9a-f]{{128}})[\"']"
    rf"|compare(?:Sync)?\(\s*[\w.$\[\]'\"]*{_LOGIN_NAME}\b[^,\n]{{0,20}},\s*[\"']\$2[aby]\$|password_verify\(\s*[^,\n]{{1,60}},\s*[\"']\$2[aby]\$",
    re.I,
)
_FIXED_PASSWORD = re.compile(
    rf"(?:\|\||\bif\s*\()\s*\(?[\w.$\[\]'\"]{{0,60}}\b{_LOGIN_NAME}[\"']?\]?\s*(?:={{2,3}}|\.equals\()\s*[\"'][^\"'\s/]{{4,60}}[\"']",
    re.I,
)
_FIXED_FIELD = re.compile(
    r"(?:req(?:uest)?\.(?:headers?\s*(?:\[|\.get\(|\()\s*[\"']x-(?!requested-with|forwarded)[\w-]+[\"']\s*[\])]|get\(\s*[\"']x-(?!requested-with|forwarded)[\w-]+[\"']\s*\)"
    r"|(?:query|cookies|body)(?:\.\w+|\[[\"']\w+[\"']\]))|\$_(?:GET|POST|COOKIE|REQUEST|SERVER)\[[\"']\w+[\"']\])\s*={2,3}\s*[\"'][^\"'\s/]{4,60}[\"']\s*\)?"
    r"[^}]{0,160}?(?:\bnext\(\)|(?:is_?admin|isAuthenticated|superuser|logged_?in|authenticated)[\"']?\]?\s*[=:]\s*(?:true|1)|role[\"']?\]?\s*[=:]\s*[\"'](?:admin|root|owner)|\b(?:req|ctx)\.user\s*=)",
    re.I,
)
_CHECKS_LOGIN = re.compile(
    r"bcrypt|argon2|scrypt|pbkdf2|password_verify|check_?password|compare(?:Sync)?\(|jwt\.verify|passport|findUser|users\.find",
    re.I,
)
_TEST_CASE, _EXPECTS = (
    re.compile(r"\b(?:describe|it|test)(?:\.each)?\s*\(|@Test\b"),
    re.compile(r"\b(?:expect|assert\w*)\s*\("),
)


class ScriptText:
    """A script and the places of its literals and comments."""

    def __init__(self, text: str) -> None:
        self.text = text
        spans = [found.span() for found in _LITERAL.finditer(text) if found["skip"]]
        self._starts, self._ends = [start for start, _ in spans], [end for _, end in spans]
        self._shows_text = False
        self._shows_text = any(self.find(_SHOWS_TEXT))

    def is_code(self, at: int) -> bool:
        """Return whether a place is code, or in a text that the script may run or show."""
        before = bisect_right(self._starts, at) - 1
        return self._shows_text or before < 0 or self._ends[before] <= at

    def find(self, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
        """Yield the matches of a pattern that begin in code."""
        return (found for found in pattern.finditer(self.text) if self.is_code(found.start()))


def unescaped(text: str) -> str:
    """Return a script whose letters are not written by their numbers."""
    return _ESCAPED.sub(lambda found: chr(int(found[1] or found[2] or found[3], 16)), text)


def hides_code(text: str) -> bool:
    """Return whether a script runs code that it decodes, or that it finds by a name it computes."""
    if any(ScriptText(text).find(_HIDDEN)):
        return True
    names = [found[1] for found, _ in zip(_DECODED_NAME.finditer(text), range(_MAX_NAMES), strict=False)]
    return any(re.search(_RUNS.replace("{name}", re.escape(name)), text) for name in set(names))


def foreign_secret(text: str) -> int | None:
    """Return where a script sends a secret of its own surroundings to a foreign host, None for nowhere."""
    calls = list(_foreign_calls(text))
    if not calls:
        return None
    secrets = _names_from(text, _REQUEST_SECRET)
    fields = _names_from(text, _FIELD_VALUES) if _EVERY_FORM.search(text) else None
    requests = _names_from(text, _WHOLE_REQUEST) if _MIDDLEWARE.search(text) else None
    for at, host, sent in calls:
        sources = ((secrets, _REQUEST_SECRET), (requests, _WHOLE_REQUEST), (fields, _FIELD_VALUES))
        if any(names is not None and _mentions(sent, names, source) for names, source in sources):
            return at
        if _sends_variable(text, sent, host):
            return at
    return None


def sends_fields(text: str) -> bool:
    """Return whether a script sends what is typed into fields to a foreign host."""
    fields = _names_from(text, _FIELD_VALUES)
    return any(_mentions(sent, fields, _FIELD_VALUES) for _, _, sent in _foreign_calls(text))


def _foreign_calls(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield (place, host, what is sent) of each call that names a foreign host."""
    script = ScriptText(text)
    for found, _ in zip(script.find(_SENDING_CALL), range(_MAX_CALLS), strict=False):
        sent = (
            _arguments(text, found.end())
            if found[0].endswith("(")
            else text[found.end() : found.end() + 300].split("\n")[0]
        )
        target = _FOREIGN.search(sent)
        if target is not None:
            yield found.start(), target["host"], _HEADERS.sub("", sent)


def _arguments(text: str, start: int) -> str:
    """Return the text up to the bracket that closes a call."""
    depth = 1
    for at in range(start, min(len(text), start + _MAX_ARGUMENTS)):
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        if not depth:
            return text[start:at]
    return text[start : start + _MAX_ARGUMENTS]


def _targets_and_value(found: re.Match[str]) -> tuple[list[str], str]:
    return re.findall(r"\w+", found[1] or found[2] or found[4] or ""), found[3] or found[5] or ""


def _names_from(text: str, source: re.Pattern[str]) -> set[str]:
    """Return the names whose values come from a source, also by way of other names."""
    bound = [_targets_and_value(found) for found in _BOUND.finditer(text)]
    names: set[str] = set()
    for _ in range(_PASSES):
        for targets, value in bound[: _MAX_NAMES * 20]:
            if len(names) < _MAX_NAMES and _mentions(value, names, source):
                names.update(targets[:8])
    return names


def _mentions(text: str, names: set[str], source: re.Pattern[str]) -> bool:
    return source.search(text) is not None or not names.isdisjoint(re.findall(r"[A-Za-z_$]\w*", text))


def _sends_variable(text: str, sent: str, host: str) -> bool:
    """Return whether a call sends a secret variable of the environment to where it does not belong."""
    for name in {found[1] for found in _ENVIRONMENT.finditer(text) if is_secret_name(found[1])}:
        names = _names_from(text, re.compile(rf"process\.env(?:\.|\[[\"']){name}\b"))
        if _mentions(sent, names, re.compile(rf"\b{name}\b")) and (
            _ADDRESS.match(host) or _ENCODES.search(sent) or is_owned_elsewhere(name, host)
        ):
            return True
    return False


def accepts_fixed_login(text: str) -> bool:
    """Return whether a login of a script, which is no test, is opened by a value that stands in its code."""
    if _TEST_CASE.search(text) and _EXPECTS.search(text):
        return False
    if _FIXED_HASH.search(text) or _FIXED_FIELD.search(text):
        return True
    return _CHECKS_LOGIN.search(text) is not None and _FIXED_PASSWORD.search(text) is not None
