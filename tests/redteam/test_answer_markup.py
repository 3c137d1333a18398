"""Answers are hostile input: a corpus of script injections, each rendered and then read as a browser would."""

import re
from html.parser import HTMLParser

import pytest

from kingdom.console.markup.markdown import render_markdown

ALLOWED_TAGS = {
    "a", "blockquote", "br", "code", "del", "em", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre", "s",
    "span", "strong", "table", "tbody", "td", "th", "thead", "tr", "ul",
}  # fmt: skip
ALLOWED_ATTRIBUTES = {
    ("a", "href"),
    ("a", "title"),
    ("a", "rel"),
    ("ol", "start"),
    ("code", "class"),
    ("span", "class"),
}
URLS = [
    "javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\tscript:alert(1)", "&#106;avascript:alert(1)",
    "javascript&colon;alert(1)", "\x01javascript:alert(1)", "data:text/html;base64,PHNjcmlwdD4=",
    "vbscript:msgbox(1)", "file:///etc/passwd", "blob:https://a/b", "%6aavascript:alert(1)", "//elsewhere.example/x",
]  # fmt: skip
HTML = [
    "<script>alert(1)</script>", "<ScRiPt src=//x.example></sCrIpT>", "<img src=x onerror=alert(1)>",
    "<svg onload=alert(1)>", "<svg><script>1</script></svg>", "<math><mi//xlink:href='data:x,<script>1</script>'>",
    "<iframe srcdoc='<script>1</script>'>", "<object data=x>", "<embed src=x>", "<base href=//x.example>",
    "<meta http-equiv=refresh content=0>", "<link rel=stylesheet href=//x.example>", "<style>*{display:none}</style>",
    "<form action=//x.example><input name=a><button>go</button></form>", '<a href="x" onclick="y">z</a>',
    "<noscript><p title='</noscript><img src=x onerror=1>'>", "<!--><img src=x onerror=1>-->",
    "<![CDATA[<img src=x onerror=1>]]>", "<xmp><p title='</xmp><script>1</script>'>", "<template><script>1</script>",
    "<p id=content name=content class='approval-card'>", "<details open ontoggle=1>", "<video><source onerror=1>",
]  # fmt: skip
FORMS = [
    "{}",
    "**{}**",
    "# {}",
    "> {}",
    "- {}",
    "| a |\n|---|\n| {} |",
    "`{}`",
    "```html\n{}\n```",
    "[{}](https://a.example)",
]
TRICKS = [
    "```html\n</code></pre><script>1</script>\n```", '```python" onload="x\n1\n```', "```<script>\n1\n```",
    '[x](https://a.example "t" onclick=1)', '[x](<https://a.example" onmouseover="1>)', "![x](https://a.example/p.png)",
    "![x](javascript:1)", "[x][1]\n\n[1]: javascript:alert(1)", "<javascript:alert(1)>", "<https://a.example/\"onclick=1>",
    "```python\n'</span><img src=x onerror=1>'\n```",
    "```xml\n<a onload='1'/><![CDATA[</pre>]]>\n```", "&lt;script&gt;1",
]  # fmt: skip


class _Reader(HTMLParser):
    """Collects what a browser would act on."""

    def __init__(self) -> None:
        """Begin with nothing."""
        super().__init__(convert_charrefs=True)
        self.bad: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note tags, attributes and addresses that are not allowed."""
        self.bad += [] if tag in ALLOWED_TAGS else [tag]
        self.bad += [f"{tag}.{name}" for name, _ in attrs if (tag, name) not in ALLOWED_ATTRIBUTES]
        for name, value in attrs:
            scheme = re.match(r"([a-z][a-z0-9+.-]*):", re.sub(r"[\x00-\x20]", "", value or ""), re.IGNORECASE)
            if name == "href" and scheme is not None and scheme[1].lower() not in ("http", "https", "mailto"):
                self.bad.append(f"href {value!r}")
            if name == "class" and tag == "code" and not (value or "").startswith("language-"):
                self.bad.append(f"class {value!r}")


CORPUS = [
    *(f"[x]({url})" for url in URLS),
    *(f"<{url}>" for url in URLS),
    *(form.format(piece) for form in FORMS for piece in HTML),
    *TRICKS,
]


@pytest.mark.parametrize("text", CORPUS)
def test_no_answer_makes_a_browser_do_anything(text: str) -> None:
    reader = _Reader()
    reader.feed(str(render_markdown(text)))
    reader.close()
    assert reader.bad == []
