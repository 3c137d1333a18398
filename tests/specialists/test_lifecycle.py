"""The life of one specialist over the API of a running product.

Creation, use, promotion, canary, drift, revert, restoration.

All figures are read from the tables. Only the clock of the Auditor advances: the test requests its next hour.
"""

import json
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import psycopg
import pytest

from kingdom.core.deployment.embedded_postgres import embedded_database_settings
from kingdom.core.statistics import fisher_exact_p_value, wilson_interval
from kingdom.specialists.status.canary_rules import canary_bucket
from tests.plugins.product import Product, prepared_product

pytestmark = pytest.mark.journey
TIMEOUT_S = 240.0
AT_ONCE = 8
WANT = "I keep getting lists of IBANs to check: DE89370400440532013000 and GB82WEST12345698765431"
WORKING = ("designing", "reviewing", "validating", "generating_tests", "training")
PEOPLE = """
import json
from kingdom.accounts.models import User
from kingdom.accounts.services import token_create
people = [
    User.objects.create_user(name, is_staff=name == "carol", is_superuser=name == "carol")
    for name in ("ann", "bob", "carol")
]
print(json.dumps({one.username: token_create(user=one, name="test")[1] for one in people}))
"""
AUDIT = """
from datetime import timedelta
from django.utils.timezone import now
from kingdom.specialists.audits.services import performance_audit
then = now() + timedelta(hours={hours})
print([performance_audit(now=then) is not None for _ in range(2)])
"""


@pytest.fixture(scope="module")
def own_product() -> Iterator[Product]:
    """Start a product for this module: the test changes shared specialists and notifies all users."""
    with prepared_product() as product:
        yield product


def until(what: Callable[[], Any]) -> Any:  # noqa: ANN401 - its result
    end = time.monotonic() + TIMEOUT_S
    while not (found := what()):
        assert time.monotonic() < end, "the condition was not met in time"
        time.sleep(0.1)
    return found


class Tables:
    """Queries on the database of the product."""

    def __init__(self, product: Product) -> None:
        where = embedded_database_settings(product.data)
        self._connection = psycopg.connect(
            host=where["HOST"], port=where["PORT"], user=where["USER"], dbname=where["NAME"], autocommit=True
        )

    def rows(self, query: str, *bound: object) -> list[tuple[Any, ...]]:
        return self._connection.execute(query, bound).fetchall()

    def row(self, query: str, *bound: object) -> tuple[Any, ...]:
        (only,) = self.rows(query, *bound)
        return only

    def close(self) -> None:
        self._connection.close()


class Person:
    """A user of the product."""

    def __init__(self, product: Product, tables: Tables, name: str) -> None:
        self.product, self.tables, self.name = product, tables, name
        self.pk = int(self.call("GET", "/api/v1/me/")["id"])

    def call(self, method: str, path: str, body: object = None, expect: int | None = None) -> dict[str, Any]:
        """Call the API; fail on another status than a success or the expected one."""
        status, answer = self.product.call(method, path, user=self.name, body=body)
        assert status == expect if expect else status < 300, answer
        found: dict[str, Any] = answer
        return found

    def say(self, content: str) -> dict[str, Any]:
        """Send a message in a new conversation; return its finished session."""
        talk = self.call("POST", "/api/v1/conversations/", {})["id"]
        posted = self.call("POST", f"/api/v1/conversations/{talk}/messages/", {"content": content})
        over = "SELECT 1 FROM sessions WHERE id = %s AND finished_at IS NOT NULL"
        until(
            lambda: self.tables.rows(over, posted["session_id"])
        )  # polling the API would dominate the time of this test
        return self.call("GET", f"/api/v1/sessions/{posted['session_id']}/")

    def say_all(self, contents: Sequence[str]) -> list[dict[str, Any]]:
        """Send messages, several at a time."""
        with ThreadPoolExecutor(AT_ONCE) as crowd:
            return list(crowd.map(self.say, contents))

    def told(self, kind: str) -> list[str]:
        """Return the texts of the notifications of a kind once there are any."""
        path = "/api/v1/notifications/"
        found: list[str] = until(
            lambda: [one["text"] for one in self.call("GET", path)["results"] if one["kind"] == kind]
        )
        return found


