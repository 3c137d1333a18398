"""Checks the syntax of URLs (RFC 3986, host names after RFC 1123): nothing is fetched, so a well-formed URL may still lead nowhere."""

import ipaddress
import re
from typing import Any

from config.recipes.common import declares_used, found_in, nothing, solved, table

MOST = 50  # URLs of one message
LONGEST_URL = 2_000  # characters of one that are repeated
CANDIDATE = re.compile(
    r"<[A-Za-z][A-Za-z0-9+.\-]*:[^<>\n]{1,2000}>"  # in angle brackets it may hold spaces
    r"|(?<![A-Za-z0-9+.\-])[A-Za-z][A-Za-z0-9+.\-]{0,30}(?::?/{1,3}|:\\\\|;//)[^\s<>\"“”]+"  # slips of the scheme's sign too
    r"|(?:mailto|tel|urn|data|javascript):[^\s<>\"“”]+"
    r"|(?<![\w@.])www\.[^\s<>\"“”]+"
    r"|(?<![\w@./:])(?:[A-Za-z0-9_\-]{1,63}\.){1,30}[A-Za-z]{2,24}(?::\d+)?/[^\s<>\"“”]*",
    re.IGNORECASE,
)
PARTS = re.compile(r"([A-Za-z][A-Za-z0-9+.\-]*):(?://([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?", re.DOTALL)
SLIPS = {"htp": "http", "htpp": "http", "http": "http", "hhttp": "http", "ttp": "http", "hhtp": "http", "htttp": "http"}
SLIPS |= {
    "https": "https",
    "htps": "https",
    "httpss": "https",
    "htpps": "https",
    "hhttps": "https",
    "ttps": "https",
    "htttps": "https",
}
SLIPS |= {"hppts": "https", "httsp": "https", "httpd": "https", "fpt": "ftp", "ftp": "ftp"}
HOSTED = {"http", "https", "ftp", "ws", "wss", "sftp", "ssh", "git"}
PORTS = {"http": 80, "https": 443, "ftp": 21, "ws": 80, "wss": 443}
ALLOWED = re.compile(r"[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=%]")
HELP = "I check the syntax of URLs, and see none here. Send me one or more, e.g. https://example.org/path?x=1."


@declares_used()
def handle(payload: dict[str, Any], ctx: object) -> dict[str, Any]:
    """Answer one message about one or several URLs."""
    found = found_in(payload, candidates)
    if not found:
        return nothing(HELP)
    urls = [judged(url) for url in found[:MOST]]
    valid = sum(url["valid"] for url in urls)
    output = {
        "urls": urls,
        "valid_count": valid,
        "invalid_count": len(urls) - valid,
        "left_out": len(found) - len(urls),
    }
    return solved(sentence(output), output)


def candidates(text: str) -> list[str]:
    """Return what was meant as a URL, each once, in order, without the signs of the sentence around it."""
    found: dict[str, None] = {}
    for match in CANDIDATE.finditer(text):
        url = match.group()
        closing = "" if "(" in url else ")"
        url = url[1:-1] if url.startswith("<") else url.rstrip(".,;!?:'*`" + closing)
        if len(url) > 3:
            found[url] = None
    return list(found)


def judged(url: str) -> dict[str, Any]:
    """Return the judgement of one URL as a mapping."""
    made: dict[str, Any] = {
        "url": url[:LONGEST_URL],
        "scheme": "",
        "host": "",
        "port": None,
        "path": "",
        "query": "",
        "fragment": "",
    }
    reasons: list[str] = []
    notes: list[str] = []
    match = PARTS.fullmatch(url)
    repaired = scheme_repaired(url)
    if repaired and repaired != url:
        reasons.append(
            "the scheme is not written as a scheme and ://"
            if match is None or "//" not in url
            else "the scheme has a slip"
        )
    elif match is None:
        reasons.append("there is no scheme such as https:// at its beginning")
        repaired = f"https://{url}"
    else:
        scheme, authority, path, query, fragment = match.groups()
        made |= {"scheme": scheme.lower(), "path": path[:LONGEST_URL], "query": query or "", "fragment": fragment or ""}
        if authority is None and scheme.lower() in HOSTED:
            reasons.append(f"after {scheme}: there are two slashes and a host")
        elif authority is not None:
            check_authority(authority, made, reasons, notes)
    check_letters(url, reasons, notes)
    suggestions = suggested(repaired or url, reasons)
    return {**made, "valid": not reasons, "reasons": reasons, "notes": notes, "suggestions": suggestions}


def scheme_repaired(url: str) -> str:
    """Return the URL with its scheme written rightly, for slips of the web's schemes; empty where it has no such one."""
    match = re.match(r"([A-Za-z]{2,7})(?:;|:)?(?:/{1,3}|\\\\)", url)
    known = SLIPS.get(match.group(1).lower()) if match else None
    if match is None or known is None:
        return ""
    rest = url[match.end() :]
    exact = match.group() == f"{match.group(1)}://" and match.group(1).lower() == known
    return url if exact else f"{known}://{rest}"


