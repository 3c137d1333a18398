"""What a handler may do with a secret, a tool's name and a regular expression."""

import pytest

from kingdom.ministers.guardian.review import review_item

HARMFUL = {
    "a secret in the answer": "    key = ctx.secrets.get('k')\n    return {'answer': 'It is ' + key}\n",
    "a secret in the output": "    return {'answer': 'x', 'output': {'key': ctx.secrets.get('k')}}\n",
    "a secret inside a text": "    head = f\"Bearer {ctx.secrets.get('k')}\"\n    return {'answer': head}\n",
    "a secret in a file": "    ctx.files.write('k.txt', ctx.secrets.get('k'))\n    return {'answer': 'x'}\n",
    "a computed tool": "    return {'answer': str(ctx.tools.call(payload['text'], {}))}\n",
    "a tool with a system path": "    ctx.tools.call('fs.read', {'path': '/etc/x'})\n    return {'answer': 'x'}\n",
    "a repeated repetition": "    return {'answer': str(re.match(r'^(a+)+$', payload['text']))}\n",
    "a repeated repetition of a class": "    return {'answer': str(re.search('([a-z]*)*1', payload['text']))}\n",
}
ORDINARY = {
    "a secret in a header": (
        "    key = ctx.secrets.get('k')\n"
        "    sent = ctx.http.get('https://api.x.example/a', headers={'Authorization': 'Bearer ' + key})\n"
        "    return {'answer': sent.text}\n"
    ),
    "a secret in the call that is returned": (
        "    return {'answer': ctx.http.get('https://api.x.example/a', headers={'K': ctx.secrets.get('k')}).text}\n"
    ),
    "whether a secret is there": "    return {'answer': 'yes' if ctx.secrets.get('k') == '' else 'no'}\n",
    "a named tool": "    return {'answer': str(ctx.tools.call('archon.fs.read', {'path': 'notes.md'}))}\n",
    "a tool named by a constant": "    tool = 'fs.read'\n    return {'answer': str(ctx.tools.call(tool, {}))}\n",
    "a repetition with a sign between": "    return {'answer': str(re.findall(r'(?:\\d+,)*\\d+', payload['text']))}\n",
    "repeated words": "    return {'answer': str(re.findall(r'(?:[A-Z][a-z]+ ?)+', payload['text']))}\n",
}


def verdict(body: str) -> str:
    code = f"import re\n\n\ndef handle(payload, ctx):\n{body}"
    item = {"code": code, "egress_hosts": ["api.x.example"], "credentials": ["k"]}
    return review_item("handler", item, judge=False).verdict


@pytest.mark.parametrize("name", HARMFUL)
def test_a_harmful_use_is_found(name: str) -> None:
    assert verdict(HARMFUL[name]) == "BLOCKED"


@pytest.mark.parametrize("name", ORDINARY)
def test_an_ordinary_use_passes(name: str) -> None:
    assert verdict(ORDINARY[name]) == "APPROVED"