def sound(start: int, count: int) -> list[str]:
    """Return requests with one German IBAN each; every other one has valid check digits."""
    made = []
    for number in range(start, start + count):
        account = f"3704004405{number:08d}"
        digits = 98 - int(f"{account}131400") % 97
        made.append(f"check this IBAN: DE{digits if number % 2 else (digits + 1) % 97:02d}{account}")
    return made


def odd(start: int, count: int) -> list[str]:
    """Return requests as from photos and dictation, in which the specialist finds no number."""
    return [
        f"check this IBAN: D-E, eighty-nine, {number} and then thirty-seven oh four"
        for number in range(start, start + count)
    ]


def made(ann: Person) -> dict[str, Any]:
    """Create the specialist as its future owner and return the creation."""
    offer = ann.say(WANT)["output"]
    case = ann.call("POST", "/api/v1/creations/", offer["body"])
    path = f"/api/v1/creations/{case['id']}/"
    case = until(lambda: (one := ann.call("GET", path))["state"] not in WORKING and one)
    ann.call("POST", f"{path}confirm/", {"digest": "0" * 64}, expect=409)
    ann.call("POST", f"{path}confirm/", {"digest": case["digest"]})
    case = until(lambda: (one := ann.call("GET", path))["state"] not in WORKING and one)
    assert (case["state"], case["training_results"]["passed"]) == ("completed", 24), case["reason"]
    return dict(case)


def decide(who: Person, specialist: str, kind: str, *, digest: str = "", expect: int = 201) -> dict[str, Any]:
    body = {"kind": kind, "reason": f"{kind}, since the figures say so.", "digest": digest}
    return who.call("POST", f"/api/v1/specialists/{specialist}/status-changes/", body, expect)


def figures(unmet: Iterable[dict[str, Any]]) -> list[str]:
    return [one["figure"] for one in unmet]


def _earned(tables: Tables, ann: Person, carol: Person, specialist: str, version: str) -> None:
    """A promotion with 47 instead of 50 executions is refused."""
    counted = (
        "SELECT count(*), count(*) FILTER (WHERE counts_as_success), avg(confidence) "
        "FROM task_telemetry WHERE version_id = %s"
    )
    until(lambda: tables.row(counted, version)[0] == 1)  # the message that caused the creation
    seen = ann.say_all(sound(0, 46))
    assert {(one["specialist"]["id"], one["specialist"]["status"]) for one in seen} == {(specialist, "unverified")}
    refused = decide(carol, specialist, "promote", expect=409)
    assert refused["code"] == "promotion_not_ready"
    assert figures(refused["unmet"]) == ["47 executions (50 needed)", "its tests have not been run yet"]
    assert "47 executions (50 needed)" in refused["detail"]
    ann.say_all(sound(46, 3))
    assert tables.row(counted, version) == (50, 50, pytest.approx(0.97))
    routed = (
        "SELECT routed, count(*), count(DISTINCT session_id) FROM task_telemetry "
        "WHERE version_id = %s GROUP BY 1 ORDER BY 2"
    )
    assert (
        sum(row[1] for row in tables.rows(routed, version)) == sum(row[2] for row in tables.rows(routed, version)) == 50
    )
    evidence = ann.call("GET", f"/api/v1/specialists/{specialist}/evidence/")
    assert evidence["success_interval"] == pytest.approx(list(wilson_interval(50, 50)))
    assert figures(one for one in evidence["conditions"] if not one["met"]) == ["its tests have not been run yet"]
    stored = "SELECT execution_count, success_count FROM dynamic_agents WHERE id = %s"
    assert tables.row(stored, specialist) == (50, 50)


