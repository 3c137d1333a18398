"""A draft is tried before its approval: in the real sandbox, bounded, for its owner only."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone
from rest_framework.test import APIClient

from kingdom.accounts.models import User
from kingdom.adapters.sandbox.host.service import SandboxService
from kingdom.adapters.sandbox.settings import load_sandbox_config
from kingdom.contracts.sandbox import Program, SandboxLimits, SandboxOutcome
from kingdom.core.background.jobs import MAX_ATTEMPTS
from kingdom.core.errors import BadInput, Busy, Conflict, IllegalTransition, SandboxLost, SandboxUnavailable
from kingdom.council.cases.services import case_reject
from kingdom.council.engine.try_out_runner import try_out_run
from kingdom.council.engine.try_outs import try_out_jobs, try_out_request
from kingdom.council.models import CreationCase, TryOut
from kingdom.council.presenters import case_detail
from kingdom.council.recipes.catalogue import recipe_by_name
from kingdom.orchestrator.conversations.services import conversation_delete
from kingdom.orchestrator.models import RouteRecord
from kingdom.sessions.models import Session
from tests.factories import api_client, create_global_specialist, create_routed_message, expire_leases
from tests.factories.council import Council, opened, spec
from tests.factories.specialists import at_once, client_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sandbox]
REACHES_OUT = """
def handle(payload, ctx):
    found = ctx.http.get('https://api.example.com/' + ctx.secrets.get('key'))
    return {'answer': found.text, 'output': None}
"""
SLEEPS = "import time\ndef handle(payload, ctx):\n    time.sleep(60)\n    return {'answer': 'late', 'output': None}\n"


class RealSandbox:
    """The real sandbox, in this process."""

    def __init__(self) -> None:
        self._service = SandboxService(load_sandbox_config(backend="bubblewrap", pool=1))
        self._service.ready()
        self.name, self.guarantees, self.close = "bubblewrap", frozenset[str](), self._service.close

    def run(self, program: Program, payload: Any, limits: SandboxLimits, **more: Any) -> SandboxOutcome:  # noqa: ANN401 - the port's
        more.pop("on_open", None)
        return self._service.run(program, payload, limits, **more)


@pytest.fixture(scope="module")
def box() -> Iterator[RealSandbox]:
    """The real sandbox."""
    service = RealSandbox()
    yield service
    service.close()


@pytest.fixture
def council() -> Council:
    """A Council that proposes the recipe of Roman numerals."""
    return Council(proposal=recipe_by_name("roman_numerals").spec)


@pytest.fixture
def case(alice: User, council: Council) -> CreationCase:
    """Alice's proposal, which waits for her."""
    return council.work(opened(alice))


def tried(try_out: TryOut, box: RealSandbox) -> TryOut:
    """Run a try-out as a worker does."""
    try_out_run(try_out_id=try_out.pk, box=box)
    try_out.refresh_from_db()
    return try_out


def test_a_card_shows_three_examples_with_their_answers(case: CreationCase, box: RealSandbox) -> None:
    examples = TryOut.objects.get(case=case, kind="examples")
    tried(examples, box)
    assert (examples.state, len(examples.results)) == ("done", 3)
    assert all(result["answered"] and result["answer"] for result in examples.results)
    shown = case_detail(case)["try_outs"]
    assert [(run["kind"], run["answered"], run["total"]) for run in shown] == [("examples", 3, 3)]
    assert case.events.get(kind="tried").payload == {"kind": "examples", "answered": 3, "total": 3}


def test_its_page_shows_them_and_what_its_owner_tried(alice: User, case: CreationCase, box: RealSandbox) -> None:
    page = client_of(alice)
    assert "examples are running in the sandbox" in page.get(f"/creations/{case.pk}/").content.decode()
    tried(TryOut.objects.get(case=case), box)
    page.post(f"/creations/{case.pk}/answer/", {"do": "try", "text": "what is MCMXC <b>"})
    own = tried(TryOut.objects.get(case=case, kind="own"), box)
    html = page.get(f"/creations/{case.pk}/").content.decode()
    assert "1990" in own.results[0]["answer"]
    assert "1990" in html
    assert "These answers come from runs in the sandbox." in html
    assert "what is MCMXC &lt;b&gt;" in html


