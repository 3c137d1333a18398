"""Statements of a database out of a constant table, and ``attrgetter`` with constant public names."""

import pytest

from kingdom.ministers.guardian.handler.ast_review import review_handler
from kingdom.ministers.guardian.handler.name_review import DeclaredAccess
from kingdom.ministers.guardian.text.policy import load_policy

TABLE = "def handle(p, ctx):\n    t = {'a': 'SELECT 1', 'b': 'SELECT 2'}\n"
GETTER = "from operator import attrgetter\n"
REFUSED = {
    "changed-table": (TABLE + "    t['a'] = p['q']\n    return ctx.db.query(t['a'])", "ast.statement"),
    "passed-table": (TABLE + "    p['f'](t)\n    return ctx.db.query(t['a'])", "ast.statement"),
    "updated-table": (TABLE + "    t.update(p)\n    return ctx.db.query(t.get('a', t['b']))", "ast.statement"),
    "another-default": (TABLE + "    return ctx.db.query(t.get(p['k'], p['q']))", "ast.statement"),
    "built-value": (
        "def handle(p, ctx):\n    t = {'a': 'S' + p['q']}\n    return ctx.db.query(t['a'])",
        "ast.statement",
    ),
    "empty-table": ("def handle(p, ctx):\n    t = {}\n    return ctx.db.query(t['a'])", "ast.statement"),
    "one-choice-built": ("def handle(p, ctx): return ctx.db.query('SELECT 1' if p else p['q'])", "ast.statement"),
    "gives-a-role": (
        "def handle(p, ctx): ctx.db.query(\"UPDATE users SET role = 'admin' WHERE id = 3\")",
        "ast.rights",
    ),
    "grants": ("Q = 'GRANT ALL PRIVILEGES ON *.* TO x'\ndef handle(p, ctx): ctx.db.query(Q)", "ast.rights"),
    "last-records": (
        "def handle(p, ctx): ctx.db.query(\"DELETE FROM access_audit WHERE at > now() - interval '1 day'\")",
        "ast.rights",
    ),
    "getter-by-payload": (GETTER + "def handle(p, ctx): return attrgetter(p['n'])(p)", "ast.builtin_value"),
    "getter-private": (GETTER + "def handle(p, ctx): return attrgetter('a.__class__')(p)", "ast.attribute"),
    "getter-frame": (GETTER + "def handle(p, ctx): return attrgetter('gi_frame')(p)", "ast.attribute"),
    "getter-format": (GETTER + "def handle(p, ctx): return attrgetter('format')(p)", "ast.attribute"),
    "getter-as-value": (GETTER + "def handle(p, ctx): return list(map(attrgetter, p))", "ast.builtin_value"),
    "getter-spread": (GETTER + "def handle(p, ctx): return attrgetter(*p['n'])(p)", "ast.builtin_value"),
    "getter-of-module": ("import operator\ng = operator.attrgetter\n", "ast.builtin_value"),
    "getter-renamed": ("from operator import attrgetter as g\ndef f(p): return g(p['n'])(p)", "ast.builtin_rebound"),
    "getter-of-two-imports": (
        "def a(p):\n    from operator import attrgetter\n    return attrgetter(p['n'])\n"
        "def b():\n    from math import sin as attrgetter",
        "ast.builtin_rebound",
    ),
}
ALLOWED = {
    "table": TABLE + "    return ctx.db.query(t.get(p['k'], t['a']), [p['v']])",
    "table-index": TABLE + "    if p['k'] not in t:\n        return None\n    return ctx.db.query(t[p['k']])",
    "named": "Q = 'SELECT a FROM b'\ndef handle(p, ctx): return ctx.db.query(Q)",
    "choice": "def handle(p, ctx): return ctx.db.query('SELECT 1' if p.get('x') else 'SELECT 2')",
    "own-name": "def handle(p, ctx): return ctx.db.query('UPDATE users SET name = %s WHERE id = %s', [p['n'], p['i']])",
    "retention": "def handle(p, ctx): ctx.db.query(\"DELETE FROM access_log WHERE at < now() - interval '90 days'\")",
    "getter": GETTER + "def handle(p, ctx): return sorted(p['x'], key=attrgetter('name', 'a.b'))",
    "tree": (
        "import ast\ndef handle(p, ctx):\n    t = ast.parse(p['s'])\n"
        "    return [n.name for n in ast.walk(t) if isinstance(n, ast.FunctionDef | ast.ClassDef)]"
    ),
}


def rules(source: str) -> set[str]:
    modules = load_policy().modules
    return {finding.rule_id for finding in review_handler(source, modules, DeclaredAccess())}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_not_constant_or_gives_rights_is_found(name: str) -> None:
    source, rule = REFUSED[name]
    assert rule in rules(source)


@pytest.mark.parametrize("name", ALLOWED)
def test_constant_code_is_left_alone(name: str) -> None:
    assert rules(ALLOWED[name]) == set()