def _promoted(tables: Tables, ann: Person, carol: Person, specialist: str, version: str) -> None:
    """A test run passes, an admin promotes, and all users are notified."""
    run = carol.call("POST", f"/api/v1/specialists/{specialist}/test-runs/")
    path = f"/api/v1/specialists/{specialist}/test-runs/{run['id']}/"
    run = until(lambda: (one := ann.call("GET", path))["state"] not in ("queued", "running") and one)
    assert (run["state"], run["passed"], run["total"], run["mock"]) == ("done", 24, 24, False), run["error"]
    assert tables.row("SELECT count(*) FROM task_telemetry WHERE version_id = %s", version) == (50,), (
        "trials are no executions"
    )
    decide(ann, specialist, "promote", expect=403)
    change = decide(carol, specialist, "promote", digest=run["digest"])
    now = tables.row("SELECT status, scope, admin_approved_by_id FROM dynamic_agents WHERE id = %s", specialist)
    assert now == ("verified", "global", carol.pk)
    frozen, digest, actor, reason = tables.row(
        "SELECT evidence, digest, actor_name, reason FROM agent_status_changes WHERE id = %s", change["id"]
    )
    assert (digest, actor, reason) == (run["digest"], "carol", "promote, since the figures say so.")
    assert (frozen["executions"], frozen["successes"], frozen["test_run"]["id"]) == (50, 50, run["id"])
    assert frozen["success_interval"] == pytest.approx(list(wilson_interval(50, 50)))
    assert all(one["met"] for one in frozen["conditions"])
    assert {one["by"] for one in frozen["verdicts"]} >= {
        "Guardian",
        "Council, review",
        "Council, validate",
        "Council, train",
    }
    with pytest.raises(psycopg.errors.RestrictViolation):
        tables.rows("UPDATE agent_status_changes SET reason = 'none' WHERE id = %s RETURNING id", change["id"])
    (shared,) = tables.row("SELECT count(*) FROM agent_embeddings WHERE specialist_id = %s AND shared", specialist)
    assert shared > 0, "routing uses it at once"
    (told,) = ann.told("specialist_promote")
    assert told.startswith("iban_checker is verified now. At first only 10% of the messages for it go to it")


def _let_in(tables: Tables, ann: Person, bob: Person, specialist: str, version: str) -> None:
    """The canary gets a tenth of the messages of others, and all of them after 20 executions."""
    texts = sound(1000, 120)
    inside = [one for one in texts if canary_bucket(specialist, str(bob.pk), one) < 0.1][:3]
    outside = [one for one in texts if canary_bucket(specialist, str(bob.pk), one) >= 0.1][:5]
    taken = bob.say_all(inside)
    assert {one["specialist"]["id"] for one in taken} == {specialist}
    said = "It was verified lately and gets 10% of what would come to it."
    assert {one["route"]["receipt"]["canary"] for one in taken} == {said}
    assert specialist not in [(one["specialist"] or {}).get("id") for one in bob.say_all(outside)]
    canary = "SELECT state, executions, successes, required_executions, share FROM agent_canaries WHERE version_id = %s"
    assert tables.row(canary, version) == ("running", 3, 3, 20, 0.1)
    ann.say_all(sound(2000, 17))  # the owner always gets it
    assert tables.row(canary, version) == ("passed", 20, 20, 20, 0.1)
    now = bob.say_all(outside)
    assert {
        (one["specialist"]["id"], one["specialist"]["status"], one["route"]["receipt"]["canary"]) for one in now
    } == {(specialist, "verified", "")}
    for one in now[:2]:
        kept = bob.call("PUT", f"/api/v1/sessions/{one['id']}/feedback/", {"feedback": "bad"})
        assert kept == {"feedback": "bad", "counts_as_success": False}


