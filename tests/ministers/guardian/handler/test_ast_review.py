"""The syntax-tree allow-list: each known escape has a finding, and harmless code has none."""

import importlib
import types
from pathlib import Path

import pytest
import yaml

from kingdom.ministers.guardian.handler.ast_review import review_handler
from kingdom.ministers.guardian.handler.name_review import DeclaredAccess
from kingdom.specialists.registry.spec_files import handler_code

ROOT = Path(__file__).resolve().parents[4]
MODULES = yaml.safe_load((ROOT / "config" / "guardian" / "modules.yaml").read_text())
DECLARED = DeclaredAccess(frozenset({"api.sms.example"}), frozenset({"sms_api_key"}))


def rules(source: str, declared: DeclaredAccess | None = DECLARED) -> set[str]:
    return {finding.rule_id for finding in review_handler(source, MODULES, declared)}


ATTACKS = {
    "import-os": ("import os", "ast.import"),
    "import-in-function": ("def handle(p, ctx):\n    import subprocess", "ast.import"),
    "from-os": ("from os import path", "ast.import"),
    "relative": ("from . import secrets_of_host", "ast.import"),
    "star": ("from math import *", "ast.module_name"),
    "module-of-module": ("import random\nx = random._os", "ast.module_name"),
    "public-module-of-module": ("import json\nx = json.codecs", "ast.module_name"),
    "from-private": ("from random import _os", "ast.module_name"),
    "deep-module": ("import urllib.parse\nurllib.request.urlopen('https://x')", "ast.module_name"),
    "module-as-value": ("import math\nvalues = [math]", "ast.module_value"),
    "module-through-alias": ("import math as m\ndef f(): return m", "ast.module_value"),
    "attrgetter": ("import operator\ndef f(n): return operator.attrgetter(n)", "ast.builtin_value"),
    "formatter": ("import string\nstring.Formatter()", "ast.module_name"),
    "type-hints": ("from typing import get_type_hints", "ast.module_name"),
    "singledispatch": ("from functools import singledispatch", "ast.module_name"),
    "make-dataclass": ("from dataclasses import make_dataclass", "ast.module_name"),
    "function-type": ("from types import FunctionType", "ast.module_name"),
    "yaml-load": ("import yaml\nyaml.load('x', yaml.Loader)", "ast.module_name"),
    "eval": ("eval('1')", "ast.builtin"),
    "eval-as-value": ("list(map(eval, ['1']))", "ast.builtin"),
    "eval-default": ("def f(e=eval): return e", "ast.builtin"),
    "eval-in-decorator": ("@eval\ndef f(): ...", "ast.builtin"),
    "exec-by-decorators": ("@exec\n@input\nclass X: ...", "ast.builtin"),
    "eval-maybe-rebound": ("if False:\n    eval = None\ndef f(): return eval('1')", "ast.builtin"),
    "eval-global": ("def f():\n    global eval\n    eval = len\n", "ast.builtin_rebound"),
    "eval-in-class-body": ("class A:\n    eval = 1\n    x = eval", "ast.builtin_rebound"),
    "open": ("open('/etc/passwd')", "ast.builtin"),
    "globals": ("globals()['x']", "ast.builtin"),
    "builtins-name": ("__builtins__", "ast.private"),
    "import-name": ("__import__('os')", "ast.private"),
    "loader": ("x = __loader__", "ast.private"),
    "class-walk": ("().__class__.__base__", "ast.private"),
    "globals-of-function": ("def f(): ...\nf.__globals__", "ast.private"),
    "getattr-built-name": ("getattr(1, '__cl' + 'ass__')", "ast.builtin_value"),
    "getattr-private-beginning": ("getattr(1, f'__{1}')", "ast.builtin_value"),
    "getattr-frame-beginning": ("getattr(1, 'f_' + 'back')", "ast.builtin_value"),
    "getattr-open-beginning": ("getattr(1, f'{1}x')", "ast.builtin_value"),
    "frozen-assignment-of-class": ("object.__setattr__(self, '__class__', 1)", "ast.private"),
    "frozen-assignment-elsewhere": ("object.__setattr__(len, 'x', 1)", "ast.private"),
    "template-from-payload": ("def handle(p, ctx): return p['t'].format(p)", "ast.format"),
    "template-rebound": ("T = '{0}'\nT = '{0.__class__}'\nx = T.format(1)", "ast.format"),
    "runner-of-code": ("import code", "ast.import"),
    "import-by-name": ("import importlib", "ast.import"),
    "native-code": ("import ctypes", "ast.import"),
    "threads": ("from threading import Thread", "ast.module_name"),
    "formatter-of-logs": ("from logging import Formatter", "ast.module_name"),
    "parser-of-files": ("import xml.etree.ElementTree as E\nE.parse('/etc/passwd')", "ast.module_name"),
    "getattr-private": ("getattr(1, '__class__')", "ast.attribute"),
    "getattr-as-value": ("f = getattr", "ast.builtin_value"),
    "getattr-partial": ("from functools import partial\nf = partial(getattr, 1)", "ast.builtin_value"),
    "getattr-star": ("getattr(*[1, '__class__'])", "ast.builtin_value"),
    "getattr-added-name": (
        "class Evil:\n    def __radd__(self, o): return '__globals__'\ndef f(): ...\ng = getattr(f, 'visit_' + Evil())",
        "ast.builtin_value",
    ),
    "module-of-warnings": (
        "import warnings\nclass Own:\n    _module = None\ndef handle(p, ctx):\n    w = warnings.catch_warnings()\n"
        "    return w._module.sys.modules['os'].popen('id')",
        "ast.module_name",
    ),
    "private-of-imported": (
        "import decimal\nclass Own:\n    _d = 1\ndef handle(p, ctx):\n    v = w = decimal.Context()\n    return v._d",
        "ast.private",
    ),
    "private-of-imported-copy": (
        "import copy, decimal\nclass Own:\n    _d = 1\nw = decimal.Context()\nv = copy.copy(w)\nx = v._d",
        "ast.private",
    ),
    "private-of-imported-in-with": (
        "from contextlib import ExitStack\nclass Own:\n    _d = 1\nwith ExitStack() as s:\n    x = s._d",
        "ast.private",
    ),
    "private-of-imported-in-loop": (
        "import decimal\nclass Own:\n    _d = 1\nx = [v._d for v in [decimal.Context()]]",
        "ast.private",
    ),
    "private-of-imported-in-match": (
        "import decimal\nclass Own:\n    _d = 1\nmatch decimal.Context():\n    case v:\n        x = v._d",
        "ast.private",
    ),
    "private-of-imported-self": ("import decimal\nself = decimal.Context()\nx = self._d", "ast.private"),
    "template-bound-by-match": (
        "T = '{}'\ndef handle(p, ctx):\n    match p['t']:\n        case T:\n            return T.format(handle)",
        "ast.format",
    ),
    "template-bound-by-match-star": ("T = '{}'\nmatch p:\n    case [*T]: x = T.format(1)", "ast.format"),
    "template-bound-by-match-rest": ("T = '{}'\nmatch p:\n    case {**T}: x = T.format(1)", "ast.format"),
    "template-bound-by-except": ("T = '{}'\ntry: ...\nexcept ValueError as T: x = T.format(1)", "ast.format"),
    "template-bound-by-def": ("T = '{}'\ndef T(): ...\nx = T.format(1)", "ast.format"),
    "template-bound-by-class": ("T = '{}'\nclass T(str): ...\nx = T.format('{0.a}', 1)", "ast.format"),
    "template-bound-by-import": ("T = '{}'\nfrom string import digits as T\nx = T.format(1)", "ast.format"),
    "type-makes-class": ("type('X', (), {})", "ast.class"),
    "frame": ("def g(): yield\ng().gi_frame", "ast.attribute"),
    "traceback": ("try: 1/0\nexcept Exception as e: t = e.__traceback__", "ast.private"),
    "mro": ("int.mro()", "ast.attribute"),
    "format-attribute": ("'{0.__class__}'.format(1)", "ast.format"),
    "format-public-attribute": ("'{0.real}'.format(1)", "ast.format"),
    "format-nested": ("'{:{0.x}}'.format(1)", "ast.format"),
    "format-from-variable": ("def f(t): return t.format(1)", "ast.format"),
    "format-of-str": ("str.format('{0.__class__}', 1)", "ast.format"),
    "format-stored": ("f = '{0.__class__}'.format", "ast.format"),
    "format-map": ("'{x}'.format_map({})", "ast.attribute"),
    "match-class": ("match 1:\n    case int(__class__=c): ...", "ast.private"),
    "metaclass": ("class M(type): ...\nclass X(metaclass=M): ...", "ast.class"),
    "getattribute": ("class X:\n    def __getattribute__(self, n): ...", "ast.class"),
    "init-subclass": ("class X:\n    def __init_subclass__(cls): ...", "ast.class"),
    "decorator-expression": ("@(lambda f: f)\ndef g(): ...", "ast.decorator"),
    "assign-module": ("import math\nmath.sin = len", "ast.assign"),
    "assign-ctx": ("def handle(p, ctx):\n    ctx.http = p", "ast.assign"),
    "endless": ("while True:\n    x = 1", "ast.endless"),
    "endless-inner-break": ("while 1:\n    for i in []:\n        break", "ast.endless"),
    "endless-break-in-function": ("while 1:\n    def f():\n        return 1", "ast.endless"),
    "huge-power": ("x = 10 ** 10 ** 8", "ast.size"),
    "huge-repeat": ("x = 'a' * 10**9", "ast.size"),
    "huge-list": ("x = [0] * (10**5 * 10**5)", "ast.size"),
    "full-width-identifier": ("\uff45\uff56\uff41\uff4c('1')", "ast.identifier"),
    "async": ("async def f(): ...", "ast.node"),
    "unparsable": ("def (", "ast.unparsable"),
    "nul": ("x = 1\x00", "ast.unparsable"),
    "deep": ("(" * 3000 + ")" * 3000, "ast.unparsable"),
    "too-long": ("x = 1\n" * 50_000, "ast.too_large"),
    "ctx-area-kept": ("def handle(p, ctx):\n    h = ctx.http\n    return h.get(p['u'])", "ast.context"),
    "ctx-verb-kept": ("def handle(p, ctx):\n    g = ctx.http.get\n    return g(p['u'])", "ast.context"),
    "ctx-area-handed-on": (
        "def go(h): return h.get('https://x')\ndef handle(p, ctx): return go(ctx.http)",
        "ast.context",
    ),
    "ctx-renamed": (
        "def go(c):\n    s = c.secrets\n    return s.get('x')\ndef handle(p, box): return go(box)",
        "ast.context",
    ),
    "ctx-by-name": ("def handle(p, ctx): return getattr(ctx, 'http').get(p['u'])", "ast.context"),
    "type-of-type": ("def handle(p, ctx): return type(type(p))('X', (), {})", "ast.class"),
    "class-without-name": ("def f(x): return x.__class__", "ast.private"),
    "count-taken-whole": ("import itertools\nx = list(itertools.count())", "ast.endless"),
    "sum-of-endless": ("from itertools import cycle\nx = sum(1 for _ in cycle([1]))", "ast.endless"),
    "for-without-end": ("from itertools import count\nfor i in count():\n    x = i", "ast.endless"),
    "iter-without-end": ("for x in iter(int, 1):\n    pass", "ast.endless"),
    "long-sleep": ("import time\ntime.sleep(10**6)", "ast.endless"),
    "huge-shift": ("x = 1 << 10**9", "ast.size"),
    "huge-bytes": ("x = bytearray(1 << 40)", "ast.size"),
    "huge-padding": ("x = 'a'.ljust(10**10)", "ast.size"),
    "huge-range": ("x = sum(range(10**12))", "ast.size"),
    "huge-factorial": ("import math\nx = math.factorial(10**9)", "ast.size"),
    "doubling": ("s = 'a'\nwhile len(s) < 10**12:\n    s += s", "ast.size"),
    "other-host": ("def handle(p, ctx): return ctx.http.get('https://evil.example/x')", "ast.host"),
    "host-from-payload": ("def handle(p, ctx): return ctx.http.get(p['url'])", "ast.host"),
    "host-half-constant": ("def handle(p, ctx): return ctx.http.get('https://api.sms.example' + p['x'])", "ast.host"),
    "host-userinfo": ("def handle(p, ctx): return ctx.http.get('https://api.sms.example@evil.example/')", "ast.host"),
    "host-plain-http": ("def handle(p, ctx): return ctx.http.get('http://api.sms.example/')", "ast.host"),
    "host-in-helper": ("def go(c): return c.http.post(url='https://evil.example/')", "ast.host"),
    "host-bound-by-match": (
        "U = 'https://api.sms.example/'\ndef handle(p, ctx):\n    match p['u']:\n        case U:\n"
        "            return ctx.http.get(U)",
        "ast.host",
    ),
    "host-rebound": (
        "U = 'https://api.sms.example/'\nU = 'https://evil.example/'\ndef f(c): c.http.get(U)",
        "ast.host",
    ),
    "other-secret": ("def handle(p, ctx): return ctx.secrets.get('root_key')", "ast.secret"),
    "secret-from-payload": ("def handle(p, ctx): return ctx.secrets.get(p['k'])", "ast.secret"),
    "file-outside": ("def handle(p, ctx): return ctx.files.read('/etc/passwd')", "ast.path"),
    "file-parent": ("def handle(p, ctx): return ctx.files.read('../x')", "ast.path"),
    "built-statement": ("def handle(p, ctx): return ctx.db.query('SELECT ' + p['q'])", "ast.statement"),
}
HONEST = {
    "plain-modules": (
        "import ast, gzip, shlex\nimport xml.etree.ElementTree as ET\nfrom pathlib import PurePath\n"
        "def handle(p, ctx):\n    root = ET.fromstring(p['xml'])\n    tree = ast.parse(p['sum'], mode='eval')\n"
        "    return {'a': root.tag, 'b': shlex.split(p['l']), 'c': PurePath(p['n']).suffix, 'd': ast.dump(tree)}"
    ),
    "constant-template": "ROW = '{:>8} {name}'\ndef handle(p, ctx):\n    return {'a': ROW.format(1, name=p['n'])}",
    "format-of-a-constant-as-value": "x = list(map('{:02d}'.format, [1, 2]))",
    "visitor-by-name": "class V:\n    def a_b(self): ...\n    def go(self, k): return getattr(self, f'a_{k}', None)",
    "own-private-function": "class A:\n    _ALL = {}\n    def _add(self): ...\ndef f(a): a._add(); return A._ALL",
    "module-constants": "__all__ = ['handle']\n__version__ = '1.0'\ndef handle(p, ctx): return {'v': __version__}",
    "frozen-assignment": "class A:\n    def __init__(self, x): object.__setattr__(self, 'x', x)",
    "names-of-types": "def f(x): return type(x).__qualname__, f.__doc__, x.__class__.__name__",
    "class-with-private": (
        "class P:\n    __slots__ = ('_x', '__y')\n    def __init__(self, x):\n        self._x = x\n        self.__y = x"
    ),
    "local-named-input": (
        "def handle(payload, ctx):\n    input = payload['input']\n    dir, vars = input, 2\n    return {'type': dir}"
    ),
    "parameter-named-type": "def f(type, open=None):\n    return type, open",
    "parameter-named-as-module": "import json\ndef f(json): return json\nx = json.dumps({})",
    "type-of-one": "def f(x): return type(x) is int, isinstance(type, type(x))",
    "words-in-strings": "def handle(p, ctx): return {'w': 'os.system(eval(__import__))'}",
    "f-string": "x = 1\ny = f'{x!r:>{x}}'",
    "literal-format": "y = '{:.2f} {name} {0[key]}'.format(1, name=2)",
    "dataclass": (
        "from dataclasses import dataclass, field\n@dataclass(frozen=True)\nclass P:\n    x: int = field(default=1)"
    ),
    "property": "class P:\n    @property\n    def x(self): return 1\n    @x.setter\n    def x(self, v): ...",
    "own-decorator": "def twice(f): return f\n@twice\ndef g(): ...",
    "named-tuple": "from typing import NamedTuple\nclass P(NamedTuple):\n    x: int\np = P(1)._replace(x=2)",
    "while-true-with-break": "def f(it):\n    while True:\n        if next(it) is None:\n            break",
    "while-true-return": (
        "def f():\n    while True:\n        try:\n            return 1\n        except ValueError:\n            pass"
    ),
    "submodule": "import urllib.parse as u\nimport collections.abc\nx = u.quote('a')\ny = collections.abc.Mapping",
    "class-name": "class A:\n    def __str__(self): return f'{self.__class__.__name__}'",
    "own-private": (
        "class A:\n    def __init__(self): self._x = 1\n    def __eq__(self, other): return self._x == other._x"
    ),
    "own-private-of-copy": (
        "import copy\nclass A:\n    def __init__(self): self._x = 1\n    def twin(self):\n"
        "        other = copy.copy(self)\n        other._x = 2\n        return other"
    ),
    "own-private-of-made": (
        "import re\nclass A:\n    def __init__(self, m): self._x = m\na = A(re.match('a', 'a'))\nx = a._x\n"
        "many = [A(m) for m in re.finditer('a', 'a')]\ny = [one._x for one in many]"
    ),
    "typed-dict": "from typing import TypedDict\nclass D(TypedDict, total=False):\n    x: int",
    "count-with-break": (
        "import itertools\ndef f(n):\n    for i in itertools.count(1):\n        if i % n == 0:\n            return i"
    ),
    "count-cut": (
        "import itertools\nx = list(zip(itertools.count(), 'ab'))\ny = list(itertools.islice(itertools.cycle('ab'), 4))"
    ),
    "count-of-text": "x = sum(word.count('a') for word in ['ab'])\ny = [s.count('b') for s in 'abc']",
    "ctx-handed-on": (
        "def go(c, p): return c.http.get('https://api.sms.example/' + p)\ndef handle(p, ctx): return go(ctx, p['x'])"
    ),
    "largest-number": "import sys\nx = min([sys.maxsize, 3])",
    "constant-base": (
        "BASE = 'https://api.sms.example/v1'\ndef handle(p, ctx):\n"
        "    return ctx.http.post(f'{BASE}/send?to={p}', json={})"
    ),
    "request-verb": "def handle(p, ctx): return ctx.http.request('POST', 'https://api.sms.example/x' + p['x'])",
    "declared-secret": (
        "def handle(p, ctx):\n    key = ctx.secrets.get('sms_api_key')\n"
        "    return ctx.http.get('https://api.sms.example/', headers={'K': key})"
    ),
    "relative-file": "def handle(p, ctx): return ctx.files.read('data/sales.csv')",
    "file-from-payload": "def handle(p, ctx): return ctx.files.read(p['name'])",
    "constant-statement": "def handle(p, ctx): return ctx.db.query('SELECT 1 WHERE a = %s', [p['a']])",
    "moderate-power": "x = 10 ** 6\ny = 2 ** 64\nz = '-' * 80",
}


