"""Rate limits and quotas hold for concurrent calls, and no version is lost."""

import threading
from collections.abc import Callable

import pytest
from django.db import connection
from pytest_django import Settings

from kingdom.core.errors import BadInput
from kingdom.tools.files.services import file_upload, files_of
from kingdom.tools.models import FileVersion
from kingdom.tools.registry.tool_registry import all_tools
from tests.factories.tools import MakeKit, rate_limit_take
from tests.rounds import rounds

pytestmark = pytest.mark.django_db(transaction=True)
CROWD = rounds(20, 40)


def at_once(work: Callable[[int], bool]) -> int:
    """Run the work in many threads at once and return how many succeeded."""
    ready, through = threading.Barrier(CROWD), list[bool]()

    def body(number: int) -> None:
        try:
            connection.ensure_connection()
            ready.wait(60)
            through.append(work(number))
        finally:
            connection.close()

    threads = [threading.Thread(target=body, args=(number,)) for number in range(CROWD)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert len(through) == CROWD
    return sum(through)


def test_a_new_bucket_allows_no_more_calls_than_its_limit(make_kit: MakeKit) -> None:
    kit, tool = make_kit(), all_tools()["archon.web.search"]
    taken = at_once(lambda _: rate_limit_take(kit.ctx, [tool]) == 0.0)
    assert 1 <= taken <= tool.per_minute
    more = sum(rate_limit_take(kit.ctx, [tool]) == 0.0 for _ in range(tool.per_minute))
    assert taken + more <= tool.per_minute + 1, "one more call may be allowed for the seconds that passed"


def test_uploads_of_a_crowd_stay_within_the_quota(make_kit: MakeKit, settings: Settings) -> None:
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"workspace_files": 10})
    kit = make_kit()
    workspace = kit.environment.workspace_id

    def put(number: int) -> bool:
        try:
            file_upload(user_id=kit.session.user_id, workspace_id=workspace, path=f"{number}.txt", data=b"x")
        except BadInput:
            return False
        return True

    assert at_once(put) == 10
    assert len(files_of(workspace_id=workspace)) == 10


def test_each_writer_leaves_a_version(make_kit: MakeKit) -> None:
    kit = make_kit()
    workspace = kit.environment.workspace_id

    def put(number: int) -> bool:
        file_upload(user_id=kit.session.user_id, workspace_id=workspace, path="one.txt", data=f"text {number}".encode())
        return True

    assert at_once(put) == CROWD
    versions = list(FileVersion.objects.order_by("number"))
    assert [one.number for one in versions] == list(range(1, CROWD + 1))
    assert bytes(versions[-1].content) == kit.read("one.txt"), "the newest version is what is there"