def _drifted(own_product: Product, tables: Tables, people: Sequence[Person], specialist: str, version: str) -> None:
    """Requests of three users in another form are declined, they rate that as bad, and the next audit detects it."""
    ann, bob, carol = people
    failed = []
    for asker, texts in ((bob, odd(0, 5)), (ann, odd(5, 5)), (carol, odd(10, 4))):
        declined = asker.say_all(texts)
        for reply in declined:
            asker.call("PUT", f"/api/v1/sessions/{reply['id']}/feedback/", {"feedback": "bad"})
        failed += declined
    assert {(one["specialist"]["id"], one["state"], one["output"]) for one in failed} == {
        (specialist, "completed", None)
    }
    since = (
        "FROM task_telemetry WHERE version_id = %s AND created_at > "
        "(SELECT created_at FROM agent_status_changes WHERE specialist_id = %s)"
    )
    assert tables.row(f"SELECT count(*), count(*) FILTER (WHERE counts_as_success) {since}", version, specialist) == (
        39,
        23,
    )
    bad = {str(row[0]) for row in tables.rows(f"SELECT id {since} AND NOT counts_as_success", version, specialist)}

    assert "[True, False]" in own_product.run_python(AUDIT.format(hours=1)), "one report per hour"
    figures_, evidence, state, change_id, report_id = tables.row(
        "SELECT figures, evidence, state, change_id, report_id FROM audit_findings "
        "WHERE specialist_id = %s AND code = 'drift'",
        specialist,
    )
    assert (figures_["now"], figures_["before"], state) == ([23, 39], [50, 50], "acted")
    assert figures_["p"] == pytest.approx(fisher_exact_p_value((23, 39), (50, 50)))
    assert set(evidence) == bad
    assert len(bad) == 16
    change = tables.row(
        "SELECT kind, automatic, actor_name, old_status, new_status FROM agent_status_changes WHERE id = %s", change_id
    )
    assert change == ("suspend", True, "auditor", "verified", "suspended")
    assert tables.row("SELECT kind, finished_at IS NOT NULL FROM audit_reports WHERE id = %s", report_id) == (
        "performance",
        True,
    )
    bar = tables.row(
        "SELECT figures, action, state FROM audit_findings WHERE specialist_id = %s AND code = 'below_bar'", specialist
    )
    assert bar == (
        {"successes": 23, "count": 39, "upper": pytest.approx(wilson_interval(23, 39).high)},
        "propose_demotion",
        "open",
    )
    assert tables.row("SELECT status FROM dynamic_agents WHERE id = %s", specialist) == ("suspended",)
    assert tables.row("SELECT count(*) FROM agent_embeddings WHERE specialist_id = %s AND shared", specialist) == (0,)
    for one in (ann, bob):
        assert specialist not in [(each["specialist"] or {}).get("id") for each in one.say_all(sound(3000, 1))]
        assert "23 of 39 now, 50 of 50 then" in one.told("specialist_suspend")[0]


def _brought_back(own_product: Product, tables: Tables, carol: Person, bob: Person, specialist: str) -> None:
    """An admin undoes the action of the Auditor, and the next audit does not repeat it."""
    decide(carol, specialist, "restore")
    assert bob.say_all(sound(4000, 1))[0]["specialist"]["id"] == specialist
    assert "[True, False]" in own_product.run_python(AUDIT.format(hours=2))
    assert tables.row("SELECT status, scope FROM dynamic_agents WHERE id = %s", specialist) == ("verified", "global")
    kinds = tables.rows(
        "SELECT kind FROM agent_status_changes WHERE specialist_id = %s ORDER BY created_at", specialist
    )
    assert [one for (one,) in kinds] == ["promote", "suspend", "restore"]


def test_a_life(own_product: Product) -> None:
    tables = Tables(own_product)
    own_product.tokens.update(json.loads(own_product.run_python(PEOPLE).splitlines()[-1]))
    ann, bob, carol = (Person(own_product, tables, name) for name in ("ann", "bob", "carol"))
    case = made(ann)
    specialist, version = case["specialist_id"], case["version_id"]
    _earned(tables, ann, carol, specialist, version)
    _promoted(tables, ann, carol, specialist, version)
    _let_in(tables, ann, bob, specialist, version)
    _drifted(own_product, tables, (ann, bob, carol), specialist, version)
    _brought_back(own_product, tables, carol, bob, specialist)
    assert own_product.manage("counters_verify") == "every counter agrees with its rows\n"
    tables.close()