def check_authority(authority: str, made: dict[str, Any], reasons: list[str], notes: list[str]) -> None:
    """Judge user, host and port."""
    _user, at, place = authority.rpartition("@")
    if at:
        notes.append("a user name or password in a URL is shown to everybody who sees the URL")
    match = re.fullmatch(r"(\[[^\]]*\]|[^:\[\]]*)(?::(.*))?", place)
    if match is None:
        reasons.append("the host has a colon or bracket too many")
        return
    host, port = match.groups()
    made["host"] = host.lower()
    reasons.extend(host_faults(host))
    if port is None or (not port and not reasons):
        return
    if not re.fullmatch(r"[0-9]{1,9}", port) or not 0 <= int(port) <= 65_535:
        reasons.append(f"the port is a number from 0 to 65535, not {port[:20] or 'empty'}")
        return
    made["port"] = int(port)
    if PORTS.get(made["scheme"]) == int(port):
        notes.append(f"port {port} is what {made['scheme']} uses anyway")


def host_faults(host: str) -> list[str]:
    """Return what is wrong with a host: an address in brackets, four numbers, or a name."""
    if not host:
        return ["the host is missing"]
    if host.startswith("["):
        try:
            ipaddress.IPv6Address(host[1:-1])
        except ValueError:
            return [f"{host[:60]} is no IPv6 address"]
        return []
    if re.fullmatch(r"[0-9.]+", host):
        numbers = host.split(".")
        good = len(numbers) == 4 and all(
            number.isdigit() and len(number) < 4 and int(number) < 256 for number in numbers
        )
        return [] if good else [f"{host[:60]} is no IP address: four numbers from 0 to 255"]
    return name_faults(host)


def name_faults(host: str) -> list[str]:
    """Return what is wrong with a host name."""
    faults = []
    labels = host.removesuffix(".").split(".")
    if "" in labels:
        faults.append("there is a dot too many in the host")
    for label in labels:
        if "_" in label:
            faults.append(
                f"the host has an underscore ({label[:63]}); only letters, digits and hyphens are allowed there"
            )
        elif re.search(r"[^\w\-]", label) and "%" not in label:
            faults.append(f"{label[:63]} is no part of a host name")
        if label.startswith("-") or label.endswith("-"):
            faults.append(f"a part of the host starts or ends with a hyphen ({label[:63]})")
        if len(label) > 63:
            faults.append(f"a part of the host is {len(label)} characters long, at most 63 are allowed")
    if len(host) > 253:
        faults.append("the host is longer than 253 characters")
    return faults


def check_letters(url: str, reasons: list[str], notes: list[str]) -> None:
    """Judge the characters that stand anywhere in a URL."""
    if re.search(r"\s", url):
        reasons.append("there is a space in it; write %20")
    if "\\" in url:
        reasons.append("there is a backslash in it; URLs have forward slashes")
    if re.search(r"%(?![0-9A-Fa-f]{2})", url):
        reasons.append("a % is not followed by two hexadecimal digits; a plain % is written %25")
    bad = sorted(
        {letter for letter in url if letter.isascii() and letter not in "\\ \t\n" and not ALLOWED.match(letter)}
    )
    if bad:
        reasons.append(f"{' '.join(bad[:8])} may not stand in a URL as it is")
    if not url.isascii():
        notes.append("letters outside ASCII are sent percent-encoded, in a host as xn--…")
    if url.count("#") > 1:
        reasons.append("there is more than one #")


def suggested(url: str, reasons: list[str]) -> list[str]:
    """Return the well-formed URL that was perhaps meant; nothing for one without faults."""
    if not reasons:
        return []
    made = re.sub(r"\s+", "%20", url.strip().replace("\\", "/"))
    made = re.sub(r"%(?![0-9A-Fa-f]{2})", "%25", made)
    made = re.sub(r"[\"<>^`{|}]", lambda match: f"%{ord(match.group()):02X}", made)
    match = PARTS.fullmatch(made)
    if made == url and not re.match(r"[a-z]+://", url):
        return []
    faults: list[str] = []
    if match is not None and match.group(2) is not None:
        check_authority(match.group(2), {"scheme": ""}, faults, [])
    return [made] if match is not None and not faults and made.count("#") < 2 and len(made) <= LONGEST_URL else []


def sentence(output: dict[str, Any]) -> str:
    """Return the answer in words."""
    urls, note = output["urls"], "I checked the syntax only; nothing was opened."
    if len(urls) == 1:
        url = urls[0]
        remarks = f" Note: {'; '.join(url['notes'])}." if url["notes"] else ""
        if url["valid"]:
            return f"`{url['url']}` is a well-formed URL.{remarks} {note}"
        meant = f" Perhaps you meant `{url['suggestions'][0]}`." if url["suggestions"] else ""
        return f"`{url['url']}` is not a well-formed URL: {'; '.join(url['reasons'])}.{meant}{remarks}"
    rows = [
        [url["url"][:200], "well formed" if url["valid"] else "; ".join(url["reasons"]), "".join(url["suggestions"])]
        for url in urls
    ]
    more = f"\n\n{output['left_out']} more were left out: I check {MOST} at once." if output["left_out"] else ""
    return f"{output['valid_count']} of {len(urls)} are well formed. {note}\n\n{table(['URL', 'verdict', 'perhaps meant'], rows)}{more}"