@pytest.mark.parametrize("name", ATTACKS)
def test_a_way_out_is_found(name: str) -> None:
    source, rule = ATTACKS[name]
    assert rule in rules(source)


@pytest.mark.parametrize("name", HONEST)
def test_honest_code_has_no_finding(name: str) -> None:
    assert rules(HONEST[name]) == set()


@pytest.mark.parametrize(
    "folder", sorted(path.parent for path in (ROOT / "config").glob("*/*/handler.py")), ids=lambda folder: folder.name
)
def test_our_own_handlers_pass_their_own_review(folder: Path) -> None:
    assert review_handler(handler_code(folder) or "", MODULES, DeclaredAccess()) == []


def test_every_finding_says_where_and_why() -> None:
    (finding,) = review_handler("x = 1\nimport os", MODULES, DECLARED)
    assert (finding.start, finding.severity, finding.layer) == (2, "hard", "ast")
    assert "os" in finding.reason


def test_every_listed_name_exists_and_none_is_a_module() -> None:
    for module, names in MODULES.items():
        if module in {"yaml"}:
            continue
        loaded = importlib.import_module(module)
        for name in names:
            if name in {"batched"}:  # Python 3.12
                continue
            assert not isinstance(getattr(loaded, name), types.ModuleType), f"{module}.{name}"
