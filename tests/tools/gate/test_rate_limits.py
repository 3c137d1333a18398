"""Rate limits: whole batches, for each user, session and tool."""

import pytest

from kingdom.accounts.models import User
from kingdom.tools.gate.rate_limits import rate_limit_wait
from kingdom.tools.registry.tool_registry import all_tools
from tests.factories.tools import Kit, MakeKit, rate_limit_take

pytestmark = pytest.mark.django_db


class TestRates:
    def test_a_batch_is_taken_whole_or_not_at_all(self, kit: Kit) -> None:
        tool = all_tools()["archon.web.search"]
        assert rate_limit_take(kit.ctx, [tool] * 20) == 0.0
        assert rate_limit_take(kit.ctx, [tool] * 11) > 0
        assert rate_limit_take(kit.ctx, [tool] * 10) == 0.0
        assert 0 < rate_limit_wait(kit.ctx, [tool]) <= 2.0

    def test_users_do_not_share_them(self, kit: Kit, make_kit: MakeKit, bob: User) -> None:
        tool = all_tools()["archon.web.search"]
        assert rate_limit_take(kit.ctx, [tool] * 30) == 0.0
        assert rate_limit_take(make_kit().ctx, [tool]) > 0, "another session, the same user"
        assert rate_limit_take(make_kit(user=bob).ctx, [tool]) == 0.0