def test_it_reaches_nothing_and_is_stopped_in_time(alice: User, council: Council, box: RealSandbox) -> None:
    credentials = ({"name": "key", "host": "api.example.com", "how": "header"},)
    council.proposal = spec(handler_code=REACHES_OUT, egress_hosts=("api.example.com",), credentials=credentials)
    reaching = council.work(opened(alice))
    reached = tried(try_out_request(user_id=alice.pk, case_id=reaching.pk, text="go"), box)
    assert (reached.state, reached.results[0]["answered"]) == ("done", False)
    assert "ran into an error of its own" in reached.results[0]["answer"]

    council.proposal = spec("sleeper", handler_code=SLEEPS, limits={"timeout_s": 0.5})
    sleeper = council.work(opened(alice, "I need a sleeper every week"))
    late = tried(try_out_request(user_id=alice.pk, case_id=sleeper.pk, text="go"), box)
    assert "did not finish in time" in late.results[0]["answer"]
    assert not Session.objects.exists(), "a try-out is no session, and counts for nothing"


def test_past_messages_that_nobody_served_are_counted(
    alice: User, bob: User, case: CreationCase, box: RealSandbox
) -> None:
    nobody = create_global_specialist("general")
    kinds = (("what is XIV", "general"), ("write a poem", "create"), ("hello", "general"), ("MMXX?", "specialist"))
    for text, kind in (*kinds, ("make me a rhyme checker", "create"), ("what is XIV", "general")):
        routed = create_routed_message(alice, nobody, text)
        RouteRecord.objects.filter(pk=routed.route.pk).update(kind=kind)
    RouteRecord.objects.filter(pk=create_routed_message(bob, nobody, "what is XX").route.pk).update(kind="general")
    past = tried(try_out_request(user_id=alice.pk, case_id=case.pk, past=True), box)
    assert {result["text"]: result["answered"] for result in past.results} == {
        "what is XIV": True,
        "write a poem": False,
    }, "neither small talk, nor wishes, nor what was served, nor another user's"
    html = client_of(alice).get(f"/creations/{case.pk}/").content.decode()
    assert "It would have answered 1 of these 2." in html
    conversation_delete(user_id=alice.pk, conversation_id=routed.conversation.pk)
    assert not TryOut.objects.filter(kind="past").exists(), "their words go with a conversation"


def test_only_its_owner_tries_it(as_alice: APIClient, as_bob: APIClient, carol: User, case: CreationCase) -> None:
    url = f"/api/v1/creations/{case.pk}/try/"
    assert as_bob.post(url, {"text": "XIV"}, format="json").status_code == 404
    assert api_client(carol).post(url, {"text": "XIV"}, format="json").status_code == 404, "nor an admin"
    assert APIClient().post(url, {"text": "XIV"}, format="json").status_code == 401
    assert as_alice.post(url, {"text": " "}, format="json").status_code == 400
    assert as_alice.post(url, {"text": "x" * 4001}, format="json").status_code == 400
    answer = as_alice.post(url, {"text": "XIV"}, format="json")
    assert (answer.status_code, answer.json()["state"], answer.json()["kind"]) == (202, "queued", "own")
    assert not client_of(carol).get(f"/creations/{case.pk}/").content.decode().count("XIV")


def test_it_is_limited(alice: User, case: CreationCase) -> None:
    try_out_request(user_id=alice.pk, case_id=case.pk, text="XIV")
    with pytest.raises(Busy, match="being tried already"):
        try_out_request(user_id=alice.pk, case_id=case.pk, text="XV")
    TryOut.objects.update(state="done")
    TryOut.objects.bulk_create(TryOut(case=case, kind="own", digest=case.digest, state="done") for _ in range(19))
    with pytest.raises(Busy, match="20 times in ten minutes"):
        try_out_request(user_id=alice.pk, case_id=case.pk, text="XV")


def test_two_at_once_share_no_place(alice: User, council: Council, case: CreationCase) -> None:
    council.proposal = spec("other_writer")
    other = council.work(opened(alice, "I need a writer every week"))
    tries = [partial(try_out_request, user_id=alice.pk, case_id=one.pk, text="XIV") for one in (case, other)]
    outcomes = at_once(*tries)
    assert outcomes.count("own") == TryOut.objects.filter(kind="own").count() == 1, outcomes


def test_nothing_is_tried_without_a_proposal_that_waits(alice: User, council: Council, case: CreationCase) -> None:
    with pytest.raises(Conflict, match="nobody could serve"):
        try_out_request(user_id=alice.pk, case_id=case.pk, past=True)
    case_reject(user_id=alice.pk, case_id=case.pk, channel="web")
    with pytest.raises(IllegalTransition):
        try_out_request(user_id=alice.pk, case_id=case.pk, text="XIV")
    council.proposal = spec(engine="model", handler_code=None)
    by_model = council.work(opened(alice, "I need a poet every week"))
    with pytest.raises(Conflict, match="language model"):
        try_out_request(user_id=alice.pk, case_id=by_model.pk, text="XIV")
    assert not TryOut.objects.filter(case=by_model).exists()


