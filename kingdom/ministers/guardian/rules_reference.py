"""The page docs/reference/guardian-rules.md, written from the rules themselves."""

from collections.abc import Sequence

from kingdom.ministers.guardian import capability_diff
from kingdom.ministers.guardian.handler.allowlist import HANDLER_REASONS as HANDLER_SENTENCES
from kingdom.ministers.guardian.text import text_review
from kingdom.ministers.guardian.text.policy import load_policy

_PAGE_HEAD = """# Rules of the Guardian

Written by `make docs` from `config/guardian/`; change the data, not this page.

The Guardian reads a request, a spec, a handler or a file and answers APPROVED or BLOCKED. It runs nothing. It is not
the boundary: the sandbox and the egress broker are, whatever passes here. A **hard** finding blocks; a **soft** one
asks for a judge, and is blocked for a person where none answers. What is hidden by a disguise (base64, hexadecimal,
character codes, ROT13 and other shifts, reversed, spaced, look-alike or invisible letters, and disguises inside
disguises to depth 2) is hard whatever the rule says.

A rule joins concepts of `config/guardian/words.yaml` in an order, with `~n` words between them at most, inside a
sentence. Signs that are no words are regular expressions of Python's `re` with bounded repeats. One exception takes
out one match, never the run. A match inside a quotation that is called one ("explain why '…' is an attack") is soft.

## Items of `manage.py guardian_review`

| kind | item |
| --- | --- |
| `request` | `{"text"}` |
| `spec` | `{"role", "purpose", "dna_rules", "output_schema", "tools", "egress_hosts", "credentials", "handler_code"?}`, or an AgentSpec |
| `handler` | `{"code", "egress_hosts"?, "credentials"?}` |
| `file` | `{"path", "content"}` |

One JSON object per line, `{"id", "kind", "item"}`; answers in the same order. A line that cannot be read is blocked under its id.

## What comes of it

| state | verdict | risk |
| --- | --- | --- |
| any hard finding | BLOCKED; the judge is not asked | high |
| soft findings, the judge finds harm | BLOCKED | high |
| soft findings, the judge says that they are only mentioned | APPROVED | medium |
| soft findings, the judge sees nothing | BLOCKED, for a person | medium |
| nothing found, the judge finds harm twice, in different words | BLOCKED | high |
| no judge, no whole answer, a wrong canary, two answers that differ | BLOCKED, for a person | medium |
| nothing found in a spec, handler or file, the judge sees nothing | APPROVED | low |
| nothing found in a shipped recipe, no judge is set | APPROVED | low |
| nothing found in a message | APPROVED; the judge sees a sample | low |

With `--no-judge` what has no hard finding is approved. An approval is bound to `content_sha256`.
"""


def rules_page() -> str:
    """Return the page as Markdown."""
    rows = [
        (ready.rule.id, ready.rule.severity, ", ".join(ready.rule.applies_to), ready.rule.reason)
        for ready in sorted(load_policy().rules, key=lambda ready: ready.rule.id)
    ]
    parts = [
        _PAGE_HEAD,
        "\n## Rules of texts and files\n",
        _markdown_table(("rule", "severity", "read in", "what it means"), rows),
    ]
    for title, sentences in (
        ("Views and inputs", text_review.TEXT_REASONS),
        ("Identity, demands and schemas", capability_diff.CAPABILITY_REASONS),
        ("Handlers", HANDLER_SENTENCES),
    ):
        told = [(rule, sentence.replace("{name}", "…")) for rule, sentence in sorted(sentences.items())]
        parts += [f"\n## {title} (hard)\n", _markdown_table(("rule", "what it means"), told)]
    return "\n".join(parts)


def _markdown_table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    lines = [head, tuple("---" for _ in head), *rows]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)
