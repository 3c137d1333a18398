"""Ordinary programs that must work in the same sandbox beside each attack."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, kw_only=True)
class Honest:
    """A program, its payload, and its answer."""

    name: str
    code: str
    payload: Any
    value: Any


PROGRAMS = [
    Honest(
        name="sum", code="def handle(p, ctx):\n    return {'sum': sum(p)}\n", payload=[1, 2, 3.5], value={"sum": 6.5}
    ),
    Honest(
        name="time_zones",
        code="""
from datetime import datetime
from zoneinfo import ZoneInfo, available_timezones
def handle(p, ctx):
    moment = datetime.fromisoformat(p).replace(tzinfo=ZoneInfo("America/New_York"))
    return [moment.astimezone(ZoneInfo("Asia/Kolkata")).isoformat(), len(available_timezones()) > 300]
""",
        payload="2026-07-01T12:00:00",
        value=["2026-07-01T21:30:00+05:30", True],
    ),
    Honest(
        name="yaml",
        code="import yaml\ndef handle(p, ctx):\n    return yaml.safe_load(p)\n",
        payload="a: [1, two]\nb: {c: null}",
        value={"a": [1, "two"], "b": {"c": None}},
    ),
    Honest(
        name="files_and_sqlite",
        code="""
import csv, io, sqlite3, tempfile
def handle(p, ctx):
    with tempfile.NamedTemporaryFile("w+") as f:
        csv.writer(f).writerows(p)
        f.seek(0)
        db = sqlite3.connect("/tmp/x.db")
        db.execute("create table t(a, b)")
        db.executemany("insert into t values(?, ?)", csv.reader(f))
        return db.execute("select sum(b) from t").fetchone()[0]
""",
        payload=[["x", 1], ["y", 41]],
        value=42.0,
    ),
    Honest(
        name="threads_processes_asyncio",
        code="""
import asyncio, subprocess, sys
from concurrent.futures import ThreadPoolExecutor
async def double(x):
    await asyncio.sleep(0.01)
    return x * 2
async def both(p):
    return await asyncio.gather(*map(double, p))
def handle(p, ctx):
    with ThreadPoolExecutor(4) as pool:
        squares = list(pool.map(lambda x: x * x, p))
    done = subprocess.run([sys.executable, "-c", "print(6 * 7)"], capture_output=True, text=True, check=True)
    return [squares, asyncio.run(both(p)), int(done.stdout)]
""",
        payload=[1, 2, 3],
        value=[[1, 4, 9], [2, 4, 6], 42],
    ),
    Honest(
        name="classes_and_copies",
        code="""
import copy, dataclasses, enum, pickle, shutil
class Kind(enum.Enum):
    A = 1
@dataclasses.dataclass
class Point:
    x: int
    kind: Kind = Kind.A
def handle(p, ctx):
    point = pickle.loads(pickle.dumps(copy.deepcopy(Point(**p))))
    open("/tmp/a", "w").write("text")
    shutil.copy2("/tmp/a", "/tmp/b")
    return [point.x, point.kind.name, open("/tmp/b").read()]
""",
        payload={"x": 7},
        value=[7, "A", "text"],
    ),
    Honest(
        name="answer_of_60_kb",
        code="def handle(p, ctx):\n    print('y' * 60_000)\n    return 'x' * 60_000\n",
        payload=None,
        value="x" * 60_000,
    ),
    Honest(
        name="unicode",
        code="def handle(p, ctx):\n    return p[::-1] + ' \\u00e9'\n",
        payload="gr\u00fc\u00df \U0001f451",
        value="\U0001f451 \u00df\u00fcrg \u00e9",
    ),
    Honest(
        name="two_hundred_megabytes",
        code="def handle(p, ctx):\n    return len(b'x' * (200 << 20)) >> 20\n",
        payload=None,
        value=200,
    ),
    Honest(
        name="large_payload", code="def handle(p, ctx):\n    return len(p)\n", payload="x" * 1_000_000, value=1_000_000
    ),
]