def test_a_proposal_that_changed_meanwhile_is_not_run(alice: User, case: CreationCase, box: RealSandbox) -> None:
    own = try_out_request(user_id=alice.pk, case_id=case.pk, text="XIV")
    CreationCase.objects.filter(pk=case.pk).update(digest="0" * 64)
    assert (tried(own, box).state, own.results) == ("failed", [])
    assert case_detail(CreationCase.objects.get(pk=case.pk))["try_outs"] == []


class NoSandbox:
    """A daemon that is away."""

    name, guarantees = "none", frozenset[str]()

    def run(self, *_: Any, **__: Any) -> Any:  # noqa: ANN401 - the port's
        raise SandboxUnavailable


def test_without_a_sandbox_it_says_so_and_a_lost_worker_is_followed(alice: User, case: CreationCase) -> None:
    own = try_out_request(user_id=alice.pk, case_id=case.pk, text="XIV")
    assert try_out_jobs.take(own.pk) is not None, "a worker took it and died"
    try_out_run(try_out_id=own.pk, box=NoSandbox())
    own.refresh_from_db()
    assert own.state == "queued", "another worker holds it"
    expire_leases(TryOut)
    try_out_run(try_out_id=own.pk, box=NoSandbox())
    own.refresh_from_db()
    assert own.state == "failed"
    assert "no sandbox was available" in client_of(alice).get(f"/creations/{case.pk}/").content.decode()


class RaisingSandbox:
    """A sandbox whose run raises ``error``; ``runs`` counts its runs, ``before`` is called at each."""

    name, guarantees = "raising", frozenset[str]()

    def __init__(self, error: Exception, before: Callable[[], object] = lambda: None) -> None:
        self.error, self.before, self.runs = error, before, 0

    def run(self, *_: Any, **__: Any) -> Any:  # noqa: ANN401 - the port's
        self.runs += 1
        self.before()
        raise self.error


@pytest.mark.parametrize(
    ("error", "state"),
    [
        (Busy("All sandboxes are taken."), "failed"),
        (RuntimeError("a fault of this code"), "failed"),
        (BadInput("It is nested too deeply."), "done"),
        (SandboxLost(), "queued"),
    ],
)
def test_every_error_but_a_fault_of_the_installation_ends_it(
    alice: User, case: CreationCase, error: Exception, state: str
) -> None:
    own = try_out_request(user_id=alice.pk, case_id=case.pk, text="XIV")
    try_out_run(try_out_id=own.pk, box=RaisingSandbox(error))
    own.refresh_from_db()
    assert (own.state, own.lease_owner) == (state, "")
    if state == "done":
        assert own.results == [{**own.inputs[0], "answer": "It is nested too deeply.", "answered": False}]
    if state != "queued":
        assert try_out_request(user_id=alice.pk, case_id=case.pk, text="XV").state == "queued"


def test_one_that_takes_down_workers_is_given_up(alice: User, case: CreationCase) -> None:
    own = try_out_request(user_id=alice.pk, case_id=case.pk, text="XIV")
    TryOut.objects.filter(pk=own.pk).update(attempts=MAX_ATTEMPTS)
    unused = RaisingSandbox(RuntimeError("not to be run"))
    try_out_run(try_out_id=own.pk, box=unused)
    own.refresh_from_db()
    assert (own.state, unused.runs) == ("failed", 0)


def test_each_input_renews_the_lease_and_a_lost_one_ends_the_work(alice: User, case: CreationCase) -> None:
    examples = TryOut.objects.get(case=case, kind="examples")
    assert len(examples.inputs) > 2
    left = list[bool]()

    def shorten() -> None:
        rows = TryOut.objects.filter(pk=examples.pk)
        left.append(rows.filter(lease_expires_at__gt=timezone.now()).exists())
        rows.update(lease_expires_at=timezone.now() - timedelta(seconds=1))
        if len(left) == 2:
            rows.update(lease_owner="other")
        connection.close()  # of the run's own thread

    lost = RaisingSandbox(BadInput("no"), before=shorten)
    try_out_run(try_out_id=examples.pk, box=lost)
    examples.refresh_from_db()
    assert (lost.runs, left) == (2, [True, True])
    assert (examples.state, examples.lease_owner, examples.results) == ("queued", "other", [])
